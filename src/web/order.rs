//! What the page asks the engine for: one JSON object in each message.
//!
//! Every order says on which game it is meant, from the start, so that page and server cannot come to
//! disagree, and a server that is started again goes on where the last one ended:
//!
//! ```json
//! {"id": 7, "do": "think", "level": 5,
//!  "game": {"size": [9, 9], "rules": "chinese", "komi": 7, "setup": "Bcc Bgg", "first": "W", "moves": "Wec B--"}}
//! ```
//!
//! | `do` | wants | also takes |
//! |---|---|---|
//! | `think` | a move for the player whose turn it is | `level` 1 to 20; `time` in seconds, or `clock`; `cleanup` |
//! | `analyse` | what a search sees, again and again | `playouts` or `time` after which it ends; `interval` in milliseconds |
//! | `review` | what each move of the game has cost, and its positions on the way | |
//! | `count` | the score, and what is dead | `dead` and `seki`, points, if the players have agreed on them |
//! | `handicap` | where `stones` handicap stones go | |
//! | `stop` | an end of what is going on | |
//!
//! `clock` is a time system in the words of `kata-time_settings` with what is left of it:
//! `{"system": "byoyomi 600 30 5", "time": 12.5, "stones": 3}`.

use crate::game::{Game, Rules};
use crate::page::parse_point;
use crate::search::Level;
use crate::time::{LONGEST, Report, TimeSystem};
use crate::types::{Color, Dims, Move, Point};
use serde::Deserialize;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The longest order, in bytes: a game of the most moves with room to spare.
pub const LONGEST_ORDER: usize = 128 << 10;
/// The most moves that a game may have here: far beyond any real one.
const MOST_MOVES: usize = 5000;
/// How long Tengen thinks about a move at most when there is no clock, in seconds.
const LONGEST_MOVE: f64 = 60.0;
/// The same where there is one, however much time it has: others want to think too.
pub const LONGEST_MOVE_BY_CLOCK: Duration = Duration::from_secs(300);
/// The bounds of the time from one report of an analysis to the next.
const INTERVALS: (f64, f64) = (50.0, 10_000.0);
/// The most playouts that may be asked for.
const MOST_PLAYOUTS: u64 = 10_000_000;

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
    /// Place handicap stones.
    Handicap {
        /// The board.
        dims: Dims,
        /// How many.
        stones: usize,
    },
    /// Something that takes a search, and so a seat.
    Search(Job),
}

/// What a search is for.
pub enum Job {
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
}

/// A clock at the beginning of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// The time system.
    pub system: TimeSystem,
    /// What is left of it; all if not said.
    pub left: Option<Report>,
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

impl Order {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong, and the number of the order as far as it could be read.
    pub fn parse(text: &str) -> Result<Order, (u64, String)> {
        let read = Instant::now();
        if text.len() > LONGEST_ORDER {
            let numbered: Numbered = serde_json::from_str(text).unwrap_or_default();
            let reason = format!(
                "the order has {} bytes of {LONGEST_ORDER} at most: a game may have {MOST_MOVES} moves",
                text.len()
            );
            return Err((numbered.id, reason));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| (0, error.to_string()))?;
        let id = value["id"].as_u64().unwrap_or(0);
        let task = Task::of(&value).map_err(|reason| (id, reason))?;
        Ok(Order { id, read, task })
    }
}

/// All that is read of an order that is too long: nothing of the rest is kept.
#[derive(Default, Deserialize)]
struct Numbered {
    #[serde(default)]
    id: u64,
}

impl Task {
    fn of(value: &Value) -> Result<Task, String> {
        match value["do"].as_str().unwrap_or_default() {
            "stop" => Ok(Task::Stop),
            "handicap" => Ok(Task::Handicap {
                dims: dims(&value["size"])?,
                stones: stones(&value["stones"])?,
            }),
            word => Job::of(word, value).map(Task::Search),
        }
    }
}

impl Job {
    fn of(word: &str, value: &Value) -> Result<Job, String> {
        match word {
            "think" => Think::of(value).map(Job::Think),
            "analyse" => Analyse::of(value).map(Job::Analyse),
            "review" => game(&value["game"]).map(Job::Review),
            "count" => Count::of(value).map(Job::Count),
            other => Err(format!("'do' is {other:?}, which is no order")),
        }
    }
}

