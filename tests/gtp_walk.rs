//! Every command of the table, with good and many bad arguments, in every kind
//! of position: none panics, none changes anything when it fails.

mod checks;
mod oracle;
mod temporary;

use checks::session::check_reply;
use checks::state::fingerprint;
use proptest::prelude::*;
use temporary::Directory;
use tengen::gtp::{Engine, Failure, table};
use tengen::session::Config;

fn engine() -> Engine {
    Engine::new(
        Config {
            playouts: Some(3),
            memory_mb: 16,
            seed: Some(1),
            ..Config::default()
        }
        .into(),
    )
}

/// A folder that holds a good record, a broken one and one with a blank in its name.
fn records() -> Directory {
    let folder = Directory::new("walk");
    folder.write("good.sgf", "(;GM[1]SZ[5]KM[5.5];B[cc];W[bb];B[dd])");
    folder.write("a 2", "(;SZ[5];B[aa];W[bb];B[ee])");
    folder.write("broken.sgf", "(;SZ[5];B[zz])");
    folder
}

/// Positions to be in: each a list of commands.
const SITUATIONS: &[&[&str]] = &[
    &["boardsize 5"],
    &["boardsize 1"],
    &["boardsize 1 3", "kata-set-rules tromp-taylor", "play b A1"],
    &["boardsize 7", "fixed_handicap 2", "play w D4"],
    &[
        "boardsize 5",
        "play b C3",
        "play w C4",
        "play b pass",
        "play w pass",
    ],
    &[
        "boardsize 6 3",
        "kata-set-rules japanese",
        "play w A1",
        "play w B1",
        "time_settings 10 0 0",
    ],
    // A ko that Black may not take back.
    &[
        "boardsize 4",
        "play b A1",
        "play w D1",
        "play b B2",
        "play w C2",
        "play b C1",
        "play w B1",
    ],
];

/// Arguments to try on every command.
const ARGUMENTS: &[&str] = &[
    "",
    "b",
    "white",
    "b A1",
    "WHITE c3",
    "b PASS",
    "w resign",
    "b C1",
    "b Z99",
    "b A0",
    "b I3",
    "b A1 B1 C1",
    "w A1 A1",
    "pass",
    "A1",
    "C3 C4",
    "A1 B1 C1 D1 E1",
    "Z26",
    "0",
    "1",
    "2",
    "5",
    "9",
    "-1",
    "26",
    "3 4",
    "4 0",
    "18446744073709551616",
    "1e400",
    "nan",
    "inf",
    "7,5",
    "7.25",
    "-0.5",
    "10 5 3",
    "0 0 0",
    "1 1 0",
    "-1 -1 -1",
    "b 10 0",
    "b 10 3",
    "w -5 0",
    "absolute 5",
    "byoyomi 5 1 3",
    "canadian 5 1 0",
    "fischer 5 1",
    "fischer-capped 5 1 9 -1",
    "hourglass 5",
    "none",
    "alive",
    "dead",
    "seki",
    "dame",
    "white_territory",
    "genmove",
    "no_such_command",
    "japanese",
    "aga-button",
    "{\"ko\":\"SIMPLE\"}",
    "{\"ko\":7}",
    "{",
    "ko SITUATIONAL",
    "scoring RANDOM",
    "hasButton true",
    "accept_repetition 1",
    "accept_repetition maybe",
    "resign never",
    "resign 300",
    "threads 0",
    "threads x",
    "memory 0",
    "time 0",
    "lag -1",
    "exploration 0.1",
    "exploration 99",
    "囲碁 \u{1F600} é",
    "%s%n../../etc",
    "no/such/file.sgf 3",
    "/",
];

/// Carries out a line and checks what must always hold.
fn try_line(engine: &mut Engine, line: &str) {
    let before = fingerprint(engine);
    let reply = engine.execute_line(line);
    check_reply(&reply, line);
    if reply.is_err() {
        assert_eq!(
            fingerprint(engine),
            before,
            "'{line}' failed and changed something"
        );
    }
}

/// Asks for a search or a judgement, which take their time.
fn is_slow(command: &str) -> bool {
    [
        "genmove",
        "score",
        "status",
        "analyze",
        "kata-search",
        "top_moves_",
    ]
    .iter()
    .any(|part| command.contains(part))
}

