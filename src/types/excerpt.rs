//! Words from outside, cut short for errors.

/// The most characters that are shown: the longest name of a setting has 44.
const LONGEST: usize = 48;

/// Enough of a word to recognise it by, with an ellipsis where it is cut: errors need not repeat a megabyte.
pub(crate) fn excerpt(word: &str) -> String {
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_marked() {
        let whole = "é".repeat(LONGEST);
        assert_eq!(excerpt(&whole), whole);
        assert_eq!(excerpt(&format!("{whole}!")), format!("{whole}…"));
    }
}
