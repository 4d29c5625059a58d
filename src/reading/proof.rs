//! Depth-first proof-number search: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002. A position
//! that has not been looked at counts as the harder for the seeker the more moves it takes: that leads to where chains are nearly
//! captured or connected.

use super::goal::{Moves, Outlook};
use super::{Goal, KoMaster, Side, least_success};
use crate::board::Board;
use crate::types::{Color, Point};
use crate::zobrist::{Hashed, spread};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The longest line read. A ladder across 25×25 takes about 96 moves.
const LONGEST_LINE: usize = 150;
/// More than any sum of leaves: what will never be proven.
const NEVER: u32 = u32::MAX / 4;

/// How many leaves it takes at least to show that the side to move gets what it wants (`proof`), or does not (`disproof`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers {
        proof: 0,
        disproof: NEVER,
    };
    const DISPROVEN: Numbers = Numbers {
        proof: NEVER,
        disproof: 0,
    };
    const ROOT_THRESHOLD: Numbers = Numbers {
        proof: NEVER,
        disproof: NEVER,
    };

    /// Of a position that decides the question, for the side to move.
    fn of_end(mover: Side, is_reached: bool) -> Numbers {
        match is_reached == (mover == Side::Seeker) {
            true => Numbers::PROVEN,
            false => Numbers::DISPROVEN,
        }
    }

    /// Of a position that has not been looked at, where it takes the seeker at least so many moves to reach the goal.
    fn of_moves(mover: Side, moves: usize) -> Numbers {
        let moves = (moves as u32).max(1);
        match mover {
            Side::Seeker => Numbers {
                proof: moves,
                disproof: 1,
            },
            Side::Opponent => Numbers {
                proof: 1,
                disproof: moves,
            },
        }
    }

    fn are_final(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// On what terms a position is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// With how many liberties, or so many moves apart, chains are out of reach.
    pub limit: usize,
    /// After so many moves on the board the reading is given up.
    pub most: u32,
    /// Who wins kos.
    pub ko_master: KoMaster,
}

/// What has been found out of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached by this move; none where it is reached already, or a ko has to be waited for.
    Reached(Option<Point>),
    /// It is not.
    NotReached,
}

/// A move that is looked at; `point` is `None` for a pass.
struct Child {
    point: Option<Point>,
    key: u64,
    /// The numbers of the position after it before anything is read.
    outlook: Numbers,
    /// Whether it ends the line that is read, by a repetition or by its length: nobody reaches anything so.
    ends_line: bool,
}

/// A search for proof that a goal is reached.
pub struct Proof<'a, const N: usize, const W: usize> {
    goal: &'a Goal,
    stop: &'a AtomicBool,
    terms: Terms,
    has_met_a_ko: Cell<bool>,
    /// Whether a line has become too long.
    is_cut: bool,
    moves_made: u32,
    known: Hashed<Numbers>,
    /// Positions in which the seeker is known to succeed against this ko master or an easier one, whatever was read before. A
    /// repetition helps no seeker, and a farther limit hinders none: such a proof holds wherever the position comes up.
    reached: Hashed<()>,
    /// The moves of the positions that are to be read on: a line is come back to many times.
    open: Hashed<Vec<Child>>,
    /// The positions of the line that is read, and room for more.
    boards: Vec<Box<Board<N, W>>>,
    line: Vec<u64>,
}

