//! A hash that stays the same when the board is turned.

use super::{AnyBoard, StoneKeys};
use crate::types::{Color, Point, Symmetry};

impl AnyBoard {
    /// The same for boards that look alike once they are turned or mirrored: the least hash of all eight views. Simple ko counts
    /// as if stones of both colors stood on the forbidden point.
    pub fn invariant_hash(&self) -> u64 {
        let stones = self.dims().points();
        let stones = stones.filter_map(|point| Some((self.color_at(point)?, point)));
        let ko = self.ko_point().into_iter();
        let ko = ko.flat_map(|point| Color::BOTH.map(|color| (color, point)));
        let elements: Vec<(Color, Point)> = stones.chain(ko).collect();
        let views = Symmetry::ALL.map(|symmetry| self.hash_of_view(symmetry, &elements));
        views.into_iter().min().expect("there are eight")
    }

    fn hash_of_view(&self, symmetry: Symmetry, elements: &[(Color, Point)]) -> u64 {
        let (dims, keys) = (self.dims(), StoneKeys::standard());
        let turned = symmetry.dims(dims);
        let elements = elements.iter();
        elements.fold(0, |hash, &(color, point)| {
            hash ^ keys.key(turned, color, symmetry.apply(dims, point))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Dims;
    use std::collections::HashSet;

    /// Black's and White's stones in turns, on a board of five columns and four rows, seen from another side.
    fn board(stones: &[(usize, usize)], symmetry: Symmetry) -> AnyBoard {
        let dims = Dims::new(5, 4).unwrap();
        let mut board = AnyBoard::new(symmetry.dims(dims));
        for (&(x, y), color) in stones.iter().zip(Color::BOTH.into_iter().cycle()) {
            let point = dims.point(x, y).unwrap();
            board.play_unchecked(color, symmetry.apply(dims, point));
        }
        board
    }

    /// White has taken a stone on the second column of the first row, and may not be taken back at once.
    const KO: [(usize, usize); 6] = [(0, 0), (3, 0), (1, 1), (2, 1), (2, 0), (1, 0)];

    fn hashes(stones: &[(usize, usize)]) -> HashSet<u64> {
        let boards = Symmetry::ALL.map(|symmetry| board(stones, symmetry));
        boards.iter().map(AnyBoard::invariant_hash).collect()
    }

    #[test]
    fn a_board_has_the_same_from_every_side() {
        for stones in [&[][..], &[(0, 0)], &[(1, 0), (3, 2), (2, 2)], &KO] {
            assert_eq!(hashes(stones).len(), 1);
        }
    }

    #[test]
    fn boards_that_differ_have_others() {
        let boards: [&[(usize, usize)]; 6] = [
            &[],
            &[(0, 0)],
            &[(0, 1)],
            &[(0, 0), (1, 1)],
            &[(1, 1), (0, 0)],
            &[(0, 0), (3, 2)],
        ];
        let all: HashSet<u64> = boards.into_iter().flat_map(hashes).collect();
        assert_eq!(all.len(), boards.len());
    }

    #[test]
    fn a_ko_counts_until_it_is_lifted() {
        let mut board = board(&KO, Symmetry::ALL[0]);
        let in_ko = board.invariant_hash();
        board.pass();
        assert_ne!(board.invariant_hash(), in_ko);
    }
}
