//! What a person reads of a match before it is over.

use super::ending::Ending;
use super::{Contestant, GameReport, Options, time_control};
use crate::console::{counted, on_one_line, rules_in_words};
use crate::time::TimeSystem;
use crate::tools::statistics::Tally;
use crate::types::Color;
use std::fmt::Write as _;

/// What is played, before the first game.
pub fn heading(options: &Options, contestants: &[Contestant]) -> String {
    let mut text = String::new();
    for (entrant, contestant) in options.entrants.iter().zip(contestants) {
        let (label, command) = (&entrant.label, &entrant.command);
        let (title, networks) = (contestant.title(), contestant.networks_in_words());
        let _ = writeln!(text, "{label}: {title}{networks}  ({command})");
    }
    let conditions = &options.conditions;
    let rules = conditions.rules;
    let rules = rules
        .preset_name()
        .map_or_else(|| rules_in_words(&rules), str::to_owned);
    let _ = write!(
        text,
        "{}, {}, komi {}, rules {}",
        counted(options.total_games() as usize, "game", "games"),
        conditions.dims,
        conditions.komi,
        rules
    );
    if let Some(time) = time_control::in_words(conditions.time) {
        let _ = write!(text, ", {time}");
    }
    if options
        .openings
        .iter()
        .any(|opening| !opening.place.is_empty())
    {
        let openings = counted(options.openings.len(), "opening", "openings");
        let _ = write!(text, ", {openings}");
    }
    if let Some(test) = options.sprt {
        let _ = write!(text, "\nSPRT of {test}");
    }
    text
}

/// What a contestant cannot be told, so that a person has to see to it, and a referee whom nobody will ask.
pub fn warnings(options: &Options, contestants: &[Contestant]) -> Vec<String> {
    let conditions = &options.conditions;
    let mut warnings = Vec::new();
    for (entrant, contestant) in options.entrants.iter().zip(contestants) {
        let lists = |command: &str| contestant.commands.iter().any(|c| c == command);
        let (label, name) = (&entrant.label, &contestant.name);
        if !lists("kata-set-rules") {
            warnings.push(format!(
                "{label} ({name}) does not list kata-set-rules: set its rules on its command line"
            ));
        }
        if conditions.time != TimeSystem::None && !lists("time_left") {
            warnings.push(format!(
                "{label} ({name}) does not list time_left: it is not told its clock"
            ));
        }
    }
    if options.umpire.is_some() && !conditions.rules.dead_stones_are_agreed() {
        let why = "under these rules the board is counted as it stands";
        warnings.push(format!("--referee has no effect: {why}"));
    }
    warnings
}

/// One game on one line.
pub fn line(options: &Options, report: &GameReport) -> String {
    let label = |color| options.label(report.player(color));
    let (black, white) = (label(Color::Black), label(Color::White));
    let mut text = format!(
        "game {}: {black} (black) - {white} (white): {}, {}, {:.2} s",
        report.number,
        report.ending.result(),
        counted(report.moves, "move", "moves"),
        report.time.as_secs_f64()
    );
    if report.capped {
        text.push_str(", stopped at the limit of moves");
    }
    match &report.ending {
        Ending::Forfeit {
            loser,
            offence,
            detail,
        } => {
            let detail = on_one_line(detail);
            let _ = write!(text, "; {}: {offence}: {detail}", label(*loser));
        }
        Ending::Counted(count) => {
            if let Some(remark) = count.remark([black, white]) {
                let _ = write!(text, "; {remark}");
            }
        }
        _ => {}
    }
    text
}

/// The score so far in a few words.
///
/// `tally` is of the first engine against the second.
pub fn score(options: &Options, tally: Tally) -> String {
    match options.entrants.len() {
        2 => format!("{}: {tally}", options.label(0)),
        _ => String::new(),
    }
}
