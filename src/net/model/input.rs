//! What a network is given.

use crate::net::file::{GLOBALS, METADATA, PLANES};

/// What a network is shown: [`Features`](crate::net::features::Features) of a position, perhaps turned.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// For each point, bit `i` is plane `i`; each plane is 0 or 1.
    pub planes: &'a [u32],
    /// The numbers that are not planes.
    pub numbers: &'a [f32; GLOBALS],
    /// What is known of the players, for networks with a metadata encoder; without it, nothing is.
    pub metadata: Option<&'a [f32; METADATA]>,
}

impl Input<'_> {
    /// The planes as numbers, `[point][plane]`.
    pub fn plane_numbers(&self) -> Vec<f32> {
        let plane = |bits: u32| move |i| (bits >> i & 1) as f32;
        let planes = self.planes.iter();
        planes
            .flat_map(|&bits| (0..PLANES).map(plane(bits)))
            .collect()
    }
}
