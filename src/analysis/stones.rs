//! The stones that are on the board before the first move.

use crate::board::AnyBoard;
use crate::types::{Color, Dims, Move, Point};

/// A point and the stone there, as [`Game::set_up`](crate::game::Game::set_up) takes it.
pub type Stone = (Point, Option<Color>);

/// The stones that are left when these are put on an empty board one after the other, as KataGo puts them
/// (`Board::setStone`, `cpp/game/board.cpp`): each takes what it captures; one on a stone of the other colour takes its
/// place, or that only goes if the new one would have no liberty; and what has no liberty then is left out.
///
/// So every list of stones is a position. KaTrain sends all stones that a record sets up on the way to a position, with
/// those that were captured there.
pub fn settled(dims: Dims, stones: &[(Color, Move)]) -> Vec<Stone> {
    let mut board = AnyBoard::new(dims);
    for (color, mv) in stones {
        if let Some(point) = mv.point() {
            put(&mut board, *color, point);
        }
    }
    let all = dims.points().map(|point| (point, board.color_at(point)));
    all.filter(|(_, color)| color.is_some()).collect()
}

fn put(board: &mut AnyBoard, color: Color, point: Point) {
    match board.color_at(point) {
        None => {
            // A suicide of several stones takes them off.
            if !board.is_single_stone_suicide(color, point) {
                board.play_unchecked(color, point);
            }
        }
        Some(old) if old != color => {
            remove(board, point);
            if !board.is_suicide(color, point) {
                board.play_unchecked(color, point);
            }
        }
        Some(_) => {}
    }
}

/// Takes one stone off. What is left of its chain has the liberty that it leaves.
fn remove(board: &mut AnyBoard, point: Point) {
    let Some(color) = board.color_at(point) else {
        return;
    };
    let chain = board.chain_stones(point);
    board.remove_chain(point);
    for other in chain.into_iter().filter(|&other| other != point) {
        board.play_unchecked(color, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{format_move, parse_move};

    /// What is left, such as `B A1`, of stones that are put in this order on 5×5.
    fn left(stones: &str) -> Vec<String> {
        let dims = Dims::square(5).unwrap();
        let words: Vec<&str> = stones.split_whitespace().collect();
        let stones: Vec<(Color, Move)> = words
            .chunks(2)
            .map(|pair| {
                let color = match pair[0] {
                    "B" => Color::Black,
                    _ => Color::White,
                };
                (color, parse_move(dims, pair[1]).unwrap())
            })
            .collect();
        let mut left: Vec<String> = settled(dims, &stones)
            .iter()
            .map(|&(point, color)| {
                let letter = color.unwrap().letter();
                format!("{letter} {}", format_move(dims, Move::Place(point)))
            })
            .collect();
        left.sort();
        left
    }

    #[test]
    fn stones_that_can_stand_together_stay_in_any_order() {
        assert_eq!(left(""), [""; 0]);
        assert_eq!(left("W B1 B A1 B A2"), ["B A1", "B A2", "W B1"]);
        assert_eq!(left("B A1 B A1"), ["B A1"]);
    }

    #[test]
    fn each_stone_takes_what_it_captures() {
        assert_eq!(left("B A1 W A2 W B1"), ["W A2", "W B1"]);
        // What was captured may come again, and then captures itself.
        assert_eq!(
            left("B A1 B B2 B C1 W A2 W B1 W A1"),
            ["B B2", "B C1", "W A1", "W A2", "W B1"]
        );
        assert_eq!(left("W A2 W B2 W C1 B B1 B A1"), ["W A2", "W B2", "W C1"]);
    }

    #[test]
    fn a_stone_without_liberty_is_left_out() {
        assert_eq!(left("W A2 W B1 B A1"), ["W A2", "W B1"]);
    }

    #[test]
    fn a_stone_takes_the_place_of_one_of_the_other_colour() {
        assert_eq!(left("B A1 B B1 B C1 W B1"), ["B A1", "B C1", "W B1"]);
        // It finds no liberty there, but the other one is gone.
        assert_eq!(left("B B1 B A2 B A1 B B2 W A1"), ["B A2", "B B1", "B B2"]);
    }
}
