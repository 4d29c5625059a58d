//! Giving up a game that has no hope.

/// Hopeless moves of one player in a row, in one and the same game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HopelessStreak {
    pub moves: u32,
    /// How many moves had been played before the last of them.
    played: usize,
}

impl HopelessStreak {
    /// Another hopeless move, before which `played` moves had been played. The
    /// same question twice counts once; a gap means another game or another line.
    pub fn count(&mut self, played: usize) {
        self.moves = match self.moves {
            0 => 1,
            moves if self.played == played => moves,
            moves if self.played + 2 == played => moves + 1,
            _ => 1,
        };
        self.played = played;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_is_of_one_game() {
        let mut streak = HopelessStreak::default();
        let mut after = |played| {
            streak.count(played);
            streak.moves
        };
        assert_eq!([after(10), after(12), after(12), after(14)], [1, 2, 2, 3]);
        // An undo, and another game.
        assert_eq!([after(12), after(14), after(40)], [1, 2, 1]);
    }
}
