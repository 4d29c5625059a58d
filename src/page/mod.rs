//! The parts of pages in a browser: one board, one graph, one style.
//!
//! [`web`](crate::web) serves them as a page, a style and a script; the page of a review is one file with all that it
//! needs in it. They are plain JavaScript modules and CSS, without a build step. Points go to them as in
//! SGF, `aa` being the top left, and boards as strings with a character for each point, row by row from the top.
//!
//! They speak English. For each other language the page of [`web`](crate::web) has a catalogue, JSON with a text for each English one,
//! which a browser fetches only where that language is wanted.

pub mod review;
mod script;

use crate::game::sgf::format_point;
use crate::types::{Color, Dims, Move};
use std::sync::LazyLock;

/// Steps of ownership from neutral to certain.
const SHADES: f32 = 12.0;
/// What the catalogues of languages are.
const JSON: &str = "application/json";

/// One file of a page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its media type, without the encoding, which is UTF-8.
    pub kind: &'static str,
    /// What is in it.
    pub text: &'static str,
}

static SCRIPT: LazyLock<String> = LazyLock::new(|| script::joined("app"));

/// The file of the board that has this name.
pub fn asset(name: &str) -> Option<Asset> {
    let (kind, text) = match name {
        "index.html" => ("text/html", include_str!("assets/index.html")),
        "style.css" => ("text/css", include_str!("assets/style.css")),
        "icon.svg" => ("image/svg+xml", include_str!("assets/icon.svg")),
        "app.js" => ("text/javascript", SCRIPT.as_str()),
        "de.json" => (JSON, include_str!("assets/languages/de.json")),
        "ja.json" => (JSON, include_str!("assets/languages/ja.json")),
        "ko.json" => (JSON, include_str!("assets/languages/ko.json")),
        "zh-Hans.json" => (JSON, include_str!("assets/languages/zh-Hans.json")),
        "zh-Hant.json" => (JSON, include_str!("assets/languages/zh-Hant.json")),
        _ => return None,
    };
    Some(Asset { kind, text })
}

/// A move as a point, `--` for a pass.
pub fn move_text(dims: Dims, mv: Move) -> String {
    mv.point()
        .map_or_else(|| "--".to_owned(), |point| format_point(dims, point))
}

/// Moves, or points, one after the other: `aa cd --`.
pub fn line_text<M: Into<Move>>(dims: Dims, line: impl IntoIterator<Item = M>) -> String {
    let texts = line.into_iter().map(|mv| move_text(dims, mv.into()));
    texts.collect::<Vec<_>>().join(" ")
}

/// Whose each point is, given in the order of [`Dims::points`], −1 White to 1 Black: `M` is neutral, `A` White's for
/// certain, `Y` Black's.
pub fn ownership_text(dims: Dims, ownership: &[f32]) -> String {
    from_the_top(dims)
        .map(|index| shade(ownership.get(index).copied().unwrap_or(0.0)))
        .collect()
}

/// The stones, given in the order of [`Dims::points`]: `X` Black, `O` White, `.` empty.
pub fn stones_text(dims: Dims, stones: &[Option<Color>]) -> String {
    from_the_top(dims)
        .map(|index| match stones.get(index).copied().flatten() {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        })
        .collect()
}

/// The indices of the points, row by row as one reads.
fn from_the_top(dims: Dims) -> impl Iterator<Item = usize> {
    dims.points_from_top().map(move |point| dims.index(point))
}

fn shade(owner: f32) -> char {
    let step = (owner.clamp(-1.0, 1.0) * SHADES + SHADES).round() as u8;
    char::from(b'A' + step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_written_from_the_top() {
        let dims = Dims::new(2, 2).unwrap();
        assert_eq!(ownership_text(dims, &[1.0, 0.0, -1.0, f32::NAN]), "AAYM");
        let stones = [Some(Color::Black), None, Some(Color::White), None];
        assert_eq!(stones_text(dims, &stones), "O.X.");
    }
}
