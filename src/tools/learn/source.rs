//! Where positions with their answers come from.

use super::shard::Answer;
use crate::game::Game;
use crate::types::{Dims, Move};
use crate::zobrist::finalized;

/// Where positions come from: any of them can be asked for, by several threads at once.
pub trait Source: Sync {
    /// The number of positions.
    fn len(&self) -> usize;

    /// Whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board size of a position, and a number that all positions of its game share, here and in other files.
    fn game_of(&self, position: usize) -> (Dims, u64);

    /// A position with its answer.
    ///
    /// # Errors
    /// What is wrong with the record.
    fn sample(&self, position: usize) -> Result<Sample, String>;
}

/// A position and what a network should say of it.
pub struct Sample {
    /// The game up to the position.
    pub game: Game,
    /// What a network should say.
    pub answer: Answer,
}

/// What becomes of a position; the number is that of its game.
pub type Change = Box<dyn Fn(Sample, u64) -> Sample + Sync>;

/// The positions of a source, each changed.
pub struct Changed {
    /// What they were.
    pub positions: Box<dyn Source>,
    /// What becomes of each.
    pub change: Change,
}

impl Source for Changed {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        self.positions.game_of(position)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let (_, game) = self.game_of(position);
        let sample = self.positions.sample(position)?;
        Ok((self.change)(sample, game))
    }
}

/// Several sources as one.
pub struct Joined {
    sources: Vec<Box<dyn Source>>,
    /// The number of the first position of each source.
    starts: Vec<usize>,
}

impl Joined {
    /// The positions of these sources, one source after the other.
    pub fn new(sources: Vec<Box<dyn Source>>) -> Joined {
        let starts = sources.iter().scan(0, |start, source| {
            let first = *start;
            *start += source.len();
            Some(first)
        });
        Joined {
            starts: starts.collect(),
            sources,
        }
    }

    fn find(&self, position: usize) -> (&dyn Source, usize) {
        let source = self.starts.partition_point(|&start| start <= position) - 1;
        (&*self.sources[source], position - self.starts[source])
    }
}

impl Source for Joined {
    fn len(&self) -> usize {
        self.sources.iter().map(|source| source.len()).sum()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        let (source, position) = self.find(position);
        source.game_of(position)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let (source, position) = self.find(position);
        source.sample(position)
    }
}

/// A number for a game, from its board and its first moves: the same game has the same number in every collection.
pub fn game_number(dims: Dims, moves: impl Iterator<Item = u16>) -> u64 {
    // As many moves as two different games rarely share.
    const MOVES: usize = 60;
    let size = [dims.width() as u16, dims.height() as u16];
    let mut number = 0u64;
    for word in size.into_iter().chain(moves.take(MOVES)) {
        // One step of SplitMix64 for each word.
        number = finalized((number ^ u64::from(word)).wrapping_add(0x9E37_79B9_7F4A_7C15));
    }
    number
}

/// The move with this number: `row * width + column` from the top left, or the area for a pass.
pub fn move_of(dims: Dims, number: u16) -> Option<Move> {
    let number = number as usize;
    if number == dims.area() {
        return Some(Move::Pass);
    }
    let (row, column) = (number / dims.width(), number % dims.width());
    let y = dims.height().checked_sub(row + 1)?;
    dims.point(column, y).map(Move::Place)
}

/// The number of a move, as [`move_of`] reads it.
pub fn number_of(dims: Dims, mv: Move) -> u16 {
    let number = match mv {
        Move::Pass => dims.area(),
        Move::Place(point) => dims.index_from_top(point),
    };
    number as u16
}
