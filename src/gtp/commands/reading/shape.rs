//! The shape of single chains and of the space around them, in numbers. Nothing is read out.

use crate::board::AnyBoard;
use crate::game::regions;
use crate::types::{Point, PointSet};

/// Liberties are counted up to this order, and points are a chain's up to this distance.
const ORDERS: usize = 4;

/// How many empty points a chain comes to by so many stones of its color, and no fewer: the first number is that of its liberties.
/// Chains of its color on the way cost nothing. The way leads over no liberty that lies between two of the opponent's stones or
/// in a ko, and otherwise over no point beside such a stone.
pub fn liberties_by_order(board: &AnyBoard, stone: Point) -> [usize; ORDERS] {
    let dims = board.dims();
    let color = board.color_at(stone);
    let is_enemy = |point: &Point| {
        board
            .color_at(*point)
            .is_some_and(|owner| Some(owner) != color)
    };
    let mut reached = board.chain_set(stone);
    let mut border: Vec<Point> = reached.iter().collect();
    let mut counts = [0; ORDERS];
    for (before, count) in counts.iter_mut().enumerate() {
        let mut next = Vec::new();
        while let Some(point) = border.pop() {
            for neighbor in dims.neighbors(point) {
                let owner = board.color_at(neighbor);
                let is_way = match owner {
                    Some(_) => owner == color,
                    None => before == 0 || !dims.neighbors(neighbor).any(|point| is_enemy(&point)),
                };
                if !is_way || !reached.insert(neighbor) {
                    continue;
                }
                match owner {
                    Some(_) => border.push(neighbor),
                    None => next.push(neighbor),
                }
            }
        }
        *count = next.len();
        next.retain(|&point| {
            let enemies = dims.neighbors(point).filter(is_enemy);
            !are_opposite(enemies.map(|enemy| dims.xy(enemy)).collect())
        });
        border = next;
        if before == 0 && is_in_ko(board, stone) {
            border.clear();
        }
    }
    counts
}

/// Whether two of these places around one are on one line.
fn are_opposite(places: Vec<(usize, usize)>) -> bool {
    let is_on_line = |(x, y), (other_x, other_y)| x == other_x || y == other_y;
    let mut later = places.iter().enumerate();
    later.any(|(i, &one)| places[..i].iter().any(|&other| is_on_line(one, other)))
}

/// Whether a chain is a stone whose capture would be captured back.
fn is_in_ko(board: &AnyBoard, stone: Point) -> bool {
    let color = board.color_at(stone);
    let is_own = |point| board.color_at(point) == color;
    let mut liberties = board.liberty_points(stone).into_iter();
    match (liberties.next(), liberties.next()) {
        (Some(point), None) => {
            board.chain_size(stone) == 1 && board.dims().neighbors(point).all(is_own)
        }
        _ => false,
    }
}

/// Half of what the capture of a chain is worth in points: its stones, and half of its share of the empty points around. A point is
/// of the chains that are nearest, in equal parts.
pub fn effective_size(board: &AnyBoard, stone: Point) -> f64 {
    let stones = board.chain_set(stone);
    let share = |point| {
        let nearest = nearest_chains(board, point);
        match nearest.iter().any(|&chain| stones.contains(chain)) {
            true => 1.0 / nearest.len() as f64,
            false => 0.0,
        }
    };
    let shares = board.empty_points().into_iter().map(share);
    stones.len() as f64 + shares.sum::<f64>() / 2.0
}

/// One stone of each chain to which no other one is nearer from an empty point; none where all are far.
fn nearest_chains(board: &AnyBoard, point: Point) -> Vec<Point> {
    let dims = board.dims();
    let mut reached: PointSet = [point].into_iter().collect();
    let mut border = vec![point];
    for _ in 0..ORDERS {
        let (mut chains, mut next) = (Vec::new(), Vec::new());
        for neighbor in border.into_iter().flat_map(|point| dims.neighbors(point)) {
            if !reached.insert(neighbor) {
                continue;
            }
            if board.color_at(neighbor).is_some() {
                reached = reached.union(&board.chain_set(neighbor));
                chains.push(neighbor);
            } else {
                next.push(neighbor);
            }
        }
        if !chains.is_empty() {
            return chains;
        }
        border = next;
    }
    Vec::new()
}

/// Into how many parts a chain divides the rest of the board, less one.
pub fn holes(board: &AnyBoard, stone: Point) -> usize {
    let stones = board.chain_set(stone);
    let parts = regions(board.dims(), |point| !stones.contains(point));
    parts.len().saturating_sub(1)
}
