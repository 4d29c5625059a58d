//! One worker: descent, expansion, evaluation, backup, again and again.

use super::Classical;
use super::evaluate::{LeafEvaluator, PlayoutResult};
use super::node::{Claim, Node, Prior, VALUE_UNITS, units_of};
use super::prior::PriorKnowledge;
use super::rave_buffer::RaveBuffer;
use super::select::select;
use super::tree::Tree;
use crate::search::driver::descent::Descent;
use crate::search::driver::method::{self, Sharing, Task, Visit};
use crate::search::{Guidance, Params};
use crate::types::{Color, Move};
use rand_pcg::Pcg64Mcg;

/// From this many visits on, several workers gather RAVE statistics before they tell a node.
const BUSY_VISITS: u64 = 128;

/// One worker: its descent, its knowledge, and what it keeps from visit to visit.
pub struct Worker<'r, const N: usize, const W: usize> {
    tree: &'r Tree,
    params: &'r Params,
    task: &'r Task<'r, N, W>,
    knowledge: PriorKnowledge<N, W>,
    evaluator: LeafEvaluator,
    descent: Descent<'r, N, W>,
    /// Moves for the leaf that is being expanded.
    priors: Vec<(Move, Prior)>,
    result: PlayoutResult<N>,
    /// Nodes visited, the root first.
    nodes: Vec<u32>,
    /// Who plays first on each point from some move of the playout on; 0 nobody, else colour index + 1.
    first_player: [u8; N],
    rave_buffer: RaveBuffer<N>,
}

impl<'r, const N: usize, const W: usize> Worker<'r, N, W> {
    /// A worker whose playouts take these random numbers.
    pub fn new(method: &'r Classical, task: &'r Task<'r, N, W>, random: Pcg64Mcg) -> Self {
        let params = &method.params;
        Worker {
            tree: &method.tree,
            params,
            task,
            knowledge: PriorKnowledge::new(params),
            evaluator: LeafEvaluator::new(params, random),
            descent: Descent::new(task.root),
            priors: Vec::new(),
            result: PlayoutResult::default(),
            nodes: Vec::with_capacity(64),
            first_player: [0; N],
            rave_buffer: RaveBuffer::new(),
        }
    }

    /// Plays from the root to a leaf, counting a visit at each node on the
    /// way (to other workers that is a virtual loss).
    fn descend(&mut self) {
        self.nodes.clear();
        self.descent.begin();
        let (tree, guidance) = (self.tree, self.task.guidance);
        let mut index = tree.root_index();
        loop {
            let node = tree.node(index);
            node.stats.add(1, 0, self.task.sharing);
            self.nodes.push(index);
            let Some((first, count)) = node.children() else {
                return;
            };
            let depth = self.descent.moves.len();
            let color = self.descent.to_move;
            let allows = |mv| guidance.restrictions.allows(depth, color, mv);
            let allows: Option<&dyn Fn(Move) -> bool> = if guidance.restrictions.reaches(depth) {
                Some(&allows)
            } else {
                None
            };
            let children = tree.siblings(first, count);
            let (due, noise) = match depth {
                0 => (
                    due_child(node, children, color, guidance),
                    guidance.wide_root_noise,
                ),
                _ => (None, 0.0),
            };
            let best = due.or_else(|| select(node, children, allows, self.params, noise));
            let Some(best) = best else {
                return;
            };
            index = first + best as u32;
            self.descent.play(children[best].mv());
        }
    }

