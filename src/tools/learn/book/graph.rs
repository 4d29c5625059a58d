//! The positions that have been judged, how they lead to each other, and what follows from all of them together.
//!
//! Each position has the moves that its search has visited. Where a move leads to a position that has been judged as well, its
//! worth is what that one says; what is said goes back from the last positions to the first. So far that is minimax, as in
//! M. Buro, *Toward opening book learning* (1999), and KataGo's book. A book serves both players: each plays its own moves, and meets
//! moves of an opponent who plays as the teacher would, and often otherwise.

use super::finding::{Candidate, Finding};
use crate::book::Turned;
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Move, excerpt, format_move, parse_move};
use crate::zobrist::Hashed;
use std::collections::HashSet;

/// Utility for which a move is e times less likely to be chosen: a hundredth of the games and some, which is about as well as a few hundred
/// visits can tell moves apart.
const TEMPERATURE: f32 = 0.03;
/// A move less likely than this beside the best one is not played.
const LEAST_CHANCE: f32 = 0.1;
/// Visits from which on a move may turn out to be the best, so that it should be judged.
const PROMISING: u64 = 4;
/// More visits than any search makes.
const MOST_VISITS: u64 = 1 << 40;
/// The share of the visits of the most visited move from which on a move is taken at its word although the position after it has not been
/// judged.
const TRUSTED: f32 = 0.3;

/// The positions that have been judged, from the empty board on.
#[derive(Debug)]
pub struct Graph {
    dims: Dims,
    komi: f32,
    /// By [`Key`].
    layers: Vec<Hashed<Node>>,
}

#[derive(Debug)]
struct Node {
    moves: Vec<Move>,
    edges: Vec<Edge>,
    /// Of the position for who is to move.
    value: f32,
}

/// A move, which stands for those that are the same when the board is turned.
#[derive(Debug)]
struct Edge {
    mv: Move,
    /// The position after it.
    leads_to: u64,
    visits: u64,
    prior: f32,
    utility: f32,
    /// How often an opponent plays it: half as often as the network would, half as often as the search has.
    met: f32,
    /// What it is worth as far as is known.
    value: f32,
    /// Whether the position after it has been judged.
    is_judged: bool,
    /// How often a player of the book would choose it who also tries what may turn out to be the best.
    explored: f32,
    /// How often a player of the book chooses it.
    chosen: f32,
}

/// A move to a position that has not been judged.
struct Leaf<'g> {
    node: &'g Node,
    edge: &'g Edge,
}

/// The number of moves that lead to a position, and its [`Turned::key`]: the same stones after another number of moves are
/// another position, so that nothing leads back to where it came from.
pub type Key = (usize, u64);

/// How often a position is reached in games in which Black, and in which White, plays by the book.
#[derive(Clone, Copy, Debug, Default)]
struct Reach([f32; 2]);

impl Reach {
    fn most(&self) -> f32 {
        self.0[0].max(self.0[1])
    }
}

/// A position to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// What leads to it.
    pub moves: Vec<Move>,
    /// Tells it from others.
    pub key: Key,
}

/// A position of the finished book.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What leads to it.
    pub moves: Vec<Move>,
    /// What to play, the likeliest first, with percentages.
    pub answers: Vec<(Move, u32)>,
}

impl Graph {
    /// Without any position.
    pub fn new(dims: Dims, komi: f32) -> Graph {
        Graph {
            dims,
            komi,
            layers: Vec::new(),
        }
    }

    /// How many positions have been judged.
    pub fn positions(&self) -> usize {
        self.layers.iter().map(|layer| layer.len()).sum()
    }

    /// The game after these moves, Black's first.
    ///
    /// # Errors
    /// If one is not legal.
    pub fn game_after(&self, moves: &[Move]) -> Result<Game, String> {
        let mut game = Game::new(self.dims, Rules::default(), self.komi);
        for &mv in moves {
            let played = game.play(game.to_move(), mv);
            played.map_err(|error| format!("{}: {error}", format_move(self.dims, mv)))?;
        }
        Ok(game)
    }

    /// Takes up what was found in a position. One that is there already stays as it is.
    ///
    /// # Errors
    /// If it is for another board or komi, or its moves are not legal.
    pub fn add(&mut self, finding: &Finding) -> Result<(), String> {
        let (size, komi) = (self.dims.width(), self.komi);
        if finding.size != size || finding.komi != komi {
            let (its_size, its_komi) = (finding.size, finding.komi);
            return Err(format!(
                "board {its_size} and komi {its_komi} instead of {size} and {komi}"
            ));
        }
        if !is_utility(finding.utility) {
            return Err(format!("the utility cannot be {}", finding.utility));
        }
        let moves = self.parsed(&finding.moves)?;
        let game = self.game_after(&moves)?;
        let depth = moves.len();
        let node = Node {
            edges: edges(&game, &finding.candidates)?,
            moves,
            value: finding.utility,
        };
        if self.layers.len() <= depth {
            self.layers.resize_with(depth + 1, Hashed::default);
        }
        let key = Turned::of(game.board(), game.to_move()).key;
        self.layers[depth].entry(key).or_insert(node);
        Ok(())
    }

