//! Where the games of a text are.

use super::start::{begins_game, opens_tree};
use super::stray::Strays;
use std::ops::Range;

/// The games of a text one after the other, each with its brackets. A last game that is cut off counts.
///
/// It looks at bytes: in some encodings one that looks like a bracket may be half of a character.
pub(super) struct GameTrees<'a> {
    text: &'a [u8],
    at: usize,
    strays: Strays,
}

impl<'a> GameTrees<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        GameTrees {
            text,
            at: 0,
            strays: Strays::default(),
        }
    }

    /// Whether the bracket at `at` begins a game or, so deep within one, a variation. Letters around games have brackets too, and
    /// so has what is left of a text that a bracket has cut off.
    fn begins_tree(&mut self, at: usize, depth: usize) -> bool {
        match depth {
            0 => begins_game(&self.text[at..]),
            _ => opens_tree(&self.text[at..]) || !self.strays.hold(self.text, at),
        }
    }
}

impl Iterator for GameTrees<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let (mut depth, mut start) = (0usize, 0);
        let mut in_value = false;
        while let Some(&byte) = self.text.get(self.at) {
            let at = self.at;
            self.at += 1;
            match byte {
                b'\\' if in_value => self.at += 1,
                b']' => in_value = false,
                b'[' if depth > 0 => in_value = true,
                b'(' if !in_value && self.begins_tree(at, depth) => {
                    if depth == 0 {
                        start = at;
                    }
                    depth += 1;
                }
                b')' if !in_value && depth > 0 && !self.strays.hold(self.text, at) => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(start..self.at);
                    }
                }
                _ => {}
            }
        }
        (depth > 0).then_some(start..self.text.len())
    }
}
