//! Makes the files of a job that are missing, several at a time.

use super::lots::{self, Lot, Options};
use super::selfplay::SelfPlay;
use super::shard::Shard;
use super::source::Source;
use crate::files::{self, Draft};
use crate::net::features::Features;
use crate::tools::crew;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The file that says how the shards of a directory were made.
const PLAN: &str = "plan.json";
/// The longest plan: of a hundred thousand inputs.
const MOST_PLAN: u64 = 16 << 20;

/// Where a job writes, and as what.
pub struct Making<'a> {
    /// The directory; it is made if it is missing.
    pub directory: &'a Path,
    /// What decides the content of each file, as text. Jobs share a directory only if it is the same.
    pub plan: String,
    /// The number of threads.
    pub threads: usize,
}

/// What a job has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Shards written now.
    pub shards: usize,
    /// Shards that were there already.
    pub kept: usize,
    /// Positions written now.
    pub positions: usize,
    /// Records, positions and games left out now.
    pub skipped: usize,
    /// What was wrong with the first of them.
    pub first_fault: Option<String>,
}

/// Why a job could not be done.
#[derive(Debug)]
pub enum MakingError {
    /// The directory holds the shards of another plan.
    OtherPlan(PathBuf),
    /// A shard that the job would make is there, and no plan that says how it was made.
    NoPlan(PathBuf),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for MakingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MakingError::OtherPlan(path) => write!(
                f,
                "{} says that the shards there were made of other inputs, with other options or by another version of Tengen; \
                 choose another directory",
                path.display()
            ),
            MakingError::NoPlan(path) => write!(
                f,
                "{} is there, and no {PLAN} beside it says how it was made; choose another directory",
                path.display()
            ),
            MakingError::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for MakingError {}

/// Hears how much is done; what was there already is done.
pub type Tell<'a> = &'a (dyn Fn(usize) + Sync);

/// Makes the shards of a source that are not there yet. `tell` hears of positions.
///
/// # Errors
/// If the directory belongs to another job, or a file cannot be written. What is complete stays.
pub fn make(
    source: &dyn Source,
    options: &Options,
    making: &Making<'_>,
    tell: Tell<'_>,
) -> Result<Made, MakingError> {
    let work = |lot: &Lot, step: &dyn Fn()| fill(source, lot, step);
    let lots = lots::deal(source, options);
    let files = lots.into_iter().map(|lot| File {
        name: lot.name.clone(),
        steps: lot.positions.len(),
        job: lot,
    });
    make_files(files.collect(), making, &work, tell)
}

/// Plays the games of the files that are not there yet. `tell` hears of games. The numbers of the files may be shared
/// out among many machines; of `hold_back` files one is for validation.
///
/// # Errors
/// As [`make`].
pub fn play_games(
    self_play: &SelfPlay,
    (first, count): (u64, u64),
    games_per_file: u64,
    hold_back: u64,
    making: &Making<'_>,
    tell: Tell<'_>,
) -> Result<Made, MakingError> {
    let work = |&number: &u64, step: &dyn Fn()| self_play.play(number, games_per_file, step);
    let files = (first..first.saturating_add(count)).map(|number| {
        let part = lots::part(number, hold_back);
        File {
            name: format!("{part}-{}-{number:05}.shard", self_play.dims(number)),
            steps: games_per_file as usize,
            job: number,
        }
    });
    make_files(files.collect(), making, &work, tell)
}

/// A file to be made.
struct File<T> {
    name: String,
    steps: usize,
    job: T,
}

type Work<'a, T> = &'a (dyn Fn(&T, &dyn Fn()) -> (Shard, Vec<String>) + Sync);

fn make_files<T: Send + Sync>(
    files: Vec<File<T>>,
    making: &Making<'_>,
    work: Work<'_, T>,
    tell: Tell<'_>,
) -> Result<Made, MakingError> {
    if files.is_empty() {
        // A plan without shards would keep other jobs away.
        return Ok(Made::default());
    }
    settle_plan(making, &files)?;
    let (done, missing): (Vec<File<T>>, Vec<File<T>>) = files
        .into_iter()
        .partition(|file| making.directory.join(&file.name).exists());
    let seen = AtomicUsize::new(done.iter().map(|file| file.steps).sum());
    let make_one = |index: usize, send: &dyn Fn(Result<_, MakingError>)| {
        let step = || tell(seen.fetch_add(1, Relaxed) + 1);
        let file = &missing[index];
        let (shard, faults) = work(&file.job, &step);
        let path = making.directory.join(&file.name);
        let saved = match shard.is_empty() {
            true => Ok(()),
            false => shard.save(&path),
        };
        let made = saved.map(|()| (shard.len(), faults));
        send(made.map_err(|error| MakingError::File(path, error)));
    };
    let mut made = Made {
        kept: done.len(),
        ..Made::default()
    };
    // After an error, what the others would still make could not be kept either.
    crew::run(making.threads, missing.len(), make_one, |file| {
        let (positions, faults) = file?;
        made.shards += usize::from(positions > 0);
        made.positions += positions;
        made.skipped += faults.len();
        made.first_fault = made.first_fault.take().or(faults.into_iter().next());
        Ok(())
    })?;
    Ok(made)
}

/// Writes the plan, or finds that the one there is the same; shards of which no plan tells are not taken for those of the job.
fn settle_plan<T>(making: &Making<'_>, files: &[File<T>]) -> Result<(), MakingError> {
    let path = making.directory.join(PLAN);
    let fail = |error| MakingError::File(path.clone(), error);
    let is_there = || path.try_exists().map_err(fail);
    if !is_there()? {
        let paths = files.iter().map(|file| making.directory.join(&file.name));
        // If a plan has come meanwhile, it tells of them.
        if let Some(known_by_none) = paths.into_iter().find(|path| path.exists())
            && !is_there()?
        {
            return Err(MakingError::NoPlan(known_by_none));
        }
        fs::create_dir_all(making.directory).map_err(fail)?;
        let written = files::written(&path, &making.plan).and_then(Draft::publish_first);
        match written {
            // Another job has been quicker: its plan holds.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            written => return written.map_err(fail),
        }
    }
    let there = files::read_regular(&path, MOST_PLAN).map_err(fail)?;
    match there == making.plan.as_bytes() {
        true => Ok(()),
        false => Err(MakingError::OtherPlan(path)),
    }
}

fn fill(source: &dyn Source, lot: &Lot, step: &dyn Fn()) -> (Shard, Vec<String>) {
    let mut shard = Shard::new(lot.dims);
    let mut faults = Vec::new();
    for &position in &lot.positions {
        let added = source.sample(position as usize).and_then(|sample| {
            let features = Features::of_game(&sample.game);
            let (_, game) = source.game_of(position as usize);
            let added = shard.add(&features, &sample.answer, game);
            added.map_err(|fault| format!("position {}: {fault}", position + 1))
        });
        faults.extend(added.err());
        step();
    }
    (shard, faults)
}
