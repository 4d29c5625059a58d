//! Bad input, kind by kind: each is answered with an error that names what was wrong, and changes nothing.

#[path = "../checks/mod.rs"]
mod checks;
mod lines;
mod numbers;
#[path = "../oracle/mod.rs"]
mod oracle;
mod records;
mod table;
#[path = "../temporary/mod.rs"]
mod temporary;
mod words;

use checks::session::{check_reply, config};
use checks::state::fingerprint;
use records::{bad_records, unmarked};
use table::{Bad, Table};
use temporary::{Directory, TemporaryFile};
use tengen::game::{MAX_MOVES, sgf};
use tengen::gtp::Engine;
use words::not_vertices;

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
    let mut engine = Engine::new(config());
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

#[test]
fn bad_lines_are_refused_by_name_and_change_nothing() {
    let folder = Directory::new("bad lines");
    folder.write("good.sgf", "(;SZ[5];B[cc];W[bb])");
    let mut table = Table::default();
    lines::forms(&mut table);
    lines::missing_words(&mut table);
    lines::points(&mut table);
    numbers::numbers(&mut table);
    numbers::times(&mut table);
    numbers::rules(&mut table);
    numbers::settings(&mut table);
    lines::questions(&mut table);
    lines::files(&mut table, &folder.display().to_string());
    lines::stones(&mut table);
    assert!(table.kinds().len() >= 50, "{:?}", table.kinds());
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
        &["bad vertex list", "no point is named"],
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
        "lz-genmove_analyze b",
        "kata-search",
        "kata-search_cancellable b",
        "kata-search_analyze b",
        "kata-search_analyze_cancellable b",
        "reg_genmove b",
        "reg_genmove_toplay",
        "restricted_genmove b C3",
        "gogui-play_sequence b C3",
    ] {
        let most = format!("already has {MAX_MOVES} moves");
        table.add("one move too many", line, &["illegal move", &most]);
    }
    let faults = faults(&mut full_session(), &table);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn bad_records_are_refused_with_their_place_and_change_nothing() {
    let mut engine = session_after(IN_A_GAME);
    let before = fingerprint(&mut engine);
    let mut faults = Vec::new();
    for (bad, marked) in bad_records() {
        let (text, line, column) = unmarked(&marked);
        let file = TemporaryFile::new("bad 1.sgf", &text);
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
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn records_beyond_the_limits_are_refused() {
    let too_many_nodes = format!("(;SZ[9]{})", ";".repeat(sgf::MAX_NODES));
    let too_many_moves = format!("(;SZ[9];B{})", "[]".repeat(MAX_MOVES + 1));
    let too_many_setups = format!("(;SZ[9]AB{})", "[aa]".repeat(sgf::MAX_SETUPS + 1));
    let too_large = format!("(;SZ[9]C[{}])", "x".repeat(sgf::MAX_BYTES));
    for (text, says) in [
        (too_many_nodes, "more nodes than"),
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
