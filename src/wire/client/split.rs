//! Command lines as words.

/// Splits a command line as this system's shells do; none if it ends within a quote.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    match cfg!(windows) {
        true => split_at_blanks(line),
        false => shlex::split(line),
    }
}

/// Splits at blanks outside `"`. There is no other sign with a meaning: on Windows `\` stands between the parts of a path.
fn split_at_blanks(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for sign in line.chars() {
        if sign == '"' {
            is_quoted = !is_quoted;
            // A word may be empty: "".
            word.get_or_insert_default();
        } else if sign.is_whitespace() && !is_quoted {
            words.extend(word.take());
        } else {
            word.get_or_insert_default().push(sign);
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_windows_only_blanks_and_double_quotes_mean_something() {
        let cases: [(&str, &[&str]); 5] = [
            (
                r"C:\Go\gnugo.exe --mode gtp",
                &[r"C:\Go\gnugo.exe", "--mode", "gtp"],
            ),
            (r#""C:\My Go\a.exe"  -x"#, &[r"C:\My Go\a.exe", "-x"]),
            (
                r#"a --name="b c" "" it's"#,
                &["a", "--name=b c", "", "it's"],
            ),
            (r#"a "C:\Go\""#, &["a", r"C:\Go\"]),
            (" \t", &[]),
        ];
        for (line, words) in cases {
            assert_eq!(split_at_blanks(line).unwrap(), words, "{line}");
        }
        assert_eq!(split_at_blanks(r#"a "b"#), None);
    }
}
