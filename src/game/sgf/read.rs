//! The syntax: text to the properties of the main line, one after the other.

use super::encoding::Decoded;
use super::name::Name;
use super::start::start_of_game;
use super::stray::Strays;
use super::{Fault, MAX_NODES, SgfError};
use std::ops::Range;

/// The text between two brackets as it stands, and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    raw: &'a str,
    pub(super) offset: usize,
    /// Whether the whole text ends within it.
    pub(super) is_cut_off: bool,
}

impl Value<'_> {
    /// The text without escapes. Line breaks are line feeds, other control signs blanks.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut signs = self.raw.chars().peekable();
        while let Some(sign) = signs.next() {
            let is_escaped = sign == '\\';
            let Some(sign) = (if is_escaped { signs.next() } else { Some(sign) }) else {
                break;
            };
            let is_break = matches!(sign, '\n' | '\r');
            if is_break {
                // A break of two signs is one break.
                signs.next_if(|&next| next != sign && matches!(next, '\n' | '\r'));
            }
            match sign {
                _ if is_break && is_escaped => {} // only for the eye
                _ if is_break => text.push('\n'),
                _ if sign.is_control() => text.push(' '),
                _ => text.push(sign),
            }
        }
        text
    }

    /// The text in one line, without blanks around it.
    pub(super) fn line(&self) -> String {
        self.text().replace('\n', " ").trim().to_owned()
    }

    /// Whether there is nothing but blanks.
    pub(super) fn is_blank(&self) -> bool {
        self.raw.trim().is_empty()
    }
}

/// What comes next on the main line.
#[derive(Debug)]
pub(super) enum Item<'a> {
    /// The properties of another node follow.
    Node,
    /// One value of a property.
    Value(Name, Value<'a>),
}

/// Reads the main line of the first game of a text.
///
/// The first variation always comes first in the text: the main line ends at
/// the first `)`, or with the text. Nothing is kept, so that no text needs more memory than its own.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The property whose values are being read.
    name: Option<Name>,
    nodes: usize,
    is_guess: bool,
    strays: Strays,
    /// Where the last search found no `]` that can end a text with an open bracket.
    barren: Range<usize>,
}

