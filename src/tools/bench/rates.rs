//! Playouts per second, by board size and number of threads, on empty boards.

use super::side_by_side;
use crate::board::{AnyBoard, Board, each};
use crate::game::{Game, Rules};
use crate::playout::{Policy, area_owners, play_policy, play_uniform, random_stream};
use crate::search::{Limits, Search, Settings};
use crate::types::{Color, Dims, Move};
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Playouts in which every legal move that fills no own eye is equally
    /// likely: each starts from a copy of the empty board, ends after two
    /// passes and is scored.
    Uniform,
    /// The same with the policy that the search uses.
    Policy,
    /// The whole search from an empty tree: tree, RAVE, superko, playouts by policy.
    Search,
}

impl Kind {
    /// The name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Uniform => "uniform",
            Kind::Policy => "policy",
            Kind::Search => "search",
        }
    }

    /// A machine is rarely quiet for long, so many short measurements are
    /// better than a long one; but a search needs time to grow its tree.
    fn repetitions(self) -> u32 {
        match self {
            Kind::Uniform | Kind::Policy => 5,
            Kind::Search => 3,
        }
    }
}

/// What to measure, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is measured.
    pub kinds: Vec<Kind>,
    /// The boards.
    pub boards: Vec<Dims>,
    /// The numbers of threads.
    pub threads: Vec<usize>,
    /// How long each rate is measured, all repetitions together.
    pub time: Duration,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// A measured rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// What was measured.
    pub kind: Kind,
    /// The board.
    pub dims: Dims,
    /// Threads at work, each with its own playouts or all on one tree.
    pub threads: usize,
    /// Playouts of all threads per second: the best of the repetitions.
    pub per_second: f64,
    /// Mean moves per playout, the last two passes included; not known of a search.
    pub moves_per_playout: Option<f64>,
}

impl Rate {
    /// What one move costs one thread.
    pub fn ns_per_move(&self) -> Option<f64> {
        self.moves_per_playout
            .map(|moves| self.threads as f64 * 1e9 / (self.per_second * moves))
    }
}

/// What was done in some time.
#[derive(Clone, Copy, Debug)]
struct Sample {
    playouts: u64,
    /// Of all playouts; 0 if not known.
    moves: u64,
    time: Duration,
}

impl Sample {
    fn per_second(&self) -> f64 {
        self.playouts as f64 / self.time.as_secs_f64()
    }
}

/// Measures all rates of the plan and tells `observe` of each.
///
/// The numbers of threads take turns, so that they are measured in the same
/// conditions and their ratios mean something on a machine with other work.
///
/// # Errors
/// If the system has no room for so many threads.
pub fn run(plan: &Plan, observe: &mut dyn FnMut(&Rate)) -> io::Result<()> {
    for &kind in &plan.kinds {
        for &dims in &plan.boards {
            measure(plan, kind, dims)?.iter().for_each(&mut *observe);
        }
    }
    Ok(())
}

fn measure(plan: &Plan, kind: Kind, dims: Dims) -> io::Result<Vec<Rate>> {
    let repetitions = kind.repetitions();
    let mut samples = vec![Vec::new(); plan.threads.len()];
    for _ in 0..repetitions {
        for (samples, &threads) in samples.iter_mut().zip(&plan.threads) {
            samples.push(sample(
                kind,
                dims,
                threads,
                plan.time / repetitions,
                plan.seed,
            )?);
        }
    }
    let rates = samples.iter().zip(&plan.threads);
    Ok(rates
        .map(|(samples, &threads)| summary(kind, dims, threads, samples))
        .collect())
}

fn summary(kind: Kind, dims: Dims, threads: usize, samples: &[Sample]) -> Rate {
    let per_second = samples.iter().map(Sample::per_second).fold(0.0, f64::max);
    let playouts: u64 = samples.iter().map(|sample| sample.playouts).sum();
    let moves: u64 = samples.iter().map(|sample| sample.moves).sum();
    Rate {
        kind,
        dims,
        threads,
        per_second,
        moves_per_playout: (moves > 0).then(|| moves as f64 / playouts as f64),
    }
}

