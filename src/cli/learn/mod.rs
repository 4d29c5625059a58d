//! `tengen learn`: one file for each of its jobs, and here what they share.

mod book;
mod games;
mod selfplay;
mod shards;

use super::network::{BUILT_IN, open_network};
use super::printing::{aside, print_or_aside};
use super::{Done, FAILURE, values};
use crate::console::counted;
use crate::net::{Loading, Network, NetworkOptions};
use crate::tools::learn::{Made, Making, ReadError, checksum, file_name};
use crate::types::MAX_SIDE;
use book::BookArgs;
use clap::{Args, Subcommand};
use games::GamesArgs;
use selfplay::SelfPlayArgs;
use shards::ShardsArgs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Why a job cannot be done.
type Failure = Box<dyn std::error::Error>;

const EXPLANATION: &str = "\
The files are described in docs/training-data.md, books in docs/book.md. A job that
writes a directory or findings and was interrupted continues where it stopped when it
is started again.

Examples:
  tengen learn shards --games games.sgf.xz --net teacher.bin.gz --out data
  tengen learn games --net student.bin.gz --sizes 13 --count 5000 --out games.sgf
  tengen learn selfplay --net tengen.bin.gz --sizes 9..13 --files 100 --out data
  tengen learn book --net teacher.bin.gz --findings found.jsonl --out book.txt

Exit codes: 0 the files are written; 1 no position could be used; 2 they could not be written.";

/// Make the data that networks are trained with, or an opening book
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
    Book(BookArgs),
}

#[derive(Args, Debug)]
struct Output {
    /// The directory to write to; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// One game, or file of games, in N is held back for validation
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = values::whole_from(2))]
    hold_back: u64,

    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = values::whole::<u16>(1..=1024))]
    threads: Option<u16>,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,
}

/// `7..19`, or one side.
fn sides(text: &str) -> Result<(usize, usize), String> {
    let most = usize::from(MAX_SIDE);
    let wrong =
        || format!("give sides from 2 to {most}, such as 9 or 7..19, the smaller one first");
    let side = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let (smallest, largest) = match text.split_once("..") {
        Some((smallest, largest)) => (side(smallest)?, side(largest)?),
        None => (side(text)?, side(text)?),
    };
    if smallest < 2 || smallest > largest || largest > most {
        return Err(wrong());
    }
    Ok((smallest, largest))
}

/// Does one of the jobs.
pub fn run(args: &LearnArgs) -> Done {
    match &args.job {
        Job::Shards(args) => args.run(),
        Job::Games(args) => args.run(),
        Job::Selfplay(args) => args.run(),
        Job::Book(args) => args.run(),
    }
}

impl Output {
    fn making(&self, plan: String) -> Making<'_> {
        Making {
            directory: &self.out,
            plan,
            threads: values::threads(self.threads),
        }
    }
}

/// The network of a file, computed as `kernel` says.
fn open(path: &Path, kernel: &Option<String>) -> Result<Arc<Network>, String> {
    let options = NetworkOptions {
        kernel: kernel.clone(),
        ..NetworkOptions::default()
    };
    open_network(path, &options).map(Arc::new)
}

/// A network as a plan names it: training changes what stands in a file of the same name.
fn title(path: &Path, network: &Network) -> Result<String, ReadError> {
    if path.as_os_str() == BUILT_IN {
        // The version of Tengen tells which one that is.
        return Ok(format!("{BUILT_IN} ({})", network.about().name));
    }
    let checksum = checksum(path).map_err(|error| ReadError::new(path, error))?;
    let (file, name) = (file_name(path), &network.about().name);
    Ok(format!("{file} ({name}, crc32 {checksum})"))
}

/// The [`title`] of a network that may have to be waited for.
fn title_of(loading: &Loading) -> Result<String, Failure> {
    let path = loading.path().unwrap_or(BUILT_IN.as_ref());
    Ok(title(path, &*loading.wait()?)?)
}

/// Says what has been made; nothing at all is a failure.
fn tell(made: &Made) -> Done {
    let line = format!(
        "{} in {} written, {} kept, {} left out",
        counted(made.positions, "position", "positions"),
        counted(made.shards, "shard", "shards"),
        counted(made.kept, "shard", "shards"),
        counted(made.skipped, "bad record or game", "bad records or games"),
    );
    print_or_aside(&line)?;
    if let Some(fault) = &made.first_fault {
        writeln!(io::stdout(), "the first left out: {fault}")?;
    }
    if made.positions == 0 && made.kept == 0 {
        aside("tengen: no position could be used");
        return Ok(ExitCode::from(FAILURE));
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
