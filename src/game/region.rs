//! Connected sets of points.

use crate::types::{Dims, Point, PointSet};

/// The points connected with `start` through points for which `inside` holds.
pub(super) fn region_of(dims: Dims, start: Point, inside: impl Fn(Point) -> bool) -> PointSet {
    let mut region = PointSet::EMPTY;
    let mut open = vec![start];
    region.insert(start);
    while let Some(point) = open.pop() {
        for neighbor in dims.neighbors(point) {
            if inside(neighbor) && region.insert(neighbor) {
                open.push(neighbor);
            }
        }
    }
    region
}

/// The connected sets that the points for which `inside` holds fall into.
pub fn regions(dims: Dims, inside: impl Fn(Point) -> bool) -> Vec<PointSet> {
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    for point in dims.points() {
        if !inside(point) || seen.contains(point) {
            continue;
        }
        let region = region_of(dims, point, &inside);
        seen = seen.union(&region);
        regions.push(region);
    }
    regions
}

/// The points next to a set, and not in it.
pub fn border(dims: Dims, set: &PointSet) -> PointSet {
    set.iter()
        .flat_map(|point| dims.neighbors(point))
        .filter(|&point| !set.contains(point))
        .collect()
}
