//! GoGui's analyze commands: the menu's grammar, and the form of every answer
//! in every kind of position; and the pictures during a search.

mod process;

use process::session;
use std::collections::HashSet;
use tengen::gtp::{Engine, table};
use tengen::net::{Loading, NetworkOptions, Networks};
use tengen::session::Config;
use tengen::types::{Dims, parse_move, parse_vertex};

const TYPES: [&str; 20] = [
    "bwboard", "cboard", "dboard", "eplist", "gfx", "hstring", "hpstring", "none", "param",
    "plist", "pspairs", "pstring", "sboard", "string", "var", "varb", "varc", "varp", "varpo",
    "varw",
];
const WILDCARDS: [char; 8] = ['c', 'm', 'p', 'P', 's', 'o', 'r', 'w'];

fn engine(setup: &[&str]) -> Engine {
    let mut engine = Engine::new(
        Config {
            playouts: Some(60),
            memory_mb: 16,
            seed: Some(1),
            ..Config::default()
        }
        .into(),
    );
    for line in setup {
        engine
            .execute_line(line)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    engine
}

/// Type, label and command of every line.
fn menu(engine: &mut Engine) -> Vec<(String, String, String)> {
    let text = engine.execute_line("gogui-analyze_commands").unwrap();
    let entry = |line: &str| {
        let mut parts = line.split('/').map(str::to_owned);
        let [kind, label, command] = [(); 3].map(|()| parts.next().expect("three parts"));
        assert_eq!(parts.next(), None, "{line}");
        (kind, label, command)
    };
    text.lines().map(entry).collect()
}

/// The answer as a client sees it.
fn answer(engine: &mut Engine, line: &str) -> String {
    match engine.execute_line(line) {
        Ok(text) => format!("= {text}"),
        Err(error) => format!("? {error}"),
    }
}

#[test]
fn the_menu_is_as_gogui_reads_it() {
    let menu = menu(&mut engine(&[]));
    let mut labels = HashSet::new();
    for (kind, label, command) in &menu {
        assert!(TYPES.contains(&kind.as_str()), "{kind}");
        assert!(!label.trim().is_empty() && labels.insert(label), "{label}");
        let (group, _) = label.split_once(": ").expect("a group");
        let groups = [
            "Search", "Board", "Reading", "Rules", "Score", "Game", "Settings",
        ];
        assert!(groups.contains(&group), "{group}");
        let name = command.split(' ').next().unwrap();
        assert!(table::find(name).is_some(), "{command}");
        for (at, _) in command.match_indices('%') {
            let wildcard = command[at + 1..].chars().next().expect("a letter after %");
            assert!(WILDCARDS.contains(&wildcard), "{command}");
        }
    }
    assert!(menu.len() >= 20);
}

/// Vertices, or boards of words, or whatever else an answer must consist of.
fn check_answer(kind: &str, text: &str, dims: Dims, command: &str) {
    let fault = format!("{command}: {text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_vertex = |word: &&str| parse_vertex(dims, word).is_ok();
    let board = |is_fine: &dyn Fn(&str) -> bool| {
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), dims.height(), "{fault}");
        for row in rows {
            assert_eq!(row.split(' ').count(), dims.width(), "{fault}");
            assert!(row.split(' ').all(is_fine), "{fault}");
        }
    };
    match kind {
        "bwboard" => board(&|word| ["b", "w", "\"\""].contains(&word)),
        "cboard" => board(&|word| word == "\"\"" || is_color(word)),
        "dboard" => board(&|word| word.parse().is_ok_and(|value: f64| value.abs() <= 1.0)),
        "plist" => assert!(words.iter().all(is_vertex), "{fault}"),
        "pspairs" => {
            assert!(words.len().is_multiple_of(2), "{fault}");
            assert!(words.iter().step_by(2).all(is_vertex), "{fault}");
        }
        "var" => assert!(
            words.iter().all(|word| parse_move(dims, word).is_ok()),
            "{fault}"
        ),
        "gfx" => text.lines().for_each(|line| check_gfx(line, dims)),
        "param" => text.lines().for_each(check_param),
        "string" => assert!(text.lines().count() == 1, "{fault}"),
        "none" => assert_eq!(text, ""),
        "hstring" | "hpstring" => assert!(!text.contains("\n\n"), "{fault}"),
        other => panic!("nothing is known of {other}"),
    }
}

fn is_color(word: &str) -> bool {
    let named = ["red", "green", "blue", "cyan", "pink", "yellow", "gray"].contains(&word);
    let digits = word.strip_prefix('#');
    named
        || digits.is_some_and(|digits| digits.len() == 6 && u32::from_str_radix(digits, 16).is_ok())
}

