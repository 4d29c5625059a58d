//! The book that Tengen carries with it.

use super::Book;
use std::sync::{Arc, LazyLock};

static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::read(include_str!("built-in.txt"));
    Arc::new(book.expect("a test reads it"))
});

/// The book in the program itself. It is read when it is first asked for, which takes some milliseconds.
pub fn built_in() -> Arc<Book> {
    Arc::clone(&BOOK)
}
