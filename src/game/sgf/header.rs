//! What a record says once about the whole game.

use super::read::{Item, Reader, Value};
use super::{Fault, Info, NotUnderstood, SgfError};
use crate::game::{Reading, Rules, komi, komi_in_points};
use crate::types::{Dims, decimal, excerpt};
use std::time::Duration;

/// The size of a record that names none.
const DEFAULT_SIDE: usize = 19;

/// What stands before the rules in the comment on the whole game, in old records of Tengen's, where no name says them.
const RULES_IN_COMMENT: &str = "Rules: ";

/// The properties of the whole game, wherever on the main line they stand.
pub(super) struct Header {
    pub(super) dims: Dims,
    pub(super) rules: Option<Rules>,
    pub(super) komi: Option<f32>,
    pub(super) not_understood: NotUnderstood,
    pub(super) handicap: Option<usize>,
    pub(super) info: Info,
}

/// The first value of each property of the whole game.
#[derive(Default)]
struct Found<'a> {
    kind: Option<Value<'a>>,
    size: Option<Value<'a>>,
    rules: Option<Value<'a>>,
    komi: Option<Value<'a>>,
    handicap: Option<Value<'a>>,
}

impl Header {
    /// Reads to the end of the main line. Where no property is known of those that there are, the text is no record.
    pub(super) fn read(mut reader: Reader) -> Result<Header, SgfError> {
        let mut found = Found::default();
        let mut info = Info::default();
        let (mut has_unknown, mut has_known) = (false, false);
        while let Some(item) = reader.next()? {
            let Item::Value(name, value) = item else {
                continue;
            };
            has_known |= name.is_known();
            // Names of one or two capitals may be properties that are of no use here.
            has_unknown |= name.as_str().is_empty();
            let slot = match name.as_str() {
                "GM" => &mut found.kind,
                "SZ" => &mut found.size,
                "RU" => &mut found.rules,
                "KM" => &mut found.komi,
                "HA" => &mut found.handicap,
                // Later comments belong to moves.
                "C" if reader.nodes() > 1 => continue,
                name => {
                    note(&mut info, name, value);
                    continue;
                }
            };
            // Half of it would be another one.
            if value.is_cut_off {
                return Err(reader.unclosed(value));
            }
            slot.get_or_insert(value);
        }
        if has_unknown && !has_known {
            return Err(reader.error(0, Fault::NoGame));
        }
        found.into_header(&reader, info)
    }
}

/// Keeps a text, if it is one that is kept and the first of its name.
fn note(info: &mut Info, name: &str, value: Value) {
    let text = match name {
        "PB" => &mut info.black,
        "BR" => &mut info.black_rank,
        "PW" => &mut info.white,
        "WR" => &mut info.white_rank,
        // Half a result or half a number would be another one.
        "RE" | "TM" if value.is_cut_off => return,
        "RE" => &mut info.result,
        "DT" => &mut info.date,
        "PC" => &mut info.place,
        "EV" => &mut info.event,
        "RO" => &mut info.round,
        "GN" => &mut info.name,
        "TM" => &mut info.main_time,
        "OT" => &mut info.overtime,
        "C" => &mut info.comment,
        _ => return,
    };
    if text.is_empty() {
        *text = if name == "C" {
            value.text()
        } else {
            value.line()
        };
    }
}

impl Found<'_> {
    fn into_header(self, reader: &Reader, mut info: Info) -> Result<Header, SgfError> {
        let line = |value: Option<Value>| value.map(|value| value.line());
        if let Some(game) = self.kind
            && game.line().parse::<u32>().is_ok_and(|kind| kind != 1)
        {
            return Err(reader.error(game.offset, Fault::OtherGame));
        }
        let dims = match self.size.filter(|value| !value.is_blank()) {
            Some(value) => {
                let text = value.line();
                let bad_size = || reader.error(value.offset, Fault::BadSize(excerpt(&text)));
                Dims::of_words(&[&text]).ok_or_else(bad_size)?
            }
            None => Dims::square(DEFAULT_SIDE).expect("it is the side of a board"),
        };
        let noted = take_rules(&mut info.comment);
        let named = [line(self.rules), line(self.komi), line(self.handicap)];
        let named = named.map(|text| text.filter(|text| !text.is_empty()));
        let [rules_name, komi_name, handicap_text] = named;
        let handicap = handicap_text.as_deref().and_then(parse_handicap);
        let reading = noted.or_else(|| parse_rules(rules_name.as_deref()?));
        let komi = komi_name.as_deref().and_then(parse_komi);
        Ok(Header {
            dims,
            rules: reading.as_ref().map(|reading| reading.rules),
            komi: komi.or(reading.as_ref().and_then(|reading| reading.komi)),
            not_understood: NotUnderstood {
                rules: rules_name.filter(|_| reading.is_none()),
                departures: reading.map_or(Vec::new(), |reading| reading.departures),
                komi: komi_name.filter(|_| komi.is_none()),
                handicap: handicap_text.filter(|_| handicap.is_none()),
                unplaced_handicap: None,
            },
            handicap,
            info,
        })
    }
}

