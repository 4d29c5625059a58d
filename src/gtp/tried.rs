//! Moves that `trymove` has played and `popgo` may take back.

use crate::game::{Game, Moment};

/// Where the game stood after each of these moves.
#[derive(Default)]
pub(super) struct TriedMoves(Vec<Moment>);

impl TriedMoves {
    /// Adds the last move of a game.
    pub fn add(&mut self, game: &Game) {
        self.0.push(game.moment());
    }

    /// Whether the last move of a game is the last of these; if not, something else has happened to the game since.
    pub fn ends_with(&self, game: &Game) -> bool {
        self.0.last() == Some(&game.moment())
    }

    /// Forgets what has been taken back, or left behind with another game.
    pub fn forget_undone(&mut self, game: &Game) {
        let moves = game.moves().len();
        self.0.retain(|moment| moment.moves <= moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, Move};

    #[test]
    fn what_was_taken_back_is_forgotten() {
        let (mut game, mut tried) = (Game::default(), TriedMoves::default());
        for _ in 0..2 {
            game.play(Color::Black, Move::Pass).unwrap();
            tried.add(&game);
            assert!(tried.ends_with(&game));
            game.undo();
            tried.forget_undone(&game);
        }
        assert!(tried.0.is_empty());
    }
}
