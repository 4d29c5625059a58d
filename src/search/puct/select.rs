//! Which move a descent takes: PUCT.
//!
//! The value of a move so far, plus exploration that is larger for moves that
//! the policy likes and for those seldom tried. How much is explored grows slowly with the
//! visits, and with the spread of the results below the node. A move never tried is taken to be
//! worth a little less than its parent. After C. Rosin, *Multi-armed bandits with episode
//! context*, 2011, and KataGo (`docs/KataGoMethods.md`: *Dynamic variance-scaled cPUCT*; first-play
//! urgency as in its `searchexplorehelpers.cpp`).

use super::tree::Tree;
use super::tree::edge::Edge;
use super::tree::node::{Node, NodeEvaluation};
use super::tree::policy::Policy;
use super::tree::stats::Stats;
use crate::search::Params;
use crate::search::driver::root_noise::gain;
use crate::types::{Color, Dims, Move};
use smallvec::SmallVec;

/// So many children are looked at without memory being asked for.
pub const USUAL_CHILDREN: usize = 32;
/// What the spread of the utility is taken to be before it is known, and for how many visits that counts.
const STDEV_PRIOR: f32 = 0.4;
const STDEV_PRIOR_WEIGHT: f32 = 2.0;
/// How much of the measured spread counts.
const STDEV_SCALE: f32 = 0.85;
/// Visits from which exploration grows with their logarithm.
const LOG_BASE: f32 = 500.0;

/// Where a node stands.
#[derive(Clone, Copy)]
pub enum Place {
    /// At the root, where chance decides so much: see [`crate::search::Guidance::wide_root_noise`].
    Root {
        /// 0 for none.
        noise: f32,
    },
    /// Anywhere below.
    Below,
}

impl Place {
    fn noise(self) -> f32 {
        match self {
            Place::Root { noise } => noise,
            Place::Below => 0.0,
        }
    }
}

/// A node in which a move is to be chosen.
pub struct Selection<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The node whose move is chosen.
    pub node: &'a Node,
    /// What was said of it.
    pub evaluation: &'a NodeEvaluation,
    /// The parameters of the search.
    pub params: &'a Params,
    /// The board's size.
    pub dims: Dims,
    /// Who moves.
    pub color: Color,
    /// No utility is farther from 0.
    pub utility_bound: f32,
    /// The utility of the node's own evaluation, Black's view.
    pub own_utility: f32,
    /// Where it stands.
    pub place: Place,
}

/// A child as the choice sees it, for the player to move.
struct Candidate {
    mv: Move,
    /// The policy's probability, …
    prior: f32,
    /// … and what noise makes of it.
    widened_prior: f32,
    /// Evidence so far.
    weight: f32,
    /// What the evidence would be if the visits that went on beside the edge counted too.
    effort: f32,
    /// None while nothing has come back.
    utility: Option<f32>,
    in_flight: f32,
}

/// The allowed moves with an edge.
#[derive(Default)]
struct Tried(SmallVec<[Candidate; USUAL_CHILDREN]>);

impl Tried {
    fn moves(&self) -> impl Iterator<Item = Move> {
        self.0.iter().map(|candidate| candidate.mv)
    }

    /// What has come back, and what is on its way.
    fn effort(&self) -> f32 {
        let effort = |candidate: &Candidate| candidate.effort + candidate.in_flight;
        self.0.iter().map(effort).sum()
    }

    /// How much of the policy something is known of.
    fn visited_policy(&self) -> f32 {
        let known = |candidate: &&Candidate| candidate.utility.is_some();
        let candidates = self.0.iter().filter(known);
        candidates.map(|candidate| candidate.prior).sum()
    }
}

