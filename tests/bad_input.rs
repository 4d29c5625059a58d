//! Bad input, kind by kind: each is answered with an error that names what was wrong, and changes nothing.

mod checks;
mod oracle;

use checks::session::{check_reply, config};
use checks::state::fingerprint;
use oracle::below;
use rand_pcg::Pcg64;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tengen::game::{MAX_MOVES, sgf};
use tengen::gtp::Engine;
use tengen::search::Params;
use tengen::wire::MAX_LINE;

/// A line that cannot be carried out, and what the refusal must say.
struct Bad {
    kind: &'static str,
    line: String,
    says: Vec<String>,
}

/// Bad lines for one situation.
#[derive(Default)]
struct Table(Vec<Bad>);

impl Table {
    fn add(&mut self, kind: &'static str, line: impl Into<String>, says: &[&str]) {
        self.0.push(Bad {
            kind,
            line: line.into(),
            says: says.iter().map(|&word| word.to_owned()).collect(),
        });
    }

    /// A line for each bad word, which stands in place of `{}` and is named, or the beginning of it.
    fn each(&mut self, kind: &'static str, lines: &[&str], words: &[String], says: &str) {
        for line in lines {
            for word in words {
                let named = format!("'{}", excerpt(word));
                self.add(kind, line.replace("{}", word), &[&named, says]);
            }
        }
    }
}

/// As much of a word as an error repeats at least.
fn excerpt(word: &str) -> String {
    word.chars().take(20).collect()
}

fn owned(words: &[&str]) -> Vec<String> {
    let long = "x".repeat(3000);
    words
        .iter()
        .map(|&word| word.to_owned())
        .chain([long])
        .collect()
}

fn not_colors() -> Vec<String> {
    owned(&[
        "green",
        "bw",
        "b,",
        "0",
        "A1",
        "-",
        "blackk",
        "\u{9ed2}",
        "pass",
        "black/white",
    ])
}

fn not_vertices() -> Vec<String> {
    owned(&[
        "I5",
        "i1",
        "5",
        "55",
        "A",
        "AA",
        "A1B",
        "1A",
        "A-1",
        "A+1",
        "A1.0",
        "A1000",
        "\u{e9}1",
        "\u{56f2}1",
        "-",
        "b",
    ])
}

/// Vertices that are none of a 5x5 board.
fn off_the_board() -> Vec<String> {
    let columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars();
    columns
        .flat_map(|column| [0, 1, 6, 19, 25, 26, 999].map(|row| (column, row)))
        .filter(|&(column, row)| column > 'E' || row != 1)
        .map(|(column, row)| format!("{column}{row}"))
        .collect()
}

fn not_counts() -> Vec<String> {
    owned(&[
        "x",
        "-1",
        "1.5",
        "1e1",
        "0x10",
        "++1",
        "1,000",
        "one",
        "\u{661}",
        "99999999999999999999999",
    ])
}

fn not_decimals() -> Vec<String> {
    owned(&[
        "x", "nan", "inf", "-inf", "1e400", "1..5", "1,2,3", "0x1p3", "--1", "\u{bd}",
    ])
}

const COLORED: &[&str] = &[
    "play {} A1",
    "play {} pass",
    "genmove {}",
    "reg_genmove {}",
    "kgs-genmove_cleanup {}",
    "restricted_genmove {} A1",
    "is_legal {} A1",
    "all_legal {}",
    "list_stones {}",
    "captures {}",
    "time_left {} 5 0",
    "kata-search {}",
    "tengen-forbidden {}",
    "gogui-setup_player {}",
    "gogui-setup {} A1",
    "gogui-play_sequence b A3 {} A2",
    "lz-analyze avoid {} A1 1",
];

fn forms(table: &mut Table) {
    for name in [
        "hello",
        "genmov",
        "play_",
        "quit!",
        "\u{56f2}\u{7881}",
        "B",
        "D4",
        "gtp",
        "analyze",
    ] {
        table.add("no such command", name, &["unknown command"]);
        table.add(
            "no such command",
            format!("{name} b D4"),
            &["unknown command"],
        );
    }
    for id in ["1", "007", "4294967296"] {
        table.add("an id alone", id, &["unknown command"]);
    }
    for length in [1, 2, 100, MAX_LINE] {
        let line = format!("play b {}", "x".repeat(MAX_LINE - 7 + length));
        table.add(
            "a line too long",
            line,
            &["line is longer than", &MAX_LINE.to_string()],
        );
    }
    table.each(
        "help for no command",
        &["help {}"],
        &owned(&["genmov", "\u{56f2}", "12"]),
        "is not a command",
    );
}

