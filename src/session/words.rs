//! A choice of Tengen's in words.

use crate::console::counted;
use crate::game::Game;
use crate::search::{Choice, Report};
use crate::types::{Dims, format_move, format_moves};

/// As many moves of the expected line as are good to read.
const LONGEST_LINE: usize = 8;

/// One line on a choice of Tengen's: the move, the chances, the work done, and what is expected.
pub fn choice_in_words(game: &Game, choice: Choice, report: &Report) -> String {
    let chosen = choice_text(game.dims(), choice);
    let lead = report.own_lead();
    let kept = report.visits.saturating_sub(report.playouts);
    format!(
        "{chosen}, {:.1} % to win, {lead:+.1} points, {} and {kept} kept{}",
        report.won * 100.0,
        counted(report.playouts as usize, "playout", "playouts"),
        expected(game, choice, report),
    )
}

/// A move's vertex, `pass` or `resign`.
pub fn choice_text(dims: Dims, choice: Choice) -> String {
    match choice {
        Choice::Move(mv) => format_move(dims, mv),
        Choice::Resign => "resign".to_owned(),
    }
}

/// The expected line after the move, if it has been looked at.
fn expected(game: &Game, choice: Choice, report: &Report) -> String {
    let line = match choice {
        Choice::Move(mv) => report.find(mv).map_or(&[][..], |found| &found.line),
        Choice::Resign => &[],
    };
    let after_the_move = line.iter().skip(1).take(LONGEST_LINE);
    match format_moves(game.dims(), after_the_move).as_str() {
        "" => String::new(),
        moves => format!(", expecting {moves}"),
    }
}
