//! Openings from records of games.

use super::{MOST_BYTES, Opening, OpeningError};
use crate::files;
use crate::game::sgf;
use crate::types::Dims;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether a file is one of records, by its name.
pub fn is_sgf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// All files of records in a directory, by their names.
pub fn read_directory(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let entries = fs::read_dir(path).map_err(|error| OpeningError::read(path, &error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| is_sgf(file))
        .collect();
    files.sort();
    let mut openings = Vec::new();
    for file in files {
        openings.extend(read(&file, dims)?);
    }
    Ok(openings)
}

/// Every game of a file is an opening.
pub fn read(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let text =
        files::read_regular(path, MOST_BYTES).map_err(|error| OpeningError::read(path, &error))?;
    let file = path.display();
    let games = sgf::split_games(&text);
    let place = |index: usize| match games.len() {
        0 | 1 => file.to_string(),
        _ => format!("{file} {}", index + 1),
    };
    games
        .iter()
        .enumerate()
        .map(|(index, game)| from_sgf(&place(index), game, dims))
        .collect()
}

fn from_sgf(place: &str, text: &[u8], dims: Dims) -> Result<Opening, OpeningError> {
    let loaded =
        sgf::load(text, None).map_err(|error| OpeningError::Sgf(place.to_owned(), error))?;
    if loaded.is_cut_off {
        return Err(OpeningError::CutOff(place.to_owned()));
    }
    if loaded.forgotten > 0 {
        return Err(OpeningError::SetUp(place.to_owned(), loaded.forgotten));
    }
    let game = loaded.game;
    if game.dims() != dims {
        return Err(OpeningError::OtherBoard(place.to_owned(), game.dims()));
    }
    let board = game.start().board();
    let stone = |point| Some((board.color_at(point)?, point));
    Ok(Opening {
        place: place.to_owned(),
        stones: dims.points().filter_map(stone).collect(),
        first: match game.moves().first() {
            Some(&(color, _)) => color,
            None => game.to_move(),
        },
        moves: game.moves().to_vec(),
    })
}
