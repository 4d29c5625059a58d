//! A board of one size class: stones, chains and their liberties.

mod area;
mod legality;
mod update;

use super::keys::StoneKeys;
use super::layout::{class_of_capacity, offsets};
use crate::types::{Cell, Color, Dims, Point, PointSet};

/// Boards up to 9×9.
pub type Board9 = Board<128, 2>;
/// Boards up to 13×13.
pub type Board13 = Board<256, 4>;
/// Boards up to 19×19.
pub type Board19 = Board<512, 8>;
/// Boards up to 25×25.
pub type Board25 = Board<1024, 16>;

/// The chain that empty and off-board points belong to. Its contents mean nothing.
const NO_CHAIN: u16 = 0;
/// No point: index 0 is a guard point in every layout.
const NO_POINT: u16 = 0;

/// A connected group of stones of one colour.
#[derive(Clone, Copy)]
struct Chain<const W: usize> {
    liberties: PointSet<W>,
    /// The size of that set.
    liberty_count: u16,
    /// The number of stones; of a free slot, the next free slot.
    size: u16,
}

impl<const W: usize> Chain<W> {
    const EMPTY: Chain<W> = Chain {
        liberties: PointSet::EMPTY,
        liberty_count: 0,
        size: 0,
    };
}

/// A board with `N` padded indices and `W = N / 64` words per liberty set.
///
/// See the [module](super) for the layout. Every chain on the board has at
/// least one liberty between calls.
pub struct Board<const N: usize, const W: usize> {
    dims: Dims,
    hash: u64,
    keys: &'static [[u64; N]; 2],
    ko_point: u16,
    empty_count: u16,
    /// The first chain slot never used; slots below it are live or on the free list.
    chain_end: u16,
    free_chain: u16,
    stone_counts: [u16; 2],
    cells: [Cell; N],
    codes: [u16; N],
    chain_ids: [u16; N],
    next_in_chain: [u16; N],
    /// The empty points in no order: the first `empty_count` entries.
    empties: [u16; N],
    /// Where each empty point stands in `empties`.
    empty_slots: [u16; N],
    /// The empty points as a set.
    empty_set: PointSet<W>,
    chains: [Chain<W>; N],
}

impl<const N: usize, const W: usize> Clone for Board<N, W> {
    fn clone(&self) -> Self {
        let mut copy = Board {
            chains: [Chain::EMPTY; N],
            ..*self
        };
        copy.copy_chains(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.copy_from(source);
    }
}

impl<const N: usize, const W: usize> Board<N, W> {
    const OFFSETS: [usize; 8] = offsets(N);
    const STRIDE: usize = class_of_capacity(N).stride();
    /// The four neighbours of a point as bits, counted from the point below it.
    const NEIGHBOR_WINDOW: u64 =
        1 | 1 << (Self::STRIDE - 1) | 1 << (Self::STRIDE + 1) | 1 << (2 * Self::STRIDE);

    /// An empty board with the standard keys.
    ///
    /// # Panics
    /// If `dims` belongs to another layout.
    pub fn new(dims: Dims) -> Self {
        Self::with_keys(dims, StoneKeys::standard())
    }

    /// An empty board with other keys.
    ///
    /// # Panics
    /// If `dims` belongs to another layout.
    pub fn with_keys(dims: Dims, keys: &'static StoneKeys) -> Self {
        assert_eq!(
            dims.class(),
            class_of_capacity(N),
            "a {dims} board has another layout"
        );
        assert_eq!(W * 64, N);
        let mut board = Board {
            dims,
            hash: 0,
            keys: keys.layout(),
            ko_point: NO_POINT,
            empty_count: 0,
            chain_end: NO_CHAIN + 1,
            free_chain: NO_CHAIN,
            stone_counts: [0; 2],
            cells: [Cell::OffBoard; N],
            codes: [u16::MAX; N],
            chain_ids: [NO_CHAIN; N],
            next_in_chain: [NO_POINT; N],
            empties: [NO_POINT; N],
            empty_slots: [0; N],
            empty_set: PointSet::EMPTY,
            chains: [Chain::EMPTY; N],
        };
        for point in dims.points() {
            board.cells[point.index()] = Cell::Empty;
            board.add_empty(point.index());
        }
        for point in dims.points() {
            board.codes[point.index()] = board.code_from_cells(point.index());
        }
        board
    }

    fn code_from_cells(&self, index: usize) -> u16 {
        (0..8).fold(0, |code, direction| {
            code | (self.cells[Self::step(index, direction)] as u16) << (2 * direction)
        })
    }

    /// Makes this board equal to `source`; the fast way to copy one.
    #[inline]
    pub fn copy_from(&mut self, source: &Self) {
        self.dims = source.dims;
        self.hash = source.hash;
        self.keys = source.keys;
        self.ko_point = source.ko_point;
        self.empty_count = source.empty_count;
        self.chain_end = source.chain_end;
        self.free_chain = source.free_chain;
        self.stone_counts = source.stone_counts;
        self.cells = source.cells;
        self.codes = source.codes;
        self.chain_ids = source.chain_ids;
        self.next_in_chain = source.next_in_chain;
        self.empties = source.empties;
        self.empty_slots = source.empty_slots;
        self.empty_set = source.empty_set;
        self.copy_chains(source);
    }

    #[inline]
    fn copy_chains(&mut self, source: &Self) {
        let used = ..source.chain_end as usize;
        self.chains[used].copy_from_slice(&source.chains[used]);
    }

