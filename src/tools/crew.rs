//! Several threads that share out the pieces of a job.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Does the pieces of work from 0 to `count`, `count` not included, `jobs` of them at a time, or as many as the system has
/// room for. What `work` sends, `take` gets on the caller's thread.
///
/// # Errors
/// That of `take`, which is not called again after it: nothing new is begun then, and what is in progress is waited for.
pub fn run<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize, &dyn Fn(T)) + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    run_by(|_| thread::Builder::new(), jobs, count, work, take)
}

/// The same with threads by this builder, which is told the number of each.
fn run_by<T: Send, E>(
    builder: impl Fn(usize) -> thread::Builder,
    jobs: usize,
    count: usize,
    work: impl Fn(usize, &dyn Fn(T)) + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    // Does the next piece; false if there is none left.
    let do_next = |sender: &Sender<T>| {
        let send = |done| {
            // Nobody listens after an error.
            let _ = sender.send(done);
        };
        let piece = next.fetch_add(1, Ordering::Relaxed);
        if piece < count {
            work(piece, &send);
        }
        piece < count
    };
    thread::scope(|scope| {
        let mut threads = 0;
        for number in 0..jobs.max(1).min(count) {
            let (theirs, do_next) = (sender.clone(), &do_next);
            let begun = builder(number).spawn_scoped(scope, move || while do_next(&theirs) {});
            if begun.is_err() {
                // The system has no room for more.
                break;
            }
            threads += 1;
        }
        let mut taken = Ok(());
        // Without any thread this one does the work.
        while threads == 0 && taken.is_ok() && do_next(&sender) {
            taken = receiver.try_iter().try_for_each(&mut take);
        }
        drop(sender);
        let taken = taken.and_then(|()| receiver.into_iter().try_for_each(take));
        next.store(count, Ordering::Relaxed);
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    /// Bytes for which no system has room.
    const NO_ROOM: usize = usize::MAX / 4 + 1;

    #[test]
    fn every_piece_is_done_once_by_any_number_of_threads() {
        for (jobs, count) in [(0, 5), (1, 5), (3, 5), (20, 5), (3, 0)] {
            let mut seen = Vec::new();
            let work = |piece, send: &dyn Fn(usize)| {
                send(piece);
                send(piece + 100);
            };
            let Ok(()) = run::<_, Infallible>(jobs, count, work, |done| {
                seen.push(done);
                Ok(())
            });
            seen.sort_unstable();
            let expected: Vec<usize> = (0..count).chain(100..100 + count).collect();
            assert_eq!(seen, expected, "{jobs} jobs");
        }
    }

    #[test]
    fn threads_for_which_there_is_no_room_are_done_without() {
        for room in 0..3 {
            let builder = |number: usize| {
                let stack = if number < room { 1 << 20 } else { NO_ROOM };
                thread::Builder::new().stack_size(stack)
            };
            let mut seen = Vec::new();
            let work = |piece, send: &dyn Fn(usize)| send(piece);
            let Ok(()) = run_by::<_, Infallible>(builder, 3, 5, work, |done| {
                seen.push(done);
                Ok(())
            });
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3, 4], "room for {room} threads");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let (begun, has_erred) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |piece, send: &dyn Fn(usize)| {
            begun.fetch_add(1, Ordering::Relaxed);
            send(piece);
            while piece >= 3 && !has_erred.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let mut taken = 0;
        let done = run(2, 1_000_000, work, |_| {
            taken += 1;
            has_erred.store(taken == 3, Ordering::Relaxed);
            if taken < 3 { Ok(()) } else { Err("enough") }
        });
        assert_eq!((done, taken), (Err("enough"), 3));
        assert!(begun.into_inner() < 1_000_000);
    }

    /// Where numbers have 32 bits some systems have that room.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn an_error_ends_the_work_without_threads_too() {
        let begun = AtomicUsize::new(0);
        let work = |piece, send: &dyn Fn(usize)| {
            begun.fetch_add(1, Ordering::Relaxed);
            send(piece);
        };
        let builder = |_: usize| thread::Builder::new().stack_size(NO_ROOM);
        let done = run_by(builder, 2, 9, work, |done: usize| {
            if done < 3 { Ok(()) } else { Err("enough") }
        });
        assert_eq!((done, begun.into_inner()), (Err("enough"), 4));
    }
}
