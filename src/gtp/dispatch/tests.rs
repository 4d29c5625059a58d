use crate::gtp::{Config, Engine};
use crate::session::tests::{config, game};

/// A small and quick one, the same each time.
pub fn engine() -> Engine {
    Engine::new(Config {
        game: game(),
        ..config().into()
    })
}

fn ask(engine: &mut Engine, line: &str) -> String {
    match engine.execute_line(line) {
        Ok(text) => format!("= {text}"),
        Err(failure) => format!("? {failure}"),
    }
}

#[test]
fn a_panic_is_an_error_like_any_other() {
    let mut engine = engine();
    assert_eq!(ask(&mut engine, "test-panic"), "? internal error: as asked");
    assert_eq!(ask(&mut engine, "play b C3"), "= ");
}

#[test]
fn a_broken_search_still_answers_with_a_legal_move() {
    let mut engine = engine();
    ask(&mut engine, "play b C3");
    for _ in 0..3 {
        ask(&mut engine, "test-break_search");
        let before = engine.session().game().moves().len();
        let reply = ask(&mut engine, "genmove w");
        assert!(reply.starts_with("= ") && reply != "= resign", "{reply}");
        assert_eq!(engine.session().game().moves().len(), before + 1);
    }
    ask(&mut engine, "test-break_search");
    assert!(ask(&mut engine, "reg_genmove b").starts_with("= "));
    ask(&mut engine, "test-break_search");
    assert_eq!(ask(&mut engine, "final_status_list dead"), "= ");
    assert!(ask(&mut engine, "genmove b").starts_with("= "));
}

#[test]
fn a_clock_that_has_run_down_is_no_reason_to_pass() {
    let mut engine = engine();
    for line in [
        "tengen-param playouts 0",
        "time_settings 10 0 0",
        "time_left b 0 0",
    ] {
        ask(&mut engine, line);
    }
    assert_ne!(ask(&mut engine, "genmove b"), "= pass");
}

#[test]
fn regression_moves_do_not_depend_on_the_past() {
    let question = "reg_genmove b";
    let fresh = ask(&mut engine(), question);
    let mut used = engine();
    ask(&mut used, "set_random_seed 99");
    let past = [
        "genmove b",
        "genmove w",
        "reg_genmove w",
        "undo",
        "undo",
        "boardsize 7",
        "genmove b",
        "boardsize 5",
    ];
    for line in past {
        ask(&mut used, line);
    }
    assert_eq!(ask(&mut used, question), fresh);
    assert_eq!(ask(&mut used, question), fresh);
}

