//! The classes of board sizes, each with a layout of its own.

/// The layouts a board can have: each is specialised at compile time, so that
/// small boards do not pay for the room of large ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SizeClass {
    /// Both sides at most 9.
    UpTo9,
    /// Both sides at most 13.
    UpTo13,
    /// Both sides at most 19.
    UpTo19,
    /// Both sides at most 25.
    UpTo25,
}

impl SizeClass {
    /// The smallest class that holds a board whose longer side is `side`.
    pub(super) const fn of_side(side: u8) -> SizeClass {
        match side {
            0..=9 => SizeClass::UpTo9,
            10..=13 => SizeClass::UpTo13,
            14..=19 => SizeClass::UpTo19,
            _ => SizeClass::UpTo25,
        }
    }

    /// The longest side in this class.
    pub const fn max_side(self) -> usize {
        match self {
            SizeClass::UpTo9 => 9,
            SizeClass::UpTo13 => 13,
            SizeClass::UpTo19 => 19,
            SizeClass::UpTo25 => 25,
        }
    }

    /// The distance between vertically adjacent points.
    pub const fn stride(self) -> usize {
        self.max_side() + 1
    }

    /// The number of padded indices, rounded up to a power of two so that
    /// masking an index replaces a bounds check.
    pub const fn capacity(self) -> usize {
        match self {
            SizeClass::UpTo9 => 128,
            SizeClass::UpTo13 => 256,
            SizeClass::UpTo19 => 512,
            SizeClass::UpTo25 => 1024,
        }
    }
}
