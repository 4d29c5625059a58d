use super::finding::Candidate;
use super::graph::Wanted;
use super::*;
use crate::book::Book;
use crate::game::Rules;
use crate::net::{Loading, NetworkOptions};
use crate::search::{MethodChoice, broken};
use crate::temporary::Directory;
use crate::types::{Color, Dims, format_moves, parse_move};
use std::fs;

const KOMI: f32 = 7.0;
const NETWORK: &str = "net.bin (sample)";

fn dims() -> Dims {
    Dims::square(5).unwrap()
}

/// What was found on 5×5 after `moves`: each candidate with visits, prior and utility.
fn finding(moves: &str, utility: f32, candidates: &[(&str, u64, f32, f32)]) -> Finding {
    let candidates = candidates
        .iter()
        .map(|&(mv, visits, prior, utility)| Candidate {
            mv: mv.to_owned(),
            visits,
            prior,
            utility,
        });
    Finding {
        size: 5,
        komi: KOMI,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        network: Some(NETWORK.to_owned()),
        visits: 100,
        utility,
        candidates: candidates.collect(),
    }
}

fn graph(findings: &[Finding]) -> Graph {
    let mut graph = Graph::new(dims(), KOMI);
    for finding in findings {
        graph.add(finding).unwrap();
    }
    graph.settle();
    graph
}

fn start() -> Finding {
    finding(
        "",
        0.2,
        &[
            ("C3", 60, 0.6, 0.2),
            ("C2", 40, 0.2, 0.1),
            ("pass", 1, 0.2, -0.9),
        ],
    )
}

fn wanted(graph: &Graph) -> Option<String> {
    let Wanted { moves, .. } = graph.wanted(&[])?;
    Some(format_moves(dims(), &moves))
}

/// The lines of the book.
fn lines(graph: &Graph) -> Vec<String> {
    let heading = Heading {
        comment: "For tests.".to_owned(),
        dims: dims(),
        komi: 6.0..=8.0,
    };
    let text = heading.book(&graph.pages(0.05));
    Book::read(&text).unwrap();
    let lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines[..2], ["# For tests.", "board 5 komi 6 to 8"]);
    lines[2..].to_vec()
}

#[test]
fn the_empty_board_comes_first_then_what_is_reached_most() {
    assert_eq!(wanted(&Graph::new(dims(), KOMI)).as_deref(), Some(""));
    let mut graph = graph(&[start()]);
    assert_eq!(wanted(&graph).as_deref(), Some("C3"));
    let after = finding("C3", -0.2, &[("D3", 90, 0.5, -0.2), ("E5", 10, 0.5, -0.9)]);
    graph.add(&after).unwrap();
    graph.settle();
    // White's best move comes before what Black might have played instead, and that before a worse one of White's.
    let best = graph.wanted(&[]).unwrap();
    let next = graph.wanted(&[best.key]).unwrap();
    let last = graph.wanted(&[best.key, next.key]).unwrap();
    let wanted = [best, next, last].map(|wanted| format_moves(dims(), &wanted.moves));
    assert_eq!(wanted, ["C3 D3", "C2", "C3 E5"]);
}

#[test]
fn what_is_found_later_decides() {
    let found = [start(), finding("C3", 0.5, &[("D3", 90, 0.9, 0.5)])];
    assert_eq!(lines(&graph(&found[..1])), [": C3 100"]);
    // After C3 White is well off, so C2 is the better move.
    let both = graph(&found);
    assert_eq!(lines(&both)[0], ": C2 100");
    assert_eq!(wanted(&both).as_deref(), Some("C2"));
}

#[test]
fn moves_that_differ_little_share() {
    let close = finding("", 0.2, &[("C3", 60, 0.6, 0.2), ("C2", 40, 0.2, 0.18)]);
    assert_eq!(lines(&graph(&[close])), [": C3 66 C2 34"]);
}

