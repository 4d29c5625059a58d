mod clocks;
mod counts;
mod told;

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

    /// What it takes the score for.
    fn says(self, score: &'static str) -> Script {
        Script { score, ..self }
    }

    fn knows(self, commands: &'static str) -> Script {
        Script { commands, ..self }
    }

    fn pauses(self, milliseconds: u64) -> Script {
        let pause = Duration::from_millis(milliseconds);
        Script { pause, ..self }
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

/// On 9x9, with these clocks.
fn timed(system: &str) -> Conditions {
    Conditions {
        time: parse(system).unwrap(),
        ..conditions(9, 9)
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

/// The moves that an engine has been told of.
fn moves_shown(seen: &Mutex<Vec<String>>) -> Vec<String> {
    let mut seen = seen.lock().unwrap().clone();
    seen.retain(|command| command.starts_with("play"));
    seen
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

#[test]
fn there_is_no_game_after_an_opening_that_does_not_fit() {
    let small = conditions(3, 3);
    let corner = parse_vertex(small.dims, "A1").unwrap();
    let opening = Opening {
        place: "line 3".to_owned(),
        moves: vec![(Color::Black, Move::Place(corner)); 2],
        ..Opening::default()
    };
    let staff = Staff {
        umpire: None,
        stop: &|| false,
    };
    let players = [script("").engine(), script("").engine()];
    match super::play(&small, &opening, players, &staff).err() {
        Some(NoGame::Unfit(why)) => assert!(why.contains("line 3") && why.contains("A1"), "{why}"),
        other => panic!("{other:?}"),
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
fn a_pass_of_whites_gives_no_handicap() {
    let conditions = conditions(5, 5);
    let players = [script("B2 C3 D4"), script("pass pass")];
    let finished = play(&conditions, players);
    assert_eq!(finished.game.handicap(), 0);
}