#[test]
fn every_command_with_every_argument() {
    let folder = records();
    let sgf = |name: &str| folder.path(name);
    let files = [
        sgf("good.sgf"),
        format!("{} 2", sgf("good.sgf")),
        format!("{} 99", sgf("good.sgf")),
        format!("{} B4", sgf("good.sgf")),
        format!("{} A1", sgf("good.sgf")),
        format!("{} Z1", sgf("good.sgf")),
        sgf("a 2"),
        format!("{} 2", sgf("a 2")),
        sgf("broken.sgf"),
        folder.display().to_string(),
    ];
    // One session for all: a situation leaves nothing behind that troubles the next.
    let mut engine = engine();
    for (number, situation) in SITUATIONS.iter().enumerate() {
        for command in table::commands() {
            let many: &[&str] = if is_slow(command.name) && number > 1 {
                &ARGUMENTS[..20]
            } else {
                ARGUMENTS
            };
            let mut lines: Vec<String> = many
                .iter()
                .map(|arguments| format!("{} {arguments}", command.name))
                .collect();
            match command.name {
                // These write wherever they are told to.
                name @ ("printsgf" | "savesgf") => {
                    let files = ["", "-", "/no/such/folder/x", &sgf("written 1.sgf")];
                    lines = files.map(|file| format!("{name} {file}")).to_vec();
                }
                "loadsgf" => lines.extend(files.iter().map(|file| format!("loadsgf {file}"))),
                _ => {}
            }
            for line in lines {
                for preparation in *situation {
                    engine.execute_line(preparation).unwrap();
                }
                try_line(&mut engine, &line);
            }
        }
    }
    assert!(folder.read("written 1.sgf").starts_with("(;GM[1]"));
}

#[test]
fn the_lists_agree_with_what_is_handled() {
    let mut engine = engine();
    let listed = engine.execute_line("list_commands").unwrap();
    let help = engine.execute_line("help").unwrap();
    let mut count = 0;
    for name in listed.lines() {
        count += 1;
        assert_eq!(name, name.trim());
        assert_eq!(
            engine
                .execute_line(&format!("known_command {name}"))
                .unwrap(),
            "true"
        );
        assert!(
            engine
                .execute_line(&format!("help {name}"))
                .unwrap()
                .starts_with(name)
        );
        let headed = |line: &str| line.trim_start().split(' ').next() == Some(name);
        assert_eq!(
            help.lines().filter(|line| headed(line)).count(),
            1,
            "{name}"
        );
        assert_ne!(
            engine.execute_line(name),
            Err(Failure::Refused("unknown command".to_owned())),
            "{name}"
        );
    }
    assert_eq!(count, table::commands().count());
    for name in ["analyze", "genmove_analyze", "kgs-chat"] {
        assert_eq!(
            engine
                .execute_line(&format!("known_command {name}"))
                .unwrap(),
            "false"
        );
    }
    for name in REQUIRED.split_whitespace() {
        assert!(table::find(name).is_some(), "{name} is missing");
    }
}

/// What the standard, regression files and clients need.
const REQUIRED: &str = "
    protocol_version name version known_command list_commands quit boardsize clear_board komi fixed_handicap
    place_free_handicap set_free_handicap play genmove undo time_settings time_left final_score
    final_status_list loadsgf reg_genmove showboard
    printsgf is_legal all_legal list_stones captures countlib findlib last_move move_history get_komi
    get_random_seed set_random_seed final_status restricted_genmove estimate_score kata-set-rules
    kata-get-rules rectangular_boardsize cputime gg-undo
    kata-list_time_settings kata-time_settings kgs-time_settings kgs-rules kgs-genmove_cleanup kgs-game_over
    reg_genmove_toplay go_ladder go_rules sg_compare_float uct_param_search uct_value savesgf";

/// Commands without a search, drawn at random.
fn any_line() -> impl Strategy<Value = String> {
    let names: Vec<&str> = table::commands()
        .map(|command| command.name)
        .filter(|name| !is_slow(name) && !["printsgf", "savesgf", "quit"].contains(name))
        .collect();
    let color = prop::sample::select(vec!["b", "w", "BLACK", "white"]);
    let vertex = "[A-Ga-g][1-7]|pass|K9";
    prop_oneof![
        6 => (color.clone(), vertex).prop_map(|(color, vertex)| format!("play {color} {vertex}")),
        1 => prop::sample::select(vec!["undo", "gg-undo 3", "clear_board", "boardsize 5", "boardsize 6 4"])
            .prop_map(str::to_owned),
        3 => (prop::sample::select(names), prop::sample::select(ARGUMENTS)).prop_map(|(name, rest)| format!("{name} {rest}")),
        1 => "\\PC{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_sequence_of_commands_breaks_a_session(lines in prop::collection::vec(any_line(), 1..80)) {
        let mut engine = engine();
        engine.execute_line("boardsize 5").unwrap();
        for line in lines {
            try_line(&mut engine, &line);
        }
    }
}
