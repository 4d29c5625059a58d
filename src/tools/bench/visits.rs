//! Visits per second of a whole search by a network, by board and number of threads.

use super::positions::{POSITIONS, Position};
use crate::game::{Game, Rules};
use crate::net::{Loading, LoadingError};
use crate::search::{Limits, MethodChoice, Report, Search, Settings};
use crate::types::Dims;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the searches on one board with one number of threads did together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The board.
    pub dims: Dims,
    /// Threads at work on one tree.
    pub threads: usize,
    /// Visits.
    pub visits: u64,
    /// What they took.
    pub time: Duration,
    /// Positions that the network has judged.
    pub evaluations: u64,
    /// Positions whose judgement was remembered.
    pub remembered: u64,
    /// As [`Report::collisions`].
    pub collisions: u64,
    /// Nodes of the trees.
    pub nodes: usize,
}

impl Rate {
    /// Visits of all threads per second.
    pub fn per_second(&self) -> f64 {
        self.visits as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Measures the rate on each board with each number of threads by searches of so many visits, and tells `observe` of each.
///
/// Every search starts from an empty tree and with nothing remembered.
///
/// # Errors
/// If the network could not be read.
pub fn run(
    network: &Arc<Loading>,
    boards: &[Dims],
    threads: &[usize],
    visits: u64,
    observe: &mut dyn FnMut(&Rate),
) -> Result<(), LoadingError> {
    for &dims in boards {
        // Weights are packed when a board first needs them.
        for game in games(dims) {
            search(network, &game, 1, 1);
        }
        for &threads in threads {
            observe(&measure(network, dims, threads, visits)?);
        }
    }
    Ok(())
}

fn measure(
    network: &Arc<Loading>,
    dims: Dims,
    threads: usize,
    visits: u64,
) -> Result<Rate, LoadingError> {
    let ready = network.wait()?;
    let mut rate = Rate {
        dims,
        threads,
        visits: 0,
        time: Duration::ZERO,
        evaluations: 0,
        remembered: 0,
        collisions: 0,
        nodes: 0,
    };
    for game in games(dims) {
        ready.cache().clear();
        let (asked, found) = ready.cache().counts();
        let (report, time) = search(network, &game, threads, visits);
        let (asked_now, found_now) = ready.cache().counts();
        rate.time += time;
        rate.visits += report.playouts;
        rate.nodes += report.nodes.used;
        rate.collisions += report.collisions;
        rate.remembered += found_now - found;
        rate.evaluations += (asked_now - asked) - (found_now - found);
    }
    Ok(rate)
}

fn search(network: &Arc<Loading>, game: &Game, threads: usize, visits: u64) -> (Report, Duration) {
    let mut search = Search::new(Settings {
        threads,
        method: MethodChoice::Network(Arc::clone(network)),
        ..Settings::default()
    });
    search.set_game(game, game.to_move());
    let started = Instant::now();
    let report = search.run(Limits::of_playouts(visits));
    let time = started.elapsed();
    (report.expect("the search has a position"), time)
}

/// The fixed positions of this board; the empty board where there is none.
fn games(dims: Dims) -> Vec<Game> {
    let mut games: Vec<Game> = POSITIONS.iter().map(Position::game).collect();
    games.retain(|game| game.dims() == dims);
    if games.is_empty() {
        games.push(Game::new(dims, Rules::default(), 7.5));
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::NetworkOptions;

    #[test]
    fn every_visit_is_counted_and_no_evaluation_twice() {
        let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let boards = [Dims::square(9).unwrap(), Dims::new(7, 5).unwrap()];
        let mut rates = Vec::new();
        run(&network, &boards, &[1, 2], 40, &mut |rate| {
            rates.push(*rate);
        })
        .unwrap();
        let seen: Vec<_> = rates
            .iter()
            .map(|rate| (rate.dims.width(), rate.threads))
            .collect();
        assert_eq!(seen, [(9, 1), (9, 2), (7, 1), (7, 2)]);
        for rate in rates {
            let searches = if rate.dims.width() == 9 { 2 } else { 1 };
            assert!(rate.visits >= 40 * searches, "{rate:?}");
            let judged = rate.evaluations + rate.remembered;
            assert!(rate.threads > 1 || rate.collisions == 0, "{rate:?}");
            assert!(judged > 0 && judged <= rate.visits + searches, "{rate:?}");
            // Two threads may make a node for the same move, of which one is lost.
            assert!(
                rate.threads > 1 || rate.nodes as u64 <= judged + searches,
                "{rate:?}"
            );
        }
    }
}
