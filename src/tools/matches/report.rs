//! What a person reads of a match.

use super::ending::{Ending, Offence, Thinking};
use super::repeats::repeats;
use super::schedule::Schedule;
use super::standings::{self, between, tally};
use super::{Contestant, GameReport, Options, Outcome, time_control};
use crate::console::{counted, on_one_line};
use crate::time::TimeSystem;
use crate::types::Color;
use std::fmt::Write as _;
use std::time::Duration;

/// What is played, before the first game.
pub fn heading(options: &Options, contestants: &[Contestant]) -> String {
    let mut text = String::new();
    for (entrant, contestant) in options.entrants.iter().zip(contestants) {
        let Contestant { name, version, .. } = contestant;
        let (label, command) = (&entrant.label, &entrant.command);
        let _ = writeln!(text, "{label}: {name} {version}  ({command})");
    }
    let conditions = &options.conditions;
    let _ = write!(
        text,
        "{}, {}, komi {}, rules {}",
        counted(options.total_games() as usize, "game", "games"),
        conditions.dims,
        conditions.komi,
        conditions.rules_command
    );
    if let Some(time) = time_control::in_words(conditions.time) {
        let _ = write!(text, ", {time}");
    }
    if options
        .openings
        .iter()
        .any(|opening| !opening.name.is_empty())
    {
        let openings = counted(options.openings.len(), "opening", "openings");
        let _ = write!(text, ", {openings}");
    }
    if let Some(test) = options.sprt {
        let _ = write!(text, "\nSPRT of {test}");
    }
    text
}

/// What a contestant cannot be told, so that a person has to see to it.
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
    warnings
}

/// One game on one line.
pub fn line(options: &Options, report: &GameReport) -> String {
    let label = |color| label(options, report.player(color));
    let (black, white) = (label(Color::Black), label(Color::White));
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
            let detail = on_one_line(detail);
            let _ = write!(text, "; {}: {offence}: {detail}", label(*loser));
        }
        Ending::Counted(count) if count.dispute.is_some() => {
            let remarks = count.remarks([black, white]);
            let remarks = remarks.iter().map(|remark| on_one_line(remark));
            let _ = write!(text, "; {}", remarks.collect::<Vec<_>>().join(", "));
        }
        _ => {}
    }
    text
}

/// The score so far in a few words.
pub fn score(options: &Options, reports: &[GameReport]) -> String {
    match options.entrants.len() {
        2 => format!("{}: {}", label(options, 0), between(reports, 0, 1)),
        _ => String::new(),
    }
}

/// The outcome of the match, after the last game.
pub fn summary(options: &Options, outcome: &Outcome) -> String {
    let mut text = String::new();
    let reports = outcome.games.as_slice();
    let schedule = Schedule::new(options);
    for &[a, b] in schedule.pairings() {
        let by_colour = options.entrants.len() == 2;
        pairing(&mut text, options, reports, [a, b], by_colour);
    }
    elo(&mut text, options, reports, &schedule);
    repeated(&mut text, reports);
    endings(&mut text, reports);
    forfeits(&mut text, options, reports);
    disputes(&mut text, options, reports);
    for player in 0..options.entrants.len() {
        let mut thinking = Thinking::default();
        for report in reports {
            thinking += report.thinking_of(player);
        }
        if thinking.moves == 0 {
            continue;
        }
        let _ = write!(
            text,
            "time per move of {}: {} s on average, {} s at most",
            label(options, player),
            seconds(thinking.average()),
            seconds(thinking.longest)
        );
        if let Some(reserve) = thinking.reserve {
            let _ = write!(text, "; never less than {} s left", seconds(reserve));
        }
        text.push('\n');
    }
    if let Some(test) = options.sprt {
        let _ = writeln!(text, "{}", test.describe(between(reports, 0, 1)));
    }
    if outcome.is_interrupted {
        let _ = writeln!(
            text,
            "interrupted after {} of {} games",
            reports.len(),
            schedule.games()
        );
    }
    text
}

