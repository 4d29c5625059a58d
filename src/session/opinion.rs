//! What networks say of a position before any search, and waiting until they can.

use super::Session;
use crate::console::fault;
use crate::net::model::Evaluation;
use crate::net::{Loading, Manner, evaluate_game};
use crate::search::{MethodChoice, networks_know};
use crate::types::{Color, Dims};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Whether to wait for a network that is still being read. There is no opinion of one that has not been.
#[derive(Clone, Copy, Debug)]
pub enum Patience<'a> {
    /// Wait until it has been read, or this is set.
    Until(&'a AtomicBool),
    /// Do not wait.
    IfRead,
}

impl Patience<'_> {
    fn is_ready(self, network: &Loading) -> bool {
        match self {
            Patience::Until(stop) => network.is_ready_by(None, stop),
            Patience::IfRead => network.is_read(),
        }
    }
}

impl Session {
    /// Waits until the network that searches, if one does on this board, has been read; false if it has not been by `latest`, or
    /// before `stop` is set.
    pub fn network_is_ready(&self, latest: Option<Instant>, stop: &AtomicBool) -> bool {
        self.network_is_ready_on(self.game.dims(), latest, stop)
    }

    /// The same on another board.
    pub(super) fn network_is_ready_on(
        &self,
        dims: Dims,
        latest: Option<Instant>,
        stop: &AtomicBool,
    ) -> bool {
        let method = MethodChoice::from(self.config.searching_network().cloned());
        method.is_ready(dims, latest, stop)
    }

    /// What the human-style network beside the one that judges says of the present position with `color` to move. `None`
    /// without one, or where nothing says whom it imitates.
    pub fn human_opinion(
        &self,
        color: Color,
        manner: &Manner,
        patience: Patience<'_>,
    ) -> Option<Evaluation> {
        self.config.profile?;
        self.opinion_of(
            self.config.networks.human.as_ref()?,
            color,
            manner,
            patience,
        )
    }

    /// What the network that judges says of the present position with `color` to move, before any search. `None` without
    /// one, or where it does not judge.
    pub fn opinion(
        &self,
        color: Color,
        manner: &Manner,
        patience: Patience<'_>,
    ) -> Option<Evaluation> {
        let knows = networks_know(self.game.dims());
        let network = self.config.searching_network().filter(|_| knows)?;
        self.opinion_of(network, color, manner, patience)
    }

    /// What the session's network says, whether or not it judges on this board, asked as usual.
    pub fn first_opinion(&self, color: Color, patience: Patience<'_>) -> Option<Evaluation> {
        let network = self.config.networks.judge.as_ref()?;
        self.opinion_of(network, color, &Manner::default(), patience)
    }

    fn opinion_of(
        &self,
        network: &Loading,
        color: Color,
        manner: &Manner,
        patience: Patience<'_>,
    ) -> Option<Evaluation> {
        if !patience.is_ready(network) {
            return None;
        }
        let network = network.wait().ok()?;
        let players = self.config.players_seen_by(color);
        let mut game = self.game.clone();
        game.set_to_move(color);
        let evaluate = || evaluate_game(&network, &game, &players, manner);
        fault::guarded("a network", evaluate)
    }
}
