//! Files with more than one game.

use super::stray::{Strays, opens_tree};

/// The games of a collection, each with its brackets.
pub fn split_games(text: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    let mut in_value = false;
    let mut strays = Strays::default();
    let is_left_of_text =
        |at, strays: &mut Strays| !opens_tree(&text[at..]) && strays.hold(text, at);
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if in_value => drop(bytes.next()),
            b']' => in_value = false,
            b'[' if depth > 0 => in_value = true,
            b'(' if !in_value && depth > 0 && is_left_of_text(at, &mut strays) => {}
            b'(' if !in_value => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' if !in_value && depth > 0 && !strays.hold(text, at) => {
                depth -= 1;
                if depth == 0 {
                    games.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    if games.is_empty() {
        // Anything else is kept too: reading it will tell what is wrong.
        games.push(text);
    }
    games
}
