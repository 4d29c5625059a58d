//! Game records.

use super::NOTHING;
use crate::game::sgf::{self, Loaded};
use crate::gtp::call::Call;
use crate::gtp::failure::Failure;
use crate::gtp::pipe::write_file;
use crate::gtp::record::Record;
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};
use crate::types::{Move, excerpt, parse_vertex};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Game records.
pub const FAMILY: Family = Family {
    title: "Game records",
    commands: &[
        Command {
            name: "loadsgf",
            arguments: "FILE [NUMBER|VERTEX]",
            summary: "Loads a record, up to before this move or the first one there",
            run: loadsgf,
        },
        Command {
            name: "printsgf",
            arguments: "[FILE]",
            summary: "Writes the game to a file, or as the reply",
            run: printsgf,
        },
    ],
};

/// Which part of a record is wanted.
enum Before<'a> {
    /// All of it.
    End,
    /// What comes before the move with this number.
    Number(usize),
    /// What comes before the first move there.
    Vertex(&'a str),
}

fn loadsgf(session: &mut Session, call: &mut Call) -> Reply {
    let (file, before) = split(call.text());
    if file.is_empty() {
        call.word("file")?;
    }
    let cannot = |reason: String| Failure::CannotLoad(excerpt(file), reason);
    let text = read(Path::new(file)).map_err(|error| cannot(error.to_string()))?;
    let loaded = load(&text, before).map_err(cannot)?;
    let mut game = loaded.game;
    if loaded.rules.is_none() {
        game.set_rules(*session.game.rules());
    }
    if loaded.komi.is_none() {
        game.set_komi(session.game.komi())?;
    }
    let record = Record::of_loaded(&game, loaded.info, loaded.notes, loaded.is_whole);
    session.start_game(game);
    session.record = record;
    Ok(NOTHING)
}

/// The name of a file may hold blanks: only what cannot belong to it is a move.
fn split(text: &str) -> (&str, Before<'_>) {
    let whole = (text, Before::End);
    let Some((file, last)) = text.rsplit_once(' ') else {
        return whole;
    };
    if Path::new(text).is_file() {
        return whole;
    }
    let before = match last.parse() {
        Ok(number) => Before::Number(number),
        Err(_) if Path::new(file.trim_end()).is_file() => Before::Vertex(last),
        Err(_) => return whole,
    };
    (file.trim_end(), before)
}

/// The beginning of a file: enough for every record that is not refused for its length.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    // What is no plain file might never end, or never begin.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut text = Vec::new();
    File::open(path)?
        .take(sgf::MAX_BYTES as u64 + 1)
        .read_to_end(&mut text)?;
    Ok(text)
}

fn load(text: &[u8], before: Before) -> Result<Loaded, String> {
    let load = |number| sgf::load(text, number).map_err(|error| error.to_string());
    let vertex = match before {
        Before::End => return load(None),
        Before::Number(number) => return load(Some(number)),
        Before::Vertex(vertex) => vertex,
    };
    let whole = load(None)?;
    let point = parse_vertex(whole.game.dims(), vertex).map_err(|error| error.to_string())?;
    let mut moves = whole.game.moves().iter();
    let index = moves.position(|&(_, mv)| mv == Move::Place(point));
    let index = index.ok_or_else(|| format!("no move is played at {vertex}"))?;
    load(Some(index + 1))
}

fn printsgf(session: &mut Session, call: &mut Call) -> Reply {
    let text = record_of(session);
    let file = call.text();
    if file.is_empty() || file == "-" {
        return Ok(text);
    }
    write_file(Path::new(file), text)
        .map_err(|error| Failure::CannotSave(excerpt(file), error.to_string()))?;
    Ok(NOTHING)
}

/// The game with all that is known of it.
fn record_of(session: &mut Session) -> String {
    // Only a game that is over is counted, since that takes a while.
    let judgement = session.game.is_over().then(|| session.judge());
    let game = &session.game;
    let score = || {
        let territory = judgement.map(|judgement| judgement.territory(game));
        territory.map_or_else(String::new, |territory| {
            game.score_of(&territory).to_string()
        })
    };
    let record = &session.record;
    let info = record.info(game, session.clocks[0].system(), score);
    let notes = record.notes(game, session.config.sgf_comments);
    sgf::save_with_notes(game, &info, &notes)
}
