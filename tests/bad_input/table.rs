//! Lines that must be refused, and in which words.

use std::collections::BTreeSet;

/// A line that cannot be carried out, and what the refusal must say.
pub struct Bad {
    pub kind: &'static str,
    pub line: String,
    pub says: Vec<String>,
}

/// Bad lines for one situation.
#[derive(Default)]
pub struct Table(pub Vec<Bad>);

impl Table {
    pub fn add(&mut self, kind: &'static str, line: impl Into<String>, says: &[&str]) {
        self.0.push(Bad {
            kind,
            line: line.into(),
            says: says.iter().map(|&word| word.to_owned()).collect(),
        });
    }

    pub fn kinds(&self) -> BTreeSet<&'static str> {
        self.0.iter().map(|bad| bad.kind).collect()
    }

    /// A line for each bad word, which stands in place of `{}` and is named, or the beginning of it.
    pub fn each(&mut self, kind: &'static str, lines: &[&str], words: &[String], says: &str) {
        for line in lines {
            for word in words {
                let named = format!("'{}", excerpt(word));
                self.add(kind, line.replace("{}", word), &[&named, says]);
            }
        }
    }
}

/// As much of a word as an error repeats at least.
pub fn excerpt(word: &str) -> String {
    word.chars().take(20).collect()
}
