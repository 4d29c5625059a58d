//! Boards that look alike once they are turned.

use super::{AnyBoard, StoneKeys};
use crate::types::{Color, Point, Symmetry};

/// How a board looks from the side from which its hash is the least: the same for boards that look alike once they are turned or
/// mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastView {
    /// The hash of the stones. Simple ko counts as if stones of both colors stood on the forbidden point.
    pub hash: u64,
    /// What turns the board that way: several where it is symmetric itself.
    pub symmetries: Vec<Symmetry>,
}

impl AnyBoard {
    /// Its view with the least hash of all eight.
    pub fn least_view(&self) -> LeastView {
        let stones = self.dims().points();
        let stones = stones.filter_map(|point| Some((self.color_at(point)?, point)));
        let ko = self.ko_point().into_iter();
        let ko = ko.flat_map(|point| Color::BOTH.map(|color| (color, point)));
        let elements: Vec<(Color, Point)> = stones.chain(ko).collect();
        let hashes = Symmetry::ALL.map(|symmetry| self.hash_of_view(symmetry, &elements));
        let hash = hashes.into_iter().min().expect("there are eight");
        let views = Symmetry::ALL.into_iter().zip(hashes);
        let least = views.filter(|&(_, other)| other == hash);
        LeastView {
            hash,
            symmetries: least.map(|(symmetry, _)| symmetry).collect(),
        }
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
        boards.iter().map(|board| board.least_view().hash).collect()
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
    fn a_symmetric_board_has_several_views() {
        let views = |stones| board(stones, Symmetry::ALL[0]).least_view().symmetries;
        let middle = views(&[(2, 1), (2, 2)]);
        assert_eq!([views(&[]).len(), views(&[(2, 0)]).len()], [8, 2]);
        assert_eq!((middle.len(), views(&[(0, 0)]).len()), (2, 1));
    }

    #[test]
    fn a_ko_counts_until_it_is_lifted() {
        let mut board = board(&KO, Symmetry::ALL[0]);
        let in_ko = board.least_view().hash;
        board.pass();
        assert_ne!(board.least_view().hash, in_ko);
    }
}
