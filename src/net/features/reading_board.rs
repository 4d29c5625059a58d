//! A board for reading ahead: plays and takes back in place, since a ladder is long and narrow and
//! copying a board for each of its moves costs ten times as much.

use crate::board::Board;
use crate::types::{Cell, Color, Point, PointSet};

/// No ko: index 0 is a guard point in every layout.
const NO_POINT: u16 = 0;
/// The chain of points without a stone.
const NO_CHAIN: u16 = 0;

/// One thing that a move has changed, with what it was before.
#[derive(Clone, Copy)]
enum Change {
    Cell(u16, Cell),
    Chain(u16, u16),
    Next(u16, u16),
    Liberties(u16, u16, u64),
    Count(u16, u16),
}

/// Where a board can be taken back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    changes: usize,
    ko: u16,
}

/// Stones, chains with their liberties, simple ko, and a journal of all changes.
///
/// A chain goes by the index of one of its stones. Ko is the point that nobody may play on, whoever took it: what KataGo's ladders assume.
pub(super) struct ReadingBoard<const N: usize, const W: usize> {
    cells: [Cell; N],
    chain_of: [u16; N],
    next_in_chain: [u16; N],
    liberties: [PointSet<W>; N],
    counts: [u16; N],
    ko: u16,
    steps: [usize; 4],
    journal: Vec<Change>,
}

impl<const N: usize, const W: usize> ReadingBoard<N, W> {
    pub(super) fn new() -> Box<Self> {
        Box::new(ReadingBoard {
            cells: [Cell::OffBoard; N],
            chain_of: [0; N],
            next_in_chain: [0; N],
            liberties: [PointSet::EMPTY; N],
            counts: [0; N],
            ko: NO_POINT,
            steps: [0; 4],
            journal: Vec::new(),
        })
    }

    /// Takes over the stones and the ko of a board.
    pub(super) fn load(&mut self, board: &Board<N, W>) {
        let dims = board.dims();
        let stride = dims.stride();
        self.steps = [stride, 1, 1usize.wrapping_neg(), stride.wrapping_neg()];
        self.cells = [Cell::OffBoard; N];
        self.chain_of = [0; N];
        self.liberties = [PointSet::EMPTY; N];
        self.counts = [0; N];
        self.ko = board
            .ko_point()
            .map_or(NO_POINT, |point| point.index() as u16);
        self.journal.clear();
        for point in dims.points() {
            let index = point.index() & (N - 1);
            self.cells[index] = board.cell(point);
            if board.color_at(point).is_some() && self.chain_of[index] == NO_CHAIN {
                self.load_chain(board, point);
            }
        }
    }

    fn load_chain(&mut self, board: &Board<N, W>, start: Point) {
        let chain = start.index() & (N - 1);
        self.liberties[chain] = *board.liberty_set(start);
        self.counts[chain] = board.liberties(start) as u16;
        let mut previous = chain;
        for stone in board.chain_stones(start) {
            let stone = stone.index() & (N - 1);
            self.chain_of[stone] = chain as u16;
            self.next_in_chain[previous] = stone as u16;
            previous = stone;
        }
        self.next_in_chain[previous] = chain as u16;
    }

    #[inline(always)]
    pub(super) fn cell(&self, point: Point) -> Cell {
        self.cells[point.index() & (N - 1)]
    }

    #[inline(always)]
    pub(super) fn neighbors(&self, point: Point) -> [Point; 4] {
        self.steps
            .map(|step| Point::from_index(point.index().wrapping_add(step) & (N - 1)))
    }

    #[inline(always)]
    pub(super) fn chain(&self, point: Point) -> u16 {
        self.chain_of[point.index() & (N - 1)]
    }

    /// The number of liberties of the stone's chain.
    #[inline(always)]
    pub(super) fn liberties(&self, point: Point) -> usize {
        self.counts[self.chain(point) as usize & (N - 1)] as usize
    }

