//! Pairs of liberties: if the opponent takes one, the owner takes the other.

use super::view::View;
use crate::types::{Point, PointSet};

/// What a pair of liberties can tie to safe stones: a chain, or an empty point.
pub struct Loose {
    /// The points that tie it.
    pub ties: PointSet,
    /// The points at which something else can be tied to it then.
    pub offers: PointSet,
}

impl Loose {
    /// Empty points that are tied by the points beside them.
    pub fn points(view: &View, points: &PointSet) -> Vec<Loose> {
        let loose = |point: Point| Loose {
            ties: view.neighbors(point),
            offers: [point].into_iter().collect(),
        };
        points.iter().map(loose).collect()
    }
}

/// The points of pairs.
pub struct Miai {
    /// Those that may become one of a pair.
    free: PointSet,
    /// Those that are.
    pub used: PointSet,
}

impl Miai {
    /// No pairs yet.
    pub fn new(free: PointSet) -> Miai {
        Miai {
            free,
            used: PointSet::EMPTY,
        }
    }

    /// Ties as many as it can, each by a pair of its own. What is tied offers points to the others. Returns what is still
    /// loose.
    pub fn tie(&mut self, mut loose: Vec<Loose>) -> Vec<Loose> {
        loop {
            let within_reach = |one: &Loose| one.ties.intersection(&self.free).len();
            let candidates = (0..loose.len()).filter(|&index| within_reach(&loose[index]) >= 2);
            // Those with the least choice first.
            let Some(next) = candidates.min_by_key(|&index| within_reach(&loose[index])) else {
                return loose;
            };
            let tied = loose.swap_remove(next);
            let mut points: Vec<_> = tied.ties.intersection(&self.free).iter().collect();
            points.sort_by_key(|&point| {
                let wanted = |one: &&Loose| one.ties.contains(point);
                loose.iter().filter(wanted).count()
            });
            self.used.insert(points[0]);
            self.used.insert(points[1]);
            self.free = self.free.union(&tied.offers).difference(&self.used);
        }
    }
}

/// Each two of some things.
pub fn pairs_of<T: Copy>(things: &[T]) -> impl Iterator<Item = [T; 2]> {
    let firsts = things.iter().enumerate();
    firsts.flat_map(|(i, &one)| things[i + 1..].iter().map(move |&two| [one, two]))
}
