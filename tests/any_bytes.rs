//! Any bytes, for much that reads what others have written: see `checks`, and `docs/fuzzing.md` for many more.

mod checks;
mod oracle;

use checks::{analysis, board, lines, network, record, script, session};
use proptest::prelude::*;
use std::fs;

type Check = fn(&[u8]);

/// What the fuzzers begin with, whole, cut off and with each byte in turn replaced.
fn check_seeds(name: &str, check: Check) {
    let folder = session::seeds().join(name);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder of seeds") {
        let seed = fs::read(entry.expect("an entry").path()).expect("a seed");
        count += 1;
        check(&seed);
        for at in 0..seed.len() {
            check(&seed[..at]);
            let mut changed = seed.clone();
            changed[at] = b"[]\\;(\n#\xfe"[at % 8];
            check(&changed);
        }
    }
    assert!(count > 1, "{}", folder.display());
}

#[test]
fn seeds_of_lines() {
    check_seeds("lines", lines::check);
}

#[test]
fn seeds_of_queries() {
    check_seeds("analysis", analysis::check);
}

#[test]
fn seeds_of_records() {
    check_seeds("record", record::check);
}

#[test]
fn seeds_of_scripts() {
    check_seeds("script", script::check);
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

/// Text of the signs that mean something, so that more of it is understood.
fn text(signs: &'static [u8], most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(signs), 0..most)
}

/// Records with such a text in them, in an encoding that they name, or in UTF-16.
fn encoded(text: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    const NAMES: &[&str] = &[
        "",
        "UTF-8",
        "utf8",
        "ISO-8859-1",
        "GBK",
        "gb18030",
        "Big5",
        "Shift_JIS",
        "EUC-KR",
        "ISO-2022-JP",
        "UTF-16",
        "x",
    ];
    /// How a sign of UTF-16 is written.
    type Unit = fn(u16) -> [u8; 2];
    const WIDE: &[Option<Unit>] = &[None, Some(u16::to_le_bytes), Some(u16::to_be_bytes)];
    let [name, wide] = [NAMES.len(), WIDE.len()].map(|count| 0..count);
    (name, wide, any::<[bool; 2]>(), text).prop_map(|(name, wide, [has_mark, is_odd], text)| {
        let head = format!("(;CA[{}]SZ[5];B[aa]C[", NAMES[name]);
        let record = [head.as_bytes(), &text, b"];W[bb])"].concat();
        let Some(unit) = WIDE[wide] else {
            return record;
        };
        let mark = has_mark.then_some(0xfeff).into_iter();
        let signs = mark.chain(record.into_iter().map(u16::from));
        signs.flat_map(unit).chain(is_odd.then_some(0xd8)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_read(bytes in bytes(200)) {
        lines::check(&bytes);
    }

    #[test]
    fn queries_are_read(bytes in text(b"{}[]\":,\\ \nid01e-.u\xc3", 200)) {
        analysis::check(&bytes);
    }

    #[test]
    fn records_are_read(bytes in text(b"()[]\\:;;BWACEabct \n\xe9", 200)) {
        record::check(&bytes);
    }

    #[test]
    fn records_in_any_encoding_are_read(bytes in encoded(text(b"()[]\\:;;BWACEabct \n\x81\xe9", 100))) {
        record::check(&bytes);
    }

    #[test]
    fn scripts_are_read(bytes in text(b"#?[]!*&|() \n10ab.\xc3", 200)) {
        script::check(&bytes);
    }

    #[test]
    fn networks_are_read(bytes in bytes(40)) {
        network::check(&bytes);
    }

    #[test]
    fn boards_agree_with_the_oracle(bytes in bytes(200)) {
        board::check(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sessions_keep_their_promises(bytes in bytes(160)) {
        session::check(&bytes);
    }
}
