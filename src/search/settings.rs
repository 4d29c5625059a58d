//! How to search.

use super::driver::root::Stance;
use super::method_choice::MethodChoice;
use super::player::Level;
use super::{DeadStones, Params};
use crate::game::{Game, Scoring};
use crate::net::features::{Players, Profile};
use crate::types::Color;

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Worker threads on one shared tree, at least 1.
    pub threads: usize,
    /// The most memory that the program may take with its tree, in MB.
    pub memory_mb: usize,
    /// How many searches in the program share that.
    pub sharers: usize,
    /// Whether it is a search beside that of the game: its tree stays small.
    pub is_beside: bool,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Everything that may be tuned.
    pub params: Params,
    /// How strong a [`Player`](super::Player) plays.
    pub level: Level,
    /// How positions are judged and moves chosen.
    pub method: MethodChoice,
    /// Whom a human-style network imitates.
    pub profile: Option<Profile>,
    /// Which player has the [playout doubling advantage](Params::playout_doubling_advantage); if `None`, whoever is thinking.
    pub advantage_of: Option<Color>,
    /// Whether a network sees none of the moves that led to the root, which may be bad ones and make it expect more of
    /// them (KataGo's `ignorePreRootHistory`).
    pub hides_past: bool,
    /// Whether an analysis under area rules ignores a pass just before the root (KataGo's `conservativePass`). At the root the
    /// network sees neither that pass nor the moves before it. Where dead stones have to be captured, the pass does not count
    /// towards the end of the game: people often pass and leave dead stones on the board.
    pub conservative_pass: bool,
}

impl Default for Settings {
    /// The search without a network, by one thread.
    fn default() -> Self {
        Settings {
            threads: 1,
            memory_mb: 512,
            sharers: 1,
            is_beside: false,
            seed: 1,
            params: Params::default(),
            level: Level::FULL,
            method: MethodChoice::Classical,
            profile: None,
            advantage_of: None,
            hides_past: false,
            conservative_pass: false,
        }
    }
}

impl Settings {
    /// How an analysis looks at the position of a game: dead stones as the rules say, and no dynamic komi.
    pub fn stance(&self, game: &Game, to_move: Color) -> Stance {
        Stance {
            to_move,
            dead_stones: DeadStones::under(game.rules()),
            virtual_komi: 0.0,
            players: self.players_seen_by(to_move),
            hides_past: self.hides_past,
            // Under territory rules a network is not told that a pass ends the game.
            conservative_pass: self.conservative_pass
                && game.follows_pass()
                && game.rules().scoring == Scoring::Area,
        }
    }

    /// How judges search: beside the game, in one thread, and as if neither player searched more than the other. Whose the
    /// points are is no matter of who thinks longer.
    pub(super) fn for_judges(&self) -> Settings {
        let mut settings = Settings {
            threads: 1,
            ..self.beside()
        };
        settings.params.playout_doubling_advantage = 0.0;
        settings
    }

    /// How judges look at the position of a game. Whether the players agree on dead stones is what a judgement is asked for.
    pub(super) fn stance_of_judges(&self, game: &Game, to_move: Color) -> Stance {
        Stance {
            dead_stones: DeadStones::ByAgreement,
            conservative_pass: false,
            ..self.stance(game, to_move)
        }
    }

    /// For a search beside that of the game.
    pub(super) fn beside(&self) -> Settings {
        Settings {
            is_beside: true,
            ..self.clone()
        }
    }

    /// What a search for this player assumes of both.
    pub fn players_seen_by(&self, color: Color) -> Players {
        let advantage = self.params.playout_doubling_advantage;
        let players = Players::as_set(color, self.advantage_of, advantage, self.profile);
        self.as_told(players)
    }

    /// The same, if this player searches more than the other by so many doublings.
    pub(super) fn players_with(&self, color: Color, advantage: f32) -> Players {
        self.as_told(Players::seen_by(color, advantage, self.profile))
    }

    /// What the method is told of the players: only networks are told anything.
    fn as_told(&self, players: Players) -> Players {
        match self.method {
            MethodChoice::Classical => Players::default(),
            _ => players,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::search::puct::Double;
    use crate::types::Dims;
    use std::sync::Arc;

    #[test]
    fn judges_know_of_no_advantage_and_of_nothing_to_capture() {
        let rules = Rules::preset("cgos").unwrap();
        assert!(!rules.dead_stones_are_agreed());
        let game = Game::new(Dims::square(5).unwrap(), rules, 7.0);
        let mut settings = Settings {
            threads: 3,
            method: MethodChoice::Double(Arc::new(Double)),
            ..Settings::default()
        };
        settings.params.playout_doubling_advantage = 2.0;
        let players = settings.stance(&game, Color::White).players;
        assert_eq!(players.advantage(Color::White), 2.0);
        let judges = settings.for_judges();
        assert_eq!((judges.threads, judges.is_beside), (1, true));
        let stance = judges.stance_of_judges(&game, Color::White);
        assert_eq!(stance.players.advantage(Color::White), 0.0);
        assert_eq!(stance.dead_stones, DeadStones::ByAgreement);
    }
}
