//! The network's policy in two bytes a point, kept in the parent until the
//! moves are visited.

use crate::types::{Dims, Move};
use smallvec::SmallVec;

/// Fixed point: this many units make a probability of 1.
const UNITS: f32 = 65534.0;
/// Marks a move that is not legal.
const ILLEGAL: u16 = u16::MAX;

/// A probability for each legal move, in the order of [`Dims::moves`].
pub struct Policy(Box<[u16]>);

impl Policy {
    /// `prior` tells the probability of each legal move.
    pub fn new(dims: Dims, prior: impl Fn(Move) -> Option<f32>) -> Policy {
        let units = |prior: f32| (prior.clamp(0.0, 1.0) * UNITS + 0.5) as u16;
        let mut packed = Vec::with_capacity(dims.area() + 1);
        packed.extend(dims.moves().map(|mv| prior(mv).map_or(ILLEGAL, units)));
        Policy(packed.into_boxed_slice())
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The probability of a move; none if it is not legal.
    pub fn prior(&self, dims: Dims, mv: Move) -> Option<f32> {
        let units = *self.0.get(place_of(dims, mv))?;
        (units != ILLEGAL).then(|| f32::from(units) / UNITS)
    }

    /// The legal moves with their probabilities.
    pub fn moves(&self, dims: Dims) -> impl Iterator<Item = (Move, f32)> + '_ {
        let is_legal = |&(_, units): &(Move, u16)| units != ILLEGAL;
        std::iter::zip(dims.moves(), self.0.iter().copied())
            .filter(is_legal)
            .map(|(mv, units)| (mv, f32::from(units) / UNITS))
    }

    /// The likeliest legal move but for those tried, with its probability; of equals a pass, or else the first.
    ///
    /// Every step of every descent asks this: it compares whole numbers side by side, without a branch for each move.
    pub fn likeliest_but(
        &self,
        dims: Dims,
        tried: impl Iterator<Item = Move>,
    ) -> Option<(Move, f32)> {
        let mut units: SmallVec<[u16; 512]> = SmallVec::from_slice(&self.0);
        for mv in tried {
            units[place_of(dims, mv)] = ILLEGAL;
        }
        // Above the largest number is 0, so that what may not be chosen comes last.
        let ranks = units.iter().map(|units| units.wrapping_add(1));
        let most = ranks.max().filter(|&rank| rank > 0)? - 1;
        let mv = if units[dims.area()] == most {
            Move::Pass
        } else {
            let place = units.iter().position(|&units| units == most)?;
            Move::Place(dims.point(place % dims.width(), place / dims.width())?)
        };
        Some((mv, f32::from(most) / UNITS))
    }
}

/// Where a move stands in a policy.
fn place_of(dims: Dims, mv: Move) -> usize {
    match mv {
        Move::Pass => dims.area(),
        Move::Place(point) => dims.index(point),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn legal_moves_keep_their_probabilities() {
        let dims = Dims::square(3).unwrap();
        let middle = Move::Place(dims.point(1, 1).unwrap());
        let policy = Policy::new(dims, |mv| match mv {
            Move::Pass => Some(0.25),
            mv if mv == middle => None,
            _ => Some(0.75 / 8.0),
        });
        assert_eq!(policy.bytes(), 20);
        let moves: Vec<(Move, f32)> = policy.moves(dims).collect();
        assert_eq!(moves.len(), 9);
        assert!(moves.iter().all(|&(mv, _)| mv != middle));
        assert!((moves[8].1 - 0.25).abs() < 1e-4 && moves[8].0 == Move::Pass);
        assert!((moves[0].1 - 0.75 / 8.0).abs() < 1e-4);
        assert!(
            moves
                .iter()
                .all(|&(mv, prior)| policy.prior(dims, mv) == Some(prior))
        );
        assert_eq!(policy.prior(dims, middle), None);
    }

    proptest! {
        #[test]
        fn the_likeliest_move_left_is_found(
            priors in prop::collection::vec(prop::option::of(0u8..5), 13),
            tried in prop::collection::vec(any::<bool>(), 13),
        ) {
            let dims = Dims::new(4, 3).unwrap();
            let policy = Policy::new(dims, |mv| priors[place_of(dims, mv)].map(|prior| f32::from(prior) / 4.0));
            let moves: Vec<(Move, f32)> = policy.moves(dims).collect();
            let (gone, left): (Vec<_>, Vec<_>) = moves.into_iter().partition(|&(mv, _)| tried[place_of(dims, mv)]);
            let slow = left.into_iter().reduce(|best, other| {
                let is_better = other.1 > best.1 || other.1 == best.1 && other.0 < best.0;
                if is_better { other } else { best }
            });
            prop_assert_eq!(policy.likeliest_but(dims, gone.into_iter().map(|(mv, _)| mv)), slow);
        }
    }
}
