//! `tengen learn`.

use super::{Done, check_writable, values};
use crate::net::{Loading, Network, NetworkOptions};
use crate::search::{MethodChoice, Settings};
use crate::tools::learn::{
    self, Choice, Detours, Disputed, Joined, Judged, Labels, Made, Making, Options, PolicyGames,
    ReadError, RecordSource, SelfPlay, Source,
};
use crate::tools::progress::Progress;
use clap::{Args, Subcommand, value_parser};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

/// Positions as a network judges them, and how in words.
type Judgement = (Box<dyn Source>, String);

type Failure = Box<dyn std::error::Error>;

const EXPLANATION: &str = "\
The files are described in docs/training-data.md. A job that writes a directory
and was interrupted continues where it stopped when it is started again.

Examples:
  tengen learn shards --labels labels/*.lab.xz --out data
  tengen learn shards --games games.sgf.xz --net teacher.bin.gz --out data
  tengen learn games --net student.bin.gz --sizes 13 --count 5000 --out games.sgf
  tengen learn selfplay --net tengen.bin.gz --sizes 9..13 --files 100 --out data

Exit codes: 0 the files are written; 2 they could not be.";

/// Make the data that networks are trained with
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct LearnArgs {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand, Debug)]
enum Job {
    Shards(ShardsArgs),
    Games(GamesArgs),
    Selfplay(SelfPlayArgs),
}

/// Turn game records, and positions that a network has judged, into training files
#[derive(Args, Debug)]
struct ShardsArgs {
    /// Files with positions that another network has judged, compressed with xz or not
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "games")]
    labels: Vec<PathBuf>,

    /// Files with game records, one SGF on each line, compressed with xz or not
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Positions of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u16).range(1..))]
    per_game: u16,

    /// They are among the last so many moves [default: all moves]
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u16).range(1..))]
    last: Option<u16>,

    /// A network that judges all positions: its answers are learnt instead of the files'
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// How to compute the network [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel, requires = "net")]
    kernel: Option<String>,

    /// Ways to turn the board that the network's answers are the mean of
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=8), requires = "net")]
    symmetries: u8,

    /// The percentage of positions that the network judges after one to three more moves, drawn from a policy
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100), requires = "net")]
    detours: u8,

    /// The network whose policy they are drawn from: the student's leads to what it gets wrong [default: the judge]
    #[arg(long, value_name = "FILE", requires = "net")]
    guide: Option<PathBuf>,

    /// A network with other weaknesses than the guide: only the positions of which they think most differently are judged
    #[arg(long, value_name = "FILE", requires = "guide")]
    rival: Option<PathBuf>,

    /// Of so many positions of a game one is judged where there is a rival
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u8).range(1..=64), requires = "rival")]
    candidates: u8,

    /// Positions in each file
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = value_parser!(u32).range(1..=1_000_000))]
    shard_size: u32,

    #[command(flatten)]
    output: Output,
}

/// Play games by the policies of networks alone and write them down, for a network to judge
#[derive(Args, Debug)]
struct GamesArgs {
    /// The networks; each side of each game is one of them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    net: Vec<PathBuf>,

    /// How to compute them [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel)]
    kernel: Option<String>,

    /// The smallest and the largest board
    #[arg(long, value_name = "SIDES", default_value = "7..19", value_parser = sides)]
    sizes: (usize, usize),

    /// Games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..=100_000))]
    count: u32,

    /// The lowest temperature of a side: below 1 likely moves are played more often than the policy says
    #[arg(long, value_name = "T", default_value_t = 0.3, value_parser = temperature)]
    coldest: f32,

    /// The highest
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = temperature)]
    hottest: f32,

    /// The file to write, one SGF on each line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Play games against itself and keep what the searches found and how the games ended
#[derive(Args, Debug)]
struct SelfPlayArgs {
    /// The network that plays [default: none, a search with playouts]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// How to compute the network [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel, requires = "net")]
    kernel: Option<String>,

    /// Files to write
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    files: u64,

    /// The number of the first file: several machines share out the numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Games in each file
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u64).range(1..))]
    games: u64,

    /// The smallest and the largest board
    #[arg(long, value_name = "SIDES", default_value = "7..19", value_parser = sides)]
    sizes: (usize, usize),

    /// Playouts for a position that is learnt from
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u64).range(1..))]
    playouts: u64,

    /// Playouts for the others
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = value_parser!(u64).range(1..))]
    quick_playouts: u64,

    /// The percentage of positions that are learnt from
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = value_parser!(u8).range(1..=100))]
    share: u8,

    #[command(flatten)]
    output: Output,
}

#[derive(Args, Debug)]
struct Output {
    /// The directory to write to; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// One game, or file of games, in N is held back for validation
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u64).range(2..))]
    hold_back: u64,

    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// `7..19`, or one side.
fn sides(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "give sides from 2 to 25, such as 9 or 7..19".to_owned();
    let side = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let (smallest, largest) = match text.split_once("..") {
        Some((smallest, largest)) => (side(smallest)?, side(largest)?),
        None => (side(text)?, side(text)?),
    };
    if smallest < 2 || smallest > largest || largest > 25 {
        return Err(wrong());
    }
    Ok((smallest, largest))
}

fn temperature(text: &str) -> Result<f32, String> {
    let wrong = || "give a temperature from 0.05 to 5".to_owned();
    let temperature = text.trim().parse().map_err(|_| wrong())?;
    let is_possible = (0.05..=5.0).contains(&temperature);
    is_possible.then_some(temperature).ok_or_else(wrong)
}

/// Does one of the jobs.
pub fn run(args: &LearnArgs) -> Done {
    match &args.job {
        Job::Shards(args) => args.run(),
        Job::Games(args) => args.run(),
        Job::Selfplay(args) => args.run(),
    }
}

impl ShardsArgs {
    fn run(&self) -> Done {
        let (mut sources, mut inputs): (Vec<Box<dyn Source>>, _) = (Vec::new(), Vec::new());
        for path in &self.labels {
            let labels = Labels::parse(&learn::read_file(path)?);
            let labels = labels.map_err(|error| ReadError::new(path, error))?;
            inputs.push((path.clone(), labels.len()));
            sources.push(Box::new(labels));
        }
        for path in &self.games {
            let records = self.read_records(path)?;
            inputs.push((path.clone(), records.len()));
            sources.push(Box::new(records));
        }
        let mut source: Box<dyn Source> = Box::new(Joined::new(sources));
        let mut answers = "those of the files".to_owned();
        if let Some(path) = &self.net {
            (source, answers) = self.judged(source, path)?;
        }
        if let Some(last) = self.last {
            answers.push_str(&format!(", of the last {last} moves"));
        }
        let options = Options {
            seed: self.output.seed,
            shard_size: self.shard_size as usize,
            hold_back: self.output.hold_back,
            ..Options::default()
        };
        let plan = learn::describe(&inputs, &answers, &options);
        let progress = Progress::new(source.len() as u64, "positions");
        let made = learn::make(&*source, &options, &self.output.making(plan), &|done, _| {
            progress.set(done as u64);
        });
        drop(progress);
        tell(&made?)
    }

    fn read_records(&self, path: &Path) -> Result<RecordSource, ReadError> {
        let choice = Choice {
            per_game: self.per_game.into(),
            last: self.last.map(usize::from),
            seed: self.output.seed,
        };
        let (records, faults) = RecordSource::read(&learn::read_file(path)?, choice);
        if let Some(fault) = faults.first() {
            // Nobody may be reading.
            let _ = writeln!(
                io::stderr(),
                "{}: {} records left out, the first: {fault}",
                path.display(),
                faults.len()
            );
        }
        Ok(records)
    }

    /// The positions as the network of a file judges them, and how in words.
    fn judged(&self, mut positions: Box<dyn Source>, teacher: &Path) -> Result<Judgement, Failure> {
        let open = |path: &Path| Network::open(path, &options(&self.kernel)).map(Arc::new);
        let network = open(teacher)?;
        let mut words = format!("{}, mean of {}", title(teacher, &network), self.symmetries);
        let mut guide = network.clone();
        if let Some(path) = &self.guide {
            if self.detours == 0 && self.rival.is_none() {
                return Err("--guide needs --detours or --rival".into());
            }
            guide = open(path)?;
            words.push_str(&format!(", guided by {}", title(path, &guide)));
        }
        if self.detours > 0 {
            words.push_str(&format!(", detours {} %", self.detours));
            positions = Box::new(Detours {
                positions,
                guide: guide.clone(),
                share: f32::from(self.detours) / 100.0,
                seed: self.output.seed,
            });
        }
        if let Some(path) = &self.rival {
            let (rival, candidates) = (open(path)?, self.candidates);
            words.push_str(&format!(
                ", of {candidates} the one most disputed by {}",
                title(path, &rival)
            ));
            let measure = learn::between(guide, rival);
            positions = Box::new(Disputed::new(positions, candidates.into(), measure));
        }
        let judged = Judged {
            positions,
            network,
            symmetries: self.symmetries.into(),
            seed: self.output.seed,
        };
        Ok((Box::new(judged), words))
    }
}

impl GamesArgs {
    fn run(&self) -> Done {
        let (coldest, hottest) = (self.coldest, self.hottest);
        if coldest > hottest {
            let text =
                format!("the lowest temperature, {coldest}, is above the highest, {hottest}");
            return Err(text.into());
        }
        check_writable(&self.out)?;
        let open = |path: &PathBuf| Network::open(path, &options(&self.kernel)).map(Arc::new);
        let games = PolicyGames {
            networks: self.net.iter().map(open).collect::<Result<_, _>>()?,
            sides: self.sizes,
            temperatures: (coldest, hottest),
            seed: self.seed,
        };
        self.write(&games)
            .map_err(|error| format!("{} cannot be written: {error}", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, games: &PolicyGames) -> io::Result<()> {
        let progress = Progress::new(self.count.into(), "games");
        let mut done = 0;
        learn::write_whole(&self.out, |file| {
            games.play(self.count.into(), threads(self.threads), &mut |record| {
                done += 1;
                progress.set(done);
                file.write_all(record.as_bytes())
            })
        })
    }
}

impl SelfPlayArgs {
    fn run(&self) -> Done {
        let method = match &self.net {
            None => MethodChoice::Classical,
            Some(path) => {
                let loading = Loading::start(path, options(&self.kernel), |_| ())?;
                loading.wait()?;
                MethodChoice::Network(loading)
            }
        };
        let self_play = SelfPlay {
            settings: Settings {
                method,
                ..Settings::default()
            },
            playouts: self.playouts,
            quick_playouts: self.quick_playouts,
            share: f32::from(self.share) / 100.0,
            sides: self.sizes,
            seed: self.output.seed,
            entries: Options::default().entries,
        };
        let progress = Progress::new(self.files * self.games, "games");
        let made = learn::play_games(
            &self_play,
            (self.first, self.files),
            self.games,
            self.output.hold_back,
            &self.output.making(self.plan()),
            &|done, _| progress.set(done as u64),
        );
        drop(progress);
        tell(&made?)
    }

    fn plan(&self) -> String {
        let plan = json!({
            "network": self.net.as_deref().map(file_name),
            "games_per_file": self.games,
            "sizes": [self.sizes.0, self.sizes.1],
            "playouts": self.playouts,
            "quick_playouts": self.quick_playouts,
            "share": self.share,
            "seed": self.output.seed,
            "hold_back": self.output.hold_back,
        });
        format!("{plan:#}\n")
    }
}

impl Output {
    fn making(&self, plan: String) -> Making<'_> {
        Making {
            directory: &self.out,
            plan,
            threads: threads(self.threads),
        }
    }
}

/// The number of threads asked for, or that of the processors.
fn threads(asked: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(processors, usize::from)
}

fn options(kernel: &Option<String>) -> NetworkOptions {
    NetworkOptions {
        kernel: kernel.clone(),
        ..NetworkOptions::default()
    }
}

/// A network as a plan names it: training changes what stands in a file of the same name.
fn title(path: &Path, network: &Network) -> String {
    format!("{} ({})", file_name(path), network.about().name)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn tell(made: &Made) -> Done {
    let mut out = io::stdout();
    writeln!(
        out,
        "{} positions in {} shards written, {} shards kept, {} bad records skipped",
        made.positions, made.shards, made.kept, made.skipped
    )?;
    if let Some(fault) = &made.first_fault {
        writeln!(out, "the first bad record: {fault}")?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::sides;

    #[test]
    fn sides_are_one_or_from_to() {
        assert_eq!(sides("9"), Ok((9, 9)));
        assert_eq!(sides("7..19"), Ok((7, 19)));
        for wrong in ["1", "9..7", "7..26", "x", "", "7-19"] {
            assert!(sides(wrong).unwrap_err().contains("such as"), "{wrong}");
        }
    }
}
