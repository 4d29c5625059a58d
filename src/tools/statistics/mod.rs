//! Wins, losses and draws, and how much they say.

pub mod elo;
pub mod sprt;

use crate::console::counted;
use std::fmt;

/// The two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The outcomes of some games, seen from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn; each counts as half a win.
    pub draws: u32,
}

impl Tally {
    /// The number of games.
    pub fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The share of the points won, 0 to 1, a draw counting half; `None` without games.
    pub fn rate(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.score() / f64::from(games))
    }

    /// The points won, a draw counting half.
    fn score(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The 95 % Wilson interval of [`Tally::rate`]; `None` without games.
    ///
    /// E. B. Wilson, "Probable inference, the law of succession, and
    /// statistical inference", 1927. It stays inside 0 to 1 and is useful for
    /// the few games and lopsided results of everyday matches. Draws make the
    /// true interval a little narrower than the one given.
    pub fn interval(self) -> Option<(f64, f64)> {
        let rate = self.rate()?;
        let games = f64::from(self.games());
        let z2 = Z_95 * Z_95;
        let center = rate + z2 / (2.0 * games);
        let spread = Z_95 * (rate * (1.0 - rate) / games + z2 / (4.0 * games * games)).sqrt();
        let scale = 1.0 + z2 / games;
        let low = (center - spread) / scale;
        let high = (center + spread) / scale;
        // Where all were lost or all won, rounding would leave a little.
        let low = if rate == 0.0 { 0.0 } else { low };
        let high = if rate == 1.0 { 1.0 } else { high };
        Some((low.max(0.0), high.min(1.0)))
    }

    /// The same games seen from the other side.
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            draws: self.draws,
        }
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
        }
    }
}

/// `7 wins, 2 losses, 1 draw: 75.0 % (95 % interval 44.2 to 91.9 %)`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {}, {}",
            counted(self.wins as usize, "win", "wins"),
            counted(self.losses as usize, "loss", "losses"),
            counted(self.draws as usize, "draw", "draws")
        )?;
        let (Some(rate), Some((low, high))) = (self.rate(), self.interval()) else {
            return Ok(());
        };
        write!(
            f,
            ": {:.1} % (95 % interval {:.1} to {:.1} %)",
            rate * 100.0,
            low * 100.0,
            high * 100.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, losses: u32, draws: u32) -> Tally {
        Tally {
            wins,
            losses,
            draws,
        }
    }

    /// Published values of the Wilson score interval without continuity correction.
    #[test]
    fn intervals_match_known_values() {
        let cases = [
            (tally(0, 10, 0), 0.0, 0.2775),
            (tally(10, 0, 0), 0.7225, 1.0),
            (tally(5, 5, 0), 0.2366, 0.7634),
            (tally(81, 182, 0), 0.2553, 0.3662), // Newcombe 1998, table I
            (tally(15, 133, 0), 0.0624, 0.1605), // Newcombe 1998, table I
            (tally(1, 28, 0), 0.0061, 0.1718),   // Newcombe 1998, table I
            (tally(4, 4, 2), 0.2366, 0.7634),
        ];
        for (games, low, high) in cases {
            let interval = games.interval().unwrap();
            assert!((interval.0 - low).abs() < 6e-5, "{games:?} {interval:?}");
            assert!((interval.1 - high).abs() < 6e-5, "{games:?} {interval:?}");
        }
        assert_eq!(tally(0, 3, 0).interval().unwrap().0, 0.0);
        assert_eq!(tally(3, 0, 0).interval().unwrap().1, 1.0);
    }

    #[test]
    fn no_games_have_no_rate() {
        assert_eq!(Tally::default().rate(), None);
        assert_eq!(Tally::default().interval(), None);
        assert_eq!(
            Tally::default().to_string(),
            "0 wins, 0 losses, 0 draws",
            "and no percentage is printed"
        );
    }

    #[test]
    fn a_draw_is_half_a_win() {
        assert_eq!(tally(1, 1, 2).rate(), Some(0.5));
        assert_eq!(tally(0, 0, 3).rate(), Some(0.5));
        assert_eq!(tally(3, 0, 1).reversed(), tally(0, 3, 1));
        assert_eq!(tally(1, 2, 3) + tally(4, 5, 6), tally(5, 7, 9));
    }

    #[test]
    fn reads_like_a_sentence() {
        assert_eq!(
            tally(7, 2, 1).to_string(),
            "7 wins, 2 losses, 1 draw: 75.0 % (95 % interval 44.2 to 91.9 %)"
        );
    }
}