#[test]
fn settings_that_stay_as_they_were_cost_nothing_that_was_found() {
    let mut engine = engine();
    let visits = |engine: &mut Engine| {
        let summary = ask(engine, "tengen-search_summary");
        let line = summary.lines().find(|line| line.starts_with("Visits: "));
        line.expect("a line of visits").to_owned()
    };
    ask(&mut engine, "tengen-param playouts 40");
    let found = visits(&mut engine);
    ask(&mut engine, "tengen-param playouts 20");
    for (params, is_set) in [
        (r#"{"numSearchThreads": 2, "zzz": 1}"#, false),
        (r#"{"numSearchThreads": 2, "threads": 1}"#, true),
    ] {
        let reply = ask(&mut engine, &format!("kata-set-params {params}"));
        assert_eq!(reply.starts_with('='), is_set, "{reply}");
        assert_eq!(visits(&mut engine), found, "{params}");
    }
    ask(&mut engine, "kata-set-params {\"threads\": 2}");
    assert_ne!(visits(&mut engine), found);
}

#[test]
fn a_seed_makes_a_game_the_same_again() {
    let game = |seed: u64| {
        let mut engine = engine();
        ask(&mut engine, &format!("set_random_seed {seed}"));
        let play = |_| ask(&mut engine, "genmove b") + &ask(&mut engine, "genmove w");
        (0..4).map(play).collect::<String>()
    };
    assert_eq!(game(7), game(7));

    let mut engine = engine();
    assert_eq!(ask(&mut engine, "set_random_seed -1"), "= ");
    let seed = format!("= {}", u64::MAX);
    assert_eq!(ask(&mut engine, "get_random_seed"), seed);
    for wrong in ["1.5", "-9223372036854775809", "18446744073709551616"] {
        let reply = ask(&mut engine, &format!("set_random_seed {wrong}"));
        assert!(
            reply.contains(&format!("'{wrong}' is not a seed")),
            "{reply}"
        );
    }
}

#[test]
fn a_result_belongs_to_its_position() {
    let mut engine = engine();
    for line in ["play b C3", "play w resign"] {
        ask(&mut engine, line);
    }
    assert!(ask(&mut engine, "printsgf").contains("RE[B+Resign]"));
    for line in ["undo", "play b B2"] {
        ask(&mut engine, line);
    }
    assert!(!ask(&mut engine, "printsgf").contains("RE["));
    // Nor does it come back with the position when a move of Tengen's has been taken back.
    for line in ["play w resign", "genmove w", "undo"] {
        ask(&mut engine, line);
    }
    assert!(!ask(&mut engine, "printsgf").contains("RE["));
}

#[test]
fn dead_stones_are_still_known_after_an_undo() {
    // The bridge to KGS asks again after the dispute.
    let mut engine = engine();
    ask(&mut engine, "kgs-rules japanese");
    for vertex in ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"] {
        ask(&mut engine, &format!("play b {vertex}"));
    }
    for line in ["play w A1", "play b pass", "play w pass"] {
        ask(&mut engine, line);
    }
    let first = ask(&mut engine, "final_status_list dead");
    assert_eq!(first, "= A1");
    for line in ["undo", "play w pass"] {
        ask(&mut engine, line);
    }
    assert_eq!(ask(&mut engine, "final_status_list dead"), first);
}

#[test]
fn a_finished_game_is_counted_as_it_stands_where_nobody_agrees_on_dead_stones() {
    let mut engine = engine();
    ask(&mut engine, "komi 0.5");
    for vertex in ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"] {
        ask(&mut engine, &format!("play b {vertex}"));
    }
    ask(&mut engine, "play w A1");
    for (rules, dead, score) in [
        (r#"{"friendlyPassOk":true}"#, "= A1", "= B+24.5"),
        ("cgos", "= ", "= B+7.5"),
    ] {
        ask(&mut engine, &format!("kata-set-rules {rules}"));
        for line in ["play b pass", "play w pass"] {
            ask(&mut engine, line);
        }
        assert_eq!(ask(&mut engine, "final_status_list dead"), dead);
        assert_eq!(ask(&mut engine, "final_score"), score);
    }
}

#[test]
fn only_what_was_tried_is_taken_back() {
    let mut engine = engine();
    for lines in [
        ["trymove b A1", "undo", "play b C3"],
        ["trymove b A1", "clear_board", "play b C3"],
    ] {
        for line in lines {
            assert_eq!(ask(&mut engine, line), "= ");
        }
        assert!(ask(&mut engine, "popgo").starts_with('?'));
        assert_eq!(engine.session().game().moves().len(), 1);
        ask(&mut engine, "clear_board");
    }
    for line in ["trymove b A1", "trymove w C3", "popgo", "popgo"] {
        assert_eq!(ask(&mut engine, line), "= ");
    }
    assert!(engine.session().game().moves().is_empty());
}

#[test]
fn a_repetition_is_recorded_on_request_only() {
    let mut engine = engine();
    for line in "b B1,b A2,w C1,w B2,w A1".split(',') {
        assert_eq!(ask(&mut engine, &format!("play {line}")), "= ");
    }
    // White has just taken B1.
    let before = engine.session().game().moves().len();
    assert_eq!(ask(&mut engine, "play b B1"), "? illegal move: ko");
    assert_eq!(engine.session().game().moves().len(), before);
    ask(&mut engine, "tengen-param accept_repetition 1");
    assert_eq!(ask(&mut engine, "play b B1"), "= ");
    assert_eq!(ask(&mut engine, "play b B1"), "? illegal move: occupied");
    // A suicide of two stones, which some servers allow.
    ask(&mut engine, "boardsize 5");
    for white in ["A3", "B2", "B1"] {
        ask(&mut engine, &format!("play w {white}"));
    }
    ask(&mut engine, "play b A1");
    assert_eq!(ask(&mut engine, "play b A2"), "= ");
    assert_eq!(ask(&mut engine, "list_stones b"), "= ");
}

#[test]
fn pondering_gives_way_to_commands_and_goes_on_until_the_position_changes() {
    let mut engine = engine();
    ask(&mut engine, "tengen-param ponder 1");
    ask(&mut engine, "genmove b");
    assert!(!engine.session.is_pondering(), "the reply comes first");
    engine.idle();
    assert!(engine.session.is_pondering());
    ask(&mut engine, "name");
    assert!(!engine.session.is_pondering());
    engine.idle();
    assert!(engine.session.is_pondering(), "the opponent still thinks");
    ask(&mut engine, "undo");
    engine.idle();
    assert!(!engine.session.is_pondering(), "nobody plays on from here");
    for command in [
        "lz-analyze",
        "stop",
        "kgs-game_over",
        "play w A1",
        "gogui-setup_player b",
    ] {
        ask(&mut engine, "genmove b");
        ask(&mut engine, command);
        engine.idle();
        assert!(!engine.session.is_pondering(), "{command}");
        ask(&mut engine, "clear_board");
    }
    ask(&mut engine, "genmove b");
    ask(&mut engine, "tengen-param ponder 0");
    ask(&mut engine, "genmove w");
    engine.idle();
    assert!(!engine.session.is_pondering());
}

/// Clients of KataGo ask for a move by `kata-search` and send it with `play`, where they want to choose themselves.
#[test]
fn a_suggested_move_that_is_played_is_pondered_about() {
    let mut engine = engine();
    ask(&mut engine, "tengen-param ponder 1");
    for (played, is_own) in [("play b C3", true), ("play w C3", false)] {
        ask(&mut engine, "kata-search b");
        engine.idle();
        assert!(!engine.session.is_pondering(), "nobody has moved");
        ask(&mut engine, played);
        engine.idle();
        assert_eq!(engine.session.is_pondering(), is_own, "{played}");
        ask(&mut engine, "clear_board");
    }
    for between in ["lz-analyze", "play b A1"] {
        ask(&mut engine, "kata-search b");
        ask(&mut engine, between);
        ask(&mut engine, "play b C3");
        engine.idle();
        assert!(!engine.session.is_pondering(), "{between}");
        ask(&mut engine, "clear_board");
    }
}

#[test]
fn pondering_ends_at_its_limits() {
    for (limit, most) in [
        ("maxTimePondering 0.02", u64::MAX),
        ("maxVisitsPondering 90", 100),
        ("maxPlayoutsPondering 60", 1000),
    ] {
        let mut engine = engine();
        ask(&mut engine, "tengen-param ponder 1");
        assert_eq!(ask(&mut engine, &format!("kata-set-param {limit}")), "= ");
        ask(&mut engine, "genmove b");
        engine.idle();
        let begun = std::time::Instant::now();
        while engine.session.is_pondering() {
            std::thread::yield_now();
        }
        // Without the limit it would be at work for ten minutes.
        assert!(begun.elapsed().as_secs() < 300, "{limit}");
        let visits = engine.session.visits_pondered();
        assert!(visits > 0 && visits <= most, "{limit}: {visits}");
    }
}

#[cfg(unix)]
mod unread_errors {
    use super::engine;
    use crate::console::{fault::tell_panics, stderr};
    use std::env;
    use std::io::{self, Write};
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Set in the process in which the test below runs a second time.
    const INSIDE: &str = "TENGEN_TEST_UNREAD_ERRORS";

    #[test]
    fn stop_nothing() {
        if env::var_os(INSIDE).is_some() {
            return fail_in_a_full_pipe();
        }
        // Tests have their names without that of the crate.
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::stop_nothing");
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", &name, "--nocapture"])
            .env(INSIDE, "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("it hangs");
            }
            thread::sleep(Duration::from_millis(20));
        };
        let said = io::read_to_string(child.stdout.take().unwrap()).unwrap();
        assert!(status.success(), "{status}: {said}");
        assert!(said.contains("1 passed"), "no test has run: {said}");
    }

    /// Somebody is stuck in writing to standard error, for ever. A thousand waits would take more than the minute.
    fn fail_in_a_full_pipe() {
        tell_panics();
        thread::spawn(|| io::stderr().write_all(&vec![b'x'; 1 << 20]));
        thread::sleep(Duration::from_millis(300));
        let mut engine = engine();
        for line in ["test-break_search", "test-break_workers 0 3", "test-panic"] {
            let _ = engine.execute_line(line);
            engine.execute_line("genmove b").expect("a move");
        }
        (0..1000).for_each(|number| stderr::say_and_wait(format!("fault {number}")));
    }
}