    /// The right to make the children of a leaf that has earned some.
    fn claim_expansion(&self) -> Option<Claim<'r>> {
        let leaf = self.tree.node(self.nodes[self.nodes.len() - 1]);
        let is_root = self.nodes.len() == 1;
        let is_earned = is_root || leaf.stats.visits() >= self.params.expand_visits as u64;
        let has_ended = self.descent.is_cycle() || self.descent.is_over();
        let may_expand = is_earned && !has_ended && !self.tree.is_full();
        may_expand.then(|| leaf.claim_expansion())?
    }

    /// Gives a leaf that has earned them its children: one for each move that the priors propose and superko allows, and for those
    /// that were asked for.
    fn expand(&mut self) {
        let Some(claim) = self.claim_expansion() else {
            return;
        };
        let (descent, priors) = (&self.descent, &mut self.priors);
        priors.clear();
        let last_moves = descent.last_moves();
        self.knowledge
            .priors(&descent.board, descent.to_move, last_moves, priors);
        if descent.moves.is_empty() {
            self.propose_named_moves();
        }
        let (descent, priors) = (&self.descent, &mut self.priors);
        priors.retain(|&(mv, _)| !descent.is_banned(mv));
        #[cfg(test)]
        self.task.broken.expand();
        let Some(first) = self.tree.allocate(priors.len()) else {
            return;
        };
        let children = self.tree.siblings(first, priors.len());
        for (child, &(mv, prior)) in children.iter().zip(priors.iter()) {
            child.reset(mv, prior);
        }
        claim.publish(first, priors.len());
    }

    /// Adds the legal moves to which the root is restricted and which the priors leave out, such as filling an own eye, as the worst
    /// ones: who asks for nothing else is to hear of them.
    fn propose_named_moves(&mut self) {
        let (descent, priors) = (&self.descent, &mut self.priors);
        let prior = Prior {
            visits: self.params.prior_even,
            value: 0.0,
        };
        for mv in self
            .task
            .guidance
            .restrictions
            .named_at_root(descent.to_move)
        {
            let is_legal = mv.point().is_none_or(|point| descent.allows(point));
            if is_legal && priors.iter().all(|&(other, _)| other != mv) {
                priors.push((mv, prior));
            }
        }
    }

    /// Has the leaf judged: by a playout, unless the game is over there.
    fn evaluate(&mut self) {
        if self.descent.is_cycle() {
            return self.end_without_result();
        }
        if self.descent.root.stance.dead_stones.must_be_captured() && self.descent.is_over() {
            return self.count();
        }
        self.evaluator.evaluate(&mut self.descent, &mut self.result);
    }

    /// Judges a finished game by its stones as they stand.
    fn count(&mut self) {
        let (root, result) = (self.descent.root, &mut self.result);
        result.playout.clear();
        let lead = root.lead_as_it_stands(&self.descent.board, &mut result.ownership);
        result.lead = lead as f32 - self.descent.komi();
        result.value = self.evaluator.value(result.lead, root);
    }

    /// Judges a game that a long cycle has ended: nobody wins.
    fn end_without_result(&mut self) {
        let result = &mut self.result;
        self.descent.board.area_owners(&mut result.ownership);
        result.playout.clear();
        result.lead = 0.0;
        result.value = 0.5;
    }

    /// Adds the result to every node of the descent, and to the RAVE
    /// statistics of every move that could have been played earlier.
    fn back_up(&mut self) {
        let black_units = units_of(self.result.value);
        let units_for = |color: Color| {
            if color == Color::Black {
                black_units
            } else {
                VALUE_UNITS - black_units
            }
        };
        self.first_player = [0; N];
        let mut color = self.descent.to_move;
        mark_first_players(&mut self.first_player, &self.result.playout, color);
        for depth in (0..self.nodes.len()).rev() {
            let index = self.nodes[depth];
            let stats = &self.tree.node(index).stats;
            stats.add(0, units_for(!color), self.task.sharing);
            self.back_up_rave(index, color, units_for(color));
            if depth > 0 {
                color = !color;
                mark(&mut self.first_player, self.descent.moves[depth - 1], color);
            }
        }
    }

    fn back_up_rave(&mut self, index: u32, color: Color, units: u64) {
        let (tree, sharing) = (self.tree, self.task.sharing);
        let node = tree.node(index);
        if node.children().is_none() {
            return;
        }
        let wanted = color.index() as u8 + 1;
        if sharing == Sharing::Shared && node.stats.visits() >= BUSY_VISITS {
            self.rave_buffer
                .add(tree, index, &self.first_player, wanted, units);
            return;
        }
        // A pass has the highest index, a guard point's, which nobody ever plays on.
        for child in tree.children(node) {
            if self.first_player[child.move_index() & (N - 1)] == wanted {
                child.rave.add(1, units, sharing);
            }
        }
    }
}

impl<const N: usize, const W: usize> method::Worker<N> for Worker<'_, N, W> {
    fn visit(&mut self) -> Option<Visit<'_, N>> {
        self.descend();
        self.expand();
        self.evaluate();
        self.back_up();
        Some(Visit {
            first_move: self.descent.moves.first().copied(),
            lead: Some(self.result.lead),
            ownership: &self.result.ownership,
        })
    }

    fn finish(&mut self) {
        self.rave_buffer.flush(self.tree);
    }
}

/// The child that the next visit of the root has to go through, if there is one and it may: see [`Guidance::due_move`].
fn due_child(root: &Node, children: &[Node], color: Color, guidance: &Guidance) -> Option<usize> {
    let index_of = |mv: Move| children.iter().position(|child| child.mv() == mv);
    let visits_of = |mv: Move| {
        let visits = children[index_of(mv)?].stats.visits();
        guidance.restrictions.allows(0, color, mv).then_some(visits)
    };
    index_of(guidance.due_move(root.stats.visits(), visits_of)?)
}

/// Writes who plays first on each point; `first` plays the first move.
fn mark_first_players<const N: usize>(players: &mut [u8; N], moves: &[Move], first: Color) {
    let mut color = if moves.len() % 2 == 1 { first } else { !first };
    for &mv in moves.iter().rev() {
        mark(players, mv, color);
        color = !color;
    }
}

#[inline(always)]
fn mark<const N: usize>(players: &mut [u8; N], mv: Move, color: Color) {
    if let Move::Place(point) = mv {
        players[point.index() & (N - 1)] = color.index() as u8 + 1;
    }
}
