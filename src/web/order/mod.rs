//! What the page asks the engine for, and what it is told: one JSON object in each message.
//!
//! Every order says on which game it is meant, from the start, so that page and server cannot come to
//! disagree, and a server that is started again goes on where the last one ended:
//!
//! ```json
//! {"id": 7, "do": "think", "level": 5,
//!  "game": {"size": [9, 9], "rules": "chinese", "komi": 7, "setup": "Bcc Bgg", "captures": [0, 2], "first": "W", "moves": "Wec B--", "turn": "W"}}
//! ```
//!
//! `captures` are prisoners of the play before `setup`, those that Black has and those that White has; none unless they are said.
//! `first` moves after the stones of `setup`, Black unless it is said; `turn` moves now, the other player than the last unless it is said.
//!
//! | `do` | wants | also takes |
//! |---|---|---|
//! | `think` | a move for the player whose turn it is | `level` 1 to 20; `time` in seconds, 60 at most, or `clock`; `cleanup`; `resign`, whether it may give up; true unless it is said |
//! | `analyse` | what a search sees, again and again | `playouts` or `time` after which it ends, 900 seconds at most; `interval` in milliseconds; `only`, the points of the moves that it considers, all unless they are said |
//! | `review` | what each move of the game has cost, and its positions on the way | |
//! | `count` | the score, and what is dead | `dead` and `seki`, points, if the players have agreed on them |
//! | `handicap` | where `stones` handicap stones go on a board of `size`, `[19, 19]`; it has no `game` | |
//! | `stop` | an end of what is going on | |
//!
//! `clock` is a time system in the words of `kata-time_settings` with what is left of it:
//! `{"system": "byoyomi 600 30 5", "time": 12.5, "stones": 3}`.
//!
//! # Answers
//!
//! A window is greeted with `{"hello": "Tengen", "time": 2}`, the seconds that Tengen takes for a move unless it is said, and hears
//! `{"alive": true}` now and then. All else carries the `id` of its order. Where others have the seats there comes `"waiting": true`, and
//! `"waiting": false` when it has one.
//!
//! | `do` | on the way | at last |
//! |---|---|---|
//! | `think` | | `move`, such as `"Wec"` or `"B--"`, or `"resign": true` |
//! | `analyse` | `report` | `end`, and `report` |
//! | `review` | `position`, its number, and `evaluation`, a report; `compared`, how many doubtful moves of how many | `review`: `losses` and `players`; `end` |
//! | `count` | | `count` |
//! | `handicap` | | `points`, such as `"dp pd"` |
//! | `stop` | | `end` |
//!
//! `end` is `stopped` by the window or its next order, `finished`, `others`, who need the seat, or `idle`, after a quarter of an hour.
//! What cannot be done has `error` in its place, a sentence. Values are Black's: `tell.rs` has what is in a `report` and a `count`,
//! `page/review.rs` what is in a `review`.

mod game;
mod values;

pub use values::{LONGEST_ANALYSIS, LONGEST_MOVE_BY_CLOCK};

use crate::game::Game;
use crate::search::Level;
use crate::time::{ClockReport, TimeSystem};
use crate::types::{Dims, Point, excerpt};
use game::{MOST_MOVES, dims, game, points};
use serde::Deserialize;
use serde_json::Value;
use std::time::{Duration, Instant};
use values::{LONGEST_MOVE, clock, flag, interval, level, playouts, stones, time};

/// The longest order, in bytes: a game of the most moves with room to spare.
pub const LONGEST_ORDER: usize = 128 << 10;

/// What a window says.
pub enum Said {
    /// It orders something, in place of what it ordered before.
    Order(Order),
    /// It asks something that is answered at once, whatever is being carried out.
    Question(Question),
}

/// Why a message is not taken.
pub struct Refusal {
    /// The number of the order, as far as it could be read.
    pub id: u64,
    /// What is wrong.
    pub reason: String,
    /// Whether it was a question. An order that is refused ends what went before all the same: the page has given that up.
    pub is_question: bool,
}

/// Where handicap stones go.
pub struct Question {
    /// What the answer carries.
    pub id: u64,
    /// The board.
    pub dims: Dims,
    /// How many stones.
    pub stones: usize,
}

/// One order.
pub struct Order {
    /// What its answers carry, so that the page knows what they answer.
    pub id: u64,
    /// When it was read: clocks have run since, whatever it had to wait for.
    pub read: Instant,
    /// What to do.
    pub task: Task,
}

/// What is to be done.
pub enum Task {
    /// Nothing: what went before has been stopped.
    Stop,
    /// Choose a move.
    Think(Think),
    /// Tell what a search sees.
    Analyse(Analyse),
    /// Say what each move of the game has cost.
    Review(Box<Game>),
    /// Count the points.
    Count(Count),
}

