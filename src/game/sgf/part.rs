//! A part of a record: what comes before a move.

use super::{Loaded, load};
use crate::types::parse_vertex;

/// Which part of a record is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before<'a> {
    /// All of it.
    End,
    /// What comes before the move with this number.
    Number(usize),
    /// What comes before the first move there.
    Vertex(&'a str),
}

/// Reads a part of the first game of a text.
///
/// # Errors
/// In words: as [`load`], and if no move is played at the vertex.
pub fn load_before(text: &[u8], before: Before<'_>) -> Result<Loaded, String> {
    let load = |number| load(text, number).map_err(|error| error.to_string());
    let vertex = match before {
        Before::End => return load(None),
        Before::Number(number) => return load(Some(number)),
        Before::Vertex(vertex) => vertex,
    };
    let whole = load(None)?;
    let point = parse_vertex(whole.game.dims(), vertex).map_err(|error| error.to_string())?;
    let number = whole.number_of_first_move_at(point);
    let number = number.ok_or_else(|| format!("no move is played at {vertex}"))?;
    load(Some(number))
}