    /// The liberties of the stone's chain.
    #[inline(always)]
    pub(super) fn liberty_set(&self, point: Point) -> &PointSet<W> {
        &self.liberties[self.chain(point) as usize & (N - 1)]
    }

    /// The first liberty of the stone's chain, in index order; a guard point if it has none.
    pub(super) fn first_liberty(&self, point: Point) -> Point {
        let first = self.liberty_set(point).first();
        first.unwrap_or(Point::from_index(NO_POINT as usize))
    }

    /// The stones of the stone's chain.
    pub(super) fn stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.index() & (N - 1);
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let index = next?;
            let following = self.next_in_chain[index] as usize & (N - 1);
            next = (following != start).then_some(following);
            Some(Point::from_index(index))
        })
    }

    pub(super) fn has_ko(&self) -> bool {
        self.ko != NO_POINT
    }

    pub(super) fn forget_ko(&mut self) {
        self.ko = NO_POINT;
    }

    /// Whether a stone of `color` may be put on the point: not on the ko, and not suicide.
    pub(super) fn is_legal(&self, color: Color, point: Point) -> bool {
        let leaves_liberty = |neighbor: &Point| match self.cell(*neighbor) {
            Cell::Empty => true,
            Cell::OffBoard => false,
            stone => (stone == Cell::from(color)) == (self.liberties(*neighbor) > 1),
        };
        self.cell(point) == Cell::Empty
            && point.index() != self.ko as usize
            && self.neighbors(point).iter().any(leaves_liberty)
    }

    /// The present state, to come back to.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.journal.len(),
            ko: self.ko,
        }
    }

    /// Puts a stone on an empty point where it is legal, and says how to take it back.
    pub(super) fn play(&mut self, color: Color, point: Point) -> Mark {
        let mark = self.mark();
        let index = point.index() & (N - 1);
        self.set_cell(index, Cell::from(color));
        self.start_chain(index);
        let mut captured = 0;
        for neighbor in self.neighbors(point) {
            let cell = self.cell(neighbor);
            if cell == Cell::Empty {
                self.give_liberty(self.chain_of[index], neighbor.index());
            } else if cell == Cell::from(color) {
                self.take_liberty(self.chain(neighbor), index);
                self.join(index, neighbor.index() & (N - 1));
            } else if cell == Cell::from(!color) {
                self.take_liberty(self.chain(neighbor), index);
                if self.liberties(neighbor) == 0 {
                    captured += self.lift(neighbor);
                }
            }
        }
        let is_alone = self.next_in_chain[index] as usize == index;
        self.ko = if captured == 1 && is_alone && self.liberties(point) == 1 {
            self.first_liberty(point).index() as u16
        } else {
            NO_POINT
        };
        mark
    }

    /// Takes back everything since the mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.journal.len() > mark.changes {
            let Some(change) = self.journal.pop() else {
                return;
            };
            match change {
                Change::Cell(index, old) => self.cells[index as usize & (N - 1)] = old,
                Change::Chain(index, old) => self.chain_of[index as usize & (N - 1)] = old,
                Change::Next(index, old) => self.next_in_chain[index as usize & (N - 1)] = old,
                Change::Count(chain, old) => self.counts[chain as usize & (N - 1)] = old,
                Change::Liberties(chain, word, old) => {
                    let liberties = &mut self.liberties[chain as usize & (N - 1)];
                    liberties.words_mut()[word as usize & (W - 1)] = old;
                }
            }
        }
        self.ko = mark.ko;
    }

    /// Makes a stone a chain of its own, of which no liberty is known.
    fn start_chain(&mut self, index: usize) {
        let chain = index as u16;
        for word in 0..W {
            if self.liberties[index & (N - 1)].words()[word] != 0 {
                self.set_liberties(chain, word, 0);
            }
        }
        self.set_count(chain, 0);
        self.set_chain(index, chain);
        self.set_next(index, chain);
    }

    /// Joins the chains of two stones of one colour, if they are two. The stones of the first are relabelled:
    /// nearly always that is the new stone alone.
    fn join(&mut self, a: usize, b: usize) {
        let (from, to) = (self.chain_of[a], self.chain_of[b]);
        if from == to {
            return;
        }
        let mut stone = a;
        loop {
            self.set_chain(stone, to);
            stone = self.next_in_chain[stone] as usize & (N - 1);
            if stone == a {
                break;
            }
        }
        let (next_a, next_b) = (self.next_in_chain[a], self.next_in_chain[b]);
        self.set_next(a, next_b);
        self.set_next(b, next_a);
        let old = self.liberties[to as usize & (N - 1)];
        let joined = old.union(&self.liberties[from as usize & (N - 1)]);
        let words = joined.words().iter().zip(old.words());
        for (word, (&new, &old)) in words.enumerate() {
            if new != old {
                self.set_liberties(to, word, new);
            }
        }
        self.set_count(to, joined.len() as u16);
    }

    /// Takes a chain off the board and returns its size.
    fn lift(&mut self, point: Point) -> usize {
        let start = point.index() & (N - 1);
        let mut stone = start;
        let mut size = 0;
        loop {
            self.set_cell(stone, Cell::Empty);
            self.set_chain(stone, NO_CHAIN);
            size += 1;
            stone = self.next_in_chain[stone] as usize & (N - 1);
            if stone == start {
                break;
            }
        }
        loop {
            for neighbor in self.neighbors(Point::from_index(stone)) {
                if self.cell(neighbor).color().is_some() {
                    self.give_liberty(self.chain(neighbor), stone);
                }
            }
            stone = self.next_in_chain[stone] as usize & (N - 1);
            if stone == start {
                break;
            }
        }
        size
    }

    fn give_liberty(&mut self, chain: u16, liberty: usize) {
        let word = (liberty / 64) & (W - 1);
        let old = self.liberties[chain as usize & (N - 1)].words()[word];
        let new = old | 1 << (liberty % 64);
        if new != old {
            self.set_liberties(chain, word, new);
            self.set_count(chain, self.counts[chain as usize & (N - 1)] + 1);
        }
    }

    fn take_liberty(&mut self, chain: u16, liberty: usize) {
        let word = (liberty / 64) & (W - 1);
        let old = self.liberties[chain as usize & (N - 1)].words()[word];
        let new = old & !(1 << (liberty % 64));
        if new != old {
            self.set_liberties(chain, word, new);
            self.set_count(chain, self.counts[chain as usize & (N - 1)] - 1);
        }
    }

    #[inline(always)]
    fn set_cell(&mut self, index: usize, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[index & (N - 1)], cell);
        self.journal.push(Change::Cell(index as u16, old));
    }

    #[inline(always)]
    fn set_chain(&mut self, index: usize, chain: u16) {
        let old = std::mem::replace(&mut self.chain_of[index & (N - 1)], chain);
        self.journal.push(Change::Chain(index as u16, old));
    }

    #[inline(always)]
    fn set_next(&mut self, index: usize, next: u16) {
        let old = std::mem::replace(&mut self.next_in_chain[index & (N - 1)], next);
        self.journal.push(Change::Next(index as u16, old));
    }

    #[inline(always)]
    fn set_liberties(&mut self, chain: u16, word: usize, bits: u64) {
        let words = self.liberties[chain as usize & (N - 1)].words_mut();
        let old = std::mem::replace(&mut words[word & (W - 1)], bits);
        self.journal
            .push(Change::Liberties(chain, word as u16, old));
    }

    #[inline(always)]
    fn set_count(&mut self, chain: u16, count: u16) {
        let old = std::mem::replace(&mut self.counts[chain as usize & (N - 1)], count);
        self.journal.push(Change::Count(chain, old));
    }
}