/// A move to choose.
pub struct Think {
    /// The position.
    pub game: Box<Game>,
    /// How strong to play.
    pub level: Level,
    /// How long, if the clock does not say.
    pub time: Option<Duration>,
    /// The clock of the player to move.
    pub clock: Option<Clock>,
    /// Whether dead stones must be captured, since the players did not agree on them.
    pub cleanup: bool,
    /// Whether Tengen may give the game up.
    pub may_resign: bool,
}

/// A clock at the beginning of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// The time system.
    pub system: TimeSystem,
    /// What is left of it; all if not said.
    pub left: Option<ClockReport>,
}

/// A position to analyse.
pub struct Analyse {
    /// The position.
    pub game: Box<Game>,
    /// When to end, if ever.
    pub playouts: Option<u64>,
    /// When to end at the latest.
    pub time: Option<Duration>,
    /// From one report to the next.
    pub interval: Duration,
    /// The only moves to consider, unless there are none.
    pub only: Vec<Point>,
}

/// A position to count.
pub struct Count {
    /// The position.
    pub game: Box<Game>,
    /// What the players have agreed on, if they have.
    pub agreed: Option<Agreement>,
}

/// What has become of the stones; all others live.
pub struct Agreement {
    /// Dead stones.
    pub dead: Vec<Point>,
    /// Stones in seki.
    pub seki: Vec<Point>,
}

impl Said {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Said, Refusal> {
        let read = Instant::now();
        let refused = |id, reason, is_question| Refusal {
            id,
            reason,
            is_question,
        };
        if text.len() > LONGEST_ORDER {
            let numbered: Numbered = serde_json::from_str(text).unwrap_or_default();
            let reason = format!(
                "the order has {} bytes of {LONGEST_ORDER} at most: a game may have {MOST_MOVES} moves",
                text.len()
            );
            return Err(refused(numbered.id, reason, false));
        }
        let value: Value =
            serde_json::from_str(text).map_err(|error| refused(0, error.to_string(), false))?;
        let id = value["id"].as_u64().unwrap_or(0);
        let is_question = value["do"] == "handicap";
        let said = match is_question {
            true => Question::of(id, &value).map(Said::Question),
            false => Task::of(&value).map(|task| Said::Order(Order { id, read, task })),
        };
        said.map_err(|reason| refused(id, reason, is_question))
    }
}

/// All that is read of an order that is too long: nothing of the rest is kept.
#[derive(Default, Deserialize)]
struct Numbered {
    #[serde(default)]
    id: u64,
}

impl Question {
    fn of(id: u64, value: &Value) -> Result<Question, String> {
        Ok(Question {
            id,
            dims: dims(value)?,
            stones: stones(value)?,
        })
    }
}

impl Task {
    /// Whether a search is needed for it, and a seat for that.
    pub fn needs_seat(&self) -> bool {
        !matches!(
            self,
            Task::Stop
                | Task::Count(Count {
                    agreed: Some(_),
                    ..
                })
        )
    }

    fn of(value: &Value) -> Result<Task, String> {
        let task = &value["do"];
        match task.as_str() {
            Some("stop") => Ok(Task::Stop),
            Some("think") => Think::of(value).map(Task::Think),
            Some("analyse") => Analyse::of(value).map(Task::Analyse),
            Some("review") => game(&value["game"]).map(Task::Review),
            Some("count") => Count::of(value).map(Task::Count),
            _ => Err(match task {
                Value::Null => "'do' is missing".to_owned(),
                other => format!("'do' is {}, which is no order", excerpt(&other.to_string())),
            }),
        }
    }
}

impl Think {
    fn of(value: &Value) -> Result<Think, String> {
        Ok(Think {
            game: game(&value["game"])?,
            level: level(value)?,
            time: time(value, LONGEST_MOVE)?,
            clock: clock(value)?,
            cleanup: flag(value, "cleanup")?.unwrap_or(false),
            may_resign: flag(value, "resign")?.unwrap_or(true),
        })
    }
}

impl Analyse {
    fn of(value: &Value) -> Result<Analyse, String> {
        let game = game(&value["game"])?;
        Ok(Analyse {
            only: points(game.dims(), value, "only")?,
            game,
            playouts: playouts(value)?,
            time: time(value, LONGEST_ANALYSIS)?,
            interval: interval(value)?,
        })
    }
}

