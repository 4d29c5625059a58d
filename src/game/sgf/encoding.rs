//! Bytes to text.

use super::trees::GameTrees;
use encoding_rs::{Encoding, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The letters at the beginning that show whether a record is in UTF-16: `(;` and the name of a property.
const FIRST_LETTERS: usize = 4;

/// The longest name of an encoding that is looked at.
const LONGEST_LABEL: usize = 40;

/// A record as text.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether the encoding is not known, or not the one that the record names: then a byte that looks like `]` or `\`
    /// after one that is not ASCII may be half of a character.
    pub(super) is_guess: bool,
}

/// The text in the encoding of its byte order mark, in UTF-16 if it looks so, in UTF-8, or in the
/// encoding that `CA` names; the others are ISO 8859-1, as the specification has it, unless they look like UTF-8 with damage or like
/// Chinese. The first game decides: others are not read, and may come from other files.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((encoding, mark)) = encoding_by_bytes(bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    let first = first_game(bytes);
    let named = named_encoding(first);
    if valid_utf8(first).is_some_and(|text| is_utf8(text, named)) {
        return decode_as(UTF_8, bytes);
    }
    match named {
        Some(encoding) => decode_as(encoding, bytes),
        None if is_damaged_utf8(first) => decode_as(UTF_8, bytes),
        None => Decoded {
            is_guess: true,
            ..decode_as(if is_paired(first) { GBK } else { WINDOWS_1252 }, bytes)
        },
    }
}

/// The first game, with whatever stands before it.
fn first_game(bytes: &[u8]) -> &[u8] {
    let game = GameTrees::new(bytes).next();
    &bytes[..game.map_or(bytes.len(), |game| game.end)]
}

/// The encoding that shows without its name, and the length of its byte order mark.
fn encoding_by_bytes(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(bytes).or_else(|| Some((unmarked_utf16(bytes)?, 0)))
}

/// UTF-16 without its mark: of the letters with which a record begins one byte each is zero.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let letters = bytes.chunks_exact(2).take(FIRST_LETTERS);
    if letters.len() < FIRST_LETTERS {
        return None;
    }
    let is_zero = |half: usize| letters.clone().all(|letter| letter[half] == 0);
    match [is_zero(0), is_zero(1)] {
        [true, false] => Some(UTF_16BE),
        [false, true] => Some(UTF_16LE),
        _ => None,
    }
}

/// The text, if it is valid UTF-8. One that is cut off may end within a character.
fn valid_utf8(bytes: &[u8]) -> Option<&str> {
    let end = match str::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => return None,
    };
    str::from_utf8(&bytes[..end]).ok()
}

/// The bytes of which characters of two bytes are made.
const PAIRED: RangeInclusive<u8> = 0xa1..=0xfe;
/// Two letters of ISO 8859-1 may stand together by chance, as in Jääskeläinen.
const LEAST_PAIRS: usize = 2;

/// In another encoding chance makes at most this many two-byte characters of UTF-8 for each fault.
const CHANCE_PAIRS: usize = 8;

/// Whether a text is in UTF-8 but for a few bytes: other encodings hardly ever make characters of three bytes by chance, and make
/// faults along with those of two.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut pairs, mut longer, mut faults) = (0, 0, 0);
    for chunk in bytes.utf8_chunks() {
        for sign in chunk.valid().chars() {
            pairs += usize::from(sign.len_utf8() == 2);
            longer += usize::from(sign.len_utf8() > 2);
        }
        faults += usize::from(!chunk.invalid().is_empty());
    }
    longer > faults || pairs > CHANCE_PAIRS * faults
}

/// Whether all that is not ASCII comes in pairs of bytes, as in the usual encodings of Chinese and Korean: letters of ISO 8859-1 stand
/// alone among others.
fn is_paired(bytes: &[u8]) -> bool {
    let runs = bytes.split(u8::is_ascii).filter(|run| !run.is_empty());
    let pairs = runs.clone().map(|run| run.len() / 2).sum::<usize>();
    let is_even =
        |run: &[u8]| run.len().is_multiple_of(2) && run.iter().all(|byte| PAIRED.contains(byte));
    pairs >= LEAST_PAIRS && runs.clone().all(is_even)
}

