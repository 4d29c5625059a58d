//! Which child a descent takes.

use super::node::Node;
use crate::search::Params;
use crate::search::root_noise::bonus;
use crate::types::Move;

/// The best blend of a child's own and its RAVE statistics.
///
/// The blend is the minimum-MSE schedule of S. Gelly and D. Silver,
/// *Monte-Carlo tree search and rapid action value estimation in computer
/// Go*, AIJ 2011, in the form `r / (r + n + r n / k)`.
pub fn select(
    parent: &Node,
    children: &[Node],
    allows: Option<&dyn Fn(Move) -> bool>,
    params: &Params,
) -> Option<usize> {
    best_of(parent, children, allows, params, |_, value| value)
}

/// As [`select`], with noise on the values: see [`crate::search::Limits::wide_root_noise`].
pub fn select_with_noise(
    parent: &Node,
    children: &[Node],
    allows: Option<&dyn Fn(Move) -> bool>,
    params: &Params,
    noise: f32,
) -> Option<usize> {
    let visit = parent.stats.visits();
    // Winning rates here go from 0 to 1.
    let deviation = noise / 2.0;
    best_of(parent, children, allows, params, |index, value| {
        value + deviation * bonus(visit, index)
    })
}

fn best_of(
    parent: &Node,
    children: &[Node],
    allows: Option<&dyn Fn(Move) -> bool>,
    params: &Params,
    adjust: impl Fn(usize, f32) -> f32,
) -> Option<usize> {
    let exploration = params.exploration * (1.0 + parent.stats.visits() as f32).sqrt();
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
        if exploration > 0.0 {
            value += exploration / (1.0 + visits);
        }
        value = adjust(i, value);
        if value > best_value {
            best_value = value;
            best = Some(i);
        }
    }
    best
}
