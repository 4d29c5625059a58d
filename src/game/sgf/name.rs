//! The names of properties.

/// Properties by which records are known. Any text may have words before brackets.
const KNOWN: [&str; 33] = [
    "GM", "FF", "CA", "AP", "SZ", "KM", "HA", "RU", "RE", "DT", "PC", "EV", "RO", "GN", "PB", "PW",
    "BR", "WR", "BT", "WT", "TM", "OT", "SO", "US", "AN", "PL", "AB", "AW", "AE", "B", "W", "C",
    "N",
];

/// The name of a property as FF\[4\] has it: one or two capitals. Longer ones are unknown to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    letters: [u8; 2],
    length: usize,
}

impl Name {
    /// The capitals of the word alone, as FF\[3\] defines the short form of `AddBlack`; in a word without any, all letters.
    pub fn of(word: &[u8]) -> Name {
        let has_capitals = word.iter().any(|byte| !byte.is_ascii_lowercase());
        let mut name = Name {
            letters: [0; 2],
            length: 0,
        };
        for byte in word {
            if has_capitals && byte.is_ascii_lowercase() {
                continue;
            }
            if let Some(letter) = name.letters.get_mut(name.length) {
                *letter = byte.to_ascii_uppercase();
            }
            name.length += 1;
        }
        name
    }

    /// The letters; nothing if there are more than two.
    pub fn as_str(&self) -> &str {
        let letters = self.letters.get(..self.length).unwrap_or_default();
        str::from_utf8(letters).unwrap_or_default()
    }

    /// Whether the values are points, in which none of the signs that structure a record can stand.
    pub fn has_points(&self) -> bool {
        matches!(self.as_str(), "B" | "W" | "AB" | "AW" | "AE")
    }

    /// Whether records are known by this property.
    pub fn is_known(self) -> bool {
        KNOWN.contains(&self.as_str())
    }
}