/// Whether valid UTF-8 is meant as such where the record may name another encoding: many a program converts a record to UTF-8
/// and leaves the old name in it.
fn is_utf8(text: &str, named: Option<&'static Encoding>) -> bool {
    let Some(named) = named else {
        return true;
    };
    // A character of two bytes in another encoding may look like one of two bytes in UTF-8.
    let least = if named.is_single_byte() { 2 } else { 3 };
    text.chars().any(|sign| sign.len_utf8() >= least)
}

fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Decoded<'a> {
    let (text, is_guess) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, is_guess }
}

/// Whether a collection has to be decoded before its games can be told apart, since all of it is in one encoding in which a
/// byte that looks like a bracket may be half of a character.
pub(super) fn is_whole(collection: &[u8], first_game: &[u8]) -> bool {
    if encoding_by_bytes(collection).is_some() {
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
    // Java's names have underscores where others have dashes.
    let dashed = label
        .iter()
        .map(|&byte| if byte == b'_' { b'-' } else { byte });
    let dashed: Vec<u8> = dashed.collect();
    let encoding = encoding_labelled(&label).or_else(|| encoding_labelled(&dashed))?;
    // In UTF-16 the name could not have been read so.
    let is_readable = encoding != UTF_16LE && encoding != UTF_16BE;
    is_readable.then_some(encoding)
}

/// The encoding with this label, or with one that records use for it.
fn encoding_labelled(label: &[u8]) -> Option<&'static Encoding> {
    let lower = label.trim_ascii().to_ascii_lowercase();
    let usual: &[u8] = match lower.as_slice() {
        b"cp932" | b"932" | b"shiftjis" => b"shift_jis",
        b"cp936" | b"936" | b"ms936" | b"windows-936" | b"gb" | b"euc-cn" | b"gb2312-80" => b"gbk",
        b"gb-18030" => b"gb18030",
        b"cp949" | b"949" | b"ms949" | b"uhc" => b"euc-kr",
        b"cp950" | b"950" => b"big5",
        b"win1251" => b"windows-1251",
        b"eucjp" => b"euc-jp",
        b"euckr" => b"euc-kr",
        b"utf" | b"unicode" => UTF_8.name().as_bytes(),
        other => other,
    };
    Encoding::for_label_no_replacement(usual)
}

#[cfg(test)]
mod tests {
    use super::super::{Loaded, load};

    fn loaded(text: &[u8]) -> Loaded {
        load(text, None).unwrap()
    }

    #[test]
    fn one_damaged_character_spoils_no_others() {
        let text = [
            "(;SZ[9]PB[山田];B[aa]C[cut ".as_bytes(),
            b"\xe5\xb1];W[bb])",
        ];
        let damaged = loaded(&text.concat());
        assert_eq!(damaged.info.black, "山田");
        assert_eq!(damaged.game.moves().len(), 2);
        let cyrillic = [
            "(;SZ[9]PB[Иванов]PW[Пётр];B[aa]C[cut ".as_bytes(),
            b"\xd0];W[bb])",
        ];
        assert_eq!(loaded(&cyrillic.concat()).info.black, "Иванов");
        let other = loaded(b"(;CA[Windows-936]SZ[9]PB[\xc4\xfa];B[aa])");
        assert_eq!(other.info.black, "您");
    }

