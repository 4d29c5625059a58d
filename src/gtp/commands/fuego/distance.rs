//! How far points are from each other along chains.

use crate::board::AnyBoard;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::gfx::board_text;
use crate::types::Point;

pub const FAMILY: Family = Family {
    title: "Fuego: distances",
    commands: &[Command {
        name: "go_cfg_distance",
        arguments: "VERTEX [NUMBER]",
        summary: "How many steps it is to each point, a chain being one of them: rows from the top, each chain at its lowest and there leftmost stone; no more steps than NUMBER",
        run: distance,
    }],
};

fn distance(engine: &mut Engine, call: &mut Call) -> Reply {
    let board = engine.game().board();
    let from = call.vertex(board.dims())?;
    let most = call.optional_number("number of steps")?;
    let steps = steps(board, from, most.unwrap_or(usize::MAX));
    // Fuego's anchor of a chain.
    let is_first = |point| unit(board, point).into_iter().min() == Some(point);
    Ok(board_text(board.dims(), |point| {
        match steps[board.dims().index(point)].filter(|_| is_first(point)) {
            Some(steps) => steps.to_string(),
            None => "\"\"".to_owned(),
        }
    }))
}

/// The distance of each point from `from`, in the order of [`Dims::points`](crate::types::Dims::points); `None` beyond `most`
/// steps.
fn steps(board: &AnyBoard, from: Point, most: usize) -> Vec<Option<usize>> {
    let dims = board.dims();
    let mut steps = vec![None; dims.area()];
    let mut reached = unit(board, from);
    for distance in 0..=most {
        // Most points are reached in several ways: each goes on once.
        reached.retain(|&point| {
            let known = &mut steps[dims.index(point)];
            let is_new = known.is_none();
            known.get_or_insert(distance);
            is_new
        });
        if reached.is_empty() {
            break;
        }
        let next = reached.iter().flat_map(|&point| dims.neighbors(point));
        reached = next.flat_map(|point| unit(board, point)).collect();
    }
    steps
}

/// An empty point, or the chain of a stone.
fn unit(board: &AnyBoard, point: Point) -> Vec<Point> {
    match board.color_at(point) {
        Some(_) => board.chain_stones(point),
        None => vec![point],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Dims;

    /// There are more ways between two corners than can be counted one by one.
    #[test]
    fn on_an_empty_board_it_is_as_far_as_one_has_to_go() {
        let dims = Dims::square(25).unwrap();
        let corner = dims.point(0, 0).unwrap();
        let steps = steps(&AnyBoard::new(dims), corner, usize::MAX);
        for point in dims.points() {
            let (x, y) = dims.xy(point);
            assert_eq!(steps[dims.index(point)], Some(x + y));
        }
    }
}
