//! How games begin: handicap, and positions and moves from files.

mod error;
mod list;
mod sgf;
#[cfg(test)]
mod tests;

use super::conditions::Conditions;
use crate::game::Game;
use crate::types::{Color, Move, Point, format_move};
use std::ffi::OsStr;
use std::path::Path;

pub use error::OpeningError;

/// The longest file of openings: some hundred thousand games.
const MOST_BYTES: u64 = 256 << 20;

/// The stones and moves before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where it comes from: the path of a file as it was named, with the line or the number in it; empty for none.
    pub place: String,
    /// Stones on the board from the start.
    pub stones: Vec<(Color, Point)>,
    /// Who moves first after those.
    pub first: Color,
    /// Moves made before the game begins.
    pub moves: Vec<(Color, Move)>,
}

impl Default for Opening {
    /// The empty board, Black to move.
    fn default() -> Opening {
        Opening {
            place: String::new(),
            stones: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
        }
    }
}

impl Opening {
    /// This many handicap stones on the points of the GTP standard.
    ///
    /// # Errors
    /// If the standard knows no such handicap on this board.
    pub fn handicap(conditions: &Conditions, stones: usize) -> Result<Opening, OpeningError> {
        let mut game = Game::new(conditions.dims, conditions.rules, conditions.komi);
        let points = game
            .place_fixed_handicap(stones)
            .map_err(OpeningError::Handicap)?;
        Ok(Opening {
            stones: points.into_iter().map(|p| (Color::Black, p)).collect(),
            first: Color::White,
            ..Opening::default()
        })
    }

    /// Where it comes from without directories, for the record of the game.
    pub fn name(&self) -> &str {
        let name = Path::new(&self.place).file_name();
        name.and_then(OsStr::to_str).unwrap_or_default()
    }

    /// Whether it is what the GTP standard calls a handicap.
    pub fn is_handicap(&self) -> bool {
        self.first == Color::White
            && self.stones.len() >= 2
            && self.stones.iter().all(|&(color, _)| color == Color::Black)
    }

    /// The game after this opening.
    ///
    /// # Errors
    /// If it does not fit the board or the rules.
    pub fn game(&self, conditions: &Conditions) -> Result<Game, OpeningError> {
        let mut game = Game::new(conditions.dims, conditions.rules, conditions.komi);
        game.end_handicap_at_passes();
        if !self.stones.is_empty() || self.first == Color::White {
            let stones: Vec<_> = self.stones.iter().map(|&(c, p)| (p, Some(c))).collect();
            game.set_up(&stones, self.first)
                .map_err(|error| OpeningError::Setup(self.place.clone(), error))?;
        }
        for (index, &(color, mv)) in self.moves.iter().enumerate() {
            game.play(color, mv).map_err(|error| {
                let vertex = format_move(conditions.dims, mv);
                let which = format!("move {} ({color} {vertex})", index + 1);
                OpeningError::Illegal(self.place.clone(), which, error)
            })?;
        }
        Ok(game)
    }
}

/// Reads openings: an SGF file with one or more games, a directory of those,
/// or a text with an opening on every line, see `docs/match.md`. Each is tried under the conditions.
///
/// # Errors
/// If one cannot be read, is longer than 256 MB, does not fit the conditions, or leaves nothing to play.
pub fn read(path: &Path, conditions: &Conditions) -> Result<Vec<Opening>, OpeningError> {
    let openings = if path.is_dir() {
        sgf::read_directory(path, conditions.dims)?
    } else if sgf::is_sgf(path) {
        sgf::read(path, conditions.dims)?
    } else {
        list::read(path, conditions.dims)?
    };
    if openings.is_empty() {
        return Err(OpeningError::None(path.to_owned()));
    }
    for opening in &openings {
        check(opening, conditions)?;
    }
    Ok(openings)
}

/// Sees that the engines have something to play.
fn check(opening: &Opening, conditions: &Conditions) -> Result<(), OpeningError> {
    let game = opening.game(conditions)?;
    let place = || opening.place.clone();
    if game.is_over() || game.no_result() {
        return Err(OpeningError::Over(place()));
    }
    if game.moves().len() >= conditions.max_moves {
        return Err(OpeningError::TooLong(place(), conditions.max_moves));
    }
    Ok(())
}
