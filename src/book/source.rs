//! Where a player has its book from.

use super::{Book, built_in};
use crate::types::Dims;
use std::sync::Arc;

/// A book to play by.
#[derive(Clone, Debug)]
pub enum Source {
    /// The one in the program itself, which is not read before a game needs it.
    BuiltIn,
    /// One that has been read.
    Read(Arc<Book>),
}

impl Source {
    /// The book, if it may know a game on such a board.
    pub fn book(&self, dims: Dims) -> Option<&Book> {
        match self {
            Source::BuiltIn => built_in::is_for(dims).then(built_in::built_in),
            Source::Read(book) => Some(book),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_book_is_not_asked_about_other_boards() {
        let knows = |side| {
            let book = Source::BuiltIn.book(Dims::square(side).unwrap());
            book.is_some_and(|book| !book.is_empty())
        };
        assert_eq!([9, 13, 19].map(knows), [true, true, false]);
    }
}
