//! GTP vertex text: `A1` is the bottom left, the letter I is left out.

use super::{Dims, Move, Point, excerpt};
use std::fmt;

/// Column letters of the GTP standard, left to right.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VertexError {
    /// Not a letter followed by a number.
    Syntax(String),
    /// Well formed, but not on a board of this size.
    OffBoard(String, Dims),
}

impl fmt::Display for VertexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VertexError::Syntax(text) => write!(f, "'{text}' is not a vertex"),
            VertexError::OffBoard(text, dims) => write!(f, "vertex {text} is off the {dims} board"),
        }
    }
}

impl std::error::Error for VertexError {}

/// The point that `text` names, upper or lower case.
///
/// # Errors
/// [`VertexError::Syntax`] if `text` is not a vertex, [`VertexError::OffBoard`] if the board has no such point.
///
/// ```
/// use tengen::types::{Dims, format_vertex, parse_vertex};
/// let dims = Dims::square(9).unwrap();
/// let point = parse_vertex(dims, "j9").unwrap();
/// assert_eq!(dims.xy(point), (8, 8));
/// assert_eq!(format_vertex(dims, point), "J9");
/// assert!(parse_vertex(dims, "k1").is_err());
/// ```
pub fn parse_vertex(dims: Dims, text: &str) -> Result<Point, VertexError> {
    let syntax = || VertexError::Syntax(excerpt(text));
    let (letter, digits) = text.split_at_checked(1).ok_or_else(syntax)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let x = COLUMNS
        .iter()
        .position(|&column| column == letter)
        .ok_or_else(syntax)?;
    if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(syntax());
    }
    let row: usize = digits.parse().map_err(|_| syntax())?;
    row.checked_sub(1)
        .and_then(|y| dims.point(x, y))
        .ok_or_else(|| VertexError::OffBoard(text.to_owned(), dims))
}

/// The move that `text` names: a vertex or `pass`.
///
/// # Errors
/// As [`parse_vertex`].
pub fn parse_move(dims: Dims, text: &str) -> Result<Move, VertexError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    parse_vertex(dims, text).map(Move::Place)
}

/// The vertex text of a point.
pub fn format_vertex(dims: Dims, point: Point) -> String {
    let (x, y) = dims.xy(point);
    format!("{}{}", char::from(COLUMNS[x]), y + 1)
}

/// The vertex text of a move; `pass` in lower case, as clients expect.
pub fn format_move(dims: Dims, mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(point) => format_vertex(dims, point),
    }
}

/// The vertex texts of points, with blanks between them.
pub fn format_vertices(dims: Dims, points: impl IntoIterator<Item = Point>) -> String {
    let texts = points.into_iter().map(|point| format_vertex(dims, point));
    texts.collect::<Vec<_>>().join(" ")
}

/// The vertex texts of moves, with blanks between them.
pub fn format_moves<'a>(dims: Dims, moves: impl IntoIterator<Item = &'a Move>) -> String {
    let texts = moves.into_iter().map(|&mv| format_move(dims, mv));
    texts.collect::<Vec<_>>().join(" ")
}
