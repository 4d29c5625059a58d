//! What a pass would leave, found out by a search of its own.

use crate::game::Game;
use crate::search::driver::root::Stance;
use crate::search::judgement::LEAST_OWNER_PLAYOUTS;
use crate::search::{Limits, MoveReport, Report, Search, Settings};
use crate::types::Move;
use std::ops::RangeInclusive;

/// Playouts to find out what a pass would cost.
const PASS_PLAYOUTS: u64 = 1000;
/// Visits where a network judges: as many as the search has had that would pass, but no fewer and no more than these. A killing move
/// may be one that the policy hardly considers.
const PASS_VISITS: RangeInclusive<u64> = 50..=400;
/// How few visits tell something where there is no time for more.
pub(super) const LEAST_AFTER_PASS_VISITS: u32 = 2;
/// The loss of winning chances, and of points, from which a pass does harm.
const HARM: f32 = 0.05;
const HARM_POINTS: f32 = 3.0;

/// What a player may expect of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prospects {
    /// The chance to win, 0..=1.
    pub winrate: f32,
    /// In points.
    pub lead: f32,
}

impl Prospects {
    /// What the player may expect of a move.
    pub fn of(found: &MoveReport) -> Prospects {
        Prospects {
            winrate: found.winrate,
            lead: found.lead,
        }
    }

    /// Whether a pass that leaves these does no harm beside another way with those.
    pub fn is_as_good_as(self, other: Prospects) -> bool {
        self.winrate + HARM > other.winrate && self.lead + HARM_POINTS > other.lead
    }
}

/// What the player may expect after a pass, after a search that has had so many visits. A search of its own finds it, so that nothing
/// of it enters the player's tree. `None` if `limits` allow too few visits.
pub(super) fn after_pass(
    game: &Game,
    visits: u64,
    stance: Stance,
    settings: &Settings,
    limits: &Limits,
) -> Option<Prospects> {
    if limits.cut_short() {
        return None;
    }
    let mut passed = game.clone();
    passed.play(!stance.to_move, Move::Pass).ok()?;
    let (most, telling) = match settings.method.has_sound_network(game.dims()) {
        true => (
            visits.clamp(*PASS_VISITS.start(), *PASS_VISITS.end()),
            LEAST_AFTER_PASS_VISITS.into(),
        ),
        false => (PASS_PLAYOUTS, LEAST_OWNER_PLAYOUTS),
    };
    let mut search = Search::new(settings.beside());
    search.set_game_as(&passed, stance);
    // Its tree is empty, so that visits are playouts.
    let asked = limits.playouts_after(0).unwrap_or(most).min(most);
    let report = search.run(Limits {
        playouts: Some(asked),
        ..limits.beside()
    });
    let report = report.filter(|found| found.playouts >= asked.min(telling))?;
    Some(Prospects {
        winrate: 1.0 - report.winrate,
        lead: -best_lead(&report),
    })
}

/// The lead in points after the best move, for the player to move: the mean at the root would include what the search only
/// tried.
pub(super) fn best_lead(report: &Report) -> f32 {
    let best = report.best().filter(|best| best.visits > 0);
    best.map_or(report.own_lead(), |best| best.lead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::search::DeadStones;
    use crate::types::{Color, Dims};
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Instant;

    #[test]
    fn a_pass_that_there_is_no_time_to_look_at_is_not_known() {
        let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 0.5);
        let stance = Stance {
            dead_stones: DeadStones::ByAgreement,
            ..Stance::plain(Color::White)
        };
        let settings = Settings {
            memory_mb: 16,
            ..Settings::default()
        };
        let known = |limits: &Limits| after_pass(&game, 0, stance, &settings, limits);
        let in_no_time = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        let stopped = Limits::default();
        stopped.stop.store(true, Relaxed);
        assert!(known(&Limits::default()).is_some());
        assert_eq!([known(&in_no_time), known(&stopped)], [None, None]);
    }
}
