//! The last judgement, kept for as long as it holds.

use crate::game::{Game, Rules};
use crate::search::judgement::Thoroughness;
use crate::search::{Judgement, Limits, Settings};
use crate::types::{Color, Dims, Point, PointSet};

/// The last judgement, which holds while stones, ko, rules and White's handicap bonus are the same: it survives passes that lift no ko,
/// and their undoing.
#[derive(Default)]
pub(super) struct LastJudgement {
    last: Option<(JudgedPosition, Judgement)>,
}

impl LastJudgement {
    /// Whether the judgement of this position is kept.
    pub fn holds(&self, game: &Game) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|(position, _)| *position == JudgedPosition::of(game))
    }

    /// The judgement of `game`, remembered or made now. If `limits` cut it short, it is incomplete and not remembered.
    pub fn judgement(&mut self, game: &Game, settings: &Settings, limits: &Limits) -> Judgement {
        let position = JudgedPosition::of(game);
        if let Some((judged, judgement)) = &self.last
            && *judged == position
        {
            return judgement.clone();
        }
        let judgement = Judgement::new(game, settings, limits);
        if judgement.thoroughness() == Thoroughness::Whole {
            self.last = Some((position, judgement.clone()));
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
        let judgement = self.judgement(game, settings, limits);
        (judgement.thoroughness() >= Thoroughness::Hasty).then_some(judgement)
    }
}

/// What of a position decides its judgement. The way there and the prisoners change next to nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct JudgedPosition {
    dims: Dims,
    /// By colour. A hash would be the same for stones that somebody has chosen for it.
    stones: [PointSet; 2],
    ko: Option<Point>,
    rules: Rules,
    white_bonus: f32,
}

impl JudgedPosition {
    fn of(game: &Game) -> JudgedPosition {
        JudgedPosition {
            dims: game.dims(),
            stones: Color::BOTH.map(|color| game.board().stones(color)),
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
    use crate::types::{Move, parse_vertex};
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

    /// The keys of these stones add up to the hash of no stones.
    #[test]
    fn judgements_know_the_stones() {
        let dims = Dims::square(19).unwrap();
        let empty = Game::new(dims, Rules::default(), 7.5);
        let stones = "N3 N12 R3 R7 R12 H15 E14 A6 H17 H2 B7 D2 C11 E9 A18 D7 A13 E2 B6 J7 H7 H13 F11 F6 G12 C2 B17 D15 D1 G3 \
                      J12 F8 B8 J4";
        let stones: Vec<_> = stones
            .split(' ')
            .map(|vertex| (parse_vertex(dims, vertex).unwrap(), Some(Color::Black)))
            .collect();
        let mut set_up = empty.clone();
        set_up.set_up(&stones, Color::Black).unwrap();
        assert_eq!(set_up.board().hash(), empty.board().hash());
        assert_ne!(JudgedPosition::of(&set_up), JudgedPosition::of(&empty));
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
        let banned = JudgedPosition::of(&game);
        for color in [Color::White, Color::Black] {
            game.play(color, Move::Pass).unwrap();
        }
        assert_ne!(JudgedPosition::of(&game), banned);
    }
}
