use super::Position;
use std::sync::Arc;

/// The most positions kept.
const CAPACITY: usize = 64;

/// Positions of a game at regular distances, from which any other is reached
/// by replaying a few moves.
///
/// The distance doubles when the room is used up, so that the memory stays
/// bounded (64 boards) and undo stays quick: 32 moves to replay at most in a game of
/// 2000 moves, 2048 at the end of the longest one.
#[derive(Clone)]
pub(super) struct Snapshots {
    interval: usize,
    /// `kept[i]` is the position after `i * interval` moves.
    kept: Vec<Arc<Position>>,
}

impl Snapshots {
    pub(super) fn new(start: &Position) -> Snapshots {
        Snapshots {
            interval: 32,
            kept: vec![Arc::new(start.clone())],
        }
    }

    pub(super) fn start(&self) -> &Position {
        &self.kept[0]
    }

    pub(super) fn start_mut(&mut self) -> &mut Position {
        Arc::make_mut(&mut self.kept[0])
    }

    /// Tells of the position after `number` moves; positions come in order.
    pub(super) fn push(&mut self, number: usize, position: &Position) {
        if number != self.kept.len() * self.interval {
            return;
        }
        self.kept.push(Arc::new(position.clone()));
        if self.kept.len() > CAPACITY {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.interval *= 2;
        }
    }

    /// Forgets every position after more than `number` moves.
    pub(super) fn truncate(&mut self, number: usize) {
        self.kept.truncate(number / self.interval + 1);
    }

    /// The last position kept at or before move `number`, and how many moves led to it.
    pub(super) fn nearest(&self, number: usize) -> (usize, Position) {
        let index = (number / self.interval).min(self.kept.len() - 1);
        (index * self.interval, (*self.kept[index]).clone())
    }
}
