//! Lines with a word missing or wrong: commands, colors, vertices, questions, files, moves.

use crate::table::{Table, excerpt};
use crate::words::{not_colors, not_counts, not_decimals, not_vertices, off_the_board, owned};
use tengen::wire::MAX_LINE;

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

pub fn forms(table: &mut Table) {
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

pub fn missing_words(table: &mut Table) {
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
        ("set_random_seed", "seed"),
        ("loadsgf", "file"),
        ("savesgf", "file"),
        ("go_ladder", "vertex"),
        ("go_cfg_distance", "vertex"),
        ("go_rules", "name of the rules"),
        ("go_param_rules ko_rule", "value"),
        ("static_score", "name of the score"),
        ("sg_compare_int", "number"),
        ("sg_compare_float 0.5", "command"),
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
                    &match name.ends_with("-analyze") {
                        true => format!("see 'help {name}'"),
                        false => format!("usage: {name}"),
                    },
                ],
            );
        }
    }
}

pub fn points(table: &mut Table) {
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
        "go_ladder {}",
        "go_cfg_distance {}",
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
        for command in ["countlib", "findlib", "tengen-chain", "go_ladder"] {
            table.add(
                "no stone there",
                format!("{command} {vertex}"),
                &["vertex must not be empty", &named],
            );
        }
    }
}

pub fn questions(table: &mut Table) {
    let statuses = owned(&["undead", "white", "alive,dead", "a1"]);
    table.each(
        "no status",
        &["final_status_list {}"],
        &statuses,
        "is not a status",
    );
    table.each(
        "no command to compare",
        &["sg_compare_int 1 {}", "sg_compare_float 0.5 {}"],
        &owned(&["quit", "play", "sg_compare_int", "uct"]),
        "cannot be compared",
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

pub fn files(table: &mut Table, folder: &str) {
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
        "is neither the number of a move nor a vertex",
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
        table.add(
            "a file that cannot be written",
            format!("savesgf {file}"),
            &["cannot save file", &excerpt(file)],
        );
    }
}

pub fn stones(table: &mut Table) {
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
    for (set_up, chain) in [
        ("b A5 w A4 w B5", "A5"),
        ("e E5 w A5 b A4 b B5", "A5"),
        ("w E1 b D1 b E2", "E1"),
    ] {
        table.add(
            "stones without a liberty",
            format!("gogui-setup {set_up}"),
            &[
                "cannot set up",
                &format!("the chain at {chain} without a liberty"),
            ],
        );
    }
}