impl<'a> Reader<'a> {
    /// At the start of the game.
    pub(super) fn new(source: &'a Decoded) -> Result<Reader<'a>, SgfError> {
        let text = &source.text;
        let start = start_of_game(text).ok_or_else(|| error_at(text, 0, Fault::NoGame))?;
        Ok(Reader {
            text,
            at: start,
            name: None,
            nodes: 0,
            is_guess: source.is_guess,
            strays: Strays::default(),
            barren: 0..0,
        })
    }

    /// The error for a fault at this byte of the text.
    pub(super) fn error(&self, offset: usize, fault: Fault) -> SgfError {
        error_at(self.text, offset, fault)
    }

    /// The error for a value without an end.
    pub(super) fn unclosed(&self, value: Value) -> SgfError {
        self.error(value.offset - 1, Fault::UnclosedValue)
    }

    /// How many nodes have begun.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Whether the text ends before the main line does. A fault in it is told by who reads it.
    pub(super) fn lacks_end(mut self) -> bool {
        while let Ok(Some(_)) = self.next() {}
        self.at >= self.text.len()
    }

    /// The next item; `None` at the end of the main line.
    pub(super) fn next(&mut self) -> Result<Option<Item<'a>>, SgfError> {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b')' if self.nodes > 0 && !self.strays.hold(self.text.as_bytes(), self.at) => {
                    break;
                }
                b';' => return self.node().map(Some),
                b'[' => {
                    let value = self.value()?;
                    if let Some(name) = self.name {
                        // Properties before the first semicolon make a node too.
                        self.nodes = self.nodes.max(1);
                        return Ok(Some(Item::Value(name, value)));
                    }
                }
                _ if byte.is_ascii_alphabetic() => self.name = Some(self.name()),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => {
                    self.name = None;
                    self.at += 1;
                }
            }
        }
        Ok(None)
    }

    fn node(&mut self) -> Result<Item<'a>, SgfError> {
        if self.nodes >= MAX_NODES {
            return Err(self.error(self.at, Fault::TooLong));
        }
        self.nodes += 1;
        self.name = None;
        self.at += 1;
        Ok(Item::Node)
    }

    fn name(&mut self) -> Name {
        let rest = &self.text[self.at..];
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next();
        let word = word.unwrap_or_default();
        self.at += word.len();
        Name::of(word.as_bytes())
    }

    /// The value that starts with the `[` here.
    fn value(&mut self) -> Result<Value<'a>, SgfError> {
        let offset = self.at + 1;
        let has_points = self.name.is_some_and(|name| name.has_points());
        let end = match self.end_of_value(offset, has_points) {
            Some(end) if !has_points => Some(self.end_of_text(offset, end)),
            end => end,
        };
        let value = Value {
            raw: &self.text[offset..end.unwrap_or(self.text.len())],
            offset,
            is_cut_off: end.is_none(),
        };
        if value.is_cut_off && holds_node(value.raw) {
            return Err(self.unclosed(value));
        }
        self.at = offset + value.raw.len();
        if self.text[self.at..].starts_with(']') {
            self.at += 1;
        }
        Ok(value)
    }

    /// Where the `]` of a value is; or, if one was forgotten after a point, where the value must end. `None` if the text ends first.
    fn end_of_value(&self, start: usize, has_points: bool) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let ends = |byte: &u8| match byte {
            b']' | b'\\' => true,
            b';' | b'[' | b'(' | b')' => has_points,
            _ => false,
        };
        let mut at = start;
        loop {
            at += bytes[at..].iter().position(ends)?;
            match bytes[at] {
                b'\\' if self.may_be_half(at) && self.closes(at + 1) => return Some(at + 1),
                // A sign of several bytes has none that looks like the end.
                b'\\' => at = (at + 2).min(bytes.len()),
                b']' if self.may_be_half(at) && !self.closes(at) => at += 1,
                _ => return Some(at),
            }
        }
    }

    /// Where the `]` of a text is of which this is the first one: a bracket that is open in it may have one of its own, as in
    /// `C[Ann [3k]: hello]`, which nothing follows with which a record goes on. In another node there is no end to look for.
    fn end_of_text(&mut self, start: usize, first: usize) -> usize {
        let bytes = self.text.as_bytes();
        let is_open = bytes[start..first].contains(&b'[');
        if !is_open || self.barren.contains(&first) || self.closes(first) {
            return first;
        }
        let mut at = first + 1;
        while let Some(next) = self.end_of_value(at, false) {
            if holds_node(&self.text[at..next]) {
                at = next;
                break;
            }
            if self.closes(next) {
                return next;
            }
            at = next + 1;
        }
        self.barren = first..at;
        first
    }

    /// Whether the byte may be the second one of a character in an encoding that is not known.
    fn may_be_half(&self, at: usize) -> bool {
        self.is_guess && self.text[..at].ends_with(|sign: char| !sign.is_ascii())
    }

    /// Whether there is a `]` here after which a record can go on: with one more value, with a property, in this node
    /// or another, or with its end, behind which there may be words without brackets.
    fn closes(&self, at: usize) -> bool {
        let Some(rest) = self.text[at..].strip_prefix(']') else {
            return false;
        };
        let structure = |sign: char| sign.is_whitespace() || ";()".contains(sign);
        let next = rest.trim_start_matches(structure);
        let signs = rest[..rest.len() - next.len()].trim();
        let after_name = next.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let has_name = after_name.len() < next.len();
        let has_value = after_name.trim_start().starts_with('[');
        let is_end = signs.ends_with(')') && !next.contains(']');
        next.is_empty() || is_end || has_value && (has_name || signs.is_empty())
    }
}

/// Whether a node seems to begin within a text: then it is not cut off, but its `]` was forgotten, and nobody knows where.
fn holds_node(text: &str) -> bool {
    text.split(';').skip(1).any(|node| {
        let name = node.trim_ascii_start();
        let after_name = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        after_name.len() < name.len() && after_name.trim_ascii_start().starts_with('[')
    })
}

