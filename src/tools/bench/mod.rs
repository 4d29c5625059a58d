//! Fixed work, to measure speed and to see whether the search still does the
//! same thing.
//!
//! `search` runs a search in each of a few fixed positions. With one thread,
//! the number it ends with depends on the visits of every move at every root:
//! a change that was meant to change speed alone leaves it as it is. It is the
//! same in debug and release builds and on every machine.
//!
//! `rates` measures playouts per second by board size and number of threads;
//! `superko` what the superko rule costs; `net` measures evaluations of a network, `visits` a whole search by it.

pub mod net;
pub mod positions;
pub mod rates;
pub mod search;
pub mod superko;
pub mod visits;

use std::io;
use std::thread;

/// Playouts of a search are this many divided by the points of the board, unless given.
const STANDARD_WORK: u64 = 400_000;

/// What so many threads return that do this side by side, each with its number.
///
/// # Errors
/// If the system has no room for one of them: fewer are not what was to be measured.
///
/// # Panics
/// If one of them panics.
fn side_by_side<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> io::Result<Vec<T>> {
    by(thread::Builder::new, threads, work)
}

/// The same with threads by this builder.
fn by<T: Send>(
    builder: impl Fn() -> thread::Builder,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> io::Result<Vec<T>> {
    thread::scope(|scope| {
        let work = &work;
        let begin = |number| builder().spawn_scoped(scope, move || work(number));
        let workers: io::Result<Vec<_>> = (0..threads).map(begin).collect();
        let workers = workers.map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("the system has no room for {threads} threads: {error}"),
            )
        })?;
        let done = workers.into_iter().map(|worker| worker.join());
        Ok(done.map(|done| done.expect("no worker panics")).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_work_or_none_is_missing_silently() {
        assert_eq!(side_by_side(3, |number| 10 * number).unwrap(), [0, 10, 20]);
        // Bytes for which no system has room.
        let greedy = || thread::Builder::new().stack_size(usize::MAX / 4 + 1);
        let error = by(greedy, 2, |number| number).unwrap_err();
        assert!(
            error.to_string().contains("no room for 2 threads"),
            "{error}"
        );
    }
}
