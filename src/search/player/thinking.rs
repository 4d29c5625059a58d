//! How long a search goes on: until its playouts are used up, or until more
//! would not change the choice or is not worth its time.

use super::passing;
use crate::game::Game;
use crate::search::{Search, Standing};
use crate::time::Budget;
use crate::types::Move;
use std::time::{Duration, Instant};

/// How often a running search is looked at.
const POLL: Duration = Duration::from_millis(5);

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

/// Lets a search that began at `began` go on as long as the budget has use for it.
pub(super) fn think(
    search: &mut Search,
    game: &Game,
    budget: &Budget,
    began: Instant,
    mut watch: Watch,
) {
    let has_opponent_passed = game.position().last_move() == Some(Move::Pass);
    let budget = &match has_opponent_passed {
        true => for_a_judgement_besides(budget),
        false => *budget,
    };
    let mut settlement_asked = false;
    while search.is_running() && !may_stop(search, budget, began.elapsed()) {
        if !settlement_asked && began.elapsed() >= budget.soft / 2 {
            settlement_asked = true;
            // Thinking on would gain nothing.
            if passing::seems_settled(game, search) {
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

/// What is left for the search where a judgement before a pass needs time too, and there is little to prepare for.
fn for_a_judgement_besides(budget: &Budget) -> Budget {
    Budget {
        soft: budget.soft * 3 / 4,
        hard: budget.hard * 3 / 4,
        carries_over: true,
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
    if !budget.carries_over && !standing.would_pass && elapsed < budget.soft {
        return false;
    }
    let limit = if elapsed >= budget.soft {
        budget.hard
    } else {
        budget.soft
    };
    let rate = standing.playouts as f32 / elapsed.as_secs_f32().max(1e-6);
    let to_come = rate * limit.saturating_sub(elapsed).as_secs_f32();
    // A slow network may not have come to a second move yet.
    let second_visits = second.map_or(0, |second| second.visits);
    if (first.visits - second_visits) as f32 > to_come {
        return true;
    }
    elapsed >= budget.soft && standing.is_clear()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::RootMove;
    use crate::types::Dims;

    #[test]
    fn the_first_move_that_is_looked_at_is_not_taken_for_the_only_one() {
        let corner = Dims::square(9).unwrap().point(0, 0).unwrap();
        let standing = |visits| Standing {
            playouts: visits + 1,
            moves: vec![RootMove {
                mv: Move::Place(corner),
                visits,
                winrate: 0.5,
            }],
            would_pass: false,
        };
        let budget = |carries_over| Budget {
            carries_over,
            ..Budget::fixed(Duration::from_secs(1))
        };
        let after = |millis, visits, carries_over| {
            let elapsed = Duration::from_millis(millis);
            is_decided(&standing(visits), &budget(carries_over), elapsed)
        };
        // 12 visits a second: what is still to come may change everything.
        assert!(!after(130, 1, true) && !after(130, 1, false));
        assert!(!after(400, 4, true));
        assert!(after(600, 7, true), "no other move can catch up");
        assert!(!after(600, 7, false), "the time would be lost");
    }
}
