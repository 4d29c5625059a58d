//! What Tengen says about a move to those who watch.

use crate::game::Game;
use crate::search::{Choice, Report};
use crate::session::choice_in_words;
use crate::types::{Move, format_move, format_moves};
use std::time::Duration;

/// The bridge to OGS shows a line that begins so to all but the opponent.
const FOR_SPECTATORS: &str = "MALKOVICH:";

/// The lines for the chat of the bridge: one to read, and two from which gtp2ogs makes a variation to click on. `time`
/// is how long the move took.
pub(super) fn chat_lines(game: &Game, choice: Choice, report: &Report, time: Duration) -> String {
    let words = choice_in_words(game, choice, report);
    let mut lines = format!("{FOR_SPECTATORS} {words}");
    if let Choice::Move(mv) = choice
        && let Some(variation) = variation(game, mv, report, time)
    {
        lines.push('\n');
        lines.push_str(&variation);
    }
    lines
}

/// The move with its numbers and its line, and the work done, as Leela Zero writes them: gtp2ogs knows their form.
/// `None` if the move was not searched.
fn variation(game: &Game, mv: Move, report: &Report, time: Duration) -> Option<String> {
    let dims = game.dims();
    let found = report.find(mv).filter(|found| !found.line.is_empty())?;
    let percent = |share: f32| format!("{:.2}%", share.clamp(0.0, 1.0) * 100.0);
    let per_second = report.playouts as f64 / time.as_secs_f64().max(1e-3);
    let nodes = report.nodes.used;
    Some(format!(
        "{} -> {} (V: {}) (LCB: {}) (N: {}) PV: {}\n{} visits, {nodes} nodes, {} playouts, {per_second:.0} n/s",
        format_move(dims, mv),
        found.visits,
        percent(found.winrate),
        percent(found.lcb),
        percent(found.prior),
        format_moves(dims, &found.line),
        report.visits,
        report.playouts,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Player, Request, Settings};
    use crate::types::Color;

    #[test]
    fn a_line_to_read_and_two_to_click_on() {
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
        let second = Duration::from_secs(1);
        let lines = chat_lines(&game, choice, &report, second);
        let (line, variation) = lines.split_once('\n').unwrap();
        let Choice::Move(mv) = choice else {
            panic!("nobody resigns here");
        };
        let start = format!("MALKOVICH: {}, ", format_move(game.dims(), mv));
        assert!(line.starts_with(&start), "{line}");
        assert!(line.contains(", 200 playouts and 0 kept"), "{line}");
        // What gtp2ogs looks for, by its own patterns.
        let pattern = r"^([A-Z]\d+|pass) -> +(\d+) \(V: +(\d+\.\d\d)%\) \(LCB: +(-?\d+\.\d\d)%\) \(N: +(\d+\.\d\d)%\) PV:(( ([A-Z][0-9]+|pass)+)+)\n(\d+) visits, (\d+) nodes, (\d+) playouts, (\d+) n/s$";
        let pattern = regex_lite::Regex::new(pattern).unwrap();
        assert!(pattern.is_match(variation), "{variation}");
        assert!(variation.ends_with(" 200 playouts, 200 n/s"), "{variation}");
        let resigned = chat_lines(&game, Choice::Resign, &report, second);
        assert!(!resigned.contains('\n'), "{resigned}");
        assert!(resigned.starts_with("MALKOVICH: resign, "), "{resigned}");
        assert!(!resigned.contains("expecting"), "{resigned}");
    }
}
