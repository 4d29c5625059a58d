//! The commands, one file for each family.

pub mod admin;
pub mod analyze;
pub mod board;
pub mod board_pictures;
#[cfg(test)]
pub mod broken;
pub mod cgos;
pub mod fuego;
pub mod genmove;
pub mod gnugo;
pub mod gogui;
pub mod handicap;
pub mod ineffective;
pub mod kata_params;
pub mod kgs;
pub mod move_values;
pub mod net;
pub mod params;
pub mod play;
pub mod reading;
pub mod rules;
pub mod scoring;
pub mod search_pictures;
pub mod sgf;
pub mod time;

use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, PointSet, format_vertex, format_vertices};

/// What commands without anything to say answer.
const NOTHING: String = String::new();

/// A vertex, or the word for none, in capitals as GNU Go and Fuego write it: regression files compare it letter by letter.
pub(super) fn vertex_or_pass(dims: Dims, point: Option<Point>) -> String {
    point.map_or_else(|| "PASS".to_owned(), |point| format_vertex(dims, point))
}

/// Vertices between blanks, row by row from the top left, as GNU Go lists them: regression files compare whole lists.
fn vertices(dims: Dims, points: impl IntoIterator<Item = Point>) -> String {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_unstable_by_key(|&point| dims.index_from_top(point));
    format_vertices(dims, points)
}

/// Every unit of a board, or of one color alone, in the order of their first stones from the top; `unit` is the chain or the group
/// of a stone.
fn all_units(
    board: &AnyBoard,
    color: Option<Color>,
    mut unit: impl FnMut(&AnyBoard, Point) -> PointSet,
) -> Vec<(Point, PointSet)> {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for point in board.dims().points_from_top() {
        let is_asked_for = match board.color_at(point) {
            None => false,
            owner => color.is_none() || color == owner,
        };
        if is_asked_for && !seen.contains(point) {
            let stones = unit(board, point);
            seen = seen.union(&stones);
            found.push((point, stones));
        }
    }
    found
}

/// The stones of units, one unit on each line.
fn unit_lines(dims: Dims, units: impl IntoIterator<Item = (Point, PointSet)>) -> String {
    let units = units.into_iter();
    let lines = units.map(|(_, stones)| vertices(dims, stones.iter()));
    lines.collect::<Vec<_>>().join("\n")
}
