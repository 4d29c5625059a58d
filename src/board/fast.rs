use super::keys::StoneKeys;
use super::layout::{self, class_of_capacity, offsets, opposite};
use crate::types::{Cell, Color, Dims, Point};

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
    /// The set of liberties, one bit per padded index.
    liberties: [u64; W],
    /// The size of that set.
    liberty_count: u16,
    /// The number of stones; of a free slot, the next free slot.
    size: u16,
}

impl<const W: usize> Chain<W> {
    const EMPTY: Chain<W> = Chain {
        liberties: [0; W],
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
    /// The empty points as a set, one bit per padded index.
    empty_set: [u64; W],
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
            empty_set: [0; W],
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

    /// The set of liberties of the chain on the point, one bit per padded index.
    /// Meaningless without a stone.
    #[inline(always)]
    pub fn liberty_set(&self, point: Point) -> &[u64; W] {
        &self.chain(point).liberties
    }

    /// The liberties of the chain on the point, in index order; none without a stone.
    pub fn liberty_points(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let on_stone = self.color_at(point).is_some();
        let words: &[u64] = if on_stone {
            self.liberty_set(point)
        } else {
            &[]
        };
        words
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| Bits(bits).map(move |bit| Point::from_index(word * 64 + bit)))
    }

    /// The first liberty of the chain on the point, in index order. The chain must exist.
    #[inline(always)]
    pub fn first_liberty(&self, point: Point) -> Point {
        let words = self.liberty_set(point);
        for (word, &bits) in words.iter().enumerate() {
            if bits != 0 {
                return Point::from_index(word * 64 + bits.trailing_zeros() as usize);
            }
        }
        debug_assert!(false, "every chain on the board has a liberty");
        Point::from_index(0)
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

    /// The four neighbours of the point; those off the board have [`Cell::OffBoard`].
    #[inline(always)]
    pub fn neighbors(&self, point: Point) -> [Point; 4] {
        std::array::from_fn(|direction| Point::from_index(Self::step(point.index(), direction)))
    }

    /// The four diagonal neighbours of the point; those off the board have [`Cell::OffBoard`].
    #[inline(always)]
    pub fn diagonals(&self, point: Point) -> [Point; 4] {
        std::array::from_fn(|direction| Point::from_index(Self::step(point.index(), direction + 4)))
    }

    /// Whether the empty point is an eye of `color` by shape: all neighbours
    /// own, fewer than two diagonal enemies, none at the edge.
    #[inline(always)]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        layout::is_eye(self.code(point), color)
    }

