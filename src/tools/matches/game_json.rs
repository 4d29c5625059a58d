//! A game of a match as a JSON object: a line of the results file, and an entry of what `--json` prints.

use super::count::Count;
use super::ending::{Ending, Offence};
use super::thinking::Thinking;
use super::{GameReport, Options};
use crate::game::Score;
use crate::types::Color;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// A game as a JSON object.
pub fn to_json(options: &Options, game: &GameReport) -> Value {
    let label = |player: usize| options.label(player);
    let mut value = json!({
        "game": game.number,
        "black": label(game.players[0]),
        "white": label(game.players[1]),
        "result": game.ending.result(),
        "winner": game.winner().map(label),
        "moves": game.moves,
        "capped": game.capped,
        "seconds": game.time.as_secs_f64(),
        "thinking": game.thinking.map(|thinking| json!({
            "moves": thinking.moves,
            "seconds": thinking.total.as_secs_f64(),
            "longest": thinking.longest.as_secs_f64(),
            "reserve": thinking.reserve.map(|reserve| reserve.as_secs_f64()),
        })),
    });
    if let Some(path) = &game.sgf {
        value["sgf"] = json!(path.to_string_lossy());
    }
    if !game.opening.is_empty() {
        value["opening"] = json!(game.opening);
    }
    if let Some(fingerprint) = game.fingerprint {
        // As text: not every reader of JSON has integers of 64 bits.
        value["fingerprint"] = json!(format!("{fingerprint:016x}"));
    }
    put_ending(&mut value, &game.ending);
    value
}

/// Adds how a game ended to its object.
fn put_ending(value: &mut Value, ending: &Ending) {
    let name = match ending {
        Ending::Counted(count) => {
            value["lead"] = json!(count.score.black_lead());
            if let Some(says) = &count.dispute {
                value["disputed"] = json!(says);
            }
            if let Some(says) = &count.umpire {
                value["umpire"] = json!(says);
            }
            if let Some(moves) = count.played_on {
                value["played_on"] = json!(moves);
            }
            "counted"
        }
        Ending::Resigned(_) => "resigned",
        Ending::Forfeit {
            offence, detail, ..
        } => {
            value["offence"] = json!(offence.to_string());
            value["detail"] = json!(detail);
            "forfeited"
        }
        Ending::NoResult => "no result",
    };
    value["ending"] = json!(name);
}

/// Reads what [`to_json`] writes; `None` if it is no game of this match.
pub(super) fn from_json(options: &Options, value: &Value) -> Option<GameReport> {
    let player = |color: &str| {
        let mut entrants = options.entrants.iter();
        entrants.position(|entrant| value[color] == entrant.label)
    };
    let number = u32::try_from(value["game"].as_u64()?).ok()?;
    Some(GameReport {
        number: Some(number).filter(|&number| number > 0)?,
        players: [player("black")?, player("white")?],
        ending: ending_of(value)?,
        capped: value["capped"].as_bool()?,
        moves: usize::try_from(value["moves"].as_u64()?).ok()?,
        thinking: [
            thinking_of(&value["thinking"][0])?,
            thinking_of(&value["thinking"][1])?,
        ],
        time: seconds(&value["seconds"])?,
        opening: text(&value["opening"]).unwrap_or_default(),
        // Files of older versions lack it.
        fingerprint: text(&value["fingerprint"])
            .and_then(|text| u64::from_str_radix(&text, 16).ok()),
        sgf: text(&value["sgf"]).map(PathBuf::from),
    })
}

/// How the game of this object ended.
fn ending_of(value: &Value) -> Option<Ending> {
    Some(match value["ending"].as_str()? {
        "counted" => Ending::Counted(Count {
            score: Score::from_black_lead(value["lead"].as_f64()? as f32),
            dispute: match &value["disputed"] {
                Value::Null => None,
                says => Some([text(&says[0])?, text(&says[1])?]),
            },
            umpire: text(&value["umpire"]),
            played_on: value["played_on"].as_u64().map(|moves| moves as usize),
        }),
        "resigned" => Ending::Resigned(loser_of(value)?),
        "forfeited" => Ending::Forfeit {
            loser: loser_of(value)?,
            offence: Offence::ALL
                .into_iter()
                .find(|offence| value["offence"] == offence.to_string())?,
            detail: text(&value["detail"])?,
        },
        "no result" => Ending::NoResult,
        _ => return None,
    })
}

/// The loser of a game that somebody won.
fn loser_of(value: &Value) -> Option<Color> {
    let winner = value["winner"].as_str()?;
    let won = |color: &str| value[color] == winner;
    match (won("black"), won("white")) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    }
}

fn thinking_of(value: &Value) -> Option<Thinking> {
    Some(Thinking {
        moves: u32::try_from(value["moves"].as_u64()?).ok()?,
        total: seconds(&value["seconds"])?,
        longest: seconds(&value["longest"])?,
        // Files of older versions lack it.
        reserve: seconds(&value["reserve"]),
    })
}

fn seconds(value: &Value) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?).ok()
}

fn text(value: &Value) -> Option<String> {
    Some(value.as_str()?.to_owned())
}

#[cfg(test)]
#[path = "game_json_tests.rs"]
pub(super) mod tests;