#[test]
fn a_move_that_was_hardly_looked_at_is_judged_before_it_is_believed() {
    let lucky = finding("", 0.2, &[("C3", 90, 0.6, 0.2), ("C2", 5, 0.1, 0.4)]);
    let graph = graph(&[lucky]);
    assert_eq!(lines(&graph), [": C3 100"]);
    assert_eq!(wanted(&graph).as_deref(), Some("C2"));
}

#[test]
fn positions_are_the_same_turned_and_in_another_order() {
    // C2, C4, B3 and D3 are one move; C3 D3 C2 and C2 D3 C3 lead to one position.
    let found = [
        finding(
            "",
            0.0,
            &[
                ("C2", 50, 0.1, 0.0),
                ("C4", 50, 0.1, 0.0),
                ("C3", 50, 0.1, 0.0),
            ],
        ),
        finding("B3", 0.0, &[("B4", 50, 0.5, 0.0)]),
        finding("C3", 0.0, &[("C4", 50, 0.5, 0.0)]),
    ];
    let mut graph = graph(&found);
    assert_eq!(graph.positions(), 3);
    let mut lines = lines(&graph);
    lines.sort();
    assert_eq!(lines, [": C2 50 C3 50", "B3: B4 100", "C3: C4 100"]);
    graph.add(&finding("D3", 0.5, &[])).unwrap();
    assert_eq!(graph.positions(), 3, "it is there already");
}

#[test]
fn a_position_that_comes_again_stands_in_the_book_once() {
    // In the first line each player loses a stone; the second goes straight to the same position.
    let lines_of_play = ["A1 A2 D1 E1 E2 B1 C3", "D1 A2 E2 B1 C3"];
    let both = [("A1", 50, 0.5, 0.0), ("D1", 50, 0.5, 0.0)];
    let mut found = vec![finding("", 0.0, &both)];
    for line in lines_of_play {
        let moves: Vec<&str> = line.split(' ').collect();
        for played in 1..moves.len() {
            let only = [(moves[played], 50, 1.0, 0.0)];
            found.push(finding(&moves[..played].join(" "), 0.0, &only));
        }
    }
    let graph = graph(&found);
    assert_eq!(graph.positions(), 11);
    let lines = lines(&graph);
    assert_eq!(lines.len(), 10);
    let ends = lines.iter().filter(|line| line.ends_with(": C3 100"));
    assert_eq!(ends.count(), 1);
}

#[test]
fn findings_that_do_not_fit_are_refused() {
    let mut graph = Graph::new(dims(), KOMI);
    let wrong = [
        (
            Finding { size: 9, ..start() },
            "board 9 and komi 7 instead of 5 and 7",
        ),
        (
            Finding {
                komi: 6.5,
                ..start()
            },
            "komi 6.5 instead",
        ),
        (finding("C3 C3", 0.0, &[]), "C3"),
        (finding("Z9", 0.0, &[]), "Z9"),
        (finding("", f32::INFINITY, &[]), "utility"),
        (
            finding("", 0.0, &[("C3", u64::MAX, 0.1, 0.0)]),
            "C3: no search says that",
        ),
        (finding("C3", 0.0, &[("C3", 1, 0.1, 0.0)]), "C3"),
    ];
    for (finding, why) in wrong {
        let error = graph.add(&finding).unwrap_err();
        assert!(error.contains(why), "{finding:?}: {error}");
    }
    assert_eq!(graph.positions(), 0);
}

