//! What holds for every game of a session, unless its record says otherwise.

use crate::game::sgf::Loaded;
use crate::game::{Game, Rules};

/// Rules and komi as they were set last.
pub(super) struct Agreed {
    pub rules: Rules,
    pub komi: f32,
    /// Whether the komi holds whatever commands and records say.
    pub komi_is_forced: bool,
}

impl Agreed {
    /// Those of the game that a session begins with.
    pub fn of(game: &Game) -> Agreed {
        Agreed {
            rules: *game.rules(),
            komi: game.komi(),
            komi_is_forced: false,
        }
    }

    /// Puts the rules and the komi into a game that was read where its record names none, and a komi that was forced in any case.
    pub fn complete(&self, loaded: &mut Loaded) {
        if loaded.rules.is_none() {
            loaded.game.set_rules(self.rules);
        }
        if loaded.komi.is_none() || self.komi_is_forced {
            let komi = loaded.game.set_komi(self.komi);
            komi.expect("it was the komi of a game");
        }
    }
}
