//! The results file: what a match has finished, so that it can be resumed.
//!
//! One JSON object on each line. The first says what is played, each other
//! one is a game, appended when it has ended. A line cut off by a crash is forgotten.

use super::count::Count;
use super::ending::{Ending, Offence, Thinking};
use super::schedule::Format;
use super::{GameReport, MatchError, Options};
use crate::files;
use crate::game::Score;
use crate::types::Color;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name in the directory of the games.
const FILE_NAME: &str = "results.jsonl";
/// The longest results that are read again, of a million games or two.
const MOST_BYTES: u64 = 1 << 30;

/// Where the results of these options go, if anywhere.
pub fn path(options: &Options) -> Option<PathBuf> {
    let beside_games = || Some(options.sgf_dir.as_ref()?.join(FILE_NAME));
    options.results.clone().or_else(beside_games)
}

/// The open file; or none, if nothing is kept.
pub(super) struct Ledger(Option<(PathBuf, File)>);

impl Ledger {
    /// Opens the file and reads the games that an earlier run finished.
    pub(super) fn open(options: &Options) -> Result<(Ledger, Vec<GameReport>), MatchError> {
        let Some(path) = path(options) else {
            return Ok((Ledger(None), Vec::new()));
        };
        let write_error =
            |error: std::io::Error| MatchError::Write(path.clone(), error.to_string());
        let exists = path.exists();
        if exists && !options.resume {
            return Err(MatchError::WouldOverwrite(path));
        }
        let (games, end) = if exists {
            read(&path, options)?
        } else {
            (Vec::new(), 0)
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(write_error)?;
        // A line that a crash cut off is removed, so that the next game starts a line of its own.
        file.set_len(end).map_err(write_error)?;
        if end == 0 {
            let line = format!("{}\n", json!({ "match": terms(options) }));
            file.write_all(line.as_bytes()).map_err(write_error)?;
        }
        Ok((Ledger(Some((path, file))), games))
    }

    /// Adds a game.
    pub(super) fn write(&mut self, options: &Options, game: &GameReport) -> Result<(), MatchError> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        let line = format!("{}\n", to_json(options, game));
        file.write_all(line.as_bytes())
            .and_then(|()| file.flush())
            .map_err(|error| MatchError::Write(path.clone(), error.to_string()))
    }
}

/// The games of a file, and where its last whole line ends.
fn read(path: &Path, options: &Options) -> Result<(Vec<GameReport>, u64), MatchError> {
    let bad =
        |line: usize, reason: &str| MatchError::Results(path.to_owned(), line, reason.to_owned());
    let bytes = files::read_regular(path, MOST_BYTES);
    let bytes = bytes.map_err(|error| bad(1, &error.to_string()))?;
    // A line that a crash cut off may end inside a character.
    let newline = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = newline.map_or(0, |newline| newline + 1);
    if whole == 0 && !bytes.is_empty() && !bytes.starts_with(b"{\"match\"") {
        // Without a whole line the file would be emptied. This one is not the beginning of a results file.
        return Err(bad(1, "it is not JSON"));
    }
    let mut games: Vec<GameReport> = Vec::new();
    let mut numbers = HashSet::new();
    for (index, line) in bytes[..whole]
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
    {
        let value: Value =
            serde_json::from_slice(line).map_err(|_| bad(index + 1, "it is not JSON"))?;
        if index == 0 {
            if let Some(difference) = difference(&value["match"], &terms(options)) {
                return Err(MatchError::OtherMatch(path.to_owned(), difference));
            }
            continue;
        }
        let game = from_json(options, &value)
            .ok_or_else(|| bad(index + 1, "it is not a game of this match"))?;
        if !numbers.insert(game.number) {
            return Err(bad(index + 1, "the game is there twice"));
        }
        games.push(game);
    }
    Ok((games, whole as u64))
}

/// What a match must not change when it is resumed. The number of games may.
fn terms(options: &Options) -> Value {
    let conditions = &options.conditions;
    let engines: Vec<Value> = options
        .entrants
        .iter()
        .map(|entrant| json!({"name": entrant.label, "command": entrant.command}))
        .collect();
    let openings: Vec<String> = options
        .openings
        .iter()
        .map(|opening| {
            let first = match opening.first {
                Color::Black => "",
                Color::White => " White first",
            };
            format!("{:?} {:?}{first}", opening.stones, opening.moves)
        })
        .collect();
    json!({
        "engines": engines,
        "format": match options.format {
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
        },
        "keep colours": options.keep_colours,
        "size": conditions.dims.to_string(),
        "rules": conditions.rules.to_json(),
        "komi": conditions.komi,
        "time": conditions.time.map(|time| time.to_string()),
        "max moves": conditions.max_moves,
        "openings": fingerprint(&openings),
    })
}

