//! What a finished game counts once the players have taken off what is dead.
//!
//! A network that guesses who won such a game is often wrong by the half point that decides it, so that a search by it
//! would as soon fill its own territory as pass. Where the network leaves no doubt about any stone and any point, the game
//! is counted as the players would count it.

use crate::board::Board;
use crate::types::{Color, Point, PointSet};

/// An owner is beyond doubt from here on, of [`OWNER_UNITS`](super::stats::OWNER_UNITS).
const SURE: i32 = 80;

/// Black's area minus White's once dead stones have been taken off, where `owners`, by padded index and positive for Black,
/// leave no doubt; `None` if they do. They then become those of the count.
pub fn agreed_lead<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &mut [i8; N],
) -> Option<i32> {
    let cleaned = without_dead_stones(board, owners)?;
    let mut counted = [0; N];
    let lead = cleaned.area_owners(&mut counted);
    let agrees = |point: Point| match i32::from(counted[point.index()]) {
        // Dame, and the liberties that a seki shares: no matter whose the network takes them to be.
        0 => touches_both(&cleaned, point),
        owner => owner * i32::from(owners[point.index()]) >= SURE,
    };
    if !cleaned.empty_points().all(agrees) {
        return None;
    }
    for (owner, counted) in owners.iter_mut().zip(counted) {
        *owner = counted * super::stats::OWNER_UNITS as i8;
    }
    Some(lead)
}

/// The board without the stones whose points the opponent owns; `None` if a chain may live or die.
fn without_dead_stones<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &[i8; N],
) -> Option<Board<N, W>> {
    let mut cleaned = board.clone();
    let mut seen = PointSet::<W>::EMPTY;
    for point in board.dims().points() {
        let Some(color) = board.color_at(point).filter(|_| !seen.contains(point)) else {
            continue;
        };
        let (mut sum, mut size) = (0, 0);
        for stone in board.chain_stones(point) {
            seen.insert(stone);
            sum += color.sign() as i32 * i32::from(owners[stone.index()]);
            size += 1;
        }
        if sum.abs() < SURE * size {
            return None;
        }
        if sum < 0 {
            cleaned.remove_chain(point);
        }
    }
    Some(cleaned)
}

fn touches_both<const N: usize, const W: usize>(board: &Board<N, W>, point: Point) -> bool {
    let touches = |color| {
        let mut neighbors = board.dims().neighbors(point);
        neighbors.any(|near| board.color_at(near) == Some(color))
    };
    Color::BOTH.into_iter().all(touches)
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