fn missing_words(table: &mut Table) {
    for (line, what) in [
        ("play", "color"),
        ("play b", "vertex"),
        ("genmove", "color"),
        ("reg_genmove", "color"),
        ("restricted_genmove", "color"),
        ("kgs-genmove_cleanup", "color"),
        ("boardsize", "size"),
        ("rectangular_boardsize 5", "size"),
        ("komi", "komi"),
        ("fixed_handicap", "number of stones"),
        ("place_free_handicap", "number of stones"),
        ("is_legal", "color"),
        ("is_legal w", "vertex"),
        ("all_legal", "color"),
        ("list_stones", "color"),
        ("captures", "color"),
        ("countlib", "vertex"),
        ("findlib", "vertex"),
        ("final_status", "vertex"),
        ("final_status_list", "status"),
        ("time_left", "color"),
        ("known_command", "command"),
        ("set_random_seed", "seed"),
        ("loadsgf", "file"),
        ("kata-set-rules", "name of the rules"),
        ("kata-set-rule", "rule"),
        ("kata-set-rule ko", "value"),
        ("kgs-rules", "name of the rules"),
        ("kata-get-param", "name"),
        ("kata-set-param", "name"),
        ("kata-set-param lag", "value"),
        ("tengen-heatmap", "name of the map"),
        ("tengen-chain", "vertex"),
        ("tengen-forbidden", "color"),
        ("gogui-setup b", "vertex"),
        ("gogui-setup_player", "color"),
        ("gogui-play_sequence b", "vertex"),
        ("lz-analyze interval", "interval"),
        ("kata-analyze minmoves", "number of moves"),
        ("kata-analyze ownership", "value"),
        ("kata-analyze avoid", "color"),
        ("kata-analyze avoid b", "list of vertices"),
        ("kata-analyze avoid b A1", "depth"),
    ] {
        let name = line.split(' ').next().unwrap_or_default();
        for blanks in ["", " ", " \t "] {
            table.add(
                "a word is missing",
                format!("{line}{blanks}"),
                &[
                    "syntax error",
                    &format!("the {what}"),
                    "is missing",
                    &format!("usage: {name}"),
                ],
            );
        }
    }
}

fn points(table: &mut Table) {
    table.each("no color", COLORED, &not_colors(), "is not a color");
    let played = [
        "play b {}",
        "play WHITE {}",
        "gogui-play_sequence w A2 b {}",
    ];
    table.each(
        "no vertex to play at",
        &played,
        &not_vertices(),
        "is not a vertex",
    );
    let asked = [
        "is_legal b {}",
        "countlib {}",
        "findlib {}",
        "final_status {}",
        "tengen-chain {}",
        "restricted_genmove b A1 {}",
        "gogui-setup b A1 w {}",
        "lz-analyze avoid w A1,{} 2",
    ];
    table.each(
        "no vertex to ask about",
        &asked,
        &not_vertices(),
        "is not a vertex",
    );
    for vertex in off_the_board() {
        let says = format!("vertex {vertex} is off the 5x5 board");
        for line in played {
            table.add(
                "a move off the board",
                line.replace("{}", &vertex),
                &["illegal move", &says],
            );
        }
        for line in asked {
            table.add(
                "a vertex off the board",
                line.replace("{}", &vertex),
                &["invalid coordinate", &says],
            );
        }
    }
    for vertex in ["C1", "e5", "D2"] {
        let named = vertex.to_uppercase();
        for command in ["countlib", "findlib", "tengen-chain"] {
            table.add(
                "no stone there",
                format!("{command} {vertex}"),
                &["vertex must not be empty", &named],
            );
        }
    }
}

fn numbers(table: &mut Table) {
    table.each(
        "no size",
        &[
            "boardsize {}",
            "boardsize 5 {}",
            "rectangular_boardsize {} 5",
        ],
        &not_counts(),
        "is not a size",
    );
    for (width, height) in [
        (0, 0),
        (0, 5),
        (5, 0),
        (26, 26),
        (5, 26),
        (26, 5),
        (1000, 1),
        (1, 18446744073709551615_u64),
    ] {
        let says = format!("board size {width}x{height}");
        for command in ["boardsize", "rectangular_boardsize"] {
            let line = format!("{command} {width} {height}");
            table.add(
                "a size that does not exist",
                line,
                &["unacceptable size", &says],
            );
        }
    }
    table.each("no komi", &["komi {}"], &not_decimals(), "is not a komi");
    table.each("no komi", &["komi {}"], &owned(&["1e39"]), "is not a komi");
    for komi in ["7.25", "0.1", "-0.75", "1000.5", "-1000.5", "1000000"] {
        table.add(
            "a komi that cannot be given",
            format!("komi {komi}"),
            &["unacceptable komi", &format!("komi {komi}")],
        );
    }
    table.each(
        "no number of moves",
        &["gg-undo {}"],
        &not_counts(),
        "is not a number of moves",
    );
    for count in [7, 8, 100, 99_999_999] {
        table.add(
            "more moves than there are",
            format!("gg-undo {count}"),
            &["cannot undo", "only 6 moves"],
        );
    }
    table.each(
        "no seed",
        &["set_random_seed {}"],
        &not_counts(),
        "is not a seed",
    );
    table.each(
        "no number of stones",
        &["fixed_handicap {}", "place_free_handicap {}"],
        &not_counts(),
        "is not a number of stones",
    );
    for line in [
        "fixed_handicap 4",
        "place_free_handicap 2",
        "set_free_handicap A1 B1",
    ] {
        table.add("handicap among stones", line, &["board not empty"]);
    }
}

