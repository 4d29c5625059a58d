//! The results file: what a match has finished, so that it can be resumed.
//!
//! One JSON object on each line. The first says what is played, each other
//! one is a game, appended when it has ended. A line cut off by a crash is forgotten.

use super::game_json::{from_json, to_json};
use super::repeats::fingerprint;
use super::{GameReport, MatchError, Options, time_control};
use crate::files;
use crate::tools::fnv::Fnv;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name in the directory of the games.
const FILE_NAME: &str = "results.jsonl";
/// What a checksum of the openings is called among the terms.
const OPENINGS: &str = "opening games";
/// Where files of version 0.21.0 and before tell the openings: their number, and a checksum of another kind.
const OPENINGS_BEFORE: &str = "openings";
/// What the third engine is called among the terms.
const REFEREE: &str = "referee";
/// How long an engine may take for what is not on its clock.
const HANG: &str = "seconds before a hang";
/// The longest results that are read again, of a million games or two.
const MOST_BYTES: u64 = 1 << 30;

/// Where the results of these options go, if anywhere.
pub fn path(options: &Options) -> Option<PathBuf> {
    let beside_games = || Some(options.sgf_dir.as_ref()?.join(FILE_NAME));
    options.results.clone().or_else(beside_games)
}

/// The open file; or none, if nothing is kept. As long as it is open no other match can write it.
pub(super) struct Ledger(Option<(PathBuf, File)>);

impl Ledger {
    /// Opens the file and reads the games that an earlier run finished.
    pub(super) fn open(options: &Options) -> Result<(Ledger, Vec<GameReport>), MatchError> {
        let Some(path) = path(options) else {
            return Ok((Ledger(None), Vec::new()));
        };
        let mut file = open_file(&path, options)?;
        let (games, end) = read(&mut file, &path, options)?;
        // A line that a crash cut off is removed, so that the next game starts a line of its own.
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(|error| write_error(&path, &error))?;
        if end == 0 {
            let line = format!("{}\n", json!({ "match": terms(options) }));
            file.write_all(line.as_bytes())
                .map_err(|error| write_error(&path, &error))?;
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
            .map_err(|error| write_error(path, &error))
    }
}

fn write_error(path: &Path, error: &io::Error) -> MatchError {
    MatchError::Write(path.to_owned(), error.to_string())
}

/// Opens the file and locks it.
fn open_file(path: &Path, options: &Options) -> Result<File, MatchError> {
    if path.exists() {
        if !options.resume {
            return Err(match options.results {
                Some(_) => MatchError::ResultsExist(path.to_owned()),
                None => MatchError::GamesExist(path.to_owned()),
            });
        }
        // What is no file might be read without end.
        files::open_regular(path, MOST_BYTES)
            .map_err(|error| MatchError::Read(path.to_owned(), error.to_string()))?;
    }
    // Not for appending: such a file cannot be cut on Windows.
    let file = OpenOptions::new()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(path)
        .map_err(|error| write_error(path, &error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(MatchError::InUse(path.to_owned())),
        // Some file systems have no locks, and a match there is better than none.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The games of a file, and where its last whole line ends.
fn read(
    file: &mut File,
    path: &Path,
    options: &Options,
) -> Result<(Vec<GameReport>, u64), MatchError> {
    let bad =
        |line: usize, reason: &str| MatchError::Results(path.to_owned(), line, reason.to_owned());
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| MatchError::Read(path.to_owned(), error.to_string()))?;
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
    json!({
        "engines": engines,
        "format": match options.gauntlet {
            true => "gauntlet",
            false => "round robin",
        },
        "keep colours": options.keep_colours,
        "size": conditions.dims.to_string(),
        "rules": conditions.rules.to_json(),
        "komi": conditions.komi,
        "time": time_control::in_words(conditions.time),
        "max moves": conditions.max_moves,
        HANG: conditions.patience.as_secs_f64(),
        REFEREE: options.umpire,
        OPENINGS: checksum(options),
    })
}

/// How many openings there are, and a number that differs when any of them does.
fn checksum(options: &Options) -> String {
    let mut hash = Fnv::default();
    for opening in &options.openings {
        // What does not fit is not played: it ends the match.
        let game = opening.game(&options.conditions);
        let fingerprint = game.as_ref().map_or(0, fingerprint);
        hash.add(&fingerprint.to_le_bytes());
    }
    format!("{} {:016x}", options.openings.len(), hash.value())
}

/// The terms that differ.
fn difference(old: &Value, new: &Value) -> Option<String> {
    let terms = new.as_object()?.iter();
    let changed = terms.filter(|&(name, value)| match old.get(name) {
        Some(old) => old != value,
        // Files of older versions do not tell these; of the openings only the number can be compared.
        None if name == OPENINGS => {
            count(&old[OPENINGS_BEFORE]).is_some_and(|number| Some(number) != count(value))
        }
        None => ![HANG, REFEREE].contains(&name.as_str()) && !value.is_null(),
    });
    let told: Vec<String> = changed
        .map(|(name, value)| match name.as_str() {
            OPENINGS => "other openings, or in another order".to_owned(),
            name => format!(
                "{name} {} there, {} now",
                in_words(&old[name]),
                in_words(value)
            ),
        })
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The first word of a checksum of openings: how many there are.
fn count(checksum: &Value) -> Option<&str> {
    checksum.as_str()?.split(' ').next()
}

fn in_words(term: &Value) -> String {
    match term {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[path = "results_tests.rs"]
pub(super) mod tests;
