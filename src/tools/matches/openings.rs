//! How games begin: handicap, and positions and moves from files.

use super::conditions::Conditions;
use crate::files;
use crate::game::{Game, HandicapError, IllegalMove, SetupError, sgf};
use crate::types::{Color, Dims, Move, Point, VertexError, excerpt, parse_move};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest file of openings: some hundred thousand games.
const MOST_BYTES: u64 = 256 << 20;

/// The stones and moves before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where it comes from, for the record of the game; empty for none.
    pub name: String,
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
            name: String::new(),
            stones: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
        }
    }
}

/// Openings that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningError {
    /// A file or directory that cannot be read.
    Read(PathBuf, String),
    /// A file without openings.
    None(PathBuf),
    /// A record that is not SGF.
    Sgf(String, sgf::SgfError),
    /// A record of another board: whose, and its size.
    OtherBoard(String, Dims),
    /// A word that is no move: where, and why.
    BadMove(String, VertexError),
    /// A line that is neither moves nor the name of a record.
    BadLine(String, String),
    /// A move that the rules of the match forbid: where, and why.
    Illegal(String, IllegalMove),
    /// Stones that cannot be set up: where, and why.
    Setup(String, SetupError),
    /// A handicap that this board does not have.
    Handicap(HandicapError),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Read(path, reason) => {
                write!(f, "openings {} cannot be read: {reason}", path.display())
            }
            OpeningError::None(path) => write!(f, "{} holds no openings", path.display()),
            OpeningError::Sgf(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::OtherBoard(name, dims) => {
                write!(f, "opening {name} is for a {dims} board")
            }
            OpeningError::BadMove(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::BadLine(name, line) => write!(
                f,
                "opening {name}: '{line}' is neither moves such as 'D4 Q16', nor 'play black D4', \
                 nor the name of an SGF file"
            ),
            OpeningError::Illegal(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::Setup(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::Handicap(error) => write!(f, "handicap: {error}"),
        }
    }
}

impl std::error::Error for OpeningError {}

impl Opening {
    /// So many handicap stones on the points of the GTP standard.
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
                .map_err(|error| OpeningError::Setup(self.name.clone(), error))?;
        }
        for &(color, mv) in &self.moves {
            game.play(color, mv)
                .map_err(|error| OpeningError::Illegal(self.name.clone(), error))?;
        }
        Ok(game)
    }
}

/// Reads openings: an SGF file with one or more games, a directory of those,
/// or a text with an opening on every line, see `docs/match.md`. Each is tried under the conditions.
///
/// # Errors
/// If one cannot be read, is longer than 256 MB, or does not fit the conditions.
pub fn read(path: &Path, conditions: &Conditions) -> Result<Vec<Opening>, OpeningError> {
    let openings = if path.is_dir() {
        read_directory(path, conditions.dims)?
    } else if is_sgf(path) {
        read_sgf(path, conditions.dims)?
    } else {
        read_text(path, conditions.dims)?
    };
    if openings.is_empty() {
        return Err(OpeningError::None(path.to_owned()));
    }
    for opening in &openings {
        opening.game(conditions)?;
    }
    Ok(openings)
}

fn is_sgf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

fn read_error(path: &Path, error: &std::io::Error) -> OpeningError {
    OpeningError::Read(path.to_owned(), error.to_string())
}

fn read_directory(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let entries = fs::read_dir(path).map_err(|error| read_error(path, &error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| is_sgf(file))
        .collect();
    files.sort();
    let mut openings = Vec::new();
    for file in files {
        openings.extend(read_sgf(&file, dims)?);
    }
    Ok(openings)
}

fn read_sgf(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let text = files::read_regular(path, MOST_BYTES).map_err(|error| read_error(path, &error))?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let games = sgf::split_games(&text);
    let name = |index: usize| match games.len() {
        0 | 1 => file.to_string(),
        _ => format!("{file} {}", index + 1),
    };
    games
        .iter()
        .enumerate()
        .map(|(index, game)| from_sgf(&name(index), game, dims))
        .collect()
}

fn from_sgf(name: &str, text: &[u8], dims: Dims) -> Result<Opening, OpeningError> {
    let loaded =
        sgf::load(text, None).map_err(|error| OpeningError::Sgf(name.to_owned(), error))?;
    let game = loaded.game;
    if game.dims() != dims {
        return Err(OpeningError::OtherBoard(name.to_owned(), game.dims()));
    }
    let board = game.start().board();
    let stone = |point| Some((board.color_at(point)?, point));
    Ok(Opening {
        name: name.to_owned(),
        stones: dims.points().filter_map(stone).collect(),
        first: match game.moves().first() {
            Some(&(color, _)) => color,
            None => game.to_move(),
        },
        moves: game.moves().to_vec(),
    })
}

fn read_text(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let text = files::read(path, MOST_BYTES).map_err(|error| read_error(path, &error))?;
    let text = String::from_utf8_lossy(&text);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut openings = Vec::new();
    // The moves of `play` commands up to the next blank line or `clear_board`.
    let mut played: Option<Opening> = None;
    for (index, line) in text.lines().enumerate() {
        let name = format!("{file} line {}", index + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["play", color, vertex] => {
                let color = Color::parse(color)
                    .ok_or_else(|| OpeningError::BadLine(name.clone(), excerpt(line)))?;
                let mv = parse_move(dims, vertex)
                    .map_err(|error| OpeningError::BadMove(name.clone(), error))?;
                let opening = played.get_or_insert_with(|| Opening {
                    name,
                    first: color,
                    ..Opening::default()
                });
                opening.moves.push((color, mv));
                continue;
            }
            _ => openings.extend(played.take()),
        }
        match words[..] {
            [] | ["clear_board"] => {}
            [one] if is_sgf(Path::new(one)) => {
                openings.extend(read_sgf(&directory.join(one), dims)?);
            }
            _ => openings.push(from_words(name, line, &words, dims)?),
        }
    }
    openings.extend(played);
    Ok(openings)
}

/// Moves in turn, Black first.
fn from_words(
    name: String,
    line: &str,
    words: &[&str],
    dims: Dims,
) -> Result<Opening, OpeningError> {
    let mut opening = Opening {
        name,
        ..Opening::default()
    };
    let mut color = Color::Black;
    for word in words {
        let mv = parse_move(dims, word).map_err(|error| match error {
            VertexError::Syntax(_) => OpeningError::BadLine(opening.name.clone(), excerpt(line)),
            error => OpeningError::BadMove(opening.name.clone(), error),
        })?;
        opening.moves.push((color, mv));
        color = !color;
    }
    Ok(opening)
}

#[cfg(test)]
#[path = "openings_tests.rs"]
mod tests;
