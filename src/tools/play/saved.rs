//! The files that a game is saved to.

use crate::console::today;
use crate::files;
use crate::game::Game;
use crate::game::sgf::{self, Info};
use crate::types::Color;
use crate::version::NAME_AND_VERSION;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The files that this game has been saved to: no other is replaced.
#[derive(Default)]
pub(super) struct Saved(HashSet<PathBuf>);

impl Saved {
    /// Saves the game of this person, with its result if it has one, and tells how that went.
    pub(super) fn save(&mut self, game: &Game, person: Color, result: &str, file: &str) -> String {
        if file.contains(char::REPLACEMENT_CHARACTER) {
            return "The name is not UTF-8, or holds U+FFFD, which stands for that. Give another."
                .to_owned();
        }
        let path = Path::new(file);
        if path.is_file() && !self.0.contains(path) {
            return format!("{file} exists already. Give another name.");
        }
        match files::write_no_pipe(path, &sgf::save(game, &info(person, result))) {
            Ok(()) => {
                self.0.insert(path.to_owned());
                format!("Saved to {file}.")
            }
            Err(reason) => format!("{file} cannot be written: {reason}."),
        }
    }
}

fn info(person: Color, result: &str) -> Info {
    let tengen = NAME_AND_VERSION.to_owned();
    let (black, white) = match person {
        Color::Black => ("You".to_owned(), tengen),
        Color::White => (tengen, "You".to_owned()),
    };
    Info {
        black,
        white,
        date: today(),
        result: result.to_owned(),
        ..Info::default()
    }
}
