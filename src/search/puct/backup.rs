//! What a node is worth, from its own evaluation and its children.
//!
//! The weighted mean of both. A child that got visits but disappoints counts
//! for less: those visits were tries, and the player would not go there. After KataGo's
//! `recomputeNodeStats` (noise pruning, and weights by how good a child looks among the others).

use super::bias::{BiasKey, BiasTable};
use super::select::USUAL_CHILDREN;
use super::tree::Tree;
use super::tree::edge::Edge;
use super::tree::node::{Node, NodeEvaluation};
use super::tree::stats::Stats;
use super::utility::Utility;
use crate::search::Limits;
use crate::types::{Color, Dims};
use smallvec::SmallVec;

/// How disappointing a child must be to lose most of its excess weight, in utility.
const PRUNE_SCALE: f32 = 0.15;
/// The power of a child's chance to be better than the mean, with which it is weighted.
const VALUE_WEIGHT_EXPONENT: f32 = 0.25;
/// How often a node is worked out anew because other workers came back through it meanwhile. There is no need to go on until none
/// does: whoever comes back last works it out anyway.
const MOST_REPEATS: usize = 3;

/// While all nodes are worked out anew, the clock is looked at after so many of them.
const NODES_BETWEEN_LOOKS: usize = 1024;

struct Child {
    stats: Stats,
    /// For the player to move.
    utility: f32,
    /// The policy's probability.
    prior: f32,
    /// All the weight that came this way …
    raw_weight: f32,
    /// … and what is left of it.
    weight: f32,
}

/// What it takes to work out what a node is worth.
pub struct Backup<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// What the network gets wrong.
    pub biases: &'a BiasTable,
    /// How much of that is put right, 0 to 1.
    pub correction: f32,
    /// The board's size.
    pub dims: Dims,
    /// What the search maximises.
    pub utility: Utility,
}

impl Backup<'_> {
    /// Works out what a node is worth in which `color` moves.
    pub fn refresh(&self, node: &Node, color: Color) {
        let Some(evaluation) = node.evaluation() else {
            return;
        };
        for _ in 0..MOST_REPEATS {
            let visits = node.visits();
            node.set_stats(&self.recomputed_stats(node, evaluation, color));
            // Another worker may have written more recent numbers in between, which these have replaced.
            if node.visits() == visits {
                return;
            }
        }
    }

    /// Works out everything anew, after the root or the utility has changed; `color` moves at the root. Returns false if the
    /// search ends before that is done; the rest stays as it was.
    pub fn refresh_all(&self, color: Color, limits: &Limits) -> bool {
        self.tree.forget_utilities();
        let order = self.tree.reachable();
        let mut colors = vec![color; self.tree.nodes().used];
        for &index in &order {
            let below = !colors[index as usize];
            for child in self.tree.node(index).edges().filter_map(Edge::child) {
                colors[child as usize] = below;
            }
        }
        for (count, &index) in order.iter().rev().enumerate() {
            if count % NODES_BETWEEN_LOOKS == 0 && limits.cut_short() {
                return false;
            }
            self.refresh(self.tree.node(index), colors[index as usize]);
        }
        true
    }

    fn recomputed_stats(&self, node: &Node, evaluation: &NodeEvaluation, color: Color) -> Stats {
        // Filled where it stands: to move so many numbers takes time at each step of each visit.
        let mut children = SmallVec::<[Child; USUAL_CHILDREN]>::new();
        let known = |edge| self.child(edge, evaluation, color);
        node.edges()
            .filter_map(known)
            .for_each(|child| children.push(child));
        let total: f32 = children.iter().map(|child| child.weight).sum();
        if children.len() > 1 && total > 1e-5 {
            let pruned = prune_noise(&mut children);
            favour_good_children(&mut children, total - pruned);
        }
        let judged = node.own_utility(evaluation, &self.utility);
        self.update_bias(node, evaluation, judged, &children, color);
        let own = self.corrected_utility(evaluation, judged);
        // Each visit that ended here makes the node as certain as a visit below it would.
        combined_stats(&children, evaluation, own, node.own_visits() as f32)
    }

    /// The child that an edge leads to from a node with this evaluation; none if nothing is known of it.
    fn child(&self, edge: &Edge, evaluation: &NodeEvaluation, color: Color) -> Option<Child> {
        let policy = evaluation.policy.as_ref()?;
        let (child, weight) = self.tree.evidence(edge)?;
        let stats = child.stats();
        Some(Child {
            utility: color.sign() * stats.utility,
            prior: policy.prior(self.dims, edge.mv()).unwrap_or(0.0),
            raw_weight: weight,
            weight,
            stats,
        })
    }

    /// The node's kind, unless nothing is put right.
    fn corrected_key(&self, evaluation: &NodeEvaluation) -> Option<BiasKey> {
        evaluation.bias_key.filter(|_| self.correction > 0.0)
    }

    /// Tells by how much the children differ from `judged`, the utility of what was said of the node itself.
    fn update_bias(
        &self,
        node: &Node,
        evaluation: &NodeEvaluation,
        judged: f32,
        children: &[Child],
        color: Color,
    ) {
        let Some(bias_key) = self.corrected_key(evaluation) else {
            return;
        };
        let weight: f32 = children.iter().map(|child| child.weight).sum();
        if weight > 0.0 {
            let weighted = |child: &Child| child.utility * child.weight;
            let mean = children.iter().map(weighted).sum::<f32>() / weight;
            let difference = color.sign() * mean - judged;
            self.biases
                .update(&node.bias_contribution, bias_key, difference, weight);
        }
    }

    /// The same utility with what the node's kind usually gets wrong put right.
    fn corrected_utility(&self, evaluation: &NodeEvaluation, judged: f32) -> f32 {
        let Some(bias_key) = self.corrected_key(evaluation) else {
            return judged;
        };
        let bound = self.utility.bound();
        (judged + self.correction * self.biases.mean(bias_key)).clamp(-bound, bound)
    }
}