impl Selection<'_> {
    /// The move to try next; none if no legal move is allowed.
    pub fn choose(&self, allows: Option<&dyn Fn(Move) -> bool>) -> Option<Move> {
        let policy = self.evaluation.policy.as_ref()?;
        let is_allowed = |mv: Move| allows.is_none_or(|allows| allows(mv));
        let stats = self.node.stats();
        let mut tried = Tried::default();
        self.look_at_tried(policy, is_allowed, &mut tried);
        let (fresh, allowed_policy) = self.fresh(policy, &tried, allows);
        // The share of what can be visited at all: moves that may not be tried, such as those that are the same on a turned
        // board, never are.
        let visited = tried.visited_policy() / allowed_policy.max(f32::MIN_POSITIVE);
        let first_play_urgency = self.first_play_urgency(&stats, visited);
        let scale = self.exploration(&stats, tried.effort());
        let bonus = |mv: Move| self.noise_bonus(mv);
        let mut best: Option<(f32, Move)> = None;
        let mut offer = |worth: f32, mv: Move| {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        };
        for candidate in &tried.0 {
            let (effort, utility) = self.with_virtual_losses(candidate, first_play_urgency);
            let explored = scale * candidate.widened_prior / (1.0 + effort);
            offer(explored + utility + bonus(candidate.mv), candidate.mv);
        }
        if let Some((mv, prior)) = fresh {
            offer(
                scale * self.widened(prior) + first_play_urgency + bonus(mv),
                mv,
            );
        }
        best.map(|(_, mv)| mv)
    }

    /// The moves with an edge, each with the weight that it would have if it had been tried only for its own sake: as long as
    /// it looked better than the most visited one does now. Chance and comparisons give moves more. After KataGo's
    /// `getReducedPlaySelectionWeight`.
    pub fn reduced_weights(&self) -> Vec<(Move, f32)> {
        let Some(policy) = &self.evaluation.policy else {
            return Vec::new();
        };
        let mut tried = Tried::default();
        self.look_at_tried(policy, |_| true, &mut tried);
        // What is told does not depend on how many visits are on their way.
        let come_back: f32 = tried.0.iter().map(|candidate| candidate.weight).sum();
        let scale = self.exploration(&self.node.stats(), come_back);
        let candidates = tried.0.iter();
        let known = candidates.filter_map(|candidate| Some((candidate, candidate.utility?)));
        let most = known
            .clone()
            .max_by(|(a, _), (b, _)| a.weight.total_cmp(&b.weight));
        let Some((most, utility)) = most else {
            return Vec::new();
        };
        let to_beat = utility + scale * most.widened_prior / (1.0 + most.weight);
        known
            .map(|(candidate, utility)| {
                let gap = to_beat - utility;
                let reduced = match gap > 0.0 {
                    true => (scale * candidate.widened_prior / gap - 1.0).max(0.0),
                    false => f32::INFINITY,
                };
                (candidate.mv, reduced.min(candidate.weight))
            })
            .collect()
    }

    /// Adds the moves with an edge to `tried`, which is filled where it stands: to move it takes time at each step of each descent.
    fn look_at_tried(&self, policy: &Policy, is_allowed: impl Fn(Move) -> bool, tried: &mut Tried) {
        let allowed = self.node.edges().filter(|edge| is_allowed(edge.mv()));
        allowed.for_each(|edge| {
            let prior = policy.prior(self.dims, edge.mv()).unwrap_or(0.0);
            tried.0.push(self.candidate(edge, prior));
        });
    }

    fn candidate(&self, edge: &Edge, prior: f32) -> Candidate {
        let known = self.tree.evidence(edge);
        Candidate {
            mv: edge.mv(),
            prior,
            widened_prior: self.widened(prior),
            weight: known.map_or(0.0, |(_, weight)| weight),
            effort: self.tree.effort(edge),
            utility: known.map(|(child, _)| self.color.sign() * child.utility()),
            in_flight: edge.in_flight() as f32,
        }
    }

    /// The policy's probability, nearer to that of all others where there is noise.
    fn widened(&self, prior: f32) -> f32 {
        match self.place.noise() {
            0.0 => prior,
            noise => prior.powf(1.0 / (1.0 + 4.0 * noise)),
        }
    }

    /// The likeliest of the allowed moves but for those that have been tried, and how much of the policy all allowed moves have: all
    /// moves together have 1, but for rounding.
    fn fresh(
        &self,
        policy: &Policy,
        tried: &Tried,
        allows: Option<&dyn Fn(Move) -> bool>,
    ) -> (Option<(Move, f32)>, f32) {
        let Some(allows) = allows else {
            return (policy.likeliest_but(self.dims, tried.moves()), 1.0);
        };
        let mut closed: SmallVec<[Move; USUAL_CHILDREN]> = SmallVec::new();
        let mut allowed_policy = 0.0;
        for (mv, prior) in policy.moves(self.dims) {
            match allows(mv) {
                true => allowed_policy += prior,
                false => closed.push(mv),
            }
        }
        let likeliest = policy.likeliest_but(self.dims, tried.moves().chain(closed));
        (likeliest, allowed_policy)
    }

    /// What noise adds to the utility of a move.
    fn noise_bonus(&self, mv: Move) -> f32 {
        let noise = self.place.noise();
        if noise == 0.0 {
            return 0.0;
        }
        let index = mv.point().map_or(0, |point| point.index());
        noise * gain(self.node.visits().into(), index)
    }

    /// The effort and the utility of a candidate, which is taken to be worth `first_play_urgency` while nothing is known.
    ///
    /// Visits of other workers that are on their way count in part as losses until they come back: so workers part, but
    /// do not flee to moves that nobody would try.
    fn with_virtual_losses(&self, candidate: &Candidate, first_play_urgency: f32) -> (f32, f32) {
        let utility = candidate.utility.unwrap_or(first_play_urgency);
        let (effort, in_flight) = (candidate.effort, candidate.in_flight);
        if in_flight == 0.0 {
            return (effort, utility);
        }
        let share = in_flight / (in_flight + effort.max(0.25));
        let loss = self.params.virtual_loss * share;
        (
            effort + in_flight,
            utility + (-self.utility_bound - utility) * loss,
        )
    }

    /// The utility that a move never tried is taken to have, for the player to move; `visited_policy` is the share of the policy of
    /// all moves that may be tried of which something is known.
    fn first_play_urgency(&self, stats: &Stats, visited_policy: f32) -> f32 {
        let sign = self.color.sign();
        // The more of the policy has been tried, the more its results say of the rest.
        let share = (visited_policy * visited_policy).min(1.0);
        let parent = sign * (share * stats.utility + (1.0 - share) * self.own_utility);
        let reduction = if matches!(self.place, Place::Root { .. }) {
            self.params.root_first_play_reduction
        } else {
            self.params.first_play_reduction
        };
        parent - reduction * visited_policy.max(0.0).sqrt()
    }

    fn exploration(&self, stats: &Stats, children_weight: f32) -> f32 {
        let params = self.params;
        let growth = ((children_weight + LOG_BASE) / LOG_BASE).ln();
        let cpuct = params.cpuct + params.cpuct_log * growth;
        let spread = 1.0 + STDEV_SCALE * (utility_stdev(stats) / STDEV_PRIOR - 1.0);
        cpuct * (children_weight + 0.01).sqrt() * spread
    }
}

