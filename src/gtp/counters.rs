//! How much work the answers about chains and groups have taken.

/// What is counted apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Counter {
    /// Captures of chains.
    Reading,
    /// The life of groups, with the visits of searches.
    Owl,
    /// Connections.
    Connection,
    /// All of them.
    Trymove,
}

/// Moves made on the board since each was set to 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    counts: [u64; 4],
}

impl Counters {
    /// Counts for one of them and for the sum.
    pub fn add(&mut self, counter: Counter, moves: u64) {
        for counter in [counter, Counter::Trymove] {
            self.counts[counter as usize] += moves;
        }
    }

    /// What one has counted.
    pub fn get(self, counter: Counter) -> u64 {
        self.counts[counter as usize]
    }

    /// Sets one to 0.
    pub fn reset(&mut self, counter: Counter) {
        self.counts[counter as usize] = 0;
    }
}
