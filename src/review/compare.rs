//! A doubtful move against the best one, in a tree of their own.
//!
//! The position before the move is searched again with the move getting its share of the visits
//! ([`Guidance::compared`]), so that both values come from one tree, know the same and have been looked at alike. The
//! effort doubles until the difference is clear. Its uncertainty has two parts: chance, and what the last doubling
//! changed, since a search that still learns has not come to its end.

use super::loss::{Loss, Verdict, at_least_nothing, error_of};
use super::position::spread;
use super::{Candidate, MISTAKE, Reviewer, SHARE_OF_A_POINT};
use crate::game::Game;
use crate::search::{Guidance, MoveReport, Report};
use crate::types::{Color, Move};

/// Effort of each round, in units of that of a position. Each doubles what there is.
const ROUNDS: [u32; 4] = [1, 1, 2, 4];

/// How the two moves stand.
struct Difference {
    winrate: f32,
    points: f32,
    /// By chance alone: how far off `winrate` and `points` are.
    error: f32,
    points_error: f32,
}

impl Reviewer<'_> {
    /// What `played` cost in the position of `game`, looked at as closely as it takes. `sight` is what is thought of
    /// it so far.
    pub(super) fn compare(
        &mut self,
        game: &Game,
        to_move: Color,
        played: Move,
        sight: Loss,
    ) -> Loss {
        self.search.clear();
        self.search.set_game(game, to_move);
        let spread = spread(self.search.settings(), game.dims());
        let mut before: Option<Difference> = None;
        let mut loss = sight;
        for (round, effort) in ROUNDS.into_iter().enumerate() {
            let limits = self.effort.limits(effort, self.stop);
            let report = self.search.run_guided(limits, Guidance::comparing(played));
            let Some(now) = report.and_then(|report| difference(report, played, spread)) else {
                return unseen(sight);
            };
            if let Some(before) = before {
                loss = judged(&now, &before, sight);
                let is_last = round + 1 == ROUNDS.len();
                if is_last || loss.verdict != Verdict::Unclear {
                    break;
                }
            }
            before = Some(now);
        }
        loss
    }
}

/// The best other move's values less those of the move that was played; none if the search does not know it.
fn difference(report: Report, played: Move, spread: f32) -> Option<Difference> {
    let to_move = report.to_move;
    let seen = report.moves.into_iter().filter(|found| found.visits > 0);
    let (own, others): (Vec<MoveReport>, Vec<MoveReport>) =
        seen.partition(|found| found.mv == played);
    let candidate = |found: MoveReport| Candidate::of(to_move, found, spread);
    let own = own.into_iter().next().map(candidate)?;
    let best = others.into_iter().next().map(candidate)?;
    Some(Difference {
        winrate: to_move.sign() * (best.winrate - own.winrate),
        points: to_move.sign() * (best.lead - own.lead),
        error: error_of([best.winrate_variance, own.winrate_variance]),
        points_error: error_of([best.lead_variance, own.lead_variance]),
    })
}

/// The loss that a difference shows; `before` is what there was before the effort was doubled.
fn judged(now: &Difference, before: &Difference, sight: Loss) -> Loss {
    let error = now.error.hypot(now.winrate - before.winrate);
    let points_error = now.points_error.hypot(now.points - before.points);
    let by_points = match sight.decided {
        Some(_) => verdict(
            SHARE_OF_A_POINT * now.points,
            SHARE_OF_A_POINT * points_error,
        ),
        None => Verdict::Fine,
    };
    Loss {
        winrate: at_least_nothing(now.winrate),
        points: at_least_nothing(now.points),
        error: Some(error),
        verdict: verdict(now.winrate, error).max(by_points),
        ..sight
    }
}

/// A move that the search never considers, such as the filling of an own eye: what was seen at first sight has to do.
fn unseen(sight: Loss) -> Loss {
    // One look says nothing of how far off it is.
    let certain =
        |loss, error: Option<f32>| error.map_or(Verdict::Unclear, |error| verdict(loss, error));
    let by_chances = certain(sight.at_sight, sight.error);
    let by_points = sight.decided.map_or(Verdict::Fine, |points| {
        certain(points.at_sight, points.error)
    });
    let winrate = if by_chances.is_mistake() {
        sight.at_sight
    } else {
        sight.winrate
    };
    Loss {
        winrate,
        verdict: by_chances.max(by_points),
        ..sight
    }
}

/// A mistake is clear when the loss would be that of one though it were all of its uncertainty smaller. Moves are looked
/// into because they seemed bad, and what seems bad is more often thought too bad than too good: half of it was not
/// enough (`docs/review.md`).
fn verdict(loss: f32, error: f32) -> Verdict {
    if loss - error >= MISTAKE {
        return Verdict::of(loss);
    }
    match loss + error < MISTAKE {
        true => Verdict::Fine,
        false => Verdict::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::super::BLUNDER;
    use super::*;

    #[test]
    fn a_mistake_is_one_though_all_of_the_error_were_taken_off() {
        for (loss, error, expected) in [
            (MISTAKE, 0.0, Verdict::Mistake),
            (MISTAKE + 0.02, 0.01, Verdict::Mistake),
            (MISTAKE + 0.02, 0.03, Verdict::Unclear),
            (BLUNDER + 0.01, BLUNDER - MISTAKE, Verdict::Blunder),
            (MISTAKE - 0.02, 0.03, Verdict::Unclear),
            (MISTAKE - 0.02, 0.01, Verdict::Fine),
            (-0.1, 0.05, Verdict::Fine),
        ] {
            assert_eq!(verdict(loss, error), expected, "{loss} {error}");
        }
    }
}
