//! Dragons at a glance: chains that share two liberties, or one where the opponent's stone would be captured at once. Those
//! that are read are larger.

use crate::board::AnyBoard;
use crate::types::{Cell, Point, PointSet};

/// The stones that hang together with one: chains of its colour that cannot be cut where they meet. Two chains cannot
/// be cut if they share two liberties, or one where the opponent's stone would be captured at once.
pub fn dragon(board: &AnyBoard, start: Point) -> PointSet {
    let color = board.color_at(start);
    let mut dragon = board.chain_set(start);
    loop {
        let before = dragon.len();
        for point in board.dims().points() {
            if board.color_at(point) != color || dragon.contains(point) {
                continue;
            }
            if is_tied(board, &dragon, point) {
                dragon = dragon.union(&board.chain_set(point));
            }
        }
        if dragon.len() == before {
            return dragon;
        }
    }
}

/// Whether the chain at `point` cannot be cut from the stones of the same colour in `dragon`.
fn is_tied(board: &AnyBoard, dragon: &PointSet, point: Point) -> bool {
    let dims = board.dims();
    let touches_dragon = |liberty: &Point| dims.neighbors(*liberty).any(|n| dragon.contains(n));
    let shared: Vec<Point> = board
        .liberty_points(point)
        .into_iter()
        .filter(touches_dragon)
        .collect();
    // A stone there would have one liberty at most, and no friend beside it.
    let cannot_cut = |&liberty: &Point| {
        let others = dims.neighbors(liberty).map(|n| board.cell(n));
        let others: Vec<Cell> = others.filter(|&cell| cell != board.cell(point)).collect();
        others.len() <= 1 && others.iter().all(|&cell| cell == Cell::Empty)
    };
    shared.len() >= 2 || shared.iter().any(cannot_cut)
}
