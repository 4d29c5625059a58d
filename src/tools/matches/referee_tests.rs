use super::super::time_control::parse;
use super::*;
use crate::game::{KoRule, Rules};
use crate::time::TimeSystem;
use crate::tools::engine::Trouble;
use crate::tools::engine::fake::Fake;
use crate::types::{Dims, parse_vertex};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Answers `genmove` with these replies, one after the other, and most other commands with nothing.
struct Script {
    moves: VecDeque<Result<String, Trouble>>,
    score: &'static str,
    commands: &'static str,
    pause: Duration,
    seen: Arc<Mutex<Vec<String>>>,
}

fn script(moves: &str) -> Script {
    Script {
        moves: moves.split_whitespace().map(|m| Ok(m.to_owned())).collect(),
        score: "0",
        commands: "play genmove",
        pause: Duration::ZERO,
        seen: Arc::default(),
    }
}

impl Script {
    fn then(mut self, trouble: Trouble) -> Script {
        self.moves.push_back(Err(trouble));
        self
    }

    fn engine(mut self) -> Box<dyn Engine> {
        Box::new(Fake(move |command: &str| {
            self.seen.lock().unwrap().push(command.to_owned());
            match command.split(' ').next() {
                Some("genmove" | "kgs-genmove_cleanup") => {
                    std::thread::sleep(self.pause);
                    self.moves.pop_front().unwrap_or(Ok("pass".to_owned()))
                }
                Some("final_score") if self.score.is_empty() => Err(Trouble::Hang(Duration::ZERO)),
                Some("final_score") => Ok(self.score.to_owned()),
                Some("list_commands") => Ok(self.commands.to_owned()),
                Some("play") if command.contains("A9") => {
                    Err(Trouble::Refusal("illegal move".to_owned()))
                }
                _ => Ok(String::new()),
            }
        }))
    }
}

fn conditions(width: usize, height: usize) -> Conditions {
    Conditions {
        komi: 0.5,
        max_moves: 50,
        ..Conditions::of(Dims::new(width, height).unwrap())
    }
}

/// Plays from the empty board with nobody else there.
fn play(conditions: &Conditions, players: [Script; 2]) -> Finished {
    play_from(conditions, &Opening::default(), players, None)
}

fn play_from(
    conditions: &Conditions,
    opening: &Opening,
    players: [Script; 2],
    umpire: Option<&Umpire<'_>>,
) -> Finished {
    let staff = Staff {
        umpire,
        stop: &|| false,
    };
    let players = players.map(Script::engine);
    let finished = super::play(conditions, opening, players, &staff).ok();
    finished.expect("a game that is not stopped")
}

#[track_caller]
fn counted(finished: &Finished) -> Count {
    match &finished.ending {
        Ending::Counted(count) => count.clone(),
        other => panic!("{other:?}"),
    }
}

/// White is to move: Black's clock does not run.
fn white_first(conditions: &Conditions) -> Opening {
    let point = parse_vertex(conditions.dims, "E5").unwrap();
    Opening {
        moves: vec![(Color::Black, Move::Place(point))],
        ..Opening::default()
    }
}

fn result_of(conditions: &Conditions, black: Script, white: Script) -> String {
    let finished = play(conditions, [black, white]);
    let kind = match &finished.ending {
        Ending::Forfeit { offence, .. } => format!(" {offence}"),
        _ => String::new(),
    };
    format!("{}{kind}", finished.ending.result())
}

#[test]
fn every_offence_loses_by_its_kind() {
    let refusal = || Trouble::Refusal("cannot".to_owned());
    let crash = || Trouble::Ended("exit status 1".to_owned());
    let hang = || Trouble::Hang(Duration::from_secs(1));
    let garbage = || Trouble::Nonsense("hello".to_owned());
    let cases = [
        (script("E5 E5"), script("C3"), "W+F illegal move"),
        (script("E5"), script("e5"), "B+F illegal move"),
        (script("K1"), script(""), "W+F illegal move"),
        (script("A2 B1"), script("E5 A1"), "B+F illegal move"),
        (script("hello"), script(""), "W+F nonsense"),
        (script("E5"), script("").then(garbage()), "B+F nonsense"),
        (
            script("E5").then(refusal()),
            script("C3"),
            "W+F error reply",
        ),
        (script("E5").then(crash()), script("C3"), "W+F crash"),
        (script("E5").then(hang()), script("C3"), "W+F hang"),
        // White refuses a legal move of Black's.
        (script("A9"), script("C3"), "B+F error reply"),
        (script("E5"), script("resign"), "B+R"),
        (script("RESIGN"), script(""), "W+R"),
    ];
    for (index, (black, white, expected)) in cases.into_iter().enumerate() {
        let result = result_of(&conditions(9, 9), black, white);
        assert_eq!(result, expected, "case {index}");
    }
}

