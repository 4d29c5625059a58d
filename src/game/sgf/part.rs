//! How much of a record is wanted, in the words of GTP's `loadsgf FILE [NUMBER|VERTEX]`.

use super::{Loaded, load};
use crate::types::parse_vertex;
use std::path::Path;

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

impl<'a> Before<'a> {
    /// Splits the arguments of `loadsgf` into the name of a file, which may hold blanks, and a last word that says how
    /// much of it is wanted. The last word belongs to the name if a file of the whole name is in `directory`.
    pub fn split(arguments: &'a str, directory: &Path) -> (&'a str, Before<'a>) {
        let whole = (arguments, Before::End);
        let Some((file, last)) = arguments.rsplit_once(' ') else {
            return whole;
        };
        if directory.join(arguments).is_file() {
            return whole;
        }
        let before = match last.parse() {
            Ok(number) => Before::Number(number),
            Err(_) if directory.join(file.trim_end()).is_file() => Before::Vertex(last),
            Err(_) => return whole,
        };
        (file.trim_end(), before)
    }
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
