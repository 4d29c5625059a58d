//! Where the first game of a text begins: a record may lack its `(;`, and have other text before it.

use super::read::Name;

/// Properties with which programs begin a record.
const BEGINNINGS: [&str; 5] = ["GM[", "FF[", "CA[", "AP[", "SZ["];

/// Properties by which a record is known that lacks its `(;`. Any text may have words before brackets.
const KNOWN: [&str; 33] = [
    "GM", "FF", "CA", "AP", "SZ", "KM", "HA", "RU", "RE", "DT", "PC", "EV", "RO", "GN", "PB", "PW",
    "BR", "WR", "BT", "WT", "TM", "OT", "SO", "US", "AN", "PL", "AB", "AW", "AE", "B", "W", "C",
    "N",
];

/// As far as the value of such a property is looked at.
const LOOKED_AT: usize = 100;

/// Where the first game starts: at a `(;` before a property; or at a known property, after a `(` or without one; or at
/// an empty `(;`.
///
/// A record that lacks its own `(;` may have variations: it comes first if a node follows what begins it. Where none
/// does, words before the record speak of properties.
pub(super) fn start_of_game(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let parentheses = || (0..bytes.len()).filter(|&at| bytes[at] == b'(');
    let first = |opening| parentheses().find(|&at| opening_at(text, at) == Some(opening));
    let begins_record = |&at: &usize| BEGINNINGS.iter().any(|name| text[at..].starts_with(name));
    let has_node = |&at: &usize| leads_to_node(&text[at..]);
    let bare = first_property(text);
    let loose = [first(Opening::Property), bare.filter(begins_record)];
    let certain = loose.map(|start| start.filter(has_node));
    let proper = first(Opening::Node);
    let certain = certain.into_iter().chain([proper]).flatten().min();
    certain
        .or_else(|| loose.into_iter().flatten().min())
        .or(bare)
        .or_else(|| parentheses().find(|&at| is_empty_record(&bytes[at + 1..])))
}

/// What a `(` stands before.
#[derive(Clone, Copy, PartialEq)]
enum Opening {
    /// A `;` and a property.
    Node,
    /// A known property; its `;` is missing.
    Property,
}

fn opening_at(text: &str, parenthesis: usize) -> Option<Opening> {
    let inside = &text[parenthesis + 1..];
    let word = inside.trim_start_matches(|c: char| c == ';' || c.is_ascii_whitespace());
    let after_word = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let name = &word[..word.len() - after_word.len()];
    let value = after_word.trim_ascii_start();
    let has_node = inside[..inside.len() - word.len()].contains(';');
    match !name.is_empty() && value.starts_with('[') {
        true if has_node => Some(Opening::Node),
        true if is_known(name, value.as_bytes()) => Some(Opening::Property),
        _ => None,
    }
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

/// Whether only the signs that structure a record follow, a `;` first.
fn is_empty_record(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let mut rest = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    rest.next() == Some(&b';') && matches!(rest.next(), None | Some(b';' | b'(' | b')'))
}

/// Where the first known property starts.
fn first_property(text: &str) -> Option<usize> {
    let brackets = text.match_indices('[');
    let mut words = brackets.filter_map(|(bracket, _)| {
        let before = text[..bracket].trim_ascii_end();
        let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic);
        let start = before.len() - letters.count();
        let is_property = is_known(&before[start..], &text.as_bytes()[bracket..]);
        is_property.then_some(start)
    });
    words.next()
}

/// Whether a word and the value behind it can be a property of a record: no value has control characters near its
/// beginning; binary files are full of them.
fn is_known(word: &str, value: &[u8]) -> bool {
    let value = value
        .iter()
        .take(LOOKED_AT)
        .take_while(|&&byte| byte != b']');
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    KNOWN.contains(&Name::of(word).as_str()) && value.clone().all(is_text)
}
