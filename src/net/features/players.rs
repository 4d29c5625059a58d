//! What a network is told of the two players.

use super::Profile;
use crate::types::Color;

/// What is assumed of the two players, by networks that were taught to be told.
///
/// Networks that were not ignore it: the one in the program itself does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Players {
    /// By how many doublings Black searches more than White; negative if White does. KataGo's playout doubling
    /// advantage goes from −3 to 3.
    pub black_advantage: f32,
    /// Whom they play like. Human-style networks know; without it they take them for the [usual](Profile::default) ones.
    pub profile: Option<Profile>,
}

impl Players {
    /// The players as `thinker` sees them, where a setting says which of them searches more than the other by so many doublings:
    /// `thinker`, if it names nobody.
    pub fn as_set(
        thinker: Color,
        advantage_of: Option<Color>,
        advantage: f32,
        profile: Option<Profile>,
    ) -> Players {
        Players::seen_by(advantage_of.unwrap_or(thinker), advantage, profile)
    }

    /// The players as one of them sees it who searches more than the other by so many doublings.
    pub fn seen_by(color: Color, advantage: f32, profile: Option<Profile>) -> Players {
        Players {
            black_advantage: signed(color, advantage),
            profile,
        }
    }

    /// The values that say whose the advantage is, in words.
    pub const SIDES: &str = "BLACK, WHITE or nothing, which is the player who thinks";

    /// Whose an advantage is: a player's, or, if the text is empty, of whoever thinks. `None` if it is neither. Quotation
    /// marks and KataGo's word for an empty point, `E`, are as good as nothing.
    pub fn parse_side(text: &str) -> Option<Option<Color>> {
        match text.to_ascii_lowercase().as_str() {
            "" | "\"\"" | "e" => Some(None),
            color => Color::parse(color).map(Some),
        }
    }

    /// By how many doublings a player searches more than the opponent.
    pub fn advantage(&self, color: Color) -> f32 {
        signed(color, self.black_advantage)
    }
}

/// Turns a number of one player's into Black's, or back; never −0, which a cache would take for another number.
fn signed(color: Color, number: f32) -> f32 {
    match color {
        Color::Black => number,
        Color::White => 0.0 - number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::game::Rules;
    use crate::net::features::{Extractor, Features, Trail};
    use crate::types::{Dims, Move, PointSet};

    #[test]
    fn each_player_sees_the_advantage_from_its_own_side() {
        let dims = Dims::square(5).unwrap();
        let board = Board::<128, 2>::new(dims);
        let mut trail = Trail::new(&board, Color::Black, &Rules::default());
        let (mut extractor, mut features) = (Extractor::new(), Features::new(dims));
        for depth in 0..4 {
            let own = if depth % 2 == 0 { -0.75 } else { 0.75 };
            for (players, expected) in [
                (Players::seen_by(Color::White, 1.5, None), [1.0, own]),
                (Players::seen_by(Color::Black, -1.5, None), [1.0, own]),
                (Players::default(), [0.0, 0.0]),
            ] {
                let mut situation = trail.situation(7.0, &PointSet::EMPTY);
                situation.players = players;
                extractor.extract(&situation, &mut features);
                assert_eq!(features.numbers[15..17], expected, "depth {depth}");
            }
            let point = dims.point(depth, 2).unwrap();
            trail.play(trail.to_move(), Move::Place(point));
        }
    }
}
