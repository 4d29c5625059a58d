//! Evaluations per second of a neural network, by board and number of threads, and what their parts cost.

use super::positions::POSITIONS;
use super::side_by_side;
use crate::board::{Board, each};
use crate::game::{Game, Rules};
use crate::net::features::{Trail, superko_bans};
use crate::net::{Evaluator, Manner, Network};
use crate::types::{Dims, Move};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;
use std::io;
use std::ops::AddAssign;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A measured rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// The board.
    pub dims: Dims,
    /// Threads at work, each with its own evaluations.
    pub threads: usize,
    /// Evaluations of all threads per second, features and heads included: the best of the repetitions.
    pub per_second: f64,
    /// The share of the time in which the features were made.
    pub features: f64,
    /// The share of the trunk.
    pub trunk: f64,
    /// The share of the heads and of what follows them.
    pub heads: f64,
}

/// Each rate is measured so many times: a machine is rarely quiet for long.
const REPETITIONS: u32 = 3;

/// Measures the rate on each board with each number of threads for so long, and tells `observe` of each.
///
/// The numbers of threads take turns, so that they are measured in the same conditions.
///
/// # Errors
/// If the system has no room for so many threads.
pub fn run(
    network: &Arc<Network>,
    boards: &[Dims],
    threads: &[usize],
    time: Duration,
    observe: &mut dyn FnMut(&Rate),
) -> io::Result<()> {
    for &dims in boards {
        let mut best: Vec<Option<Rate>> = vec![None; threads.len()];
        for _ in 0..REPETITIONS {
            for (best, &threads) in best.iter_mut().zip(threads) {
                let rate = measure(network, dims, threads, time / REPETITIONS)?;
                if best.is_none_or(|best| rate.per_second > best.per_second) {
                    *best = Some(rate);
                }
            }
        }
        best.iter().flatten().for_each(&mut *observe);
    }
    Ok(())
}

/// The time that the parts took, and how often they ran.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    evaluations: u64,
    features: Duration,
    trunk: Duration,
    heads: Duration,
}

impl AddAssign for Parts {
    fn add_assign(&mut self, other: Parts) {
        self.evaluations += other.evaluations;
        self.features += other.features;
        self.trunk += other.trunk;
        self.heads += other.heads;
    }
}

fn measure(network: &Arc<Network>, dims: Dims, threads: usize, time: Duration) -> io::Result<Rate> {
    let games = games(dims);
    let started = Instant::now();
    let deadline = started + time;
    let mut parts = Parts::default();
    for part in side_by_side(threads, |_| evaluate_until(network, &games, deadline))? {
        parts += part;
    }
    let seconds = started.elapsed().as_secs_f64();
    let all = (parts.features + parts.trunk + parts.heads).as_secs_f64();
    let share = |part: Duration| part.as_secs_f64() / all;
    Ok(Rate {
        dims,
        threads,
        per_second: parts.evaluations as f64 / seconds,
        features: share(parts.features),
        trunk: share(parts.trunk),
        heads: share(parts.heads),
    })
}

/// Positions from beginning to end of a game: of the fixed games where there are any of the size, else of
/// random moves.
fn games(dims: Dims) -> Vec<Game> {
    let fixed = POSITIONS.iter().map(|position| position.game());
    let longest = fixed
        .filter(|game| game.dims() == dims)
        .max_by_key(|game| game.moves().len());
    let game = longest.unwrap_or_else(|| random_game(dims));
    let step = game.moves().len().div_ceil(8).max(1);
    let mut part = Game::new(dims, *game.rules(), game.komi());
    let mut games = vec![part.clone()];
    for (index, &(color, mv)) in game.moves().iter().enumerate() {
        part.play(color, mv).expect("it was played before");
        if index % step == step - 1 {
            games.push(part.clone());
        }
    }
    games
}

fn random_game(dims: Dims) -> Game {
    let mut game = Game::new(dims, Rules::default(), 7.5);
    let mut random = Pcg64Mcg::new(1);
    let points: Vec<_> = dims.points().collect();
    for _ in 0..dims.area() / 2 {
        let point = points[random.next_u32() as usize % points.len()];
        // A point that is taken stays taken.
        let _ = game.play(game.to_move(), Move::Place(point));
    }
    game
}

fn evaluate_until(network: &Arc<Network>, games: &[Game], deadline: Instant) -> Parts {
    each!(games[0].start().board(), start => evaluate_on(network, start, games, deadline))
}

/// Evaluates the positions in turn, at least one of them.
fn evaluate_on<const N: usize, const W: usize>(
    network: &Arc<Network>,
    start: &Board<N, W>,
    games: &[Game],
    deadline: Instant,
) -> Parts {
    let trails: Vec<_> = games
        .iter()
        .map(|game| {
            (
                Trail::of_game(start, game),
                game.area_komi(),
                superko_bans(game),
            )
        })
        .collect();
    let mut evaluator = Evaluator::new(network.clone());
    let manner = Manner::default();
    let mut parts = Parts::default();
    let mut now = Instant::now();
    for (trail, area_komi, banned) in trails.iter().cycle() {
        let situation = trail.situation(*area_komi, banned);
        evaluator.extract(&situation);
        let extracted = Instant::now();
        evaluator.trunk(manner.symmetry);
        let computed = Instant::now();
        black_box(evaluator.heads(&situation, &manner));
        let done = Instant::now();
        parts += Parts {
            evaluations: 1,
            features: extracted - now,
            trunk: computed - extracted,
            heads: done - computed,
        };
        now = done;
        if now >= deadline {
            break;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::NetworkOptions;
    use crate::net::file::sample;

    #[test]
    fn every_board_and_number_of_threads_gets_a_rate() {
        let model = sample::plans()[0].model(1);
        let network = Network::new(model, &NetworkOptions::default()).unwrap();
        let boards = [Dims::square(9).unwrap(), Dims::new(5, 3).unwrap()];
        let time = Duration::from_millis(30);
        let mut rates = Vec::new();
        run(&Arc::new(network), &boards, &[1, 2], time, &mut |rate| {
            rates.push(*rate);
        })
        .unwrap();
        assert_eq!(rates.len(), 4);
        for rate in rates {
            assert!(rate.per_second > 0.0);
            assert!((rate.features + rate.trunk + rate.heads - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn positions_are_spread_over_a_game() {
        for dims in [Dims::square(19).unwrap(), Dims::new(4, 7).unwrap()] {
            let moves: Vec<_> = games(dims).iter().map(|game| game.moves().len()).collect();
            assert!(
                moves.len() > 4 && moves[0] == 0 && moves.is_sorted(),
                "{moves:?}"
            );
        }
    }
}