    fn parsed(&self, vertices: &[String]) -> Result<Vec<Move>, String> {
        let parsed = vertices.iter().map(|vertex| parsed(self.dims, vertex));
        parsed.collect()
    }

    /// Takes what later positions say back to the earlier ones.
    pub fn settle(&mut self) {
        for depth in (0..self.layers.len()).rev() {
            let (before, after) = self.layers.split_at_mut(depth + 1);
            for node in before[depth].values_mut() {
                node.settle(after.first());
            }
        }
    }

    /// The position to judge next: the one that is reached most often of those that are neither judged nor `excluded`. After
    /// [`Graph::settle`].
    pub fn wanted(&self, excluded: &[Key]) -> Option<Wanted> {
        if self.layers.first().is_none_or(Hashed::is_empty) {
            let start = self.start();
            return (!excluded.contains(&start.key)).then_some(start);
        }
        let reached = self.reached(|edge| edge.explored);
        let often = |(depth, key): Key| reached[depth].get(&key).map_or(0.0, Reach::most);
        let free = self.leaves().filter(|leaf| !excluded.contains(&leaf.key()));
        let (most, wanted) = free
            .map(|leaf| (often(leaf.key()), leaf))
            .max_by(|(a, x), (b, y)| a.total_cmp(b).then(y.key().cmp(&x.key())))?;
        (most > 0.0).then(|| wanted.position())
    }

    /// The positions that at least so large a share of the games comes through in which their player has played by the book: those after
    /// fewer moves first, of these those reached more often. After [`Graph::settle`].
    pub fn pages(&self, least: f32) -> Vec<Page> {
        let reached = self.reached(|edge| edge.chosen);
        let mut pages = Vec::new();
        let mut seen = HashSet::new();
        for (depth, layer) in self.layers.iter().enumerate() {
            let own = |key| {
                reached[depth]
                    .get(key)
                    .map_or(0.0, |reach| reach.0[mover(depth)])
            };
            let mut kept: Vec<_> = layer
                .iter()
                .map(|(key, node)| (own(key), *key, node))
                .filter(|&(reach, _, node)| reach >= least && !node.edges.is_empty())
                // After captures a position may come again.
                .filter(|&(_, key, _)| seen.insert(key))
                .collect();
            kept.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            pages.extend(kept.into_iter().map(|(.., node)| node.page()));
        }
        pages
    }

    /// The moves to positions that have not been judged.
    fn leaves(&self) -> impl Iterator<Item = Leaf<'_>> {
        let nodes = self.layers.iter().flat_map(|layer| layer.values());
        nodes.flat_map(|node| {
            let open = node.edges.iter().filter(|edge| !edge.is_judged);
            open.map(move |edge| Leaf { node, edge })
        })
    }

    /// The empty board.
    fn start(&self) -> Wanted {
        Wanted {
            moves: Vec::new(),
            key: (0, self.start_key()),
        }
    }

    /// How often positions are reached, by [`Key`], when a player of the book chooses moves as `own` says.
    fn reached(&self, own: fn(&Edge) -> f32) -> Vec<Hashed<Reach>> {
        let mut reached = vec![Hashed::default(); self.layers.len() + 1];
        reached[0].insert(self.start_key(), Reach([1.0; 2]));
        for (depth, layer) in self.layers.iter().enumerate() {
            let (before, after) = reached.split_at_mut(depth + 1);
            for (key, reach) in &before[depth] {
                for edge in layer.get(key).into_iter().flat_map(|node| &node.edges) {
                    let Reach(there) = after[0].entry(edge.leads_to).or_default();
                    for color in Color::BOTH {
                        let is_own = color.index() == mover(depth);
                        let share = if is_own { own(edge) } else { edge.met };
                        there[color.index()] += reach.0[color.index()] * share;
                    }
                }
            }
        }
        reached
    }

    fn start_key(&self) -> u64 {
        let game = Game::new(self.dims, Rules::default(), self.komi);
        Turned::of(game.board(), game.to_move()).key
    }
}

impl Leaf<'_> {
    fn key(&self) -> Key {
        (self.node.moves.len() + 1, self.edge.leads_to)
    }

    fn position(&self) -> Wanted {
        let moves = self.node.moves.iter().copied();
        Wanted {
            moves: moves.chain([self.edge.mv]).collect(),
            key: self.key(),
        }
    }
}

