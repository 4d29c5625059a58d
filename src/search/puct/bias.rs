//! What the network gets wrong again and again: subtree value bias correction.
//!
//! Where a subtree turns out better or worse than the network said of its root, the same
//! exchange of moves elsewhere in the tree will probably be misjudged in the same way. So the
//! differences are gathered by the last two moves and the stones around the last, and part of
//! their mean is added to what the network says of leaves of the same kind. After KataGo
//! (`docs/KataGoMethods.md`: *Subtree value bias correction*).

use super::tree::atomic::AtomicF32;
use crate::board::Board;
use crate::search::driver::arena::Arena;
use crate::types::{Move, Point};
use crate::zobrist::spread;

/// The fewest and the most kinds of positions that are told apart; powers of two.
const LEAST_KINDS: usize = 1 << 12;
const MOST_KINDS: usize = 1 << 20;
/// Places of the table in a chunk.
const CHUNK: usize = 1 << 9;
/// A subtree's weight counts by this power of it.
const WEIGHT_EXPONENT: f32 = 0.85;

/// How much of what a node has told goes with it when it is dropped (KataGo's `subtreeValueBiasFreeProp`).
const GOES_WITH_NODE: f32 = 0.8;

/// What has been seen of each kind of position. Kinds that fall on one place are taken for one: there are as many places as
/// nodes for which the table was made, within limits, and mostly fewer kinds. A part of it takes memory once something falls there.
pub struct BiasTable(Arena<Bias, CHUNK>);

/// What has been told of a kind, by all nodes or by one.
#[derive(Default)]
pub struct Bias {
    /// The sum of weighted differences, Black's view.
    sum: AtomicF32,
    weight: AtomicF32,
}

/// A kind of positions, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiasKey(u32);

impl BiasTable {
    /// Nothing seen yet, with room for what a tree of about so many nodes tells.
    pub fn new(nodes: usize) -> BiasTable {
        let kinds = nodes.clamp(LEAST_KINDS, MOST_KINDS).next_power_of_two();
        BiasTable(Arena::of_chunks(kinds / CHUNK))
    }

    fn place(&self, key: BiasKey) -> u32 {
        key.0 & (self.0.capacity() - 1) as u32
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.set_aside_from(0);
    }

    /// By how much the network's utility is too low for Black, in the mean.
    pub fn mean(&self, key: BiasKey) -> f32 {
        let Some(bias) = self.0.get(self.place(key)) else {
            return 0.0;
        };
        let weight = bias.weight.load();
        if weight > 1e-3 {
            bias.sum.load() / weight
        } else {
            0.0
        }
    }

    /// Records that the children of a node of this kind, of so much weight together, are worth `difference` more than the node's
    /// own judgement. It replaces what this node recorded before, also if several workers come back at once. Where the system has
    /// no more memory, nothing is recorded.
    pub fn update(&self, contribution: &Bias, key: BiasKey, difference: f32, weight: f32) {
        let Ok(bias) = self.0.get_or_make(self.place(key)) else {
            return;
        };
        let weight = weight.max(0.0).powf(WEIGHT_EXPONENT);
        let sum = difference * weight;
        bias.sum.add(sum - contribution.sum.swap(sum));
        bias.weight.add(weight - contribution.weight.swap(weight));
    }

    /// Takes out most of what a node of this kind has told, which is about to be dropped.
    pub fn remove(&self, contribution: &Bias, key: BiasKey) {
        let Some(bias) = self.0.get(self.place(key)) else {
            return;
        };
        bias.sum.add(-GOES_WITH_NODE * contribution.sum.swap(0.0));
        bias.weight
            .add(-GOES_WITH_NODE * contribution.weight.swap(0.0));
    }
}

