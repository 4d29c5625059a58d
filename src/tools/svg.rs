//! Boards as pictures for web pages.
//!
//! A picture is an `svg` element without any reference to elsewhere; its colours
//! come from [`STYLE`], which the page holds once.

use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, format_vertex};
use maud::{Markup, html};

/// Side of the square of one point, in the picture's own units.
const CELL: usize = 20;

/// The style sheet of the pictures.
pub const STYLE: &str = "\
svg.board{background:#e3b96b;max-width:100%}
svg.board text{font:9px sans-serif;fill:#4a3712;text-anchor:middle}
.grid{stroke:#6b5326;stroke-width:.8;fill:none}
.star{fill:#6b5326}
.black{fill:#151515;stroke:#000;stroke-width:.5}
.white{fill:#fbfbf7;stroke:#444;stroke-width:.8}
.last{fill:none;stroke:#888;stroke-width:1.6}
.wanted{fill:none;stroke:#0a8f2f;stroke-width:3}
.forbidden{fill:none;stroke:#c55a00;stroke-width:2.5;stroke-dasharray:3 2}
.played{stroke:#d0021b;stroke-width:3;fill:none}
";

/// A sign on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring: this move was asked for.
    Wanted,
    /// A broken ring: anything but this was asked for.
    Forbidden,
    /// A cross: this move was played.
    Played,
}

/// A board with its coordinates; `last` is the last move. Later marks lie on top.
///
/// ```
/// use tengen::game::board_from_diagram;
/// use tengen::tools::svg::{Mark, board};
/// let position = board_from_diagram("X.\n.O").unwrap();
/// let corner = position.dims().point(0, 0).unwrap();
/// let picture = board(&position, None, &[(corner, Mark::Played)]).into_string();
/// assert!(picture.contains("class=\"black\"") && picture.contains("A1"));
/// ```
pub fn board(board: &AnyBoard, last: Option<Point>, marks: &[(Point, Mark)]) -> Markup {
    let dims = board.dims();
    let (width, height) = ((dims.width() + 1) * CELL, (dims.height() + 1) * CELL);
    let stones = dims
        .points()
        .filter_map(|point| Some((point, board.color_at(point)?)));
    html! {
        svg.board width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } role="img" {
            path.grid d=(grid(dims)) {}
            @for point in dims.points().filter(|&point| dims.is_star(point)) { (circle(dims, point, "star", 2)) }
            (labels(dims))
            @for (point, color) in stones { (stone(dims, point, color)) }
            @if let Some(point) = last { (circle(dims, point, "last", 4)) }
            @for &(point, mark) in marks { (sign(dims, point, mark)) }
        }
    }
}

/// The middle of a point.
fn place(dims: Dims, point: Point) -> (usize, usize) {
    let (x, y) = dims.xy(point);
    ((x + 1) * CELL, (dims.height() - y) * CELL)
}

fn grid(dims: Dims) -> String {
    let (right, bottom) = (dims.width() * CELL, dims.height() * CELL);
    let columns = (1..=dims.width()).map(|x| format!("M{} {CELL}V{bottom}", x * CELL));
    let rows = (1..=dims.height()).map(|y| format!("M{CELL} {}H{right}", y * CELL));
    columns.chain(rows).collect()
}

fn labels(dims: Dims) -> Markup {
    let bottom = (dims.height() + 1) * CELL - 2;
    let columns = (0..dims.width()).filter_map(|x| dims.point(x, 0));
    html! {
        @for point in columns {
            text x=(place(dims, point).0) y=(bottom) { (format_vertex(dims, point)[..1]) }
        }
        @for row in 1..=dims.height() {
            text x="5" y=((dims.height() + 1 - row) * CELL + 3) { (row) }
        }
    }
}

fn stone(dims: Dims, point: Point, color: Color) -> Markup {
    let class = match color {
        Color::Black => "black",
        Color::White => "white",
    };
    circle(dims, point, class, 9)
}

fn circle(dims: Dims, point: Point, class: &str, radius: usize) -> Markup {
    let (x, y) = place(dims, point);
    html! { circle class=(class) cx=(x) cy=(y) r=(radius) {} }
}

fn sign(dims: Dims, point: Point, mark: Mark) -> Markup {
    let (x, y) = place(dims, point);
    let (class, shape) = match mark {
        Mark::Wanted => ("wanted", circle(dims, point, "wanted", 8)),
        Mark::Forbidden => ("forbidden", circle(dims, point, "forbidden", 8)),
        Mark::Played => {
            let cross =
                html! { path.played d={ "M" (x - 5) " " (y - 5) "l10 10m0 -10l-10 10" } {} };
            ("played", cross)
        }
    };
    html! { g { title { (class) " " (format_vertex(dims, point)) } (shape) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;

    #[test]
    fn stones_stand_where_the_diagram_has_them() {
        let position = board_from_diagram("X..\n..O").unwrap();
        let last = position.dims().point(2, 0);
        let picture = board(&position, last, &[]).into_string();
        let top_left = "<circle class=\"black\" cx=\"20\" cy=\"20\"";
        let bottom_right = "<circle class=\"white\" cx=\"60\" cy=\"40\"";
        let ring = "<circle class=\"last\" cx=\"60\" cy=\"40\"";
        for part in [top_left, bottom_right, ring, "width=\"80\" height=\"60\""] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert_eq!(picture.matches("<text").count(), 5);
    }

    #[test]
    fn marks_are_named_for_those_who_point_at_them() {
        let position = board_from_diagram("..\n..").unwrap();
        let points: Vec<Point> = position.dims().points().collect();
        let marks = [
            (points[0], Mark::Wanted),
            (points[1], Mark::Forbidden),
            (points[2], Mark::Played),
        ];
        let picture = board(&position, None, &marks).into_string();
        for title in ["wanted A1", "forbidden B1", "played A2"] {
            assert!(
                picture.contains(&format!("<title>{title}</title>")),
                "{picture}"
            );
        }
    }
}