impl Think {
    fn of(value: &Value) -> Result<Think, String> {
        Ok(Think {
            game: game(&value["game"])?,
            level: level(&value["level"])?,
            time: seconds(&value["time"], LONGEST_MOVE)?,
            clock: clock(&value["clock"])?,
            cleanup: value["cleanup"].as_bool().unwrap_or(false),
        })
    }
}

impl Analyse {
    fn of(value: &Value) -> Result<Analyse, String> {
        Ok(Analyse {
            game: game(&value["game"])?,
            playouts: playouts(&value["playouts"])?,
            time: seconds(&value["time"], LONGEST_MOVE)?,
            interval: interval(&value["interval"])?,
        })
    }
}

impl Count {
    fn of(value: &Value) -> Result<Count, String> {
        let game = game(&value["game"])?;
        if value["dead"].is_null() {
            return Ok(Count { game, agreed: None });
        }
        let agreed = Some(Agreement {
            dead: points(game.dims(), &value["dead"])?,
            seki: points(game.dims(), &value["seki"])?,
        });
        Ok(Count { game, agreed })
    }
}

/// The game that an order describes.
fn game(value: &Value) -> Result<Box<Game>, String> {
    let dims = dims(&value["size"])?;
    let rules = value["rules"].as_str().ok_or("'rules' is missing")?;
    let rules = Rules::parse(rules).map_err(|error| error.to_string())?;
    // Records have what their own rules allowed.
    let lenient = Rules {
        suicide: true,
        ..rules
    };
    let mut game = Game::new(dims, lenient, 0.0);
    let komi = value["komi"].as_f64().ok_or("'komi' is not a number")?;
    game.set_komi(komi as f32)
        .map_err(|error| error.to_string())?;
    set_up(&mut game, value)?;
    let moves = moves(dims, &value["moves"])?;
    if moves.len() > MOST_MOVES {
        return Err(format!("the game has more than {MOST_MOVES} moves"));
    }
    for (number, (color, mv)) in moves.into_iter().enumerate() {
        game.play_accepting_repetition(color, mv)
            .map_err(|error| format!("move {}: {error}", number + 1))?;
    }
    if let Some(turn) = turn(&value["turn"])? {
        game.set_to_move(turn);
    }
    game.set_rules(rules);
    Ok(Box::new(game))
}

fn set_up(game: &mut Game, value: &Value) -> Result<(), String> {
    let first = turn(&value["first"])?.unwrap_or(Color::Black);
    let stones: Vec<(Point, Option<Color>)> = moves(game.dims(), &value["setup"])?
        .into_iter()
        .map(|(color, mv)| {
            Ok((
                mv.point().ok_or("a stone of 'setup' has no point")?,
                Some(color),
            ))
        })
        .collect::<Result<_, &str>>()?;
    if stones.is_empty() && first == Color::Black {
        return Ok(());
    }
    game.set_up(&stones, first)
        .map_err(|error| error.to_string())
}

