//! Searches in the fixed positions.

use super::STANDARD_WORK;
use super::positions::{POSITIONS, Position};
use crate::search::{Limits, Report, Search, Settings};
use crate::tools::fnv::Fnv;
use crate::types::{Dims, Move};
use std::time::{Duration, Instant};

/// How long each search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The fixed workload: the fewer playouts, the larger the board.
    Standard,
    /// This many playouts in each position.
    Playouts(u64),
    /// This long in each position: for speed alone, the checksum is left to chance.
    Time(Duration),
}

/// What one search did.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the position is called.
    pub name: &'static str,
    /// The board.
    pub dims: Dims,
    /// Playouts made.
    pub playouts: u64,
    /// How long they took.
    pub time: Duration,
    /// The most visited move.
    pub best: Option<Move>,
}

/// Runs all searches, telling `observe` of each as it ends; returns the checksum.
pub fn run(settings: &Settings, effort: Effort, observe: &mut dyn FnMut(&Line)) -> u32 {
    let mut checksum = Fnv::default();
    for position in POSITIONS {
        let (line, report) = run_one(position, settings, effort);
        add(&mut checksum, &report);
        observe(&line);
    }
    folded(checksum)
}

fn run_one(position: &Position, settings: &Settings, effort: Effort) -> (Line, Report) {
    let game = position.game();
    let dims = game.dims();
    let mut search = Search::new(settings.clone());
    search.set_game(&game, game.to_move());
    let started = Instant::now();
    let report = search.run(match effort {
        Effort::Standard => Limits::of_playouts(STANDARD_WORK / dims.area() as u64),
        Effort::Playouts(playouts) => Limits::of_playouts(playouts),
        Effort::Time(time) => Limits {
            deadline: Some(started + time),
            ..Limits::default()
        },
    });
    let time = started.elapsed();
    let report = report.expect("the search has a position");
    let line = Line {
        name: position.name,
        dims,
        playouts: report.playouts,
        time,
        best: report.best().map(|best| best.mv),
    };
    (line, report)
}

/// Mixes in the visits of all root moves, in the order of the board.
fn add(checksum: &mut Fnv, report: &Report) {
    let moves = report.moves.iter();
    let mut visits: Vec<(Move, u64)> = moves.map(|child| (child.mv, child.visits)).collect();
    visits.sort_unstable();
    for (_, visits) in visits {
        checksum.add(&visits.to_le_bytes());
    }
}

/// 32 bits are easier to compare: any change of any count changes them, but for one chance in four thousand million.
fn folded(checksum: Fnv) -> u32 {
    let value = checksum.value();
    (value ^ (value >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(seed: u64) -> u32 {
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        run(&settings, Effort::Playouts(60), &mut |line| {
            assert_eq!(line.playouts, 60, "{} {}", line.dims, line.name);
        })
    }

    #[test]
    fn the_checksum_repeats_and_sees_a_difference() {
        assert_eq!(checksum(1), checksum(1));
        assert_ne!(checksum(1), checksum(2));
    }
}
