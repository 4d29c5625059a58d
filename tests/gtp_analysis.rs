//! Analysis over pipes: the form of every line, its end at any input, the tree
//! that stays, and any order of commands.

mod analysis;
mod process;

use analysis::{Engine, Shape, check_info};
use std::time::{Duration, Instant};
use tengen::game::{Game, Rules};
use tengen::types::{Color, Dims};

const LEELA: Shape = Shape {
    kata: false,
    root_info: false,
    ownership: false,
    ownership_stdev: false,
    moves_ownership: false,
    moves_ownership_stdev: false,
    no_result: false,
    pv_visits: false,
    pv_edge_visits: false,
};
const KATA: Shape = Shape {
    kata: true,
    ..LEELA
};

fn empty(width: usize, height: usize) -> Game {
    Game::new(Dims::new(width, height).unwrap(), Rules::default(), 7.5)
}

fn engine(dims: Dims) -> Engine {
    let mut engine = Engine::start("--threads 1 --seed 1 --playouts 50");
    engine.ask(&format!("boardsize {} {}", dims.width(), dims.height()));
    engine
}

/// The first line of the analysis that `command` starts, after one that shows all that was asked for. All are checked. Any
/// input ends it.
fn analyse(command: &str, game: &Game, color: Color, shape: Shape, end: &str) -> String {
    let mut engine = engine(game.dims());
    engine.send(&format!("12 {command}"));
    assert_eq!(engine.line(), "=12 ");
    let first = engine.line();
    check_info(&first, game, color, shape);
    loop {
        let line = engine.line();
        check_info(&line, game, color, shape);
        if shape.is_whole(&line) {
            break;
        }
    }
    engine.send(end);
    engine.rest_of_info(|line| {
        check_info(line, game, color, shape);
    });
    if !end.trim().is_empty() && !end.starts_with('#') {
        assert_eq!(engine.reply().text(), "2");
    }
    assert_eq!(engine.ask("name"), "Tengen");
    first
}

#[test]
fn every_option_shows_what_it_names_and_nothing_else() {
    let game = empty(5, 4);
    let black = |command: &str, shape: Shape| {
        analyse(command, &game, Color::Black, shape, "protocol_version")
    };
    black("lz-analyze 2", LEELA);
    black("kata-analyze 2", KATA);
    for (option, shape) in [
        (
            "rootInfo",
            Shape {
                root_info: true,
                ..KATA
            },
        ),
        (
            "ownership",
            Shape {
                ownership: true,
                ..KATA
            },
        ),
        (
            "ownershipStdev",
            Shape {
                ownership_stdev: true,
                ..KATA
            },
        ),
        (
            "movesOwnership",
            Shape {
                moves_ownership: true,
                ..KATA
            },
        ),
        (
            "movesOwnershipStdev",
            Shape {
                moves_ownership_stdev: true,
                ..KATA
            },
        ),
        (
            "noResultValue",
            Shape {
                no_result: true,
                ..KATA
            },
        ),
        (
            "pvVisits",
            Shape {
                pv_visits: true,
                ..KATA
            },
        ),
        (
            "pvEdgeVisits",
            Shape {
                pv_edge_visits: true,
                ..KATA
            },
        ),
    ] {
        black(&format!("kata-analyze b 2 {option} true"), shape);
        black(&format!("kata-analyze interval 2 {option} false"), KATA);
    }
    let all = Shape {
        kata: true,
        root_info: true,
        ownership: true,
        ownership_stdev: true,
        moves_ownership: true,
        moves_ownership_stdev: true,
        no_result: true,
        pv_visits: true,
        pv_edge_visits: true,
    };
    let command = "kata-analyze w 2 rootInfo true ownership true ownershipStdev true \
        movesOwnership true movesOwnershipStdev true noResultValue true pvVisits true pvEdgeVisits true";
    analyse(command, &game, Color::White, all, "protocol_version");
}

#[test]
fn moves_are_counted_avoided_and_allowed() {
    let game = empty(5, 5);
    let moves = |options: &str| -> Vec<String> {
        let command = format!("lz-analyze b 2 {options}");
        let line = analyse(&command, &game, Color::Black, LEELA, "protocol_version");
        check_info(&line, &game, Color::Black, LEELA)
    };
    // The first line comes before two moves have been visited, where the machine is busy.
    assert_eq!(moves("minmoves 2 maxmoves 2").len(), 2);
    assert_eq!(moves("minmoves 26").len(), 26);
    assert!(
        !moves("avoid b C3,D3 1 avoid b C2 1")
            .iter()
            .any(|mv| ["C3", "D3", "C2"].contains(&mv.as_str()))
    );
    assert_eq!(moves("allow b B2 1"), ["B2"]);
    let mut two = moves("allow b C3,pass 9 minmoves 9");
    two.sort();
    assert_eq!(two, ["C3", "pass"]);
    // Only the other player's moves are restricted.
    assert!(moves("allow w B2 1 minmoves 26").len() > 20);
}

#[test]
fn any_input_ends_an_analysis() {
    let game = empty(7, 7);
    for end in ["protocol_version", "", "# interrupt", "# a comment", "  \t"] {
        analyse("kata-analyze 5", &game, Color::Black, KATA, end);
    }
    // The end of the input too: nobody is left to read.
    let mut engine = engine(game.dims());
    engine.send("lz-analyze 5");
    engine.line();
    engine.close();
    engine.wait();
}

#[test]
fn neither_the_first_line_nor_the_end_waits_for_the_interval() {
    let mut engine = engine(empty(19, 19).dims());
    // A line every thousand seconds: who waited for that would find the test's own limit.
    engine.send("kata-analyze 100000");
    assert_eq!(engine.line(), "= ");
    engine.line();
    engine.send("name");
    engine.rest_of_info(|_| ());
    assert_eq!(engine.reply().text(), "Tengen");
}

