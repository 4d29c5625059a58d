//! What changes a board.

use super::{Board, Chain, NO_CHAIN, NO_POINT};
use crate::board::layout::{self, opposite};
use crate::types::{Cell, Color, Point};

impl<const N: usize, const W: usize> Board<N, W> {
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
        let empty = self.empty_set.words();
        let low = empty[low_word] & (Self::NEIGHBOR_WINDOW << shift);
        let high = empty[high_word] & (Self::NEIGHBOR_WINDOW >> 1 >> (63 - shift));
        let chain = &mut self.chains[id as usize & (N - 1)];
        let liberties = chain.liberties.words_mut();
        let new_low = low & !liberties[low_word];
        let new_high = high & !liberties[high_word];
        liberties[low_word] |= low;
        liberties[high_word] |= high;
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
        let word = &mut chain.liberties.words_mut()[(liberty / 64) & (W - 1)];
        let had_it = *word >> (liberty % 64) & 1;
        *word &= !(1 << (liberty % 64));
        chain.liberty_count = chain.liberty_count.wrapping_sub(had_it as u16);
        chain.liberty_count
    }

    /// Gives the liberty `liberty` to the chain at `index`; harmless for the dummy chain.
    #[inline(always)]
    fn give_liberty(&mut self, index: usize, liberty: usize) {
        let chain = self.chain_at_mut(index);
        let word = &mut chain.liberties.words_mut()[(liberty / 64) & (W - 1)];
        let is_new = !(*word >> (liberty % 64)) & 1;
        *word |= 1 << (liberty % 64);
        chain.liberty_count = chain.liberty_count.wrapping_add(is_new as u16);
    }

    /// Makes the new stone at `index` part of the chains of its colour around it.
    #[inline(always)]
    fn join_neighbors(&mut self, color: Color, index: usize, code: u16) -> u16 {
        let mut own = layout::directions(layout::neighbors_of_color(code, color))
            .map(|direction| Self::step(index, direction));
        let Some(first) = own.next() else {
            return self.new_chain(index);
        };
        let mut id = self.chain_ids[first];
        self.append_stone(id, index, first);
        for neighbor in own {
            let other = self.chain_ids[neighbor];
            if other != id {
                id = self.merge_chains(id, index, other, neighbor);
            }
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
        chain.liberties = chain.liberties.union(&absorbed.liberties);
        chain.liberty_count = chain.liberties.len() as u16;
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
    fn capture_neighbors(&mut self, color: Color, index: usize, doomed: u16) -> usize {
        let mut captured = 0;
        for direction in layout::directions(doomed) {
            let neighbor = Self::step(index, direction);
            // Two directions may lead to the same chain.
            if self.chain_ids[neighbor] != NO_CHAIN {
                captured += self.lift_chain(!color, neighbor);
            }
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
    pub(super) fn add_empty(&mut self, index: usize) {
        self.empties[self.empty_count as usize & (N - 1)] = index as u16;
        self.empty_slots[index & (N - 1)] = self.empty_count;
        self.empty_set.insert(Point::from_index(index));
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, index: usize) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize & (N - 1)];
        let slot = self.empty_slots[index & (N - 1)];
        self.empties[slot as usize & (N - 1)] = last;
        self.empty_slots[last as usize & (N - 1)] = slot;
        self.empty_set.remove(Point::from_index(index));
    }
}
