//! What Tengen says about a move to those who watch.

use crate::game::Game;
use crate::search::{Choice, Report};
use crate::types::{Color, Move, format_move};

/// The bridge to OGS shows a line that begins so to all but the opponent.
const FOR_SPECTATORS: &str = "MALKOVICH:";
/// As much of the expected line as is good to read.
const LONGEST_LINE: usize = 8;

/// One line for the chat of the bridge.
pub(super) fn chat_line(game: &Game, choice: Choice, report: &Report) -> String {
    format!("{FOR_SPECTATORS} {}", summary(game, choice, report))
}

/// One line: the choice, the chances, the work done, and what is expected.
pub(super) fn summary(game: &Game, choice: Choice, report: &Report) -> String {
    let dims = game.dims();
    let chosen = match choice {
        Choice::Move(mv) => format_move(dims, mv),
        Choice::Resign => "resign".to_owned(),
    };
    let lead = match report.to_move {
        Color::Black => report.black_lead,
        Color::White => -report.black_lead,
    };
    let kept = report.visits.saturating_sub(report.playouts);
    format!(
        "{chosen}, {:.1} % to win, {lead:+.1} points, {} playouts and {kept} kept{}",
        report.won * 100.0,
        report.playouts,
        expected(game, choice, report),
    )
}

/// The expected line after the move, if it has been looked at.
fn expected(game: &Game, choice: Choice, report: &Report) -> String {
    let line = match choice {
        Choice::Move(mv) => report.find(mv).map_or(&[][..], |found| &found.line),
        Choice::Resign => &[],
    };
    let moves: Vec<String> = line
        .iter()
        .skip(1)
        .take(LONGEST_LINE)
        .map(|&mv: &Move| format_move(game.dims(), mv))
        .collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(", expecting {}", moves.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Player, Request, Settings};

    #[test]
    fn one_line_with_move_chances_and_work() {
        let game = Game::from_diagram("...\n.X.\n...").unwrap();
        let mut player = Player::new(Settings {
            memory_mb: 16,
            ..Settings::default()
        });
        let request = Request {
            playouts: Some(200),
            ..Request::new(Color::White)
        };
        let (choice, report) = player.genmove(&game, &request);
        let line = chat_line(&game, choice, &report);
        let Choice::Move(mv) = choice else {
            panic!("nobody resigns here");
        };
        let start = format!("MALKOVICH: {}, ", format_move(game.dims(), mv));
        assert!(line.starts_with(&start), "{line}");
        assert!(line.contains(", 200 playouts and 0 kept"), "{line}");
        assert!(!line.contains('\n'), "{line}");
        let resigned = chat_line(&game, Choice::Resign, &report);
        assert!(resigned.starts_with("MALKOVICH: resign, "), "{resigned}");
        assert!(!resigned.contains("expecting"), "{resigned}");
    }
}
