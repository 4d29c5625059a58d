//! Sets of points, one bit for each.

use super::Point;

/// A set of points of one board, one bit for each padded index in `W` words;
/// `W` is a power of two. Sixteen words are enough for every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet<const W: usize = 16>([u64; W]);

impl<const W: usize> PointSet<W> {
    /// No points.
    pub const EMPTY: PointSet<W> = PointSet([0; W]);

    /// The bits.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The bits, to be changed.
    #[inline]
    pub(crate) const fn words_mut(&mut self) -> &mut [u64; W] {
        &mut self.0
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[(point.index() / 64) & (W - 1)] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point; returns whether it was missing.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let missing = !self.contains(point);
        self.0[(point.index() / 64) & (W - 1)] |= 1 << (point.index() % 64);
        missing
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[(point.index() / 64) & (W - 1)] &= !(1 << (point.index() % 64));
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// The points in either set.
    #[must_use]
    pub fn union(&self, other: &PointSet<W>) -> PointSet<W> {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The points in both sets.
    #[must_use]
    pub fn intersection(&self, other: &PointSet<W>) -> PointSet<W> {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The points that are not in the other set.
    #[must_use]
    pub fn difference(&self, other: &PointSet<W>) -> PointSet<W> {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether the sets share a point.
    pub fn intersects(&self, other: &PointSet<W>) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether the other set has all of these points.
    pub fn is_subset(&self, other: &PointSet<W>) -> bool {
        self.difference(other).is_empty()
    }

    /// The points, in the order of their padded indices: row by row from A1.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let words = self.0.iter().enumerate();
        words
            .flat_map(|(word, &bits)| Bits(bits).map(move |bit| Point::from_index(word * 64 + bit)))
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        Some(Point::from_index(word * 64 + bit))
    }
}

/// The positions of the set bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

impl<const W: usize> Default for PointSet<W> {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl<const W: usize> FromIterator<Point> for PointSet<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet<W> {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Dims;

    #[test]
    fn behaves_as_a_set_up_to_the_largest_board() {
        let dims = Dims::square(25).unwrap();
        let mut set: PointSet = dims.points().collect();
        assert_eq!(set.len(), 625);
        assert!(set.iter().eq(dims.points()));
        assert_eq!(set.first(), dims.points().next());
        let corner = dims.point(24, 24).unwrap();
        set.remove(corner);
        assert!(!set.contains(corner));
        assert!(set.insert(corner) && !set.insert(corner));
        assert_eq!(PointSet::EMPTY.union(&set), set);
        assert!(PointSet::<16>::EMPTY.is_empty());
        let single: PointSet = [corner].into_iter().collect();
        assert!(single.intersects(&set) && !set.difference(&single).intersects(&single));
        assert_eq!(set.intersection(&single), single);
        assert!(single.is_subset(&set) && !set.is_subset(&single));
    }
}