/// Two stones taken, retaken, and the old position back: not the simple ko.
const CYCLE: [&str; 2] = ["A1 B1 A1", "C1 C1"];

#[test]
fn the_ko_rule_in_force_decides() {
    let [black, white] = CYCLE;
    let mut conditions = conditions(3, 1);
    let finished = play(&conditions, [script(black), script(white)]);
    match finished.ending {
        Ending::Forfeit { loser, detail, .. } => {
            assert_eq!(loser, Color::Black);
            assert_eq!(detail, "A1: illegal move: superko, repeats move 2");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        finished.game.moves().len(),
        4,
        "the illegal move is not recorded"
    );
    conditions.rules.ko = KoRule::Simple;
    let result = result_of(&conditions, script(black), script(white));
    assert!(!result.contains("illegal"), "{result}");
}

#[test]
fn agreement_about_the_score_stands() {
    let claims = |black, white| {
        let [mut first, mut second] = [script("C2"), script("")];
        (first.score, second.score) = (black, white);
        play(&conditions(3, 3), [first, second])
    };
    let agreed = counted(&claims("B+3.5", "b+3.5"));
    assert_eq!(agreed.score.to_string(), "B+3.5");
    assert_eq!(agreed.dispute, None);
    let disputed = counted(&claims("B+3.5", "who knows"));
    assert_eq!(
        disputed.score.to_string(),
        "B+8.5",
        "the referee counts the board"
    );
    let told = "no score agreed on: A says B+3.5, B says 'who knows' (not understood)";
    assert_eq!(disputed.remark(["A", "B"]).as_deref(), Some(told));
    // What is kept of a long reply is short: it is written down with each game.
    let disputed = counted(&claims("B+3.5", "long ".repeat(10_000).leak())).clone();
    assert!(disputed.dispute.unwrap()[1].len() < 500);
}

/// A game in which a white stone is dead, which White does not see; what is dead can be captured by those who know how.
fn dispute(rules: Rules, commands: [&'static str; 2]) -> Finished {
    let [mut black, mut white] = [script("B2 pass A2 B3"), script("A3")];
    (black.score, white.score) = ("B+8.5", "B+1.5");
    [black.commands, white.commands] = commands;
    let conditions = Conditions {
        rules,
        ..conditions(3, 3)
    };
    play(&conditions, [black, white])
}

#[test]
fn who_disagrees_about_the_score_plays_on() {
    let both = ["play kgs-genmove_cleanup"; 2];
    let finished = dispute(Rules::default(), both);
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "B+8.5");
    let told = "score disputed: A says B+8.5, B says B+1.5; 5 moves were played on";
    assert_eq!(count.remark(["A", "B"]).as_deref(), Some(told));
    assert_eq!(finished.game.moves().len(), 4 + 5);
    assert_eq!(finished.times.len(), 4 + 5);
    // Not where that costs points, or where one of them does not know how.
    let japanese = Rules::preset("japanese").unwrap();
    for (rules, commands) in [
        (japanese, both),
        (Rules::default(), ["play kgs-genmove_cleanup", "play"]),
    ] {
        assert_eq!(dispute(rules, commands).game.moves().len(), 4);
    }
}

#[test]
fn who_breaks_down_at_the_count_has_no_say() {
    let [mut black, mut white] = [script("B2 pass A2 B3"), script("A3")];
    (black.score, white.score) = ("B+8.5", "");
    [black.commands, white.commands] = ["play kgs-genmove_cleanup"; 2];
    let finished = play(&conditions(3, 3), [black, white]);
    let count = counted(&finished);
    assert!(count.dispute.is_some() && count.played_on.is_none());
}

#[test]
fn playing_on_has_an_end() {
    // Black fills all but one point, White takes everything, and so on: never do both pass.
    let mut black = script("B2 pass A2 B3 A1 C1 C2 C3 B1 C2 C1");
    let mut white = script("A3 pass pass pass pass pass pass pass A3 pass pass");
    (black.score, white.score) = ("B+8.5", "B+1.5");
    [black.commands, white.commands] = ["play kgs-genmove_cleanup"; 2];
    let finished = play(&conditions(3, 3), [black, white]);
    let count = counted(&finished);
    assert_eq!(count.played_on, Some(18));
    assert_eq!(finished.game.moves().len(), 4 + 18);
}

#[test]
fn the_referee_knows_dead_stones_itself() {
    let [mut black, mut white] = [script("B2 C2 D2 B4 D4"), script("A5")];
    (black.score, white.score) = ("B+24.5", "B+1.5");
    let ending = play(&conditions(5, 5), [black, white]).ending;
    assert_eq!(ending.result(), "B+24.5");
}

#[test]
fn dead_stones_stay_where_the_rules_want_them_captured() {
    let mut conditions = conditions(5, 5);
    conditions.rules.friendly_pass_ok = false;
    let [mut black, mut white] = [script("C3 D3"), script("A1")];
    (black.score, white.score) = ("B+24.5", "B+24.5");
    let ending = play(&conditions, [black, white]).ending;
    assert_eq!(ending.result(), "B+0.5");
}

#[test]
fn under_territory_rules_dead_stones_are_always_agreed_on() {
    let mut conditions = conditions(5, 5);
    conditions.rules = Rules::preset("japanese").unwrap();
    let [mut black, mut white] = [script("C3 D3"), script("A1")];
    (black.score, white.score) = ("B+23.5", "B+23.5");
    let ending = play(&conditions, [black, white]).ending;
    assert_eq!(ending.result(), "B+23.5");
}

#[test]
fn a_game_without_end_is_counted() {
    let mut conditions = conditions(9, 9);
    conditions.max_moves = 4;
    let [black, white] = [script("A1 A2 A3 A4"), script("J1 J2 J3 J4")];
    let finished = play(&conditions, [black, white]);
    assert!(finished.capped);
    assert_eq!(finished.game.moves().len(), 4);
    assert!(matches!(finished.ending, Ending::Counted(_)));
}

#[test]
fn engines_are_told_what_they_list() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("byoyomi 60 5 3").unwrap();
    let [mut black, white] = [script("E5"), script("")];
    black.commands = "kata-set-rules kgs-time_settings time_settings time_left";
    let [black_saw, white_saw] = [&black, &white].map(|s| Arc::clone(&s.seen));
    play(&conditions, [black, white]);
    let rules = format!("kata-set-rules {}", conditions.rules.to_json());
    let beginning = [
        "list_commands",
        "boardsize 9",
        "clear_board",
        rules.as_str(),
        "komi 0.5",
        "kgs-time_settings byoyomi 60 5 3",
        "time_left black 60 0",
        "genmove black",
        "play white pass",
    ];
    assert_eq!(black_saw.lock().unwrap()[..9], beginning);
    assert_eq!(black_saw.lock().unwrap().last().unwrap(), "quit");
    let beginning = [
        "list_commands",
        "boardsize 9",
        "clear_board",
        "komi 0.5",
        "play black E5",
        "genmove white",
    ];
    assert_eq!(white_saw.lock().unwrap()[..6], beginning);
}

