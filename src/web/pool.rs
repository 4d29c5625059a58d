//! The seats at the engine: how many searches there may be at once.
//!
//! A search takes memory and processor time, and there may be many windows. Who thinks has a
//! seat. Who has finished keeps the seat, and with it the tree for the next move, until somebody else needs it. Who
//! waits stands in a line, and a free seat is for the first in it.

use crate::monitor::Monitor;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often one who waits looks whether to give up.
const LOOK: Duration = Duration::from_millis(50);

/// The seats.
pub struct Pool {
    seats: usize,
    state: Monitor<State>,
}

#[derive(Default)]
struct State {
    sitting: Vec<Sitting>,
    /// The guests who wait, the longest first.
    line: VecDeque<u64>,
}

struct Sitting {
    guest: u64,
    /// Set while the guest has nothing to think about: how to ask it to leave.
    ask_to_leave: Option<Box<dyn Fn() + Send>>,
}

impl Pool {
    /// This many seats, at least one.
    pub fn new(seats: usize) -> Pool {
        Pool {
            seats: seats.max(1),
            state: Monitor::default(),
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Takes a seat after all who wait, or keeps the one taken before. Calls `wait` once if it has to wait; false if
    /// `stop` is set before it has a seat.
    pub fn sit(&self, guest: u64, stop: &AtomicBool, wait: impl FnOnce()) -> bool {
        let mut wait = Some(wait);
        let mut state = self.state.lock();
        if let Some(own) = state.seat_of(guest) {
            own.ask_to_leave = None;
            return true;
        }
        state.line.push_back(guest);
        let must_wait = |state: &mut State| {
            state.sitting.len() >= self.seats || state.line.front() != Some(&guest)
        };
        while must_wait(&mut state) {
            if stop.load(Ordering::SeqCst) {
                state.line.retain(|waiting| *waiting != guest);
                // Who stood behind may be the first now.
                self.state.release(state);
                return false;
            }
            state.ask_one_to_leave();
            if let Some(wait) = wait.take() {
                wait();
            }
            drop(state);
            state = self.state.wait_at_most(LOOK, must_wait);
        }
        state.line.pop_front();
        state.sitting.push(Sitting {
            guest,
            ask_to_leave: None,
        });
        // There may be a seat for the next one too.
        self.state.release(state);
        true
    }

    /// The guest has nothing to think about; `ask_to_leave` is called when somebody else needs the seat.
    pub fn rest(&self, guest: u64, ask_to_leave: impl Fn() + Send + 'static) {
        if let Some(own) = self.state.lock().seat_of(guest) {
            own.ask_to_leave = Some(Box::new(ask_to_leave));
        }
    }

    /// Gives the seat up, if the guest has one.
    pub fn leave(&self, guest: u64) {
        self.state
            .change(|state| state.sitting.retain(|sitting| sitting.guest != guest));
    }

    /// Lets others have the seat if somebody waits for one, and takes one after them as [`Pool::sit`] does.
    pub fn give_way(&self, guest: u64, stop: &AtomicBool, wait: impl FnOnce()) -> bool {
        if !self.is_wanted() {
            return true;
        }
        self.leave(guest);
        self.sit(guest, stop, wait)
    }

    /// Whether somebody waits for a seat.
    pub fn is_wanted(&self) -> bool {
        !self.state.lock().line.is_empty()
    }
}

impl State {
    fn seat_of(&mut self, guest: u64) -> Option<&mut Sitting> {
        let mut sitting = self.sitting.iter_mut();
        sitting.find(|sitting| sitting.guest == guest)
    }

    /// Asks one who rests to leave, and each only once.
    fn ask_one_to_leave(&mut self) {
        let mut sitting = self.sitting.iter_mut();
        if let Some(ask) = sitting.find_map(|sitting| sitting.ask_to_leave.take()) {
            ask();
        }
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

    #[test]
    fn who_gives_way_sits_after_those_who_waited() {
        let pool = Arc::new(Pool::new(1));
        assert!(pool.sit(1, &NEVER, || ()));
        let (seated, order) = mpsc::channel();
        let second = thread::spawn({
            let (pool, seated) = (Arc::clone(&pool), seated.clone());
            move || {
                assert!(pool.sit(2, &NEVER, || ()));
                seated.send(2).unwrap();
                pool.leave(2);
            }
        });
        while !pool.is_wanted() {
            thread::yield_now();
        }
        assert!(pool.give_way(1, &NEVER, || ()));
        seated.send(1).unwrap();
        second.join().unwrap();
        assert!(order.try_iter().eq([2, 1]));
    }

    #[test]
    fn who_gives_up_does_not_hold_the_others_up() {
        let pool = Arc::new(Pool::new(1));
        assert!(pool.sit(1, &NEVER, || ()));
        let given_up = Arc::new(AtomicBool::new(false));
        let wait = |guest, stop: Arc<AtomicBool>| {
            let (waits, waited) = mpsc::channel();
            let pool = Arc::clone(&pool);
            let sits = thread::spawn(move || pool.sit(guest, &stop, || waits.send(()).unwrap()));
            waited.recv().unwrap();
            sits
        };
        let second = wait(2, Arc::clone(&given_up));
        let third = wait(3, Arc::default());
        given_up.store(true, Ordering::SeqCst);
        assert!(!second.join().unwrap());
        pool.leave(1);
        assert!(third.join().unwrap());
    }
}
