//! Which child a descent takes.

use super::node::Node;
use crate::search::Params;
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

/// As [`select`], with noise on the values: see [`crate::search::Limits::wide_root_noise`]. At each visit half of the
/// moves get a bonus, half-normal and with `noise` as its standard deviation before that (after KataGo's
/// `analysisWideRootNoise`). The parent's visits draw it, so that one thread repeats itself.
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

/// 0 for half of the moves, for the others the size of a standard normal number, as near as four uniform ones come.
fn bonus(visit: u64, index: usize) -> f32 {
    // The finaliser of SplitMix64.
    let mut bits = (visit << 10 | index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    if bits & 1 == 0 {
        return 0.0;
    }
    let uniform = |part: u32| (bits >> (4 + 15 * part) & 0x7fff) as f32 / 32768.0;
    let sum: f32 = (0..4).map(uniform).sum();
    (sum - 2.0).abs() * 3_f32.sqrt()
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
