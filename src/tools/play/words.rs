//! What Tengen says at the table.

use super::Options;
use crate::console::rules_in_words;
use crate::game::{Game, Score, Territory};
use crate::search::{Choice, Report};
use crate::session::Answer;
use crate::types::{Color, Dims, Move, format_move, format_vertex};
use crate::version::NAME_AND_VERSION;

/// How many moves a hint names.
const HINTS: usize = 3;
/// A move is worth naming in a hint with this share of the visits of the best one.
const WORTH_NAMING: u64 = 20;

/// What can be answered to a count.
pub(super) const AGREEMENT: &str = "\
Type yes if you agree, no to play on, or a point to change
whether the stones there are dead.";

/// Who plays whom, how, and what to type.
pub(super) fn greeting(options: &Options, game: &Game) -> String {
    let level = match options.config.level {
        level if level.is_full() => String::new(),
        level => format!(" at level {level}"),
    };
    format!(
        "{NAME_AND_VERSION}{level} on a {} board. You have {}. Rules: {}.\n\
         Type a move such as {}, or help.",
        game.dims(),
        options.person.name(),
        rules_in_words(game.rules()),
        example(game)
    )
}

/// A point that is good to name as an example: on the fourth line, if there is one.
fn example(game: &Game) -> String {
    let dims = game.dims();
    let at = |side: usize| 3.min(side - 1);
    dims.point(at(dims.width()), at(dims.height())).map_or_else(
        || "pass".to_owned(),
        |p| format_vertex(dims, p).to_lowercase(),
    )
}

/// The move that Tengen would play, and others that are about as good.
pub(super) fn hint(dims: Dims, answer: &Answer) -> String {
    let chosen = match answer.choice {
        Choice::Move(Move::Pass) | Choice::Resign => return "I would pass.".to_owned(),
        Choice::Move(mv) => mv,
    };
    let mv = format_move(dims, chosen);
    let Some(report) = &answer.report else {
        return format!("I would play {mv}.");
    };
    let most = report.best().map_or(0, |best| best.visits);
    let others: Vec<String> = report
        .moves
        .iter()
        .filter(|found| found.mv != chosen && found.visits * 100 >= most * WORTH_NAMING)
        .take(HINTS - 1)
        .map(|found| format_move(dims, found.mv))
        .collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(", or else {}", others.join(" or ")),
    };
    let rate = report
        .find(chosen)
        .map_or(report.winrate, |found| found.winrate);
    format!("I would play {mv} ({:.0} % to win){others}.", 100.0 * rate)
}

/// How Tengen expects a game to end that cannot be counted yet, if it has seen anything.
pub(super) fn expectation(report: Option<&Report>) -> String {
    let Some(report) = report else {
        return "It is too early to count.".to_owned();
    };
    let expected = Score::from_black_lead(report.black_lead.round());
    match expected.winner() {
        Some(color) => format!(
            "It is too early to count. Tengen expects {} to win by about {}.",
            color.name(),
            points(expected.black_lead().abs())
        ),
        None => "It is too early to count, and the game is close.".to_owned(),
    }
}

/// The dead stones, and the score that follows.
pub(super) fn count(game: &Game, territory: &Territory) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        let stones: Vec<String> = territory
            .dead(color)
            .iter()
            .map(|point| format_vertex(game.dims(), point))
            .collect();
        if !stones.is_empty() {
            text += &format!("Dead of {}: {}\n", color.name(), stones.join(" "));
        }
    }
    let bonus = points(game.white_bonus());
    let handicap = match game.white_bonus() == game.komi() {
        true => "",
        false => " and handicap",
    };
    let score = in_words(game.score_of(territory));
    text + &format!("White gets {bonus} for komi{handicap}: {score}.")
}

/// Who has won, to the person.
pub(super) fn outcome(winner: Option<Color>, person: Color) -> &'static str {
    match winner {
        Some(winner) if winner == person => "You win",
        Some(_) => "Tengen wins",
        None => "Nobody wins",
    }
}

/// Who wins by how much, inside a sentence.
pub(super) fn in_words(score: Score) -> String {
    match score.winner() {
        Some(color) => {
            let lead = points(score.black_lead().abs());
            format!("{} wins by {lead}", color.name())
        }
        None => "it is a draw".to_owned(),
    }
}

fn points(count: f32) -> String {
    match count {
        1.0 => "1 point".to_owned(),
        _ => format!("{count} points"),
    }
}
