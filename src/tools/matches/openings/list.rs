//! Openings from a text with one on every line, or in the words of GTP.

use super::sgf::{self, is_sgf};
use super::{MOST_BYTES, Opening, OpeningError};
use crate::files;
use crate::types::{Color, Dims, Move, VertexError, excerpt, parse_move};
use std::path::Path;

/// Longer names of files no system knows.
const LONGEST_PATH: usize = 4096;

/// The openings of a text and of the files that it names.
pub fn read(path: &Path, dims: Dims) -> Result<Vec<Opening>, OpeningError> {
    let bytes = files::read(path, MOST_BYTES).map_err(|error| OpeningError::read(path, &error))?;
    let text = files::text_lossy(bytes);
    let mut list = List {
        dims,
        directory: path.parent().unwrap_or(Path::new(".")),
        openings: Vec::new(),
        played: None,
    };
    for (index, line) in text.lines().enumerate() {
        let place = format!("{} line {}", path.display(), index + 1);
        list.take(place, line.trim())?;
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
    /// Reads a line at this place.
    fn take(&mut self, place: String, line: &str) -> Result<(), OpeningError> {
        let meant = self.without_comment(line);
        if meant.is_empty() && !line.is_empty() {
            // Nothing but a comment, which GTP ignores.
            return Ok(());
        }
        let words: Vec<&str> = meant.split_whitespace().collect();
        let bad_line = || OpeningError::BadLine(place.clone(), excerpt(line));
        match without_id(&words) {
            ["play", color, vertex] => {
                let color = Color::parse(color).ok_or_else(bad_line)?;
                let mv = parse_move(self.dims, vertex)
                    .map_err(|error| OpeningError::BadMove(place.clone(), error))?;
                self.play(place, color, mv);
            }
            // The komi is that of the match.
            ["komi", _] => {}
            [] | ["clear_board"] => self.end_played(),
            ["boardsize", sides @ ..] | ["rectangular_boardsize", sides @ ..] => {
                self.end_played();
                let dims = Dims::of_words(sides).ok_or_else(bad_line)?;
                if dims != self.dims {
                    return Err(OpeningError::OtherBoard(place, dims));
                }
            }
            _ if is_sgf(Path::new(meant)) && meant.len() <= LONGEST_PATH => {
                self.end_played();
                let games = sgf::read(&self.directory.join(meant), self.dims)
                    .map_err(|error| OpeningError::Listed(place, Box::new(error)))?;
                self.openings.extend(games);
            }
            _ => {
                self.end_played();
                self.openings
                    .push(from_words(place, line, &words, self.dims)?);
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

    fn play(&mut self, place: String, color: Color, mv: Move) {
        let played = self.played.get_or_insert_with(|| Opening {
            place,
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
    place: String,
    line: &str,
    words: &[&str],
    dims: Dims,
) -> Result<Opening, OpeningError> {
    let mut opening = Opening {
        place,
        ..Opening::default()
    };
    let mut color = Color::Black;
    for word in words {
        let mv = parse_move(dims, word).map_err(|error| match error {
            VertexError::Syntax(_) => OpeningError::BadLine(opening.place.clone(), excerpt(line)),
            error => OpeningError::BadMove(opening.place.clone(), error),
        })?;
        opening.moves.push((color, mv));
        color = !color;
    }
    Ok(opening)
}