/// Takes weight from children that have more than the policy gave them and less success than those
/// before them; returns how much.
fn prune_noise(children: &mut [Child]) -> f32 {
    let (mut utilities, mut weights, mut priors) = (0.0, 0.0, 0.0);
    let mut pruned = 0.0;
    for child in children {
        if weights > 0.0 && priors > 0.0 {
            let gap = utilities / weights - child.utility;
            let fair = 2.0 * weights * child.prior / priors;
            if gap > 0.0 && child.weight > fair {
                let excess = (child.weight - fair) * (1.0 - (-gap / PRUNE_SCALE).exp());
                child.weight -= excess;
                pruned += excess;
            }
        }
        utilities += child.utility * child.weight;
        weights += child.weight;
        priors += child.prior;
    }
    pruned
}

/// Weights children by how likely they are better than the mean, and lets all together weigh `total`.
fn favour_good_children(children: &mut [Child], total: f32) {
    let weights: f32 = children.iter().map(|child| child.weight).sum();
    let utilities: f32 = children
        .iter()
        .map(|child| child.utility * child.weight)
        .sum();
    if weights <= 0.0 {
        return;
    }
    let mean = utilities / weights;
    for child in children.iter_mut() {
        let precision = 1.5 * child.weight.sqrt();
        let stdev = (1e-8 + 1.0 / precision.max(1e-8)).sqrt();
        let chance = t3_distribution((child.utility - mean) / stdev) + 1e-4;
        child.weight *= chance.powf(VALUE_WEIGHT_EXPONENT);
    }
    let left: f32 = children.iter().map(|child| child.weight).sum();
    let scale = total / left.max(1e-9);
    children.iter_mut().for_each(|child| child.weight *= scale);
}

/// The cumulative Student distribution of three degrees of freedom.
fn t3_distribution(x: f32) -> f32 {
    let y = x / 3f32.sqrt();
    0.5 + (y.atan() + y / (1.0 + y * y)) / std::f32::consts::PI
}

/// The mean of the children and of what the node was taken to be worth itself, which counts `times`.
fn combined_stats(children: &[Child], evaluation: &NodeEvaluation, own: f32, times: f32) -> Stats {
    let mut sums = Sums::default();
    let (weight, square) = (evaluation.weight, evaluation.weight * evaluation.weight);
    sums.add(&evaluation.stats(own), times * weight, times * square);
    for child in children {
        let share = child.weight / child.raw_weight;
        let through = child.raw_weight / child.stats.weight.max(1e-9);
        let square = child.stats.weight_square * through * share * share;
        sums.add(&child.stats, child.weight, square);
    }
    sums.mean()
}

/// Parts that are about to become their mean.
#[derive(Default)]
pub struct Sums(Stats);

impl Sums {
    /// Adds a part that weighs so much.
    pub fn add(&mut self, part: &Stats, weight: f32, weight_square: f32) {
        let sum = &mut self.0;
        sum.value.add(&part.value.scaled(weight));
        sum.utility += weight * part.utility;
        sum.utility_square += weight * part.utility_square;
        sum.weight += weight;
        sum.weight_square += weight_square;
    }

    /// The mean of all parts, with their weights.
    pub fn mean(self) -> Stats {
        let sum = self.0;
        let scale = 1.0 / sum.weight.max(1e-9);
        Stats {
            value: sum.value.scaled(scale),
            utility: sum.utility * scale,
            utility_square: sum.utility_square * scale,
            ..sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(utility: f32, prior: f32, weight: f32) -> Child {
        Child {
            stats: Stats::default(),
            utility,
            prior,
            raw_weight: weight,
            weight,
        }
    }

    #[test]
    fn student_is_a_distribution() {
        assert!((t3_distribution(0.0) - 0.5).abs() < 1e-6);
        // From tables.
        assert!((t3_distribution(3.182) - 0.975).abs() < 1e-3);
        assert!((t3_distribution(-2.353) - 0.05).abs() < 1e-3);
    }

    #[test]
    fn a_disappointing_child_loses_what_the_policy_did_not_give_it() {
        let mut children = [child(0.2, 0.5, 50.0), child(-0.6, 0.05, 20.0)];
        let pruned = prune_noise(&mut children);
        assert_eq!(children[0].weight, 50.0);
        assert!(children[1].weight < 11.0 && children[1].weight >= 10.0);
        assert!((pruned + children[1].weight - 20.0).abs() < 1e-4);
        // A better one keeps all.
        let mut children = [child(0.2, 0.5, 50.0), child(0.6, 0.05, 20.0)];
        assert_eq!(prune_noise(&mut children), 0.0);
    }

    #[test]
    fn good_children_weigh_more_and_the_sum_stays() {
        let mut children = [child(0.2, 0.5, 50.0), child(-0.6, 0.5, 50.0)];
        favour_good_children(&mut children, 100.0);
        assert!((children[0].weight + children[1].weight - 100.0).abs() < 1e-2);
        assert!(children[0].weight > 60.0);
    }
}
