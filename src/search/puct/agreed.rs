//! What a finished game counts once the players have taken off what is dead.
//!
//! A network that guesses who won such a game is often wrong by the half point that decides it, so that a search by it
//! would as soon fill its own territory as pass. Where the network leaves no doubt about any stone and any point, the game
//! is counted as the players would count it.

use crate::board::Board;
use crate::types::{Color, Point, PointSet};

/// An owner is beyond doubt from here on, of [`OWNER_UNITS`](super::worker::OWNER_UNITS).
const SURE: i32 = 80;

/// Black's area minus White's once dead stones have been taken off, where `owners`, by padded index and positive for Black,
/// leave no doubt; `None` if they do. They then become those of the count.
pub fn agreed_lead<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &mut [i8; N],
) -> Option<i32> {
    let dead = dead_stones(board, owners)?;
    let mut counted = [0i8; N];
    let mut seen = PointSet::<W>::EMPTY;
    let mut lead = 0;
    for point in board.dims().points() {
        let living = board.color_at(point).filter(|_| !dead.contains(point));
        if let Some(color) = living {
            counted[point.index()] = owner(color);
            lead += i32::from(owner(color));
        } else if !seen.contains(point) {
            let region = region(board, &dead, point, &mut seen);
            let owner = owner_of(board, &dead, &region, owners)?;
            region
                .iter()
                .for_each(|point| counted[point.index()] = owner);
            lead += i32::from(owner) * region.len() as i32;
        }
    }
    for (owner, counted) in owners.iter_mut().zip(counted) {
        *owner = counted * super::worker::OWNER_UNITS as i8;
    }
    Some(lead)
}

/// Whose a point of this colour is.
fn owner(color: Color) -> i8 {
    color.sign() as i8
}

/// The stones whose points the opponent owns; `None` if a chain may live or die.
fn dead_stones<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &[i8; N],
) -> Option<PointSet<W>> {
    let mut dead = PointSet::EMPTY;
    let mut seen = PointSet::<W>::EMPTY;
    for point in board.dims().points() {
        let Some(color) = board.color_at(point).filter(|_| !seen.contains(point)) else {
            continue;
        };
        let (mut sum, mut size) = (0, 0);
        for stone in board.chain_stones(point) {
            seen.insert(stone);
            sum += i32::from(owner(color)) * i32::from(owners[stone.index()]);
            size += 1;
        }
        if sum.abs() < SURE * size {
            return None;
        }
        if sum < 0 {
            for stone in board.chain_stones(point) {
                dead.insert(stone);
            }
        }
    }
    Some(dead)
}

/// The points around this one that are empty or hold dead stones.
fn region<const N: usize, const W: usize>(
    board: &Board<N, W>,
    dead: &PointSet<W>,
    start: Point,
    seen: &mut PointSet<W>,
) -> Vec<Point> {
    seen.insert(start);
    let mut region = vec![start];
    let mut next = 0;
    while let Some(&point) = region.get(next) {
        for neighbor in board.dims().neighbors(point) {
            let is_open = board.color_at(neighbor).is_none() || dead.contains(neighbor);
            if is_open && seen.insert(neighbor) {
                region.push(neighbor);
            }
        }
        next += 1;
    }
    region
}

/// Whose a region is: that of the only colour that lives around it, or nobody's if each of its points touches both (dame,
/// and the liberties that a seki shares: no matter whose the network takes them to be). `None` if the region is neither, or
/// the network does not see it as its only neighbour's.
fn owner_of<const N: usize, const W: usize>(
    board: &Board<N, W>,
    dead: &PointSet<W>,
    region: &[Point],
    owners: &[i8; N],
) -> Option<i8> {
    let touches = |point: Point, color: Color| {
        let mut neighbors = board.dims().neighbors(point);
        neighbors.any(|near| board.color_at(near) == Some(color) && !dead.contains(near))
    };
    let lives = |color| region.iter().any(|&point| touches(point, color));
    let owner = match Color::BOTH.map(lives) {
        [true, false] => 1,
        [false, true] => -1,
        [false, false] => return None,
        [true, true] => {
            let is_dame = |&point: &Point| Color::BOTH.iter().all(|&color| touches(point, color));
            return region.iter().all(is_dame).then_some(0);
        }
    };
    let is_sure = |point: &Point| i32::from(owner) * i32::from(owners[point.index()]) >= SURE;
    region.iter().all(is_sure).then_some(owner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;

    /// The lead on a board where capital letters say who owns the points of the second diagram, `?` that it is open.
    fn lead(stones: &str, owners: &str) -> Option<i32> {
        let board = board_from_diagram(stones).unwrap();
        let board: &Board<128, 2> = board.sized().unwrap();
        let marks: Vec<char> = owners.split_whitespace().flat_map(str::chars).collect();
        let mut by_index = [0i8; 128];
        for (point, mark) in board.dims().points_from_top().zip(marks) {
            by_index[point.index()] = match mark {
                'B' => 95,
                'W' => -95,
                _ => 0,
            };
        }
        agreed_lead(board, &mut by_index)
    }

    const STONES: &str = "
        .X.O.
        XX.OX
        .X.OO
        XX.O.
        .X.OO";

    #[test]
    fn dead_stones_are_taken_off_and_dame_are_nobodys() {
        let owners = "BB?WW BB?WW BB?WW BB?WW BB?WW";
        assert_eq!(lead(STONES, owners), Some(0));
        // If the stone at E4 lives, the point above it is nobody's.
        assert_eq!(lead(STONES, "BB?WB BB?WB BB?WW BB?WW BB?WW"), Some(3));
    }

    #[test]
    fn where_anything_is_in_doubt_nothing_is_counted() {
        assert_eq!(
            lead(STONES, "BB?W? BB?WW BB?WW BB?WW BB?WW"),
            None,
            "a point"
        );
        assert_eq!(
            lead(STONES, "BB?WW BB?W? BB?WW BB?WW BB?WW"),
            None,
            "a stone"
        );
        assert_eq!(
            lead(STONES, "B??WW ???WW ???WW ???WW ???WW"),
            None,
            "a chain"
        );
        // A border with a hole: the region touches both, and not each of its points does.
        let open = "
            .X.O.
            .X.O.
            .X.O.
            .X.O.
            .....";
        assert_eq!(lead(open, "BB?WW BB?WW BB?WW BB?WW BB?WW"), None);
        assert_eq!(lead("... ... ...", "BBB BBB BBB"), None, "nobody is there");
    }
}
