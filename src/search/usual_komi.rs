//! A komi for searches that are not about who wins.

use crate::game::Game;

/// The same game with a komi that does not decide it by itself: under another one all results would be alike, and a search would
/// have nothing to choose by.
pub(super) fn with_usual_komi(game: &Game) -> Game {
    let most = game.dims().area() as f32 / 2.0;
    let mut game = game.clone();
    let komi = game.komi().clamp(-most, most);
    game.set_komi(komi).expect("a usual komi");
    game
}
