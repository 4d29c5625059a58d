//! One worker: descent, expansion, evaluation, backup, again and again.

use super::Restriction;
#[cfg(test)]
use super::broken::Broken;
use super::evaluate::{Evaluation, Evaluator, Leaf, value_of_lead, write_ownership};
use super::node::{Claim, Node, Sharing};
use super::params::Params;
use super::rave_buffer::RaveBuffer;
use super::root::{Path, Root};
use super::tree::Tree;
use crate::board::Board;
use crate::types::{Color, Move};

/// From this many visits on, several workers gather RAVE statistics before they tell a node.
const BUSY_VISITS: u64 = 128;

/// What a worker reads and writes besides its own state.
pub struct Arena<'a, const N: usize, const W: usize> {
    /// The tree, shared.
    pub tree: &'a Tree,
    /// Where every descent starts.
    pub root: &'a Root<N, W>,
    /// The parameters of this search.
    pub params: &'a Params,
    /// Whether other workers write to the tree.
    pub sharing: Sharing,
    /// The moves allowed at the root; all if empty.
    pub root_moves: &'a [Move],
    /// Moves not to be considered.
    pub restrictions: &'a [Restriction],
    /// Which expansions panic.
    #[cfg(test)]
    pub broken: &'a Broken,
}

impl<const N: usize, const W: usize> Arena<'_, N, W> {
    /// Whether any move is forbidden so far from the root.
    fn is_restricted(&self, depth: usize) -> bool {
        let near = |restriction: &Restriction| depth < restriction.until_depth;
        (depth == 0 && !self.root_moves.is_empty()) || self.restrictions.iter().any(near)
    }

    fn allows(&self, depth: usize, color: Color, mv: Move) -> bool {
        let is_asked_for = depth > 0 || self.root_moves.is_empty() || self.root_moves.contains(&mv);
        let forbids = |restriction: &Restriction| restriction.forbids(depth, color, mv);
        is_asked_for && !self.restrictions.iter().any(forbids)
    }
}

/// The state of one descent, kept between descents so that nothing is allocated.
pub struct Worker<E, const N: usize, const W: usize> {
    evaluator: E,
    board: Board<N, W>,
    /// The leaf's board while the evaluator plays on the other one.
    leaf_board: Board<N, W>,
    evaluations: [Evaluation<N>; 1],
    /// Nodes visited, the root first.
    nodes: Vec<u32>,
    /// Moves played from the root on.
    moves: Vec<Move>,
    path: Path,
    /// Points on which the descent has placed stones, one bit per padded index.
    placed: [u64; W],
    /// Who plays first on each point from some move of the playout on; 0 nobody, else colour index + 1.
    first_player: [u8; N],
    rave_buffer: RaveBuffer<N>,
}

impl<E: Evaluator<N, W>, const N: usize, const W: usize> Worker<E, N, W> {
    /// A worker for boards like `board`.
    pub fn new(evaluator: E, board: &Board<N, W>) -> Self {
        Worker {
            evaluator,
            rave_buffer: RaveBuffer::new(),
            board: board.clone(),
            leaf_board: board.clone(),
            evaluations: [Evaluation::default()],
            nodes: Vec::with_capacity(64),
            moves: Vec::with_capacity(64),
            path: Path::new(),
            placed: [0; W],
            first_player: [0; N],
        }
    }

    /// One playout, from the root down to a leaf and back.
    pub fn step(&mut self, arena: &Arena<'_, N, W>) {
        let to_move = self.descend(arena);
        self.evaluate(arena, to_move);
        self.back_up(arena);
    }

    /// The evaluation of the last playout's leaf.
    pub fn evaluation(&self) -> &Evaluation<N> {
        &self.evaluations[0]
    }

