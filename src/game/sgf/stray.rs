//! Texts with a `]` that nobody escaped, such as `C[black [3d]: hi :)]`: the first `]` is taken for the end, and the
//! rest of the text looks like structure.

use super::start::opens_tree;

/// Tells the rest of such texts from structure.
#[derive(Clone, Default)]
pub(super) struct Strays {
    /// Where the last of them found ends.
    end: usize,
    /// Up to where there is known to be none.
    none_before: usize,
}

impl Strays {
    /// Whether the bracket at `at`, outside all values, really belongs to a text whose end was found too early: such a text ends
    /// at the next `]` that no `[` opened. Another game, or another variation, has texts of its own.
    ///
    /// Asked for one place after the other, it looks at each byte a few times only.
    pub(super) fn hold(&mut self, text: &[u8], at: usize) -> bool {
        if at < self.end || at < self.none_before {
            return at < self.end;
        }
        self.none_before = text.len();
        let mut open = 0_u32;
        let mut signs = text.iter().enumerate().skip(at + 1);
        while let Some((place, sign)) = signs.next() {
            match sign {
                b'\\' => drop(signs.next()),
                b'(' if opens_tree(&text[place..]) => {
                    self.none_before = place;
                    break;
                }
                b'[' => open += 1,
                b']' if open == 0 => {
                    self.end = place;
                    self.none_before = at;
                    return true;
                }
                b']' => open -= 1,
                _ => {}
            }
        }
        false
    }
}
