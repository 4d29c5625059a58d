//! The board as one colour sees it: its chains, and the regions between them.

use crate::board::AnyBoard;
use crate::game::region::{border, regions};
use crate::types::{Color, Dims, Point, PointSet};

/// The chains of a colour and the regions without its stones.
pub struct View {
    pub dims: Dims,
    pub empty: PointSet,
    /// The opponent's stones.
    pub enemy: PointSet,
    pub chains: Vec<Chain>,
    pub regions: Vec<Region>,
}

pub struct Chain {
    pub stones: PointSet,
    pub liberties: PointSet,
}

/// A connected set of points without stones of the colour.
pub struct Region {
    pub points: PointSet,
    /// The chains beside it, by their places in [`View::chains`].
    pub chains: Vec<usize>,
}

impl View {
    pub fn new(board: &AnyBoard, color: Color) -> View {
        let dims = board.dims();
        let mut view = View {
            dims,
            empty: board.empty_set(),
            enemy: board.stones(!color),
            chains: Vec::new(),
            regions: Vec::new(),
        };
        let own = board.chains().into_iter();
        for (stone, _) in own.filter(|&(_, owner)| owner == color) {
            view.chains.push(Chain {
                stones: board.chain_set(stone),
                liberties: board.liberty_set(stone),
            });
        }
        for points in regions(dims, |point| board.color_at(point) != Some(color)) {
            let edge = border(dims, &points);
            let is_beside = |&chain: &usize| view.chains[chain].stones.intersects(&edge);
            let chains = (0..view.chains.len()).filter(is_beside).collect();
            view.regions.push(Region { points, chains });
        }
        view
    }

    /// The chains beside a region.
    pub fn beside(&self, region: &Region) -> impl Iterator<Item = &Chain> {
        region.chains.iter().map(|&chain| &self.chains[chain])
    }

    /// The empty points of a region.
    pub fn empty_in(&self, region: &Region) -> PointSet {
        region.points.intersection(&self.empty)
    }

    /// The empty points of a region that no chain touches.
    pub fn inner(&self, region: &Region) -> PointSet {
        let touched = union(self.beside(region).map(|chain| &chain.liberties));
        self.empty_in(region).difference(&touched)
    }

    /// The points of a region, with stones or without, that no chain touches.
    pub fn untouched(&self, region: &Region) -> PointSet {
        let is_inside = |&point: &Point| self.neighbors(point).is_subset(&region.points);
        region.points.iter().filter(is_inside).collect()
    }

    /// The points of a region where one stone would join all chains beside it.
    pub fn joints(&self, region: &Region) -> PointSet {
        let empty = self.empty_in(region);
        self.beside(region)
            .fold(empty, |joints, chain| joints.intersection(&chain.liberties))
    }

    /// The stones that the opponent may lose if the owner plays at these points, and have room then: all that hang together
    /// with one beside them.
    pub fn capturable(&self, points: &PointSet) -> PointSet {
        let stones = regions(self.dims, |point| self.enemy.contains(point));
        let edge = self.border(points);
        union(stones.iter().filter(|chain| chain.intersects(&edge)))
    }

    /// The neighbours of a point.
    pub fn neighbors(&self, point: Point) -> PointSet {
        self.dims.neighbors(point).collect()
    }

    /// The points next to a set, and not in it.
    pub fn border(&self, set: &PointSet) -> PointSet {
        border(self.dims, set)
    }
}

/// The points that are in any of the sets.
pub fn union<'a>(sets: impl IntoIterator<Item = &'a PointSet>) -> PointSet {
    sets.into_iter()
        .fold(PointSet::EMPTY, |all, set| all.union(set))
}
