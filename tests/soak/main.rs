//! Soak: one process through game after game of every kind, over pipes. An independent referee checks every move, and
//! its memory must stay within what it was given.
//!
//! ```text
//! TENGEN_SOAK_SECONDS=3600 cargo test --release --test soak -- --ignored --nocapture
//! ```
//!
//! `TENGEN_SOAK_SEED` repeats a run: the games are drawn from the seed and their number. (Those with clocks or two
//! threads depend on the machine as well.) `TENGEN_SOAK_PROGRAM` is another program to try than the one just built, so
//! that builds do not disturb a long run.

mod clock;
mod engine;
mod game;
#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../process/mod.rs"]
mod process;
#[path = "../temporary/mod.rs"]
mod temporary;

use engine::{Engine, Fault, Kind};
use game::Counts;
use rand_pcg::Pcg64;
use std::env;
use std::time::{Duration, Instant};
use temporary::Directory;

/// No point in going on.
const TOO_MANY: usize = 20;
/// The memory in MB that the search tree may take.
const TREE: u32 = 64;
/// How much memory, in MB, may be held beside the tree, whether that is full or not. When it fills depends on the
/// machine, so that growth alone would tell nothing.
const BESIDE: f64 = 24.0;
/// How often a long run tells how far it is.
const NEWS: Duration = Duration::from_secs(60);

/// The parts of a run: its beginning, and when it is over.
const WARM: f64 = 0.1;
const END: f64 = f64::MAX;

/// How long a run is.
enum Length {
    Games(u64),
    Time(Duration),
}

/// A run and what came of it.
struct Soak {
    engine: Engine,
    seed: u64,
    length: Length,
    begin: Instant,
    games: u64,
    counts: Counts,
    faults: Vec<(u64, Fault)>,
    /// After each game: which part of the run was over, and the memory in MB.
    memory: Vec<(f64, f64)>,
}

impl Soak {
    fn new(length: Length, seed: u64) -> Soak {
        let program = env::var("TENGEN_SOAK_PROGRAM");
        let program = program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_tengen"));
        let tree = TREE.to_string();
        let options = [
            "--net", "none", "--memory", &tree, "--time", "0.03", "--seed", "1",
        ];
        let mut engine = Engine::start(program, &options);
        engine.must("name").expect("it speaks");
        let mut soak = Soak {
            engine,
            seed,
            length,
            begin: Instant::now(),
            games: 0,
            counts: Counts::default(),
            faults: Vec::new(),
            memory: Vec::new(),
        };
        soak.look_at_memory();
        soak
    }

    fn run(&mut self) {
        let directory = Directory::new("soak");
        let file = directory.join("a game.sgf");
        let mut next_news = NEWS;
        while self.part() < 1.0 && !self.is_hopeless() {
            self.games += 1;
            let random = Pcg64::new(self.seed.into(), self.games.into());
            let played = game::play(&mut self.engine, &mut self.counts, random, &file);
            let complaints = self.engine.complaints();
            for fault in played.err().into_iter().chain(complaints) {
                println!("game {}: {:?}: {}", self.games, fault.kind, fault.what);
                self.faults.push((self.games, fault));
            }
            self.look_at_memory();
            if self.begin.elapsed() >= next_news {
                next_news = self.begin.elapsed() + NEWS;
                self.tell_news();
            }
        }
    }

    /// Which part of the run is over.
    fn part(&self) -> f64 {
        match self.length {
            Length::Games(games) => self.games as f64 / games as f64,
            Length::Time(time) => self.begin.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }

    fn is_hopeless(&self) -> bool {
        let is_gone = |(_, fault): &(u64, Fault)| matches!(fault.kind, Kind::Died | Kind::Hang);
        self.faults.len() >= TOO_MANY || self.faults.iter().any(is_gone)
    }

    fn look_at_memory(&mut self) {
        if let Some(now) = self.engine.memory() {
            self.memory.push((self.part(), now));
        }
    }

    /// The memory in MB when so much of the run was over.
    fn memory_at(&self, part: f64) -> f64 {
        let mut later = self.memory.iter().filter(|(at, _)| *at >= part);
        let found = later.next().or(self.memory.last());
        found.map_or(f64::NAN, |(_, memory)| *memory)
    }

    fn tell_news(&self) {
        println!(
            "{} s: {} games, {} moves, {:.1} MB, {} faults",
            self.begin.elapsed().as_secs(),
            self.games,
            self.counts.moves,
            self.memory_at(END),
            self.faults.len()
        );
    }

    fn report(&self) {
        println!("seed {}, {} s", self.seed, self.begin.elapsed().as_secs());
        println!(
            "{} games, {} commands, {:?}",
            self.games, self.engine.commands, self.counts
        );
        let [start, warm, middle, end] = [0.0, WARM, 0.5, END].map(|part| self.memory_at(part));
        println!(
            "memory in MB: {start:.1} at the start, {warm:.1} after a tenth, {middle:.1} in the middle, {end:.1} at \
             the end"
        );
        let (taken, command) = &self.engine.slowest;
        println!(
            "slowest reply: {:.3} s to '{command:.60}'",
            taken.as_secs_f64()
        );
        println!("{} faults", self.faults.len());
    }

    /// Fails if anything happened that must not, or too little.
    fn judge(mut self) {
        self.report();
        let held = self.memory_at(END);
        if self.faults.is_empty() {
            let farewell = self.engine.quit().err();
            self.faults
                .extend(farewell.map(|fault| (self.games, fault)));
        }
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
        let Counts {
            moves,
            undone,
            refused_moves,
            ..
        } = self.counts;
        assert!(
            moves > 0 && undone > 0 && refused_moves > 0,
            "{:?}",
            self.counts
        );
        // Unknown where the system does not say.
        assert!(
            held.is_nan() || held <= f64::from(TREE) + BESIDE,
            "{held:.1} MB are held"
        );
    }
}

/// A number from the environment, or this one.
fn setting(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => default,
    }
}

fn soak(length: Length) {
    let mut soak = Soak::new(length, setting("TENGEN_SOAK_SEED", 1));
    soak.run();
    soak.judge();
}

#[test]
fn a_few_games() {
    soak(Length::Games(10));
}

#[test]
#[ignore = "as long as you like"]
fn for_long() {
    let seconds = setting("TENGEN_SOAK_SECONDS", 20);
    soak(Length::Time(Duration::from_secs(seconds)));
}
