//! Where the first game of a text begins: a record may lack its `(;`, and have other text before it.

use super::name::Name;

/// Properties with which programs begin a record.
const BEGINNINGS: [&str; 5] = ["GM[", "FF[", "CA[", "AP[", "SZ["];

/// The bytes of a value that are looked at to see whether it is text.
const LOOKED_AT: usize = 100;

/// Where the first game starts: at a `(;` before a property; or at a known property, after a `(` or without one; or at
/// an empty `(;`.
///
/// A record that lacks its own `(;` may have variations: it comes first if a node follows what begins it. Where none
/// does, words before the record speak of properties.
pub(super) fn start_of_game(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let parentheses = || (0..bytes.len()).filter(|&at| bytes[at] == b'(');
    let first = |opening| parentheses().find(|&at| opening_of(&bytes[at..]) == Some(opening));
    let begins_record = |&at: &usize| BEGINNINGS.iter().any(|name| text[at..].starts_with(name));
    let has_node = |&at: &usize| leads_to_node(&text[at..]);
    let bare = first_property(text);
    let loose = [first(Opening::Property), bare.filter(begins_record)];
    let certain = loose.map(|start| start.filter(has_node));
    let proper = first(Opening::Node).map(|at| outermost(bytes, at));
    let certain = certain.into_iter().chain([proper]).flatten().min();
    certain
        .or_else(|| loose.into_iter().flatten().min())
        .or(bare)
        .or_else(|| parentheses().find(|&at| is_empty_record(&bytes[at..])))
}

/// The first of the brackets, each with a `;`, that open into each other up to this one: a root that says nothing may have
/// variations at once.
fn outermost(text: &[u8], mut bracket: usize) -> usize {
    loop {
        let before = text[..bracket].iter().rev();
        let signs = before.take_while(|byte| **byte == b';' || byte.is_ascii_whitespace());
        let start = bracket - signs.count();
        let has_node = text[start..bracket].contains(&b';');
        if !has_node || !text[..start].ends_with(b"(") {
            return bracket;
        }
        bracket = start - 1;
    }
}

/// Whether the bracket with which this begins may be that of a game.
pub(super) fn begins_game(text: &[u8]) -> bool {
    opening_of(text).is_some() || is_empty_record(text)
}

/// Whether the bracket with which this begins opens a game or a variation.
pub(super) fn opens_tree(text: &[u8]) -> bool {
    text[1..].trim_ascii_start().starts_with(b";") || opening_of(text) == Some(Opening::Property)
}

/// What a bracket stands before.
#[derive(Clone, Copy, PartialEq)]
enum Opening {
    /// A `;` and a property.
    Node,
    /// A known property; its `;` is missing.
    Property,
}

/// What the bracket with which this begins stands before.
fn opening_of(text: &[u8]) -> Option<Opening> {
    let is_before_name = |byte: &&u8| **byte == b';' || byte.is_ascii_whitespace();
    let (signs, rest) = split_while(&text[1..], is_before_name);
    let (name, rest) = split_while(rest, |byte| byte.is_ascii_alphabetic());
    let value = rest.trim_ascii_start();
    if name.is_empty() || !value.starts_with(b"[") {
        return None;
    }
    if signs.contains(&b';') {
        return Some(Opening::Node);
    }
    is_property(name, value).then_some(Opening::Property)
}

/// The bytes at the beginning that are such, and what follows.
fn split_while(text: &[u8], is_such: impl Fn(&&u8) -> bool) -> (&[u8], &[u8]) {
    let length = text.iter().take_while(is_such).count();
    text.split_at(length)
}

/// Whether nothing but properties and a `(` stands between here and a `;`.
fn leads_to_node(text: &str) -> bool {
    let mut rest = text.strip_prefix('(').unwrap_or(text);
    loop {
        rest = rest.trim_ascii_start();
        if let Some(value) = rest.strip_prefix('[') {
            let Some(end) = end_of_text(value) else {
                return false;
            };
            rest = &value[end + 1..];
            continue;
        }
        let after_name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let has_value = after_name.trim_ascii_start().starts_with('[');
        if after_name.len() == rest.len() || !has_value {
            return rest.starts_with(';');
        }
        rest = after_name;
    }
}

/// Where the `]` of a value is.
fn end_of_text(value: &str) -> Option<usize> {
    let mut is_escaped = false;
    value.bytes().position(|byte| {
        let is_end = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}

/// Whether only the signs that structure a record follow the bracket with which this begins, a `;` first.
fn is_empty_record(text: &[u8]) -> bool {
    let mut rest = text[1..].iter().filter(|byte| !byte.is_ascii_whitespace());
    rest.next() == Some(&b';') && matches!(rest.next(), None | Some(b';' | b'(' | b')'))
}

/// Where the first known property starts. The end of an address, or of a setting such as `x=B`, is none, nor is the last word of
/// a line.
fn first_property(text: &str) -> Option<usize> {
    let brackets = text.match_indices('[');
    let mut words = brackets.filter_map(|(bracket, _)| {
        let before = text[..bracket].trim_ascii_end();
        let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic);
        let (front, word) = before.split_at(before.len() - letters.count());
        let is_part = front.ends_with(['.', '@', '=']);
        let ends_line = text[before.len()..bracket].contains(['\n', '\r']);
        let value = &text.as_bytes()[bracket..];
        let is_found = !is_part && !ends_line && is_property(word.as_bytes(), value);
        is_found.then_some(front.len())
    });
    words.next()
}

/// Whether a word and the value behind it can be a property of a record: no value has control characters near its
/// beginning; binary files are full of them.
fn is_property(word: &[u8], value: &[u8]) -> bool {
    let looked_at = value.iter().take(LOOKED_AT);
    let mut value = looked_at.take_while(|&&byte| byte != b']');
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    Name::of(word).is_known() && value.all(is_text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fault, moves};

    #[test]
    fn a_text_that_is_no_record_is_none() {
        for text in [
            "X=a.ca\n[Data]\n",
            "[Header]\nLib=me@b[1]\nx=C[2]\nmail: a.b[3]",
            "to the point\nB\n[Data]\n",
            "(;GAME[1]SIZE[9];BLACK[aa])",
        ] {
            assert!(fault(text).ends_with("there is no game record"), "{text}");
        }
    }

    #[test]
    fn records_that_lack_their_beginning_are_read() {
        assert_eq!(moves("x=1.5\n SZ[9];B[aa]"), "B A9");
        assert_eq!(moves("(GM[1]SZ[5];B[cc])(GM[1]SZ[5];B[bb])"), "B C3");
        assert_eq!(moves("(;XX[1];B[aa])"), "B A19");
        assert_eq!(moves("(;\n(;(;B[aa];W[bb])(;B[cc])))"), "B A19, W B18");
    }

    #[test]
    fn words_before_a_record_may_name_properties() {
        let record = "(;SZ[9];B[aa];W[bb])";
        for words in [
            "This is an SGF file, SZ[19] is usual.\n",
            "Saved by X as SGF (FF[4])\n",
            "SZ[19] (or larger; see AP[x])\n",
            "(see C[a;b] or AP[x])",
        ] {
            let text = format!("{words}{record}");
            assert_eq!(moves(&text), "B A9, W B8", "{text}");
        }
        // A record without its own beginning comes before its variations, whatever its texts hold.
        assert_eq!(moves("SZ[9];B[cc](;W[gg])(;W[aa])"), "B C7, W G3");
        assert_eq!(moves("(SZ[9]C[(;\\]];B[cc](;W[gg])(;W[aa]))"), "B C7, W G3");
    }
}
