//! The form of KataGo's configuration: files of `key = value` lines, and `KEY=VALUE,KEY=VALUE` on the command line. What
//! the keys mean is for those who read it to say.

/// A key with its value; without one where the text has no `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its line in a file, from 1; 0 elsewhere.
    pub line: usize,
    /// The key, or whatever stands there instead.
    pub key: &'a str,
    /// The value, without quotation marks around it.
    pub value: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn new(line: usize, text: &'a str) -> Entry<'a> {
        match text.split_once('=') {
            Some((key, value)) => Entry {
                line,
                key: key.trim(),
                value: Some(unquoted(value.trim())),
            },
            None => Entry {
                line,
                key: text,
                value: None,
            },
        }
    }
}

/// What stands in the text of a file, but for comments.
pub fn in_file(text: &str) -> impl Iterator<Item = Entry<'_>> {
    // Editors on Windows begin files with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate();
    let lines = lines.map(|(index, line)| (index + 1, without_comment(line).trim()));
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| Entry::new(number, line))
}

/// What stands in a list such as `maxVisits=7,maxTime=2`.
pub fn in_list(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let pairs = text.split(',').map(str::trim);
    pairs
        .filter(|pair| !pair.is_empty())
        .map(|pair| Entry::new(0, pair))
}

/// The line up to a `#` that is not within double quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let end = line.char_indices().find_map(|(index, c)| {
        quoted ^= c == '"';
        (c == '#' && !quoted).then_some(index)
    });
    &line[..end.unwrap_or(line.len())]
}

fn unquoted(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    inside.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(line: usize, key: &'a str, value: Option<&'a str>) -> Entry<'a> {
        Entry { line, key, value }
    }

    #[test]
    fn files_have_lines_comments_and_quotes() {
        let text = "# first\n\nmaxTime = \"9#5\"  # with \"quotes\"\n@include other.cfg\nlogDir=\n";
        let found: Vec<_> = in_file(text).collect();
        let expected = [
            entry(3, "maxTime", Some("9#5")),
            entry(4, "@include other.cfg", None),
            entry(5, "logDir", Some("")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn lists_come_in_one_word() {
        let found: Vec<_> = in_list("maxVisits=7, homeDataDir=/home/k,,x").collect();
        let expected = [
            entry(0, "maxVisits", Some("7")),
            entry(0, "homeDataDir", Some("/home/k")),
            entry(0, "x", None),
        ];
        assert_eq!(found, expected);
        assert_eq!(in_list("").count(), 0);
    }
}
