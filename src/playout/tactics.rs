//! What the policy asks about a move before it plays it.

use crate::board::{Board, layout};
use crate::types::{Cell, Color, Point, PointSet};
use smallvec::SmallVec;

/// What happens to the own chain when a move leaves it with at most one liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfAtari {
    /// The chain has two liberties or more, or the move captures two stones or more.
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
        let degree = degree(board, space, point);
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

/// The number of a point's neighbours in a space.
fn degree<const N: usize, const W: usize>(
    board: &Board<N, W>,
    space: &[Point],
    point: Point,
) -> usize {
    let neighbors = board.neighbors(point);
    neighbors.iter().filter(|n| space.contains(n)).count()
}

/// The largest space searched for a vital point.
pub const LARGEST_SPACE: usize = 6;

/// The empty points around one of them, if they are few and surrounded by one colour.
pub type Space = SmallVec<[Point; LARGEST_SPACE]>;

/// The small space around `start`, if it is one and no stone of the attacker touches it.
#[inline]
pub fn small_space<const N: usize, const W: usize>(
    board: &Board<N, W>,
    start: Point,
    attacker: Color,
) -> Option<Space> {
    let mut space = [start; LARGEST_SPACE];
    let mut len = 1;
    let mut next = 0;
    while next < len {
        let code = board.code(space[next]);
        if layout::neighbors_of_color(code, attacker) != 0 {
            return None;
        }
        for direction in layout::directions(layout::empty_neighbors(code)) {
            let neighbor = board.neighbor(space[next], direction);
            if space[..len].contains(&neighbor) {
                continue;
            }
            if len == LARGEST_SPACE {
                return None;
            }
            space[len] = neighbor;
            len += 1;
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
    let degree = |&point: &Point| degree(board, space, point);
    // A square has no vital point before it is reduced.
    let vital = space.iter().copied().max_by_key(degree)?;
    (space.len() != 4 || degree(&vital) == 3).then_some(vital)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::types::Color::Black;

    #[test]
    fn a_self_atari_leaves_one_liberty_and_captures_no_two_stones() {
        let corner = |diagram| {
            let board = board(diagram);
            self_atari(&board, Black, at(&board, "A1"))
        };
        assert_eq!(corner("....\n....\n.O.."), SelfAtari::OneStone);
        assert_eq!(corner("....\nXO..\n.O.."), SelfAtari::Chain);
        assert_eq!(corner("....\nX...\n.O.."), SelfAtari::No);
        // Where one stone is taken, its point is the only liberty, unless there was another.
        assert_eq!(corner("....\nOX..\n.OX."), SelfAtari::OneStone);
        assert_eq!(corner("....\n.X..\n.OX."), SelfAtari::No);
        assert_eq!(corner("....\nOXX.\n.OOX"), SelfAtari::No);
    }

    #[test]
    fn liberties_are_those_of_the_whole_chain_and_of_what_it_takes() {
        let corner = |diagram, enough| {
            let board = board(diagram);
            liberties_after(&board, Black, at(&board, "A1"), enough)
        };
        assert_eq!(corner("....\n....\n.O..", 4), 1);
        assert_eq!(corner("....\n.X..\n.OX.", 4), 2);
        assert_eq!(corner("....\nX...\n.O..", 4), 2);
        assert_eq!(corner("....\nX...\n.O..", 1), 1);
    }

    #[test]
    fn one_stone_is_thrown_in_where_it_threatens() {
        let is_good = |diagram| {
            let board = board(diagram);
            self_atari_may_kill(&board, Black, at(&board, "A1"), SelfAtari::OneStone)
        };
        assert!(
            is_good("....\n.X..\n.O.."),
            "the white stone has two liberties"
        );
        assert!(!is_good("....\n....\n.O.."), "it has three");
    }

    #[test]
    fn what_kills_leaves_a_space_with_one_vital_point() {
        let kills = |diagram, vertex| {
            let board = board(diagram);
            is_killing_shape(&board, Black, at(&board, vertex))
        };
        for (name, diagram, vertex) in [
            ("bent three", "X..\n.X.", "A1"),
            ("square", "XX.\n.X.", "A1"),
            ("pyramid", "X.X\n.X.", "B2"),
            ("bulky five", "XX.\nXX.", "C1"),
            ("cross", ".X.\nX.X\n.X.", "B2"),
            ("rabbity six", "XX.\nX.X\n.X.", "B2"),
        ] {
            assert!(kills(diagram, vertex), "{name}");
        }
        for (name, diagram, vertex) in [
            ("straight four", "XX.X", "C1"),
            ("bent four", "X..\n.XX", "A1"),
            ("straight five", "XX.XX", "C1"),
            ("six in two rows", "XXX\nX.X", "B1"),
            ("seven", "XXX\nX.X\nX..", "B2"),
        ] {
            assert!(!kills(diagram, vertex), "{name}");
        }
    }
}
