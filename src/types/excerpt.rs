/// Enough of a word to recognise it by: errors need not repeat a megabyte.
pub(crate) fn excerpt(word: &str) -> String {
    word.chars().take(40).collect()
}