impl Node {
    /// Finds out what its moves are worth, from the positions `after` it, and how often they are played.
    fn settle(&mut self, after: Option<&Hashed<Node>>) {
        let most = self.edges.iter().map(|edge| edge.visits).max();
        let most = most.unwrap_or_default() as f32;
        for edge in &mut self.edges {
            let judged = after.and_then(|layer| layer.get(&edge.leads_to));
            edge.is_judged = judged.is_some();
            edge.value = judged.map_or(edge.utility, |node| -node.value);
        }
        let trusted = |edge: &Edge| edge.is_judged || edge.visits as f32 >= TRUSTED * most;
        let promising = |edge: &Edge| edge.is_judged || edge.visits >= PROMISING;
        let explored = chances(&self.edges, promising);
        let chosen = chances(&self.edges, trusted);
        for ((edge, explored), chosen) in self.edges.iter_mut().zip(explored).zip(chosen) {
            (edge.explored, edge.chosen) = (explored, chosen);
        }
        if let Some(best) = best(&self.edges, trusted) {
            self.value = best;
        }
    }

    fn page(&self) -> Page {
        let answers = self
            .edges
            .iter()
            .map(|edge| (edge.mv, percent(edge.chosen)));
        let mut answers: Vec<(Move, u32)> = answers.filter(|&(_, percent)| percent > 0).collect();
        answers.sort_by_key(|&(_, percent)| std::cmp::Reverse(percent));
        Page {
            moves: self.moves.clone(),
            answers,
        }
    }
}

/// The index of the player who moves after so many moves.
fn mover(depth: usize) -> usize {
    depth % 2
}

fn percent(share: f32) -> u32 {
    (share * 100.0).round() as u32
}

/// What the best of the moves that count is worth.
fn best(edges: &[Edge], counts: impl Fn(&Edge) -> bool) -> Option<f32> {
    let counted = edges.iter().filter(|edge| counts(edge));
    counted.map(|edge| edge.value).max_by(f32::total_cmp)
}

/// How often each move is chosen: the less it is worth beside the best one, the rarer; those that do not count never.
fn chances(edges: &[Edge], counts: impl Fn(&Edge) -> bool) -> Vec<f32> {
    let best = best(edges, &counts).unwrap_or_default();
    let chance = |edge: &Edge| ((edge.value - best) / TEMPERATURE).exp();
    let kept = |edge: &Edge| counts(edge) && chance(edge) >= LEAST_CHANCE;
    let all: f32 = edges.iter().filter(|edge| kept(edge)).map(chance).sum();
    let share = |edge| if kept(edge) { chance(edge) / all } else { 0.0 };
    edges.iter().map(share).collect()
}

/// Whether a position can be worth so much: a game is worth 1, and points beside it never as much again and again.
fn is_utility(utility: f32) -> bool {
    utility.abs() <= 10.0
}

fn parsed(dims: Dims, vertex: &str) -> Result<Move, String> {
    parse_move(dims, vertex).map_err(|error| format!("'{}': {error}", excerpt(vertex)))
}

/// The moves of a position, each once however the board is turned. A pass is none: nobody passes in an opening.
fn edges(game: &Game, candidates: &[Candidate]) -> Result<Vec<Edge>, String> {
    let mut edges: Vec<Edge> = Vec::new();
    for candidate in candidates {
        let mv = parsed(game.dims(), &candidate.mv)?;
        let is_share = (0.0..=1.001).contains(&candidate.prior);
        if !is_share || !is_utility(candidate.utility) || candidate.visits > MOST_VISITS {
            return Err(format!("{}: no search says that", candidate.mv));
        }
        if mv == Move::Pass {
            continue;
        }
        let mut after = game.position().clone();
        let legal = game.check(game.to_move(), mv);
        legal.map_err(|error| format!("{}: {error}", candidate.mv))?;
        after.play_unchecked(game.to_move(), mv);
        let leads_to = Turned::of(after.board(), after.to_move()).key;
        match edges.iter_mut().find(|edge| edge.leads_to == leads_to) {
            // What was searched for one of them is true of all.
            Some(edge) => edge.prior += candidate.prior,
            None => edges.push(Edge {
                mv,
                leads_to,
                visits: candidate.visits,
                prior: candidate.prior,
                utility: candidate.utility,
                met: 0.0,
                value: candidate.utility,
                is_judged: false,
                explored: 0.0,
                chosen: 0.0,
            }),
        }
    }
    let visits: u64 = edges.iter().map(|edge| edge.visits).sum();
    let often = |edge: &Edge| edge.prior + edge.visits as f32 / visits.max(1) as f32;
    let all: f32 = edges.iter().map(often).sum();
    for edge in &mut edges {
        edge.met = often(edge) / all.max(f32::MIN_POSITIVE);
    }
    Ok(edges)
}