/// The most visited move's visits in one of the lines of an analysis, counted from 1, which ends there.
fn most_visits(engine: &mut Engine, command: &str, number: usize) -> u64 {
    engine.send(command);
    assert_eq!(engine.line(), "= ");
    for _ in 1..number {
        engine.line();
    }
    let line = engine.line();
    engine.send("");
    engine.rest_of_info(|_| ());
    let words: Vec<&str> = line.split(' ').collect();
    let at = words.iter().position(|&word| word == "visits").unwrap();
    words[at + 1].parse().unwrap()
}

#[test]
fn a_move_under_dynamic_komi_has_its_line_too() {
    let mut engine = engine(Dims::square(13).unwrap());
    engine.ask("fixed_handicap 5");
    let reply = engine.ask("lz-genmove_analyze w 500 maxmoves 1");
    assert!(reply.contains("info move "), "{reply}");
    assert!(reply.contains("play "), "{reply}");
}

#[test]
fn the_tree_is_kept_from_analysis_to_analysis_and_without_noise_to_the_move() {
    for (noise, is_kept) in [("0", true), ("0.04", false)] {
        let mut engine = Engine::start("--threads 1 --seed 1 --playouts 2");
        engine.ask("boardsize 5");
        engine.ask(&format!("kata-set-param analysisWideRootNoise {noise}"));
        let found = most_visits(&mut engine, "lz-analyze 1", 30);
        let again = most_visits(&mut engine, "lz-analyze 1 maxmoves 1", 1);
        assert!(again >= found, "{found} {again}");
        let reply = engine.ask("lz-genmove_analyze b 1 maxmoves 1");
        let lines: Vec<&str> = reply.lines().collect();
        let [.., info, play] = &lines[..] else {
            panic!("{reply}");
        };
        let words: Vec<&str> = info.split(' ').collect();
        let ["info", "move", mv, "visits", visits, ..] = words[..] else {
            panic!("{info}");
        };
        assert_eq!(*play, format!("play {mv}"));
        // Of two playouts of its own the second one is its first visit.
        let visits: u64 = visits.parse().unwrap();
        match is_kept {
            true => assert!(visits > again / 2, "{visits} {again}"),
            false => assert_eq!(visits, 1),
        }
    }
}

#[test]
fn a_generated_move_comes_after_its_lines() {
    for (command, shape) in [
        ("lz-genmove_analyze b 5", LEELA),
        ("kata-genmove_analyze b 5", KATA),
        (
            "kata-genmove_analyze 5 ownership true pvVisits true",
            Shape {
                ownership: true,
                pv_visits: true,
                ..KATA
            },
        ),
    ] {
        let mut game = empty(5, 5);
        let mut engine = engine(game.dims());
        let reply = engine.ask(command);
        let mut lines: Vec<&str> = reply.lines().collect();
        let mv = lines.pop().unwrap().strip_prefix("play ").unwrap();
        assert_eq!(lines[0], "");
        assert!(lines.len() >= 2);
        for line in &lines[1..] {
            check_info(line, &game, Color::Black, shape);
        }
        assert!(shape.is_whole(lines[lines.len() - 1]), "{reply}");
        analysis::play(&mut game, Color::Black, mv);
        assert_eq!(engine.ask("move_history"), format!("black {mv}"));
        let search = engine.ask("kata-search_analyze w");
        assert!(search.lines().last().unwrap().starts_with("play "));
        assert_eq!(engine.ask("move_history"), format!("black {mv}"));
    }
}

#[test]
fn a_generated_move_keeps_to_its_restrictions() {
    for (options, expected) in [("allow b A1 1", "play A1"), ("allow b pass 1", "play pass")] {
        let mut engine = engine(empty(5, 5).dims());
        let reply = engine.ask(&format!("lz-genmove_analyze b 5 {options}"));
        assert_eq!(reply.lines().last(), Some(expected), "{options}");
    }
}

#[test]
fn a_generated_move_is_none_that_is_to_be_avoided() {
    let mut engine = engine(empty(5, 5).dims());
    let reply = engine.ask("lz-genmove_analyze b 5 avoid b C3 1 allow w A1,pass 3");
    let last = reply.lines().last().unwrap();
    assert!(last.starts_with("play ") && last != "play C3", "{reply}");
}

#[test]
fn any_order_of_commands_gets_the_right_replies() {
    analysis::interleave(1, 150);
}

/// By hand: `cargo test --test gtp_analysis -- --ignored`.
#[test]
#[ignore = "takes a minute or two on a busy machine"]
fn a_thousand_commands_in_any_order_get_the_right_replies() {
    analysis::interleave(2, 1000);
}

/// By hand, on a machine with nothing else to do.
#[test]
#[ignore = "measures times"]
fn lines_come_at_their_interval_and_the_end_at_once() {
    for side in [9, 19] {
        let mut engine = engine(empty(side, side).dims());
        let began = Instant::now();
        engine.send("kata-analyze 25 ownership true");
        assert_eq!(engine.line(), "= ");
        engine.line();
        assert!(began.elapsed() < Duration::from_millis(300));
        for _ in 0..10 {
            let last = Instant::now();
            engine.line();
            let gap = last.elapsed().as_secs_f64();
            assert!((0.2..0.3).contains(&gap), "{gap}");
        }
        let began = Instant::now();
        engine.send("");
        engine.rest_of_info(|_| ());
        assert!(began.elapsed() < Duration::from_millis(100));
    }
}
