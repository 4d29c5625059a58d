//! Chains and points near a chain, gathered as moves to look at.

use super::goal::Moves;
use crate::board::Board;
use crate::types::{Cell, Color, Point};
use smallvec::SmallVec;

/// One stone of each of some chains.
pub type Chains = SmallVec<[Point; 8]>;

/// Gathers moves, each once.
pub struct Near<'a, const N: usize, const W: usize> {
    /// Where it looks.
    pub board: &'a Board<N, W>,
    /// What has been gathered.
    pub moves: Moves,
}

impl<'a, const N: usize, const W: usize> Near<'a, N, W> {
    /// Nothing yet.
    pub fn new(board: &'a Board<N, W>) -> Self {
        Near {
            board,
            moves: Moves::new(),
        }
    }

    /// One more move.
    pub fn add(&mut self, point: Point) {
        if !self.moves.contains(&point) {
            self.moves.push(point);
        }
    }

    /// The liberties of a chain.
    pub fn add_liberties(&mut self, chain: Point) {
        for liberty in self.board.liberty_set(chain).iter() {
            self.add(liberty);
        }
    }

    /// The liberties of a chain that has at most so many; returns whether it has.
    pub fn add_few_liberties(&mut self, chain: Point, most: usize) -> bool {
        let are_few = self.board.liberties(chain) <= most;
        if are_few {
            self.add_liberties(chain);
        }
        are_few
    }

    /// The captures of chains in atari that touch this one.
    pub fn add_captures(&mut self, chain: Point) {
        let Some(color) = self.board.color_at(chain) else {
            return;
        };
        for enemy in self.chains_beside(chain, !color) {
            if self.board.liberties(enemy) == 1 {
                self.add(self.board.first_liberty(enemy));
            }
        }
    }

    /// The empty points beside a chain's liberties.
    pub fn add_second_liberties(&mut self, chain: Point) {
        for liberty in self.board.liberty_set(chain).iter() {
            for neighbor in self.board.neighbors(liberty) {
                if self.board.cell(neighbor) == Cell::Empty {
                    self.add(neighbor);
                }
            }
        }
    }

    /// The chains of the same colour that share a liberty with this one.
    pub fn friends(&self, chain: Point) -> Chains {
        let mut found = self.chains_at_liberties(chain, self.board.color_at(chain));
        let id = self.board.chain_id(chain);
        found.retain(|&mut friend| self.board.chain_id(friend) != id);
        found
    }

    /// Chains that hang together by shared liberties, beginning with this one.
    pub fn group(&self, chain: Point) -> Chains {
        let mut group = Chains::from_slice(&[chain]);
        let mut next = 0;
        while next < group.len() {
            for friend in self.friends(group[next]) {
                let id = self.board.chain_id(friend);
                if group.iter().all(|&known| self.board.chain_id(known) != id) {
                    group.push(friend);
                }
            }
            next += 1;
        }
        group
    }

    /// The chains of a colour that touch this one.
    pub fn chains_beside(&self, chain: Point, color: Color) -> Chains {
        let mut found = Chains::new();
        for stone in self.board.chain_stones(chain) {
            self.add_chains_at(stone, Some(color), &mut found);
        }
        found
    }

    /// The chains of a colour that touch a liberty of this one.
    pub fn chains_at_liberties(&self, chain: Point, color: Option<Color>) -> Chains {
        let mut found = Chains::new();
        for liberty in self.board.liberty_set(chain).iter() {
            self.add_chains_at(liberty, color, &mut found);
        }
        found
    }

    /// Adds the chains of a colour that touch a point.
    fn add_chains_at(&self, point: Point, color: Option<Color>, found: &mut Chains) {
        for neighbor in self.board.neighbors(point) {
            let id = self.board.chain_id(neighbor);
            let is_new = |&known: &Point| self.board.chain_id(known) != id;
            if self.board.color_at(neighbor) == color && found.iter().all(is_new) {
                found.push(neighbor);
            }
        }
    }
}
