//! The score at the end of a game, from whose points are whose.

use super::{Game, Score, Scoring, Territory};
use crate::types::{Color, Point};

impl Game {
    /// The score with these stones dead, under the rules in force. Komi,
    /// prisoners and compensation for handicap are in it. Whether a seki matters
    /// is judged by shape; see [`Territory::with_seki`].
    ///
    /// ```
    /// use tengen::game::Game;
    /// let mut game = Game::from_diagram(
    ///     ".X.O.
    ///      .XXO.
    ///      .XXOO",
    /// )
    /// .unwrap();
    /// assert_eq!(game.score(&[]).to_string(), "B+2"); // 8 points against 6
    /// game.set_komi(7.5).unwrap();
    /// assert_eq!(game.score(&[]).to_string(), "W+5.5");
    /// ```
    pub fn score(&self, dead: &[Point]) -> Score {
        self.score_of(&Territory::new(self, dead))
    }

    /// The score for a board that is already counted.
    pub fn score_of(&self, territory: &Territory) -> Score {
        let points = |color: Color| {
            let prisoners = match self.rules().scoring {
                Scoring::Area => 0,
                Scoring::Territory => self.position().captures(color),
            };
            (territory.points(self.rules(), color) + prisoners) as f32
        };
        let lead = points(Color::Black) - points(Color::White);
        Score::from_black_lead(lead - self.white_bonus())
    }

    /// What White receives besides points on the board: komi and compensation for handicap.
    pub fn white_bonus(&self) -> f32 {
        self.komi() + self.rules().handicap_compensation(self.handicap()) as f32
    }

    /// What to subtract from Black's area to get the lead in points: what White receives besides the board and, under
    /// territory scoring, which counts no stones, one for each that Black has placed less one for each of White's.
    pub fn area_komi(&self) -> f32 {
        match self.rules().scoring {
            Scoring::Area => self.white_bonus(),
            Scoring::Territory => self.white_bonus() + self.placed_excess() as f32,
        }
    }

    /// Stones that Black has placed minus those of White: on the board or taken from it.
    fn placed_excess(&self) -> i32 {
        let placed = |color: Color| {
            self.board().stone_count(color) as i32 + self.position().captures(!color) as i32
        };
        placed(Color::Black) - placed(Color::White)
    }
}

#[cfg(test)]
#[path = "scoring_tests.rs"]
mod tests;
