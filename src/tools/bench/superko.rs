//! What superko costs the search: the same searches with and without it.
//!
//! Without superko no child is asked whether it repeats a position; all else
//! is the same, and so are the visits, unless a move is refused.
//!
//! By instructions counted (callgrind; start-up taken off) superko's share is
//! 0.28 % on 9x9 (3000 playouts) and 0.19 % on 19x19 (1000 playouts).

use super::STANDARD_WORK;
use super::positions::{Position, SUPERKO_POSITIONS};
use crate::game::{KoRule, Rules};
use crate::search::{Limits, Search, Settings};
use crate::types::Dims;
use cpu_time::ProcessTime;
use std::time::Duration;

/// How much to search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Pairs of searches in each position.
    pub pairs: usize,
    /// Playouts of each search; if none, the fewer, the larger the board.
    pub playouts: Option<u64>,
    /// The rules to search under, in turn: positional superko, simple ko, or both.
    pub rules: Vec<KoRule>,
    /// The side of the board; both boards if none.
    pub side: Option<usize>,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The processor time of all searches in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The board.
    pub dims: Dims,
    /// Playouts of each search.
    pub playouts: u64,
    /// Seconds of each search with superko.
    pub with: Vec<f64>,
    /// Seconds of each search without.
    pub without: Vec<f64>,
}

impl Cost {
    /// Superko's share of the time: the median over the pairs, of the time with superko.
    ///
    /// None without pairs.
    pub fn share(&self) -> Option<f64> {
        let pairs = self.with.iter().zip(&self.without);
        let mut shares: Vec<f64> = pairs.map(|(with, without)| 1.0 - without / with).collect();
        shares.sort_by(f64::total_cmp);
        let (low, high) = (shares.len().checked_sub(1)? / 2, shares.len() / 2);
        Some((shares[low] + shares[high]) / 2.0)
    }
}

/// The sides of the boards with a position to search.
pub fn sides() -> Vec<usize> {
    let side = |position: &Position| position.game().dims().width();
    SUPERKO_POSITIONS.iter().map(side).collect()
}

/// Searches and tells `observe` what each position cost.
pub fn run(plan: &Plan, observe: &mut dyn FnMut(&Cost)) {
    for position in SUPERKO_POSITIONS {
        let side = position.game().dims().width();
        if plan.side.is_none_or(|wanted| wanted == side) {
            observe(&compare(position, plan));
        }
    }
}

fn compare(position: &Position, plan: &Plan) -> Cost {
    let dims = position.game().dims();
    let standard = STANDARD_WORK / dims.area() as u64;
    let mut cost = Cost {
        dims,
        playouts: plan.playouts.unwrap_or(standard),
        with: Vec::new(),
        without: Vec::new(),
    };
    for pair in 0..plan.pairs {
        let seed = plan.seed.wrapping_add(pair as u64);
        // The first of a pair changes, lest the order decide.
        let mut order = plan.rules.clone();
        if pair % 2 == 1 {
            order.reverse();
        }
        for rule in order {
            let seconds = seconds(position, rule, cost.playouts, seed).as_secs_f64();
            match rule {
                KoRule::Simple => cost.without.push(seconds),
                _ => cost.with.push(seconds),
            }
        }
    }
    cost
}

/// Processor time of one search.
fn seconds(position: &Position, ko: KoRule, playouts: u64, seed: u64) -> Duration {
    let mut game = position.game();
    game.set_rules(Rules {
        ko,
        ..Rules::default()
    });
    let mut search = Search::new(Settings {
        seed,
        ..Settings::default()
    });
    search.set_game(&game, game.to_move());
    let started = ProcessTime::now();
    search.run(Limits::of_playouts(playouts));
    started.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_searched_with_and_without() {
        let mut plan = Plan {
            pairs: 2,
            playouts: Some(20),
            rules: vec![KoRule::PositionalSuperko, KoRule::Simple],
            side: None,
            seed: 1,
        };
        let mut sides = Vec::new();
        run(&plan, &mut |cost| {
            assert_eq!((cost.with.len(), cost.without.len()), (2, 2));
            assert!(cost.share().is_some());
            sides.push(cost.dims.width());
        });
        assert_eq!(sides, [9, 19]);
        plan.rules = vec![KoRule::Simple];
        run(&plan, &mut |cost| {
            assert_eq!((cost.with.len(), cost.without.len()), (0, 2));
            assert_eq!(cost.share(), None);
        });
    }

    #[test]
    fn the_share_is_a_median_of_pairs() {
        let cost = Cost {
            dims: Dims::square(9).unwrap(),
            playouts: 1,
            with: vec![2.0, 4.0, 1.0],
            without: vec![1.0, 3.0, 1.0],
        };
        assert_eq!(cost.share(), Some(0.25));
    }
}
