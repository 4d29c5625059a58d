//! Engines before the match: whether they start, who they are, and whether they accept what is agreed.

use super::conditions::Conditions;
use super::openings::Opening;
use super::seat::{Complaint, Seat};
use super::{Launch, MatchError, Options};
use crate::time::TimeSystem;
use crate::tools::engine::Engine;
use crate::types::excerpt;

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// What it calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commands it lists.
    pub commands: Vec<String>,
}

/// Starts each engine once, asks who it is and sets it up for a game.
///
/// # Errors
/// If one does not start or answer, or refuses the board, the rules, the komi or the clock: it would lose every game
/// without a move.
pub fn introduce(options: &Options, launch: &Launch<'_>) -> Result<Vec<Contestant>, MatchError> {
    let conditions = &options.conditions;
    let contestants: Result<Vec<_>, _> = options
        .entrants
        .iter()
        .map(|entrant| introduce_one(&entrant.command, launch, conditions, conditions.time))
        .collect();
    // The umpire is started for a try: it is needed only at the end of games, and that would be late to learn that
    // it does not start.
    if let Some(command) = &options.umpire {
        introduce_one(command, launch, conditions, TimeSystem::None)?;
    }
    contestants
}

fn introduce_one(
    command: &str,
    launch: &Launch<'_>,
    conditions: &Conditions,
    time: TimeSystem,
) -> Result<Contestant, MatchError> {
    let failure = |complaint: Complaint| MatchError::Introduction {
        command: command.to_owned(),
        question: complaint.command,
        trouble: complaint.trouble,
    };
    let mut seat = Seat::new(start(command, 0, launch)?, time, conditions.patience);
    let name = seat.tell("name").map_err(failure)?;
    let version = seat.tell("version").map_err(failure)?;
    seat.set_up(conditions, &Opening::default())
        .map_err(failure)?;
    // Dropping the engine ends it anyway.
    let _ = seat.tell("quit");
    Ok(Contestant {
        name: excerpt(&name),
        version: excerpt(&version),
        commands: seat.commands,
    })
}

/// Starts an engine for a game, by its number.
pub(super) fn start(
    command: &str,
    game: u32,
    launch: &Launch<'_>,
) -> Result<Box<dyn Engine>, MatchError> {
    let command = command.replace("{game}", &game.to_string());
    launch(&command).map_err(|reason| MatchError::Launch { command, reason })
}
