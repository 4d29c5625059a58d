//! One worker: descent, evaluation, backup, again and again.

use super::Puct;
use super::backup::Backup;
use super::graph;
use super::leaf::evaluate::LeafEvaluator;
use super::leaf::oracle::Oracle;
use super::select::Place;
use super::tracked_descent::TrackedDescent;
use super::tree::Tree;
use super::tree::edge::Edge;
use super::tree::node::{Claim, Node, NodeEvaluation};
use crate::search::driver::method::{self, Task, Visit};
use crate::types::{Color, Dims, Move};
use std::sync::atomic::Ordering::Relaxed;

/// What one worker keeps from visit to visit.
pub struct Worker<'r, O: Oracle, const N: usize, const W: usize> {
    puct: &'r Puct<O>,
    task: &'r Task<'r, N, W>,
    /// The descent of the last visit.
    pub tracked: TrackedDescent<'r, N, W>,
    evaluator: LeafEvaluator<O, N, W>,
    /// Whose the points were at the leaf that was evaluated last.
    ownership: [i8; N],
}

/// A node on the path, who moves there, and the edge that led there.
struct PathStep<'t> {
    node: &'t Node,
    color: Color,
    edge: Option<&'t Edge>,
    /// Whether the path has come by the node before, so that it has this visit already.
    is_revisit: bool,
}

/// Why a visit has come to no leaf.
enum Hindrance {
    /// Another worker is having the node evaluated that it came to.
    Collision,
    /// There would be a new node, and nothing more fits into the tree.
    Full,
}

impl<'r, O: Oracle, const N: usize, const W: usize> Worker<'r, O, N, W> {
    /// A worker at this task.
    pub fn new(puct: &'r Puct<O>, task: &'r Task<'r, N, W>) -> Self {
        Worker {
            puct,
            task,
            tracked: TrackedDescent::new(task.root),
            evaluator: LeafEvaluator::new(&puct.oracle, &puct.params, task.root),
            ownership: [0; N],
        }
    }

    fn dims(&self) -> Dims {
        self.task.root.board.dims()
    }

    /// One visit, if nothing is in its way.
    fn try_visit(&mut self, tree: &Tree) -> Result<(), Hindrance> {
        let mut path = SearchPath(Vec::with_capacity(32));
        let claim = self.descend(tree, &mut path)?;
        // A node that has an evaluation keeps it; but the visit has to tell whose the points are.
        let evaluation = self.evaluate_leaf();
        if let Some(claim) = claim {
            #[cfg(test)]
            self.task.broken.expand();
            tree.grow(evaluation.bytes());
            let is_root = path.0.len() == 1;
            if is_root {
                self.puct.center.store(evaluation.value.score);
            }
            claim.publish(evaluation);
        }
        path.back_up(&self.puct.backup(tree, self.dims()));
        Ok(())
    }

