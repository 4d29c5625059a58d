//! What a review says, as JSON for the scripts: as a page of its own, or for a board that shows it already.
//!
//! Boards are strings with a character for each point, so that a long game on a large board stays well below a
//! megabyte.

use super::script::joined;
use super::{line_text, move_text, ownership_text, stones_text};
use crate::console::rounded;
use crate::review::{Candidate, Cost, Loss, Review, ReviewedPosition, Summary, Verdict};
use crate::types::{Color, Dims};
use crate::version::VERSION;
use serde_json::{Value, json};

/// The moves of a line that are shown.
const LONGEST_LINE: usize = 12;

/// The page of a review, before its parts are put into it.
const PAGE: &str = include_str!("assets/review.html");

/// The review as one HTML page that needs nothing else; `record` is the game with what is said of it, as SGF.
pub fn html(review: &Review, record: &str) -> String {
    let style = include_str!("assets/style.css");
    let script = joined("review");
    // A name in the record that holds `</script>` must not end the script.
    let data = data(review, record).to_string().replace('<', "\\u003c");
    let page = PAGE.replace("@STYLE@", style).replace("@SCRIPT@", &script);
    let page = page.replace("@WALK@", walk());
    // Last, since a game may have anything in it.
    page.replace("@REVIEW@", &data)
}

/// What walks through a game and its variations, from the page of the board.
fn walk() -> &'static str {
    let page = include_str!("assets/index.html");
    let rest = page.split_once("<!-- In the page of a review too: -->");
    let part = rest.and_then(|(_, rest)| rest.split_once("<!-- Here alone: -->"));
    part.expect("the page of the board has both marks").0
}

/// What there is to say of moves and players: `losses`, whether something `better` is worth a word, the number of the
/// `costliest` move, and `players`.
pub fn findings(review: &Review) -> Value {
    let has_better = (0..review.losses.len()).map(|number| review.better(number).is_some());
    json!({
        "losses": review.losses.iter().map(loss).collect::<Vec<_>>(),
        "better": has_better.collect::<Vec<_>>(),
        "costliest": review.worst(1).first(),
        "players": Color::BOTH.map(|color| player(&review.summary(color))),
    })
}

fn data(review: &Review, record: &str) -> Value {
    let game = &review.game;
    let dims = game.dims();
    let moves = game.moves().iter();
    let moves: Vec<Value> = moves
        .map(|&(color, mv)| json!([color.letter(), move_text(dims, mv)]))
        .collect();
    let positions = review.positions.iter();
    let positions: Vec<Value> = positions.map(|found| position(dims, found)).collect();
    json!({
        "width": dims.width(),
        "height": dims.height(),
        "black": review.info.black,
        "white": review.info.white,
        "result": review.info.result,
        "komi": game.komi(),
        "rules": game.rules().preset_name(),
        "version": VERSION,
        "effort": effort(review),
        "moves": moves,
        "findings": findings(review),
        "positions": positions,
        "record": record,
    })
}

fn effort(review: &Review) -> String {
    let searched = review.positions.iter().filter(|position| !position.is_over);
    let count = searched.clone().count().max(1) as u64;
    let all: u64 = searched.map(|position| position.playouts).sum();
    match review.effort.time {
        Some(time) => format!(
            "{} s a move, about {} playouts",
            time.as_secs_f64(),
            all / count
        ),
        None => format!("{} playouts a move", all / count),
    }
}

/// Percent, points, the uncertainty in percent, and the class that the page's style has for it.
fn loss(loss: &Loss) -> Value {
    let kind = match loss.verdict {
        Verdict::Fine => None,
        Verdict::Unclear => Some("unclear"),
        Verdict::Mistake => Some("doubtful"),
        Verdict::Blunder => Some("bad"),
    };
    json!([
        percent(loss.winrate),
        tenths(loss.points),
        loss.error.map(percent),
        kind
    ])
}

fn player(summary: &Summary) -> Value {
    let points = |cost: &Cost| (cost.moves > 0).then(|| tenths(cost.points));
    json!({
        "color": summary.color.letter(),
        "accuracy": summary.accuracy.round(),
        "mistakes": summary.mistakes,
        "points": points(&summary.mean),
        "phases": summary.phases.each_ref().map(points),
        "moments": summary.moments,
    })
}

fn position(dims: Dims, evaluation: &ReviewedPosition) -> Value {
    let candidates = evaluation.candidates.iter();
    let candidates: Vec<Value> = candidates.map(|found| candidate(dims, found)).collect();
    json!({
        "t": evaluation.to_move.letter(),
        "e": evaluation.is_over,
        "w": percent(evaluation.winrate),
        "l": tenths(evaluation.lead),
        "s": stones_text(dims, &evaluation.stones),
        "o": ownership_text(dims, &evaluation.ownership),
        "c": candidates,
    })
}

fn candidate(dims: Dims, found: &Candidate) -> Value {
    json!([
        move_text(dims, found.mv),
        found.visits,
        percent(found.winrate),
        tenths(found.lead),
        line_text(dims, found.line.iter().copied().take(LONGEST_LINE)),
    ])
}

/// With one digit after the point.
fn percent(share: f32) -> f64 {
    tenths(100.0 * share)
}

fn tenths(value: f32) -> f64 {
    rounded(value, 1)
}
