//! Which position goes into which shard.

use super::random::shuffle;
use super::source::Source;
use crate::types::Dims;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// How positions are dealt out.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The order of the positions depends on it.
    pub seed: u64,
    /// The most positions in a shard.
    pub shard_size: usize,
    /// One game in so many is held back for validation.
    pub hold_back: u64,
}

/// A shard to be made.
pub struct Lot {
    pub name: String,
    pub dims: Dims,
    pub positions: Vec<u32>,
}

/// Deals the positions of a source out to shards: by board size, training apart from validation by game, shuffled.
pub fn deal(source: &dyn Source, options: &Options) -> Vec<Lot> {
    let mut heaps: BTreeMap<(&str, usize, usize), Vec<u32>> = BTreeMap::new();
    for position in 0..source.len() {
        let (dims, game) = source.game_of(position);
        let heap = heaps.entry((part(game, options.hold_back), dims.width(), dims.height()));
        heap.or_default().push(position as u32);
    }
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    let mut lots = Vec::new();
    for ((part, width, height), mut positions) in heaps {
        shuffle(&mut positions, &mut random);
        let dims = Dims::new(width, height).expect("the source has checked its boards");
        for (number, share) in positions.chunks(options.shard_size).enumerate() {
            lots.push(Lot {
                name: format!("{part}-{dims}-{number:05}.shard"),
                dims,
                positions: share.to_vec(),
            });
        }
    }
    lots
}

/// Whether a game, or a file of games, with this number is to train on or to validate on.
pub fn part(number: u64, hold_back: u64) -> &'static str {
    if number.is_multiple_of(hold_back) {
        "validation"
    } else {
        "train"
    }
}