    /// The size of the board.
    #[inline]
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// The Zobrist hash of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The point that simple ko forbids to the opponent of the player who moved last.
    #[inline]
    pub fn ko_point(&self) -> Option<Point> {
        (self.ko_point != NO_POINT).then(|| Point::from_index(self.ko_point as usize))
    }

    /// What the point holds.
    #[inline(always)]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index() & (N - 1)]
    }

    /// The colour of the stone on the point, if any.
    #[inline(always)]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// The 3×3 code of the point; see [`layout`](super::layout).
    #[inline(always)]
    pub fn code(&self, point: Point) -> u16 {
        self.codes[point.index() & (N - 1)]
    }

    /// The number of stones of a colour.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        self.stone_counts[color.index()] as usize
    }

    /// The empty points, in no particular order.
    #[inline]
    pub fn empty_points(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.empties[..self.empty_count as usize]
            .iter()
            .map(|&index| Point::from_index(index as usize))
    }

    /// The number of empty points.
    #[inline(always)]
    pub fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// The empty point in slot `slot`, below [`Board::empty_count`], of the list of empty points.
    #[inline(always)]
    pub fn empty_point(&self, slot: usize) -> Point {
        Point::from_index(self.empties[slot & (N - 1)] as usize)
    }

    /// Exchanges two slots of the list of empty points: how a playout sets refused points aside.
    #[inline(always)]
    pub fn swap_empty_points(&mut self, a: usize, b: usize) {
        let (a, b) = (a & (N - 1), b & (N - 1));
        self.empties.swap(a, b);
        self.empty_slots[self.empties[a] as usize & (N - 1)] = a as u16;
        self.empty_slots[self.empties[b] as usize & (N - 1)] = b as u16;
    }

    /// An identifier of the chain on the point, valid until the board changes;
    /// 0 for points without a stone.
    #[inline(always)]
    pub fn chain_id(&self, point: Point) -> u16 {
        self.chain_ids[point.index() & (N - 1)]
    }

    /// The number of liberties of the chain on the point. Meaningless without a stone.
    #[inline(always)]
    pub fn liberties(&self, point: Point) -> usize {
        self.chain(point).liberty_count as usize
    }

    /// The number of stones of the chain on the point. Meaningless without a stone.
    #[inline(always)]
    pub fn chain_size(&self, point: Point) -> usize {
        self.chain(point).size as usize
    }

    /// The liberties of the chain on the point. Meaningless without a stone.
    #[inline(always)]
    pub fn liberty_set(&self, point: Point) -> &PointSet<W> {
        &self.chain(point).liberties
    }

    /// The liberties of the chain on the point, in index order; none without a stone.
    pub fn liberty_points(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let has_stone = self.color_at(point).is_some();
        let liberties = has_stone.then(|| self.liberty_set(point).iter());
        liberties.into_iter().flatten()
    }

    /// The first liberty of the chain on the point, in index order. The chain must exist.
    #[inline(always)]
    pub fn first_liberty(&self, point: Point) -> Point {
        debug_assert!(self.color_at(point).is_some(), "no chain is there");
        let first = self.liberty_set(point).first();
        debug_assert!(first.is_some(), "every chain on the board has a liberty");
        first.unwrap_or(Point::from_index(0))
    }

    /// One bit per neighbour (in the even bits 0, 2, 4, 6, as in a code) whose chain
    /// has exactly `count` liberties. Bits of neighbours without a stone mean nothing.
    ///
    /// Without a branch on what the neighbours hold: a random game gives a predictor nothing to learn.
    #[inline(always)]
    pub fn neighbors_with_liberties(&self, point: Point, count: u16) -> u16 {
        let mut found = 0;
        for direction in 0..4 {
            let neighbor = Self::step(point.index(), direction);
            found |= ((self.chain_at(neighbor).liberty_count == count) as u16) << (2 * direction);
        }
        found
    }

    /// The point in a direction, numbered as the fields of a code.
    #[inline(always)]
    pub fn neighbor(&self, point: Point, direction: usize) -> Point {
        Point::from_index(Self::step(point.index(), direction & 7))
    }

    /// The stones of the chain on the point, starting with that one; none without a stone.
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.index();
        let mut next = self.color_at(point).map(|_| start);
        std::iter::from_fn(move || {
            let index = next?;
            let following = self.next_in_chain[index & (N - 1)] as usize;
            next = (following != start).then_some(following);
            Some(Point::from_index(index))
        })
    }

    /// One stone of each chain, the first in the order of [`Dims::points`], with its colour.
    pub fn chains(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let mut seen = PointSet::<W>::EMPTY;
        self.dims.points().filter_map(move |point| {
            let color = self.color_at(point)?;
            let id = Point::from_index(self.chain_id(point) as usize);
            seen.insert(id).then_some((point, color))
        })
    }

    /// The four neighbours of the point; those off the board have [`Cell::OffBoard`].
    #[inline(always)]
    pub fn neighbors(&self, point: Point) -> [Point; 4] {
        std::array::from_fn(|direction| Point::from_index(Self::step(point.index(), direction)))
    }

    #[inline(always)]
    fn step(index: usize, direction: usize) -> usize {
        index.wrapping_add(Self::OFFSETS[direction]) & (N - 1)
    }

    #[inline(always)]
    fn chain(&self, point: Point) -> &Chain<W> {
        self.chain_at(point.index() & (N - 1))
    }

    #[inline(always)]
    fn chain_at(&self, index: usize) -> &Chain<W> {
        &self.chains[self.chain_ids[index] as usize & (N - 1)]
    }

    #[inline(always)]
    fn chain_at_mut(&mut self, index: usize) -> &mut Chain<W> {
        &mut self.chains[self.chain_ids[index] as usize & (N - 1)]
    }
}
