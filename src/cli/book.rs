//! Which opening book: an option shared by every command that plays.

use super::effects;
use crate::book::{Book, Source};
use crate::files;
use crate::session::Config;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

/// The name of the book that is in the program itself.
const BUILT_IN: &str = "built-in";
/// The name that stands for playing without a book.
const NONE: &str = "none";
/// The longest file that is read, in bytes: millions of positions.
const LONGEST: u64 = 1 << 28;

/// The opening book.
#[derive(Args, Clone, Debug)]
pub struct BookChoice {
    /// Opening book, from which the network's first moves are taken at full strength: a file of 'tengen learn book',
    /// 'built-in' for the one that Tengen carries, or 'none'
    #[arg(long, value_name = "FILE", default_value = BUILT_IN)]
    book: OsString,
}

impl BookChoice {
    /// The book, if there is to be one. The built-in one is read later, when a game needs it.
    ///
    /// # Errors
    /// In words that name the file: if it cannot be read or is no book.
    pub fn open(&self) -> Result<Option<Source>, String> {
        let name: &OsStr = &self.book;
        match name.to_str() {
            Some(BUILT_IN) => Ok(Some(Source::BuiltIn)),
            Some(NONE) => Ok(None),
            _ => read(Path::new(name)).map(Some),
        }
    }

    /// Says where a book that is named gives no move to who begins so.
    pub fn tell_of_use(&self, config: &Config) {
        let is_of_file = matches!(config.book, Some(Source::Read(_)));
        if let Some(why) = config.why_no_book().filter(|_| is_of_file) {
            let name = Path::new(&self.book).display();
            effects::tell(format_args!("the book {name}"), why);
        }
    }
}

fn read(path: &Path) -> Result<Source, String> {
    let book = read_file(path);
    let book = book.map_err(|wrong| format!("--book {}: {wrong}", path.display()))?;
    Ok(Source::Read(Arc::new(book)))
}

/// The book in a file.
///
/// # Errors
/// In words that name the line: if it cannot be read, is no book, or a book without positions.
pub fn read_file(path: &Path) -> Result<Book, String> {
    let bytes = files::read(path, LONGEST).map_err(|error| error.to_string())?;
    let text = files::text(bytes).map_err(|error| error.to_string())?;
    let book = Book::read(&text).map_err(|error| error.to_string())?;
    match book.is_empty() {
        true => Err("no position stands in it".to_owned()),
        false => Ok(book),
    }
}