#[test]
fn oblong_boards_have_their_own_command() {
    let black = script("");
    let seen = Arc::clone(&black.seen);
    play(&conditions(3, 5), [black, script("")]);
    assert!(
        seen.lock()
            .unwrap()
            .contains(&"rectangular_boardsize 3 5".to_owned())
    );
}

#[test]
fn the_clock_is_kept_from_outside() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("absolute 0.1").unwrap();
    let [black, mut white] = [script(""), script("C3")];
    white.pause = Duration::from_millis(150);
    let finished = play_from(&conditions, &white_first(&conditions), [black, white], None);
    assert_eq!(finished.ending.result(), "B+T");
    assert!(finished.thinking[1].longest >= Duration::from_millis(150));
    assert_eq!(finished.thinking[1].moves, 1);
    assert_eq!(finished.thinking[1].reserve, Some(Duration::ZERO));
}

#[test]
fn the_reserve_is_the_least_that_was_left() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("byoyomi 0 100 3").unwrap();
    let finished = play(&conditions, [script("E5 E6"), script("C3")]);
    // Three periods, less what scripts need.
    for thinking in finished.thinking {
        let reserve = thinking.reserve.unwrap().as_secs();
        assert!((200..300).contains(&reserve), "{reserve}");
    }

    conditions.time = TimeSystem::None;
    let finished = play(&conditions, [script("E5"), script("C3")]);
    assert_eq!(finished.thinking[0].reserve, None);
}

