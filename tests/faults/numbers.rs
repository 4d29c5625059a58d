//! Boards, komi and clocks beyond sense.

use crate::is_move;
use crate::process::{Engine, errors, replies, session, tengen};

#[test]
fn the_largest_and_the_smallest_boards() {
    for size in ["25", "1", "1 2", "25 1"] {
        let input = format!(
            "boardsize {size}\nclear_board\ngenmove b\ngenmove w\nfinal_score\nshowboard\n1 lz-analyze 1\n2 undo\n"
        );
        let text = replies("--playouts 20", input);
        assert!(!text.contains('?'), "{text}");
        assert!(text.contains("=2 \n\n"), "{text}");
    }
    for size in ["0", "26", "-1", "1 26", "99999999999999999999", "nan"] {
        let text = replies("", format!("boardsize {size}\nshowboard\n"));
        assert!(text.starts_with("? "), "{size}: {text}");
        assert!(text.contains("\n19 . ."), "the board is as it was: {text}");
    }
}

#[test]
fn absurd_komi() {
    for (komi, refusal) in [
        ("1e30", "unacceptable komi"),
        ("nan", "syntax error"),
        ("inf", "syntax error"),
        ("-inf", "syntax error"),
        ("-1e9", "unacceptable komi"),
        ("1e-30", "unacceptable komi"),
        ("7.3", "unacceptable komi"),
        ("", "syntax error"),
    ] {
        let text = replies(
            "--playouts 10 --size 5",
            format!("komi {komi}\nget_komi\ngenmove b\n"),
        );
        assert!(
            text.starts_with(&format!("? {refusal}: ")),
            "{komi}: {text}"
        );
        assert!(text.contains("= 7.5\n\n= "), "{komi}: {text}");
        let output = session(&format!("--komi={komi}"), "name\n");
        assert_eq!(output.status.code(), Some(2), "{komi}");
        assert!(errors(&output).contains("--komi"), "{komi}");
    }
    // The largest one there is.
    let text = replies(
        "--playouts 50 --size 5",
        "komi -1000\ngenmove w\ngenmove b\n",
    );
    assert!(!text.contains('?'), "{text}");
}

#[test]
fn no_time_left() {
    for left in ["0.01 0", "0 0", "0 1", "0.01 25", "-1 0"] {
        let input = format!("time_settings 60 0 0\ntime_left b {left}\ngenmove b\n1 name\n");
        let text = replies("--size 19", input);
        let moved = text.trim_end().rsplit("\n\n").nth(1).unwrap();
        assert!(is_move(moved) && moved != "= pass", "{left}: {text}");
    }
}

#[test]
fn clocks_that_contradict_themselves() {
    for settings in [
        "time_settings 0 0 5",
        "time_settings 0 5 0",
        "time_settings 1e30 1e30 1",
        "time_settings 1 1 4294967295",
        "time_settings -1 0 0",
        "time_settings nan inf 1",
        "kgs-time_settings byoyomi 0 0 0",
        "kgs-time_settings byoyomi 1 1 99999999999",
        "kgs-time_settings canadian 0 0 0",
        "kata-time_settings fischer 0 0",
        "kata-time_settings fischer-capped 5 9 1 1",
    ] {
        let mut engine = Engine::start(&mut tengen("--size 9 --time 0.2"));
        for line in [settings, "time_left b 0.2 7", "time_left w 1e30 0"] {
            engine.ask(line);
        }
        engine.send("kata-genmove_analyze b 10\n");
        assert_eq!(engine.line(), "= ", "{settings}");
        // It is at work, or has moved already. Whatever of it is accepted, an interrupt still answers: some of it means
        // "as long as you like".
        let first = engine.line();
        engine.send("# interrupt\n");
        let reply = format!("{first}\n{}", engine.reply());
        let (_, mv) = reply.rsplit_once("play ").expect(settings);
        assert!(
            is_move(&format!("= {}", mv.trim_end())),
            "{settings}: {reply}"
        );
        assert_eq!(engine.ask("1 name"), "=1 Tengen", "{settings}");
    }
}