#[test]
fn what_an_interrupted_job_has_found_is_read_again() {
    let directory = Directory::new("findings");
    let path = directory.join("found.jsonl");
    let after = finding("C3", -0.2, &[("D3", 90, 0.5, -0.2)]);
    let mut empty = Graph::new(dims(), KOMI);
    Findings::open(&path, NETWORK, &mut empty)
        .unwrap()
        .add(&start())
        .unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    for rest in ["{\"size\":5,", "{\"s"] {
        fs::write(&path, format!("{whole}{rest}")).unwrap();
        let mut read = Graph::new(dims(), KOMI);
        Findings::open(&path, NETWORK, &mut read)
            .unwrap()
            .add(&after)
            .unwrap();
        assert_eq!(read.positions(), 1);
    }
    let mut both = Graph::new(dims(), KOMI);
    Findings::open(&path, NETWORK, &mut both).unwrap();
    assert_eq!(both.positions(), 2);
    // A last line that lacks only its end is whole.
    fs::write(&path, whole.trim_end()).unwrap();
    let mut one = Graph::new(dims(), KOMI);
    Findings::open(&path, NETWORK, &mut one)
        .unwrap()
        .add(&after)
        .unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    // What is no file of findings stays as it is.
    fs::write(&path, "{\"precious\": 1}").unwrap();
    assert!(Findings::open(&path, NETWORK, &mut one).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"precious\": 1}");
    fs::write(&path, format!("{whole}nothing\n")).unwrap();
    let error = Findings::open(&path, NETWORK, &mut both)
        .unwrap_err()
        .to_string();
    assert!(error.contains("line 2"), "{error}");
}

#[test]
fn findings_are_all_by_one_network() {
    let directory = Directory::new("findings-of-networks");
    let path = directory.join("found.jsonl");
    let open = |network| {
        let mut graph = Graph::new(dims(), KOMI);
        Findings::open(&path, network, &mut graph).map_err(|error| error.to_string())
    };
    let unsigned = Finding {
        network: None,
        ..start()
    };
    let after = finding("C3", -0.2, &[("D3", 90, 0.5, -0.2)]);
    // Before findings named their network, anybody may have made them.
    open(NETWORK).unwrap().add(&unsigned).unwrap();
    let mut findings = open(NETWORK).unwrap();
    assert_eq!(findings.unsigned(), 1);
    findings.add(&after).unwrap();
    assert_eq!(open(NETWORK).unwrap().unsigned(), 1);
    let content = fs::read(&path).unwrap();
    let error = open("other.bin").unwrap_err();
    let wrong = "line 2: it is by net.bin (sample), and not by other.bin";
    assert!(error.ends_with(wrong), "{error}");
    assert_eq!(fs::read(&path).unwrap(), content);
}

/// Makes so many visits with the built-in network.
fn teacher(visits: u64) -> Teacher {
    let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
    Teacher {
        settings: Settings {
            method: MethodChoice::Network(network),
            ..Settings::default()
        },
        network: NETWORK.to_owned(),
        visits,
    }
}

#[test]
fn a_search_that_fails_has_found_nothing() {
    let teacher = teacher(20);
    let mut game = Game::new(dims(), Rules::default(), KOMI);
    for (vertex, place) in [
        ("C3", "on the empty board"),
        ("D4", "in the position after C3"),
        ("C2", "in the position after C3 D4"),
    ] {
        broken::break_expansions(0..u64::MAX);
        let error = teacher.search(&game).unwrap_err();
        assert_eq!(error, format!("the search has failed {place}"));
        assert!(teacher.search(&game).is_ok(), "the next one does not fail");
        let mv = parse_move(dims(), vertex).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
}

#[test]
fn a_teacher_judges_as_many_positions_as_asked_for() {
    let mut graph = Graph::new(dims(), KOMI);
    let mut found = Vec::new();
    let judged = teacher(20).judge(&mut graph, 12, 3, |finding| {
        found.push(finding?);
        Ok::<(), String>(())
    });
    assert_eq!(judged, Ok(()));
    assert_eq!((graph.positions(), found.len()), (12, 12));
    assert!(found.iter().all(|finding| {
        let is_signed = finding.network.as_deref() == Some(NETWORK);
        is_signed && finding.visits == 20 && !finding.candidates.is_empty()
    }));
    graph.settle();
    let text = lines(&graph).join("\n");
    let book = Book::read(&format!("board 5 komi 7 to 7\n{text}")).unwrap();
    let game = Game::new(dims(), Rules::default(), KOMI);
    assert!(!book.moves(&game, Color::Black).is_empty(), "{text}");
}
