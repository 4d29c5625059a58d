//! The syntax: text to the nodes of the main line.

use super::{Fault, MAX_BYTES, MAX_NODES, SgfError};

/// One value of a property: its text without escapes, and where it starts.
pub(super) struct Value {
    pub(super) text: Vec<u8>,
    pub(super) offset: usize,
}

/// A property with its values. The name has its capitals only, as FF\[3\] defines the short form of `AddBlack`.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// The properties between two semicolons.
pub(super) type Node = Vec<Property>;

/// The error for a fault at this byte of the text.
pub(super) fn error_at(text: &[u8], offset: usize, fault: Fault) -> SgfError {
    let before = &text[..offset.min(text.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    SgfError {
        line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
        column: 1 + before.len() - line_start,
        fault,
    }
}

/// Reads the nodes of the main line of the first game in the text.
///
/// The first variation always comes first in the text: the main line ends at the first `)`, or with the text.
pub(super) fn read(text: &[u8]) -> Result<Vec<Node>, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(error_at(text, 0, Fault::TooLarge));
    }
    let start = start_of_game(text).ok_or_else(|| error_at(text, 0, Fault::NoGame))?;
    let mut reader = Reader { text, at: start };
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(&byte) = text.get(reader.at) {
        match byte {
            b')' if !nodes.is_empty() => break,
            b';' => {
                if nodes.len() >= MAX_NODES {
                    return Err(error_at(text, reader.at, Fault::TooLong));
                }
                reader.at += 1;
                nodes.push(Node::new());
            }
            b'[' => drop(reader.value()?), // a value of nothing
            _ if byte.is_ascii_alphabetic() => {
                let name = reader.name();
                let values = reader.values()?;
                if nodes.is_empty() {
                    nodes.push(Node::new());
                }
                if let Some(node) = nodes.last_mut().filter(|_| !values.is_empty()) {
                    node.push(Property { name, values });
                }
            }
            _ => reader.at += 1,
        }
    }
    Ok(nodes)
}

/// Where the first game starts: at `(;`, or without one at the first thing that looks like a property.
fn start_of_game(text: &[u8]) -> Option<usize> {
    let next_is = |from: usize, wanted: u8| {
        text[from..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&wanted)
    };
    let proper = (0..text.len()).find(|&i| text[i] == b'(' && next_is(i + 1, b';'));
    proper.or_else(|| {
        let bracket = text
            .windows(2)
            .position(|pair| pair[0].is_ascii_alphabetic() && pair[1] == b'[')?;
        let before = &text[..bracket];
        let name = before.iter().rev().take_while(|b| b.is_ascii_alphabetic());
        Some(bracket - name.count())
    })
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn name(&mut self) -> String {
        let rest = &self.text[self.at..];
        let length = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let letters = &rest[..length];
        self.at += length;
        let short: String = letters
            .iter()
            .filter(|byte| !byte.is_ascii_lowercase())
            .map(|&byte| char::from(byte))
            .collect();
        if short.is_empty() {
            return String::from_utf8_lossy(letters).to_ascii_uppercase();
        }
        short
    }

    /// The values that follow a name; none if something else follows.
    fn values(&mut self) -> Result<Vec<Value>, SgfError> {
        let mut values = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let space = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
            if rest.get(space) != Some(&b'[') {
                return Ok(values);
            }
            self.at += space;
            values.push(self.value()?);
        }
    }

    /// The value that starts with the `[` here.
    fn value(&mut self) -> Result<Value, SgfError> {
        let offset = self.at + 1;
        let mut text = Vec::new();
        let mut bytes = self.text[offset..].iter().copied().enumerate();
        while let Some((i, byte)) = bytes.next() {
            match byte {
                b']' => {
                    self.at = offset + i + 1;
                    return Ok(Value { text, offset });
                }
                b'\\' => match bytes.next() {
                    Some((_, b'\n' | b'\r')) | None => {} // a soft line break
                    Some((_, escaped)) => text.push(escaped),
                },
                _ => text.push(byte),
            }
        }
        Err(error_at(self.text, self.at, Fault::UnclosedValue))
    }
}
