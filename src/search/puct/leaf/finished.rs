//! What a finished game counts once the players have taken off what is dead.
//!
//! A network that guesses who won such a game is often wrong by the half point that decides it, so that a search by it
//! would as soon fill its own territory as pass. Where the network leaves no doubt about any stone and any point, the game
//! is counted as the players would count it; and so is, as far as it is certain, a game with nothing left to gain in which one
//! player has passed.

use crate::board::{AnyBoard, Board};
use crate::game::{Rules, Tax, Territory};
use crate::search::DeadStones;
use crate::search::puct::tree::stats::OWNER_UNITS;
use crate::types::{Color, Point};

/// An owner is beyond doubt from here on, of [`OWNER_UNITS`].
const SURE: i32 = 80;

/// What a game counts in which nobody has anything left to play for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// Black's area minus White's.
    pub area_lead: i32,
    /// How sure the least sure point's owner is, 0..=1.
    pub certainty: f32,
}

/// What a game counts that goes on although `owners`, by padded index and positive for Black, leave no point in doubt; `None`
/// if they do, or if stones are dead that would have to be captured.
pub fn settled<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &[i8; N],
    dead_stones: DeadStones,
) -> Option<Settled> {
    let owner_of = |point: Point| i32::from(owners[point.index()]);
    let least = board
        .dims()
        .points()
        .map(|point| owner_of(point).abs())
        .min()?;
    if least < SURE {
        return None;
    }
    let cleaned = without_dead_stones(board, owners)?;
    if dead_stones.must_be_captured() && cleaned.hash() != board.hash() {
        return None;
    }
    let mut counted = [0; N];
    let area_lead = cleaned.area_owners(&mut counted);
    // A point between both is nobody's, and worth a move.
    let agrees = |point: Point| i32::from(counted[point.index()]) * owner_of(point) > 0;
    board.dims().points().all(agrees).then(|| Settled {
        area_lead,
        certainty: least as f32 / OWNER_UNITS as f32,
    })
}

/// Counts a game as its players would agree: Black's area minus White's once dead stones have been taken off, less what the rules
/// tax of groups. `owners`, by padded index and positive for Black, become those of the count. If they leave doubt they stay as
/// they are, and there is no count.
pub fn count_agreed<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &mut [i8; N],
    rules: &Rules,
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
    let taxed = match rules.tax {
        Tax::All => taxed_lead(&cleaned, &counted, rules)?,
        // Under area rules a tax on groups in seki alone is on points that count as nobody's here.
        Tax::Seki | Tax::None => 0,
    };
    for (owner, counted) in owners.iter_mut().zip(counted) {
        *owner = counted * OWNER_UNITS as i8;
    }
    Some(lead - taxed)
}

/// What a tax on all groups takes from Black more than from White; `None` where a point is nobody's: there may be a seki, and which
/// groups are in it is not known here.
fn taxed_lead<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &[i8; N],
    rules: &Rules,
) -> Option<i32> {
    let mut points = board.dims().points();
    let all_are_owned = points.all(|point| owners[point.index()] != 0);
    all_are_owned.then(|| Territory::with_seki(&AnyBoard::of(board), &[], &[]).taxed_lead(rules))
}

/// The board without the stones whose points the opponent owns; `None` if a chain may live or die.
fn without_dead_stones<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owners: &[i8; N],
) -> Option<Board<N, W>> {
    let mut cleaned = board.clone();
    for (point, color) in board.chains() {
        let (mut sum, mut size) = (0, 0);
        for stone in board.chain_stones(point) {
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
    use crate::board::AnyBoard;
    use crate::game::board_from_diagram;
    use crate::search::puct::tests::WALLS;
    use DeadStones::{ByAgreement, Captured};

    /// A board, and by padded index who owns its points as the capital letters of the second diagram say; `?` is open.
    fn position(stones: &str, owners: &str) -> (AnyBoard, [i8; 128]) {
        let board = board_from_diagram(stones).unwrap();
        let marks: Vec<char> = owners.split_whitespace().flat_map(str::chars).collect();
        let mut by_index = [0i8; 128];
        for (point, mark) in board.dims().points_from_top().zip(marks) {
            by_index[point.index()] = match mark {
                'B' => 95,
                'W' => -95,
                _ => 0,
            };
        }
        (board, by_index)
    }

    fn lead(stones: &str, owners: &str) -> Option<i32> {
        lead_by(&Rules::default(), stones, owners)
    }

    fn lead_by(rules: &Rules, stones: &str, owners: &str) -> Option<i32> {
        let (board, mut owners) = position(stones, owners);
        count_agreed(board.sized::<128, 2>().unwrap(), &mut owners, rules)
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
    fn a_tax_on_groups_is_counted_where_there_is_no_seki() {
        let rules = Rules {
            tax: Tax::All,
            ..Rules::default()
        };
        let taxed = |stones, owners| lead_by(&rules, stones, owners);
        // Black has one group with three points, White one with two and one with a single point besides a dead stone.
        let two_groups = "
            .XO.O
            .XOOO
            .XXXX
            XXOOO
            OOO.X";
        let owners = "BBWWW BBWWW BBBBB BBWWW WWWWW";
        assert_eq!(taxed(two_groups, owners), Some(11 - 14 - 2 + 1 + 2));
        assert_eq!(taxed(STONES, "BB?WW BB?WW BB?WW BB?WW BB?WW"), None);
    }

    #[test]
    fn a_game_that_goes_on_is_counted_where_nothing_is_left_to_play_for() {
        let settled = |owners: &str, dead_stones| {
            let (board, owners) = position(WALLS, owners);
            settled(board.sized::<128, 2>().unwrap(), &owners, dead_stones)
        };
        let sure = "BBWWW BBWWW BBWWW BBWWW BBWWW";
        let found = settled(sure, ByAgreement).unwrap();
        assert_eq!(found.area_lead, 10 - 15);
        assert!((found.certainty - 0.95).abs() < 1e-6);
        assert_eq!(settled(sure, Captured), None, "the stone has to be taken");
        let open = "BBWWW BBWW? BBWWW BBWWW BBWWW";
        assert_eq!(settled(open, ByAgreement), None);
        let contradicts = "BWWWW BBWWW BBWWW BBWWW BBWWW";
        assert_eq!(settled(contradicts, ByAgreement), None);
        let (with_dame, owners) = position(STONES, "BBBWW BBBWW BBWWW BBBWW BBBWW");
        assert_eq!(
            super::settled(with_dame.sized::<128, 2>().unwrap(), &owners, ByAgreement),
            None
        );
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
