//! What convolutions read.

/// Numbers for each point of a board, one for each channel.
#[derive(Clone, Copy, Debug)]
pub struct FeatureMap<'a> {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `[row][column][stride]`
    pub numbers: &'a [f32],
    /// Numbers from one point to the next: at least one for each channel.
    pub stride: usize,
}
