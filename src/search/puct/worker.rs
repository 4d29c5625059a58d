//! One worker: descent, judgement, backup, again and again.

use super::Puct;
use super::backup::Backup;
use super::edge::Edge;
use super::graph;
use super::judge::Judge;
use super::node::{Claim, Judged, Node};
use super::oracle::Oracle;
use super::reached::Course;
use super::tree::Tree;
use crate::search::Limits;
use crate::search::method::{Task, Visit};
use crate::search::root::Root;
use crate::types::{Color, Dims, Move};

/// What one worker keeps from visit to visit.
pub struct Worker<O: Oracle, const N: usize, const W: usize> {
    /// The way of the last visit.
    pub course: Course<N, W>,
    judge: Judge<O, N, W>,
    /// Black's lead at the leaf that was judged last, and whose the points were there.
    lead: f32,
    ownership: [i8; N],
}

/// A node on the way, who moves there, and the edge that led there.
struct Step<'t> {
    node: &'t Node,
    color: Color,
    edge: Option<&'t Edge>,
    /// Whether the way has passed the node before, so that it has this visit already.
    is_round: bool,
}

/// How a descent ends.
enum Leaf<'t> {
    /// At a node that nobody has judged, which this worker may judge.
    New(Claim<'t>),
    /// Where the game is over, no move is allowed, or the way comes back to a node that it has passed.
    End,
    /// At a node that another worker is having judged.
    Busy,
    /// Where there would be a new node, and nothing more fits into the tree.
    Full,
}

/// What becomes of a visit.
enum Outcome {
    /// It has come back with something.
    Back,
    /// It met another worker at its leaf and has to be tried again.
    Met,
    /// Nothing more fits into the tree.
    Full,
}

impl<O: Oracle, const N: usize, const W: usize> Worker<O, N, W> {
    /// A worker that asks this judge.
    pub fn new(task: &Task<'_, N, W>, judge: Judge<O, N, W>) -> Self {
        Worker {
            course: Course::new(task.root),
            judge,
            lead: 0.0,
            ownership: [0; N],
        }
    }

