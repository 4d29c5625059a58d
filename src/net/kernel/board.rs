//! What convolutions read.

/// Numbers on a board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `[row][column][stride]`
    pub numbers: &'a [f32],
    /// Numbers for each point.
    pub stride: usize,
}
