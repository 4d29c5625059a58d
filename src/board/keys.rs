//! The keys of stones, for the hash of a board.

use crate::types::{Color, Dims, MAX_SIDE, Point, SizeClass};
use crate::zobrist::{Domain, Keys};
use std::sync::LazyLock;

/// Zobrist keys of (point, colour), laid out for each size class.
///
/// The key depends on the column and row alone, counted from A1: the same
/// stones have the same hash on every board size that holds them.
#[derive(Debug)]
pub struct StoneKeys {
    layouts: [Vec<u64>; 4],
}

static STANDARD: LazyLock<StoneKeys> = LazyLock::new(|| StoneKeys::new(&StoneKeys::draw()));

impl StoneKeys {
    /// The keys that every board uses unless told otherwise.
    pub fn standard() -> &'static StoneKeys {
        &STANDARD
    }

    /// The standard keys as a plain table: element `(y * 25 + x) * 2 + colour`.
    pub fn draw() -> Keys {
        Keys::new(Domain::Stones, 2 * MAX_SIDE as usize * MAX_SIDE as usize)
    }

    /// Lays out a table in the order of [`StoneKeys::draw`], which may have been narrowed.
    ///
    /// # Panics
    /// If there are fewer keys than there.
    pub fn new(keys: &Keys) -> StoneKeys {
        let classes = [
            SizeClass::UpTo9,
            SizeClass::UpTo13,
            SizeClass::UpTo19,
            SizeClass::UpTo25,
        ];
        StoneKeys {
            layouts: classes.map(|class| lay_out(keys, class)),
        }
    }

    /// The keys of the layout with `N` padded indices, by colour and index.
    pub(super) fn layout<const N: usize>(&'static self) -> &'static [[u64; N]; 2] {
        let class = super::layout::class_of_capacity(N);
        let (by_color, _) = self.layouts[class as usize].as_chunks::<N>();
        by_color.try_into().expect("two colours were laid out")
    }

    /// The key of a stone of `color` on `point` of a board of size `dims`.
    pub fn key(&self, dims: Dims, color: Color, point: Point) -> u64 {
        let class = dims.class();
        self.layouts[class as usize][color.index() * class.capacity() + point.index()]
    }
}

fn lay_out(keys: &Keys, class: SizeClass) -> Vec<u64> {
    let dims = Dims::square(class.max_side()).expect("classes are board sizes");
    let mut table = vec![0; 2 * class.capacity()];
    for point in dims.points() {
        let (x, y) = dims.xy(point);
        for color in Color::BOTH {
            let element = (y * MAX_SIDE as usize + x) * 2 + color.index();
            table[color.index() * class.capacity() + point.index()] = keys.key(element);
        }
    }
    table
}
