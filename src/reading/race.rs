//! The moves that matter in a race of two chains, of which either may capture the other one.

use super::capture::{self, add_attacks, add_defences};
use super::goal::{Bounds, Moves, Outlook};
use super::near::Near;
use crate::board::Board;
use crate::types::{Cell, Color, Point};
use smallvec::SmallVec;

/// Races are short, or else somebody else must tell.
pub const BOUNDS: Bounds = Bounds {
    moves: 20_000,
    ..capture::KILL_BOUNDS
};

/// A chain that has captured its rival has escaped if it has so many liberties.
const ESCAPED: usize = *capture::BOUNDS.limits.start();
/// What is near the liberties of a chain matters when it has at most so many.
const FEW_LIBERTIES: usize = 3;
/// A chain with so many liberties besides the points looked at does not fall in a race of others.
const SAFE_LIBERTIES: usize = 3;

/// What the board calls some chains beside a point, in order.
type ChainIds = SmallVec<[u16; 4]>;

/// A chain may get any number of liberties until its rival has been captured.
pub fn outlook<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chain: Point,
    rival: Point,
    owner: Color,
) -> Outlook {
    // What was taken in a ko may be back at once.
    let is_rival_there = board.color_at(rival) == Some(!owner) || board.ko_point() == Some(rival);
    let limit = match is_rival_there {
        true => usize::MAX,
        false => ESCAPED,
    };
    capture::outlook(board, &[chain], owner, limit)
}

/// Points that may matter to either side: while a chain has many liberties, these alone.
pub fn moves<const N: usize, const W: usize>(board: &Board<N, W>, chains: [Point; 2]) -> Moves {
    let mut near = Near::new(board);
    for chain in chains {
        match board.color_at(chain) {
            Some(owner) if board.liberties(chain) <= FEW_LIBERTIES => {
                add_attacks(&mut near, &[chain], owner);
                add_defences(&mut near, &[chain], owner);
            }
            Some(_) => {
                near.add_captures(chain);
                near.add_liberties(chain);
            }
            None => near.add(chain),
        }
    }
    match ends_by_capture(board, chains) {
        true => one_of_each(board, chains, &near.moves),
        false => near.moves,
    }
}

/// Whether a race is over as soon as either chain is captured: the first one has escaped by the liberties that it gets in place of
/// its rival. Else what shape the rival leaves matters.
fn ends_by_capture<const N: usize, const W: usize>(
    board: &Board<N, W>,
    [chain, rival]: [Point; 2],
) -> bool {
    let touches = |&stone: &Point| {
        let chain_id = board.chain_id(chain);
        let near = board.neighbors(stone).into_iter();
        near.filter(|&near| board.color_at(near) == board.color_at(chain))
            .any(|near| board.chain_id(near) == chain_id)
    };
    let are_there = [chain, rival]
        .iter()
        .all(|&one| board.color_at(one).is_some());
    are_there && board.chain_stones(rival).filter(touches).count() >= ESCAPED
}

/// One of all moves that are as good as one another: a stone on a point between chains of both colors joins one of these, and
/// nothing else tells two points apart that are between the same ones. Other chains that may fall do: which of their liberties
/// is filled decides what shape they leave.
fn one_of_each<const N: usize, const W: usize>(
    board: &Board<N, W>,
    racers: [Point; 2],
    moves: &Moves,
) -> Moves {
    let mut known = SmallVec::<[[ChainIds; 2]; 8]>::new();
    let mut kept = moves.clone();
    kept.retain(|&mut point| {
        let here = chains_around(board, point);
        let shares_both = |near: Point| {
            let there = chains_around(board, near);
            let mut pairs = here.iter().zip(&there);
            pairs.all(|(here, there)| here.iter().any(|id| there.contains(id)))
        };
        let around = board.neighbors(point);
        let is_of_race = |near: Point| match board.cell(near) {
            Cell::Empty => shares_both(near),
            _ => !may_fall(board, racers, moves, near),
        };
        if !around.into_iter().chain([point]).all(is_of_race) {
            return true;
        }
        let is_new = !known.contains(&here);
        known.push(here);
        is_new
    });
    kept
}

/// Whether a point has a stone of another chain than these with few liberties besides the moves.
fn may_fall<const N: usize, const W: usize>(
    board: &Board<N, W>,
    racers: [Point; 2],
    moves: &Moves,
    point: Point,
) -> bool {
    let Some(color) = board.color_at(point) else {
        return false;
    };
    let races = |&racer: &Point| {
        board.color_at(racer) == Some(color) && board.chain_id(racer) == board.chain_id(point)
    };
    let liberties = board.liberty_set(point).iter();
    let others = liberties.filter(|liberty| !moves.contains(liberty));
    !racers.iter().any(races) && others.count() < SAFE_LIBERTIES
}

/// The chains that touch a point, Black's and White's.
fn chains_around<const N: usize, const W: usize>(
    board: &Board<N, W>,
    point: Point,
) -> [ChainIds; 2] {
    Color::BOTH.map(|color| {
        let stones = board.neighbors(point).into_iter();
        let stones = stones.filter(|&near| board.color_at(near) == Some(color));
        let mut chains: ChainIds = stones.map(|stone| board.chain_id(stone)).collect();
        chains.sort_unstable();
        chains.dedup();
        chains
    })
}
