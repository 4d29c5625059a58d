//! Files with more than one game.

use super::encoding::{decode, is_whole};
use super::stray::{Strays, opens_tree};
use std::borrow::Cow;

/// Says that a text is UTF-8, whatever encoding it names.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The games of a collection, each with its brackets and as [`load`](super::load) reads it; a text without any game as it is,
/// since reading it will tell what is wrong. A last game that is cut off counts.
///
/// ```
/// use tengen::game::sgf;
/// let games = sgf::split_games(b"Two games (a match): (;SZ[9];B[ee]) (;SZ[9];B[cc]");
/// let moves = |game: &[u8]| sgf::load(game, None).unwrap().game.moves().len();
/// assert_eq!(games.iter().map(|game| moves(game)).collect::<Vec<_>>(), [1, 1]);
/// ```
pub fn split_games(text: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let games = split(text);
    let source = is_whole(text, games[0]).then(|| decode(text));
    let Some(source) = source.filter(|source| !source.is_guess) else {
        return games.into_iter().map(Cow::Borrowed).collect();
    };
    // A game by itself may not name its encoding.
    let marked = |game| Cow::Owned([BYTE_ORDER_MARK, game].concat());
    split(source.text.as_bytes())
        .into_iter()
        .map(marked)
        .collect()
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    let mut in_value = false;
    let mut strays = Strays::default();
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if in_value => drop(bytes.next()),
            b']' => in_value = false,
            b'[' if depth > 0 => in_value = true,
            b'(' if !in_value && begins_tree(text, at, depth, &mut strays) => {
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
    if depth > 0 {
        games.push(&text[start..]);
    }
    if games.is_empty() {
        games.push(text);
    }
    games
}

/// Whether the bracket at `at` begins a game or, so deep within one, a variation. Letters around games have brackets too, and so
/// has what is left of a text that a bracket has cut off.
fn begins_tree(text: &[u8], at: usize, depth: usize, strays: &mut Strays) -> bool {
    opens_tree(&text[at..]) || depth > 0 && !strays.hold(text, at)
}