fn sample(kind: Kind, dims: Dims, threads: usize, time: Duration, seed: u64) -> io::Result<Sample> {
    if kind == Kind::Search {
        return Ok(sample_search(dims, threads, time, seed));
    }
    each!(&AnyBoard::new(dims), empty => sample_playouts(kind, empty, threads, time, seed))
}

fn sample_search(dims: Dims, threads: usize, time: Duration, seed: u64) -> Sample {
    let game = Game::new(dims, Rules::default(), 7.5);
    let mut search = Search::new(Settings {
        threads,
        seed,
        ..Settings::default()
    });
    search.set_game(&game, Color::Black);
    let started = Instant::now();
    let report = search.run(Limits {
        deadline: Some(started + time),
        ..Limits::default()
    });
    Sample {
        time: started.elapsed(),
        playouts: report.map_or(0, |report| report.playouts),
        moves: 0,
    }
}

fn sample_playouts<const N: usize, const W: usize>(
    kind: Kind,
    empty: &Board<N, W>,
    threads: usize,
    time: Duration,
    seed: u64,
) -> io::Result<Sample> {
    let started = Instant::now();
    let deadline = started + time;
    let work = |thread: usize| {
        let random = &mut random_stream(seed, thread as u128);
        if kind == Kind::Uniform {
            return repeat(empty, deadline, |board| {
                play_uniform(board, Color::Black, random)
            });
        }
        let policy = Policy::default();
        let mut record: Vec<Move> = Vec::with_capacity(3 * empty.dims().area());
        repeat(empty, deadline, |board| {
            record.clear();
            play_policy(board, Color::Black, [None; 2], &policy, random, &mut record);
            record.len()
        })
    };
    let counts = side_by_side(threads, work)?;
    Ok(Sample {
        playouts: counts.iter().map(|&(playouts, _)| playouts).sum(),
        moves: counts.iter().map(|&(_, moves)| moves).sum(),
        time: started.elapsed(),
    })
}

/// Plays from the empty board until the deadline, at least once. `play` plays a playout and tells its moves; returns the
/// number of playouts and of moves.
fn repeat<const N: usize, const W: usize>(
    empty: &Board<N, W>,
    deadline: Instant,
    mut play: impl FnMut(&mut Board<N, W>) -> usize,
) -> (u64, u64) {
    let (mut board, mut owners) = (empty.clone(), [0; N]);
    let (mut playouts, mut moves) = (0, 0);
    loop {
        board.copy_from(empty);
        moves += play(&mut board) as u64;
        black_box(area_owners(&board, &mut owners));
        playouts += 1;
        if Instant::now() >= deadline {
            return (playouts, moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn every_rate_is_measured() {
        let plan = Plan {
            kinds: vec![Kind::Uniform, Kind::Policy, Kind::Search],
            boards: [2, 5, 12, 19, 25]
                .map(|n| Dims::square(n).unwrap())
                .to_vec(),
            threads: vec![1, 2],
            time: Duration::from_millis(1),
            seed: 1,
        };
        let mut rates = Vec::new();
        run(&plan, &mut |rate| rates.push(rate.clone())).unwrap();
        assert_eq!(rates.len(), 30);
        for rate in &rates {
            assert!(rate.per_second > 0.0, "{rate:?}");
            assert_eq!(rate.moves_per_playout.is_some(), rate.kind != Kind::Search);
        }
    }

    #[test]
    fn a_move_costs_what_the_rate_says() {
        let rate = Rate {
            kind: Kind::Uniform,
            dims: Dims::square(9).unwrap(),
            threads: 2,
            per_second: 100_000.0,
            moves_per_playout: Some(100.0),
        };
        assert_eq!(rate.ns_per_move(), Some(200.0));
    }

    /// Uniform playouts on an empty 9x9 board are known to last about 111 moves.
    #[test]
    fn uniform_playouts_have_the_length_the_field_knows() {
        let empty = Board::<128, 2>::new(Dims::square(9).unwrap());
        let mut random = Pcg64Mcg::new(1);
        let mut board = empty.clone();
        let total: usize = (0..2000)
            .map(|_| {
                board.copy_from(&empty);
                play_uniform(&mut board, Color::Black, &mut random)
            })
            .sum();
        let mean = total as f64 / 2000.0;
        assert!((109.0..=114.0).contains(&mean), "{mean}");
    }
}