fn label(options: &Options, player: usize) -> &str {
    &options.entrants[player].label
}

fn pairing(
    text: &mut String,
    options: &Options,
    reports: &[GameReport],
    [a, b]: [usize; 2],
    by_colour: bool,
) {
    let all = between(reports, a, b);
    let _ = writeln!(
        text,
        "{} against {}: {all}",
        label(options, a),
        label(options, b)
    );
    if by_colour {
        for color in Color::BOTH {
            let tally = tally(reports, a, |game| game.player(color) == a);
            let _ = writeln!(text, "  as {color}: {tally}");
        }
    }
}

fn elo(text: &mut String, options: &Options, reports: &[GameReport], schedule: &Schedule) {
    let entrants = options.entrants.len();
    let Some(ratings) = standings::ratings(reports, entrants, schedule.pairings()) else {
        return;
    };
    let remark = match ratings.is_smoothed {
        true => ", with one draw added to every pairing, since somebody won or lost all",
        false => "",
    };
    if entrants == 2 {
        let difference = ratings.difference(0, 1);
        let (a, b) = (label(options, 0), label(options, 1));
        let _ = writeln!(text, "Elo of {a} over {b}: {difference} (95 %{remark})");
        return;
    }
    let _ = writeln!(text, "Elo, mean 0 (95 %{remark}):");
    let mut order: Vec<usize> = (0..entrants).collect();
    order.sort_by(|&a, &b| ratings.of(b).value.total_cmp(&ratings.of(a).value));
    let width = |&player: &usize| label(options, player).chars().count();
    let widest = order.iter().map(width).max().unwrap_or_default();
    for player in order {
        let tally = tally(reports, player, |_| true);
        let name = label(options, player);
        let elo = ratings.of(player).to_string();
        let _ = writeln!(text, "  {name:<widest$}  {elo:>11}  {tally}");
    }
}

/// Games that are no new evidence, which the numbers above cannot know.
fn repeated(text: &mut String, reports: &[GameReport]) {
    /// More examples than these tell nothing new.
    const MOST_NAMED: usize = 5;
    let repeats = repeats(reports);
    if repeats.is_empty() {
        return;
    }
    let named = repeats.iter().take(MOST_NAMED);
    let mut named: Vec<String> = named
        .map(|repeat| format!("game {} = game {}", repeat.game, repeat.of))
        .collect();
    if repeats.len() > MOST_NAMED {
        named.push("…".to_owned());
    }
    let _ = writeln!(
        text,
        "{} the same moves and result as another ({}), but the intervals count each as new: \
         use {{game}} in the command lines for a seed, or --openings",
        counted(repeats.len(), "game has", "games have"),
        named.join(", ")
    );
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
    if !parts.is_empty() {
        let _ = writeln!(text, "endings: {}", parts.join(", "));
    }
}

fn forfeits(text: &mut String, options: &Options, reports: &[GameReport]) {
    for player in 0..options.entrants.len() {
        let offences: Vec<(u32, Offence)> = reports
            .iter()
            .filter_map(|report| match &report.ending {
                Ending::Forfeit { loser, offence, .. } if report.player(*loser) == player => {
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
                    "forfeits of {}: {}x {kind} (game {})",
                    label(options, player),
                    games.len(),
                    games.join(", ")
                );
            }
        }
    }
}

fn disputes(text: &mut String, options: &Options, reports: &[GameReport]) {
    for report in reports {
        let Ending::Counted(count) = &report.ending else {
            continue;
        };
        let names = [Color::Black, Color::White].map(|color| label(options, report.player(color)));
        let Some(claims) = count.claims(names) else {
            continue;
        };
        let game = match &report.sgf {
            Some(path) => path.display().to_string(),
            None => format!("game {}", report.number),
        };
        let _ = writeln!(
            text,
            "score disputed in {game}: {}, counted as {}",
            on_one_line(&claims),
            count.score
        );
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.2}", duration.as_secs_f64())
}