/// The number of stones, with or without words behind it.
fn parse_handicap(text: &str) -> Option<usize> {
    let number = text.strip_prefix('+').unwrap_or(text);
    let mut parts = number.split(|sign: char| !sign.is_ascii_digit());
    parts.next()?.parse().ok()
}

/// Takes the rules that stand in the first line of a comment out of it, if they do.
fn take_rules(comment: &mut String) -> Option<Reading> {
    let (first, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    let rules = Rules::from_json(first.strip_prefix(RULES_IN_COMMENT)?).ok()?;
    *comment = rest.to_owned();
    Some(rules.into())
}

/// A name of one word or two, alone or before more words: `Japanese rules`, `Japanese-rules`, `Chinese, Pair Go`,
/// `New Zealand rules`, `中国规则`.
fn parse_rules(text: &str) -> Option<Reading> {
    let text: &str = &text.replace(['/', '–'], "-");
    let read = |text| Rules::read(text).ok();
    let belongs = |sign: char| sign.is_ascii_alphanumeric();
    let mut words = text.match_indices(|sign: char| !belongs(sign));
    let [one, two] = [(); 2].map(|()| words.next().map_or(text, |(end, _)| &text[..end]));
    read(text)
        .or_else(|| read(two))
        .or_else(|| read(one))
        .or_else(|| read(rules_of_country(text)?))
}

/// Rules, and the countries where they are played, or who made them, as records write these.
const COUNTRIES: [(&str, &[&str]); 4] = [
    ("chinese", &["China", "CHN", "CN", "中国", "中國"]),
    ("japanese", &["Japan", "JPN", "JP", "日本"]),
    (
        "korean",
        &[
            "Korea",
            "KOR",
            "KR",
            "韩国",
            "韓国",
            "韓國",
            "한국",
            "대한민국",
        ],
    ),
    ("ing", &["应氏", "應氏"]),
];

/// The rules of the country with whose name a text begins, as in `Japan` or `中国规则`.
fn rules_of_country(text: &str) -> Option<&'static str> {
    let begins = |country: &&str| {
        let Some((word, rest)) = text.split_at_checked(country.len()) else {
            return false;
        };
        let is_whole = !rest.starts_with(|sign: char| sign.is_ascii_alphanumeric());
        is_whole && word.eq_ignore_ascii_case(country)
    };
    let mut rules = COUNTRIES.iter();
    let (rules, _) = rules.find(|(_, countries)| countries.iter().any(begins))?;
    Some(rules)
}

/// Komi as programs write it: with a decimal comma, with words behind (半 is a half), or as [`komi_in_points`] knows it.
fn parse_komi(text: &str) -> Option<f32> {
    let number = text.trim_end_matches(|sign: char| sign.is_alphabetic() || sign.is_whitespace());
    let words = &text[number.len()..];
    let number: f32 = decimal(number)?;
    let half = if words.contains('半') { 0.5_f32 } else { 0.0 };
    komi::checked_komi(komi_in_points(number + half.copysign(number))).ok()
}

