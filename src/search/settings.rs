//! How to search.

use super::Params;
use super::player::Level;
use super::root::Stance;
use crate::game::{Game, Scoring};
use crate::net::features::{Players, Profile};
use crate::net::{Loading, Network};
use crate::types::{Color, Dims};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Boards with fewer lines than this on one side are searched without a network.
const LEAST_SIDE: usize = 5;
/// How much the network in the program itself counts where playouts say which stones are dead, too. Found by finished
/// games: `docs/networks.md`.
const EMBEDDED_SHARE: f32 = 0.25;

/// Memory for a search beside that of the game, in MB: the least, in which a thousand visits find room, and the most.
const MEMORY_BESIDE: (usize, usize) = (8, 64);

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Worker threads on one shared tree, at least 1.
    pub threads: usize,
    /// The most memory that the program may take with its tree, in MB.
    pub memory_mb: usize,
    /// How many searches in the program share that.
    pub sharers: usize,
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
            must_capture: !game.rules().dead_stones_are_agreed(),
            virtual_komi: 0.0,
            players: self.players_seen_by(to_move),
            hides_past: self.hides_past,
            // Under territory rules a network is not told that a pass ends the game.
            conservative_pass: self.conservative_pass
                && game.follows_pass()
                && game.rules().scoring == Scoring::Area,
        }
    }

    /// For a search beside that of the game, whose tree stays small: its share of the memory, within bounds.
    pub(super) fn beside(&self) -> Settings {
        let (least, most) = MEMORY_BESIDE;
        Settings {
            memory_mb: (self.memory_mb / self.sharers.max(1)).clamp(least, most),
            sharers: 1,
            ..self.clone()
        }
    }

    /// What a search for this player assumes of both.
    pub fn players_seen_by(&self, color: Color) -> Players {
        let whose = self.advantage_of.unwrap_or(color);
        self.players_with(whose, self.params.playout_doubling_advantage)
    }

    /// The same, if this player searches more than the other by so many doublings.
    pub(super) fn players_with(&self, color: Color, advantage: f32) -> Players {
        match self.method {
            MethodChoice::Classical => Players::default(),
            _ => Players::seen_by(color, advantage, self.profile),
        }
    }
}

/// The ways to search: by playouts or by a network.
#[derive(Clone, Debug, Default)]
pub enum MethodChoice {
    /// RAVE and playouts.
    #[default]
    Classical,
    /// A network's policy and value. If its file turns out to be bad, the classical search takes over.
    Network(Arc<Loading>),
    /// What stands in for a network in tests.
    #[cfg(test)]
    Double(Arc<super::puct::Double>),
}

/// Whether networks know anything of boards of this size. The smallest that they are taught is 7×7; with four lines and
/// fewer they pass where a few playouts find the move that takes all.
pub fn networks_know(dims: Dims) -> bool {
    dims.width().min(dims.height()) >= LEAST_SIDE
}

impl From<Option<Arc<Loading>>> for MethodChoice {
    /// The search by a network, if there is one.
    fn from(network: Option<Arc<Loading>>) -> MethodChoice {
        network.map_or(MethodChoice::Classical, MethodChoice::Network)
    }
}

impl MethodChoice {
    /// Whether it is a network's; [`MethodChoice::has_sound_network`] tells whether that can be used.
    pub(super) fn is_network(&self) -> bool {
        !matches!(self, MethodChoice::Classical)
    }

    /// The network that judges on such a board, if there is one: waits until it has been read. Who may be interrupted asks
    /// [`MethodChoice::is_ready`] before.
    pub(super) fn network_on(&self, dims: Dims) -> Option<Arc<Network>> {
        match self {
            MethodChoice::Network(loading) if networks_know(dims) => loading.wait().ok(),
            _ => None,
        }
    }

    /// Waits until the network that judges on such a board has been read, if there is one; false if it has not been by
    /// `deadline`, or before `stop` is set.
    pub fn is_ready(&self, dims: Dims, deadline: Option<Instant>, stop: &AtomicBool) -> bool {
        match self {
            MethodChoice::Network(loading) if networks_know(dims) => {
                loading.is_ready_by(deadline, stop)
            }
            _ => true,
        }
    }

    /// Whether the network that judges is the one in the program itself.
    fn is_built_in(&self) -> bool {
        matches!(self, MethodChoice::Network(loading) if loading.path().is_none())
    }

    /// Whether there is a network that can be used on such a board: waits until it has been read.
    pub fn has_sound_network(&self, dims: Dims) -> bool {
        match self {
            #[cfg(test)]
            MethodChoice::Double(_) => true,
            _ => self.network_on(dims).is_some(),
        }
    }

    /// Who tells which stones are dead on such a board, and how much each says counts: the network; with the one in the program
    /// itself playouts as well, since each of them knows groups to be dead that the other takes for alive
    /// (`docs/networks.md`).
    pub(super) fn judges(&self, dims: Dims) -> Vec<(MethodChoice, f32)> {
        if !self.has_sound_network(dims) {
            // The search is the classical one, and needs the playouts of one.
            return vec![(MethodChoice::Classical, 1.0)];
        }
        match self.is_built_in() {
            true => vec![
                (self.clone(), EMBEDDED_SHARE),
                (MethodChoice::Classical, 1.0 - EMBEDDED_SHARE),
            ],
            false => vec![(self.clone(), 1.0)],
        }
    }
}

impl PartialEq for MethodChoice {
    fn eq(&self, other: &MethodChoice) -> bool {
        match (self, other) {
            (MethodChoice::Classical, MethodChoice::Classical) => true,
            (MethodChoice::Network(a), MethodChoice::Network(b)) => Arc::ptr_eq(a, b),
            #[cfg(test)]
            (MethodChoice::Double(a), MethodChoice::Double(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}
