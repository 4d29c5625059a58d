//! Game records of all kinds, made here from templates: each is read as it was meant, or refused with the line and
//! column of the fault. What is written reads back identical.

mod any_game;
#[path = "../checks/mod.rs"]
mod checks;
#[path = "../oracle/mod.rs"]
mod oracle;
mod shelf;

use any_game::{any_game, any_info, any_note};
use checks::record::{assert_in_text, assert_reads_back, check};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use shelf::{Fate, File, all_files};
use tengen::game::sgf;
use tengen::types::Dims;

fn dims(width: usize, height: usize) -> Dims {
    Dims::new(width, height).expect("a size that exists")
}

#[test]
fn two_hundred_files_are_read_or_refused_where_they_are_wrong() {
    let files = all_files();
    assert!(files.len() >= 200, "{}", files.len());
    let mut faults = Vec::new();
    for File { name, bytes, fate } in &files {
        let result = sgf::load(bytes, None);
        let came_of_it = match &result {
            Ok(loaded) => format!(
                "{} moves, {}",
                loaded.game.moves().len(),
                loaded.game.dims()
            ),
            Err(error) => error.to_string(),
        };
        let is_right = match fate {
            Fate::Read(moves, size) => came_of_it == format!("{moves} moves, {size}"),
            Fate::Refused(line, column, words) => {
                let place = format!("line {line}, column {column}: ");
                came_of_it.starts_with(&place) && came_of_it.contains(words)
            }
        };
        if !is_right {
            faults.push(format!("{name}: {came_of_it}, expected {fate:?}"));
        }
        if let Ok(loaded) = result {
            assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Cut off, with bytes changed, doubled and left out: whatever is read must be a game, and whatever is refused must say
/// where in the text.
#[test]
fn mutilated_files_are_read_or_refused_with_a_place_in_the_text() {
    let files = all_files();
    let mut chance = Pcg64::new(1, 1);
    let mut random = |bound: usize| oracle::below(&mut chance, bound);
    let (mut read, mut refused) = (0, 0);
    for file in &files {
        for _ in 0..20 {
            let mut bytes = file.bytes.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(5) {
                    0 => bytes.truncate(at),
                    1 if !bytes.is_empty() => bytes[at] = random(256) as u8,
                    2 if !bytes.is_empty() => drop(bytes.remove(at)),
                    3 => bytes.insert(at, b"[](;)\\:\nBW"[random(10)]),
                    _ => bytes.extend_from_within(at..),
                }
            }
            let before = [None, Some(random(5))][random(2)];
            match sgf::load(&bytes, before) {
                Ok(loaded) => {
                    assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
                    read += 1;
                }
                Err(error) => {
                    assert_in_text(&error, &bytes);
                    refused += 1;
                }
            }
        }
    }
    assert!(
        read > 1000 && refused > 500,
        "{read} read, {refused} refused"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_identical(
        game in any_game(),
        info in any_info(),
        notes in proptest::collection::vec(any_note(), 0..8),
    ) {
        let most = notes.len().min(game.moves().len());
        assert_reads_back(&game, &info, &notes[..most]);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        check(&bytes);
        check(&[b"(;SZ[5]", &bytes[..], b"])"].concat());
    }
}