#[test]
fn a_hang_is_no_loss_on_time() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("absolute 0.1").unwrap();
    let mut black = script("").then(Trouble::Hang(Duration::from_secs(2)));
    black.pause = Duration::from_millis(150);
    assert_eq!(result_of(&conditions, black, script("")), "W+F hang");
}

#[test]
fn increments_are_told_as_canadian_time() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("fischer 60 5").unwrap();
    let [mut black, mut white] = [script(""), script("")];
    black.commands = "time_settings time_left";
    white.commands = "time_settings kata-time_settings time_left";
    let seen = [&black, &white].map(|s| Arc::clone(&s.seen));
    play(&conditions, [black, white]);
    let [black, white] = seen.map(|seen| seen.lock().unwrap().join("\n"));
    assert!(
        black.contains("time_settings 55 5 1\ntime_left black 55 0"),
        "{black}"
    );
    assert!(white.contains("kata-time_settings fischer 60 5"), "{white}");
    assert!(white.contains("time_left white 60 0"), "{white}");
}

#[test]
fn a_move_may_not_take_more_than_its_cap() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("fischer-capped 60 5 90 0.1").unwrap();
    let [mut black, mut white] = [script(""), script("C3")];
    white.pause = Duration::from_millis(150);
    black.commands = "time_settings";
    white.commands = "time_settings kata-time_settings";
    let seen = [&black, &white].map(|s| Arc::clone(&s.seen));
    let finished = play_from(&conditions, &white_first(&conditions), [black, white], None);
    assert_eq!(finished.ending.result(), "B+T");
    let [black, white] = seen.map(|seen| seen.lock().unwrap().join("\n"));
    assert!(black.contains("time_settings 55 5 1"), "{black}");
    let told = "kata-time_settings fischer-capped 60 5 90 0.1";
    assert!(white.contains(told), "{white}");
}

#[test]
fn the_umpire_settles_disputes() {
    let [mut black, mut white] = [script("C2"), script("")];
    (black.score, white.score) = ("B+3.5", "B+1.5");
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let umpire = || -> Result<Box<dyn Engine>, String> {
        let mut third = script("");
        (third.score, third.seen) = ("W+2.5", Arc::clone(&seen));
        Ok(third.engine())
    };
    let conditions = conditions(3, 3);
    let (players, opening) = ([black, white], Opening::default());
    let finished = play_from(&conditions, &opening, players, Some(&umpire));
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "W+2.5");
    assert_eq!(count.umpire.as_deref(), Some("W+2.5"));
    let told = "score disputed: A says B+3.5, B says B+1.5, the referee says W+2.5";
    assert_eq!(count.remark(["A", "B"]).as_deref(), Some(told));
    let shown = seen.lock().unwrap();
    let moves: Vec<&String> = shown.iter().filter(|c| c.starts_with("play")).collect();
    assert_eq!(
        moves,
        ["play black C2", "play white pass", "play black pass"]
    );
}

#[test]
fn a_lost_umpire_leaves_the_count_to_tengen() {
    let [mut black, mut white] = [script("C2"), script("")];
    (black.score, white.score) = ("B+3.5", "B+1.5");
    let umpire = || -> Result<Box<dyn Engine>, String> { Err("not installed".to_owned()) };
    let conditions = conditions(3, 3);
    let (players, opening) = ([black, white], Opening::default());
    let finished = play_from(&conditions, &opening, players, Some(&umpire));
    let count = counted(&finished);
    assert_eq!(count.score.to_string(), "B+8.5");
    assert_eq!(count.umpire.as_deref(), Some("not installed"));
}

