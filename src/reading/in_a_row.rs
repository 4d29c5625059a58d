//! What two moves in a row achieve.

use super::{Goal, Success, answer, legal_moves};
use crate::board::AnyBoard;
use crate::types::{Color, Point};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Moves that are made on the board at most before no other first move is tried.
const MOST_MOVES: u64 = 500_000;

/// What a side achieves by two moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoMoves {
    /// How well it succeeds.
    pub success: Success,
    /// The moves, if it does; the second is none where the first is enough.
    pub points: Option<(Point, Option<Point>)>,
    /// Whether all first moves near the chains have been read to their end.
    pub is_certain: bool,
    /// Moves that were made on the board for it.
    pub moves: u64,
}

/// What a color achieves by two moves in a row: it reaches the goal or, if it is not the one that seeks it, prevents it. The reading is
/// given up once `stop` is set.
pub fn two_in_a_row(board: &AnyBoard, goal: &Goal, color: Color, stop: &AtomicBool) -> TwoMoves {
    let mut best = TwoMoves {
        success: Success::No,
        points: None,
        is_certain: true,
        moves: 0,
    };
    for first in legal_moves(board, goal, color) {
        if best.success == Success::Yes {
            break;
        }
        if best.moves >= MOST_MOVES || stop.load(Relaxed) {
            best.is_certain = false;
            break;
        }
        let mut after = board.clone();
        after.play_unchecked(color, first);
        after.pass();
        let answer = answer(&after, goal, color, stop);
        best.moves += answer.moves;
        best.is_certain &= answer.is_certain;
        let counts = answer.is_certain || !goal.must_be_certain(color);
        if counts && answer.success > best.success {
            best.success = answer.success;
            best.points = Some((first, answer.point));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;
    use crate::types::{format_vertex, parse_vertex};

    /// What two moves of Black's, who attacks, and of White's achieve.
    fn told(space: &str) -> [String; 2] {
        let diagram = format!("{space}\nOOOOOOX..\nXXXXXXX..\n.........");
        let board = board_from_diagram(&diagram).unwrap();
        let stone = parse_vertex(board.dims(), "A3").unwrap();
        let goal = Goal::kill(&board, stone).unwrap();
        [Color::Black, Color::White].map(|color| {
            let two = two_in_a_row(&board, &goal, color, &AtomicBool::new(false));
            assert!(two.is_certain);
            let Some((first, second)) = two.points else {
                return "no".to_owned();
            };
            let points = [Some(first), second];
            let points = points.map(|point| point.map(|point| format_vertex(board.dims(), point)));
            points.map(Option::unwrap_or_default).join(" ")
        })
    }

    #[test]
    fn two_moves_may_do_what_one_does_not() {
        assert_eq!(told("O....OX..")[0], "C4 D4", "four points");
        assert_eq!(told("O.O.OOX..")[0], "no", "two eyes");
        assert_eq!(told("OO..OOX..")[1], "no", "two points");
        assert_eq!(told("O.X.OOX..")[1], "no", "three with the vital one lost");
    }
}
