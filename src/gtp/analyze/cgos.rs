//! What a search has found, as the computer Go server CGOS keeps it with a move: one line of JSON.
//!
//! After *GTP extension for move analysis* of the server's own repository (<https://github.com/zakki/cgos>).

use crate::console;
use crate::search::{MoveReport, Report};
use crate::types::{Dims, format_move, format_moves};
use serde_json::{Value, json};

/// The most moves that are told of.
const MOST_MOVES: usize = 20;
/// The letters for an owner, from the opponent's point (index 0) to one's own (index 62). The last one is never used.
const OWNERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// All values are for the player to move; the owners of the points follow row by row from the top.
pub(in crate::gtp) fn json_line(dims: Dims, report: &Report, comment: Option<String>) -> String {
    let sign = report.to_move.sign();
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    let moves: Vec<Value> = visited
        .take(MOST_MOVES)
        .map(|found| move_value(dims, found))
        .collect();
    let owners = dims.values_from_top(&report.ownership);
    let ownership: String = owners.map(|owner| letter(owner * sign)).collect();
    let mut object = json!({
        "winrate": rounded(report.winrate),
        "score": rounded(report.own_lead()),
        "visits": report.visits,
        "moves": moves,
        "ownership": ownership,
    });
    if let Some(comment) = comment {
        object["comment"] = Value::from(comment);
    }
    object.to_string()
}

fn move_value(dims: Dims, found: &MoveReport) -> Value {
    let after_the_move = found.line.iter().skip(1);
    json!({
        "move": format_move(dims, found.mv),
        "visits": found.visits,
        "winrate": rounded(found.winrate),
        "score": rounded(found.lead),
        "prior": rounded(found.prior),
        "pv": format_moves(dims, after_the_move),
    })
}

fn letter(owner: f32) -> char {
    let share = ((owner + 1.0) / 2.0).clamp(0.0, 1.0);
    char::from(OWNERS[(share * 62.0).round() as usize])
}

/// With four digits after the point.
fn rounded(value: f32) -> f64 {
    console::rounded(value, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_letters() {
        let text: String = [-1.0, 0.0, 1.0, -2.0, 2.0, 0.97]
            .map(letter)
            .iter()
            .collect();
        assert_eq!(text, "Af+A+9");
    }
}
