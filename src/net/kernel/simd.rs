//! What an instruction set must offer for the kernels that are written once for all of them.

/// Proof that the processor has an instruction set with vectors of `W` numbers, and what it does
/// with them.
///
/// A value exists only where the instructions do, which is what makes these methods safe. They are
/// inlined into functions that are compiled for the instruction set; elsewhere they would be slow.
pub(super) trait Simd<const W: usize>: Copy {
    /// `W` numbers in a register.
    type F: Copy;

    /// Numbers in a row of a register tile, a multiple of 16.
    const PANEL: usize;

    /// Rows of the highest register tile, at most 13: as many as the registers hold.
    const ROWS: usize;

    /// `W` times `x`.
    fn splat(self, x: f32) -> Self::F;

    /// The numbers in memory.
    fn load(self, from: &[f32; W]) -> Self::F;

    /// Writes the numbers to memory.
    fn store(self, x: Self::F, to: &mut [f32; W]);

    /// `a + b`
    fn add(self, a: Self::F, b: Self::F) -> Self::F;

    /// `a - b`
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;

    /// `max(a, b)`
    fn max(self, a: Self::F, b: Self::F) -> Self::F;

    /// `a * b + c`, rounded once.
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;

    /// `c - a * b`, rounded once.
    fn sub_mul(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;
}
