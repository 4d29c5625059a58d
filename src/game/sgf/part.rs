//! A part of a record: what comes before a move.

use super::{Loaded, SgfError, load};
use crate::types::{VertexError, excerpt, parse_vertex};
use std::fmt;

/// Which part of a record is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before<'a> {
    /// All of it.
    End,
    /// What comes before the move with this number, which counts from 1; 0 is the same.
    Number(usize),
    /// What comes before the first move there.
    Vertex(&'a str),
}

/// Why a part of a record could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartError {
    /// The record itself could not be.
    Record(SgfError),
    /// The move is asked for by what is no vertex of its board.
    Vertex(VertexError),
    /// No move is played at this vertex.
    NoMove(String),
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartError::Record(error) => error.fmt(f),
            PartError::Vertex(VertexError::Syntax(word)) => {
                write!(f, "'{word}' is neither the number of a move nor a vertex")
            }
            PartError::Vertex(error) => error.fmt(f),
            PartError::NoMove(vertex) => write!(f, "no move is played at {vertex}"),
        }
    }
}

impl std::error::Error for PartError {}

/// Reads a part of the first game of a text.
///
/// # Errors
/// As [`load`], and if no move is played at the vertex.
pub fn load_before(text: &[u8], before: Before<'_>) -> Result<Loaded, PartError> {
    let load = |number| load(text, number).map_err(PartError::Record);
    let vertex = match before {
        Before::End => return load(None),
        Before::Number(number) => return load(Some(number)),
        Before::Vertex(vertex) => vertex,
    };
    let whole = load(None)?;
    let point = parse_vertex(whole.game.dims(), vertex).map_err(PartError::Vertex)?;
    let number = whole.number_of_first_move_at(point);
    let number = number.ok_or_else(|| PartError::NoMove(excerpt(vertex)))?;
    load(Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_found_is_named() {
        let fault = |vertex| {
            let part = load_before(b"(;SZ[5];B[aa])", Before::Vertex(vertex));
            part.unwrap_err().to_string()
        };
        assert_eq!(fault("B2"), "no move is played at B2");
        assert_eq!(fault("J9"), "vertex J9 is off the 5x5 board");
        assert_eq!(
            fault("-1"),
            "'-1' is neither the number of a move nor a vertex"
        );
        let unreadable = load_before(b"(;SZ[5];B[zz])", Before::Number(2));
        assert!(matches!(unreadable, Err(PartError::Record(_))));
    }
}
