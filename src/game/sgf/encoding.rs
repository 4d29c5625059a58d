//! Bytes to text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// The longest name of an encoding that is looked at.
const LONGEST_LABEL: usize = 40;

/// A record as text.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether the encoding is not known, or not the one that the record names: then a byte that looks like `]` or `\`
    /// after one that is not ASCII may be half of a character.
    pub(super) is_guess: bool,
}

/// The text in the encoding of its byte order mark, in UTF-8, or in the
/// encoding that `CA` names; the others are ISO 8859-1, as the specification has it.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    let utf8 = str::from_utf8(bytes).ok();
    let named = named_encoding(bytes);
    match (utf8, named) {
        // Many a program converts a record to UTF-8 and leaves the old name in it.
        (Some(text), Some(_)) if text.chars().any(|sign| sign.len_utf8() > 2) => known(text),
        (Some(text), None) => known(text),
        (_, Some(encoding)) => decode_as(encoding, bytes),
        (None, None) => Decoded {
            is_guess: true,
            ..decode_as(WINDOWS_1252, bytes)
        },
    }
}

fn known(text: &str) -> Decoded<'_> {
    Decoded {
        text: Cow::Borrowed(text),
        is_guess: false,
    }
}

fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Decoded<'a> {
    let (text, is_guess) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, is_guess }
}

/// Whether a collection has to be decoded before its games can be told apart, since all of it is in one encoding in which a
/// byte that looks like a bracket may be half of a character.
pub(super) fn is_whole(collection: &[u8], first_game: &[u8]) -> bool {
    if Encoding::for_bom(collection).is_some() {
        return true;
    }
    // Files are put together from others, so each game may name its own. In UTF-8 brackets are what they look like.
    let first = named_encoding(first_game).filter(|_| str::from_utf8(collection).is_err());
    first.is_some() && named_encodings(collection).all(|other| other == first)
}

/// The encoding that the record names, if it is one in which the name can be read.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    named_encodings(bytes).next()?
}

/// All encodings that a collection names; none for a name that nobody knows.
fn named_encodings(bytes: &[u8]) -> impl Iterator<Item = Option<&'static Encoding>> {
    let is_whole_name = |at: usize| at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
    let words = bytes.windows(3).enumerate();
    let names =
        words.filter(move |&(at, word)| word.eq_ignore_ascii_case(b"CA[") && is_whole_name(at));
    names.map(|(at, _)| encoding_of(&bytes[at + 3..]))
}

/// The encoding with whose name this begins, up to a bracket.
fn encoding_of(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = bytes.iter().take(LONGEST_LABEL);
    let label: Vec<u8> = rest.copied().take_while(|&byte| byte != b']').collect();
    let encoding = Encoding::for_label_no_replacement(usual_label(&label).trim_ascii())?;
    // UTF-16 would have begun with its mark.
    let is_readable = encoding != UTF_16LE && encoding != UTF_16BE;
    is_readable.then_some(encoding)
}

/// The usual label for a code page of Windows.
fn usual_label(label: &[u8]) -> Cow<'_, [u8]> {
    let lower = label.trim_ascii().to_ascii_lowercase();
    let usual: &[u8] = match lower.as_slice() {
        b"cp932" | b"932" => b"shift_jis",
        b"cp936" | b"936" => b"gbk",
        b"cp949" | b"949" => b"euc-kr",
        b"cp950" | b"950" => b"big5",
        b"eucjp" => b"euc-jp",
        b"euckr" => b"euc-kr",
        b"utf" | b"unicode" => UTF_8.name().as_bytes(),
        _ => return Cow::Borrowed(label),
    };
    Cow::Borrowed(usual)
}
