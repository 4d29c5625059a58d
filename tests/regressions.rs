//! The files in `regressions/` say what they show: every diagram is the
//! position of the record loaded below it, no record is left over, and every
//! file can be read. What Tengen answers is for `tengen regress`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tengen::game::{Game, diagram_of, sgf};
use tengen::tools::regress::load;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions")
}

fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// A record named in a test file, with the comment that stands above it.
struct Shown {
    record: PathBuf,
    comment: Vec<String>,
}

impl Shown {
    fn all(path: &Path) -> Vec<Shown> {
        let mut shown = Vec::new();
        let mut comment = Vec::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(record) = line.strip_prefix("loadsgf ") {
                shown.push(Shown {
                    record: PathBuf::from(record),
                    comment: std::mem::take(&mut comment),
                });
            } else if let Some(text) = line.strip_prefix("# ") {
                comment.push(text.to_owned());
            } else {
                comment.clear();
            }
        }
        shown
    }

    fn game(&self) -> Game {
        let text = fs::read(directory().join(&self.record)).unwrap();
        let loaded = sgf::load(&text, None);
        let loaded = loaded.unwrap_or_else(|error| panic!("{}: {error}", self.record.display()));
        assert!(loaded.game.moves().is_empty() && loaded.rules.is_none());
        loaded.game
    }

    /// The rows of the diagram without the numbers and letters around it.
    fn diagram(&self) -> String {
        let row = |line: &String| {
            let (number, row) = line.trim_start().split_once(' ')?;
            number.parse::<u8>().ok()?;
            let row: String = row.split(' ').collect();
            row.chars()
                .all(|sign| ".XO".contains(sign))
                .then(|| row + "\n")
        };
        self.comment.iter().filter_map(row).collect()
    }

    /// What stands behind the word "Komi".
    fn komi(&self) -> f32 {
        let text = self.comment.join(" ");
        let (_, komi) = text.rsplit_once("Komi ").unwrap();
        let end = komi.find(". ").unwrap();
        komi[..end].parse().unwrap()
    }
}

#[test]
fn diagrams_show_the_records() {
    let mut used = BTreeSet::new();
    for path in files(&directory(), "tst") {
        for shown in Shown::all(&path) {
            let name = shown.record.display();
            let game = shown.game();
            assert_eq!(shown.diagram(), diagram_of(game.board()), "{name}");
            assert_eq!(shown.komi(), game.komi(), "{name}");
            assert!(used.insert(shown.record.clone()), "{name} is shown twice");
        }
    }
    let there = files(&directory().join("sgf"), "sgf");
    let there = there
        .iter()
        .map(|path| path.strip_prefix(directory()).unwrap().to_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), used);
}

#[test]
fn every_file_can_be_read_and_numbers_its_tests_in_order() {
    let mut count = 0;
    for path in files(&directory(), "tst") {
        let script = load(&path).unwrap_or_else(|error| panic!("{error}"));
        let tests = script.steps.iter().filter_map(|step| step.test.as_ref());
        let numbers: Vec<Option<u32>> = tests.map(|test| test.number).collect();
        assert!(script.problems.is_empty(), "{:?}", script.problems);
        assert!(numbers.iter().all(Option::is_some), "{}", path.display());
        assert!(!numbers.is_empty(), "{}", path.display());
        assert!(numbers.is_sorted_by(|a, b| a < b), "{}", path.display());
        count += numbers.len();
    }
    assert!(count >= 80, "{count} tests");
}
