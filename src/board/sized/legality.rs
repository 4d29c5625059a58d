//! What may be played, and the hash that would come of it.

use super::{Board, NO_CHAIN};
use crate::board::layout;
use crate::types::{Cell, Color, Point};

impl<const N: usize, const W: usize> Board<N, W> {
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

    /// Whether `color` may play on the point under rules that perhaps allow the `suicide` of several
    /// stones: [`Board::is_legal`], or such a suicide. That of a single stone is never allowed.
    #[inline]
    pub fn may_play(&self, color: Color, point: Point, suicide: bool) -> bool {
        self.is_legal(color, point) || suicide && self.is_suicide_of_several(color, point)
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

    /// Whether a stone of `color` can be put on the point, but would be left without a liberty together
    /// with stones of its colour. Simple ko never forbids that: beside its point are stones of the other colour alone.
    fn is_suicide_of_several(&self, color: Color, point: Point) -> bool {
        self.cell(point) == Cell::Empty
            && layout::neighbors_of_color(self.code(point), color) != 0
            && self.is_suicide(color, point)
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
}
