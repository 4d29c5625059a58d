//! The book that Tengen carries with it.

use super::Book;
use crate::types::Dims;
use std::sync::LazyLock;

/// The lines of the boards that it is for.
const SIDES: [usize; 2] = [9, 13];

const TEXT: &str = concat!(
    include_str!("built-in/9x9.txt"),
    include_str!("built-in/13x13.txt")
);

static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(TEXT).expect("a test reads it"));

/// The book in the program itself. It is read when it is first asked for, which takes some milliseconds.
pub fn built_in() -> &'static Book {
    &BOOK
}

/// Whether it may know a game on such a board; this takes no reading.
pub fn is_for(dims: Dims) -> bool {
    dims.is_square() && SIDES.contains(&dims.width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_for_these_boards_and_no_others() {
        let chapters = built_in().chapters.iter();
        let boards: Vec<Dims> = chapters.map(|chapter| chapter.dims).collect();
        assert_eq!(boards, SIDES.map(|side| Dims::square(side).unwrap()));
        assert!(boards.into_iter().all(is_for));
        assert!(!is_for(Dims::new(9, 13).unwrap()));
    }
}
