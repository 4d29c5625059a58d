//! Evaluations that have been made, by what the network saw.
//!
//! The table has a number of places, of which all are used or, where memory is short, the first ones. Two situations that
//! want the same place drive each other out. A thread that finds a place busy goes on as if it were empty, so nobody waits.

use super::model::Evaluation;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// What an evaluation depends on, mixed into 128 bits. Two situations with the same key are taken for one;
/// that happens about once in 10^19 pairs, since boards come in as hashes of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u64, u64);

/// Mixes words into a [`Key`]. The same words give the same key in every process.
#[derive(Clone, Debug)]
pub struct Mixer(u64, u64);

impl Default for Mixer {
    fn default() -> Mixer {
        Mixer(0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03)
    }
}

impl Mixer {
    /// Adds a word.
    pub fn add(&mut self, word: u64) {
        self.0 = folded(self.0 ^ word, 0xa076_1d64_78bd_642f);
        self.1 = folded(self.1.wrapping_add(word), 0xe703_7ed1_a0b4_28db);
    }

    /// The key of the words added.
    pub fn key(&self) -> Key {
        Key(self.0, self.1)
    }
}

/// Both halves of a product, so that each bit of `x` reaches many bits of the result.
fn folded(x: u64, by: u64) -> u64 {
    let product = u128::from(x ^ by.rotate_left(32)) * u128::from(by);
    (product >> 64) as u64 ^ product as u64
}

/// A place of the table.
type Place = Mutex<Option<(Key, Arc<Evaluation>)>>;

/// A table of evaluations that threads share.
#[derive(Debug)]
pub struct Cache {
    places: Box<[Place]>,
    /// How many of them are used.
    used: AtomicUsize,
    asked: AtomicU64,
    found: AtomicU64,
}

/// Points of the board that places are counted for. Evaluations of larger boards take twice the
/// memory and get half the places.
const USUAL_POINTS: usize = 19 * 19;

impl Cache {
    /// A table that takes at most `bytes` bytes, once it is full of evaluations of 19x19 boards or larger.
    pub fn new(bytes: usize) -> Cache {
        let places = bytes / bytes_of(USUAL_POINTS);
        Cache {
            places: (0..places).map(|_| Place::default()).collect(),
            used: AtomicUsize::new(places),
            asked: AtomicU64::new(0),
            found: AtomicU64::new(0),
        }
    }

    /// Takes at most so many bytes from now on, or as many as it was made for if those are fewer. Where that changes how many
    /// evaluations it has room for, it forgets them all, but for those that other threads are just putting in.
    pub fn keep_to(&self, bytes: usize) {
        let wanted = (bytes / bytes_of(USUAL_POINTS)).min(self.places.len());
        if self.used.swap(wanted, Relaxed) != wanted {
            self.clear();
        }
    }

    /// The places that are used.
    fn used(&self) -> &[Place] {
        &self.places[..self.used.load(Relaxed)]
    }

    /// What was said of the situation before, if the table still has it.
    pub fn get(&self, key: Key, points: usize) -> Option<Arc<Evaluation>> {
        self.asked.fetch_add(1, Relaxed);
        let places = self.used();
        let place = places[index(places, key, points)?].try_lock().ok()?;
        let (_, evaluation) = place.as_ref().filter(|(stored, _)| *stored == key)?;
        self.found.fetch_add(1, Relaxed);
        Some(evaluation.clone())
    }

    /// Remembers an evaluation.
    pub fn put(&self, key: Key, points: usize, evaluation: &Arc<Evaluation>) {
        let places = self.used();
        let Some(index) = index(places, key, points) else {
            return;
        };
        let Ok(mut place) = places[index].try_lock() else {
            return;
        };
        if let Some(partner) = partner(places, index) {
            let Ok(mut partner) = partner.try_lock() else {
                return;
            };
            let stands_there = partner.as_ref().map(|(_, other)| other.ownership.len());
            if is_large(points) || stands_there.is_some_and(is_large) {
                *partner = None;
            }
        }
        *place = Some((key, evaluation.clone()));
    }

    /// The most memory that it takes.
    pub fn bytes(&self) -> usize {
        self.used().len() * bytes_of(USUAL_POINTS)
    }

    /// Forgets all evaluations.
    pub fn clear(&self) {
        for place in &self.places {
            if let Ok(mut place) = place.lock() {
                *place = None;
            }
        }
    }

    /// How often it was asked so far, and how often it knew.
    pub fn counts(&self) -> (u64, u64) {
        (self.asked.load(Relaxed), self.found.load(Relaxed))
    }
}

/// The place of a key, if there is any for boards of so many points.
fn index(places: &[Place], key: Key, points: usize) -> Option<usize> {
    let places = match is_large(points) {
        true => places.len() / 2,
        false => places.len(),
    };
    let index = key.0.checked_rem(places as u64)?;
    Some(index as usize)
}

