//! What the search maximises: winning, and then points.
//!
//! A game that is won or lost anyway is still played for points, and of two
//! wins the surer one is mostly the larger. The score enters as a function that
//! is steep around an even game and around the score to be expected here, and
//! flat far away, so that it never outweighs the win. After KataGo's score
//! utility (`docs/KataGoMethods.md`, *Score maximization*; D. Wu, *Accelerating
//! self-play learning in Go*, 2019).

use super::tree::stats::Value;
use crate::search::Params;

/// Points at which a normal distribution is looked at, in standard deviations, and what each weighs.
const NORMAL: [(f32, f32); 7] = [
    (-2.4, 0.018),
    (-1.6, 0.0885),
    (-0.8, 0.2315),
    (0.0, 0.324),
    (0.8, 0.2315),
    (1.6, 0.0885),
    (2.4, 0.018),
];

/// How much of the dynamic centre is drawn to an even score.
const ZERO_WEIGHT: f32 = 0.2;
/// The scale of the dynamic part, and of the static one, in sides of the board.
const DYNAMIC_SCALE: f32 = 0.75;
const STATIC_SCALE: f32 = 2.0;

/// Turns values into what the search maximises for Black.
#[derive(Clone, Copy, Debug)]
pub struct Utility {
    static_weight: f32,
    dynamic_weight: f32,
    /// Of a game without result, for Black.
    no_result: f32,
    /// The square root of the board's area.
    side: f32,
    /// The score around which the dynamic part is steep.
    center: f32,
}

impl Utility {
    /// On a board of `area` points where Black is expected to end `score` points ahead.
    pub fn new(params: &Params, area: usize, score: f32) -> Utility {
        let side = (area as f32).sqrt();
        let cap = DYNAMIC_SCALE * side;
        Utility {
            static_weight: params.static_score_utility,
            dynamic_weight: params.dynamic_score_utility,
            no_result: -params.no_result_utility_for_white,
            side,
            center: (score * (1.0 - ZERO_WEIGHT)).clamp(score - cap, score + cap),
        }
    }

    /// No utility is farther from 0 than this.
    pub fn bound(&self) -> f32 {
        1.0 + self.static_weight + self.dynamic_weight
    }

    /// The utility of a value.
    pub fn of(&self, value: &Value) -> f32 {
        let stdev = value.score_stdev();
        value.win_loss
            + self.no_result * value.no_result
            + self.static_weight * self.score_part(value.score, stdev, 0.0, STATIC_SCALE)
            + self.dynamic_weight * self.score_part(value.score, stdev, self.center, DYNAMIC_SCALE)
    }

    /// How much one more point is worth at this score, as if that were certain.
    pub fn slope(&self, score: f32) -> f32 {
        let part = |center: f32, scale: f32| {
            let distance = (score - center) / (scale * self.side);
            std::f32::consts::FRAC_2_PI / (scale * self.side * (1.0 + distance * distance))
        };
        self.static_weight * part(0.0, STATIC_SCALE)
            + self.dynamic_weight * part(self.center, DYNAMIC_SCALE)
    }

    fn score_part(&self, mean: f32, stdev: f32, center: f32, scale: f32) -> f32 {
        let at = |score: f32| ((score - center) / (scale * self.side)).atan();
        let sum: f32 = NORMAL
            .iter()
            .map(|&(deviation, weight)| weight * at(mean + deviation * stdev))
            .sum();
        sum * std::f32::consts::FRAC_2_PI
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(win: f32, score: f32, stdev: f32) -> Value {
        Value {
            win_loss: win,
            score,
            score_square: score * score + stdev * stdev,
            ..Value::default()
        }
    }

    #[test]
    fn weights_are_those_of_a_normal_distribution() {
        let sum: f32 = NORMAL.iter().map(|(_, weight)| weight).sum();
        let variance: f32 = NORMAL.iter().map(|(x, weight)| x * x * weight).sum();
        assert!(
            (sum - 1.0).abs() < 1e-3 && (variance - 1.0).abs() < 0.06,
            "{sum} {variance}"
        );
    }

    #[test]
    fn a_game_without_result_is_worth_what_white_makes_of_it() {
        for for_white in [-1.0, 0.0, 0.25] {
            let params = Params {
                no_result_utility_for_white: for_white,
                ..Params::default()
            };
            let utility = Utility::new(&params, 81, 0.0);
            assert_eq!(utility.of(&Value::NO_RESULT), -for_white);
        }
    }

    #[test]
    fn a_win_is_worth_more_than_any_score_and_points_count_among_wins() {
        let utility = Utility::new(&Params::default(), 361, 10.0);
        let of = |win, score, stdev| utility.of(&value(win, score, stdev));
        assert!(of(1.0, 1.0, 0.0) > of(-1.0, 300.0, 0.0));
        assert!(of(1.0, 20.0, 3.0) > of(1.0, 10.0, 3.0));
        assert!(of(0.0, 0.0, 5.0).abs() < 0.2);
        assert!(of(1.0, 361.0, 0.0) <= utility.bound());
        // Points near the expected score matter most, by as much as the slope says.
        let gain = |score: f32| of(0.5, score + 1.0, 1.0) - of(0.5, score, 1.0);
        assert!(gain(8.0) > 2.0 * gain(60.0));
        for score in [-40.0, 0.0, 7.5, 60.0] {
            let one_point = of(0.0, score + 0.5, 0.0) - of(0.0, score - 0.5, 0.0);
            assert!((utility.slope(score) - one_point).abs() < 1e-5, "{score}");
        }
    }
}