/// One drawing command.
fn check_gfx(line: &str, dims: Dims) {
    let is_vertex = |word: &&str| parse_vertex(dims, word).is_ok();
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let words: Vec<&str> = rest.split(' ').collect();
    let fine = match command {
        "TEXT" => !rest.is_empty(),
        "COLOR" => is_color(words[0]) && words[1..].iter().all(is_vertex),
        "LABEL" => {
            let labels = words.iter().skip(1).step_by(2);
            words.iter().step_by(2).all(is_vertex) && labels.clone().all(|label| label.len() <= 4)
        }
        "INFLUENCE" => {
            let mut values = words.iter().skip(1).step_by(2);
            words.iter().step_by(2).all(is_vertex)
                && values.all(|word| word.parse().is_ok_and(|value: f64| value.abs() <= 1.0))
        }
        "VAR" => {
            let mut colors = words.iter().step_by(2);
            let mut moves = words.iter().skip(1).step_by(2);
            colors.all(|word| ["b", "w"].contains(word))
                && moves.all(|word| parse_move(dims, word).is_ok())
        }
        "MARK" | "SQUARE" | "TRIANGLE" => words.iter().all(is_vertex),
        "BLACK" | "WHITE" | "CIRCLE" => rest.is_empty() || words.iter().all(is_vertex),
        "CLEAR" => rest.is_empty(),
        _ => false,
    };
    assert!(fine, "{line}");
}

/// `[bool] ponder 1`, `[list/a/b] k a`, `[string] k v`.
fn check_param(line: &str) {
    let (kind, rest) = line
        .strip_prefix('[')
        .and_then(|line| line.split_once("] "))
        .expect(line);
    let (key, value) = rest.split_once(' ').expect(line);
    assert!(!key.is_empty());
    match kind {
        "bool" => assert!(["0", "1"].contains(&value), "{line}"),
        "string" => assert!(!value.is_empty()),
        _ => {
            let values = kind.strip_prefix("list/").expect(line);
            assert!(values.split('/').any(|one| one == value), "{line}");
        }
    }
}

const POSITIONS: [&[&str]; 5] = [
    &["boardsize 5"],
    &["boardsize 1"],
    &["boardsize 6 4", "play b C3", "play w D2", "play b pass"],
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
    &[
        "boardsize 5",
        "play b C3",
        "play w C4",
        "play b pass",
        "play w pass",
    ],
];

#[test]
fn every_answer_has_the_form_of_its_type() {
    for position in POSITIONS {
        let mut engine = engine(position);
        let dims = engine.session().game().dims();
        for (kind, _, command) in menu(&mut engine) {
            let stone = engine.execute_line("list_stones b").unwrap();
            let stone = stone.split(' ').next().unwrap().to_owned();
            let at = |stone: &str| {
                let points = format!("{stone} {stone}");
                command.replace("%p", stone).replace("%P", &points)
            };
            if at("") != command && stone.is_empty() {
                let answer = engine.execute_line(&at("A1"));
                // Of a point without a stone nothing can be told but that it is no eye.
                match command.starts_with("eval_eye ") {
                    true => assert_eq!(answer.as_deref(), Ok("-1")),
                    false => assert!(answer.is_err(), "{command}"),
                }
                continue;
            }
            let line = at(&stone).replace("%c", "black");
            let text = engine
                .execute_line(&line)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
            check_answer(&kind, &text, dims, &line);
        }
    }
}

#[test]
fn dialogs_set_what_they_show() {
    let mut engine = engine(&["boardsize 5"]);
    for command in ["tengen-param", "tengen-search_param", "tengen-rules_param"] {
        let before = engine.execute_line(command).unwrap();
        for line in before.lines() {
            let (kind, rest) = line.split_once("] ").unwrap();
            let (key, value) = rest.split_once(' ').unwrap();
            assert_eq!(
                engine.execute_line(&format!("{command} {key}")).unwrap(),
                value
            );
            let values: Vec<&str> = match kind.strip_prefix("[list/") {
                Some(values) => values.split('/').collect(),
                None if kind == "[bool" => vec!["1", "0"],
                None => vec![value],
            };
            for other in values.into_iter().chain([value]) {
                engine
                    .execute_line(&format!("{command} {key} {other}"))
                    .unwrap();
                assert_eq!(
                    engine.execute_line(&format!("{command} {key}")).unwrap(),
                    other
                );
            }
        }
        assert_eq!(engine.execute_line(command).unwrap(), before);
    }
}

