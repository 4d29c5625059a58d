//! The review as one HTML page that needs nothing else.
//!
//! `page.html` beside this file has the looks and the script; the review goes
//! into it as JSON. Boards are strings with a character for each point, row by row from the
//! top, so that a long game on a large board stays well below a megabyte.

use super::{BLUNDER, Candidate, Evaluation, MISTAKE, Review};
use crate::types::{Color, Dims, Move};
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");
/// Where the JSON goes.
const PLACE: &str = "@REVIEW@";
/// The moves of a line that are shown.
const LONGEST_LINE: usize = 12;
/// The moves in the list of the worst.
const WORST: usize = 12;
/// Steps of ownership from neutral to certain.
const SHADES: f32 = 12.0;

/// The text of the page.
pub fn html(review: &Review) -> String {
    // A name in the record that holds `</script>` must not end the script.
    let data = data(review).to_string().replace('<', "\\u003c");
    let (before, after) = TEMPLATE.split_once(PLACE).unwrap_or((TEMPLATE, ""));
    [before, &data, after].concat()
}

fn data(review: &Review) -> Value {
    let game = &review.game;
    let dims = game.dims();
    let moves: Vec<Value> = game
        .moves()
        .iter()
        .map(|&(color, mv)| json!([letter(color), coordinates(dims, mv)]))
        .collect();
    let losses: Vec<Value> = review
        .losses
        .iter()
        .map(|loss| json!([percent(loss.winrate), tenths(loss.points)]))
        .collect();
    let positions: Vec<Value> = review
        .positions
        .iter()
        .map(|evaluation| position(dims, evaluation))
        .collect();
    let means = Color::BOTH.map(|color| {
        let loss = review.mean_loss(color);
        json!([percent(loss.winrate), tenths(loss.points)])
    });
    json!({
        "width": dims.width(),
        "height": dims.height(),
        "black": review.info.black,
        "white": review.info.white,
        "result": review.info.result,
        "komi": game.komi(),
        "rules": game.rules().preset_name(),
        "version": env!("CARGO_PKG_VERSION"),
        "effort": effort(review),
        "moves": moves,
        "losses": losses,
        "means": means,
        "worst": review.worst(WORST),
        "mistake": percent(MISTAKE),
        "blunder": percent(BLUNDER),
        "better": (0..review.losses.len()).map(|number| review.better(number).is_some()).collect::<Vec<_>>(),
        "positions": positions,
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

fn position(dims: Dims, evaluation: &Evaluation) -> Value {
    let stone = |index: usize| match evaluation.stones[index] {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let owner = |index: usize| shade(evaluation.ownership.get(index).copied().unwrap_or(0.0));
    let candidates: Vec<Value> = evaluation
        .candidates
        .iter()
        .map(|found| candidate(dims, found))
        .collect();
    json!({
        "t": letter(evaluation.to_move),
        "e": evaluation.is_over,
        "w": percent(evaluation.winrate),
        "l": tenths(evaluation.lead),
        "s": from_the_top(dims).map(stone).collect::<String>(),
        "o": from_the_top(dims).map(owner).collect::<String>(),
        "c": candidates,
    })
}

fn candidate(dims: Dims, found: &Candidate) -> Value {
    let line = found.line.iter().take(LONGEST_LINE);
    let line: Vec<String> = line.map(|&mv| coordinates(dims, mv)).collect();
    json!([
        coordinates(dims, found.mv),
        found.visits,
        percent(found.winrate),
        tenths(found.lead),
        line.join(" "),
    ])
}

/// The indices of the points, row by row as one reads.
fn from_the_top(dims: Dims) -> impl Iterator<Item = usize> {
    let width = dims.width();
    (0..dims.height())
        .rev()
        .flat_map(move |row| (0..width).map(move |column| row * width + column))
}

/// One letter: `M` is neutral, `A` White's for certain, `Y` Black's.
fn shade(owner: f32) -> char {
    let step = (owner.clamp(-1.0, 1.0) * SHADES + SHADES).round() as u8;
    char::from(b'A' + step)
}

/// As SGF has it: `aa` is the top left; `--` is a pass.
fn coordinates(dims: Dims, mv: Move) -> String {
    let Some(point) = mv.point() else {
        return "--".to_owned();
    };
    let (x, y) = dims.xy(point);
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(x), letter(dims.height() - 1 - y)].iter().collect()
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// With one digit after the point.
fn percent(share: f32) -> f64 {
    tenths(100.0 * share)
}

fn tenths(value: f32) -> f64 {
    (f64::from(value) * 10.0).round() / 10.0
}