/// A number of seconds, to the millisecond.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = decimal(text)?;
    let is_sensible = (0.0..=1e9).contains(&seconds);
    is_sensible.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;
    use crate::game::Departure;

    #[test]
    fn komi_in_every_spelling() {
        let komi = |text: &str| {
            load(format!("(;SZ[9]KM[{text}])").as_bytes(), None)
                .unwrap()
                .komi
        };
        assert_eq!(komi("6.5"), Some(6.5));
        assert_eq!(komi(" 7,5 "), Some(7.5));
        assert_eq!(komi("-3"), Some(-3.0));
        assert_eq!(komi("3.75"), Some(7.5));
        assert_eq!(komi("375"), Some(7.5));
        assert_eq!((komi("350"), komi("700")), (Some(7.0), Some(7.0)));
        assert_eq!(komi("6.5 points"), Some(6.5));
        assert_eq!(komi("6目"), Some(6.0));
        assert_eq!(komi("6目半"), Some(6.5));
        assert_eq!(komi("-6目半"), Some(-6.5));
        assert_eq!(komi("-0").map(f32::to_bits), Some(0));
        for bad in ["", "six", "nan", "inf", "1e30", "6.1"] {
            assert_eq!(komi(bad), None, "{bad}");
        }
        assert_eq!(load(b"(;SZ[9])", None).unwrap().komi, None);
    }

    #[test]
    fn rules_are_recognised_by_name() {
        let rules = |text: &str| load(format!("(;SZ[9]RU[{text}])").as_bytes(), None).unwrap();
        let preset = |name| Rules::preset(name).ok();
        assert_eq!(rules("Japanese").rules, preset("japanese"));
        assert_eq!(rules("Japanese, Pair Go").rules, preset("japanese"));
        assert_eq!(rules("New Zealand Rules").rules, preset("new-zealand"));
        assert_eq!(rules("Tromp Taylor rules").rules, preset("tromp-taylor"));
        assert_eq!(rules("中国规则").rules, preset("chinese"));
        assert_eq!(rules("NZ").rules, preset("new-zealand"));
        assert_eq!(rules("Japanese-rules").rules, preset("japanese"));
        assert_eq!(rules("New-Zealand-rules").rules, preset("new-zealand"));
        for name in [
            "Tromp/Taylor",
            "Tromp–Taylor rules",
            "tromp-taylor rules",
            "Tromp-Taylor-rules",
        ] {
            assert_eq!(rules(name).rules, preset("tromp-taylor"), "{name}");
        }
        for name in ["应氏规则", "應氏規則"] {
            assert_eq!(rules(name).rules, preset("ing"), "{name}");
        }
        assert_eq!(rules("대한민국").rules, preset("korean"));
        for (name, countries) in [
            (
                "japanese",
                ["JP", "JPN", "Japan", "japan rules", "日本ルール"],
            ),
            ("korean", ["KR", "Korea", "korea", "Korea, 2016", "한국"]),
            ("chinese", ["CN", "CHN", "China", "cn", "中國規則"]),
        ] {
            for country in countries {
                assert_eq!(rules(country).rules, preset(name), "{country}");
            }
        }
        assert_eq!(rules("CNN").rules, None);
        assert_eq!(rules("Chinese rules").rules, preset("chinese"));
        assert_eq!(*rules("AGA").game.rules(), preset("aga").unwrap());
        assert_eq!(rules("calvinball").rules, None);
        assert_eq!(*rules("calvinball").game.rules(), Rules::default());
    }

    #[test]
    fn rules_may_name_a_komi_and_what_cannot_be_played() {
        let rules = "RU[koSPIGHTscoreAREAtaxNONEsui0komi6.5]";
        let read = |text: &str| load(format!("(;SZ[9]{text};B[ee])").as_bytes(), None).unwrap();
        let loaded = read(rules);
        assert_eq!((loaded.komi, loaded.game.komi()), (Some(6.5), 6.5));
        assert_eq!(loaded.not_understood.departures, [Departure::Spight]);
        // The komi that has a property of its own counts more.
        assert_eq!(read(&format!("{rules}KM[5]")).komi, Some(5.0));
        let button = read("RU[AGA-Button]");
        assert_eq!(button.rules, Rules::preset("aga").ok());
        assert_eq!(button.not_understood.departures, [Departure::Button]);
    }

    #[test]
    fn old_records_have_rules_without_a_name_in_the_comment() {
        let json = Rules::default().to_json().replace(':', "\\:");
        let text = format!("(;SZ[9]RU[Chinese]C[Rules\\: {json}\nmine])");
        let loaded = load(text.as_bytes(), None).unwrap();
        assert_eq!(loaded.rules, Some(Rules::default()));
        assert_eq!(loaded.info.comment, "mine");
    }

    #[test]
    fn the_longest_time_is_read_again() {
        let longest = Duration::from_secs(1_000_000_000);
        assert_eq!(parse_seconds("1000000000"), Some(longest));
        assert_eq!(parse_seconds("1000000001"), None);
    }

    #[test]
    fn main_time_in_words_is_kept() {
        let main_time = |text: &str| load(text.as_bytes(), None).unwrap().info.main_time;
        assert_eq!(main_time("(;SZ[9]TM[ 3\nhours])"), "3 hours");
        assert_eq!(main_time("(;SZ[9]TM[10800];B[aa])"), "10800");
        assert_eq!(main_time("(;SZ[9];B[aa]TM[108"), "", "it is cut off");
    }
}