/// The error for a fault at this byte of the text.
pub(super) fn error_at(text: &str, offset: usize, fault: Fault) -> SgfError {
    let mut line = 1;
    let mut column = 1;
    let mut previous = '\0';
    for (at, sign) in text.char_indices() {
        if at >= offset {
            break;
        }
        match sign {
            '\n' if previous == '\r' => {} // the line has been counted
            '\n' | '\r' => {
                line += 1;
                column = 1;
            }
            _ => column += 1,
        }
        previous = sign;
    }
    SgfError {
        line,
        column,
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::super::tests::{fault, moves};

    #[test]
    fn texts_have_one_kind_of_line_break() {
        let loaded = load(
            b"(;SZ[9]PB[ An\nna\t ]C[one\r\ntwo\\\r\n three\n\rfour\tfive\\]\\\\])",
            None,
        );
        let info = loaded.unwrap().info;
        assert_eq!(info.black, "An na");
        assert_eq!(info.comment, "one\ntwo three\nfour five]\\");
    }

    #[test]
    fn a_forgotten_bracket_after_a_point() {
        assert_eq!(moves("(;SZ[9];B[cc;W[gg];B[cg)"), "B C7, W G3, B C3");
        assert_eq!(
            moves("(;SZ[9]AB[aa[bb];B[cc(;W[gg])(;W[aa]))"),
            "B C7, W G3"
        );
        // Whether a comment ends there nobody can know.
        assert_eq!(
            fault("(;SZ[9]\n;B[cc]C[good;W[gg\n)"),
            "line 2, column 8: the value that starts here has no ']'"
        );
    }

    #[test]
    fn who_reads_a_record_without_its_end_learns_of_it() {
        let remark = |text: &str| load(text.as_bytes(), Some(1)).unwrap().cut_off_remark();
        for whole in [
            "(;SZ[9];B[ee])",
            "(;SZ[9];B[ee](;W[cc])(;W[gg",
            "(;SZ[9];B[ee]C[:)])\nyours",
        ] {
            assert_eq!(remark(whole), None, "{whole}");
        }
        for cut in [
            "(;SZ[9];B[ee];W[g",
            "(;SZ[9];B[ee]C[well",
            "(;SZ[9];B[ee]\n",
            "(;SZ[9];B[ee];",
        ] {
            let words = remark(cut);
            assert_eq!(
                words.as_deref(),
                Some("the end of the record is missing"),
                "{cut}"
            );
        }
    }

    /// Servers that escape no bracket write ranks so, and people smileys.
    #[test]
    fn a_bracket_within_a_text_ends_no_game() {
        let whole = "B E5, W C7, B G3";
        for text in [
            "(;SZ[9];B[ee]C[foo [3d]: nice :)];W[cc];B[gg])",
            "(;SZ[9]PB[x [3k] (Foo)]PW[y];B[ee];W[cc];B[gg])",
            "(;SZ[9];B[ee]C[a [1d] ) and [2d] ) too];W[cc];B[gg])(;SZ[9];B[aa]C[b [3d]])",
        ] {
            assert_eq!(moves(text), whole, "{text}");
        }
        // What looks like a property in such a text is none.
        for (text, comment) in [
            ("Ann [3k]: is W[dd] better?", "Ann [3k]: is W[dd] better?"),
            ("Ann [3k]: AB[dd] kills", "Ann [3k]: AB[dd] kills"),
            (
                "Ann [3k]: hi\nBob [2k]: hello",
                "Ann [3k]: hi\nBob [2k]: hello",
            ),
            ("see [1", "see [1"),
            (":[] and words", ":[] and words"),
        ] {
            let text = format!("(;SZ[9];B[ee]C[{text}];W[cc];B[gg])");
            let loaded = load(text.as_bytes(), None).unwrap();
            assert_eq!(loaded.notes[0].comment, comment);
            assert_eq!(moves(&text), whole, "{text}");
        }
        // The end of a game is its end, whatever stands in the next one, in a variation, or in a letter around it.
        for text in [
            "(;SZ[9];B[ee];W[cc];B[gg]) (;SZ[9];B[aa]C[b [3d]])",
            "(;SZ[9];B[ee](;W[cc];B[gg])(;W[aa]C[:]]))",
            "(;SZ[9];B[ee]\n(\n;W[cc];B[gg])\n(\n;W[aa]C[:\\] ]))",
            "(;SZ[9];B[ee];W[cc];B[gg])\n-- \nyours, [x]",
        ] {
            assert_eq!(moves(text), whole, "{text}");
        }
    }
}
