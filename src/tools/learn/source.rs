//! Where positions with their answers come from.

use super::shard::Answer;
use crate::game::Game;
use crate::types::Dims;

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
