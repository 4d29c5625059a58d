//! Little memory, long lines, long sessions, long games.

use crate::is_move;
use crate::process::{Engine, replies, run, tengen, tengen_in_shell, text};
use std::io::Write;
use std::thread;

fn kilobytes(engine: &Engine, name: &str) -> u64 {
    engine.kilobytes(name).expect("it runs")
}

#[test]
fn a_tree_of_no_size_still_plays() {
    for size in ["9", "19", "25"] {
        let options = format!("--memory 1 --playouts 3000 --size {size}");
        let replies = replies(&options, "genmove b\ngenmove w\nquit\n");
        for reply in replies.trim_end().split("\n\n").take(2) {
            assert!(is_move(reply), "{size}: {reply}");
        }
    }
}

/// The tree may take 4 GB, and the system gives the program some MB more than it needs without one.
#[test]
fn a_system_without_memory_makes_a_full_tree() {
    // What dead stones are judged by besides the network is not measured, but fits into 10 MB.
    let by_network = ("built-in", 600, [10_000, 45_000, 80_000]);
    let by_playouts = ("none", 3000, [2_000, 4_000, 80_000]);
    for (network, playouts, surplus) in [by_playouts, by_network] {
        let options = format!("--net {network} --memory 4000 --threads 1 --size 13 --playouts");
        // With a heap for each thread, what is needed would depend on which of them come first.
        let one_heap = ("MALLOC_ARENA_MAX", "1");
        let mut unlimited = tengen(&format!("{options} 1"));
        let mut engine = Engine::start(unlimited.env(one_heap.0, one_heap.1));
        engine.ask("genmove b");
        let needed = kilobytes(&engine, "VmPeak");
        for more in surplus {
            let limit = needed + more;
            let script = format!("ulimit -v {limit}; exec \"$0\" {options} {playouts}");
            let input = "genmove b\ngenmove w\nfinal_score\ngenmove b\nname\n";
            let mut limited = tengen_in_shell(&script);
            let output = run(limited.env(one_heap.0, one_heap.1), input);
            assert!(output.status.success(), "{network} {more}: {output:?}");
            let answers = text(&output.stdout);
            let answers: Vec<&str> = answers.trim_end().split("\n\n").collect();
            assert_eq!(answers.len(), 5);
            for index in [0, 1, 3] {
                assert!(is_move(answers[index]), "{answers:?}");
            }
        }
    }
}

/// Whose the points are is counted for each move, but not by each thread for itself.
#[test]
fn owners_by_move_take_little_memory_with_many_threads() {
    let peak = |included: &str| {
        let options = "--size 25 --memory 16 --threads 16 --playouts 8000";
        let mut engine = Engine::start(&mut tengen(options));
        let reply = engine.ask(&format!("kata-search_analyze b 100000 {included} true"));
        assert!(reply.contains("play "), "{reply}");
        kilobytes(&engine, "VmHWM")
    };
    let (whole, by_move) = (peak("ownership"), peak("movesOwnership"));
    assert!(by_move < whole + 40_000, "{whole} {by_move}");
}

#[test]
fn a_hundred_megabytes_in_one_line() {
    let mut engine = Engine::start(&mut tengen(""));
    let block = vec![b'x'; 1 << 20];
    engine.send("1 loadsgf ");
    for _ in 0..100 {
        engine.send(&block);
    }
    engine.send("\n");
    assert_eq!(
        engine.reply(),
        "?1 syntax error: the line is longer than 65536 bytes"
    );
    assert_eq!(engine.ask("2 name"), "=2 Tengen");
    assert!(kilobytes(&engine, "VmHWM") < 50_000);
}

/// What a client may send all day.
const QUICK: [&str; 8] = [
    "play b D4",
    "undo",
    "komi 6.5",
    "time_left b 60 0",
    "is_legal w C3",
    "known_command nonsense",
    "nonsense",
    "name",
];

fn many_commands(rounds: usize) {
    let mut engine = Engine::start(&mut tengen("--size 9"));
    let mut input = engine.input.take().unwrap();
    let lines = QUICK.join("\n") + "\n";
    // The input stays open: the program may be far ahead of what is looked at here, and must still be there at the last look.
    let writer = thread::spawn(move || {
        (0..rounds).for_each(|_| input.write_all(lines.as_bytes()).unwrap());
        input
    });
    let mut early = 0;
    for round in 0..rounds {
        for command in QUICK {
            let reply = engine.reply();
            assert_eq!(reply.starts_with('='), command != "nonsense", "{reply}");
        }
        if round == rounds / 10 {
            early = kilobytes(&engine, "VmRSS");
        }
        if round == rounds - rounds / 10 {
            let grown = kilobytes(&engine, "VmRSS").saturating_sub(early);
            assert!(grown < 2_000, "{grown} kB more in {round} rounds");
        }
    }
    drop(writer.join().unwrap());
    assert!(engine.end().success());
}

#[test]
fn memory_stays_flat_over_many_commands() {
    many_commands(10_000);
}

#[test]
#[ignore = "takes half a minute"]
fn memory_stays_flat_over_a_million_commands() {
    many_commands(125_000);
}

/// A ko taken and retaken, with passes between so that nothing but superko forbids it.
#[test]
fn ten_thousand_moves_and_back() {
    let mut input = String::from("boardsize 5\n");
    for setup in [
        "b B3", "w C3", "b C2", "w D2", "b C4", "w D4", "b E1", "w E3",
    ] {
        input += &format!("play {setup}\n");
    }
    let cycle = ["b D3", "w pass", "b pass", "w C3", "b pass", "w pass"];
    for mv in cycle.iter().cycle().take(9_996) {
        input += &format!("play {mv}\n");
    }
    input += "1 showboard\ngg-undo 9000\n";
    input += &"undo\n".repeat(1_004);
    input += "2 undo\n3 list_stones b\n4 genmove b\n";
    let text = replies("--accept-repetition --playouts 10", input);
    assert_eq!(
        text.matches('?').count(),
        1,
        "only the last undo is refused"
    );
    assert!(text.contains("Move 10004: white pass"));
    assert!(text.contains("?2 cannot undo: no move was played\n\n=3 \n\n=4 "));
}
