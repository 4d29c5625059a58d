//! What a person reads of a match.

use super::count::Count;
use super::referee::{Ending, Offence, Thinking};
use super::{Contestant, GameReport, Options};
use crate::tools::statistics::{Tally, counted};
use crate::types::Color;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// What to call the two contestants in a report.
pub const LABELS: [char; 2] = ['A', 'B'];

/// What is played, before the first game.
pub fn heading(options: &Options, contestants: &[Contestant; 2]) -> String {
    let mut text = String::new();
    for ((label, contestant), command) in LABELS.iter().zip(contestants).zip(&options.commands) {
        let Contestant { name, version, .. } = contestant;
        let _ = writeln!(text, "{label}: {name} {version}  ({command})");
    }
    let conditions = &options.conditions;
    let _ = write!(
        text,
        "{}, {}, komi {}",
        counted(options.games, "game", "games"),
        conditions.dims,
        conditions.komi
    );
    if let Some(time) = conditions.time {
        let _ = write!(text, ", {time}");
    }
    text
}

/// What a contestant cannot be told, so that a person has to see to it.
pub fn warnings(options: &Options, contestants: &[Contestant; 2]) -> Vec<String> {
    let conditions = &options.conditions;
    let mut warnings = Vec::new();
    for (label, contestant) in LABELS.iter().zip(contestants) {
        let lists = |command: &str| contestant.commands.iter().any(|c| c == command);
        let name = &contestant.name;
        if conditions.rules_command.is_some() && !lists("kata-set-rules") {
            warnings.push(format!(
                "{label} ({name}) does not list kata-set-rules: set its rules on its command line"
            ));
        }
        if conditions.time.is_some() && !lists("time_left") {
            warnings.push(format!(
                "{label} ({name}) does not list time_left: it is not told its clock"
            ));
        }
    }
    warnings
}

/// One game on one line.
pub fn line(report: &GameReport) -> String {
    let black = LABELS[report.contestant(Color::Black)];
    let white = LABELS[report.contestant(Color::White)];
    let mut text = format!(
        "game {}: {black} (black) - {white} (white): {}, {} moves, {} s",
        report.number,
        report.ending.result(),
        report.moves,
        seconds(report.time)
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
            let label = LABELS[report.contestant(*loser)];
            let _ = write!(text, "; {label}: {offence}: {detail}");
        }
        Ending::Counted(Count {
            dispute: Some([black_says, white_says]),
            ..
        }) => {
            let _ = write!(
                text,
                "; score disputed: {black} says {black_says}, {white} says {white_says}"
            );
        }
        _ => {}
    }
    text
}

/// The outcome of the match, after the last game.
pub fn summary(reports: &[GameReport]) -> String {
    let mut text = String::new();
    let [a, b] = LABELS;
    let all = tally(reports, |_| true);
    let black = tally(reports, |report| report.black == 0);
    let white = tally(reports, |report| report.black == 1);
    let _ = writeln!(text, "{a} against {b}: {all}");
    let _ = writeln!(text, "  as black: {black}");
    let _ = writeln!(text, "  as white: {white}");
    endings(&mut text, reports);
    forfeits(&mut text, reports);
    disputes(&mut text, reports);
    for (index, label) in LABELS.iter().enumerate() {
        let mut thinking = Thinking::default();
        for report in reports {
            thinking += report.thinking[index];
        }
        let _ = writeln!(
            text,
            "time per move of {label}: {} s on average, {} s at most",
            seconds(thinking.average()),
            seconds(thinking.longest)
        );
    }
    text
}

/// The games of contestant A among those that `include` picks; games without result are left out.
pub fn tally(reports: &[GameReport], include: impl Fn(&GameReport) -> bool) -> Tally {
    let mut tally = Tally::default();
    for report in reports.iter().filter(|report| include(report)) {
        match (report.winner(), &report.ending) {
            (_, Ending::NoResult) => {}
            (Some(0), _) => tally.wins += 1,
            (Some(_), _) => tally.losses += 1,
            (None, _) => tally.draws += 1,
        }
    }
    tally
}

fn endings(text: &mut String, reports: &[GameReport]) {
    let count = |wanted: fn(&Ending) -> bool| reports.iter().filter(|r| wanted(&r.ending)).count();
    let parts = [
        (count(|e| matches!(e, Ending::Counted(_))), "counted"),
        (count(|e| matches!(e, Ending::Resigned(_))), "resigned"),
        (count(|e| matches!(e, Ending::Forfeit { .. })), "forfeited"),
        (count(|e| matches!(e, Ending::NoResult)), "without result"),
        (
            reports.iter().filter(|r| r.capped).count(),
            "stopped at the limit of moves",
        ),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let _ = writeln!(text, "endings: {}", parts.join(", "));
}

fn forfeits(text: &mut String, reports: &[GameReport]) {
    for (index, label) in LABELS.iter().enumerate() {
        let offences: Vec<(u32, Offence)> = reports
            .iter()
            .filter_map(|report| match &report.ending {
                Ending::Forfeit { loser, offence, .. } if report.contestant(*loser) == index => {
                    Some((report.number, *offence))
                }
                _ => None,
            })
            .collect();
        for kind in Offence::ALL {
            let games: Vec<String> = offences
                .iter()
                .filter(|(_, offence)| *offence == kind)
                .map(|(number, _)| number.to_string())
                .collect();
            if !games.is_empty() {
                let _ = writeln!(
                    text,
                    "forfeits of {label}: {}x {kind} (game {})",
                    games.len(),
                    games.join(", ")
                );
            }
        }
    }
}

fn disputes(text: &mut String, reports: &[GameReport]) {
    for report in reports {
        let Ending::Counted(count) = &report.ending else {
            continue;
        };
        let Some([black, white]) = &count.dispute else {
            continue;
        };
        let game = match &report.sgf {
            Some(path) => name_of(path),
            None => format!("game {}", report.number),
        };
        let _ = writeln!(
            text,
            "score disputed in {game}: {} says {black}, {} says {white}, counted as {}",
            LABELS[report.contestant(Color::Black)],
            LABELS[report.contestant(Color::White)],
            count.score
        );
    }
}

fn name_of(path: &Path) -> String {
    path.display().to_string()
}

fn seconds(duration: Duration) -> String {
    format!("{:.2}", duration.as_secs_f64())
}
