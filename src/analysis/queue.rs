//! Positions that wait to be searched, and those that are being searched.

use super::query::Query;
use super::turns::Turn;
use crate::monitor::Monitor;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes of queries that may wait; then reading pauses until some are done. Each counts as its line and 10 KiB more,
/// so that 80 000 games of two hundred moves may wait, each for one position.
pub const MAX_WAITING: usize = 1 << 30;
/// What a query takes besides its moves, which take less than their text. It comes near this only where moves of both players are
/// avoided.
const QUERY_BYTES: usize = 10 << 10;
/// What a position takes in the table below, roughly.
const JOB_BYTES: usize = 160;

/// One position of a query.
#[derive(Clone, Debug)]
pub struct Job {
    /// The query.
    pub query: Arc<Query>,
    /// The position after so many moves.
    pub turn: u32,
    /// Its share of what the query takes while it waits.
    bytes: usize,
}

/// A position that a worker searches.
#[derive(Debug)]
pub struct Claim {
    /// What to search.
    pub job: Job,
    /// Ends the search as soon as it is set.
    pub stop: Arc<AtomicBool>,
    /// The positions waiting and being searched, this one included; not those whose search has been told to stop,
    /// which leaves its processors at once.
    pub crowd: usize,
    /// Whether this search has the large share of the memory, which only one has at a time: see
    /// [`Config::sharers`](super::config::Config::sharers).
    pub has_large_share: bool,
    number: u64,
}

/// Which positions to terminate.
#[derive(Debug)]
pub struct Target {
    /// Those of the queries with this name; of all if none.
    pub id: Option<Arc<str>>,
    /// Only these turns; all if none.
    pub turns: Option<BTreeSet<i64>>,
}

impl Target {
    fn has(&self, job: &Job) -> bool {
        let is_named = self.id.as_ref().is_none_or(|id| *id == job.query.id);
        let turns = self.turns.as_ref();
        is_named && turns.is_none_or(|turns| turns.contains(&i64::from(job.turn)))
    }
}

/// The highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

/// A position that is being searched.
struct Running {
    job: Job,
    priority: i64,
    stop: Arc<AtomicBool>,
}

impl Running {
    /// Whether somebody still wants to know. A search that has been told to stop ends at once.
    fn is_wanted(&self) -> bool {
        !self.stop.load(Relaxed)
    }
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Job>,
    /// By the number of the claim.
    running: BTreeMap<u64, Running>,
    /// The claim that has the large share of the memory.
    large_share: Option<u64>,
    bytes: usize,
    added: u64,
    claimed: u64,
    closed: bool,
}

impl State {
    /// Gives the large share of the memory to this claim, unless a search that goes on has it.
    fn claim_large_share(&mut self, number: u64) -> bool {
        let holder = self
            .large_share
            .and_then(|holder| self.running.get(&holder));
        let is_held = holder.is_some_and(Running::is_wanted);
        if !is_held {
            self.large_share = Some(number);
        }
        !is_held
    }

    fn add(&mut self, job: Job, priority: i64) {
        let place = (Reverse(priority), self.added);
        self.added += 1;
        self.bytes += job.bytes;
        self.waiting.insert(place, job);
    }

    fn remove(&mut self, place: Place) -> Option<Job> {
        let job = self.waiting.remove(&place)?;
        self.bytes -= job.bytes;
        Some(job)
    }

    /// How many positions are searched by somebody who still wants to know.
    fn searched(&self) -> usize {
        let running = self.running.values();
        running.filter(|running| running.is_wanted()).count()
    }

    /// Whether so many positions are searched, and one that waits comes before all of them.
    fn is_urgent(&self, searches: usize) -> bool {
        let Some((&(Reverse(priority), _), _)) = self.waiting.first_key_value() else {
            return false;
        };
        let is_before = |running: &Running| running.priority < priority || !running.is_wanted();
        self.running.len() >= searches && self.running.values().all(is_before)
    }

    fn places_of(&self, target: &Target) -> Vec<Place> {
        let meant = self.waiting.iter().filter(|(_, job)| target.has(job));
        meant.map(|(&place, _)| place).collect()
    }
}

/// The queue between the reader and the workers.
#[derive(Default)]
pub struct Queue(Monitor<State>);

impl Queue {
    /// Adds positions of a query that came in a line of so many bytes; waits for room while [`MAX_WAITING`] is reached.
    pub fn add(&self, query: Query, turns: &[Turn], line_bytes: usize) {
        let is_full = |state: &mut State| state.bytes >= MAX_WAITING && !state.closed;
        let mut state = self.0.wait_while(is_full);
        if state.closed {
            return;
        }
        let query = Arc::new(query);
        let bytes = JOB_BYTES + (QUERY_BYTES + line_bytes) / turns.len().max(1);
        for turn in turns {
            let job = Job {
                query: Arc::clone(&query),
                turn: turn.number,
                bytes,
            };
            state.add(job, turn.priority);
        }
        self.0.release(state);
    }

    /// Waits for a position to search; none when there will be no more.
    pub fn claim(&self) -> Option<Claim> {
        self.claim_where(|_| true)
    }

    /// The same for one more search beside so many: only a position that comes before all that are searched.
    pub fn claim_urgent(&self, searches: usize) -> Option<Claim> {
        self.claim_where(|state| state.is_urgent(searches))
    }

