//! The book that Tengen carries with it.

use super::Book;
use crate::types::Dims;
use std::sync::LazyLock;

/// The lines of the board that it is for.
const SIDE: usize = 9;

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let book = Book::read(include_str!("built-in.txt"));
    book.expect("a test reads it")
});

/// The book in the program itself. It is read when it is first asked for, which takes some milliseconds.
pub fn built_in() -> &'static Book {
    &BOOK
}

/// Whether it may know a game on such a board; this takes no reading.
pub fn is_for(dims: Dims) -> bool {
    dims.is_square() && dims.width() == SIDE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_for_no_other_boards() {
        assert!(
            built_in()
                .chapters
                .iter()
                .all(|chapter| is_for(chapter.dims))
        );
        assert!(!is_for(Dims::new(9, 13).unwrap()));
    }
}
