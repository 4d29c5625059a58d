//! Regions that are sure to yield an eye, or two.

use super::corridor::is_kept;
use super::miai::{Loose, Miai, pairs_of};
use super::view::{Region, View};
use crate::game::region::regions;
use crate::types::{Point, PointSet};

/// What a region is sure to be, whoever moves first in it.
#[derive(Clone, Copy)]
pub struct Vital {
    /// Whether every chain beside it is sure to keep a liberty there.
    pub is_one_vital: bool,
    /// Whether it also joins all these chains.
    pub joins_all: bool,
    /// Whether it is nowhere wider than one point.
    pub is_corridor: bool,
}

impl Vital {
    pub fn new(view: &View, region: &Region) -> Vital {
        let joins_all = joins_all(view, region);
        let is_corridor = is_corridor(view, region);
        Vital {
            is_one_vital: joins_all || is_one_vital(view, region, is_corridor),
            joins_all,
            is_corridor,
        }
    }
}

/// Whether the region has no inner points, and the chains beside it are one, or become one at either of two points. Then it
/// may have no other untouched points either: to join the chains could capture stones there, and make room for the opponent.
fn joins_all(view: &View, region: &Region) -> bool {
    match region.chains.len() {
        1 => view.inner(region).is_empty(),
        _ => view.joints(region).len() >= 2 && view.untouched(region).is_empty(),
    }
}

fn is_corridor(view: &View, region: &Region) -> bool {
    region.points.iter().all(|point| {
        let neighbors = view.neighbors(point);
        let inside = neighbors.intersection(&region.points).len();
        inside <= 2 && inside < neighbors.len()
    })
}

fn is_one_vital(view: &View, region: &Region, is_corridor: bool) -> bool {
    if is_corridor {
        return is_kept(view, region, &[]);
    }
    let inner = view.inner(region);
    let mut miai = Miai::new(view.empty_in(region).difference(&inner));
    let mut loose = Loose::points(view, &inner);
    // Here each has to be tied to the chain itself, as in the paper.
    loose
        .iter_mut()
        .for_each(|one| one.offers = PointSet::EMPTY);
    region.chains.len() == 1 && miai.tie(loose).is_empty() && makes_no_room(view, region, &miai)
}

/// Whether a region is sure to yield two eyes: at either of two points a stone splits it and joins all chains beside it,
/// and pairs of liberties tie each inner point to the chains. Points that are `taken` have another purpose.
pub fn is_two_vital(view: &View, region: &Region, taken: &PointSet) -> bool {
    if region.chains.is_empty() {
        return false;
    }
    let joints = view.joints(region).difference(taken);
    let splits: Vec<Point> = joints.iter().filter(|&p| splits(view, region, p)).collect();
    let inner = view.inner(region);
    let reached = view.empty_in(region).difference(&inner).difference(taken);
    // A pair ties by itself only the points beside both of its own, and two points have at most two such neighbours. Where more are
    // loose without any pair, none is tried: one that would do may be passed over so, as it may be where points are tied.
    let loose = Loose::points(view, &inner);
    if Miai::new(reached).tie(loose).len() > 2 {
        return false;
    }
    pairs_of(&splits).any(|pair| {
        let pair: PointSet = pair.into_iter().collect();
        let mut miai = Miai::new(reached.difference(&pair));
        let mut loose = Loose::points(view, &inner);
        loose.retain(|one| !pair.is_subset(&one.ties));
        miai.tie(loose).is_empty() && makes_no_room(view, region, &miai)
    })
}

/// Whether stones that the owner may have to capture leave no point that it does not touch.
fn makes_no_room(view: &View, region: &Region, miai: &Miai) -> bool {
    !view
        .capturable(&miai.used)
        .intersects(&view.untouched(region))
}

/// Whether a stone at `point` splits the region. A part that it captures must have no room for the opponent.
fn splits(view: &View, region: &Region, point: Point) -> bool {
    if view.neighbors(point).intersection(&region.points).len() < 2 {
        return false;
    }
    let parts = regions(view.dims, |p| p != point && region.points.contains(p));
    let untouched = view.untouched(region).difference(&view.neighbors(point));
    let is_eye = |part: &PointSet| part.intersects(&view.empty) || !part.intersects(&untouched);
    parts.len() >= 2 && parts.iter().all(is_eye)
}