fn times(table: &mut Table) {
    let times = [
        "time_settings {} 5 3",
        "time_settings 5 {} 3",
        "kgs-time_settings absolute {}",
        "kgs-time_settings byoyomi {} 5 3",
        "kgs-time_settings canadian 10 {} 3",
        "kata-time_settings fischer 10 {}",
        "kata-time_settings fischer-capped 10 1 {} 5",
        "time_left b {} 0",
    ];
    table.each(
        "no time",
        &times,
        &not_decimals(),
        "is not a time in seconds",
    );
    let positive = [
        "time_settings {} 5 3",
        "kgs-time_settings byoyomi 10 {} 3",
        "kata-time_settings fischer {} 3",
    ];
    table.each(
        "a negative time",
        &positive,
        &["-1", "-0.001", "-1e9"].map(str::to_owned),
        "cannot be negative",
    );
    let counts = [
        "time_settings 10 5 {}",
        "kgs-time_settings byoyomi 10 5 {}",
        "kata-time_settings canadian 10 5 {}",
        "time_left w 10 {}",
    ];
    table.each(
        "no number of stones or periods",
        &counts,
        &not_counts()[..6],
        "is not a whole number",
    );
    let systems = ["kgs-time_settings {} 10", "kata-time_settings {} 10 5"];
    table.each(
        "no time system",
        &systems,
        &owned(&["japanese", "byo-yomi", "hourglass", "10"]),
        "unknown time system",
    );
    table.each(
        "a system of another dialect",
        &["kgs-time_settings {} 10 5"],
        &["fischer".to_owned()],
        "unknown",
    );
    for (line, usage) in [
        ("time_settings", "time_settings MAIN"),
        ("time_settings 10", "time_settings MAIN"),
        ("time_settings 10 5", "time_settings MAIN"),
        ("time_left b", "time_left COLOR"),
        ("time_left b 5", "time_left COLOR"),
        ("kgs-time_settings", "none, absolute"),
        ("kata-time_settings", "a time system"),
        ("kgs-time_settings absolute", "absolute MAIN"),
        ("kgs-time_settings byoyomi 10 5", "byoyomi MAIN"),
        ("kata-time_settings canadian 10 5", "canadian MAIN"),
        ("kata-time_settings fischer 10", "fischer MAIN"),
        (
            "kata-time_settings fischer-capped 10 5 3",
            "fischer-capped MAIN",
        ),
    ] {
        table.add(
            "times are missing",
            line,
            &["syntax error: expected", usage],
        );
    }
    for line in ["canadian 10 0 3", "canadian 10 5 0"] {
        for command in ["kgs-time_settings", "kata-time_settings"] {
            table.add(
                "half an overtime",
                format!("{command} {line}"),
                &["canadian needs a period"],
            );
        }
    }
}

fn rules(table: &mut Table) {
    let named = ["kata-set-rules {}", "kgs-rules {}"];
    table.each(
        "no rules",
        &named,
        &owned(&["nonsense", "go", "japanese2", "\u{56f2}"]),
        "unknown rules",
    );
    for line in ["kgs-rules AGA_button", "kata-set-rule hasButton true"] {
        table.add("the button", line, &["button is not supported"]);
    }
    for json in [
        "{",
        "{]",
        "{\"ko\"}",
        "{\"ko\":}",
        "{\"ko\":\"SIMPLE\"",
        "{\"ko\":\"SIMPLE\"} x",
        "{'ko':1}",
        "{1:2}",
    ] {
        let line = format!("kata-set-rules {json}");
        table.add("no JSON", line, &["rules are not a JSON object", "column"]);
    }
    for key in ["komi", "Ko", "superko", "\u{56f2}"] {
        let says = [&*format!("'{key}'"), "unknown rule"];
        table.add(
            "no such rule",
            format!("kata-set-rules {{\"{key}\":1}}"),
            &says,
        );
        table.add("no such rule", format!("kata-set-rule {key} 1"), &says);
        if !key.eq_ignore_ascii_case("ko") {
            table.add("no such rule", format!("tengen-rules_param {key} 1"), &says);
        }
    }
    for (rule, allowed) in [
        ("ko", "SIMPLE, POSITIONAL or SITUATIONAL"),
        ("scoring", "AREA or TERRITORY"),
        ("tax", "NONE, SEKI or ALL"),
        ("whiteHandicapBonus", "0, N or N-1"),
        ("suicide", "true or false"),
        ("friendlyPassOk", "true or false"),
    ] {
        for value in ["x", "2", "maybe", "TERRITORYY"] {
            let says = [&*format!("rule {rule} cannot be"), value, allowed];
            table.add(
                "a value that a rule cannot have",
                format!("kata-set-rule {rule} {value}"),
                &says,
            );
            table.add(
                "a value that a rule cannot have",
                format!("tengen-rules_param {rule} {value}"),
                &says,
            );
            let json = format!("kata-set-rules {{\"suicide\":true,\"{rule}\":\"{value}\"}}");
            table.add("a value that a rule cannot have", json, &says);
        }
    }
}