    /// Plays from the root to a leaf; each edge on the path knows of the visit. A leaf that nobody has evaluated is claimed. None
    /// is to be claimed where the game is over, no move is allowed, or the path comes back to a node.
    fn descend<'t>(
        &mut self,
        tree: &'t Tree,
        path: &mut SearchPath<'t>,
    ) -> Result<Option<Claim<'t>>, Hindrance> {
        self.tracked.begin();
        let mut node = tree.root();
        let mut edge: Option<&Edge> = None;
        loop {
            if let Some(edge) = edge {
                edge.depart();
            }
            // Without superko a path on which somebody passes may come back to where it was.
            let is_revisit = path.contains(node);
            path.0.push(PathStep {
                node,
                color: self.tracked.descent.to_move,
                edge,
                is_revisit,
            });
            if is_revisit {
                return Ok(None);
            }
            let Some(evaluation) = node.evaluation() else {
                return node.claim().map(Some).ok_or(Hindrance::Collision);
            };
            let Some(next) = self.choose(tree, node, evaluation) else {
                return Ok(None);
            };
            let taken = node.edge_or_new(next, |bytes| tree.grow(bytes));
            self.tracked.play(next);
            let child = self.child(tree, path, taken).ok_or(Hindrance::Full)?;
            node = tree.node(child);
            edge = Some(taken);
        }
    }

    /// The node to which the edge leads, which the descent has just taken; none if it would be new
    /// and nothing more fits into the tree.
    fn child(&self, tree: &Tree, path: &SearchPath<'_>, edge: &Edge) -> Option<u32> {
        let is_shared = self.puct.params.shares_nodes();
        let key = is_shared.then(|| graph::key(&self.tracked));
        let child = match edge.child() {
            Some(child) => child,
            // Another worker may make it at once, and for other repetitions.
            None => edge.set_child(new_child(tree, path, key)?),
        };
        match key {
            Some(key) => tree.child_for(key, child),
            None => Some(child),
        }
    }

    /// The move that the descent takes; none if the node has no children to go to.
    fn choose(&self, tree: &Tree, node: &Node, evaluation: &NodeEvaluation) -> Option<Move> {
        let (puct, guidance, dims) = (self.puct, self.task.guidance, self.dims());
        let descent = &self.tracked.descent;
        if descent.is_cycle() {
            // Other paths may go on from a node that they have made for themselves.
            return None;
        }
        let (depth, color) = (descent.moves.len(), descent.to_move);
        let is_root = depth == 0;
        if is_root && let Some(due) = self.due_move(node, evaluation) {
            return Some(due);
        }
        let is_restricted = guidance.restrictions.reaches(depth);
        let banned = self.tracked.banned();
        let has_duplicates = is_root && !puct.root_symmetry.duplicates.is_empty();
        let is_unwanted = |mv: Move| {
            mv.point().is_some_and(|point| banned.contains(point))
                || has_duplicates && puct.root_symmetry.is_duplicate(mv)
        };
        let allows = |mv| guidance.restrictions.allows(depth, color, mv) && !is_unwanted(mv);
        let is_plain = !is_restricted && !has_duplicates && banned.is_empty();
        let allows: Option<&dyn Fn(Move) -> bool> = if is_plain { None } else { Some(&allows) };
        let place = match is_root {
            true => Place::Root {
                noise: guidance.wide_root_noise,
            },
            false => Place::Below,
        };
        let selection = puct.selection(tree, dims, color, node, evaluation, place);
        selection.choose(allows)
    }

    /// The move that the next visit of the root has to go through, if there is one and it may; see `Guidance::due_move`.
    fn due_move(&self, root: &Node, evaluation: &NodeEvaluation) -> Option<Move> {
        let (guidance, color) = (self.task.guidance, self.task.root.stance.to_move);
        let visits_of = |mv: Move| {
            evaluation.policy.as_ref()?.prior(self.dims(), mv)?;
            let edge = root.find_edge(mv);
            let visits = edge.map_or(0, |edge| edge.visits() + edge.in_flight());
            let is_allowed = guidance.restrictions.allows(0, color, mv);
            is_allowed.then(|| u64::from(visits))
        };
        guidance.due_move(u64::from(root.visits()), visits_of)
    }

    /// Evaluates the position reached.
    fn evaluate_leaf(&mut self) -> NodeEvaluation {
        let utility = self.puct.utility(self.dims());
        self.evaluator
            .evaluate(&self.tracked, &utility, &mut self.ownership)
    }
}

impl<O: Oracle, const N: usize, const W: usize> method::Worker<N> for Worker<'_, O, N, W> {
    /// None if nothing more fits into the tree, or the search ends while others judge what the visit comes to.
    fn visit(&mut self) -> Option<Visit<'_, N>> {
        let (puct, task) = (self.puct, self.task);
        let mut has_collided = false;
        loop {
            // The tree is given back here already: who makes room needs it alone.
            let outcome = self.try_visit(&puct.tree());
            match outcome {
                Ok(()) => break,
                Err(Hindrance::Collision) if task.is_cut_short() => return None,
                Err(Hindrance::Collision) => {
                    has_collided = true;
                    std::thread::yield_now();
                }
                Err(Hindrance::Full) if puct.make_room(task.limits) => {}
                Err(Hindrance::Full) => return None,
            }
        }
        if has_collided {
            puct.collisions.fetch_add(1, Relaxed);
        }
        Some(Visit {
            first_move: self.tracked.descent.moves.first().copied(),
            lead: None,
            ownership: &self.ownership,
        })
    }
}

/// A node for the position with this key, to which the path has come by an edge without a child; none if the tree is full.
fn new_child(tree: &Tree, path: &SearchPath<'_>, key: Option<u64>) -> Option<u32> {
    let shared = key.map_or_else(|| tree.allocate(), |key| tree.find_or_make(key))?;
    // What repeats a position of this path gets a node of its own.
    match path.contains(tree.node(shared)) {
        true => tree.allocate(),
        false => Some(shared),
    }
}

/// The path of a visit. Dropped before it has come back, be it by a panic, it takes back what it has told its edges.
struct SearchPath<'t>(Vec<PathStep<'t>>);

impl SearchPath<'_> {
    /// Whether it has come by this node.
    fn contains(&self, node: &Node) -> bool {
        self.0.iter().any(|step| std::ptr::eq(step.node, node))
    }

    /// Counts the visit on the path and works out anew what each node is worth.
    fn back_up(mut self, backup: &Backup<'_>) {
        while let Some(step) = self.0.pop() {
            step.come_back();
            backup.refresh(step.node, step.color);
        }
    }
}

impl Drop for SearchPath<'_> {
    fn drop(&mut self) {
        for step in self.0.iter() {
            if let Some(edge) = step.edge {
                edge.withdraw();
            }
        }
    }
}

impl PathStep<'_> {
    fn come_back(&self) {
        if !self.is_revisit {
            self.node.count_visit();
        }
        if let Some(edge) = self.edge {
            edge.come_back();
        }
    }
}
