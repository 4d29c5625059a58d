//! The review in words and for programs.

use super::record::verdict;
use super::{Loss, Review};
use crate::types::{Color, format_move};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What the players lost, and the moves that cost most.
pub fn summary(review: &Review, worst: usize) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        let loss = review.mean_loss(color);
        let _ = writeln!(
            text,
            "Mean loss of {color} per move: {:.1} % and {:.1} points.",
            100.0 * loss.winrate,
            loss.points
        );
    }
    for number in review.worst(worst) {
        let _ = writeln!(text, "Move {}: {}", number + 1, verdict(review, number));
    }
    text
}

/// Every move as a JSON object. Chances to win and leads are Black's, after the move.
pub fn json(review: &Review) -> Value {
    let dims = review.game.dims();
    let moves: Vec<Value> = review
        .game
        .moves()
        .iter()
        .enumerate()
        .map(|(number, &(color, mv))| {
            let after = &review.positions[number + 1];
            let better = review.better(number);
            let line = better.map(|better| {
                let line = better.line.iter().map(|&mv| format_move(dims, mv));
                line.collect::<Vec<_>>()
            });
            json!({
                "number": number + 1,
                "color": color.to_string(),
                "move": format_move(dims, mv),
                "winrate": after.winrate,
                "lead": after.lead,
                "loss": loss(review.losses[number]),
                "better": line,
            })
        })
        .collect();
    let start = &review.positions[0];
    json!({
        "start": { "winrate": start.winrate, "lead": start.lead },
        "moves": moves,
        "mean": {
            "black": loss(review.mean_loss(Color::Black)),
            "white": loss(review.mean_loss(Color::White)),
        },
    })
}

fn loss(loss: Loss) -> Value {
    json!({ "winrate": loss.winrate, "points": loss.points })
}
