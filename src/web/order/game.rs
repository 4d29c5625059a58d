//! The game of an order: its board, its rules, its moves.

use super::values::{optional, text};
use crate::game::sgf::parse_point;
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Move, Point, excerpt};
use serde_json::Value;

/// The most moves that a game may have here: far beyond any real one.
pub const MOST_MOVES: usize = 5000;
/// The most prisoners of a player that are taken over from the play before a game.
const MOST_CAPTURES: u64 = 1_000_000;

/// The game that an order describes.
pub fn game(value: &Value) -> Result<Box<Game>, String> {
    if !value.is_object() {
        return Err("'game' must be an object".to_owned());
    }
    let dims = dims(value)?;
    let rules = text(value, "rules")?.ok_or("'rules' is missing")?;
    let rules = Rules::parse(rules).map_err(|error| error.to_string())?;
    let mut game = Game::new(dims, rules, 0.0);
    let komi = value["komi"].as_f64().ok_or("'komi' is not a number")?;
    game.set_komi(komi as f32)
        .map_err(|error| error.to_string())?;
    game.end_handicap_at_passes();
    set_up(&mut game, value)?;
    if let Some(captures) = captures(value)? {
        game.set_captures(captures);
    }
    let moves = moves(dims, value, "moves")?;
    if moves.len() > MOST_MOVES {
        return Err(format!("the game has more than {MOST_MOVES} moves"));
    }
    for (number, (color, mv)) in moves.into_iter().enumerate() {
        // Records have what their own rules allowed.
        game.play_from_record(color, mv)
            .map_err(|error| format!("move {}: {error}", number + 1))?;
    }
    if let Some(turn) = turn(value, "turn")? {
        game.set_to_move(turn);
    }
    Ok(Box::new(game))
}

fn set_up(game: &mut Game, value: &Value) -> Result<(), String> {
    let first = turn(value, "first")?.unwrap_or(Color::Black);
    let stones: Vec<(Point, Option<Color>)> = moves(game.dims(), value, "setup")?
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

/// The prisoners that Black has, and those that White has.
fn captures(game: &Value) -> Result<Option<[u32; 2]>, String> {
    let what = format!("two numbers of stones up to {MOST_CAPTURES}, Black's and White's");
    let taken = |value: &Value| {
        let count = value.as_u64().filter(|&count| count <= MOST_CAPTURES)?;
        u32::try_from(count).ok()
    };
    optional(game, "captures", &what, |value| {
        match value.as_array()?.as_slice() {
            [black, white] => Some([taken(black)?, taken(white)?]),
            _ => None,
        }
    })
}

/// `Bcc Wdd B--`.
fn moves(dims: Dims, game: &Value, name: &str) -> Result<Vec<(Color, Move)>, String> {
    let text = text(game, name)?.unwrap_or_default();
    let one = |word: &str| {
        let (letter, point) = word.split_at_checked(1)?;
        let mv = match point {
            "--" => Move::Pass,
            point => Move::Place(parse_point(dims, point)?),
        };
        Some((player(letter)?, mv))
    };
    let read = |word: &str| {
        one(word).ok_or_else(|| format!("{:?} is not a move on a {dims} board", excerpt(word)))
    };
    text.split_ascii_whitespace().map(read).collect()
}

/// Points one after the other: `aa cd`.
pub fn points(dims: Dims, object: &Value, name: &str) -> Result<Vec<Point>, String> {
    let text = text(object, name)?.unwrap_or_default();
    let read = |word| {
        parse_point(dims, word)
            .ok_or_else(|| format!("{:?} is not a point of a {dims} board", excerpt(word)))
    };
    text.split_ascii_whitespace().map(read).collect()
}

/// The size of a board.
pub fn dims(object: &Value) -> Result<Dims, String> {
    let side = |index: usize| {
        object["size"][index]
            .as_u64()
            .and_then(|side| usize::try_from(side).ok())
    };
    let (Some(width), Some(height)) = (side(0), side(1)) else {
        return Err("'size' must be two numbers, columns and rows".to_owned());
    };
    Dims::new(width, height).map_err(|error| error.to_string())
}

fn turn(game: &Value, name: &str) -> Result<Option<Color>, String> {
    optional(game, name, "a player, B or W", |value| {
        player(value.as_str()?)
    })
}

/// The player of this letter.
fn player(letter: &str) -> Option<Color> {
    match letter {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}
