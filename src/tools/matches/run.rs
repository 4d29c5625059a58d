//! The games of a match, side by side, each written down as it ends.

use super::introduce::{of_game, start};
use super::openings::Opening;
use super::referee::{self, Finished, NoGame, Staff};
use super::repeats::fingerprint;
use super::results::Ledger;
use super::schedule::{Schedule, Slot};
use super::{
    Contestant, GameReport, Launch, MatchError, Options, Outcome, count, record, results_path,
    standings,
};
use crate::files;
use crate::tools::crew;
use crate::tools::statistics::Tally;
use crate::tools::statistics::sprt::Verdict;
use std::fs;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ends the games: by a signal from outside, or because there is nothing left to find out.
struct EndOfMatch<'a> {
    signal: &'a AtomicBool,
    enough: AtomicBool,
}

impl EndOfMatch<'_> {
    fn is_set(&self) -> bool {
        self.signal.load(Ordering::Relaxed) || self.enough.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }
}

/// Plays the match between the contestants that [`introduce`](super::introduce()) found. `observe` hears of each game as it
/// ends, with the score so far of the first engine against the second; of the games of an earlier run before anything is
/// played.
///
/// Once `stop` is set the games that are running are given up, each after the
/// move that is being thought about.
///
/// If an engine does not start later, ends before its first reply in a game, or a game cannot be written, the games that are
/// running are given up too, and the outcome tells of it.
///
/// # Errors
/// If no game can be played because the directory or the results are not fit for it.
pub fn run(
    options: &Options,
    contestants: &[Contestant],
    launch: &Launch<'_>,
    stop: &AtomicBool,
    observe: &mut dyn FnMut(&GameReport, Tally),
) -> Result<Outcome, MatchError> {
    let schedule = Schedule::new(options);
    let (ledger, mut earlier) = open_places(options)?;
    earlier.retain(|game| game.number <= schedule.games());
    let tally = standings::between(&earlier, 0, 1);
    earlier.iter().for_each(|game| observe(game, tally));
    let todo = schedule.without(&earlier);
    let halt = EndOfMatch {
        signal: stop,
        enough: AtomicBool::new(false),
    };
    let mut desk = Desk {
        options,
        ledger,
        tally,
        games: earlier,
        failure: None,
    };
    if desk.is_decided() {
        halt.set();
    }
    let work = |index: usize, send: &dyn Fn(Played)| {
        let slot = schedule.slot(todo[index]);
        if !halt.is_set()
            && let Some(played) = play_game(options, contestants, launch, &halt, slot)
        {
            send(played);
        }
    };
    // After an error nothing more is taken: games that end after the decision are not part of the match.
    let _ = crew::run(options.jobs as usize, todo.len(), work, |played| {
        if desk.take(played, observe) {
            halt.set();
            return Err(());
        }
        Ok(())
    });
    Ok(desk.close(schedule.games()))
}

/// Makes ready what the games are written to, and reads those of an earlier run.
fn open_places(options: &Options) -> Result<(Ledger, Vec<GameReport>), MatchError> {
    let is_resumed = options.resume && results_path(options).is_some_and(|path| path.exists());
    let Some(directory) = &options.sgf_dir else {
        return Ledger::open(options);
    };
    make_directory(directory)?;
    // Before a file of results is begun: it would stand beside games of another match.
    if !is_resumed {
        check_free(directory, options)?;
    }
    let (ledger, earlier) = Ledger::open(options)?;
    if is_resumed && !is_of_these_results(directory, options, &earlier) {
        check_free(directory, options)?;
    }
    Ok((ledger, earlier))
}

fn make_directory(directory: &Path) -> Result<(), MatchError> {
    let unfit = |reason: &str| MatchError::Write(directory.to_owned(), reason.to_owned());
    if directory.exists() && !directory.is_dir() {
        return Err(unfit("it is not a directory"));
    }
    fs::create_dir_all(directory).map_err(|error| unfit(&error.to_string()))
}

/// Where finished games are written down.
struct Desk<'a> {
    options: &'a Options,
    ledger: Ledger,
    games: Vec<GameReport>,
    /// The results of the first engine against the second.
    tally: Tally,
    failure: Option<MatchError>,
}