/// FNV-1a: the same on every machine and in every build.
fn fingerprint(texts: &[String]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in texts.iter().flat_map(|text| text.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{} {hash:016x}", texts.len())
}

/// The first of the terms that differs.
fn difference(old: &Value, new: &Value) -> Option<String> {
    let terms = new.as_object()?;
    let (name, value) = terms
        .iter()
        .find(|(name, value)| &&old[name.as_str()] != value)?;
    Some(format!("{name} {} there, {value} now", old[name.as_str()]))
}

/// A game as a JSON object.
pub fn to_json(options: &Options, game: &GameReport) -> Value {
    let label = |player: usize| &options.entrants[player].label;
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
    let mut put = |name: &str, entry: Value| value[name] = entry;
    if let Some(path) = &game.sgf {
        put("sgf", json!(path.to_string_lossy()));
    }
    if !game.opening.is_empty() {
        put("opening", json!(game.opening));
    }
    match &game.ending {
        Ending::Counted(count) => {
            put("ending", json!("counted"));
            put("lead", json!(count.score.black_lead()));
            if let Some(says) = &count.dispute {
                put("disputed", json!(says));
            }
            if let Some(says) = &count.umpire {
                put("umpire", json!(says));
            }
        }
        Ending::Resigned(_) => put("ending", json!("resigned")),
        Ending::Forfeit {
            offence, detail, ..
        } => {
            put("ending", json!("forfeited"));
            put("offence", json!(offence.to_string()));
            put("detail", json!(detail));
        }
        Ending::NoResult => put("ending", json!("no result")),
    }
    value
}

/// Reads what [`to_json`] writes.
fn from_json(options: &Options, value: &Value) -> Option<GameReport> {
    let player = |name: &Value| {
        let label = name.as_str()?;
        options
            .entrants
            .iter()
            .position(|entrant| entrant.label == label)
    };
    let text = |name: &str| Some(value[name].as_str()?.to_owned());
    let players = [player(&value["black"])?, player(&value["white"])?];
    // The loser of a game that somebody won.
    let loser = || match player(&value["winner"])? {
        winner if winner == players[0] => Some(Color::White),
        _ => Some(Color::Black),
    };
    let ending = match value["ending"].as_str()? {
        "counted" => Ending::Counted(Count {
            score: Score::from_black_lead(value["lead"].as_f64()? as f32),
            dispute: match &value["disputed"] {
                Value::Null => None,
                says => Some([says[0].as_str()?.to_owned(), says[1].as_str()?.to_owned()]),
            },
            umpire: text("umpire"),
        }),
        "resigned" => Ending::Resigned(loser()?),
        "forfeited" => Ending::Forfeit {
            loser: loser()?,
            offence: *Offence::ALL
                .iter()
                .find(|offence| value["offence"] == offence.to_string())?,
            detail: text("detail")?,
        },
        "no result" => Ending::NoResult,
        _ => return None,
    };
    let seconds = |value: &Value| Duration::try_from_secs_f64(value.as_f64()?).ok();
    let thinking = |value: &Value| {
        Some(Thinking {
            moves: u32::try_from(value["moves"].as_u64()?).ok()?,
            total: seconds(&value["seconds"])?,
            longest: seconds(&value["longest"])?,
            // Files of older versions lack it.
            reserve: seconds(&value["reserve"]),
        })
    };
    Some(GameReport {
        number: u32::try_from(value["game"].as_u64()?)
            .ok()
            .filter(|&n| n > 0)?,
        players,
        ending,
        capped: value["capped"].as_bool()?,
        moves: usize::try_from(value["moves"].as_u64()?).ok()?,
        thinking: [
            thinking(&value["thinking"][0])?,
            thinking(&value["thinking"][1])?,
        ],
        time: seconds(&value["seconds"])?,
        opening: text("opening").unwrap_or_default(),
        sgf: text("sgf").map(PathBuf::from),
    })
}

#[cfg(test)]
#[path = "results_tests.rs"]
mod tests;
