//! The seats at the engine: how many searches there may be at once.
//!
//! A search takes memory and processor time, and there may be many windows. Who thinks has a
//! seat. Who has finished keeps the seat, and with it the tree for the next move, until somebody else needs it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often one who waits looks whether to give up.
const LOOK: Duration = Duration::from_millis(50);

/// The seats.
pub struct Pool {
    seats: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    sitting: Vec<Sitting>,
    waiting: usize,
}

struct Sitting {
    guest: u64,
    /// Set while the guest has nothing to think about: how to ask it to leave.
    ask_to_leave: Option<Box<dyn Fn() + Send>>,
}

impl Pool {
    /// So many seats, at least one.
    pub fn new(seats: usize) -> Pool {
        Pool {
            seats: seats.max(1),
            state: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Takes a seat, or keeps the one taken before. Calls `wait` once if none is free; false if `stop` is set before one is.
    pub fn sit(&self, guest: u64, stop: &AtomicBool, wait: impl FnOnce()) -> bool {
        let mut wait = Some(wait);
        let mut state = self.state();
        loop {
            if let Some(own) = state
                .sitting
                .iter_mut()
                .find(|sitting| sitting.guest == guest)
            {
                own.ask_to_leave = None;
                return true;
            }
            if state.sitting.len() < self.seats {
                let ask_to_leave = None;
                state.sitting.push(Sitting {
                    guest,
                    ask_to_leave,
                });
                return true;
            }
            if stop.load(Ordering::SeqCst) {
                return false;
            }
            if let Some(ask) = state
                .sitting
                .iter_mut()
                .find_map(|sitting| sitting.ask_to_leave.take())
            {
                ask();
            }
            if let Some(wait) = wait.take() {
                wait();
            }
            state.waiting += 1;
            let waited = self.freed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.waiting -= 1;
        }
    }

    /// The guest has nothing to think about; `ask_to_leave` is called when somebody else needs the seat.
    pub fn rest(&self, guest: u64, ask_to_leave: impl Fn() + Send + 'static) {
        let mut state = self.state();
        if let Some(own) = state
            .sitting
            .iter_mut()
            .find(|sitting| sitting.guest == guest)
        {
            own.ask_to_leave = Some(Box::new(ask_to_leave));
        }
    }

    /// Gives the seat up, if the guest has one.
    pub fn leave(&self, guest: u64) {
        self.state()
            .sitting
            .retain(|sitting| sitting.guest != guest);
        self.freed.notify_all();
    }

    /// Lets others have the seat if somebody waits for one, and takes one again as [`Pool::sit`] does.
    pub fn give_way(&self, guest: u64, stop: &AtomicBool, wait: impl FnOnce()) -> bool {
        if !self.is_wanted() {
            return true;
        }
        self.leave(guest);
        self.sit(guest, stop, wait)
    }

    /// Whether somebody waits for a seat.
    pub fn is_wanted(&self) -> bool {
        self.state().waiting > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, mpsc};
    use std::thread;

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn there_are_no_more_guests_than_seats() {
        let pool = Pool::new(2);
        assert!(pool.sit(1, &NEVER, || unreachable!()));
        assert!(pool.sit(2, &NEVER, || unreachable!()));
        assert!(pool.sit(1, &NEVER, || unreachable!()));
        let mut waited = false;
        assert!(!pool.sit(3, &AtomicBool::new(true), || waited = true));
        pool.leave(2);
        assert!(pool.sit(3, &NEVER, || unreachable!()));
        assert!(!waited && !pool.is_wanted());
    }

    #[test]
    fn who_rests_is_asked_to_leave_and_who_thinks_is_not() {
        let pool = Arc::new(Pool::new(2));
        assert!(pool.sit(1, &NEVER, || ()) && pool.sit(2, &NEVER, || ()));
        let (asked, questions) = mpsc::channel();
        pool.rest(2, move || asked.send(()).unwrap());
        let third = thread::spawn({
            let pool = Arc::clone(&pool);
            move || pool.sit(3, &NEVER, || ())
        });
        questions.recv().unwrap();
        pool.leave(2);
        assert!(third.join().unwrap());
        // The first one is still there.
        assert!(!pool.sit(2, &AtomicBool::new(true), || ()));
    }
}
