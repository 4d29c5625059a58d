//! Engines before the match: whether they start, who they are, and whether they accept what is agreed.

use super::conditions::Conditions;
use super::openings::Opening;
use super::seat::Seat;
use super::{Launch, MatchError, Options};
use crate::console::on_one_line;
use crate::time::TimeSystem;
use crate::tools::engine::Engine;
use crate::types::excerpt;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands in a command line for the number of the game.
pub(super) const GAME_NUMBER: &str = "{game}";

/// What an engine says of itself, each on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// What it calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commands it lists.
    pub commands: Vec<String>,
    /// The names of its neural networks, if it tells them.
    pub networks: Option<Vec<String>>,
}

impl Contestant {
    /// Its name and its version, if it says one.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.name, self.version).trim().to_owned()
    }

    /// Its networks in words behind its title, if it tells them.
    pub(super) fn networks_in_words(&self) -> String {
        match self.networks.as_deref() {
            None => String::new(),
            Some([]) => ", no network".to_owned(),
            Some(names) => format!(", network {}", names.join(", ")),
        }
    }
}

/// Starts each engine once, asks who it is and sets it up for a game. `None` if `stop` was set before all have been
/// asked.
///
/// # Errors
/// If one does not start or answer, or refuses the board, the rules, the komi or the clock: it would lose every game
/// without a move.
pub fn introduce(
    options: &Options,
    launch: &Launch<'_>,
    stop: &AtomicBool,
) -> Result<Option<Vec<Contestant>>, MatchError> {
    let conditions = &options.conditions;
    let entrants = options.entrants.iter();
    let entrants = entrants.map(|entrant| (&entrant.command, conditions.time));
    // The umpire is started for a try: it is needed only at the end of games, and that would be late to learn that
    // it does not start.
    let umpire = options.umpire.iter();
    let umpire = umpire.map(|command| (command, TimeSystem::None));
    let mut contestants = Vec::new();
    for (command, time) in entrants.chain(umpire) {
        let introduced = introduce_one(command, launch, conditions, time);
        // Whoever stops the match may have ended the engine too.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        contestants.push(introduced?);
    }
    contestants.truncate(options.entrants.len());
    Ok(Some(contestants))
}

fn introduce_one(
    command: &str,
    launch: &Launch<'_>,
    conditions: &Conditions,
    time: TimeSystem,
) -> Result<Contestant, MatchError> {
    let failure = |complaint| MatchError::Introduction {
        command: command.to_owned(),
        complaint,
    };
    let mut seat = Seat::new(start(command, 0, launch)?, time, conditions.patience);
    let name = seat.tell("name").map_err(failure)?;
    let version = seat.tell("version").map_err(failure)?;
    seat.set_up(conditions, &Opening::default())
        .map_err(failure)?;
    let networks = networks(&mut seat);
    seat.dismiss();
    Ok(Contestant {
        name: excerpt(&on_one_line(&name)),
        version: excerpt(&on_one_line(&version)),
        commands: seat.commands,
        networks,
    })
}

/// The names of an engine's networks, if it tells them. Tengen waits for the network and leaves out one that is damaged, with
/// which it would play by playouts.
fn networks(seat: &mut Seat) -> Option<Vec<String>> {
    if !seat.lists("kata-get-models") {
        return None;
    }
    let models: Vec<Value> = serde_json::from_str(&seat.tell("kata-get-models").ok()?).ok()?;
    let name = |model: &Value| Some(excerpt(&on_one_line(model["internalName"].as_str()?)));
    models.iter().map(name).collect()
}

/// Starts an engine for a game, by its number.
pub(super) fn start(
    command: &str,
    game: u32,
    launch: &Launch<'_>,
) -> Result<Box<dyn Engine>, MatchError> {
    let command = of_game(command, game);
    launch(&command).map_err(|reason| MatchError::Launch { command, reason })
}

/// The command line of an engine for a game, by its number.
pub(super) fn of_game(command: &str, game: u32) -> String {
    command.replace(GAME_NUMBER, &game.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::engine::Trouble;
    use crate::tools::matches::game_json::tests::options;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// Answers everything, notes how long it may take, and sets the flag when it is asked for its name.
    struct Interrupter {
        stop: Option<Arc<AtomicBool>>,
        asked: Arc<Mutex<Vec<(String, Duration)>>>,
    }

    impl Engine for Interrupter {
        fn ask(&mut self, command: &str, limit: Duration) -> Result<String, Trouble> {
            self.asked.lock().unwrap().push((command.to_owned(), limit));
            if let Some(stop) = &self.stop {
                stop.store(true, Ordering::Relaxed);
            }
            Ok("two\nlines".to_owned())
        }
    }

    /// What comes of it, and what the engines were asked.
    fn introduced(is_interrupted: bool) -> (Option<Vec<Contestant>>, Vec<(String, Duration)>) {
        let mut options = options();
        options.umpire = Some("third".to_owned());
        options.conditions.patience = Duration::from_secs(1000);
        let stop = Arc::new(AtomicBool::new(false));
        let asked: Arc<Mutex<Vec<_>>> = Arc::default();
        let launch = |_: &str| -> Result<Box<dyn Engine>, String> {
            Ok(Box::new(Interrupter {
                stop: is_interrupted.then(|| Arc::clone(&stop)),
                asked: Arc::clone(&asked),
            }))
        };
        let contestants = introduce(&options, &launch, &stop).unwrap();
        let asked = asked.lock().unwrap().clone();
        (contestants, asked)
    }

    #[test]
    fn nobody_waits_long_for_an_engine_that_is_no_longer_needed() {
        let (contestants, asked) = introduced(false);
        assert_eq!(contestants.unwrap()[1].name, "two / lines");
        let quits = asked.iter().filter(|(command, _)| command == "quit");
        let limits: Vec<u64> = quits.map(|(_, limit)| limit.as_secs()).collect();
        assert_eq!(limits, [2, 2, 2]);
    }

    #[test]
    fn an_interrupt_ends_the_introductions() {
        let (contestants, asked) = introduced(true);
        assert_eq!(contestants, None);
        let names = asked.iter().filter(|(command, _)| command == "name");
        assert_eq!(names.count(), 1);
    }
}
