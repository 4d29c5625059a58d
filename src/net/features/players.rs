use crate::types::Color;

/// What is assumed of the two players, by networks that were taught to be told.
///
/// Networks that were not ignore it: the one in the program itself does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Players {
    /// By how many doublings Black searches more than White; negative if White does. KataGo's playout doubling
    /// advantage goes from −3 to 3.
    pub black_advantage: f32,
}

impl Players {
    /// The players as one of them sees it who searches more than the other by so many doublings.
    pub fn seen_by(color: Color, advantage: f32) -> Players {
        Players {
            black_advantage: signed(color, advantage),
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
