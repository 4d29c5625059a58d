//! How far the game has come, and what a move is worth in time there.

// Where stages of the game end, in moves of both sides per point of the board.
const OPENING: f64 = 0.1;
const MIDDLE: f64 = 0.45;
/// Where a game is expected to end.
const END: f64 = 0.8;

/// What later moves will use of their shares: most are clear before. Time kept
/// for the end of the game decides little, so rather less than more.
const USED: f64 = 0.4;

/// A stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The moves played by both sides.
    pub moves: usize,
    /// The points of the board.
    pub area: usize,
}

impl Stage {
    fn area(self) -> f64 {
        self.area.clamp(1, 10_000) as f64
    }

    /// What a move is worth in time at this stage of the game.
    pub(super) fn weight(self) -> f64 {
        self.weight_at(self.moves as f64)
    }

    /// What a move is worth in time after so many others.
    fn weight_at(self, moves: f64) -> f64 {
        let by_point = moves / self.area();
        match by_point {
            _ if by_point < OPENING => 0.5 + 0.5 * by_point / OPENING,
            _ if by_point < MIDDLE => 1.0,
            _ if by_point < END => 1.0 - 0.6 * (by_point - MIDDLE) / (END - MIDDLE),
            _ => 0.4,
        }
    }

    /// The share of the time left that this move should get, if it must last for the game.
    ///
    /// Always below one, and of what is left: a game that takes longer than expected only thinks less.
    pub(super) fn share(self) -> f64 {
        let (now, end) = (self.moves as f64, END * self.area());
        // Games end later than expected: some moves more, at any time.
        let tail = (self.area() / 16.0).max(8.0) * self.weight_at(end);
        let mut later = tail;
        let mut moves = now + 2.0;
        while moves < end {
            later += self.weight_at(moves);
            moves += 2.0;
        }
        self.weight() / (self.weight() + USED * later)
    }

    /// How many moves of one's own are still possible in a long game.
    pub(super) fn most_moves(self) -> f64 {
        (1.5 * self.area() - self.moves as f64).max(0.25 * self.area()) / 2.0
    }
}
