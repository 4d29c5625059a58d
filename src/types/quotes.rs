//! Text in double quotes.

/// The text between the quotes, if it stands in them.
pub(crate) fn in_quotes(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_quotes_or_none() {
        assert_eq!(in_quotes("\"a b\""), Some("a b"));
        assert_eq!(in_quotes("\"\""), Some(""));
        for text in ["", "\"", "a", "\"a", "a\""] {
            assert_eq!(in_quotes(text), None, "{text}");
        }
    }
}