    #[test]
    fn another_game_names_no_encoding() {
        let second = b"(;CA[GBK]SZ[9];B[bb])";
        for name in [&b"Jos\xe9"[..], "Jos\u{e9}".as_bytes()] {
            let text = [b"(;SZ[9]PB[", name, b"];B[aa])", second].concat();
            let loaded = loaded(&text);
            assert_eq!(loaded.game.moves().len(), 1);
            assert_eq!(loaded.info.black, "Jos\u{e9}");
        }
        // Nor is the first one in that of the second.
        let first = "(;SZ[9]PB[山])".as_bytes();
        let text = [first, b"(;CA[GBK]SZ[9]PB[\xc4\xfa])"].concat();
        assert_eq!(loaded(&text).info.black, "山");
        // A record that lacks its beginning has its name before its variations.
        let text = b"CA[GBK]SZ[9]PB[\xc4\xfa];B[aa](;W[bb])(;W[cc])";
        assert_eq!(loaded(text).info.black, "您");
    }

    #[test]
    fn utf8_is_read_whatever_old_name_it_has() {
        for (label, name) in [
            ("windows-1251", "Шишкин"),
            ("ISO-8859-1", "José"),
            ("GBK", "山"),
        ] {
            let text = format!("(;CA[{label}]SZ[9]PB[{name}];B[aa])");
            assert_eq!(loaded(text.as_bytes()).info.black, name, "{label}");
        }
        // Two bytes of GBK are a character there, though they could be one of UTF-8.
        assert_eq!(loaded(b"(;CA[GBK]SZ[9]PB[\xc4\xa3])").info.black, "模");
    }

    #[test]
    fn chinese_shows_without_the_name_of_its_encoding() {
        let text = b"(;SZ[9]PB[\xb9\xc5\xc1\xa6]PW[Ke Jie];B[aa]C[\xb9\xc5.])";
        assert_eq!(loaded(text).info.black, "古力");
        for (name, expected) in [
            (&b"J\xe4\xe4skel\xe4inen"[..], "Jääskeläinen"),
            (b"P\xe4\xe4", "Pää"),
            (b"G\xe9r\xe9", "Géré"),
        ] {
            let text = [b"(;SZ[9]PB[", name, b"];B[aa])"].concat();
            assert_eq!(loaded(&text).info.black, expected);
        }
    }

    #[test]
    fn names_of_encodings_in_records() {
        for label in ["UHC", "MS949", "cp949", "EUC_KR"] {
            let text = [b"(;CA[", label.as_bytes(), b"]SZ[9]PB[\xc0\xcc])"].concat();
            assert_eq!(loaded(&text).info.black, "이", "{label}");
        }
        for label in ["GB", "GB-18030", "gb18030", "EUC_CN"] {
            let text = [b"(;CA[", label.as_bytes(), b"]SZ[9]PB[\xc4\xfa])"].concat();
            assert_eq!(loaded(&text).info.black, "您", "{label}");
        }
    }

    #[test]
    fn utf16_needs_no_mark() {
        let text = "(;SZ[9]PB[山];B[aa])".encode_utf16();
        let little: Vec<u8> = text.clone().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.flat_map(u16::to_be_bytes).collect();
        for wide in [little, big] {
            let loaded = loaded(&wide);
            assert_eq!(loaded.info.black, "山");
            assert_eq!(loaded.game.moves().len(), 1);
        }
    }