#[test]
fn katagos_names_for_settings_are_known() {
    let mut engine = engine(&[]);
    let mut ask = |line: &str| answer(&mut engine, line);
    assert_eq!(ask("kata-set-param maxVisits 47"), "= ");
    assert_eq!(ask("kata-get-param maxVisits"), "= 47");
    assert_eq!(ask("kata-get-param maxPlayouts"), "= 60");
    assert_eq!(ask("tengen-param playouts"), "= 60");
    assert_eq!(ask("kata-get-param playoutDoublingAdvantage"), "= 0.0");
    assert_eq!(ask("kata-set-param playoutDoublingAdvantage 1.5"), "= ");
    assert_eq!(ask("kata-get-param playoutDoublingAdvantage"), "= 1.5");
    let refusal = "? playoutDoublingAdvantage is a number from -3 to 3, not '3.5'";
    assert_eq!(ask("kata-set-param playoutDoublingAdvantage 3.5"), refusal);
    let handicap = "dynamicPlayoutDoublingAdvantageCapPerOppLead";
    assert_eq!(ask(&format!("kata-get-param {handicap}")), "= 0.045");
    assert_eq!(ask(&format!("kata-set-param {handicap} 0.02")), "= ");
    assert_eq!(ask("tengen-search_param handicap_advantage"), "= 0.02");
    assert_eq!(ask("kata-set-param cpuctExploration 1.1"), "= ");
    assert_eq!(ask("tengen-search_param cpuct"), "= 1.1");
    assert_eq!(ask("kata-set-param analysisWideRootNoise 0.04"), "= ");
    assert_eq!(ask("kata-get-param analysisWideRootNoise"), "= 0.04");
    assert_eq!(ask("kata-set-param maxTime 1e20"), "= ");
    assert_eq!(ask("kata-get-param maxTime"), "= 1e+20");
    assert_eq!(ask("kata-set-param maxVisits 1000000000000"), "= ");
    assert_eq!(ask("tengen-param playouts"), "= 60");
    assert_eq!(ask("kata-set-param maxPlayouts 20"), "= ");
    assert_eq!(ask("kata-set-param allowResignation false"), "= ");
    assert_eq!(ask("tengen-param resign"), "= never");
    assert_eq!(ask("kata-set-param resignThreshold -0.8"), "= ");
    assert_eq!(ask("kata-set-param allowResignation true"), "= ");
    assert_eq!(ask("tengen-param resign"), "= 10");
    assert_eq!(
        ask("kata-get-param speed"),
        "? unknown setting 'speed': 'kata-list-params' lists them"
    );
    assert_eq!(ask("kata-set-param exploration 0.25"), "= ");
    assert_eq!(ask("kata-get-param exploration"), "= 0.25");
    for name in ask("kata-list-params")[2..].split(' ').map(str::to_owned) {
        let value = ask(&format!("kata-get-param {name}"));
        assert_eq!(
            ask(&format!("kata-set-param {name} {}", &value[2..])),
            "= ",
            "{name}"
        );
    }
}

#[test]
fn sequences_and_set_ups_are_done_whole_or_not_at_all() {
    let mut engine = engine(&["boardsize 5"]);
    let mut ask = |line: &str| answer(&mut engine, line);
    assert_eq!(ask("gogui-play_sequence b C3 w D4 B pass"), "= ");
    assert_eq!(ask("move_history"), "= black PASS\nwhite D4\nblack C3");
    assert_eq!(
        ask("gogui-play_sequence w B2 b D4"),
        "? illegal move: occupied, at move 2 of the sequence, D4"
    );
    assert_eq!(
        ask("gogui-play_sequence w"),
        "? syntax error: the vertex is missing; usage: gogui-play_sequence [COLOR VERTEX]..."
    );
    assert_eq!(ask("list_stones w"), "= D4");
    assert_eq!(ask("gogui-setup B A1 W A2 B B1 E D4"), "= ");
    assert_eq!(ask("list_stones b"), "= C3 A1 B1");
    assert_eq!(ask("list_stones w"), "= A2");
    assert_eq!(ask("move_history"), "= ");
    assert_eq!(ask("gogui-setup_player W"), "= ");
    assert!(ask("showboard").contains("White to play"));
    // No liberty would be left.
    assert!(ask("gogui-setup w C1 w B2 b E5").starts_with("? cannot set up: "));
    assert_eq!(ask("list_stones b"), "= C3 A1 B1");
    assert!(ask("gogui-setup x A1").starts_with("? syntax error: 'x' is not a color"));
    assert!(ask("gogui-setup b Z1").starts_with("? invalid coordinate"));
    assert_eq!(ask("gogui-interrupt"), "= ");
    assert_eq!(ask("gogui-version 1.6.0"), "= ");
    assert!(ask("gogui-title").starts_with("= Tengen"));
}