impl Desk<'_> {
    /// Takes a game; true if the match is over, since it is decided or cannot go on.
    fn take(&mut self, played: Played, observe: &mut dyn FnMut(&GameReport, Tally)) -> bool {
        match played.and_then(|(report, sgf)| self.write(report, &sgf)) {
            Ok(report) => {
                self.tally = self.tally + standings::between(slice::from_ref(&report), 0, 1);
                observe(&report, self.tally);
                self.games.push(report);
                self.is_decided()
            }
            Err(error) => {
                self.failure = Some(error);
                true
            }
        }
    }

    fn write(&mut self, mut report: GameReport, sgf: &str) -> Result<GameReport, MatchError> {
        if let Some(directory) = &self.options.sgf_dir {
            let path = directory.join(file_name(report.number, self.options.total_games()));
            files::write(&path, sgf)
                .map_err(|error| MatchError::Write(path.clone(), error.to_string()))?;
            report.sgf = Some(path);
        }
        self.ledger.write(self.options, &report)?;
        Ok(report)
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.options.sprt?.verdict(self.tally))
    }

    fn is_decided(&self) -> bool {
        self.verdict()
            .is_some_and(|verdict| verdict != Verdict::Open)
    }

    fn close(mut self, all: u32) -> Outcome {
        self.games.sort_by_key(|report| report.number);
        Outcome {
            is_interrupted: self.failure.is_none()
                && self.games.len() < all as usize
                && !self.is_decided(),
            verdict: self.verdict(),
            failure: self.failure,
            games: self.games,
        }
    }
}

/// A game and the text of its file.
type Played = Result<(GameReport, String), MatchError>;

/// Plays a game; `None` if it was given up.
fn play_game(
    options: &Options,
    contestants: &[Contestant],
    launch: &Launch<'_>,
    halt: &EndOfMatch<'_>,
    slot: Slot,
) -> Option<Played> {
    let command = |player: usize| &options.entrants[player].command;
    let [black, white] = slot
        .players
        .map(|player| start(command(player), slot.number, launch));
    let players = match (black, white) {
        (Ok(black), Ok(white)) => [black, white],
        (Err(error), _) | (_, Err(error)) => return Some(Err(error)),
    };
    let opening = match slot.opening {
        Some(index) => options.openings[index].clone(),
        None => Opening::default(),
    };
    let umpire = options.umpire.as_ref().map(|command| {
        move || start(command, slot.number, launch).map_err(|error| error.to_string())
    });
    let staff = Staff {
        umpire: umpire.as_ref().map(|umpire| umpire as &count::Umpire<'_>),
        stop: &|| halt.is_set(),
    };
    let started = Instant::now();
    let finished = match referee::play(&options.conditions, &opening, players, &staff) {
        Ok(finished) => finished,
        Err(NoGame::Stopped) => return None,
        Err(NoGame::Unfit(reason)) => return Some(Err(MatchError::Opening(reason))),
        Err(NoGame::NotStarted(color, reason)) => {
            let command = command(slot.players[color.index()]);
            return Some(Err(MatchError::Launch {
                command: of_game(command, slot.number),
                reason,
            }));
        }
    };
    let sgf = record::sgf(options, contestants, &slot, &opening, &finished);
    let report = report(slot, opening, finished, started.elapsed());
    Some(Ok((report, sgf)))
}

/// What is told of a game that took this `time`, before it has been written down.
fn report(slot: Slot, opening: Opening, finished: Finished, time: Duration) -> GameReport {
    GameReport {
        number: slot.number,
        players: slot.players,
        moves: finished.game.moves().len(),
        ending: finished.ending,
        capped: finished.capped,
        thinking: finished.thinking,
        time,
        opening: opening.name().to_owned(),
        fingerprint: Some(fingerprint(&finished.game)),
        sgf: None,
    }
}

/// `game-007.sgf`: the same width for all games of a match.
fn file_name(number: u32, games: u32) -> String {
    let width = games.to_string().len().max(3);
    format!("game-{number:0width$}.sgf")
}

/// Whether the games in a directory are those of the match that is resumed: its results lie among them, or name one of them.
fn is_of_these_results(directory: &Path, options: &Options, earlier: &[GameReport]) -> bool {
    let Ok(directory) = directory.canonicalize() else {
        return false;
    };
    let is_inside = |path: &Path| {
        let path = path.canonicalize();
        path.is_ok_and(|path| path.parent() == Some(&directory))
    };
    let mut records = earlier.iter().filter_map(|game| game.sgf.as_deref());
    options.results.is_none() || records.any(is_inside)
}

/// Sees that no game of an earlier match is lost.
fn check_free(directory: &Path, options: &Options) -> Result<(), MatchError> {
    let games = options.total_games();
    for number in 1..=games {
        let path = directory.join(file_name(number, games));
        if path.exists() {
            return Err(MatchError::GamesExist(path));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
