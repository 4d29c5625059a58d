//! The review in words and for programs.

use super::record::verdict;
use crate::console::{counted, rounded};
use crate::review::{Cost, Loss, Phase, Review, Summary, Verdict};
use crate::types::{Color, format_move};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What stands in the summary of every player.
pub(super) const LOST: &str = "; points lost by a move: ";

/// How many of the moves that cost most are listed, those of both players together.
const WORST: usize = 5;

/// Each player's game in numbers, and the moves that cost most.
pub fn summary(review: &Review) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        let summary = review.summary(color);
        if summary.mean.moves == 0 {
            continue;
        }
        let phases = Phase::ALL.iter().zip(&summary.phases);
        let phases: Vec<String> = phases
            .filter(|(_, cost)| cost.moves > 0)
            .map(|(phase, cost)| format!("{phase} {:.1}", cost.points))
            .collect();
        let _ = writeln!(
            text,
            "{}: accuracy {:.0} %, {}{LOST}{:.1} ({}).",
            color.name(),
            summary.accuracy,
            mistakes(summary.mistakes),
            summary.mean.points,
            phases.join(", "),
        );
    }
    for number in review.worst(WORST) {
        let _ = writeln!(text, "Move {}: {}", number + 1, verdict(review, number));
    }
    text
}

/// How many mistakes there were, and how many of these were blunders.
fn mistakes([mistakes, blunders]: [usize; 2]) -> String {
    let all = counted(mistakes, "mistake", "mistakes");
    match (mistakes, blunders) {
        (0, _) => "no mistakes".to_owned(),
        (_, 0) => all,
        _ => format!(
            "{all}, {} among them",
            counted(blunders, "blunder", "blunders")
        ),
    }
}

/// Every move as a JSON object, and `remarks` on the record. Chances to win and leads are Black's, after the move.
pub fn json(review: &Review, remarks: &[String]) -> Value {
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
                "winrate": winrate(after.winrate),
                "lead": points(after.lead),
                "loss": loss(review.losses[number]),
                "better": line,
            })
        })
        .collect();
    let start = &review.positions[0];
    let [black, white] = Color::BOTH.map(|color| player(&review.summary(color)));
    json!({
        "start": { "winrate": winrate(start.winrate), "lead": points(start.lead) },
        "moves": moves,
        "notes": remarks,
        "players": { "black": black, "white": white },
    })
}

/// A chance to win, or a part of one.
fn winrate(share: f32) -> f64 {
    rounded(share, 4)
}

/// Points that are gained or lost.
fn points(count: f32) -> f64 {
    rounded(count, 2)
}

fn loss(loss: Loss) -> Value {
    let verdict = match loss.verdict {
        Verdict::Fine => "fine",
        Verdict::Unclear => "unclear",
        Verdict::Mistake => "mistake",
        Verdict::Blunder => "blunder",
    };
    json!({
        "winrate": winrate(loss.winrate),
        "points": points(loss.points),
        "error": loss.error.map(winrate),
        "verdict": verdict,
        "atSight": winrate(loss.at_sight),
    })
}

fn player(summary: &Summary) -> Value {
    let cost = |cost: &Cost| {
        json!({
            "moves": cost.moves,
            "winrate": winrate(cost.winrate),
            "points": points(cost.points),
        })
    };
    let [opening, middle, end] = summary.phases.each_ref().map(cost);
    let [mistakes, blunders] = summary.mistakes;
    let moments: Vec<usize> = summary.moments.iter().map(|number| number + 1).collect();
    json!({
        "accuracy": rounded(summary.accuracy, 1),
        "mistakes": mistakes,
        "blunders": blunders,
        "mean": cost(&summary.mean),
        "opening": opening,
        "middle": middle,
        "end": end,
        "moments": moments,
    })
}
