//! What a network sees of a whole game, all at once.

use super::{Extractor, Features, Trail};
use crate::board::{Board, each};
use crate::game::{Game, IllegalMove};
use crate::types::{Point, PointSet};

impl Features {
    /// The features of the present position of a game.
    ///
    /// ```
    /// use tengen::game::{Game, Rules};
    /// use tengen::net::features::Features;
    /// use tengen::types::{Color, Dims, Move};
    /// let dims = Dims::square(9).unwrap();
    /// let mut game = Game::new(dims, Rules::default(), 7.0);
    /// game.play(Color::Black, Move::Place(dims.point(2, 6).unwrap())).unwrap();
    /// let features = Features::of_game(&game);
    /// // The stone stands in the third row from the top: the opponent's, and the last move.
    /// assert_eq!(features.planes[2 * 9 + 2] & 0b10_0000_0111, 0b10_0000_0101);
    /// assert_eq!(features.numbers[5], 7.0 / 20.0);
    /// ```
    pub fn of_game(game: &Game) -> Features {
        each!(game.start().board(), start => features(start, game))
    }
}

fn features<const N: usize, const W: usize>(start: &Board<N, W>, game: &Game) -> Features {
    let trail = Trail::of_game(start, game);
    let banned = superko_bans(game);
    let situation = trail.situation(game.area_komi(), &banned);
    let mut features = Features::new(game.dims());
    Extractor::new().extract(&situation, &mut features);
    features
}

impl<const N: usize, const W: usize> Trail<N, W> {
    /// The trail of a whole game, whose start has this board.
    pub fn of_game(start: &Board<N, W>, game: &Game) -> Self {
        let first = game.start().to_move();
        let mut trail = Trail::new(start, first, game.rules());
        for &(color, mv) in game.moves() {
            trail.play(color, mv);
        }
        trail.set_to_move(game.to_move());
        trail
    }
}

/// The points on which superko alone forbids the side to move to play.
pub fn superko_bans<const W: usize>(game: &Game) -> PointSet<W> {
    let color = game.to_move();
    let is_banned = |&point: &Point| {
        let verdict = game.check(color, point.into());
        matches!(verdict, Err(IllegalMove::Superko { .. }))
    };
    let empty = game.board().empty_points().into_iter();
    empty.filter(is_banned).collect()
}
