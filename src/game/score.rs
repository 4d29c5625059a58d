//! The result of a game in points.

use crate::types::Color;
use std::fmt;
use std::str::FromStr;

/// The result of a game in points: Black's lead, komi and compensation included.
///
/// ```
/// use tengen::game::{NoScore, Score};
/// let texts = [3.5, -0.5, 0.0].map(|lead| Score::from_black_lead(lead).to_string());
/// assert_eq!(texts, ["B+3.5", "W+0.5", "0"]);
/// assert_eq!("w+0.5".parse::<Score>()?.black_lead(), -0.5);
/// assert_eq!("B+R".parse::<Score>(), Err(NoScore));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f32);

impl Score {
    /// The score by which Black leads with so many points.
    pub fn from_black_lead(points: f32) -> Score {
        Score(points)
    }

    /// By how many points Black leads; negative if White does.
    pub fn black_lead(self) -> f32 {
        self.0
    }

    /// Who leads; nobody in a draw.
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            lead if lead > 0.0 => Some(Color::Black),
            lead if lead < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    /// As GTP writes results: `B+3.5`, `W+12`, `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.0),
            Some(Color::White) => write!(f, "W+{}", -self.0),
            None => f.write_str("0"),
        }
    }
}

/// Why a text is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoScore;

impl fmt::Display for NoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no score such as B+3.5, W+12 or 0")
    }
}

impl std::error::Error for NoScore {}

impl FromStr for Score {
    type Err = NoScore;

    /// As engines and records write scores: `B+3.5`, `w+12`, `0`, `Draw`, `Jigo`.
    fn from_str(text: &str) -> Result<Score, NoScore> {
        let text = text.trim().to_ascii_uppercase();
        if matches!(text.as_str(), "0" | "0.0" | "DRAW" | "JIGO") {
            return Ok(Score(0.0));
        }
        let (sign, points) = match text.split_at_checked(2) {
            Some(("B+", points)) => (1.0, points),
            Some(("W+", points)) => (-1.0, points),
            _ => return Err(NoScore),
        };
        let points: f32 = points.parse().map_err(|_| NoScore)?;
        if !points.is_finite() || points < 0.0 {
            return Err(NoScore);
        }
        Ok(Score(sign * points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_and_records_write_them() {
        let cases = [
            ("B+3.5", Some(3.5)),
            ("w+12", Some(-12.0)),
            ("W+0.0", Some(0.0)),
            ("0", Some(0.0)),
            (" 0.0 ", Some(0.0)),
            ("Draw", Some(0.0)),
            ("jigo", Some(0.0)),
            ("B+R", None),
            ("B+", None),
            ("B+-1", None),
            ("B+inf", None),
            ("", None),
            ("é+1", None),
        ];
        for (text, lead) in cases {
            let read: Option<Score> = text.parse().ok();
            assert_eq!(read, lead.map(Score::from_black_lead), "{text}");
        }
    }
}
