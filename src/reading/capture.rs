//! The moves that matter to chains that somebody wants to capture.

use super::Side;
use super::goal::{Bounds, Moves, Outlook};
use super::near::Near;
use crate::board::Board;
use crate::types::{Color, Point};

/// A chain with five liberties has escaped.
pub const BOUNDS: Bounds = Bounds {
    limits: 3..=5,
    moves: 60_000,
};
/// Where no chain has escaped ever: every line is read to its end.
pub const KILL_BOUNDS: Bounds = Bounds {
    limits: usize::MAX..=usize::MAX,
    moves: 200_000,
};
/// A chain in a ladder has three liberties at no time.
pub const LADDER_BOUNDS: Bounds = Bounds {
    limits: 3..=3,
    moves: 60_000,
};

/// Chains of the attacker's with at most so many liberties may have to be rescued, or may be caught.
const SHORT_OF_LIBERTIES: usize = 2;
/// Chains to which the attacked one may be joined matter themselves if they have at most so many.
const WEAK_FRIEND: usize = 3;

/// Captured is enough of one, escaped must all have.
pub fn outlook<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
    limit: usize,
) -> Outlook {
    let is_gone = |stone: &&Point| board.color_at(**stone) != Some(owner);
    if let Some(&gone) = chains.iter().find(is_gone) {
        return match board.ko_point() == Some(gone) {
            true => Outlook::ReachedInKo,
            false => Outlook::Reached,
        };
    }
    let liberties = chains.iter().map(|&stone| board.liberties(stone));
    match liberties.min().unwrap_or_default() {
        liberties if liberties >= limit => Outlook::OutOfReach,
        liberties => Outlook::Moves(liberties),
    }
}

/// In a ladder every move of the attacker's is an atari.
pub fn outlook_of_ladder<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
    mover: Side,
    limit: usize,
) -> Outlook {
    let limit = match mover {
        Side::Seeker => limit,
        Side::Opponent => limit - 1,
    };
    outlook(board, chains, owner, limit)
}

/// The moves in a ladder: the liberties, and for the owner captures and what threatens them.
pub fn moves_in_ladder<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
    mover: Side,
) -> Moves {
    let mut near = Near::new(board);
    for &chain in chains {
        if mover == Side::Opponent {
            near.add_captures(chain);
            for enemy in near.chains_beside(chain, !owner) {
                near.add_few_liberties(enemy, SHORT_OF_LIBERTIES);
            }
        }
        near.add_liberties(chain);
    }
    near.moves
}

/// What may save a chain in atari, if there is one that is lost otherwise: of a single stone a ko may be left.
pub fn escapes<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
) -> Option<Moves> {
    let is_in_atari = |chain: &&Point| {
        let is_there = board.color_at(**chain) == Some(owner);
        is_there && board.liberties(**chain) == 1 && board.chain_size(**chain) > 1
    };
    let chain = *chains.iter().find(is_in_atari)?;
    let mut near = Near::new(board);
    near.add_captures(chain);
    near.add_liberties(chain);
    Some(near.moves)
}

/// Points that may matter when `mover` moves.
pub fn moves<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
    mover: Side,
) -> Moves {
    let mut near = Near::new(board);
    match mover {
        Side::Seeker => add_attacks(&mut near, chains, owner),
        Side::Opponent => add_defences(&mut near, chains, owner),
    }
    near.moves
}

/// Points that may matter to either side where the life of a group is read: those of all chains that may be joined to one of it.
pub fn moves_around_group<const N: usize, const W: usize>(
    board: &Board<N, W>,
    chains: &[Point],
    owner: Color,
) -> Moves {
    let mut near = Near::new(board);
    let group = near.group(chains[0]);
    add_attacks(&mut near, &group, owner);
    add_defences(&mut near, &group, owner);
    near.moves
}

/// What may capture one of these chains.
pub fn add_attacks<const N: usize, const W: usize>(
    near: &mut Near<N, W>,
    chains: &[Point],
    owner: Color,
) {
    for &chain in chains {
        near.add_liberties(chain);
        for enemy in near.chains_beside(chain, !owner) {
            if near.add_few_liberties(enemy, SHORT_OF_LIBERTIES) {
                near.add_captures(enemy);
            }
        }
        near.add_second_liberties(chain);
        for friend in near.friends(chain) {
            near.add_few_liberties(friend, WEAK_FRIEND);
        }
    }
}

/// What may save one of these chains.
pub fn add_defences<const N: usize, const W: usize>(
    near: &mut Near<N, W>,
    chains: &[Point],
    owner: Color,
) {
    for &chain in chains {
        near.add_captures(chain);
        near.add_liberties(chain);
        for enemy in near.chains_beside(chain, !owner) {
            // A race that the owner wins, or that ends in a seki.
            let liberties = near.board.liberty_set(chain);
            let shared = liberties.intersection(near.board.liberty_set(enemy));
            near.add_few_liberties(enemy, liberties.len() + shared.len());
        }
        near.add_second_liberties(chain);
        // What stands where the chain would run to.
        for enemy in near.chains_at_liberties(chain, Some(!owner)) {
            near.add_few_liberties(enemy, SHORT_OF_LIBERTIES);
        }
        for friend in near.friends(chain) {
            near.add_few_liberties(friend, WEAK_FRIEND);
            for enemy in near.chains_beside(friend, !owner) {
                near.add_few_liberties(enemy, SHORT_OF_LIBERTIES);
            }
        }
    }
}
