//! What must hold whatever is sent. Each check takes any bytes: the tests give them some, the fuzzers in `fuzz/` many.

#![allow(dead_code)] // each test crate uses its own part

pub mod analysis;
pub mod board;
pub mod lines;
pub mod network;
pub mod record;
pub mod script;
pub mod session;
pub mod state;

/// Bytes as a supply of choices: the first of each kind when it is used up.
pub struct Choices<'a>(pub &'a [u8]);

impl<'a> Choices<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number below `bound`, which is at most 65536.
    pub fn below(&mut self, bound: usize) -> usize {
        let mut number = usize::from(self.byte());
        if bound > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % bound
    }

    /// One of these.
    pub fn pick<'b>(&mut self, words: &[&'b str]) -> &'b str {
        words[self.below(words.len())]
    }

    /// The next bytes as they are, at most so many.
    pub fn raw(&mut self, most: usize) -> &'a [u8] {
        let (raw, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        raw
    }
}
