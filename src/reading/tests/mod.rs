mod captures;
mod groups;
mod links;

use super::*;
use crate::game::board_from_diagram;
use crate::types::{Dims, PointSet, format_vertex, parse_vertex};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Nobody interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);

fn at(board: &AnyBoard, vertex: &str) -> Point {
    parse_vertex(board.dims(), vertex).unwrap()
}

fn drawn(diagram: &str) -> AnyBoard {
    board_from_diagram(diagram).unwrap()
}

/// The capture of one chain.
fn capture_of(board: &AnyBoard, vertex: &str) -> Goal {
    Goal::capture(board, &[at(board, vertex)]).unwrap()
}

/// How well the side to move succeeds, and its move.
fn told(board: &AnyBoard, answer: Answer) -> (Success, String) {
    let vertex = answer.point.map(|point| format_vertex(board.dims(), point));
    (answer.success, vertex.unwrap_or_default())
}

/// What comes of attack and defence.
fn both(board: &AnyBoard, goal: &Goal) -> [(Success, String); 2] {
    [reach, prevent].map(|question| told(board, question(board, goal, &NEVER)))
}

fn yes(vertex: &str) -> (Success, String) {
    (Success::Yes, vertex.to_owned())
}

fn no() -> (Success, String) {
    (Success::No, String::new())
}

const LADDER: &str = "
    .........
    .........
    .........
    .........
    ....XX...
    ...XOO...
    ....X....
    .........
    .........";

/// A board with these stones.
fn board_with(side: usize, black: &[&str], white: &[&str]) -> AnyBoard {
    let mut board = AnyBoard::new(Dims::square(side).unwrap());
    for (color, vertices) in [(Color::Black, black), (Color::White, white)] {
        for vertex in vertices {
            board.play_unchecked(color, at(&board, vertex));
        }
    }
    board
}

/// A board after so many random moves that fill no eye.
fn random_board(moves: usize, seed: u128) -> AnyBoard {
    let mut random = Pcg64Mcg::new(seed);
    let mut board = AnyBoard::new(Dims::square(9).unwrap());
    let mut color = Color::Black;
    for _ in 0..moves {
        let mut points = board.empty_points();
        points.retain(|&point| board.is_legal(color, point) && !board.is_eye(color, point));
        let Some(&point) = points.get(random.next_u32() as usize % points.len().max(1)) else {
            break;
        };
        board.play_unchecked(color, point);
        color = !color;
    }
    board
}

#[test]
fn reading_is_given_up_when_that_is_asked_for() {
    let board = drawn(LADDER);
    let answer = reach(&board, &capture_of(&board, "E4"), &AtomicBool::new(true));
    assert_eq!((answer.success, answer.is_certain), (Success::No, false));
}