impl<'a, const N: usize, const W: usize> Proof<'a, N, W> {
    /// A search that knows nothing yet.
    pub fn new(goal: &'a Goal, stop: &'a AtomicBool) -> Self {
        Proof {
            goal,
            stop,
            terms: Terms::default(),
            has_met_a_ko: Cell::new(false),
            is_cut: false,
            moves_made: 0,
            known: Hashed::default(),
            reached: Hashed::default(),
            open: Hashed::default(),
            boards: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Moves made for the last verdict.
    pub fn moves_made(&self) -> u32 {
        self.moves_made
    }

    /// Whether it has mattered in any position since the beginning who is the master of kos.
    pub fn has_met_a_ko(&self) -> bool {
        self.has_met_a_ko.get()
    }

    /// Whether the goal is reached where its seeker moves; `None` if that could not be found out on these terms.
    pub fn verdict(&mut self, board: &Board<N, W>, terms: Terms) -> Option<Verdict> {
        if self.is_harder(terms.ko_master) {
            self.reached.clear();
        }
        self.terms = terms;
        self.is_cut = false;
        self.moves_made = 0;
        self.known.clear();
        self.open.clear();
        self.begin(board);
        match self.outlook(0, Side::Seeker) {
            Numbers::PROVEN => return Some(Verdict::Reached(None)),
            Numbers::DISPROVEN => return Some(Verdict::NotReached),
            _ => {}
        }
        self.search(0, Side::Seeker, Numbers::ROOT_THRESHOLD);
        match self.known[&self.line[0]] {
            Numbers::PROVEN => Some(Verdict::Reached(self.reaching_move())),
            Numbers::DISPROVEN if !self.is_cut => Some(Verdict::NotReached),
            _ => None,
        }
    }

    /// The seeker's move after which the position that has been read is lost for the opponent.
    fn reaching_move(&mut self) -> Option<Point> {
        let children = self.children(0, Side::Seeker);
        let reaches = |child: &&Child| self.numbers(child, Side::Seeker) == Numbers::DISPROVEN;
        children.iter().find(reaches)?.point
    }

    /// Whether the seeker has a harder time against this ko master than against the last one.
    fn is_harder(&self, ko_master: KoMaster) -> bool {
        let least = |master| least_success(self.goal.seeker(), master);
        least(ko_master) > least(self.terms.ko_master)
    }

    /// The legal moves of a side that may matter.
    pub fn moves(&self, board: &Board<N, W>, mover: Side, ko_master: KoMaster) -> Moves {
        let color = self.color(mover);
        let mut moves = self.goal.moves(board, mover);
        moves.retain(|&mut point| {
            if !board.is_ko(color, point) {
                return board.is_legal(color, point);
            }
            self.has_met_a_ko.set(true);
            ko_master == Some(color)
        });
        moves
    }

    /// Takes the position that is to be read.
    fn begin(&mut self, board: &Board<N, W>) {
        match self.boards.first_mut() {
            Some(first) => first.copy_from(board),
            None => self.boards.push(on_the_heap(board)),
        }
        self.line.clear();
        self.line.push(self.key(0, Side::Seeker));
    }

    fn has_to_end(&self) -> bool {
        self.moves_made >= self.terms.most || self.stop.load(Relaxed)
    }

    /// Works on the position `depth` moves into the line until one of its numbers reaches its threshold.
    fn search(&mut self, depth: usize, mover: Side, threshold: Numbers) {
        let key = self.line[depth];
        let mut children = match self.open.remove(&key) {
            Some(children) => children,
            None => self.children(depth, mover),
        };
        for child in &mut children {
            child.ends_line = !child.outlook.are_final() && self.ends_line(child.key, depth + 1);
        }
        loop {
            let (numbers, best, second) = self.combined(&children, mover);
            let is_enough =
                numbers.proof >= threshold.proof || numbers.disproof >= threshold.disproof;
            if is_enough || numbers.are_final() || self.has_to_end() {
                self.keep(key, mover, numbers);
                if !numbers.are_final() {
                    self.open.insert(key, children);
                }
                return;
            }
            let child = &children[best];
            let without_child = numbers.disproof - self.numbers(child, mover).proof;
            let child_threshold = Numbers {
                proof: threshold.disproof - without_child,
                disproof: threshold.proof.min(second.saturating_add(1)),
            };
            self.play(depth, mover, child.point);
            self.line.push(child.key);
            self.search(depth + 1, mover.other(), child_threshold);
            self.line.pop();
        }
    }

    /// Keeps what has been found out of a position.
    fn keep(&mut self, key: u64, mover: Side, numbers: Numbers) {
        self.known.insert(key, numbers);
        if numbers == Numbers::of_end(mover, true) {
            self.reached.insert(key, ());
        }
    }

    /// The numbers of a position with these children, which of them takes the least to decide it, and how much the next one takes.
    fn combined(&self, children: &[Child], mover: Side) -> (Numbers, usize, u32) {
        let mut all = Numbers::DISPROVEN;
        let (mut best, mut second) = (0, NEVER);
        for (index, child) in children.iter().enumerate() {
            let numbers = self.numbers(child, mover);
            all.disproof = (all.disproof + numbers.proof).min(NEVER);
            if numbers.disproof < all.proof {
                second = all.proof;
                all.proof = numbers.disproof;
                best = index;
            } else {
                second = second.min(numbers.disproof);
            }
        }
        (all, best, second)
    }

    /// The numbers of the position after a move of `mover`.
    fn numbers(&self, child: &Child, mover: Side) -> Numbers {
        if child.ends_line {
            return Numbers::of_end(mover.other(), false);
        }
        match child.outlook.are_final() {
            true => child.outlook,
            false => *self.known.get(&child.key).unwrap_or(&child.outlook),
        }
    }

    /// What the side to move can do; where a move wins at once, that one alone, since nothing else has to be looked at.
    // Inlined, its variables would take room in each frame of the recursion.
    #[inline(never)]
    fn children(&mut self, depth: usize, mover: Side) -> Vec<Child> {
        let board = &self.boards[depth];
        let moves = self.moves(board, mover, self.terms.ko_master);
        // Who prevents something may already have done so. Who wants to reach it has to move, unless a ko has to be waited for.
        let color = self.color(mover);
        let waits = board
            .ko_point()
            .is_some_and(|point| board.is_ko(color, point));
        let pass = (mover == Side::Opponent || waits).then_some(None);
        let moves = moves.into_iter().map(Some).chain(pass);
        let mut children = Vec::new();
        for point in moves {
            let child = self.child(depth, mover, point);
            if child.outlook == Numbers::DISPROVEN {
                return vec![child];
            }
            children.push(child);
        }
        children
    }

    fn child(&mut self, depth: usize, mover: Side, point: Option<Point>) -> Child {
        self.play(depth, mover, point);
        let key = self.key(depth + 1, mover.other());
        let outlook = match self.reached.contains_key(&key) {
            true => Numbers::of_end(mover.other(), true),
            false => self.outlook(depth + 1, mover.other()),
        };
        Child {
            point,
            key,
            outlook,
            ends_line: false,
        }
    }

    /// Whether a line comes back to one of its positions, or becomes too long.
    fn ends_line(&mut self, key: u64, depth: usize) -> bool {
        let is_too_long = depth == LONGEST_LINE;
        self.is_cut |= is_too_long;
        is_too_long || self.line.contains(&key)
    }

    /// Makes the position one deeper.
    fn play(&mut self, depth: usize, mover: Side, point: Option<Point>) {
        self.moves_made = self.moves_made.saturating_add(1);
        if self.boards.len() == depth + 1 {
            self.boards.push(on_the_heap(&self.boards[depth]));
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].copy_from(&before[depth]);
        }
        let color = self.color(mover);
        let after = &mut self.boards[depth + 1];
        match point {
            Some(point) => _ = after.play_unchecked(color, point),
            None => after.pass(),
        }
    }

    fn color(&self, side: Side) -> Color {
        match side {
            Side::Seeker => self.goal.seeker(),
            Side::Opponent => !self.goal.seeker(),
        }
    }

    /// Positions are the same where the same side may play the same moves.
    fn key(&self, depth: usize, mover: Side) -> u64 {
        let board = &self.boards[depth];
        let ko = board.ko_point().map_or(0, Point::index) as u64;
        let situation = 2 * ko + u64::from(mover == Side::Opponent);
        board.hash() ^ spread(situation)
    }

    /// The numbers of a position before anything is read.
    fn outlook(&self, depth: usize, mover: Side) -> Numbers {
        let board = &self.boards[depth];
        match self.goal.outlook(board, mover, self.terms.limit) {
            Outlook::Reached => Numbers::of_end(mover, true),
            Outlook::OutOfReach => Numbers::of_end(mover, false),
            Outlook::ReachedInKo => {
                self.has_met_a_ko.set(true);
                let is_kept = self.terms.ko_master != Some(self.color(Side::Opponent));
                Numbers::of_end(mover, is_kept)
            }
            Outlook::Moves(moves) => Numbers::of_moves(mover, moves),
        }
    }
}

/// A copy of a board, which is so large that it is to stand on the stack no longer than it takes to make it.
#[inline(never)]
pub fn on_the_heap<const N: usize, const W: usize>(board: &Board<N, W>) -> Box<Board<N, W>> {
    Box::new(board.clone())
}
