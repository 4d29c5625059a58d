//! The configuration: a file of `key = value` lines as KataGo has it, and what the command line adds.

use super::settings::{BadSetting, Effect, Settings};
use crate::console::Log;
use crate::katago::config::Source;
use crate::katago::keys::SEARCH_THREADS;
use crate::katago::values;
use crate::net::Networks;
use crate::types::excerpt;
use std::sync::Arc;

/// The most that `numAnalysisThreads` may be, as in KataGo, and the threads of a position.
pub const MOST_THREADS: u16 = 16384;
/// The names for the most threads of a position.
pub const SEARCH_KEYS: [&str; 2] = ["numSearchThreadsPerAnalysisThread", SEARCH_THREADS];
/// Positions that are searched at once at least, so that one search without end does not hold up all others.
const LEAST_AT_ONCE: usize = 2;

/// How the engine works.
#[derive(Clone, Debug)]
pub struct Config {
    /// Processors for all searches together.
    pub processors: usize,
    /// Memory for all trees together, in MB.
    pub memory_mb: usize,
    /// The seed of every search.
    pub seed: u64,
    /// Where everything that is received and sent is kept.
    pub log: Arc<Log>,
    /// Whether the end of the input ends everything, finished or not.
    pub quit_without_waiting: bool,
    /// Whether a query hears of fields that nobody knows.
    pub warn_unused_fields: bool,
    /// `numAnalysisThreads`: positions searched at once, if it is set.
    pub analysis_threads: Option<usize>,
    /// `numSearchThreadsPerAnalysisThread`: the most threads for one position, if it is set.
    pub search_threads: Option<usize>,
    /// The neural networks.
    pub networks: Networks,
    /// What a query may change.
    pub defaults: Settings,
}

impl Default for Config {
    /// One processor, 512 MB.
    fn default() -> Config {
        Config {
            processors: 1,
            memory_mb: 512,
            seed: 1,
            log: Arc::default(),
            quit_without_waiting: false,
            warn_unused_fields: true,
            analysis_threads: None,
            search_threads: None,
            networks: Networks::default(),
            defaults: Settings::default(),
        }
    }
}

impl Config {
    /// Sets what a configuration says; returns what is without effect.
    ///
    /// # Errors
    /// If a known key has a value that it cannot have, in words.
    pub fn read(&mut self, source: &Source) -> Result<Vec<String>, String> {
        let mut ignored = Vec::new();
        for entry in &source.settings {
            let set = self.set(&entry.key, &entry.value);
            let place = || source.place_of(entry.line);
            let effect = set.map_err(|error| format!("{}: {error}", place()))?;
            if !effect.is_felt(self.networks.has_human_style()) {
                ignored.push(excerpt(&entry.key));
            }
        }
        Ok(ignored)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<Effect, BadSetting> {
        let bad = |expected: &str| BadSetting::new(key, value, expected);
        let threads = || {
            let count = values::whole(value, MOST_THREADS);
            count.ok_or_else(|| bad(&format!("a whole number from 1 to {MOST_THREADS}")))
        };
        match key {
            "numAnalysisThreads" => self.analysis_threads = Some(threads()?),
            key if SEARCH_KEYS.contains(&key) => self.search_threads = Some(threads()?),
            "warnUnusedFields" => {
                self.warn_unused_fields = values::flag(value).map_err(bad)?;
            }
            _ => return self.defaults.set(key, value),
        }
        Ok(Effect::Felt)
    }

    /// How many positions are searched at once.
    ///
    /// Configurations tuned for a graphics card ask for many more than a
    /// processor can search: then one for each processor, or two if there is only one.
    pub fn at_once(&self) -> usize {
        let most = self.processors.max(LEAST_AT_ONCE);
        self.analysis_threads.unwrap_or(most).min(most)
    }

    /// The memory is divided into two halves. One search has the first alone, so that a position that is analysed for a long time
    /// need not stop early. The others share the second alike; they may be as many as are searched at once, since one that is
    /// urgent is searched besides. So this search gets one of so many equal parts.
    pub fn sharers(&self, has_large_share: bool) -> usize {
        match (self.at_once(), has_large_share) {
            (1, _) => 1,
            (_, true) => 2,
            (at_once, false) => 2 * at_once,
        }
    }

    /// How many threads search a position that begins while `crowd` positions wait or are
    /// searched, it included: its share of the processors, at least one. One that is alone gets
    /// all, and keeps them until it ends.
    pub fn threads_for(&self, crowd: usize) -> usize {
        let fair = (self.processors / crowd.max(1)).max(1);
        self.search_threads.unwrap_or(fair).min(fair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Perspective;

    const FILE: &str = "
# An example.
logDir = analysis_logs   # one file for each run
reportAnalysisWinratesAs = BLACK

  maxVisits=250
maxTime = \"9.5\"  # with \"quotes\"
numAnalysisThreads = 12
numSearchThreadsPerAnalysisThread = 3
nnCacheSizePowerOfTwo = 23
@include other.cfg
warnUnusedFields = False
";

    #[test]
    fn a_file_of_katagos_is_read_and_what_has_no_effect_is_told() {
        let mut config = Config {
            processors: 4,
            ..Config::default()
        };
        let file = Source::file(String::new(), FILE).unwrap();
        let ignored = config.read(&file).unwrap();
        assert_eq!(
            ignored,
            ["logDir", "nnCacheSizePowerOfTwo", "@include other.cfg"]
        );
        assert_eq!(config.defaults.perspective, Perspective::Black);
        assert_eq!(config.defaults.visits(), 250);
        assert_eq!(config.defaults.max_time.unwrap().as_secs_f64(), 9.5);
        assert!(!config.warn_unused_fields);
        assert_eq!(config.at_once(), 4, "as many as there are processors");
        assert_eq!(
            [1, 2, 3, 9].map(|crowd| config.threads_for(crowd)),
            [3, 2, 1, 1]
        );
    }

    #[test]
    fn a_wrong_value_is_told_with_its_place() {
        let mut config = Config::default();
        let file = Source::file("a.cfg".to_owned(), "\nmaxVisits = none\n").unwrap();
        let text = config.read(&file).unwrap_err();
        assert!(
            text.starts_with("a.cfg: line 2: maxVisits has to be a whole number"),
            "{text}"
        );
        for text in [
            "warnUnusedFields=2",
            "numAnalysisThreads=0",
            "numSearchThreads=0",
        ] {
            let list = Source::list("--list".to_owned(), text).unwrap();
            let error = config.read(&list).unwrap_err();
            assert!(error.starts_with("--list: "), "{error}");
        }
    }

    #[test]
    fn one_search_without_end_leaves_room_for_another() {
        let config = Config::default();
        assert_eq!(config.at_once(), 2);
        assert_eq!(config.threads_for(1), 1);
        assert_eq!([true, false].map(|large| config.sharers(large)), [2, 4]);
    }
}