fn settings(table: &mut Table) {
    let named = [
        "tengen-param {}",
        "tengen-param {} 1",
        "tengen-search_param {}",
        "kata-get-param {}",
    ];
    table.each(
        "no such setting",
        &named,
        &owned(&["speed", "Exploration!", "\u{56f2}"]),
        "unknown",
    );
    let set = ["tengen-search_param {} 1", "kata-set-param {} 1"];
    table.each(
        "no such setting",
        &set,
        &owned(&["speed", "Exploration!", "\u{56f2}"]),
        "unknown",
    );
    for (name, values) in [
        ("accept_repetition", ["maybe", "2", "-"]),
        ("ponder", ["maybe", "2", "-"]),
        ("sgf_comments", ["maybe", "2", "-"]),
        ("live_graphics", ["maybe", "2", "-"]),
        ("level", ["0", "21", "high"]),
        ("playouts", ["-1", "1.5", "many"]),
        ("time", ["0", "-1", "nan"]),
        ("lag", ["-1", "1e9", "inf"]),
        ("resign", ["51", "-1", "always"]),
        ("threads", ["0", "1025", "two"]),
        ("memory", ["0", "1048577", "1GB"]),
    ] {
        for value in values {
            for command in ["tengen-param", "kata-set-param"] {
                let says = [&*format!("{name} is "), &*format!("not '{value}'")];
                table.add(
                    "a value that a setting cannot have",
                    format!("{command} {name} {value}"),
                    &says,
                );
            }
        }
    }
    for row in Params::TABLE {
        for value in ["x", "1e", "0x1"] {
            let line = format!("tengen-search_param {} {value}", row.name);
            table.add(
                "no number for the search",
                line,
                &[row.name, &format!("'{value}'"), "must be a number"],
            );
        }
        for value in [row.min - 1.0, row.max * 2.0 + 1.0, f32::NAN, f32::INFINITY] {
            let line = format!("kata-set-param {} {value}", row.name);
            let says = [row.name, "must be from", &*format!("not {value}")];
            table.add("a number outside its range", line, &says);
        }
    }
    for (name, value, wanted) in [
        ("analysisWideRootNoise", "-1", "from 0 to 5"),
        ("analysisPVLen", "0", "from 1 to 1000"),
        ("maxVisits", "0", "from 1"),
        ("maxTime", "soon", "seconds"),
        ("allowResignation", "maybe", "true or false"),
        ("resignThreshold", "0.5", "from -1 to 0"),
    ] {
        table.add(
            "a value that KataGo does not take either",
            format!("kata-set-param {name} {value}"),
            &[name, &format!("'{value}'"), wanted],
        );
    }
    for (line, wanted) in [
        ("lz-setoption visits", "name NAME value VALUE"),
        ("lz-setoption name speed value 1", "unknown setting 'speed'"),
        ("lz-setoption name pondering value 7", "not '7'"),
    ] {
        table.add("an option of Leela Zero", line.to_owned(), &[wanted]);
    }
}

fn questions(table: &mut Table) {
    let statuses = owned(&["undead", "white", "alive,dead", "a1"]);
    table.each(
        "no status",
        &["final_status_list {}"],
        &statuses,
        "is not a status",
    );
    table.each(
        "no map",
        &["tengen-heatmap {}"],
        &owned(&["heat", "winrates", "0"]),
        "there is no map",
    );
    let options = [
        "lz-analyze {} 1",
        "kata-analyze b 10 {} true",
        "kata-genmove_analyze b {}",
    ];
    table.each(
        "no option",
        &options,
        &owned(&["ownershipp", "fast", "-1", "nan"]),
        "is not a known option",
    );
    let of_kata = ["rootInfo", "ownership", "pvVisits"].map(str::to_owned);
    table.each(
        "an option of another dialect",
        &["lz-analyze {} true"],
        &of_kata,
        "is not a known option",
    );
    table.each(
        "no interval",
        &["kata-analyze interval {}"],
        &not_decimals(),
        "is not a number of centiseconds",
    );
    let counts = ["lz-analyze minmoves {}", "kata-search_analyze maxmoves {}"];
    table.each(
        "no number of analysed moves",
        &counts,
        &not_counts(),
        "is not a number of moves",
    );
    let flags = [
        "kata-analyze ownership {}",
        "kata-genmove_analyze w pvVisits {}",
    ];
    table.each(
        "neither true nor false",
        &flags,
        &owned(&["yes", "2", "A1"]),
        "is neither true nor false",
    );
    table.each(
        "no depth",
        &["lz-analyze avoid b A1 {}", "kata-analyze allow w A1,B2 {}"],
        &not_counts(),
        "is not a depth",
    );
    for line in ["lz-analyze avoid b A1 0", "kata-analyze allow w A1,B2 0"] {
        table.add("no depth", line, &["the depth must be 1 at least"]);
    }
    table.add(
        "allowed twice",
        "lz-analyze allow b A1 1 allow b B1 1",
        &["allow can be given once"],
    );
    table.add(
        "no vertex listed",
        "restricted_genmove b",
        &["no vertex is listed"],
    );
}