    /// A record with the names in this encoding; two of them end in bytes that look like `]` and `\`.
    fn encoded(label: &str, black: &str, white: &str) -> Vec<u8> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let mut text = format!("(;CA[{label}]SZ[9]PB[").into_bytes();
        text.extend(&*encoding.encode(black).0);
        text.extend(b"]PW[");
        text.extend(&*encoding.encode(white).0);
        text.extend(b"];B[cc];W[gg])");
        text
    }

    #[test]
    fn names_in_every_encoding() {
        for (label, black, white) in [
            ("UTF-8", "井上 因硕", "Ólafur"),
            ("ISO-8859-1", "José", "Müller"),
            ("windows-1251", "Шишкин", "Ёлка"),
            ("GB2312", "常昊", "马晓春"),
            ("GB18030", "孔杰", "朴廷桓"),
            ("Big5", "周俊勳", "許功蓋"),
            ("Shift_JIS", "表十ソ能", "羽根ー"),
            ("EUC-JP", "坂田栄男", "趙治勲"),
            ("EUC-KR", "이창호", "조훈현"),
            ("ISO-2022-JP", "大竹英雄", "石田"),
        ] {
            let loaded = load(&encoded(label, black, white), None).unwrap();
            assert_eq!(
                (loaded.info.black.as_str(), loaded.info.white.as_str()),
                (black, white)
            );
            assert_eq!(loaded.game.moves().len(), 2, "{label}");
        }
        // Characters whose second byte is `]` or `\`: 昞 in GBK, 功 in Big5, 表 in Shift_JIS.
        for (label, name, second) in [
            ("GBK", "昞", b'\\'),
            ("Big5", "功", b'\\'),
            ("Shift_JIS", "表", b'\\'),
            ("Shift_JIS", "充", b'['),
            ("GBK", "昡", b']'),
        ] {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(name).0;
            assert_eq!(bytes[1], second, "{label} {name} {bytes:x?}");
            let loaded = load(&encoded(label, name, name), None).unwrap();
            assert_eq!(
                (loaded.info.black.as_str(), loaded.info.white.as_str()),
                (name, name)
            );
            assert_eq!(loaded.game.moves().len(), 2);
        }
    }

    #[test]
    fn an_encoding_that_is_not_named_costs_the_name_but_not_the_game() {
        let moves = |text: &[u8]| load(text, None).unwrap().game.moves().len();
        for name in [
            &b"Jos\xe9"[..],
            b"\x95\x5c",         // 表 in Shift_JIS
            b"\x95\x5c\x8f\x5d", // two such characters
            b"\xa5\x5c, \x8f\x5d!",
            b"\xff\xfe\xfd",
        ] {
            for head in [&b"SZ[9]"[..], b"CA[UTF-8]SZ[9]", b"CA[no-such-set]SZ[9]"] {
                let text = [b"(;", head, b"PB[", name, b"];B[aa]C[", name, b"];W[bb])"].concat();
                assert_eq!(moves(&text), 2, "{}", String::from_utf8_lossy(&text));
            }
        }
        // Brackets in a text are escaped also behind a letter that is not ASCII.
        for text in [
            "voil\u{e0} [\u{e0}\\](note)",
            "(voil\u{e0} [\u{e0}\\]) [1\\]",
            "[\u{e0}\\]; voil\u{e0}",
            "[\u{e0}\\] B",
        ] {
            let text = format!("(;SZ[5]KM[0];B[aa]C[{text}];W[bb];B[cc])");
            assert_eq!(
                moves(&encoding_rs::mem::encode_latin1_lossy(&text)),
                3,
                "{text}"
            );
        }
        // What follows the record is none of it.
        assert_eq!(moves(b"(;SZ[9];B[aa];W[bb]C[\x95\x5c])\nbye"), 2);
        // In ISO 8859-1, which records without a name are in.
        let loaded = load(b"(;SZ[9]PB[Jos\xe9])", None).unwrap();
        assert_eq!(loaded.info.black, "José");
    }

    #[test]
    fn byte_order_marks_and_wrong_names_of_encodings() {
        let black = |text: &[u8]| load(text, None).unwrap().info.black;
        assert_eq!(black("\u{feff}(;SZ[9]PB[山田]CA[GBK])".as_bytes()), "山田");
        assert_eq!(black("(;CA[GB2312]SZ[9]PB[山])".as_bytes()), "山");
        assert_eq!(black(b"(;SZ[9]CA[cp936]PB[\xc4\xfa])"), "您");
        // A longer word or a text that ends like the name of the property is not it.
        assert_eq!(black(b"(;SZ[9]GC[FOCA[b]CA[GBK]PB[\xc4\xfa])"), "您");
        let wide: Vec<u8> = "\u{feff}(;SZ[9]PB[山])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(black(&wide), "山");
    }
}
