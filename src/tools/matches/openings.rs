//! How games begin: handicap, and positions and moves from files.

use super::conditions::Conditions;
use crate::files;
use crate::game::{Game, HandicapError, IllegalMove, SetupError, sgf};
use crate::types::{Color, Dims, Move, Point, VertexError, excerpt, format_move, parse_move};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest file of openings: some hundred thousand games.
const MOST_BYTES: u64 = 256 << 20;

/// Longer names of files no system knows.
const LONGEST_PATH: usize = 4096;

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
    /// A record whose first moves would be lost: whose, and why.
    Forgotten(String, String),
    /// A word that is no move: where, and why.
    BadMove(String, VertexError),
    /// A line that is neither moves nor the name of a record.
    BadLine(String, String),
    /// A move that the rules of the match forbid: where, which one, and why.
    Illegal(String, String, IllegalMove),
    /// Stones that cannot be set up: where, and why.
    Setup(String, SetupError),
    /// Moves after which the game is over: where.
    Over(String),
    /// As many moves as a game may have: where, and how many it may have.
    TooLong(String, usize),
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
            OpeningError::Forgotten(name, remark) => write!(f, "opening {name}: {remark}"),
            OpeningError::BadMove(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::BadLine(name, line) => write!(
                f,
                "opening {name}: '{line}' is neither moves such as 'D4 Q16', nor 'play black D4', \
                 nor the name of an SGF file"
            ),
            OpeningError::Illegal(name, mv, error) => write!(f, "opening {name}, {mv}: {error}"),
            OpeningError::Setup(name, error) => write!(f, "opening {name}: {error}"),
            OpeningError::Over(name) => write!(f, "opening {name}: the game is over after it"),
            OpeningError::TooLong(name, most) => write!(
                f,
                "opening {name}: nothing is left to play, a game has at most {most} moves"
            ),
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
        for (index, &(color, mv)) in self.moves.iter().enumerate() {
            game.play(color, mv).map_err(|error| {
                let vertex = format_move(conditions.dims, mv);
                let which = format!("move {} ({color} {vertex})", index + 1);
                OpeningError::Illegal(self.name.clone(), which, error)
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
        check(opening, conditions)?;
    }
    Ok(openings)
}

/// Sees that the engines have something to play.
fn check(opening: &Opening, conditions: &Conditions) -> Result<(), OpeningError> {
    let game = opening.game(conditions)?;
    let name = || opening.name.clone();
    if game.is_over() || game.no_result() {
        return Err(OpeningError::Over(name()));
    }
    if game.moves().len() >= conditions.max_moves {
        return Err(OpeningError::TooLong(name(), conditions.max_moves));
    }
    Ok(())
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
    if let Some(remark) = loaded.forgotten_remark() {
        return Err(OpeningError::Forgotten(name.to_owned(), remark));
    }
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
    let bytes = files::read(path, MOST_BYTES).map_err(|error| read_error(path, &error))?;
    let text = files::text_lossy(bytes);
    let mut list = List {
        dims,
        directory: path.parent().unwrap_or(Path::new(".")),
        openings: Vec::new(),
        played: None,
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    for (index, line) in text.lines().enumerate() {
        list.take(format!("{file} line {}", index + 1), line.trim())?;
    }
    list.end_played();
    Ok(list.openings)
}

/// A text of openings, as far as it has been read.
struct List<'a> {
    dims: Dims,
    /// Where the files are that it names.
    directory: &'a Path,
    openings: Vec<Opening>,
    /// The moves of `play` commands up to the next blank line or `clear_board`.
    played: Option<Opening>,
}

impl List<'_> {
    /// Reads a line, which has a name.
    fn take(&mut self, name: String, line: &str) -> Result<(), OpeningError> {
        let meant = self.without_comment(line);
        if meant.is_empty() && !line.is_empty() {
            // Nothing but a comment, which GTP ignores.
            return Ok(());
        }
        let words: Vec<&str> = meant.split_whitespace().collect();
        let bad_line = || OpeningError::BadLine(name.clone(), excerpt(line));
        match without_id(&words) {
            ["play", color, vertex] => {
                let color = Color::parse(color).ok_or_else(bad_line)?;
                let mv = parse_move(self.dims, vertex)
                    .map_err(|error| OpeningError::BadMove(name.clone(), error))?;
                self.play(name, color, mv);
            }
            // The komi is that of the match.
            ["komi", _] => {}
            [] | ["clear_board"] => self.end_played(),
            ["boardsize", sides @ ..] | ["rectangular_boardsize", sides @ ..] => {
                self.end_played();
                let dims = Dims::of_words(sides).ok_or_else(bad_line)?;
                if dims != self.dims {
                    return Err(OpeningError::OtherBoard(name, dims));
                }
            }
            _ if is_sgf(Path::new(meant)) && meant.len() <= LONGEST_PATH => {
                self.end_played();
                let games = read_sgf(&self.directory.join(meant), self.dims)?;
                self.openings.extend(games);
            }
            _ => {
                self.end_played();
                self.openings
                    .push(from_words(name, line, &words, self.dims)?);
            }
        }
        Ok(())
    }

    /// The line without its comment. The name of a file may have the sign of comments in it.
    fn without_comment<'a>(&self, line: &'a str) -> &'a str {
        if is_sgf(Path::new(line)) && self.directory.join(line).exists() {
            return line;
        }
        line.split('#').next().unwrap_or_default().trim()
    }

    fn play(&mut self, name: String, color: Color, mv: Move) {
        let played = self.played.get_or_insert_with(|| Opening {
            name,
            first: color,
            ..Opening::default()
        });
        played.moves.push((color, mv));
    }

    fn end_played(&mut self) {
        self.openings.extend(self.played.take());
    }
}

/// The words of a GTP command without the id before it.
fn without_id<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        [id, command @ ..] if !command.is_empty() && id.parse::<u32>().is_ok() => command,
        _ => words,
    }
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