fn files(table: &mut Table, folder: &str) {
    for name in [
        "missing.sgf",
        "no folder/a.sgf",
        "\u{56f2}.sgf",
        "missing.sgf 3",
    ] {
        let file = name.trim_end_matches(" 3");
        table.add(
            "no such file",
            format!("loadsgf {name}"),
            &["cannot load file", &excerpt(file)],
        );
    }
    table.add(
        "a folder",
        format!("loadsgf {folder}"),
        &["cannot load file", "it is not a file"],
    );
    let record = format!("{folder}/good.sgf");
    for vertex in ["A1", "e5"] {
        table.add(
            "nothing is played there",
            format!("loadsgf {record} {vertex}"),
            &["no move is played at", vertex],
        );
    }
    table.each(
        "no vertex in the record",
        &[&format!("loadsgf {record} {{}}")],
        &not_vertices()[..2],
        "is not a vertex",
    );
    table.add(
        "off the board of the record",
        format!("loadsgf {record} F1"),
        &["vertex F1 is off the 5x5 board"],
    );
    for file in ["/no/such/folder/x.sgf", folder] {
        table.add(
            "a file that cannot be written",
            format!("printsgf {file}"),
            &["cannot save file", &excerpt(file)],
        );
    }
}

fn stones(table: &mut Table) {
    for vertex in ["A1", "b2", "c2", "D1"] {
        for color in ["b", "white"] {
            let line = format!("play {color} {vertex}");
            table.add("an occupied point", line, &["illegal move: occupied"]);
            let line = format!("gogui-play_sequence w E5 {color} {vertex}");
            table.add(
                "an occupied point in a sequence",
                line,
                &["illegal move: occupied", "move 2", &vertex.to_uppercase()],
            );
        }
    }
    // White has just taken C1.
    table.add("a ko", "play b C1", &["illegal move: ko"]);
    table.add(
        "a ko in a sequence",
        "gogui-play_sequence b C1 w A5",
        &["illegal move: ko", "move 1", "C1"],
    );
    for count in 2..4 {
        let passes = "w pass ".repeat(count);
        let line = format!("gogui-play_sequence b A1 {passes}");
        table.add(
            "an occupied point in a sequence",
            line,
            &["occupied", "move 1", "A1"],
        );
    }
    for set_up in ["b A5 w A4 w B5", "e E5 w A5 b A4 b B5", "w E1 b D1 b E2"] {
        let line = format!("gogui-setup {set_up}");
        table.add(
            "stones without a liberty",
            line,
            &["cannot set up", "without a liberty", "column", "row"],
        );
    }
}

/// A ko has just been taken, clocks run, and a search has looked at it.
const IN_A_GAME: &[&str] = &[
    "boardsize 5",
    "komi 5.5",
    "time_settings 100 10 5",
    "play b A1",
    "play w D1",
    "play b B2",
    "play w C2",
    "play b C1",
    "play w B1",
    "tengen-pv",
];

fn session_after(lines: &[&str]) -> Engine {
    let mut engine = Engine::new(config().into());
    for line in lines {
        if let Err(failure) = engine.execute_line(line) {
            panic!("{line}: {failure}");
        }
    }
    engine
}

/// Sends every line; what is wrong with the replies.
fn faults(engine: &mut Engine, table: &Table) -> Vec<String> {
    let before = fingerprint(engine);
    let mut faults = Vec::new();
    for Bad { kind, line, says } in &table.0 {
        let line_start: String = line.chars().take(80).collect();
        let reply = engine.execute_line(line);
        check_reply(&reply, line);
        match reply {
            Ok(text) => faults.push(format!("{kind}: {line_start}: answered {text:?}")),
            Err(failure) => {
                let text = failure.to_string();
                if !says.iter().all(|word| text.contains(word.as_str())) {
                    faults.push(format!(
                        "{kind}: {line_start}: '{text}' should say {says:?}"
                    ));
                }
            }
        }
        assert_eq!(fingerprint(engine), before, "{kind}: {line_start}");
    }
    faults
}

fn kinds(table: &Table) -> BTreeSet<&'static str> {
    table.0.iter().map(|bad| bad.kind).collect()
}

