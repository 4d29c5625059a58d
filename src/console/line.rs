//! Foreign text on a line of our own.

/// The most characters that are shown.
const LONGEST: usize = 400;

/// What another program has said, on one line: cut where it is long, and without characters that would move the
/// cursor of a terminal.
pub fn on_one_line(text: &str) -> String {
    let text = text.trim();
    let mut line: String = text.chars().take(LONGEST).collect();
    if line.len() < text.len() {
        line.push('…');
    }
    let line = line.replace('\n', " / ");
    line.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_lines_become_one() {
        assert_eq!(
            on_one_line("cannot\nplay\tthere\x1b[2J\n"),
            "cannot / play there [2J"
        );
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(on_one_line(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
        let cut = on_one_line(&"é".repeat(LONGEST + 1));
        assert_eq!(cut, "é".repeat(LONGEST) + "…");
    }
}
