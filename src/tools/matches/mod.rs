//! Matches between two GTP engines.
//!
//! Colours alternate, each game has fresh processes, and games run side by
//! side if asked. Everything an engine does is checked by our own
//! [`referee`]; games are numbered from 1, and their files are named by number.

pub mod clock;
pub mod count;
pub mod referee;
pub mod report;

use super::engine::{Engine, Trouble};
use crate::game::sgf;
use crate::types::Color;
use count::Count;
use referee::{Conditions, Ending, Finished, Thinking};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Starts an engine from its command line.
pub type Launch<'a> = dyn Fn(&str) -> Result<Box<dyn Engine>, String> + Sync + 'a;

/// What a match is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command lines: the first has Black in the first game. `{game}` in
    /// them becomes the number of the game, for a seed or a log of its own.
    pub commands: [String; 2],
    /// The number of games.
    pub games: u32,
    /// How many run side by side.
    pub jobs: u32,
    /// Where to put the games.
    pub sgf_dir: Option<PathBuf>,
    /// Board, rules, komi, clocks.
    pub conditions: Conditions,
}

/// An engine of the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// What it calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commands it lists.
    pub commands: Vec<String>,
}

/// One game, done.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// From 1.
    pub number: u32,
    /// Which contestant had Black: 0 or 1.
    pub black: usize,
    /// How it ended.
    pub ending: Ending,
    /// Whether it was stopped at the limit of moves.
    pub capped: bool,
    /// How many moves were played.
    pub moves: usize,
    /// Time on moves, by contestant.
    pub thinking: [Thinking; 2],
    /// From start to end.
    pub time: Duration,
    /// The file it was written to.
    pub sgf: Option<PathBuf>,
}

impl GameReport {
    /// The contestant with this colour.
    pub fn contestant(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// The contestant that won.
    pub fn winner(&self) -> Option<usize> {
        self.ending.winner().map(|color| self.contestant(color))
    }
}

/// Why a match could not be played.
#[derive(Clone, Debug)]
pub enum MatchError {
    /// An engine does not start.
    Launch {
        /// Its command line.
        command: String,
        /// Why.
        reason: String,
    },
    /// An engine starts but does not introduce itself.
    Introduction {
        /// Its command line.
        command: String,
        /// What it was asked.
        question: String,
        /// What came instead of an answer.
        trouble: Trouble,
    },
    /// A file or directory cannot be written.
    Write(PathBuf, String),
    /// An earlier match's games are in the way.
    WouldOverwrite(PathBuf),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Launch { command, reason } => {
                write!(f, "engine '{command}' does not start: {reason}")
            }
            MatchError::Introduction {
                command,
                question,
                trouble,
            } => write!(f, "engine '{command}' fails at '{question}': {trouble}"),
            MatchError::Write(path, reason) => {
                write!(f, "{} cannot be written: {reason}", path.display())
            }
            MatchError::WouldOverwrite(path) => write!(
                f,
                "{} exists already; give a directory without games of an earlier match",
                path.display()
            ),
        }
    }
}

impl std::error::Error for MatchError {}

/// Starts each engine once and asks who it is.
///
/// # Errors
/// If one does not start or answer.
pub fn introduce(options: &Options, launch: &Launch<'_>) -> Result<[Contestant; 2], MatchError> {
    let [first, second] = &options.commands;
    let patience = options.conditions.patience;
    Ok([
        introduce_one(first, launch, patience)?,
        introduce_one(second, launch, patience)?,
    ])
}

fn introduce_one(
    command: &str,
    launch: &Launch<'_>,
    patience: Duration,
) -> Result<Contestant, MatchError> {
    let mut engine = start(command, 0, launch)?;
    let mut ask = |question: &str| {
        engine
            .ask(question, patience)
            .map_err(|trouble| MatchError::Introduction {
                command: command.to_owned(),
                question: question.to_owned(),
                trouble,
            })
    };
    let contestant = Contestant {
        name: ask("name")?,
        version: ask("version")?,
        commands: ask("list_commands")?
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
    };
    // Dropping the engine ends it anyway.
    let _ = ask("quit");
    Ok(contestant)
}

fn start(command: &str, game: u32, launch: &Launch<'_>) -> Result<Box<dyn Engine>, MatchError> {
    let command = command.replace("{game}", &game.to_string());
    launch(&command).map_err(|reason| MatchError::Launch { command, reason })
}