/// A folder of this test with a good record in it.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("good.sgf"), "(;SZ[5];B[cc];W[bb])").expect("a file");
    folder
}

#[test]
fn bad_lines_are_refused_by_name_and_change_nothing() {
    let folder = folder("bad lines").display().to_string();
    let mut table = Table::default();
    forms(&mut table);
    missing_words(&mut table);
    points(&mut table);
    numbers(&mut table);
    times(&mut table);
    rules(&mut table);
    settings(&mut table);
    questions(&mut table);
    files(&mut table, &folder);
    stones(&mut table);
    assert!(kinds(&table).len() >= 50, "{:?}", kinds(&table));
    assert!(table.0.len() >= 1500, "{}", table.0.len());
    let mut engine = session_after(IN_A_GAME);
    let faults = faults(&mut engine, &table);
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(engine.execute_line("play w A5").is_ok());
}

#[test]
fn bad_handicap_is_refused_by_name() {
    let mut table = Table::default();
    for count in ["0", "1", "10", "1000000000"] {
        let says = ["invalid number of stones", count, "from 2 to 9"];
        table.add(
            "handicap that is not fixed",
            format!("fixed_handicap {count}"),
            &says,
        );
    }
    for count in ["0", "1"] {
        let says = ["invalid number of stones", count, "from 2 to 80"];
        table.add(
            "too few stones",
            format!("place_free_handicap {count}"),
            &says,
        );
    }
    table.add(
        "too few stones",
        "set_free_handicap",
        &["invalid number of stones", "0"],
    );
    let bad: Vec<String> = not_vertices()
        .into_iter()
        .chain(["PASS".to_owned()])
        .collect();
    table.each(
        "no handicap vertex",
        &["set_free_handicap A1 {} B2"],
        &bad,
        "bad vertex list",
    );
    for vertex in ["A10", "K1", "Z25"] {
        let says = [
            "bad vertex list",
            &*format!("vertex {vertex} is off the 9x9 board"),
        ];
        table.add(
            "handicap off the board",
            format!("set_free_handicap {vertex} A1"),
            &says,
        );
    }
    for (list, twice) in [
        ("A1 A1", "A1"),
        ("C3 D4 c3", "C3"),
        ("E5 A1 A2 A3 e5", "E5"),
    ] {
        let says = ["bad vertex list", twice, "twice"];
        table.add("a stone twice", format!("set_free_handicap {list}"), &says);
    }
    table.add(
        "nothing to take back",
        "undo",
        &["cannot undo", "no move was played"],
    );
    table.add("no last move", "last_move", &["no previous move"]);
    let faults = faults(&mut session_after(&["boardsize 9"]), &table);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn forbidden_repetition_and_suicide_are_named() {
    for (situation, line, says) in [
        // White has taken A1 from B1; both colours and sequences are refused alike.
        (
            &["boardsize 2 1", "play b A1", "play w B1"][..],
            "play b A1",
            "illegal move: ko",
        ),
        (&["boardsize 1"], "play b A1", "illegal move: suicide"),
        (
            &["boardsize 3", "play w A2", "play w B1"],
            "play b A1",
            "illegal move: suicide",
        ),
        (
            &["boardsize 3", "play w A2", "play w B1"],
            "gogui-play_sequence w C3 b A1",
            "illegal move: suicide, at move 2 of the sequence, A1",
        ),
        (
            &[
                "boardsize 2 1",
                "play b A1",
                "play w B1",
                "play b pass",
                "play w pass",
            ],
            "play b A1",
            "illegal move: superko, repeats move 1",
        ),
    ] {
        let mut table = Table::default();
        table.add("a move that the rules forbid", line, &[says]);
        let faults = faults(&mut session_after(situation), &table);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Passes enough for the longest record.
fn full_session() -> Engine {
    let mut engine = session_after(&["time_settings 100 10 5"]);
    let per_line = 8000;
    for begun in (0..MAX_MOVES).step_by(per_line) {
        let pairs = per_line.min(MAX_MOVES - begun) / 2;
        let line = format!("gogui-play_sequence {}", "b pass w pass ".repeat(pairs));
        assert_eq!(engine.execute_line(&line), Ok(String::new()));
    }
    engine
}

#[test]
fn a_record_that_is_full_takes_no_move() {
    let mut table = Table::default();
    for line in [
        "play b C3",
        "play w pass",
        "genmove b",
        "kgs-genmove_cleanup b",
        "kata-genmove_analyze b",
        "gogui-play_sequence b C3",
    ] {
        let most = format!("already has {MAX_MOVES} moves");
        table.add("one move too many", line, &["illegal move", &most]);
    }
    let faults = faults(&mut full_session(), &table);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// How many variants of each kind of bad record are made.
const VARIANTS: usize = 12;

/// A kind of fault in a record: what the refusal says, and the text with `@` before the place that it names.
struct BadRecord {
    kind: &'static str,
    says: &'static str,
    text: &'static str,
}

/// Bad in a node of its own, behind some moves on the fifth row and below.
const BAD_NODES: &[BadRecord] = &[
    bad("digits", "'11' is not a point of a 9x9 board", ";B[@11]"),
    bad("a vertex of GTP", "'D4' is not a point", ";W[@D4]"),
    bad("one letter", "'a' is not a point", ";B[@a]"),
    bad("three letters", "'aaa' is not a point", ";B[@aaa]"),
    bad(
        "a point off the board",
        "'jj' is not a point of a 9x9 board",
        ";W[@jj]",
    ),
    bad("a word", "'undefined' is not a point", ";B[@undefined]"),
    bad(
        "a long word",
        "'xxxxxxxxxxxxxxxxxxxx' is not",
        ";B[@xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx]",
    ),
    bad(
        "other letters",
        "'\u{4e94}\u{4e94}' is not a point",
        ";W[@\u{4e94}\u{4e94}]",
    ),
    bad(
        "a rectangle as a move",
        "'aa:bb' is not a point",
        ";B[@aa:bb]",
    ),
    bad("a second move", "'zz' is not a point", ";B[ia][@zz]"),
    bad("a stone off the board", "'aj' is not a point", ";AB[@aj]"),
    bad(
        "a second stone off the board",
        "'ja' is not a point",
        ";AW[ia][@ja]",
    ),
    bad(
        "a bad first corner",
        "'zz:aa' is not a point",
        ";AB[@zz:aa]",
    ),
    bad(
        "a bad second corner",
        "'aa:zz' is not a point",
        ";AW[@aa:zz]",
    ),
    bad(
        "three corners",
        "'aa:bb:cc' is not a point",
        ";AB[@aa:bb:cc]",
    ),
    bad("a hole off the board", "'!!' is not a point", ";AE[@!!]"),
    bad(
        "an occupied point",
        "illegal move: occupied",
        ";B[ii];W[@ii]",
    ),
    bad(
        "an occupied point set up",
        "illegal move: occupied",
        ";AB[ii];W[@ii]",
    ),
    bad(
        "suicide of one stone",
        "illegal move: suicide",
        ";AB[hi][ih];W[@ii]",
    ),
    bad(
        "stones without a liberty",
        "without a liberty",
        ";AW[@ih]AB[ii]AW[hi]",
    ),
    bad(
        "a rectangle without a liberty",
        "without a liberty",
        ";AB[@aa:ii]",
    ),
    bad("a comment without an end", "has no ']'", ";C@[never ends"),
    bad("an escaped end", "has no ']'", ";C@[never ends\\]"),
    bad("a name without an end", "has no ']'", ";PB@[never ends (;W"),
];

/// Bad as a whole, or in its head.
const BAD_RECORDS: &[BadRecord] = &[
    bad("nothing", "there is no game record", "@"),
    bad("blanks", "there is no game record", "@ \n\t\n "),
    bad(
        "words",
        "there is no game record",
        "@There is no game here.",
    ),
    bad(
        "parentheses",
        "there is no game record",
        "@((((((((((((((((((((()))",
    ),
    bad("zeros", "there is no game record", "@\0\0\0\0\0\0"),
    bad(
        "a page",
        "there is no game record",
        "@<!DOCTYPE html>\n<html><body>404 (not found)</body></html>",
    ),
    bad("size 0", "'0' is not a board size", "(;GM[1]SZ[@0];B[aa])"),
    bad(
        "size 26",
        "'26' is not a board size",
        "(;GM[1]\nSZ[@26];B[aa])",
    ),
    bad("a negative size", "'-9' is not a board size", "(;SZ[@-9])"),
    bad(
        "a size in words",
        "'nine' is not a board size",
        "(;\n\nSZ[@nine])",
    ),
    bad(
        "a size of three sides",
        "'9:9:9' is not a board size",
        "(;SZ[@9:9:9])",
    ),
    bad("half a size", "'9:' is not a board size", "(;SZ[@9:])"),
    bad(
        "a side too long",
        "'19:26' is not a board size",
        "(;SZ[@19:26])",
    ),
    bad(
        "a fraction of a size",
        "'9.5' is not a board size",
        "(;SZ[@9.5])",
    ),
    bad(
        "another game",
        "not of a game of Go",
        "(;FF[4]\nGM[@2];B[aa])",
    ),
    bad("chess", "not of a game of Go", "(;GM[@3])"),
];

const fn bad(kind: &'static str, says: &'static str, text: &'static str) -> BadRecord {
    BadRecord { kind, says, text }
}

/// Some moves, which do no harm to one another, on lines of their own or not.
fn good_moves(random: &mut Pcg64) -> String {
    let mut text = String::new();
    for number in 0..below(random, 12) {
        let (column, row) = (
            char::from(b'a' + (number % 5) as u8),
            char::from(b'c' + 2 * (number / 5) as u8),
        );
        let breaks = ["", "\n", "\r\n", " "][below(random, 4)];
        let note = ["", "C[\u{e9} \u{5c71}\\]]", "BL[9.5]", "XX[unknown]"][below(random, 4)];
        text.push_str(&format!(
            "{breaks};{}[{column}{row}]{note}",
            ["B", "W"][number % 2]
        ));
    }
    text
}

/// The record without the mark, and the line and column, from 1, where the mark was.
fn unmarked(text: &str) -> (String, usize, usize) {
    let (before, after) = text.split_once('@').expect("a mark");
    let line = before.replace("\r\n", "\n");
    let column = line.chars().rev().take_while(|&sign| sign != '\n').count() + 1;
    (
        format!("{before}{after}"),
        line.matches('\n').count() + 1,
        column,
    )
}

/// Each in several records, with the place of the fault.
fn bad_records() -> Vec<(&'static BadRecord, String)> {
    let mut random = Pcg64::new(5, 1);
    let mut records = Vec::new();
    for bad in BAD_NODES {
        for _ in 0..VARIANTS {
            let head = [
                "(;GM[1]FF[4]SZ[9]",
                "SZ[9]\n",
                "mail (x)\r\n\r\n(;SZ[9]KM[6.5]",
                "(\n;\nSZ[9]C[\n\n]",
            ][below(&mut random, 4)];
            let mut text = format!("{head}{}{}", good_moves(&mut random), bad.text);
            // A value without an end must not find that of a later one.
            if !bad.says.contains("']'") {
                text.push_str([")", ";B[gg])", "\n(;W[gg])(;W[hh]))", ""][below(&mut random, 4)]);
            }
            records.push((bad, text));
        }
    }
    for bad in BAD_RECORDS {
        records.push((bad, bad.text.to_owned()));
    }
    records
}

#[test]
fn bad_records_are_refused_with_their_place_and_change_nothing() {
    let folder = folder("bad records");
    let mut engine = session_after(IN_A_GAME);
    let before = fingerprint(&mut engine);
    let file = folder.join("bad 1.sgf");
    let mut faults = Vec::new();
    for (bad, marked) in bad_records() {
        let (text, line, column) = unmarked(&marked);
        fs::write(&file, &text).expect("a file");
        let reply = engine.execute_line(&format!("loadsgf {}", file.display()));
        let refusal = reply.map_or_else(|failure| failure.to_string(), |_| "loaded".to_owned());
        let place = format!("line {line}, column {column}: ");
        let is_named = [bad.says, &place, "cannot load file"]
            .iter()
            .all(|word| refusal.contains(word));
        if !is_named {
            faults.push(format!(
                "{}: {refusal}, expected {place}{}\n{text}",
                bad.kind, bad.says
            ));
        }
        assert_eq!(fingerprint(&mut engine), before, "{}: {text}", bad.kind);
    }
    assert!(BAD_NODES.len() + BAD_RECORDS.len() >= 40);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn records_beyond_the_limits_are_refused() {
    let too_many_nodes = format!("(;SZ[9]{})", ";".repeat(sgf::MAX_NODES));
    let too_many_moves = format!("(;SZ[9];B{})", "[]".repeat(MAX_MOVES + 1));
    let too_many_setups = format!("(;SZ[9]AB{})", "[aa]".repeat(sgf::MAX_SETUPS + 1));
    let too_large = format!("(;SZ[9]C[{}])", "x".repeat(sgf::MAX_BYTES));
    for (text, says) in [
        (too_many_nodes, "more than"),
        (too_many_moves, "the most kept"),
        (too_many_setups, "sets up more than"),
        (too_large, "longer than 8 MB"),
    ] {
        let error = sgf::load(text.as_bytes(), None)
            .expect_err(says)
            .to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// A record cut off anywhere is read as far as it goes, or refused where its last value begins: never half a move.
#[test]
fn records_cut_off_anywhere_are_read_as_far_as_they_go() {
    let text = "(;GM[1]SZ[9]KM[6.5];B[cc]C[a \\] b];W[gg];B[cg](;W[gc])(;W[dd]))";
    let whole = sgf::load(text.as_bytes(), None).expect("a record").game;
    for at in 0..text.len() {
        match sgf::load(&text.as_bytes()[..at], None) {
            Ok(loaded) => {
                let moves = loaded.game.moves();
                let is_pass = |(_, mv): &(_, tengen::types::Move)| mv.point().is_none();
                assert!(at < 14 || !moves.iter().any(is_pass), "{at}: {moves:?}");
                assert!(
                    at < 14 || whole.moves().starts_with(moves),
                    "{at}: {moves:?}"
                );
            }
            Err(error) => assert!(
                [
                    "no game record",
                    "has no ']'",
                    "is not a point",
                    "is not a board size"
                ]
                .iter()
                .any(|says| error.to_string().contains(says)),
                "{at}: {error}"
            ),
        }
    }
}
