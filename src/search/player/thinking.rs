//! How long a search goes on: until its playouts are used up, or until more
//! would not change the choice or is not worth its time.

use super::passing::{JUDGEMENT_VISITS, seems_settled};
use crate::game::Game;
use crate::search::{Search, Standing};
use crate::time::Budget;
use crate::types::Move;
use std::time::{Duration, Instant};

/// How often a running search is looked at.
const POLL: Duration = Duration::from_millis(5);

/// By then a search has seen whether anything is left to play for.
const LONG_ENOUGH: Duration = Duration::from_secs(5);

/// Moves with this share of the most visits may make a choice so unclear that it gets more than its time.
const WEIGHTY_SHARE: f32 = 0.5;

/// Looks at a running search every few milliseconds.
pub type Watch<'a> = Option<&'a mut dyn FnMut(&Search)>;

/// Waits until a search that has no budget ends by itself.
pub(super) fn wait(search: &mut Search, watch: Watch) {
    if let Some(watch) = watch {
        while search.is_running() {
            watch(search);
            std::thread::sleep(POLL);
        }
    }
    search.wait();
}

/// How the time for a move is used.
pub(super) struct Thinking {
    /// What has gone by of it before the search began.
    pub spent: Duration,
    /// How long a visit may take.
    pub visit_time: Duration,
    /// Whether a number of visits ends the search: then none is left out to save time for later.
    pub are_visits_counted: bool,
    /// Whether the player would pass in a settled position, where thinking on gains nothing.
    pub may_be_settled: bool,
}

impl Thinking {
    /// Lets a search that has just begun go on as long as the budget has use for it.
    pub fn go_on(self, search: &mut Search, game: &Game, budget: &Budget, mut watch: Watch) {
        let searching_since = Instant::now();
        let budget = &self.budget(game, *budget);
        let mut settlement_asked = !self.may_be_settled;
        let settled_after = LONG_ENOUGH.min(budget.soft / 2);
        while search.is_running() && !may_stop(search, budget, searching_since.elapsed()) {
            if !settlement_asked && searching_since.elapsed() >= settled_after {
                settlement_asked = true;
                if seems_settled(game, search) {
                    break;
                }
            }
            if let Some(watch) = &mut watch {
                watch(search);
            }
            std::thread::sleep(POLL);
        }
        search.stop();
    }

    /// What of the budget is for the search.
    fn budget(&self, game: &Game, budget: Budget) -> Budget {
        let budget = match game.follows_pass() {
            true => for_a_judgement_besides(budget, self.visit_time),
            false => budget,
        };
        let budget = match self.are_visits_counted {
            true => budget.in_full(),
            false => budget,
        };
        budget.after(self.spent)
    }
}

/// The part of a budget that the search gets where a judgement before a pass needs time too: three quarters, or with a slow
/// network down to half.
fn for_a_judgement_besides(budget: Budget, visit_time: Duration) -> Budget {
    // As long again in reserve: visits do not all take equally long.
    let judgement = 2 * JUDGEMENT_VISITS * visit_time;
    let kept = judgement.clamp(budget.hard / 4, budget.hard / 2);
    let hard = budget.hard - kept;
    Budget {
        soft: (budget.soft * 3 / 4).min(hard),
        hard,
        free_until: Duration::ZERO,
        free_from: hard,
    }
}

/// Whether more thinking would not change the choice or is not worth its time.
fn may_stop(search: &Search, budget: &Budget, elapsed: Duration) -> bool {
    if elapsed >= budget.hard {
        return true;
    }
    if elapsed < budget.soft / 8 {
        return false;
    }
    let standing = search.standing();
    standing.is_none_or(|standing| is_decided(&standing, budget, elapsed))
}

