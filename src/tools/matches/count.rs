//! The score of a finished game.
//!
//! Under rules where the players agree about dead stones, both engines are
//! asked for `final_score`; what they agree on stands. Where they differ, or
//! do not know, Tengen's own judgement decides and the case is kept, so that
//! somebody can look at it. Under rules that want dead stones to be captured, the board is
//! counted as it stands and nobody is asked.

use super::referee::Seat;
use crate::game::{Game, Score};
use crate::search::{Judgement, Settings};
use std::time::{Duration, Instant};

/// A counted game.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The score that stands.
    pub score: Score,
    /// Where the engines did not agree: what Black's and White's said.
    pub dispute: Option<[String; 2]>,
}

/// Counts a game that is over.
pub(super) fn count(game: &Game, seats: &mut [Seat; 2], patience: Duration) -> Count {
    if !game.rules().dead_stones_are_agreed() {
        return Count {
            score: game.score(&[]),
            dispute: None,
        };
    }
    let claims = seats.each_mut().map(|seat| claim(seat, patience));
    if let [Ok(black), Ok(white)] = claims
        && black == white
    {
        return Count {
            score: black,
            dispute: None,
        };
    }
    Count {
        score: judge(game, patience),
        dispute: Some(claims.map(|claim| claim.map_or_else(|why| why, |s| s.to_string()))),
    }
}

/// What an engine says the score is, or why it says nothing.
fn claim(seat: &mut Seat, patience: Duration) -> Result<Score, String> {
    let reply = seat
        .engine
        .ask("final_score", patience)
        .map_err(|trouble| trouble.to_string())?;
    parse_score(&reply).ok_or(format!("'{reply}'"))
}

/// `B+3.5`, `W+12`, `0`, `Draw`.
fn parse_score(text: &str) -> Option<Score> {
    let text = text.trim().to_ascii_uppercase();
    let points = |text: &str| {
        text.parse()
            .ok()
            .filter(|p: &f32| p.is_finite() && *p >= 0.0)
    };
    let lead = match text.split_at_checked(2) {
        Some(("B+", rest)) => points(rest)?,
        Some(("W+", rest)) => -points(rest)?,
        _ if matches!(text.as_str(), "0" | "0.0" | "DRAW" | "JIGO") => 0.0,
        _ => return None,
    };
    Some(Score::from_black_lead(lead))
}

/// The score by Tengen's own judgement of what is dead and what is in seki.
fn judge(game: &Game, patience: Duration) -> Score {
    let deadline = Instant::now().checked_add(patience);
    let judgement = Judgement::new(game, &Settings::default(), deadline);
    game.score_of(&judgement.territory(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_write_them() {
        let cases = [
            ("B+3.5", Some(3.5)),
            ("w+12", Some(-12.0)),
            ("W+0.0", Some(0.0)),
            ("0", Some(0.0)),
            ("Draw", Some(0.0)),
            ("B+R", None),
            ("B+", None),
            ("B+-1", None),
            ("B+inf", None),
            ("", None),
            ("é+1", None),
        ];
        for (text, lead) in cases {
            assert_eq!(
                parse_score(text),
                lead.map(Score::from_black_lead),
                "{text}"
            );
        }
    }
}
