//! Which child a descent takes.

use super::node::Node;
use crate::search::Params;
use crate::search::driver::root_noise::gain;
use crate::types::Move;

/// The best blend of a child's own and its RAVE statistics; with noise on the values if there is any: see
/// [`crate::search::Guidance::wide_root_noise`].
///
/// The blend is the minimum-MSE schedule of S. Gelly and D. Silver,
/// *Monte-Carlo tree search and rapid action value estimation in computer
/// Go*, AIJ 2011, in the form `r / (r + n + r n / k)`.
pub fn select(
    parent: &Node,
    children: &[Node],
    allows: Option<&dyn Fn(Move) -> bool>,
    params: &Params,
    noise: f32,
) -> Option<usize> {
    let parent_visits = parent.stats.visits();
    let exploration = params.exploration * (1.0 + parent_visits as f32).sqrt();
    let inverse_equivalence = 1.0 / params.rave_equivalence;
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (i, child) in children.iter().enumerate() {
        if allows.is_some_and(|allows| !allows(child.mv())) {
            continue;
        }
        let (visits, wins) = child.stats.read();
        let (rave_visits, rave_wins) = child.rave.read();
        let prior = child.prior();
        let n = visits + prior.visits;
        let mut value = (wins + prior.visits * prior.value) / n.max(1.0);
        if rave_visits > 0.0 {
            let beta = rave_visits / (rave_visits + n + rave_visits * n * inverse_equivalence);
            value += beta * (rave_wins / rave_visits - value);
        }
        value += exploration / (1.0 + visits);
        if noise > 0.0 {
            // Winning rates here go from 0 to 1.
            value += noise / 2.0 * gain(parent_visits, i);
        }
        if value > best_value {
            best_value = value;
            best = Some(i);
        }
    }
    best
}
