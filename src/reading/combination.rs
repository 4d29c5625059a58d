//! Moves by which one of several chains falls though each could be saved by itself, such as double ataris.

use super::{Goal, Success, legal_moves, reach};
use crate::board::AnyBoard;
use crate::types::{Color, Point};
use std::sync::atomic::AtomicBool;

/// Chains with at most so many liberties may fall.
const FEW_LIBERTIES: usize = 4;
/// Moves that are made on the board at most before no more chains are read, or no more defences.
const MOST_MOVES: u64 = 1_000_000;

/// A move after which some chains cannot all be saved.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The move.
    pub point: Point,
    /// One stone of each of the chains; as far as was read, all are saved if any one of them is left out.
    pub chains: Vec<Point>,
}

/// Reads the captures of one of some chains.
pub struct Combinations<'a> {
    board: &'a AnyBoard,
    /// Who captures.
    color: Color,
    stop: &'a AtomicBool,
    moves: u64,
}

impl<'a> Combinations<'a> {
    /// Those of one color; reading is given up once `stop` is set.
    pub fn new(board: &'a AnyBoard, color: Color, stop: &'a AtomicBool) -> Self {
        Combinations {
            board,
            color,
            stop,
            moves: 0,
        }
    }

    /// Moves that have been made on the board so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The combination by which the largest chain falls, if any is found: what counts is the smallest of the chains.
    pub fn best(&mut self) -> Option<Combination> {
        let board = self.board;
        let smallest = |found: &Combination| {
            let sizes = found.chains.iter().map(|&chain| board.chain_size(chain));
            sizes.min()
        };
        let mut all = Vec::new();
        for chains in self.neighborhoods() {
            all.extend(self.falling(chains));
        }
        // The first of those that are as good.
        all.into_iter().rev().max_by_key(smallest)
    }

    /// The moves of the other color after which none of the chains has to fall.
    pub fn defences(&mut self, combination: &Combination) -> Vec<Point> {
        let Ok(goal) = Goal::capture(self.board, &combination.chains) else {
            return Vec::new();
        };
        let mut moves = legal_moves(self.board, &goal, !self.color);
        let most_moves = self.moves + MOST_MOVES;
        moves.retain(|&mut point| {
            if self.moves >= most_moves {
                return false;
            }
            let mut after = self.board.clone();
            after.play_unchecked(!self.color, point);
            let answer = reach(&after, &goal, self.stop);
            self.moves += answer.moves;
            answer.success != Success::Yes && answer.is_certain
        });
        moves.to_vec()
    }

    /// Each chain that may fall only with others, together with those near it.
    fn neighborhoods(&mut self) -> Vec<Vec<Point>> {
        let board = self.board;
        let chains = board.chains().into_iter();
        let mut chains: Vec<Point> = chains
            .filter(|&(stone, owner)| {
                owner != self.color && board.liberties(stone) <= FEW_LIBERTIES
            })
            .map(|(stone, _)| stone)
            .collect();
        let others = chains.clone();
        let has_neighbor = |&stone: &Point| {
            others
                .iter()
                .any(|&other| other != stone && are_near(board, stone, other))
        };
        chains.retain(has_neighbor);
        // Those that may fall soonest come first, and what is not read then is left out, so that moves are left for several at once.
        chains.sort_unstable_by_key(|&stone| (board.liberties(stone), stone));
        chains.retain(|&stone| self.moves < MOST_MOVES / 2 && self.capture(&[stone]).is_none());
        chains.sort_unstable_by_key(|&stone| board.dims().index_from_top(stone));
        let mut all = Vec::new();
        for &chain in &chains {
            let near = chains.iter().copied();
            let near: Vec<Point> = near
                .filter(|&other| are_near(board, chain, other))
                .collect();
            if near.len() > 1 && !all.contains(&near) {
                all.push(near);
            }
        }
        all
    }

    /// How one of these chains falls, without those that do not matter.
    fn falling(&mut self, mut chains: Vec<Point>) -> Option<Combination> {
        let mut point = self.capture(&chains)?;
        let mut index = 0;
        while index < chains.len() && chains.len() > 1 {
            let mut fewer = chains.clone();
            fewer.remove(index);
            match self.capture(&fewer) {
                Some(same) => (chains, point) = (fewer, same),
                None => index += 1,
            }
        }
        (chains.len() > 1).then_some(Combination { point, chains })
    }

    /// The move by which one of these chains is captured whatever the owner does.
    fn capture(&mut self, chains: &[Point]) -> Option<Point> {
        if self.moves >= MOST_MOVES {
            return None;
        }
        let goal = Goal::capture(self.board, chains).ok()?;
        let answer = reach(self.board, &goal, self.stop);
        self.moves += answer.moves;
        answer.point.filter(|_| answer.success == Success::Yes)
    }
}

/// Whether two chains have a liberty in common, or two beside each other; so has a chain with itself.
fn are_near(board: &AnyBoard, chain: Point, other: Point) -> bool {
    let liberties = board.liberty_set(chain);
    let reaches = |liberty: Point| {
        let mut beside = board.dims().neighbors(liberty);
        liberties.contains(liberty) || beside.any(|point| liberties.contains(point))
    };
    board.liberty_points(other).into_iter().any(reaches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;
    use crate::types::{format_vertex, format_vertices};

    /// The move, the chains and the defences.
    fn found(diagram: &str, color: Color) -> Option<[String; 3]> {
        let board = board_from_diagram(diagram).unwrap();
        let stop = AtomicBool::new(false);
        let mut all = Combinations::new(&board, color, &stop);
        let best = all.best()?;
        let dims = board.dims();
        let mut defences = all.defences(&best);
        defences.sort_by_key(|&point| dims.index_from_top(point));
        Some([
            format_vertex(dims, best.point),
            format_vertices(dims, best.chains),
            format_vertices(dims, defences),
        ])
    }

    #[test]
    fn a_double_atari_is_a_combination() {
        let double = "
            .........
            ..OOO....
            .OX.XO...
            .........
            ..XXX....
            .........
            .........";
        let told = found(double, Color::White).unwrap();
        assert_eq!(told, ["D5", "C5 E5", "D5 C4 E4"]);
        assert_eq!(found(double, Color::Black), None);
        let one_chain = double.replace("OX.XO", "OXXXO");
        assert_eq!(found(&one_chain, Color::White), None);
    }
}
