//! How much of a record is wanted, in the words of GTP's `loadsgf FILE [NUMBER|VERTEX]`.

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

impl<'a> Before<'a> {
    /// Splits the arguments of `loadsgf` into the name of a file, which may hold blanks, and a last word that says how
    /// much of it is wanted. The last word belongs to the name if `is_file` says so of the whole.
    pub fn split(arguments: &'a str, is_file: impl Fn(&str) -> bool) -> (&'a str, Before<'a>) {
        let whole = (arguments, Before::End);
        let Some((file, last)) = arguments.rsplit_once(' ') else {
            return whole;
        };
        if is_file(arguments) {
            return whole;
        }
        let file = file.trim_end();
        let before = match last.parse() {
            Ok(number) => Before::Number(number),
            Err(_) if is_file(file) => Before::Vertex(last),
            Err(_) => return whole,
        };
        (file, before)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_belongs_to_a_name_that_is_a_file() {
        let split =
            |arguments| Before::split(arguments, |name| ["a", "a 2", "a b"].contains(&name));
        assert_eq!(split("a"), ("a", Before::End));
        assert_eq!(split("a 2"), ("a 2", Before::End));
        assert_eq!(split("a  3"), ("a", Before::Number(3)));
        assert_eq!(split("a D4"), ("a", Before::Vertex("D4")));
        assert_eq!(split("a b 1"), ("a b", Before::Number(1)));
        assert_eq!(split("c 1"), ("c", Before::Number(1)));
        assert_eq!(split("c D4"), ("c D4", Before::End));
    }
}