#[test]
fn openings_are_shown_to_both() {
    let conditions = conditions(9, 9);
    let at = |vertex| parse_vertex(conditions.dims, vertex).unwrap();
    let opening = Opening {
        stones: vec![(Color::Black, at("C3")), (Color::White, at("G7"))],
        moves: vec![(Color::Black, Move::Place(at("E5")))],
        ..Opening::default()
    };
    let [black, white] = [script("C7"), script("E5")];
    let seen = Arc::clone(&black.seen);
    let finished = play_from(&conditions, &opening, [black, white], None);
    // White moves after the opening, and its point is taken.
    assert_eq!(finished.ending.result(), "B+F");
    let shown = seen.lock().unwrap();
    let moves: Vec<&String> = shown.iter().filter(|c| c.starts_with("play")).collect();
    // White's stones first: black ones would be a handicap.
    assert_eq!(moves, ["play white G7", "play black C3", "play black E5"]);
}

#[test]
fn positions_are_set_up_where_engines_can() {
    let conditions = conditions(9, 9);
    let at = |vertex| parse_vertex(conditions.dims, vertex).unwrap();
    let opening = Opening {
        stones: vec![(Color::Black, at("C3")), (Color::White, at("G7"))],
        ..Opening::default()
    };
    let [mut black, white] = [script("resign"), script("")];
    black.commands = "set_position play genmove";
    let seen = Arc::clone(&black.seen);
    play_from(&conditions, &opening, [black, white], None);
    let seen = seen.lock().unwrap();
    assert!(seen.contains(&"set_position black C3 white G7".to_owned()));
    assert!(!seen.iter().any(|command| command.starts_with("play")));
}

#[test]
fn handicap_is_told_in_the_standard_way() {
    let conditions = conditions(9, 9);
    let opening = Opening::handicap(&conditions, 2).unwrap();
    let [mut black, white] = [script(""), script("")];
    black.commands = "set_free_handicap play genmove";
    let [black_saw, white_saw] = [&black, &white].map(|script| Arc::clone(&script.seen));
    play_from(&conditions, &opening, [black, white], None);
    assert_eq!(black_saw.lock().unwrap()[4], "set_free_handicap C3 G7");
    let told = &white_saw.lock().unwrap()[4..7];
    assert_eq!(told, ["play black C3", "play black G7", "genmove white"]);
}

#[test]
fn a_stopped_game_is_no_game() {
    // Before a move, and while White thinks: then it may have been killed, which is no crash of its own.
    for last in ["boardsize", "genmove"] {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let white = Fake(move |command: &str| {
            if command.starts_with(last) {
                flag.store(true, Ordering::Relaxed);
            }
            match command {
                "genmove white" => Err(Trouble::Ended("killed".to_owned())),
                _ => Ok(String::new()),
            }
        });
        let staff = Staff {
            umpire: None,
            stop: &|| stop.load(Ordering::Relaxed),
        };
        let players = [script("E5").engine(), Box::new(white)];
        let given_up = super::play(&conditions(9, 9), &Opening::default(), players, &staff);
        assert_eq!(given_up.err(), Some(NoGame::Stopped), "{last}");
    }
}

/// An engine that ends at this command, or at once at the first one.
fn ends_at(last: &'static str) -> Box<dyn Engine> {
    Box::new(Fake(move |command: &str| match command {
        command if command.starts_with(last) => Err(Trouble::Ended("exit status 2".to_owned())),
        _ => Ok(String::new()),
    }))
}

#[test]
fn an_engine_that_ends_before_its_first_reply_has_not_started() {
    let staff = Staff {
        umpire: None,
        stop: &|| false,
    };
    let play = |white| {
        let players = [script("").engine(), white];
        super::play(&conditions(9, 9), &Opening::default(), players, &staff)
    };
    let expected = NoGame::NotStarted(Color::White, "exit status 2".to_owned());
    assert_eq!(play(ends_at("")).err(), Some(expected));
    let finished = play(ends_at("boardsize")).ok().unwrap();
    assert_eq!(finished.ending.result(), "B+F", "that is a crash");
}

#[test]
fn moves_carry_their_times() {
    let mut conditions = conditions(9, 9);
    conditions.time = parse("fischer 10 1").unwrap();
    let finished = play(&conditions, [script("E5"), script("C3")]);
    assert_eq!(finished.times.len(), finished.game.moves().len());
    let (left, _) = finished.times[0].clock.unwrap().left();
    assert!(left > Duration::from_secs(10) && left <= Duration::from_secs(11));
}

#[test]
fn a_pass_of_whites_gives_no_handicap() {
    let conditions = conditions(5, 5);
    let players = [script("B2 C3 D4"), script("pass pass")];
    let finished = play(&conditions, players);
    assert_eq!(finished.game.handicap(), 0);
}
