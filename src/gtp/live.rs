//! Live graphics: what the search sees, drawn by GoGui while it goes on.
//!
//! GoGui reads blocks of drawing commands from standard error: a line
//! `gogui-gfx:`, the commands, and a blank line. They are written only when
//! switched on (`tengen-param live_graphics 1`).

use super::commands::vertex_or_pass;
use super::gfx::summary;
use crate::console::stderr;
use crate::search::{Report, Search};
use crate::session::Watch;
use crate::types::{Color, Dims, Move, format_vertex};
use std::time::{Duration, Instant};

/// The time from one picture to the next.
const INTERVAL: Duration = Duration::from_millis(500);
/// Shares of the visits below this are not drawn.
const LEAST_SHARE: f32 = 0.01;

/// Has a search draw what it sees while `think` goes on.
pub(super) fn with_pictures<T>(dims: Dims, mut watch: Watch, think: impl FnOnce(Watch) -> T) -> T {
    let mut pictures = Pictures::new(dims);
    let mut look = |search: &Search| {
        if let Some(watch) = &mut watch {
            watch(search);
        }
        pictures.look(search);
    };
    think(Some(&mut look))
}

/// Draws until it is dropped, and then clears the board.
struct Pictures {
    dims: Dims,
    next: Instant,
}

impl Pictures {
    /// Draws on a board of this size, for the first time after a while.
    fn new(dims: Dims) -> Pictures {
        Pictures {
            dims,
            next: Instant::now() + INTERVAL,
        }
    }

    /// Draws what a running search has found, when it is time to.
    fn look(&mut self, search: &Search) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let report = search.report();
        if let Some(block) = report.and_then(|report| block(self.dims, &report)) {
            stderr::say(block);
        }
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        stderr::say("gogui-gfx: CLEAR".to_owned());
    }
}

/// The expected line as stones, the other moves' shares of the visits as
/// squares, and the numbers below the board; none where no move has been found. Saying it adds the blank line at the end.
fn block(dims: Dims, report: &Report) -> Option<String> {
    let best = report.best()?;
    let mut text = format!(
        "gogui-gfx:\nVAR {}\n",
        variation(dims, report.to_move, &best.line)
    );
    let total = report.moves.iter().map(|found| found.visits).sum::<u64>();
    let sign = report.to_move.sign();
    let mut influence = String::new();
    for found in report.moves_and_copies(dims).iter() {
        let share = found.visits as f32 / total.max(1) as f32;
        let in_line = best.line.contains(&found.mv);
        if let Some(point) = found
            .mv
            .point()
            .filter(|_| share >= LEAST_SHARE && !in_line)
        {
            let vertex = format_vertex(dims, point);
            influence.push_str(&format!(" {vertex} {:.2}", share * sign));
        }
    }
    if !influence.is_empty() {
        text.push_str(&format!("INFLUENCE{influence}\n"));
    }
    text.push_str(&format!("TEXT {}\n", summary(report)));
    Some(text)
}

/// Moves with their colours, as GoGui's `VAR` takes them.
fn variation(dims: Dims, first: Color, line: &[Move]) -> String {
    let mut color = first;
    let mut words = Vec::new();
    for &mv in line {
        let letter = if color == Color::Black { "b" } else { "w" };
        let vertex = vertex_or_pass(dims, mv.point());
        words.push(format!("{letter} {vertex}"));
        color = !color;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::search::{Limits, Settings};

    #[test]
    fn a_block_names_the_line_the_shares_and_the_numbers() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5);
        let mut search = Search::new(Settings::default());
        search.set_game(&game, Color::White);
        let report = search.run(Limits::of_playouts(300));
        let text = block(game.dims(), &report.unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "gogui-gfx:");
        assert!(lines[1].starts_with("VAR w "), "{text}");
        assert!(
            lines[2].starts_with("INFLUENCE ") && lines[2].contains(" -0."),
            "{text}"
        );
        assert!(lines[3].starts_with("TEXT 300 playouts, White wins "));
        assert!(lines.len() == 4 && text.ends_with('\n'));
    }
}
