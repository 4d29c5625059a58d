//! The last judgement, kept for as long as it holds.

use crate::game::{Game, Rules};
use crate::search::owners::Thoroughness;
use crate::search::{Judgement, Limits, Settings};
use crate::types::{Dims, Point};

/// The last judgement, which holds while the stones are the same: it survives passes and their undoing.
#[derive(Default)]
pub(super) struct LastJudgement {
    last: Option<(Matter, Judgement)>,
}

impl LastJudgement {
    /// Whether the judgement of this position is kept.
    pub fn holds(&self, game: &Game) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|(matter, _)| *matter == Matter::of(game))
    }

    /// The judgement; not a whole one, and not kept, if `limits` cut it short, which share their time among its parts.
    pub fn at_best(&mut self, game: &Game, settings: &Settings, limits: &Limits) -> Judgement {
        let matter = Matter::of(game);
        if let Some((last, judgement)) = &self.last
            && *last == matter
        {
            return judgement.clone();
        }
        let judgement = Judgement::new(game, settings, limits);
        if judgement.thoroughness() == Thoroughness::Whole {
            self.last = Some((matter, judgement.clone()));
        }
        judgement
    }

    /// The judgement, unless `limits` cut it so short that it would be one by chance.
    pub fn within(
        &mut self,
        game: &Game,
        settings: &Settings,
        limits: &Limits,
    ) -> Option<Judgement> {
        let judgement = self.at_best(game, settings, limits);
        (judgement.thoroughness() >= Thoroughness::Hasty).then_some(judgement)
    }
}

/// What a judgement depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matter {
    dims: Dims,
    stones: u64,
    ko: Option<Point>,
    rules: Rules,
    white_bonus: f32,
}

impl Matter {
    fn of(game: &Game) -> Matter {
        Matter {
            dims: game.dims(),
            stones: game.position().hash(),
            ko: game.board().ko_point(),
            rules: *game.rules(),
            white_bonus: game.white_bonus(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MethodChoice;
    use crate::search::puct::Double;
    use crate::types::{Color, Move};
    use std::sync::Arc;
    use std::time::Instant;

    /// A slow network could judge nothing otherwise: it would fill its own territory.
    #[test]
    fn where_there_is_no_time_a_network_is_believed_and_few_playouts_are_not() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
        let in_no_time = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        let is_judged = |method, limits: &Limits| {
            let settings = Settings {
                memory_mb: 16,
                method,
                ..Settings::default()
            };
            let mut kept = LastJudgement::default();
            let judgement = kept.within(&game, &settings, limits);
            (judgement.is_some(), kept.holds(&game))
        };
        let network = MethodChoice::Double(Arc::new(Double));
        assert_eq!(is_judged(network.clone(), &in_no_time), (true, false));
        assert_eq!(is_judged(network, &Limits::default()), (true, true));
        assert_eq!(
            is_judged(MethodChoice::Classical, &in_no_time),
            (false, false)
        );
    }

    /// A judgement that was made while a ko might not be retaken is not that of the position where it may.
    #[test]
    fn judgements_know_the_ko() {
        let mut game = Game::from_diagram(
            "
            .XO..
            XO.O.
            .XO..
            .....
            .....",
        )
        .unwrap();
        let point = |x, y| Move::Place(game.dims().point(x, y).unwrap());
        let take = point(2, 3);
        game.play(Color::Black, take).unwrap();
        let banned = Matter::of(&game);
        for color in [Color::White, Color::Black] {
            game.play(color, Move::Pass).unwrap();
        }
        assert_ne!(Matter::of(&game), banned);
    }
}
