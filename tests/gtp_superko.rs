//! Repetitions of each kind under each ko rule, as a client meets them: the
//! position comes from a record, the moves and the answers over GTP.

use std::fs;
use std::path::PathBuf;
use tengen::game::{Game, sgf};
use tengen::gtp::{Config, Session};
use tengen::types::Color;

/// A cycle, up to the move that would close it.
struct Cycle {
    name: &'static str,
    diagram: &'static str,
    first: Color,
    /// In turn, all legal.
    moves: &'static [&'static str],
    /// The move that repeats.
    last: &'static str,
    /// The answer to it under simple ko, positional and situational superko.
    answers: [&'static str; 3],
}

const LEGAL: &str = "";
const KO: &str = "illegal move: ko";
const FROM_START: &str = "illegal move: superko, repeats move 0";

const CYCLES: &[Cycle] = &[
    Cycle {
        name: "a ko taken back at once",
        diagram: ". X O .\nX O . O\n. X O .",
        first: Color::Black,
        moves: &["C2"],
        last: "B2",
        answers: [KO, KO, KO],
    },
    Cycle {
        name: "a ko taken back after two passes",
        diagram: ". X O .\nX O . O\n. X O .",
        first: Color::Black,
        moves: &["C2", "pass", "pass"],
        last: "B2",
        answers: [LEGAL, FROM_START, FROM_START],
    },
    Cycle {
        name: "sending two, returning one",
        diagram: ". X O . .\nX X O O .\n. O . O .",
        first: Color::White,
        moves: &["A1", "C1"],
        last: "B1",
        answers: [LEGAL, FROM_START, LEGAL],
    },
    Cycle {
        name: "eternal life",
        diagram: ". . . .\n. O X .\nO O X X\n. X . O",
        first: Color::Black,
        moves: &["A1", "C1", "B1"],
        last: "D1",
        answers: [LEGAL, FROM_START, FROM_START],
    },
    Cycle {
        name: "triple ko",
        diagram: ". X O . . X O . . X O .\nX O . O X . X O X O . O\n. X O . . X O . . X O .",
        first: Color::Black,
        moves: &["C2", "F2", "L2", "B2", "G2"],
        last: "K2",
        answers: [LEGAL, FROM_START, FROM_START],
    },
    Cycle {
        name: "a suicide of two stones that changes nothing",
        diagram: ". . O . .\nO O O . .\n. . O . .",
        first: Color::Black,
        moves: &["A1", "pass"],
        last: "B1",
        answers: [LEGAL, FROM_START, LEGAL],
    },
];

const KO_RULES: [&str; 3] = ["SIMPLE", "POSITIONAL", "SITUATIONAL"];

impl Cycle {
    /// A session in which the move that repeats is next, and whose turn it is.
    fn session(&self, number: usize, ko: &str) -> (Session, Color) {
        let mut game = Game::from_diagram(self.diagram).unwrap();
        game.set_to_move(self.first);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("superko {number} {ko}.sgf"));
        fs::write(&file, sgf::save(&game, &sgf::Info::default())).unwrap();
        let mut session = Session::new(Config {
            playouts: Some(30),
            memory_mb: 16,
            seed: Some(1),
            ..Config::default()
        });
        let mut lines = vec![format!("loadsgf {}", file.display())];
        lines.push(format!(
            "kata-set-rules {{\"ko\":\"{ko}\", \"suicide\":true}}"
        ));
        let mut color = self.first;
        for vertex in self.moves {
            lines.push(format!("play {color} {vertex}"));
            color = !color;
        }
        for line in lines {
            session
                .execute_line(&line)
                .unwrap_or_else(|failure| panic!("{}: {line}: {failure}", self.name));
        }
        (session, color)
    }
}

fn ask(session: &mut Session, line: &str) -> String {
    session
        .execute_line(line)
        .unwrap_or_else(|failure| failure.to_string())
}

#[test]
fn each_kind_under_each_rule() {
    for (number, cycle) in CYCLES.iter().enumerate() {
        for (ko, expected) in KO_RULES.iter().zip(cycle.answers) {
            let (mut session, color) = cycle.session(number, ko);
            let context = format!("{} under {ko}", cycle.name);
            let legal = if expected == LEGAL { "1" } else { "0" };
            let line = format!("{color} {}", cycle.last);
            assert_eq!(
                ask(&mut session, &format!("is_legal {line}")),
                legal,
                "{context}"
            );
            let all = ask(&mut session, &format!("all_legal {color}"));
            assert_eq!(
                all.split(' ').any(|vertex| vertex == cycle.last),
                legal == "1",
                "{context}"
            );
            assert_eq!(
                ask(&mut session, &format!("play {line}")),
                expected,
                "{context}"
            );
        }
    }
}

#[test]
fn a_server_may_allow_it_but_tengen_never_plays_it() {
    for (number, cycle) in CYCLES.iter().enumerate() {
        let (mut session, color) = cycle.session(number, "POSITIONAL");
        ask(&mut session, "tengen-param accept_repetition 1");
        let only = format!("restricted_genmove {color} {}", cycle.last);
        assert_eq!(ask(&mut session, &only), "pass", "{}", cycle.name);
        for _ in 0..5 {
            let reply = ask(&mut session, &format!("genmove {color}"));
            assert_ne!(reply, cycle.last, "{}", cycle.name);
            if reply != "resign" {
                ask(&mut session, "undo");
            }
        }
        let line = format!("play {color} {}", cycle.last);
        assert_eq!(ask(&mut session, &line), "", "{}", cycle.name);
    }
}

#[test]
fn a_long_cycle_under_simple_ko_has_no_score() {
    let (mut session, color) = CYCLES[3].session(100, "SIMPLE");
    assert!(!ask(&mut session, "final_score").starts_with("cannot"));
    ask(&mut session, &format!("play {color} D1"));
    assert!(ask(&mut session, "final_score").starts_with("cannot score: "));
}