    /// Waits for a position to search where that is allowed; none when there will be no more.
    fn claim_where(&self, is_allowed: impl Fn(&State) -> bool) -> Option<Claim> {
        let mut state = self.0.wait_while(|state| match state.waiting.is_empty() {
            true => !state.closed,
            false => !is_allowed(state),
        });
        let (&place, _) = state.waiting.first_key_value()?;
        let (Reverse(priority), _) = place;
        let job = state.remove(place)?;
        let stop = Arc::new(AtomicBool::new(false));
        let number = state.claimed;
        state.claimed += 1;
        let running = Running {
            job: job.clone(),
            priority,
            stop: Arc::clone(&stop),
        };
        state.running.insert(number, running);
        let crowd = state.waiting.len() + state.searched();
        let has_large_share = state.claim_large_share(number);
        self.0.release(state);
        Some(Claim {
            job,
            stop,
            crowd,
            has_large_share,
            number,
        })
    }

    /// Gives a position back that has been searched. Nobody waits for that: no other position becomes urgent by it.
    pub fn release(&self, claim: &Claim) {
        let mut state = self.0.lock();
        state.running.remove(&claim.number);
        state.large_share.take_if(|number| *number == claim.number);
    }

    /// Stops the searches that are meant; returns what was still waiting,
    /// which nobody will search now.
    pub fn terminate(&self, target: &Target) -> Vec<Job> {
        self.0.change(|state| {
            for running in state.running.values() {
                if target.has(&running.job) {
                    running.stop.store(true, Relaxed);
                }
            }
            let places = state.places_of(target).into_iter();
            places.filter_map(|place| state.remove(place)).collect()
        })
    }

    /// Says that nothing more will be added.
    pub fn close(&self) {
        self.0.change(|state| state.closed = true);
    }

    /// Says that nobody wants any results: what waits is forgotten, what is searched stops.
    pub fn abandon(&self) {
        self.0.change(|state| {
            state.closed = true;
            state.waiting.clear();
            state.bytes = 0;
            for running in state.running.values() {
                running.stop.store(true, Relaxed);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::config::Config;
    use serde_json::json;

    fn add(queue: &Queue, id: &str) {
        add_of_priority(queue, id, 0);
    }

    fn add_of_priority(queue: &Queue, id: &str, priority: i64) {
        let query = json!({
            "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9, "priority": priority
        });
        let object = query.as_object().unwrap().clone();
        let read = Query::read(id, object, &Config::default()).unwrap();
        queue.add(read.query, &read.turns, 100);
    }

    #[test]
    fn what_has_been_told_to_stop_takes_no_share_of_the_processors() {
        let queue = Queue::default();
        let claim = |id| {
            add(&queue, id);
            queue.claim().unwrap()
        };
        let first = claim("first");
        assert_eq!(first.crowd, 1);
        assert_eq!(claim("second").crowd, 2);
        let id = Some("first".into());
        queue.terminate(&Target { id, turns: None });
        assert!(first.stop.load(Relaxed));
        assert_eq!(claim("third").crowd, 2, "the second and the third");
    }

    #[test]
    fn one_more_is_searched_if_it_comes_before_all_that_are() {
        let queue = Queue::default();
        let is_urgent = || queue.0.lock().is_urgent(2);
        for id in ["a", "b", "c"] {
            add_of_priority(&queue, id, -1);
        }
        let searched = [queue.claim(), queue.claim()].map(Option::unwrap);
        assert!(!is_urgent(), "the third one is like them");
        add(&queue, "urgent");
        assert!(is_urgent());
        let urgent = queue.claim_urgent(2).unwrap();
        assert_eq!(&*urgent.job.query.id, "urgent");
        add(&queue, "next");
        assert!(!is_urgent(), "another one is as urgent");
        queue.release(&urgent);
        assert!(is_urgent());
        queue.release(&searched[0]);
        assert!(!is_urgent(), "there is room for it");
    }

    #[test]
    fn what_waits_takes_room_until_it_is_claimed_or_ended() {
        let queue = Queue::default();
        let bytes = || queue.0.lock().bytes;
        add(&queue, "claimed");
        add(&queue, "ended");
        let of_both = bytes();
        assert!(of_both > 2 * QUERY_BYTES);
        queue.claim().unwrap();
        assert_eq!(2 * bytes(), of_both);
        let id = Some("ended".into());
        queue.terminate(&Target { id, turns: None });
        assert_eq!(bytes(), 0);
    }

    #[test]
    fn one_search_at_a_time_has_the_large_share_of_the_memory() {
        let queue = Queue::default();
        let claim = |id| {
            add(&queue, id);
            queue.claim().unwrap()
        };
        let first = claim("first");
        let second = claim("second");
        assert!(first.has_large_share && !second.has_large_share);
        queue.release(&second);
        assert!(!claim("third").has_large_share);
        queue.release(&first);
        let fourth = claim("fourth");
        assert!(fourth.has_large_share);
        let id = Some("fourth".into());
        queue.terminate(&Target { id, turns: None });
        // It leaves as soon as it has ended its visit, which takes nothing from the next one.
        let fifth = claim("fifth");
        queue.release(&fourth);
        assert!(fifth.has_large_share && !claim("sixth").has_large_share);
    }
}