#[test]
fn pictures_show_the_position() {
    // Black's corner lives even if Black always passes; White's lone stone is in atari.
    let mut engine = engine(&[
        "boardsize 5",
        "gogui-setup b A2 b B2 b C2 b B1 b D1 b D2 b D3 w E1",
    ]);
    let mut ask = |line: &str| engine.execute_line(line).unwrap();
    assert_eq!(
        ask("tengen-pass_alive"),
        "\"\" \"\" \"\" \"\" \"\"\n\"\" \"\" \"\" \"\" \"\"\n\"\" \"\" \"\" cyan \"\"\ncyan cyan cyan cyan \"\"\ncyan cyan cyan cyan \"\""
    );
    assert!(ask("tengen-chains").contains("COLOR #ff0000 E1"));
    assert!(ask("tengen-chains").contains("E1 1"));
    assert_eq!(ask("tengen-chain D3"), "D3 A2 B2 C2 D2 B1 D1");
    // A1 and C1 are suicide for White.
    assert!(ask("tengen-forbidden w").starts_with("MARK A1 C1\nTEXT 2 empty points"));
    assert!(ask("tengen-repetitions").starts_with("No position has come twice"));
    let pv = ask("tengen-pv");
    assert!(ask("tengen-best_moves").starts_with(&format!("{} 1", pv.split(' ').next().unwrap())));
}

#[test]
fn a_map_shows_moves_that_are_the_same_turned() {
    let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
    let config = Config {
        networks: Networks {
            judge: Some(network),
            human: None,
        },
        playouts: Some(60),
        threads: 1,
        ..Config::default()
    };
    let mut engine = Engine::new(config.into());
    let mut ask = |line: &str| engine.execute_line(line).unwrap();
    ask("boardsize 7");
    ask("play b D4");
    let map = ask("tengen-heatmap visits");
    let labels = map.lines().find_map(|line| line.strip_prefix("LABEL "));
    let labels: Vec<&str> = labels.unwrap().split(' ').collect();
    let visits = |vertex: &str| {
        let place = labels.iter().position(|&word| word == vertex)?;
        Some(labels[place + 1])
    };
    // Beside the stone, on each of its four sides.
    let beside = ["D5", "E4", "D3", "C4"].map(visits);
    assert!(beside[0].is_some(), "{map}");
    assert_eq!(beside, [beside[0]; 4], "{map}");
    let best = ask("tengen-best_moves");
    let firsts: HashSet<&str> = best.split(' ').step_by(2).take(4).collect();
    assert_eq!(firsts, HashSet::from(["D5", "E4", "D3", "C4"]), "{best}");
}

#[test]
fn a_ko_is_seen_as_a_repetition() {
    let mut engine = engine(&[
        "boardsize 4",
        "kata-set-rules tromp-taylor",
        "play b A1",
        "play w D1",
        "play b B2",
        "play w C2",
        "play b C1",
        "play w B1",
    ]);
    // White has taken C1.
    let text = engine.execute_line("tengen-forbidden b").unwrap();
    assert!(
        text.contains("TRIANGLE C1") || text.contains("SQUARE C1"),
        "{text}"
    );
    engine
        .execute_line("tengen-param accept_repetition 1")
        .unwrap();
    engine.execute_line("play b C1").unwrap();
    let text = engine.execute_line("tengen-repetitions").unwrap();
    assert!(
        text.lines()
            .any(|line| line == "The same stones after moves 5, 7"),
        "{text}"
    );
}

fn stderr_of(lines: &str) -> String {
    let output = session("--threads 1 --seed 1 --time 2", lines);
    let text = process::errors(&output);
    let (greeting, text) = text.split_once('\n').unwrap();
    assert!(greeting.starts_with("GTP ready"), "{greeting}");
    text.to_owned()
}

#[test]
fn live_graphics_are_drawn_when_switched_on() {
    let text = stderr_of("tengen-param live_graphics 1\ngenmove b\ntengen-param live_graphics 0\n");
    let dims = Dims::square(19).unwrap();
    let mut blocks = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line {
            "gogui-gfx: CLEAR" => assert_eq!(lines.next(), None, "{text}"),
            "gogui-gfx:" => {
                blocks += 1;
                let mut drawn = 0;
                for command in lines.by_ref().take_while(|line| !line.is_empty()) {
                    check_gfx(command, dims);
                    drawn += 1;
                }
                assert!(drawn >= 2, "{text}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(blocks > 0, "{text}");
}