    /// The first move of the last descent, if it left the root.
    pub fn first_move(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// Plays from the root to a leaf, counting a visit at each node on the
    /// way (to other workers that is a virtual loss). Returns who moves there.
    fn descend(&mut self, arena: &Arena<'_, N, W>) -> Color {
        let root = arena.root;
        self.board.copy_from(&root.board);
        self.nodes.clear();
        self.moves.clear();
        self.path.clear();
        self.placed = [0; W];
        let mut to_move = root.to_move;
        let mut index = arena.tree.root_index();
        loop {
            let node = arena.tree.node(index);
            node.stats.add(1, 0.0, arena.sharing);
            self.nodes.push(index);
            let Some((first, count)) = node.children() else {
                return to_move;
            };
            let depth = self.moves.len();
            let allows = |mv| arena.allows(depth, to_move, mv);
            let allows: Option<&dyn Fn(Move) -> bool> = if arena.is_restricted(depth) {
                Some(&allows)
            } else {
                None
            };
            let children = arena.tree.siblings(first, count);
            let Some(best) = select(node, children, allows, arena.params) else {
                return to_move;
            };
            index = first + best as u32;
            self.play(arena, children[best].mv(), to_move);
            to_move = !to_move;
        }
    }

    fn play(&mut self, arena: &Arena<'_, N, W>, mv: Move, color: Color) {
        match mv {
            Move::Pass => self.board.pass(),
            Move::Place(point) => {
                self.board.play_unchecked(color, point);
                self.placed[(point.index() / 64) & (W - 1)] |= 1 << (point.index() % 64);
            }
        }
        self.moves.push(mv);
        self.path.push(arena.root.superko_hash(&self.board, !color));
    }

    /// Has the leaf judged, and gives it children when it has earned them.
    fn evaluate(&mut self, arena: &Arena<'_, N, W>, to_move: Color) {
        let leaf_index = self.nodes[self.nodes.len() - 1];
        let leaf_node = arena.tree.node(leaf_index);
        let is_root = self.nodes.len() == 1;
        let earned = is_root || leaf_node.stats.visits() >= arena.params.expand_visits as u64;
        let is_over = self.is_over(arena);
        if is_over && arena.root.counts_as_it_stands {
            return self.count(arena);
        }
        let may_expand = earned && !is_over && !arena.tree.is_full();
        let claim = may_expand.then(|| leaf_node.claim_expansion()).flatten();
        let last_moves = self.last_moves(arena);
        let komi = arena.root.komi_after(self.tree_excess(arena));
        if claim.is_some() {
            self.leaf_board.copy_from(&self.board);
        }
        let leaf = Leaf {
            board: &mut self.board,
            to_move,
            last_moves,
            komi,
            virtual_komi: arena.root.virtual_komi,
            wants_priors: claim.is_some(),
        };
        self.evaluator.evaluate(&mut [leaf], &mut self.evaluations);
        if let Some(claim) = claim {
            self.expand(arena, claim, to_move);
        }
    }

    /// Judges a finished game by its stones as they stand.
    fn count(&mut self, arena: &Arena<'_, N, W>) {
        let komi = arena.root.komi_after(self.tree_excess(arena));
        let evaluation = &mut self.evaluations[0];
        evaluation.playout.clear();
        evaluation.lead = self.board.area_lead() as f32 - komi;
        evaluation.value = value_of_lead(
            evaluation.lead - arena.root.virtual_komi,
            self.board.dims().area(),
            arena.params.margin_weight,
        );
        write_ownership(&self.board, &mut evaluation.ownership);
    }

    fn is_over(&self, arena: &Arena<'_, N, W>) -> bool {
        let passes = self
            .moves
            .iter()
            .rev()
            .take_while(|&&mv| mv == Move::Pass)
            .count();
        let before = if passes == self.moves.len() {
            arena.root.passes as usize
        } else {
            0
        };
        // The root itself is always searched, even after two passes.
        !self.moves.is_empty() && passes + before >= 2
    }

    fn last_moves(&self, arena: &Arena<'_, N, W>) -> [Option<Move>; 2] {
        match *self.moves {
            [] => arena.root.last_moves,
            [only] => [Some(only), arena.root.last_moves[0]],
            [.., before, last] => [Some(last), Some(before)],
        }
    }

    /// Stones placed by Black minus stones placed by White since the root.
    fn tree_excess(&self, arena: &Arena<'_, N, W>) -> i32 {
        let sign_of_first = if arena.root.to_move == Color::Black {
            1
        } else {
            -1
        };
        let signed = |(i, mv): (usize, &Move)| match mv {
            Move::Pass => 0,
            Move::Place(_) if i % 2 == 0 => sign_of_first,
            Move::Place(_) => -sign_of_first,
        };
        self.moves.iter().enumerate().map(signed).sum()
    }

    /// Makes a child for each move that the evaluator proposed and superko allows.
    fn expand(&mut self, arena: &Arena<'_, N, W>, claim: Claim<'_>, to_move: Color) {
        let (root, board, path, placed) = (arena.root, &self.leaf_board, &self.path, &self.placed);
        let priors = &mut self.evaluations[0].priors;
        priors.retain(|(mv, _)| {
            mv.point()
                .is_none_or(|point| !root.repeats(board, to_move, point, path, placed))
        });
        #[cfg(test)]
        arena.broken.expand();
        let Some(first) = arena.tree.allocate(priors.len()) else {
            return;
        };
        for (child, &(mv, prior)) in arena
            .tree
            .siblings(first, priors.len())
            .iter()
            .zip(priors.iter())
        {
            child.reset(mv, prior);
        }
        claim.publish(first, priors.len());
    }

    /// Adds the result to every node of the descent, and to the RAVE
    /// statistics of every move that could have been played earlier.
    fn back_up(&mut self, arena: &Arena<'_, N, W>) {
        let value_for = |color: Color, black: f32| {
            if color == Color::Black {
                black
            } else {
                1.0 - black
            }
        };
        let black_value = self.evaluations[0].value;
        self.first_player = [0; N];
        let mut color = arena.root.to_move;
        if self.moves.len() % 2 == 1 {
            color = !color;
        }
        mark_first_players(&mut self.first_player, &self.evaluations[0].playout, color);
        for depth in (0..self.nodes.len()).rev() {
            let node = arena.tree.node(self.nodes[depth]);
            node.stats
                .add(0, value_for(!color, black_value), arena.sharing);
            self.back_up_rave(
                arena,
                self.nodes[depth],
                color,
                value_for(color, black_value),
            );
            if depth > 0 {
                color = !color;
                mark(&mut self.first_player, self.moves[depth - 1], color);
            }
        }
    }

    fn back_up_rave(&mut self, arena: &Arena<'_, N, W>, index: u32, color: Color, value: f32) {
        let node = arena.tree.node(index);
        if node.children().is_none() {
            return;
        }
        let wanted = color.index() as u8 + 1;
        if arena.sharing == Sharing::Shared && node.stats.visits() >= BUSY_VISITS {
            self.rave_buffer
                .add(arena.tree, index, &self.first_player, wanted, value);
            return;
        }
        // A pass has the highest index, a guard point's, which nobody ever plays on.
        for child in arena.tree.children(node) {
            if self.first_player[child.move_index() & (N - 1)] == wanted {
                child.rave.add(1, value, arena.sharing);
            }
        }
    }

    /// Tells the tree what has been gathered for it: to be called after the last playout.
    pub fn finish(&mut self, arena: &Arena<'_, N, W>) {
        self.rave_buffer.flush(arena.tree);
    }
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

/// The child to descend to: the best blend of its own and its RAVE statistics.
///
/// The blend is the minimum-MSE schedule of S. Gelly and D. Silver,
/// *Monte-Carlo tree search and rapid action value estimation in computer
/// Go*, AIJ 2011, in the form `r / (r + n + r n / k)`.
fn select(
    parent: &Node,
    children: &[Node],
    allows: Option<&dyn Fn(Move) -> bool>,
    params: &Params,
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
        if value > best_value {
            best_value = value;
            best = Some(i);
        }
    }
    best
}
