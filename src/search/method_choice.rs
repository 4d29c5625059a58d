//! Who searches and who judges: playouts or a network, on boards that it knows.

use crate::net::{Loading, Network};
use crate::types::Dims;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Boards with fewer lines than this on one side are searched without a network.
const LEAST_SIDE: usize = 5;
/// How much the network in the program itself counts where playouts say which stones are dead, too. Found by finished
/// games: `docs/networks.md`.
const EMBEDDED_SHARE: f32 = 0.25;

/// The ways to search: by playouts or by a network.
#[derive(Clone, Debug, Default)]
pub enum MethodChoice {
    /// RAVE and playouts.
    #[default]
    Classical,
    /// A network's policy and value. If it cannot be used, of which [`Loading::wait`] tells, the classical search takes over.
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
    pub fn network_on(&self, dims: Dims) -> Option<Arc<Network>> {
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

    /// Whether that network was taught what a playout doubling advantage means.
    pub(super) fn knows_advantage(&self, dims: Dims) -> bool {
        match self {
            #[cfg(test)]
            MethodChoice::Double(_) => true,
            _ => self
                .network_on(dims)
                .is_some_and(|network| network.about().knows_advantage),
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
