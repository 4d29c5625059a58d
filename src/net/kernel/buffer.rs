//! Numbers that start on a cache line.

use std::ops::{Deref, DerefMut};

/// The bytes of a cache line, and of the widest vector.
const LINE: usize = 64;

/// A slice of numbers whose first one stands at the start of a cache line.
///
/// Vectors that straddle two lines are loaded at half the speed.
#[derive(Debug, Default)]
pub struct Buffer<T> {
    numbers: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// `len` times zero.
    pub fn zeros(len: usize) -> Buffer<T> {
        let numbers = vec![T::default(); len + LINE / size_of::<T>()];
        let start = numbers.as_ptr().align_offset(LINE);
        // The offset may be unknown in an interpreter; the numbers are then right, if slow.
        let start = start.min(LINE / size_of::<T>());
        Buffer {
            numbers,
            start,
            len,
        }
    }

    /// Makes room for at least `len` numbers. What it held is lost where it had to grow.
    pub fn reserve(&mut self, len: usize) -> &mut [T] {
        if self.len < len {
            *self = Buffer::zeros(len);
        }
        &mut self[..len]
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.numbers[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers[self.start..self.start + self.len]
    }
}