impl Count {
    fn of(value: &Value) -> Result<Count, String> {
        let game = game(&value["game"])?;
        if value["dead"].is_null() && value["seki"].is_null() {
            return Ok(Count { game, agreed: None });
        }
        let agreed = Some(Agreement {
            dead: points(game.dims(), value, "dead")?,
            seki: points(game.dims(), value, "seki")?,
        });
        Ok(Count { game, agreed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diagram_of;
    use crate::types::Color;

    #[test]
    fn a_player_who_passes_gives_no_handicap() {
        let text = r#"{"id": 3, "do": "count", "game": {"size": [5, 5], "rules": "chinese", "komi": 7.5,
            "moves": "Bbb W-- Bcc W-- Bdd"}}"#;
        let Ok(Said::Order(Order {
            task: Task::Count(Count { game, .. }),
            ..
        })) = Said::parse(text)
        else {
            panic!("{text}");
        };
        assert_eq!(game.handicap(), 0);
    }

    fn refusal(text: &str) -> String {
        match Said::parse(text) {
            Ok(_) => panic!("{text} is taken"),
            Err(refusal) => refusal.reason,
        }
    }

    #[test]
    fn a_game_is_read_whole() {
        let text = r#"{"id": 3, "do": "think", "level": 4, "game": {"size": [5, 3], "rules": "japanese", "komi": 6.5,
            "setup": "Baa Wea", "captures": [3, 1], "first": "W", "moves": "Wbb B-- Wcb Bba Wab B-- Wca"}}"#;
        let Ok(Said::Order(Order {
            id: 3,
            task: Task::Think(Think { game, level, .. }),
            ..
        })) = Said::parse(text)
        else {
            panic!("{text}");
        };
        assert_eq!(level.to_string(), "4");
        assert_eq!(diagram_of(game.board()), "..O.O\nOOO..\n.....\n");
        assert_eq!((game.komi(), game.to_move()), (6.5, Color::Black));
        let captures = Color::BOTH.map(|color| game.position().captures(color));
        assert_eq!(captures, [3, 1 + 2]);
        assert_eq!(game.rules().preset_name(), Some("japanese"));
    }

    #[test]
    fn faults_are_named() {
        let with = |game: &str| {
            format!(
                r#"{{"id": 1, "do": "analyse", "game": {{"rules": "chinese", "komi": 7, {game}}}}}"#
            )
        };
        for (text, hint) in [
            ("", "EOF"),
            ("{}", "'do' is missing"),
            ("[]", "'do' is missing"),
            (r#"{"do": 5}"#, "'do' is 5"),
            (r#"{"do": "think"}"#, "'game' must be"),
            (r#"{"do": "think", "game": 5}"#, "'game' must be"),
            (
                &with(r#""size": [9, 9]}, "clock": {"time": 5"#).replace("analyse", "think"),
                "'system'",
            ),
            (r#"{"do": "quit"}"#, "quit"),
            (r#"{"do": "think", "game": {}}"#, "'size'"),
            (&with(r#""size": [26, 9]"#), "25"),
            (&with(r#""size": [9, 9], "komi": 7.3"#), "7.3"),
            (&with(r#""size": [9, 9], "moves": "Baa Waa""#), "move 2"),
            (&with(r#""size": [9, 9], "moves": "Bjj""#), "Bjj"),
            (&with(r#""size": [9, 9], "moves": "éaa""#), "éaa"),
            (&with(r#""size": [9, 9], "moves": 5"#), "text"),
            (&with(r#""size": [9, 9], "setup": "B--""#), "no point"),
            (&with(r#""size": [2, 1], "setup": "Baa Bba""#), "libert"),
            (&with(r#""size": [9, 9], "first": "X""#), "player"),
            (&with(r#""size": [9, 9], "captures": 3"#), "'captures'"),
            (&with(r#""size": [9, 9], "captures": [3]"#), "'captures'"),
            (
                &with(r#""size": [9, 9], "captures": [0, -1]"#),
                "'captures'",
            ),
            (
                &with(r#""size": [9, 9], "captures": [1e9, 0]"#),
                "'captures'",
            ),
            (&with(r#""size": [9, 9]}, "time": {"s": 2"#), "seconds"),
            (
                &with(r#""size": [9, 9]}, "seki": {"all": 2"#).replace("analyse", "count"),
                "'seki'",
            ),
            (
                &with(r#""size": [9, 9]}, "interval": {"ms": 2"#),
                "'interval'",
            ),
            (
                &with(&format!(
                    r#""size": [9, 9], "moves": "{}""#,
                    "B-- ".repeat(MOST_MOVES + 1)
                )),
                "5000",
            ),
            (
                r#"{"do": "handicap", "size": [9, 9], "stones": 1}"#,
                "2 to 25",
            ),
        ] {
            assert!(refusal(text).contains(hint), "{text}: {}", refusal(text));
        }
    }

    #[test]
    fn what_is_too_long_is_refused_under_its_number() {
        let text = format!(
            r#"{{"id": 7, "game": ["{}"], "do": "stop"}}"#,
            "B-- ".repeat(40_000)
        );
        let Refusal { id, reason, .. } = Said::parse(&text).err().unwrap();
        assert_eq!(id, 7);
        assert!(reason.contains("5000 moves"), "{reason}");
        let refusal = Said::parse(&"[".repeat(LONGEST_ORDER + 1)).err().unwrap();
        assert_eq!(refusal.id, 0);
    }
}
