//! Areas in which the opponent cannot make two eyes.

use super::miai::{Loose, Miai};
use super::view::{Chain, Region, View, union};
use crate::types::{Dims, Point, PointSet};

/// What is known when an area is looked at.
pub struct Surroundings<'a> {
    pub view: &'a View,
    /// The owner's safe points.
    pub safe: PointSet,
    /// The opponent's.
    pub enemy_safe: PointSet,
    /// Liberties that hold safe stones together already.
    pub taken: PointSet,
}

impl Surroundings<'_> {
    /// The safe points of the owner, with all areas in which the opponent cannot live and the stones around them.
    pub fn with_areas(mut self) -> PointSet {
        while let Some(found) = self.find_region().or_else(|| self.find_pair()) {
            self.safe = self.safe.union(&found);
        }
        self.safe
    }

    /// The regions of which nothing is known to be safe.
    fn open_regions(&self) -> impl Iterator<Item = &Region> {
        let is_open = |points: &PointSet| {
            !points.intersects(&self.safe) && !points.intersects(&self.enemy_safe)
        };
        self.view
            .regions
            .iter()
            .filter(move |region| is_open(&region.points))
    }

    fn touches_safe(&self, region: &Region) -> bool {
        self.view.beside(region).any(|chain| self.is_safe(chain))
    }

    fn is_safe(&self, chain: &Chain) -> bool {
        chain.stones.intersects(&self.safe)
    }

    /// A region beside safe stones, and the stones beside it.
    fn find_region(&self) -> Option<PointSet> {
        let mut regions = self
            .open_regions()
            .filter(|region| self.touches_safe(region));
        let found = regions.find(|region| self.is_territory(&self.with_enclosed_stones(region)))?;
        Some(self.with_stones(found))
    }

    /// Two regions beside the same stones, and the stones beside them.
    fn find_pair(&self) -> Option<PointSet> {
        for one in self
            .open_regions()
            .filter(|region| self.touches_safe(region))
        {
            let shares = |two: &&Region| {
                let is_shared = |chain: &&usize| one.chains.contains(chain);
                let mut shared = two.chains.iter().filter(is_shared);
                shared.any(|&chain| !self.is_safe(&self.view.chains[chain]))
            };
            let is_other = |two: &&Region| !two.points.intersects(&one.points);
            let mut others = self.open_regions().filter(is_other).filter(shares);
            if let Some(two) = others.find(|two| self.is_territory(&one.points.union(&two.points)))
            {
                return Some(self.with_stones(one).union(&self.with_stones(two)));
            }
        }
        None
    }

    fn with_stones(&self, region: &Region) -> PointSet {
        region
            .points
            .union(&union(self.view.beside(region).map(|chain| &chain.stones)))
    }

    /// The points of a region, and the chains that touch nothing else.
    fn with_enclosed_stones(&self, region: &Region) -> PointSet {
        let is_enclosed = |chain: &&Chain| {
            !self.is_safe(chain) && self.view.border(&chain.stones).is_subset(&region.points)
        };
        let enclosed = self.view.beside(region).filter(is_enclosed);
        region
            .points
            .union(&union(enclosed.map(|chain| &chain.stones)))
    }

    /// Whether the opponent cannot make two eyes among these points, and the chains around are safe or can be tied to
    /// safe ones.
    fn is_territory(&self, points: &PointSet) -> bool {
        // A chain in it may be captured: its points are room too.
        let room = points.difference(&self.view.enemy);
        let is_enclosed = self.view.border(points).is_subset(&self.safe);
        is_enclosed && !two_eyes_fit(self.view, &room, points, &self.safe)
            || self.is_territory_when_tied(points)
    }

    /// The same if pairs of liberties are kept for ties: first for those of the chains around, then, where two eyes would fit
    /// still, for those of the inner points, of which one alone may stay loose.
    fn is_territory_when_tied(&self, points: &PointSet) -> bool {
        let empty = points.intersection(&self.view.empty);
        let (mut loose, mut safe) = (Vec::new(), self.safe);
        let around = self.view.border(points).union(points);
        for chain in self
            .view
            .chains
            .iter()
            .filter(|chain| chain.stones.intersects(&around))
        {
            let liberties = chain.liberties.intersection(points).difference(&self.taken);
            if !self.is_safe(chain) {
                loose.push(Loose {
                    ties: liberties,
                    offers: liberties,
                });
                safe = safe.union(&chain.stones);
            }
        }
        let reached = empty.intersection(&self.view.border(&self.safe));
        let mut miai = Miai::new(reached.difference(&self.taken));
        if !miai.tie(loose).is_empty() {
            return false;
        }
        let inner = empty.difference(&self.view.border(&safe));
        let area = points.difference(&safe);
        let room = inner.union(&self.view.capturable(&miai.used));
        if !two_eyes_fit(self.view, &room, &area, &safe) {
            return true;
        }
        let loose = miai.tie(Loose::points(self.view, &inner));
        let room = self.view.capturable(&miai.used);
        loose.len() <= 1 && room.is_subset(&self.view.border(&safe))
    }
}

/// Whether the opponent may find two eyes among these points of an area that safe stones surround.
fn two_eyes_fit(view: &View, points: &PointSet, area: &PointSet, safe: &PointSet) -> bool {
    let dims = view.dims;
    let room = points.difference(&view.border(safe));
    let mut eyes: Vec<Point> = room.iter().collect();
    if !are_two_eyes(view, &eyes) {
        return false;
    }
    eyes.retain(|&point| eye_is_possible(dims, point, safe));
    // Stones all around something may connect behind false eyes.
    are_two_eyes(view, &eyes) || encircles(dims, area)
}

/// Whether these are two points or more, and not just a pair of neighbours.
fn are_two_eyes(view: &View, points: &[Point]) -> bool {
    match *points {
        [] | [_] => false,
        [one, two] => !view.neighbors(one).contains(two),
        _ => true,
    }
}

/// Whether the opponent can own enough of the diagonals of a point for an eye.
fn eye_is_possible(dims: Dims, point: Point, safe: &PointSet) -> bool {
    let lost = dims
        .diagonals(point)
        .filter(|&point| safe.contains(point))
        .count();
    lost <= usize::from(dims.edge_distance(point) > 0)
}

/// Whether something that does not reach the edge of the board lies within a ring of these points.
fn encircles(dims: Dims, area: &PointSet) -> bool {
    let outside: PointSet = dims
        .points()
        .filter(|&point| !area.contains(point))
        .collect();
    let mut reached: PointSet = outside
        .iter()
        .filter(|&point| dims.edge_distance(point) == 0)
        .collect();
    loop {
        let around = reached
            .iter()
            .flat_map(|point| dims.neighbors(point).chain(dims.diagonals(point)));
        let wider = reached.union(&around.collect()).intersection(&outside);
        if wider == reached {
            return wider != outside;
        }
        reached = wider;
    }
}
