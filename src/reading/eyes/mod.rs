//! How many eyes a small space yields.
//!
//! The space is read on a board of its own, where the opponent stands all around its wall: what the wall lives by there is two eyes, what
//! it lives by with one eye more outside is one. Each chain of the wall has liberties outside. What ties them to each other is
//! theirs alone: stones beside the space, and points diagonal to it unless the opponent has these, or gets them. So an eye
//! is false there where it would be false in the game.
//!
//! `space.rs` finds the space in the game, `apart.rs` sets up the board of its own, `reader.rs` asks the questions.

mod apart;
mod reader;
mod space;

use crate::board::AnyBoard;
use crate::types::{Color, Point};
use reader::Reader;
use space::Space;
use std::sync::atomic::AtomicBool;

/// How many eyes a space yields, from 0 to 2. Those that a ko decides are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// Where the opponent moves first.
    pub least: usize,
    /// Where the owner does.
    pub most: usize,
    /// The first moves where that differs: the opponent's, the owner's.
    pub vital: Option<[Point; 2]>,
}

/// Why no eyes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEyes {
    /// Stones of one color enclose no space for eyes around the point.
    NoSpace,
    /// They enclose one that is too large to be read.
    TooLarge,
    /// It could not be read to the end: that takes too many moves, or was stopped.
    GivenUp,
}

/// How many eyes the space around a point yields, provided that its wall cannot be captured; and the moves that were made on the
/// board to find out. The reading is given up once `stop` is set.
pub fn eyes(board: &AnyBoard, point: Point, stop: &AtomicBool) -> (Result<Eyes, NoEyes>, u64) {
    let owners = Color::BOTH.into_iter();
    let spaces = owners.filter_map(|owner| Space::around(board, point, owner));
    let smallest = spaces.min_by_key(|space| space.points.len());
    let Some(space) = smallest else {
        return (Err(NoEyes::NoSpace), 0);
    };
    if !space.is_small() {
        return (Err(NoEyes::TooLarge), 0);
    }
    let mut reader = Reader::new(stop);
    let eyes = reader.eyes(&space);
    (eyes.ok_or(NoEyes::GivenUp), reader.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;
    use crate::types::{format_vertices, parse_vertex};

    /// What is told of a point of a diagram.
    fn told(diagram: &str, vertex: &str) -> String {
        let board = board_from_diagram(diagram).unwrap();
        let dims = board.dims();
        let point = parse_vertex(dims, vertex).unwrap();
        match eyes(&board, point, &AtomicBool::new(false)).0 {
            Err(NoEyes::NoSpace) => "none".into(),
            Err(NoEyes::TooLarge) => "large".into(),
            Err(NoEyes::GivenUp) => "?".into(),
            Ok(Eyes {
                least,
                most,
                vital: Some(points),
            }) => format!("{least} {most} {}", format_vertices(dims, points)),
            Ok(eyes) => eyes.least.to_string(),
        }
    }

    /// What is told of a space in the middle of the board, and in its corner. The first point of the first row is in it.
    fn both<const ROWS: usize>(rows: [&str; ROWS]) -> [String; 2] {
        let corner: Vec<String> = (0..8)
            .map(|row| format!("{:X<8}", rows.get(row).unwrap_or(&"")))
            .collect();
        let mut middle: Vec<String> = vec!["X".repeat(9); 9];
        for (row, text) in rows.iter().enumerate() {
            middle[row + 2].replace_range(2..2 + text.len(), text);
        }
        let [corner, middle] = [corner, middle].map(|mut rows| {
            let last = rows.len() - 1;
            rows[last] = ".".repeat(rows[last].len());
            rows.join("\n")
        });
        [told(&middle, "C7"), told(&corner, "A8")]
    }

    #[test]
    fn the_eyes_of_the_shapes_that_everybody_knows() {
        assert_eq!(both(["."]), ["1", "1"]);
        assert_eq!(both([".."]), ["1", "1"]);
        assert_eq!(both(["..."]), ["1 2 D7 D7", "1 2 B8 B8"]);
        assert_eq!(both(["....", "XXXX"])[0], "2");
        assert_eq!(both(["..", ".."]), ["1", "1"]);
        assert_eq!(both(["...", "X.X"])[0], "1 2 D7 D7");
        assert_eq!(both(["..X", "X.."])[0], "2");
        assert!(both(["...", "..X"])[0].starts_with("1 2 D7 "));
        assert_eq!(both(["...", "..."]), ["2", "2"]);
        assert_eq!(both([".O."]), ["1", "1"]);
        assert_eq!(both([".O..", "XXXX"])[0], "1 2 E7 E7");
    }

    #[test]
    fn the_eye_of_one_point_is_false_where_its_diagonals_are_lost() {
        let in_the_corner = ".XOO...
                         X.OO...
                         XXOOO..
                         OOO....";
        assert_eq!(told(in_the_corner, "A4"), "0 1 B3 B3");
        let open = ".XXXX..
                    X.O....
                    X.O....
                    XXO....
                    .......";
        assert_eq!(told(open, "A5"), "0 1 B4 B4");
        let lost = open.replacen("X.O", "XOO", 1);
        assert_eq!(told(&lost, "A5"), "0");
        let kept = open.replacen("X.O", "XXO", 1);
        assert_eq!(told(&kept, "A5"), "1");
    }

    /// White's stone on A4 is captured by a ko alone.
    #[test]
    fn a_diagonal_that_a_ko_decides_is_not_kept() {
        let diagram = ".......
                       XXX....
                       X.XO...
                       .XOO...
                       .OO....
                       OO.....
                       .......";
        assert_eq!(told(diagram, "B5"), "0 1 A4 A4");
    }

    #[test]
    fn an_end_of_a_space_may_be_false() {
        let told_of = |space: &str| {
            let rows = [
                ".OO......",
                "..OXXXXX.",
                &format!(".O{space}X."),
                "..OXXXXX.",
                "..OOO....",
            ];
            told(&rows.join("\n"), "E3")
        };
        assert_eq!(told_of("X..XX"), "0 1 D3 D3");
        assert_eq!(told_of("X...X"), "1");
    }

    #[test]
    fn no_eyes_are_told_of_what_is_open_or_too_large() {
        let open = ".X.O...
                    .......
                    ..XO...
                    .......";
        assert_eq!(told(open, "A4"), "none");
        assert_eq!(told(open, "B4"), "none");
        assert_eq!(told("........\n...X....\n........", "A1"), "none");
        let large = "......X.
                     ......X.
                     XXXXXXX.
                     ........";
        assert_eq!(told(large, "A4"), "large");
    }
}
