//! What the policy asks about a move before it plays it.

use crate::board::{Board, layout};
use crate::types::{Cell, Color, Point, PointSet};
use smallvec::SmallVec;

/// What happens to the own chain when a move leaves it with at most one liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfAtari {
    /// The chain has two liberties or more, or the move captures.
    No,
    /// A single stone thrown in.
    OneStone,
    /// Several stones.
    Chain,
}

/// Whether `color` leaves its own chain in atari by playing on the empty point.
#[inline]
pub fn self_atari<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
) -> SelfAtari {
    let empty = layout::empty_neighbors(board.code(point));
    if empty & empty.wrapping_sub(1) != 0 {
        return SelfAtari::No;
    }
    let mut known: Option<Point> = None;
    let mut joins = false;
    for neighbor in board.neighbors(point) {
        let liberty = match board.cell(neighbor) {
            Cell::Empty => neighbor,
            Cell::OffBoard => continue,
            cell if cell == Cell::from(color) => {
                joins = true;
                match board.liberties(neighbor) {
                    0 | 1 => continue,
                    2 => other_liberty(board, neighbor, point),
                    _ => return SelfAtari::No,
                }
            }
            _ => match (board.liberties(neighbor), board.chain_size(neighbor)) {
                (1, 1) => neighbor,
                (1, _) => return SelfAtari::No,
                _ => continue,
            },
        };
        match known {
            None => known = Some(liberty),
            Some(same) if same == liberty => {}
            Some(_) => return SelfAtari::No,
        }
    }
    if joins {
        SelfAtari::Chain
    } else {
        SelfAtari::OneStone
    }
}

/// The liberty of a two-liberty chain that is not `liberty`.
#[inline(always)]
pub fn other_liberty<const N: usize, const W: usize>(
    board: &Board<N, W>,
    stone: Point,
    liberty: Point,
) -> Point {
    let mut others = *board.liberty_set(stone);
    others.remove(liberty);
    others.first().unwrap_or(liberty)
}

/// The number of liberties that the chain of a stone of `color` played on the
/// empty point would have, counted up to `enough`. Points freed by captures
/// count only next to the new stone.
pub fn liberties_after<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
    enough: usize,
) -> usize {
    let mut set = PointSet::<W>::EMPTY;
    for neighbor in board.neighbors(point) {
        match board.cell(neighbor) {
            Cell::OffBoard => {}
            Cell::Empty => _ = set.insert(neighbor),
            cell if cell == Cell::from(color) => {
                if board.liberties(neighbor) > enough {
                    return enough;
                }
                set = set.union(board.liberty_set(neighbor));
            }
            _ if board.liberties(neighbor) == 1 => _ = set.insert(neighbor),
            _ => {}
        }
    }
    set.remove(point);
    set.len().min(enough)
}

/// Whether a self-atari on the point may be good: a throw-in that threatens
/// something, or a shape that leaves the capturer with one eye.
pub fn self_atari_may_kill<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
    kind: SelfAtari,
) -> bool {
    let threatens = board.neighbors(point).iter().any(|&neighbor| {
        board.cell(neighbor) == Cell::from(!color) && board.liberties(neighbor) == 2
    });
    match kind {
        SelfAtari::No => true,
        SelfAtari::OneStone => threatens,
        SelfAtari::Chain => threatens && is_killing_shape(board, color, point),
    }
}

/// The largest shape whose capture can leave a single eye.
const LARGEST_NAKADE: usize = 6;

/// Whether the chain made by playing on the point, once captured, leaves a
/// space in which one play takes the second eye (nakade): three in any shape,
/// the square, the pyramid, the bulky five, the cross, the rabbity six.
fn is_killing_shape<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
) -> bool {
    let mut stones = [point; LARGEST_NAKADE];
    let mut len = 1;
    for neighbor in board.neighbors(point) {
        if board.cell(neighbor) != Cell::from(color) || stones[..len].contains(&neighbor) {
            continue;
        }
        if len + board.chain_size(neighbor) > LARGEST_NAKADE {
            return false;
        }
        for stone in board.chain_stones(neighbor) {
            stones[len] = stone;
            len += 1;
        }
    }
    is_nakade_shape(board, &stones[..len])
}

/// Whether a connected space of up to six points has one vital point.
fn is_nakade_shape<const N: usize, const W: usize>(board: &Board<N, W>, space: &[Point]) -> bool {
    let mut edges = 0;
    let mut highest_degree = 0;
    for &point in space {
        let degree = board
            .neighbors(point)
            .iter()
            .filter(|n| space.contains(n))
            .count();
        edges += degree;
        highest_degree = highest_degree.max(degree);
    }
    let edges = edges / 2;
    match space.len() {
        0..=3 => true,
        4 => edges == 4 || highest_degree == 3,
        5 => edges == 5 || highest_degree == 4,
        6 => highest_degree == 4 && edges == 6,
        _ => false,
    }
}

/// The largest space searched for a vital point.
pub const LARGEST_SPACE: usize = 6;

/// The empty points around one of them, if they are few and surrounded by one colour.
pub type Space = SmallVec<[Point; LARGEST_SPACE]>;

/// The small space around `start`, if it is one.
#[inline]
pub fn small_space<const N: usize, const W: usize>(
    board: &Board<N, W>,
    start: Point,
) -> Option<Space> {
    let mut space = [start; LARGEST_SPACE];
    let mut len = 1;
    let mut next = 0;
    let mut border = None;
    while next < len {
        for neighbor in board.neighbors(space[next]) {
            match board.cell(neighbor) {
                Cell::OffBoard => {}
                Cell::Empty if space[..len].contains(&neighbor) => {}
                Cell::Empty if len == LARGEST_SPACE => return None,
                Cell::Empty => {
                    space[len] = neighbor;
                    len += 1;
                }
                cell if border.is_some_and(|known| known != cell) => return None,
                cell => border = Some(cell),
            }
        }
        next += 1;
    }
    Some(Space::from_slice(&space[..len]))
}

/// The one point that divides a small space into eyes, if there is one.
#[inline]
pub fn vital_point<const N: usize, const W: usize>(
    board: &Board<N, W>,
    space: &[Point],
) -> Option<Point> {
    if space.len() < 3 || !is_nakade_shape(board, space) {
        return None;
    }
    let degree = |point: &Point| {
        board
            .neighbors(*point)
            .iter()
            .filter(|n| space.contains(n))
            .count()
    };
    // A square has no vital point before it is reduced.
    let vital = space.iter().copied().max_by_key(|point| degree(point))?;
    (space.len() != 4 || degree(&vital) == 3).then_some(vital)
}
