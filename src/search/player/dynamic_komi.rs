//! Dynamic komi: a fair game to think about while a handicap game is not yet fair.
//!
//! All moves look alike to a search that wins, or loses, whatever it does. So
//! with handicap stones on the board the komi that decides a playout is
//! shifted towards an even game, less and less as the game goes on. After the
//! linear dynamic komi of P. Baudiš, *Balancing MCTS by dynamically adjusting
//! the komi value*, ICGA Journal 2011.

use crate::game::Game;

/// The share of the board's points after as many moves of which the true komi holds.
const HORIZON: f32 = 0.55;
/// On smaller boards a handicap stone decides too much to be weighed in points.
const SMALLEST_AREA: usize = 150;

/// What to take from Black's lead when a playout is judged in the present
/// position, `points_per_stone` for each handicap stone at the start.
pub fn virtual_komi(game: &Game, points_per_stone: f32) -> f32 {
    let area = game.dims().area();
    if area < SMALLEST_AREA {
        return 0.0;
    }
    let played = game.moves().len() as f32 / (HORIZON * area as f32);
    game.handicap() as f32 * points_per_stone * (1.0 - played).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::{Dims, Move};

    #[test]
    fn it_fades_as_the_game_goes_on() {
        let mut game = Game::new(Dims::square(19).unwrap(), Rules::default(), 0.5);
        assert_eq!(virtual_komi(&game, 7.0), 0.0);
        game.place_fixed_handicap(4).unwrap();
        assert_eq!(virtual_komi(&game, 7.0), 28.0);
        game.play(game.to_move(), Move::Pass).unwrap();
        let later = virtual_komi(&game, 7.0);
        assert!(later < 28.0 && later > 27.0, "{later}");
    }

    #[test]
    fn small_boards_know_none() {
        let mut game = Game::new(Dims::square(9).unwrap(), Rules::default(), 0.5);
        game.place_fixed_handicap(2).unwrap();
        assert_eq!(virtual_komi(&game, 7.0), 0.0);
    }
}
