//! What a search may use, and its random numbers: options shared by the engine and the commands that play, review or
//! analyse.

use super::values;
use crate::search::Settings;
use crate::session::{self, random_seed};
use clap::Args;

/// What `--memory` limits, for commands that have another default.
pub const MEMORY_HELP: &str = "Memory for the program with its search trees, in MB";

/// Threads, memory and seed of a search.
#[derive(Args, Clone, Debug)]
pub struct SearchOptions {
    /// Threads that search [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = values::whole::<u16>(1..=1024))]
    pub threads: Option<u16>,

    /// Memory for the program with its search trees, in MB [default: 512]
    #[arg(long, value_name = "MB", value_parser = values::memory)]
    pub memory: Option<u32>,

    /// Seed of the random numbers [default: a new one for each game]
    #[arg(long, value_name = "N", value_parser = values::whole_from(0))]
    pub seed: Option<u64>,
}

impl SearchOptions {
    /// A session with these, and with what is usual besides.
    pub fn session(&self) -> session::Config {
        session::Config {
            threads: values::threads(self.threads),
            memory_mb: self.memory_mb(),
            seed: self.seed,
            ..session::Config::default()
        }
    }

    fn memory_mb(&self) -> usize {
        let usual = Settings::default().memory_mb;
        self.memory.map_or(usual, |memory| memory as usize)
    }

    /// How to search; without a seed, with one drawn now.
    pub fn settings(&self) -> Settings {
        Settings {
            threads: values::threads(self.threads),
            memory_mb: self.memory_mb(),
            seed: self.seed.unwrap_or_else(random_seed),
            ..Settings::default()
        }
    }
}