impl BiasKey {
    /// The kind of a position to which these moves, the latest first, have led.
    pub fn of<const N: usize, const W: usize>(
        board: &Board<N, W>,
        last_moves: [Option<Move>; 2],
    ) -> Option<BiasKey> {
        let point = last_moves[0]?.point()?;
        let mut hash = Fold::default();
        hash.add(point.index());
        hash.add(last_moves[1].and_then(Move::point).map_or(0, Point::index));
        hash.add(board.ko_point().map_or(0, Point::index));
        hash.add(board.color_at(point).map_or(2, |color| color.index()));
        let (x, y) = board.dims().xy(point);
        for dy in 0..5 {
            for dx in 0..5 {
                let near = (x + dx).checked_sub(2).zip((y + dy).checked_sub(2));
                let near = near.and_then(|(x, y)| board.dims().point(x, y));
                hash.add(near.map_or(7, |near| match board.color_at(near) {
                    None => 0,
                    Some(color) => 1 + 2 * color.index() + (board.liberties(near) == 1) as usize,
                }));
            }
        }
        Some(BiasKey(hash.0 as u32 ^ (hash.0 >> 32) as u32))
    }
}

/// A hash of a few small numbers.
#[derive(Default)]
struct Fold(u64);

impl Fold {
    fn add(&mut self, number: usize) {
        self.0 = spread(self.0 ^ number as u64).rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board9;
    use crate::types::{Color, Dims};

    #[test]
    fn a_node_that_speaks_again_replaces_what_it_said() {
        let (biases, a, b) = (BiasTable::new(0), Bias::default(), Bias::default());
        let key = BiasKey(7);
        assert_eq!(biases.mean(key), 0.0);
        biases.update(&a, key, 0.5, 1.0);
        assert_eq!(biases.mean(key), 0.5);
        biases.update(&b, key, -0.5, 1.0);
        assert!(biases.mean(key).abs() < 1e-6);
        biases.update(&a, key, -0.5, 100.0);
        assert!((biases.mean(key) + 0.5).abs() < 1e-4);
        assert_eq!(biases.mean(BiasKey(8)), 0.0);
    }

    #[test]
    fn a_node_that_is_dropped_counts_for_little() {
        let (biases, a, b) = (BiasTable::new(0), Bias::default(), Bias::default());
        let key = BiasKey(7);
        biases.update(&a, key, 0.5, 1.0);
        biases.update(&b, key, -0.5, 1.0);
        biases.remove(&a, key);
        // A fifth of the one against all of the other.
        assert!((biases.mean(key) + 0.4 / 1.2).abs() < 1e-6);
        biases.remove(&a, key);
        assert!((biases.mean(key) + 0.4 / 1.2).abs() < 1e-6, "only once");
    }

    #[test]
    fn what_several_workers_say_for_one_node_counts_once() {
        let (biases, contribution, key) = (BiasTable::new(0), Bias::default(), BiasKey(7));
        // Sums of such numbers are exact, so that nothing may be left over.
        let speak = || {
            for turn in 0..1_000_000 {
                biases.update(&contribution, key, 0.5, (turn % 2) as f32);
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(speak))));
        let bias = biases.0.get(biases.place(key)).unwrap();
        assert_eq!(bias.sum.load(), contribution.sum.load());
        assert_eq!(bias.weight.load(), contribution.weight.load());
    }

    #[test]
    fn there_is_room_for_what_the_nodes_tell() {
        let places = |nodes| BiasTable::new(nodes).0.capacity();
        assert_eq!(
            [0, 5000, usize::MAX].map(places),
            [1 << 12, 1 << 13, 1 << 20]
        );
    }

    #[test]
    fn far_stones_do_not_matter_and_near_ones_do() {
        let dims = Dims::square(9).unwrap();
        let at = |x, y| dims.point(x, y).unwrap();
        let mut board = Board9::new(dims);
        board.play_unchecked(Color::Black, at(2, 2));
        let moves = [Some(Move::Place(at(2, 2))), None];
        let key = BiasKey::of(&board, moves);
        board.play_unchecked(Color::White, at(7, 7));
        assert_eq!(BiasKey::of(&board, moves), key);
        board.play_unchecked(Color::White, at(3, 2));
        assert_ne!(BiasKey::of(&board, moves), key);
        assert_eq!(BiasKey::of(&board, [Some(Move::Pass), None]), None);
    }
}