    /// Whether `color` may play on the point: empty, not forbidden by simple
    /// ko, not suicide of any size.
    #[inline(always)]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.cell(point) == Cell::Empty && self.is_legal_on_empty(color, point)
    }

    /// [`Board::is_legal`] for a point known to be empty.
    #[inline(always)]
    pub fn is_legal_on_empty(&self, color: Color, point: Point) -> bool {
        if layout::empty_neighbors(self.code(point)) != 0 {
            return true;
        }
        !self.is_ko(color, point) && !self.is_suicide(color, point)
    }

    /// Whether simple ko forbids the point to `color`. Whoever took the stone may fill its point.
    #[inline(always)]
    pub fn is_ko(&self, color: Color, point: Point) -> bool {
        point.index() == self.ko_point as usize && !layout::surrounded_by(self.code(point), color)
    }

    /// Whether a stone of `color` on the empty point would be left without a
    /// liberty, captures counted.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let code = self.code(point);
        if layout::empty_neighbors(code) != 0 {
            return false;
        }
        let in_atari = self.neighbors_with_liberties(point, 1);
        let own_with_room = layout::neighbors_of_color(code, color) & !in_atari;
        let captured = layout::neighbors_of_color(code, !color) & in_atari;
        own_with_room | captured == 0
    }

    /// Whether [`Board::is_suicide`] and the stone has no neighbour of its own colour.
    pub fn is_single_stone_suicide(&self, color: Color, point: Point) -> bool {
        layout::neighbors_of_color(self.code(point), color) == 0 && self.is_suicide(color, point)
    }

    /// The hash after `color` plays on the empty point, captures and suicide
    /// included, without playing.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        if self.is_suicide(color, point) {
            // The new stone vanishes again, and the chains it joins with it.
            return self.hash ^ self.chains_hash(point, |chain_color, _| chain_color == color);
        }
        let stone = self.keys[color.index()][point.index() & (N - 1)];
        self.hash ^ stone ^ self.captured_hash(color, point)
    }

    /// The XOR of the keys of the stones that `color` would capture on the point.
    fn captured_hash(&self, color: Color, point: Point) -> u64 {
        self.chains_hash(point, |chain_color, liberties| {
            chain_color != color && liberties == 1
        })
    }

    /// The XOR of the keys of the stones of those neighbouring chains that are `wanted`, each once.
    fn chains_hash(&self, point: Point, wanted: impl Fn(Color, u16) -> bool) -> u64 {
        let mut hash = 0;
        let mut seen = [NO_CHAIN; 4];
        for direction in 0..4 {
            let neighbor = Self::step(point.index(), direction);
            let Some(color) = self.cells[neighbor].color() else {
                continue;
            };
            let id = self.chain_ids[neighbor];
            if seen.contains(&id) || !wanted(color, self.chain_at(neighbor).liberty_count) {
                continue;
            }
            seen[direction] = id;
            for stone in self.chain_stones(Point::from_index(neighbor)) {
                hash ^= self.keys[color.index()][stone.index() & (N - 1)];
            }
        }
        hash
    }

    /// Black's area minus White's with every stone alive: stones, and empty
    /// regions that touch stones of one colour only.
    pub fn area_lead(&self) -> i32 {
        let stones = self.stone_counts[0] as i32 - self.stone_counts[1] as i32;
        let mut seen = [false; N];
        let mut region = Vec::new();
        let mut lead = stones;
        for start in self.empty_points() {
            if seen[start.index()] {
                continue;
            }
            seen[start.index()] = true;
            region.clear();
            region.push(start);
            let mut touches = [false; 2];
            let mut next = 0;
            while next < region.len() {
                for neighbor in self.neighbors(region[next]) {
                    match self.cell(neighbor) {
                        Cell::Empty if !seen[neighbor.index()] => {
                            seen[neighbor.index()] = true;
                            region.push(neighbor);
                        }
                        Cell::Black => touches[0] = true,
                        Cell::White => touches[1] = true,
                        Cell::Empty | Cell::OffBoard => {}
                    }
                }
                next += 1;
            }
            lead += (touches[0] as i32 - touches[1] as i32) * region.len() as i32;
        }
        lead
    }

    /// Lifts the simple ko, as a pass does.
    #[inline]
    pub fn pass(&mut self) {
        self.ko_point = NO_POINT;
    }

    /// Puts a stone of `color` on the point, which must be empty, and removes
    /// what it captures; a suicide removes its own chain. Returns the number
    /// of enemy stones captured.
    #[inline]
    pub fn play_unchecked(&mut self, color: Color, point: Point) -> usize {
        let index = point.index() & (N - 1);
        debug_assert_eq!(self.cells[index], Cell::Empty);
        let code = self.codes[index];
        self.remove_empty(index);
        self.set_cell(index, color, Cell::Empty, Cell::from(color));
        self.stone_counts[color.index()] += 1;
        self.ko_point = NO_POINT;
        let mut without_liberty = 0;
        for direction in 0..4 {
            let left = self.take_liberty(Self::step(index, direction), index);
            without_liberty |= ((left == 0) as u16) << (2 * direction);
        }
        let id = self.join_neighbors(color, index, code);
        self.add_empty_neighbors(id, index);
        let mut captured = 0;
        let doomed = without_liberty & layout::neighbors_of_color(code, !color);
        if doomed != 0 {
            captured = self.capture_neighbors(color, index, doomed);
        }
        let chain = &self.chains[id as usize & (N - 1)];
        if chain.liberty_count <= 1 {
            if chain.liberty_count == 0 {
                self.lift_chain(color, index);
            } else if captured == 1 && chain.size == 1 {
                self.ko_point = self.first_liberty(point).index() as u16;
            }
        }
        captured
    }

    /// Takes the whole chain on the point off the board: set-up and the removal of dead stones.
    pub fn remove_chain(&mut self, point: Point) {
        if let Some(color) = self.color_at(point) {
            self.lift_chain(color, point.index());
            self.ko_point = NO_POINT;
        }
    }

    /// The one place where a cell changes: the hash, the cell and the codes around it change together.
    #[inline(always)]
    fn set_cell(&mut self, index: usize, color: Color, old: Cell, new: Cell) {
        self.hash ^= self.keys[color.index()][index & (N - 1)];
        self.cells[index & (N - 1)] = new;
        let change = old as u16 ^ new as u16;
        for direction in 0..8 {
            self.codes[Self::step(index, direction)] ^= change << (2 * opposite(direction));
        }
    }

    /// The chain of the stone at `index` gets its liberties from the empty neighbours.
    ///
    /// All four neighbours lie in a window of `2 * stride + 1` bits, that is, in two
    /// neighbouring words of a set: one pass over both replaces four single insertions.
    #[inline(always)]
    fn add_empty_neighbors(&mut self, id: u16, index: usize) {
        let window = index.wrapping_sub(Self::STRIDE);
        let shift = window % 64;
        let low_word = (window / 64) & (W - 1);
        let high_word = (low_word + 1) & (W - 1);
        let low = self.empty_set[low_word] & (Self::NEIGHBOR_WINDOW << shift);
        let high = self.empty_set[high_word] & (Self::NEIGHBOR_WINDOW >> 1 >> (63 - shift));
        let chain = &mut self.chains[id as usize & (N - 1)];
        let new_low = low & !chain.liberties[low_word];
        let new_high = high & !chain.liberties[high_word];
        chain.liberties[low_word] |= low;
        chain.liberties[high_word] |= high;
        let new = new_low >> shift | new_high << 1 << (63 - shift);
        let count = (new & 1)
            + (new >> (Self::STRIDE - 1) & 1)
            + (new >> (Self::STRIDE + 1) & 1)
            + (new >> (2 * Self::STRIDE) & 1);
        chain.liberty_count += count as u16;
    }

    /// Takes the liberty `liberty` from the chain at `index` and returns how many
    /// are left; harmless and meaningless for the dummy chain.
    #[inline(always)]
    fn take_liberty(&mut self, index: usize, liberty: usize) -> u16 {
        let chain = self.chain_at_mut(index);
        let word = &mut chain.liberties[(liberty / 64) & (W - 1)];
        let had_it = *word >> (liberty % 64) & 1;
        *word &= !(1 << (liberty % 64));
        chain.liberty_count = chain.liberty_count.wrapping_sub(had_it as u16);
        chain.liberty_count
    }

    /// Gives the liberty `liberty` to the chain at `index`; harmless for the dummy chain.
    #[inline(always)]
    fn give_liberty(&mut self, index: usize, liberty: usize) {
        let chain = self.chain_at_mut(index);
        let word = &mut chain.liberties[(liberty / 64) & (W - 1)];
        let is_new = !(*word >> (liberty % 64)) & 1;
        *word |= 1 << (liberty % 64);
        chain.liberty_count = chain.liberty_count.wrapping_add(is_new as u16);
    }

    /// Makes the new stone at `index` part of the chains of its colour around it.
    #[inline(always)]
    fn join_neighbors(&mut self, color: Color, index: usize, code: u16) -> u16 {
        let mut own = layout::neighbors_of_color(code, color);
        if own == 0 {
            return self.new_chain(index);
        }
        let direction = own.trailing_zeros() as usize / 2;
        let mut id = self.chain_ids[Self::step(index, direction)];
        self.append_stone(id, index, Self::step(index, direction));
        own &= own - 1;
        while own != 0 {
            let direction = own.trailing_zeros() as usize / 2;
            let neighbor = Self::step(index, direction);
            let other = self.chain_ids[neighbor];
            if other != id {
                id = self.merge_chains(id, index, other, neighbor);
            }
            own &= own - 1;
        }
        id
    }

    #[inline(always)]
    fn new_chain(&mut self, index: usize) -> u16 {
        let mut id = self.free_chain;
        if id == NO_CHAIN {
            id = self.chain_end;
            self.chain_end += 1;
        } else {
            self.free_chain = self.chains[id as usize & (N - 1)].size;
        }
        self.chains[id as usize & (N - 1)] = Chain {
            size: 1,
            ..Chain::EMPTY
        };
        self.chain_ids[index & (N - 1)] = id;
        self.next_in_chain[index & (N - 1)] = index as u16;
        id
    }

    /// Adds the stone at `index` to chain `id`, of which the stone at `member` is a part.
    #[inline(always)]
    fn append_stone(&mut self, id: u16, index: usize, member: usize) {
        self.chain_ids[index & (N - 1)] = id;
        self.next_in_chain[index & (N - 1)] = self.next_in_chain[member & (N - 1)];
        self.next_in_chain[member & (N - 1)] = index as u16;
        self.chains[id as usize & (N - 1)].size += 1;
    }

    /// Merges two chains, given with one stone of each; the stones of the smaller are relabelled.
    #[inline]
    fn merge_chains(&mut self, a: u16, a_stone: usize, b: u16, b_stone: usize) -> u16 {
        let a_is_larger =
            self.chains[a as usize & (N - 1)].size >= self.chains[b as usize & (N - 1)].size;
        let (large, small, small_stone) = if a_is_larger {
            (a, b, b_stone)
        } else {
            (b, a, a_stone)
        };
        let mut stone = small_stone & (N - 1);
        loop {
            self.chain_ids[stone] = large;
            stone = self.next_in_chain[stone] as usize & (N - 1);
            if stone == small_stone & (N - 1) {
                break;
            }
        }
        self.next_in_chain
            .swap(a_stone & (N - 1), b_stone & (N - 1));
        let absorbed = self.chains[small as usize & (N - 1)];
        let chain = &mut self.chains[large as usize & (N - 1)];
        let mut count = 0;
        for word in 0..W {
            chain.liberties[word] |= absorbed.liberties[word];
            count += chain.liberties[word].count_ones();
        }
        chain.liberty_count = count as u16;
        chain.size += absorbed.size;
        self.free_slot(small);
        large
    }

    #[inline(always)]
    fn free_slot(&mut self, id: u16) {
        self.chains[id as usize & (N - 1)].size = self.free_chain;
        self.free_chain = id;
    }

    /// Removes the enemy chains in the `doomed` directions, one bit each as in a code.
    #[inline(never)]
    fn capture_neighbors(&mut self, color: Color, index: usize, mut doomed: u16) -> usize {
        let mut captured = 0;
        while doomed != 0 {
            let neighbor = Self::step(index, doomed.trailing_zeros() as usize / 2);
            // Two directions may lead to the same chain.
            if self.chain_ids[neighbor] != NO_CHAIN {
                captured += self.lift_chain(!color, neighbor);
            }
            doomed &= doomed - 1;
        }
        captured
    }

    /// Takes the chain with the stone at `start` off the board and returns its size.
    #[inline(never)]
    fn lift_chain(&mut self, color: Color, start: usize) -> usize {
        let id = self.chain_ids[start & (N - 1)];
        let mut stone = start & (N - 1);
        let mut size = 0;
        loop {
            self.set_cell(stone, color, Cell::from(color), Cell::Empty);
            self.chain_ids[stone] = NO_CHAIN;
            self.add_empty(stone);
            for direction in 0..4 {
                self.give_liberty(Self::step(stone, direction), stone);
            }
            size += 1;
            stone = self.next_in_chain[stone] as usize & (N - 1);
            if stone == start & (N - 1) {
                break;
            }
        }
        self.stone_counts[color.index()] -= size as u16;
        self.free_slot(id);
        size
    }

    #[inline(always)]
    fn add_empty(&mut self, index: usize) {
        self.empties[self.empty_count as usize & (N - 1)] = index as u16;
        self.empty_slots[index & (N - 1)] = self.empty_count;
        self.empty_set[(index / 64) & (W - 1)] |= 1 << (index % 64);
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, index: usize) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize & (N - 1)];
        let slot = self.empty_slots[index & (N - 1)];
        self.empties[slot as usize & (N - 1)] = last;
        self.empty_slots[last as usize & (N - 1)] = slot;
        self.empty_set[(index / 64) & (W - 1)] &= !(1 << (index % 64));
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

/// The positions of the set bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
