//! What a search found in a position, as a line of JSON.

use crate::game::Game;
use crate::search::Report;
use crate::types::format_move;
use serde::{Deserialize, Serialize};

/// What a search found in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Lines of the board.
    pub size: usize,
    /// For which the position was judged.
    pub komi: f32,
    /// The moves that lead to it from the empty board, Black first.
    pub moves: Vec<String>,
    /// Which one judged; none in files from before findings named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Of the search.
    pub visits: u64,
    /// Of the position for who is to move, −1 to 1, and points beside it.
    pub utility: f32,
    /// The moves that it has visited.
    pub candidates: Vec<Candidate>,
}

/// A move that a search has visited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// A vertex, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// How often.
    pub visits: u64,
    /// The share that the network gives it.
    pub prior: f32,
    /// What it is worth to who plays it.
    pub utility: f32,
}

impl Finding {
    /// What a search by this network says of the position of a game, in which Black began.
    pub fn of(game: &Game, network: &str, report: &Report) -> Finding {
        let dims = game.dims();
        let all = report.moves_and_copies(dims);
        let visited = all.iter().filter(|found| found.visits > 0);
        let candidates = visited.map(|found| Candidate {
            mv: format_move(dims, found.mv),
            visits: found.visits,
            prior: found.prior,
            utility: found.utility,
        });
        let moves = game.moves().iter().map(|&(_, mv)| format_move(dims, mv));
        Finding {
            size: dims.width(),
            komi: game.komi(),
            moves: moves.collect(),
            network: Some(network.to_owned()),
            visits: report.visits,
            utility: report.utility,
            candidates: candidates.collect(),
        }
    }
}