/// Plays the match between the contestants that [`introduce`] found, telling
/// `observe` of each game as it ends.
///
/// # Errors
/// If an engine does not start or a game cannot be written; the games that
/// are running then are given up.
pub fn run(
    options: &Options,
    contestants: &[Contestant; 2],
    launch: &Launch<'_>,
    observe: &mut dyn FnMut(&GameReport),
) -> Result<Vec<GameReport>, MatchError> {
    if let Some(directory) = &options.sgf_dir {
        prepare(directory, options.games)?;
    }
    let next = AtomicU32::new(1);
    let stop = AtomicBool::new(false);
    let failure = Mutex::new(None);
    let (sender, receiver) = mpsc::channel();
    let mut reports = Vec::new();
    thread::scope(|scope| {
        for _ in 0..options.jobs.min(options.games) {
            let sender = sender.clone();
            let (next, stop, failure) = (&next, &stop, &failure);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number > options.games {
                        break;
                    }
                    match play_game(options, contestants, launch, number) {
                        // The receiver outlives the workers.
                        Ok(report) => drop(sender.send(report)),
                        Err(error) => {
                            stop.store(true, Ordering::Relaxed);
                            if let Ok(mut failure) = failure.lock() {
                                failure.get_or_insert(error);
                            }
                        }
                    }
                }
            });
        }
        drop(sender);
        for report in receiver {
            observe(&report);
            reports.push(report);
        }
    });
    if let Ok(Some(error)) = failure.into_inner() {
        return Err(error);
    }
    reports.sort_by_key(|report: &GameReport| report.number);
    Ok(reports)
}

fn play_game(
    options: &Options,
    contestants: &[Contestant; 2],
    launch: &Launch<'_>,
    number: u32,
) -> Result<GameReport, MatchError> {
    let black = (number as usize - 1) % 2;
    let players = [
        start(&options.commands[black], number, launch)?,
        start(&options.commands[1 - black], number, launch)?,
    ];
    let started = Instant::now();
    let finished = referee::play(&options.conditions, players);
    let time = started.elapsed();
    let path = options.sgf_dir.as_deref();
    let path = path.map(|directory| directory.join(file_name(number, options.games)));
    if let Some(path) = &path {
        let names = [&contestants[black], &contestants[1 - black]];
        let text = sgf::save(&finished.game, &info(options, number, names, &finished));
        fs::write(path, text)
            .map_err(|error| MatchError::Write(path.clone(), error.to_string()))?;
    }
    let [black_time, white_time] = finished.thinking;
    Ok(GameReport {
        number,
        black,
        moves: finished.game.moves().len(),
        ending: finished.ending,
        capped: finished.capped,
        thinking: match black {
            0 => [black_time, white_time],
            _ => [white_time, black_time],
        },
        time,
        sgf: path,
    })
}

/// `game-007.sgf`: the same width for all games of a match.
fn file_name(number: u32, games: u32) -> String {
    let width = games.to_string().len().max(3);
    format!("game-{number:0width$}.sgf")
}

/// Makes the directory, and sees that no game of an earlier match is lost.
fn prepare(directory: &Path, games: u32) -> Result<(), MatchError> {
    fs::create_dir_all(directory)
        .map_err(|error| MatchError::Write(directory.to_owned(), error.to_string()))?;
    for number in 1..=games {
        let path = directory.join(file_name(number, games));
        if path.exists() {
            return Err(MatchError::WouldOverwrite(path));
        }
    }
    Ok(())
}

/// What the file of a game says beside its moves.
fn info(
    options: &Options,
    number: u32,
    [black, white]: [&Contestant; 2],
    finished: &Finished,
) -> sgf::Info {
    let full_name = |contestant: &Contestant| format!("{} {}", contestant.name, contestant.version);
    let mut remarks = vec![format!("Game {number} of {}", options.games)];
    if let Some(time) = options.conditions.time {
        remarks.push(time.to_string());
    }
    match &finished.ending {
        Ending::Forfeit {
            loser,
            offence,
            detail,
        } => remarks.push(format!("{loser} loses by {offence}: {detail}")),
        Ending::Counted(Count {
            dispute: Some([black, white]),
            ..
        }) => remarks.push(format!(
            "score disputed: black says {black}, white says {white}"
        )),
        _ => {}
    }
    if finished.capped {
        remarks.push("counted at the limit of moves".to_owned());
    }
    sgf::Info {
        black: full_name(black),
        white: full_name(white),
        result: finished.ending.result(),
        comment: remarks.join("\n"),
        ..sgf::Info::default()
    }
}