    /// One visit, from the root down to a leaf and back; none if nothing more fits into the tree, or the search ends while
    /// others judge what the visit comes to.
    pub fn visit(&mut self, puct: &Puct<O>, task: &Task<'_, N, W>) -> Option<Visit<'_, N>> {
        loop {
            let outcome = self.try_visit(puct, &puct.tree(), task);
            match outcome {
                Outcome::Back => break,
                Outcome::Met if task.is_cut_short() => return None,
                Outcome::Met => std::thread::yield_now(),
                Outcome::Full if puct.make_room() => {}
                Outcome::Full => return None,
            }
        }
        Some(Visit {
            first_move: self.course.descent.moves.first().copied(),
            lead: self.lead,
            ownership: &self.ownership,
        })
    }

    fn try_visit(&mut self, puct: &Puct<O>, tree: &Tree, task: &Task<'_, N, W>) -> Outcome {
        let mut way = Way(Vec::with_capacity(32));
        let leaf = self.descend(puct, tree, task, &mut way.0);
        match leaf {
            Leaf::Busy => return Outcome::Met,
            Leaf::Full => return Outcome::Full,
            Leaf::New(claim) => {
                let judged = self.judge_leaf(puct, task);
                #[cfg(test)]
                task.broken.expand();
                tree.grow(judged.bytes());
                let is_root = way.0.len() == 1;
                if is_root {
                    puct.set_center(judged.value.score);
                }
                claim.publish(judged);
            }
            // The node keeps its judgement; but the visit has to tell whose the points are.
            Leaf::End => drop(self.judge_leaf(puct, task)),
        }
        way.back_up(&puct.backup(tree, task.root.board.dims()));
        Outcome::Back
    }

    fn begin(&mut self, root: &Root<N, W>) {
        self.judge.begin();
        self.course.begin(root);
    }

    fn play(&mut self, root: &Root<N, W>, mv: Move) {
        self.judge.play(self.course.descent.to_move, mv);
        self.course.play(root, mv);
    }

    /// Plays from the root to a leaf; each edge on the way knows of the visit.
    fn descend<'t>(
        &mut self,
        puct: &Puct<O>,
        tree: &'t Tree,
        task: &Task<'_, N, W>,
        path: &mut Vec<Step<'t>>,
    ) -> Leaf<'t> {
        self.begin(task.root);
        let mut node = tree.root();
        let mut edge: Option<&Edge> = None;
        loop {
            if let Some(edge) = edge {
                edge.depart();
            }
            // Without superko a way may come back to where it was.
            let is_round = has_passed(path, node);
            path.push(Step {
                node,
                color: self.course.descent.to_move,
                edge,
                is_round,
            });
            if is_round {
                return Leaf::End;
            }
            let Some(judged) = node.judged() else {
                return node.claim().map_or(Leaf::Busy, Leaf::New);
            };
            let Some(next) = self.choose(puct, tree, task, node, judged) else {
                return Leaf::End;
            };
            let taken = node.edge(next, |bytes| tree.grow(bytes));
            self.play(task.root, next);
            let Some(child) = self.child(puct, tree, task, path, taken) else {
                return Leaf::Full;
            };
            node = tree.node(child);
            edge = Some(taken);
        }
    }

    /// The node to which the edge leads, which the descent has just taken; none if it would be new
    /// and nothing more fits into the tree.
    fn child(
        &self,
        puct: &Puct<O>,
        tree: &Tree,
        task: &Task<'_, N, W>,
        path: &[Step<'_>],
        edge: &Edge,
    ) -> Option<u32> {
        if let Some(child) = edge.child() {
            return Some(child);
        }
        if puct.params.graph == 0.0 {
            return Some(edge.set_child(tree.allocate()?));
        }
        let key = graph::key(self.course.reached(task.root));
        let Some(shared) = tree.find(key) else {
            let fresh = tree.allocate()?;
            return Some(edge.set_child(tree.share(fresh, key)));
        };
        // What repeats a position of this way gets a node of its own.
        let child = match has_passed(path, tree.node(shared)) {
            true => tree.allocate()?,
            false => shared,
        };
        Some(edge.set_child(child))
    }

    /// The move that the descent takes; none if the node has no children to go to.
    fn choose(
        &self,
        puct: &Puct<O>,
        tree: &Tree,
        task: &Task<'_, N, W>,
        node: &Node,
        judged: &Judged,
    ) -> Option<Move> {
        let dims = task.root.board.dims();
        let reached = self.course.reached(task.root);
        let depth = reached.descent.moves.len();
        let color = reached.descent.to_move;
        let is_root = depth == 0;
        if is_root && let Some(due) = due_move(task.limits, dims, color, node, judged) {
            return Some(due);
        }
        let is_restricted = task.limits.restrictions.reach(depth);
        let banned = reached.banned;
        let has_duplicates = is_root && !puct.alike.duplicates.is_empty();
        let is_unwanted = |mv: Move| {
            mv.point().is_some_and(|point| banned.contains(point))
                || has_duplicates && puct.alike.is_duplicate(mv)
        };
        let allows = |mv| task.limits.restrictions.allow(depth, color, mv) && !is_unwanted(mv);
        let is_plain = !is_restricted && !has_duplicates && banned.is_empty();
        let allows: Option<&dyn Fn(Move) -> bool> = if is_plain { None } else { Some(&allows) };
        let selection = puct.selection(tree, dims, color, judged);
        let selection = match is_root {
            true => selection.at_root(task.limits.wide_root_noise),
            false => selection,
        };
        selection.choose(node, judged, allows)
    }

    /// Has the position reached judged.
    fn judge_leaf(&mut self, puct: &Puct<O>, task: &Task<'_, N, W>) -> Judged {
        let utility = puct.utility(task.root.board.dims());
        let reached = self.course.reached(task.root);
        let judged = self.judge.judge(reached, &utility, &mut self.ownership);
        self.lead = judged.value.lead;
        judged
    }
}

/// The move that the next visit of the root has to go through, if there is one and it may: see [`Limits::compared`].
fn due_move(
    limits: &Limits,
    dims: Dims,
    color: Color,
    root: &Node,
    judged: &Judged,
) -> Option<Move> {
    let due = limits.compared.filter(|&mv| is_due(root, mv))?;
    judged.policy.as_ref()?.prior(dims, due)?;
    let is_allowed = limits.restrictions.allow(0, color, due);
    is_allowed.then_some(due)
}

/// Whether it is this move's turn: see [`Limits::compared`].
fn is_due(root: &Node, compared: Move) -> bool {
    let edge = root.edges().find(|edge| edge.mv() == compared);
    let visits = edge.map_or(0, |edge| edge.visits() + edge.in_flight());
    Limits::is_due(u64::from(visits), u64::from(root.visits()))
}

/// Whether a way has come by this node.
fn has_passed(path: &[Step<'_>], node: &Node) -> bool {
    path.iter().any(|step| std::ptr::eq(step.node, node))
}

/// The way of a visit. Dropped before it has come back, be it by a panic, it takes back what it has told its edges.
struct Way<'t>(Vec<Step<'t>>);

impl Way<'_> {
    /// Counts the visit on the way and works out anew what each node is worth.
    fn back_up(mut self, backup: &Backup<'_>) {
        while let Some(step) = self.0.pop() {
            step.come_back();
            backup.refresh(step.node, step.color);
        }
    }
}

impl Drop for Way<'_> {
    fn drop(&mut self) {
        for step in self.0.iter() {
            if let Some(edge) = step.edge {
                edge.withdraw();
            }
        }
    }
}

impl Step<'_> {
    fn come_back(&self) {
        if !self.is_round {
            self.node.count_visit();
        }
        if let Some(edge) = self.edge {
            edge.come_back();
        }
    }
}
