//! Workers that panic, for the tests of what happens then.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

thread_local!(static ASKED: Cell<Range<u64>> = const { Cell::new(0..0) });

/// Has the expansions with these numbers, from 0, panic in the next search that this thread starts.
pub fn break_expansions(numbers: Range<u64>) {
    ASKED.set(numbers);
}

/// Which expansions of one search panic.
#[derive(Default)]
pub struct Broken {
    begun: AtomicU64,
    numbers: Range<u64>,
}

impl Broken {
    /// As this thread has asked, once.
    pub fn as_asked() -> Broken {
        Broken {
            begun: AtomicU64::new(0),
            numbers: ASKED.take(),
        }
    }

    /// Called by every expansion while it holds its claim.
    pub fn expand(&self) {
        let number = self.begun.fetch_add(1, Relaxed);
        assert!(!self.numbers.contains(&number), "broken on demand");
    }
}

mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::search::{Limits, Report, Search, Settings};
    use crate::types::{Color, Dims};

    fn search(threads: usize) -> (Search, Game) {
        let game = Game::new(Dims::square(7).unwrap(), Rules::default(), 7.5);
        let mut search = Search::new(Settings {
            threads,
            memory_mb: 16,
            ..Settings::default()
        });
        search.set_game(&game, Color::Black);
        (search, game)
    }

    fn run(search: &mut Search, playouts: u64) -> Report {
        let report = search.run(Limits::of_playouts(playouts));
        assert!(!search.is_running());
        report.unwrap()
    }

    #[test]
    fn a_worker_that_panics_costs_its_playout_alone() {
        for threads in [1, 3] {
            for first in [0, 1, 7] {
                let (mut search, game) = search(threads);
                break_expansions(first..first + 2);
                let report = run(&mut search, 1000);
                assert_eq!(report.playouts, 998, "{threads} threads, expansion {first}");
                assert_eq!(report.visits, 1000);
                assert!(game.check(Color::Black, report.best().unwrap().mv).is_ok());
            }
        }
    }

    #[test]
    fn workers_that_always_panic_end_the_search_and_not_the_next_one() {
        for threads in [1, 3] {
            let (mut search, _) = search(threads);
            break_expansions(0..u64::MAX);
            assert!(run(&mut search, 1000).has_failed());
            let report = run(&mut search, 1000);
            assert_eq!(report.playouts, 1000);
            assert!(report.moves.len() > 40, "the root has its children");
        }
    }
}