/// The same place in the other half of the table. One of the two is empty where an evaluation of a large board stands in
/// the other: it takes the memory of both.
fn partner(places: &[Place], index: usize) -> Option<&Place> {
    let half = places.len() / 2;
    let partner = if index < half {
        index + half
    } else {
        index - half
    };
    // Of an odd number of places the last has none.
    (index < 2 * half).then(|| &places[partner])
}

fn is_large(points: usize) -> bool {
    points > USUAL_POINTS
}

/// What an evaluation of a board of so many points takes, with its place.
fn bytes_of(points: usize) -> usize {
    let numbers = 2 * points * size_of::<f32>();
    let heads = size_of::<Evaluation>() + size_of::<Place>() + 4 * size_of::<usize>();
    numbers + heads
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(words: &[u64]) -> Key {
        let mut mixer = Mixer::default();
        words.iter().for_each(|&word| mixer.add(word));
        mixer.key()
    }

    fn evaluation(points: usize, lead: f32) -> Arc<Evaluation> {
        Arc::new(Evaluation {
            lead,
            ownership: vec![0.0; points],
            ..Evaluation::default()
        })
    }

    #[test]
    fn what_was_put_in_is_found_under_its_key_alone() {
        let cache = Cache::new(1 << 20);
        let (a, b) = (key(&[1, 2]), key(&[2, 1]));
        cache.put(a, 81, &evaluation(81, 3.0));
        assert_eq!(cache.get(a, 81).unwrap().lead, 3.0);
        assert!(cache.get(b, 81).is_none());
        assert_eq!(cache.counts(), (2, 1));
        cache.clear();
        assert!(cache.get(a, 81).is_none());
    }

    #[test]
    fn the_table_does_not_grow() {
        let cache = Cache::new(10 * bytes_of(361));
        assert_eq!(cache.places.len(), 10);
        for word in 0..1000 {
            cache.put(key(&[word]), 361, &evaluation(361, word as f32));
        }
        let kept = (0..1000).filter(|&word| cache.get(key(&[word]), 361).is_some());
        assert_eq!(kept.count(), 10);
        for word in 0..1000 {
            cache.put(key(&[word]), 625, &evaluation(625, word as f32));
        }
        let large = (0..1000).filter(|&word| cache.get(key(&[word]), 625).is_some());
        assert_eq!(large.count(), 5);
        let memory = |cache: &Cache| {
            let kept = cache.places.iter().filter_map(|place| {
                let place = place.lock().unwrap();
                place.as_ref().map(|(_, kept)| kept.ownership.len())
            });
            kept.map(|points| if is_large(points) { 2 } else { 1 })
                .sum::<usize>()
        };
        assert_eq!(memory(&cache), 10, "none of the smaller ones is left");
        for word in 0..1000 {
            cache.put(key(&[word]), 361, &evaluation(361, word as f32));
            assert!(memory(&cache) <= 10);
        }
    }

    #[test]
    fn a_table_that_has_to_be_smaller_forgets_and_stays_so() {
        let cache = Cache::new(10 * bytes_of(361));
        let put_all =
            || (0..1000).for_each(|word| cache.put(key(&[word]), 361, &evaluation(361, 1.0)));
        let kept = || {
            (0..1000)
                .filter(|&word| cache.get(key(&[word]), 361).is_some())
                .count()
        };
        put_all();
        cache.keep_to(11 * bytes_of(361));
        assert_eq!((kept(), cache.bytes()), (10, 10 * bytes_of(361)));
        cache.keep_to(4 * bytes_of(361));
        assert!(
            cache
                .places
                .iter()
                .all(|place| place.lock().unwrap().is_none())
        );
        put_all();
        assert_eq!((kept(), cache.bytes()), (4, 4 * bytes_of(361)));
        cache.keep_to(bytes_of(361) - 1);
        put_all();
        assert_eq!((kept(), cache.bytes()), (0, 0));
    }

    #[test]
    fn a_table_without_places_knows_nothing() {
        let cache = Cache::new(0);
        cache.put(key(&[1]), 81, &evaluation(81, 1.0));
        assert!(cache.get(key(&[1]), 81).is_none());
    }

    #[test]
    fn every_bit_of_a_word_changes_the_key() {
        for bit in 0..64 {
            let (a, b) = (key(&[7, 9]), key(&[7 ^ 1 << bit, 9]));
            assert!((a.0 ^ b.0).count_ones() > 10 && (a.1 ^ b.1).count_ones() > 10);
        }
    }

    #[test]
    fn threads_share_it() {
        let cache = Cache::new(1 << 20);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for word in 0..500 {
                        let key = key(&[word % 50]);
                        if let Some(found) = cache.get(key, 81) {
                            assert_eq!(found.lead, (word % 50) as f32, "thread {thread}");
                        }
                        cache.put(key, 81, &evaluation(81, (word % 50) as f32));
                    }
                });
            }
        });
    }
}
