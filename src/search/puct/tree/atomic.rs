//! A number that workers share without locks.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A number that several workers read and write; who writes last is right.
#[derive(Default)]
pub struct AtomicF32(AtomicU32);

impl AtomicF32 {
    /// The number.
    #[inline]
    pub fn load(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    /// Writes the number.
    #[inline]
    pub fn store(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }

    /// Writes the number; returns the one before.
    pub fn swap(&self, value: f32) -> f32 {
        f32::from_bits(self.0.swap(value.to_bits(), Relaxed))
    }

    /// Adds to the number; no addition is lost.
    pub fn add(&self, more: f32) {
        let add = |bits: u32| Some((f32::from_bits(bits) + more).to_bits());
        // It always has an answer.
        let _ = self.0.fetch_update(Relaxed, Relaxed, add);
    }
}
