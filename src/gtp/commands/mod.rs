//! The commands, one file for each family.

pub mod admin;
pub mod analyze;
pub mod board;
#[cfg(test)]
pub mod broken;
pub mod cgos;
pub mod gnugo;
pub mod gogui;
pub mod handicap;
pub mod kata_params;
pub mod kgs;
pub mod look;
pub mod net;
pub mod params;
pub mod play;
pub mod reading;
pub mod rules;
pub mod scoring;
pub mod search;
pub mod sgf;
pub mod show;
pub mod time;

use crate::types::{Dims, Point, format_vertices};

/// What commands without anything to say answer.
const NOTHING: String = String::new();

/// Vertices between blanks, row by row from the top left, as GNU Go lists them: regression files compare whole lists.
fn vertices(dims: Dims, points: impl IntoIterator<Item = Point>) -> String {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_unstable_by_key(|&point| dims.index_from_top(point));
    format_vertices(dims, points)
}