/// Whether a search that stands so has chosen.
fn is_decided(standing: &Standing, budget: &Budget, elapsed: Duration) -> bool {
    let [Some(first), second] = standing.leaders() else {
        return false;
    };
    if is_free(budget, elapsed) && first.mv != Move::Pass {
        return false;
    }
    let is_late = elapsed >= budget.soft;
    if is_late && standing.is_clear(WEIGHTY_SHARE, 0.0) {
        return true;
    }
    let limit = if is_late { budget.hard } else { budget.soft };
    // One more: the visit under way may come in at any moment.
    let rate = (standing.playouts + 1) as f32 / elapsed.as_secs_f32().max(1e-6);
    let to_come = rate * limit.saturating_sub(elapsed).as_secs_f32();
    // A slow network may not have come to a second move yet.
    let second_visits = second.map_or(0, |second| second.visits);
    let is_overtaken_by_none = (first.visits - second_visits) as f32 > to_come;
    is_overtaken_by_none && standing.is_clear(standing.fair_share, to_come)
}

/// Whether the next moment costs nothing.
fn is_free(budget: &Budget, elapsed: Duration) -> bool {
    elapsed < budget.free_until || elapsed >= budget.free_from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::RootMove;
    use crate::types::Dims;

    /// A search that has made so many playouts, and moves with their visits and utilities.
    fn standing(playouts: u64, moves: &[(u64, f32)]) -> Standing {
        let corner = Dims::square(9).unwrap().point(0, 0).unwrap();
        let found = |&(visits, utility)| RootMove {
            mv: Move::Place(corner),
            visits,
            utility,
        };
        Standing {
            playouts,
            moves: moves.iter().map(found).collect(),
            fair_share: 0.15,
        }
    }

    #[test]
    fn the_first_move_that_is_looked_at_is_not_taken_for_the_only_one() {
        let is_decided = |millis, visits, budget: Budget| {
            let standing = standing(visits + 1, &[(visits, 0.5)]);
            is_decided(&standing, &budget, Duration::from_millis(millis))
        };
        let second = Duration::from_secs(1);
        let [saved, lost] = [Budget::at_most(second), Budget::fixed(second)];
        // 12 visits a second: what is still to come may change everything.
        assert!(!is_decided(130, 1, saved) && !is_decided(130, 1, lost));
        assert!(!is_decided(400, 4, saved));
        assert!(is_decided(600, 7, saved), "no other move can catch up");
        assert!(!is_decided(600, 7, lost), "the time would be lost");
    }

    #[test]
    fn a_move_that_may_be_chosen_for_its_worth_is_waited_for() {
        let budget = Budget::at_most(Duration::from_secs(1));
        let is_decided = |fair_share, moves: &[(u64, f32)]| {
            let standing = Standing {
                fair_share,
                ..standing(1300, moves)
            };
            is_decided(&standing, &budget, Duration::from_millis(700))
        };
        // Some 560 visits are to come, which leave the first with the most.
        assert!(is_decided(0.15, &[(1000, 0.1), (300, 0.0)]));
        assert!(!is_decided(0.15, &[(1000, 0.1), (300, 0.2)]));
        assert!(
            !is_decided(0.15, &[(1000, 0.1), (100, 0.2)]),
            "it may still come to a fair share"
        );
        assert!(is_decided(0.8, &[(1000, 0.1), (200, 0.2)]), "never");
        assert!(
            is_decided(1.0, &[(1000, 0.1), (300, 0.2)]),
            "by visits alone"
        );
    }

    #[test]
    fn time_that_is_lost_anyhow_is_thought_through() {
        // Four seconds that the clock would not keep; a period of thirty, another one behind it.
        let capped = Budget {
            free_until: Duration::from_secs(4),
            ..Budget::at_most(Duration::from_secs(10))
        };
        let periods = Budget {
            soft: Duration::from_secs(29),
            hard: Duration::from_secs(59),
            free_until: Duration::from_secs(29),
            free_from: Duration::from_secs(30),
        };
        let clear = standing(1000, &[(90_000, 0.5), (10, 0.1)]);
        let is_decided = |budget, millis| is_decided(&clear, budget, Duration::from_millis(millis));
        assert!(!is_decided(&capped, 3_900) && is_decided(&capped, 4_100));
        assert!(!is_decided(&periods, 28_000) && is_decided(&periods, 29_500));
        assert!(!is_decided(&periods, 31_000));
    }
}
