//! Corridors, played out: whether their owner can answer each move of the opponent inside.

use super::view::{Region, View};
use crate::types::Point;
use std::collections::HashMap;

/// The longest corridor that is played out.
const LONGEST: usize = 8;

/// A region no wider than one point, in which each point touches a chain of the owner.
struct Corridor {
    /// For each point the points beside it, as bits.
    neighbors: Vec<u16>,
    /// For each chain its liberties.
    liberties: Vec<u16>,
    /// Pairs of points of which the owner has to get one.
    pairs: Vec<u16>,
    /// What is known with the opponent to move. A position still being examined is assumed to be kept.
    known: HashMap<Stones, bool>,
    /// Whether a position has been refuted since the search began; true before it begins for the first time.
    has_learnt: bool,
}

/// The stones inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    own: u16,
    enemy: u16,
}

/// Whether the owner of a corridor, after each of its answers, has a liberty in it for every chain beside it, and of each
/// pair of points one, or both empty.
pub fn is_kept(view: &View, region: &Region, pairs: &[[Point; 2]]) -> bool {
    let points: Vec<Point> = region.points.iter().collect();
    if points.len() > LONGEST {
        return false;
    }
    let bits = |contains: &dyn Fn(Point) -> bool| {
        let inside = points
            .iter()
            .enumerate()
            .filter(|&(_, &point)| contains(point));
        inside.fold(0, |bits, (index, _)| bits | 1 << index)
    };
    let neighbors = |&point: &Point| {
        let beside = view.neighbors(point);
        bits(&|other| beside.contains(other))
    };
    let chains = view.beside(region);
    let mut corridor = Corridor {
        neighbors: points.iter().map(neighbors).collect(),
        // Points with stones of the opponent are liberties once these are captured.
        liberties: chains
            .map(|chain| {
                let border = view.border(&chain.stones);
                bits(&|point| border.contains(point))
            })
            .collect(),
        pairs: pairs
            .iter()
            .map(|pair| bits(&|point| pair.contains(&point)))
            .collect(),
        known: HashMap::new(),
        has_learnt: true,
    };
    let start = Stones {
        own: 0,
        enemy: bits(&|point| view.enemy.contains(point)),
    };
    // What was found to be kept may rest on an assumption about a position refuted later: it is dropped, and the search
    // begins again, until none is refuted any more.
    while std::mem::take(&mut corridor.has_learnt) {
        corridor.known.retain(|_, kept| !*kept);
        if !corridor.is_fine(start) || !corridor.keeps(start) {
            return false;
        }
    }
    true
}

impl Corridor {
    /// With the opponent to move.
    fn keeps(&mut self, stones: Stones) -> bool {
        if let Some(&known) = self.known.get(&stones) {
            return known;
        }
        self.known.insert(stones, true);
        let kept = (0..self.neighbors.len()).all(|point| {
            self.after_attack(stones, point)
                .is_none_or(|after| self.has_answer(after))
        });
        if !kept {
            self.known.insert(stones, false);
            self.has_learnt = true;
        }
        kept
    }

    fn has_answer(&mut self, stones: Stones) -> bool {
        let passed = std::iter::once(Some(stones));
        let played: Vec<Option<Stones>> = (0..self.neighbors.len())
            .map(|point| self.after_answer(stones, point))
            .collect();
        passed
            .chain(played)
            .flatten()
            .any(|after| self.is_fine(after) && self.keeps(after))
    }

    /// The stones after a move of the opponent's, if it is legal. That the owner's stones may be captured is left out: a region
    /// is no eye while a chain beside it is dead.
    fn after_attack(&self, mut stones: Stones, point: usize) -> Option<Stones> {
        let point = 1 << point;
        if self.empty(stones) & point == 0 {
            return None;
        }
        stones.enemy |= point;
        let chain = self.spread(point, stones.enemy);
        (self.beside(chain) & self.empty(stones) != 0).then_some(stones)
    }

    /// The stones after a move of the owner's, if its point is empty.
    fn after_answer(&self, mut stones: Stones, point: usize) -> Option<Stones> {
        let point = 1 << point;
        if self.empty(stones) & point == 0 {
            return None;
        }
        stones.own |= point;
        for enemy in self.indices(stones.enemy) {
            let chain = self.spread(1 << enemy, stones.enemy);
            if self.beside(chain) & self.empty(stones) == 0 {
                stones.enemy &= !chain;
            }
        }
        Some(stones)
    }

    fn is_fine(&self, stones: Stones) -> bool {
        let is_lost = |pair: &u16| pair & stones.enemy != 0 && pair & stones.own == 0;
        !self.pairs.iter().any(is_lost)
            && (0..self.liberties.len()).all(|chain| self.has_liberty(stones, chain))
    }

    /// Whether a chain, with all that own stones in the corridor join to it, has a liberty there.
    fn has_liberty(&self, stones: Stones, chain: usize) -> bool {
        let mut joined = self.liberties[chain];
        loop {
            let own = self.spread(joined & stones.own, stones.own);
            let others = self
                .liberties
                .iter()
                .filter(|&&liberties| liberties & own != 0);
            let wider = others.fold(joined | self.beside(own), |all, liberties| all | liberties);
            if wider == joined {
                return joined & self.empty(stones) != 0;
            }
            joined = wider;
        }
    }

    fn empty(&self, stones: Stones) -> u16 {
        !(stones.own | stones.enemy) & ((1 << self.neighbors.len()) - 1)
    }

    /// The points beside these, and some of them.
    fn beside(&self, points: u16) -> u16 {
        self.indices(points)
            .fold(0, |all, index| all | self.neighbors[index])
    }

    /// The points of `within` that are connected with these.
    fn spread(&self, points: u16, within: u16) -> u16 {
        let wider = (points | self.beside(points)) & within;
        if wider == points {
            points
        } else {
            self.spread(wider, within)
        }
    }

    fn indices(&self, points: u16) -> impl Iterator<Item = usize> + use<> {
        (0..16).filter(move |index| points >> index & 1 != 0)
    }
}