/// The spread of the utility below a node, drawn towards what is usual while little is known.
fn utility_stdev(stats: &Stats) -> f32 {
    if stats.weight <= 1.0 {
        return STDEV_PRIOR;
    }
    let mean_square = stats.utility * stats.utility;
    let square = stats.utility_square.max(mean_square);
    let prior = (mean_square + STDEV_PRIOR * STDEV_PRIOR) * STDEV_PRIOR_WEIGHT;
    let known = (prior + square * stats.weight) / (STDEV_PRIOR_WEIGHT + stats.weight - 1.0);
    (known - mean_square).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Params {
        Params {
            cpuct: 1.0,
            cpuct_log: 0.45,
            first_play_reduction: 0.2,
            root_first_play_reduction: 0.1,
            virtual_loss: 0.3,
            ..Params::default()
        }
    }

    /// White moves in a node whose own evaluation is worth 0.1 to White.
    fn selection<'a>(
        tree: &'a Tree,
        evaluation: &'a NodeEvaluation,
        params: &'a Params,
        place: Place,
    ) -> Selection<'a> {
        Selection {
            tree,
            node: tree.root(),
            evaluation,
            params,
            dims: Dims::square(9).unwrap(),
            color: Color::White,
            utility_bound: 1.4,
            own_utility: -0.1,
            place,
        }
    }

    fn check_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }

    #[test]
    fn a_move_never_tried_is_worth_less_than_its_parent_the_more_has_been_tried() {
        let (tree, params) = (Tree::new(1_000_000), params());
        let judged = NodeEvaluation::default();
        let stats = Stats {
            utility: -0.4,
            ..Stats::default()
        };
        let worth = |place, visited_policy| {
            selection(&tree, &judged, &params, place).first_play_urgency(&stats, visited_policy)
        };
        check_near(worth(Place::Below, 0.0), 0.1);
        // A sixteenth of the results below, the rest its own evaluation, less half of the reduction.
        check_near(worth(Place::Below, 0.25), 0.11875 - 0.1);
        check_near(worth(Place::Below, 1.0), 0.4 - 0.2);
        check_near(worth(Place::Root { noise: 0.0 }, 1.0), 0.4 - 0.1);
    }

    #[test]
    fn exploration_grows_with_the_logarithm_of_the_visits_and_the_spread_of_the_results() {
        let (tree, params) = (Tree::new(1_000_000), params());
        let judged = NodeEvaluation::default();
        let factor = |stats: &Stats, weight: f32| {
            let explored =
                selection(&tree, &judged, &params, Place::Below).exploration(stats, weight);
            explored / (weight + 0.01).sqrt()
        };
        check_near(factor(&Stats::default(), 0.0), 1.0);
        check_near(factor(&Stats::default(), 500.0), 1.0 + 0.45 * 2f32.ln());
        let spread = |stdev: f32| {
            let stats = Stats {
                utility_square: stdev * stdev,
                weight: 1e6,
                ..Stats::default()
            };
            factor(&stats, 0.0)
        };
        check_near(spread(0.4), 1.0);
        check_near(spread(0.8), 1.0 + 0.85);
        check_near(spread(0.2), 1.0 - 0.85 / 2.0);
    }

    #[test]
    fn a_visit_on_its_way_counts_in_part_as_a_loss() {
        let (tree, params) = (Tree::new(1_000_000), params());
        let judged = NodeEvaluation::default();
        let counted = |weight, utility, in_flight| {
            let candidate = Candidate {
                mv: Move::Pass,
                prior: 0.5,
                widened_prior: 0.5,
                weight,
                effort: weight,
                utility,
                in_flight,
            };
            selection(&tree, &judged, &params, Place::Below).with_virtual_losses(&candidate, -0.1)
        };
        assert_eq!(counted(3.0, Some(0.2), 0.0), (3.0, 0.2));
        // One of four, and 0.3 of a loss.
        let (weight, utility) = counted(3.0, Some(0.2), 1.0);
        assert_eq!(weight, 4.0);
        check_near(utility, 0.2 - 1.6 * 0.3 / 4.0);
        let (weight, utility) = counted(0.0, None, 1.0);
        assert_eq!(weight, 1.0);
        check_near(utility, -0.1 - 1.3 * 0.3 / 1.25);
    }
}