/// `Bcc Wdd B--`.
fn moves(dims: Dims, value: &Value) -> Result<Vec<(Color, Move)>, String> {
    let text = match value {
        Value::Null => "",
        value => value
            .as_str()
            .ok_or("moves and stones are written as text")?,
    };
    let one = |word: &str| {
        let (color, point) = word.split_at_checked(1)?;
        let color = match color {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let mv = match point {
            "--" => Move::Pass,
            point => Move::Place(parse_point(dims, point)?),
        };
        Some((color, mv))
    };
    let read =
        |word: &str| one(word).ok_or_else(|| format!("{word:?} is not a move on a {dims} board"));
    text.split_ascii_whitespace().map(read).collect()
}

/// Points one after the other: `aa cd`.
fn points(dims: Dims, value: &Value) -> Result<Vec<Point>, String> {
    let text = value.as_str().unwrap_or_default();
    let read = |word| {
        parse_point(dims, word).ok_or_else(|| format!("{word:?} is not a point of a {dims} board"))
    };
    text.split_ascii_whitespace().map(read).collect()
}

fn dims(value: &Value) -> Result<Dims, String> {
    let side = |index: usize| {
        value[index]
            .as_u64()
            .and_then(|side| usize::try_from(side).ok())
    };
    let (Some(width), Some(height)) = (side(0), side(1)) else {
        return Err("'size' must be two numbers, columns and rows".to_owned());
    };
    Dims::new(width, height).map_err(|error| error.to_string())
}

fn turn(value: &Value) -> Result<Option<Color>, String> {
    match value {
        Value::Null => Ok(None),
        value => match value.as_str() {
            Some("B") => Ok(Some(Color::Black)),
            Some("W") => Ok(Some(Color::White)),
            _ => Err(format!("{value} is not a player: B or W")),
        },
    }
}

fn level(value: &Value) -> Result<Level, String> {
    match value {
        Value::Null => Ok(Level::FULL),
        value => value
            .to_string()
            .parse()
            .map_err(|_| format!("'level' must be {}", Level::CHOICES)),
    }
}

fn seconds(value: &Value, most: f64) -> Result<Option<Duration>, String> {
    let Some(seconds) = value.as_f64() else {
        return Ok(None);
    };
    if !(0.0..=most).contains(&seconds) {
        return Err(format!("{seconds} is not a time from 0 to {most} seconds"));
    }
    Ok(Some(Duration::from_secs_f64(seconds)))
}

fn playouts(value: &Value) -> Result<Option<u64>, String> {
    match value {
        Value::Null => Ok(None),
        value => match value.as_u64() {
            Some(playouts) if (1..=MOST_PLAYOUTS).contains(&playouts) => Ok(Some(playouts)),
            _ => Err(format!(
                "'playouts' must be a number from 1 to {MOST_PLAYOUTS}"
            )),
        },
    }
}

fn interval(value: &Value) -> Result<Duration, String> {
    let (least, most) = INTERVALS;
    let millis = value.as_f64().unwrap_or(250.0);
    if !(least..=most).contains(&millis) {
        return Err(format!(
            "'interval' must be from {least} to {most} milliseconds"
        ));
    }
    Ok(Duration::from_secs_f64(millis / 1000.0))
}

fn stones(value: &Value) -> Result<usize, String> {
    let stones = value
        .as_u64()
        .and_then(|stones| usize::try_from(stones).ok());
    stones
        .filter(|stones| (2..=25).contains(stones))
        .ok_or_else(|| "'stones' must be a number from 2 to 25".to_owned())
}

fn clock(value: &Value) -> Result<Option<Clock>, String> {
    let Some(system) = value["system"].as_str() else {
        return Ok(None);
    };
    let words: Vec<&str> = system.split_ascii_whitespace().collect();
    let system = TimeSystem::parse_kata(&words).map_err(|error| error.to_string())?;
    let Some(time) = seconds(&value["time"], LONGEST.as_secs_f64())? else {
        return Ok(Some(Clock { system, left: None }));
    };
    let stones = value["stones"].as_u64().unwrap_or(0);
    let stones = u32::try_from(stones).map_err(|_| "too many stones are left".to_owned())?;
    let left = Some(Report { time, stones });
    Ok(Some(Clock { system, left }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::diagram_of;

    fn refusal(text: &str) -> String {
        match Order::parse(text) {
            Ok(_) => panic!("{text} is taken"),
            Err((_, reason)) => reason,
        }
    }

    #[test]
    fn a_game_is_read_whole() {
        let text = r#"{"id": 3, "do": "think", "level": 4, "game": {"size": [5, 3], "rules": "japanese", "komi": 6.5,
            "setup": "Baa Wea", "first": "W", "moves": "Wbb B-- Wcb"}}"#;
        let Ok(Order {
            id: 3,
            task: Task::Search(Job::Think(Think { game, level, .. })),
            ..
        }) = Order::parse(text)
        else {
            panic!("{text}");
        };
        assert_eq!(level.to_string(), "4");
        assert_eq!(diagram_of(game.board()), "X...O\n.OO..\n.....\n");
        assert_eq!((game.komi(), game.to_move()), (6.5, Color::Black));
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
            ("{}", "no order"),
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
        let (id, reason) = Order::parse(&text).err().unwrap();
        assert_eq!(id, 7);
        assert!(reason.contains("5000 moves"), "{reason}");
        let (id, _) = Order::parse(&"[".repeat(LONGEST_ORDER + 1)).err().unwrap();
        assert_eq!(id, 0);
    }

    #[test]
    fn a_clock_is_taken_as_it_stands() {
        let clock = |text: &str| clock(&serde_json::from_str(text).unwrap());
        assert_eq!(clock("{}"), Ok(None));
        let left = clock(r#"{"system": "byoyomi 600 30 5", "time": 12.5, "stones": 3}"#);
        let report = Report {
            time: Duration::from_millis(12_500),
            stones: 3,
        };
        assert_eq!(left.unwrap().unwrap().left, Some(report));
        assert!(
            clock(r#"{"system": "sand 5"}"#)
                .unwrap_err()
                .contains("sand")
        );
        assert!(clock(r#"{"system": "absolute 5", "time": -1}"#).is_err());
    }
}
