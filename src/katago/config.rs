//! The form of KataGo's configuration: files of `key = value` lines, and `KEY=VALUE,KEY=VALUE` on the command line. What
//! the keys mean is for those who read it to say.

use crate::types::{excerpt, in_quotes};

/// The order to read another file.
const INCLUDE: &str = "@include";

/// Settings that come from one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Where they stand.
    pub place: String,
    /// One after the other.
    pub settings: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its line in a file, from 1; 0 elsewhere.
    pub line: usize,
    /// The key, or an order of a file such as `@include other.cfg`.
    pub key: String,
    /// The value, or the file of the order, without quotation marks around it.
    pub value: String,
}

impl Entry {
    /// What a line of a file says that is neither empty nor a comment; `None` if it is no setting.
    fn of_line(line: usize, text: &str) -> Option<Entry> {
        if text.starts_with('@') {
            return Some(Entry::order(line, without_comment(text)));
        }
        let (key, value) = text.split_once('=')?;
        let value = value_in_file(value.trim_start())?;
        Entry::new(line, key, value).filter(|entry| !entry.key.contains('#'))
    }

    /// `@include FILE`, with or without a sign between; of other orders nothing is known.
    fn order(line: usize, text: &str) -> Entry {
        let is_between = |c: char| c == '=' || c.is_whitespace();
        let file = match text.split_once(is_between) {
            Some((INCLUDE, file)) => file.trim_start_matches(is_between),
            _ => "",
        };
        Entry {
            line,
            key: text.to_owned(),
            value: file.trim_matches('\'').trim_matches('"').to_owned(),
        }
    }

    /// A part of a list; `None` if it is no setting.
    fn of_list(text: &str) -> Option<Entry> {
        let (key, value) = text.split_once('=')?;
        let value = value.trim();
        Entry::new(0, key, in_quotes(value).unwrap_or(value).to_owned())
    }

    fn new(line: usize, key: &str, value: String) -> Option<Entry> {
        let key = key.trim().to_owned();
        (!key.is_empty()).then_some(Entry { line, key, value })
    }

    /// The file to read here, if this is such an order.
    pub fn included(&self) -> Option<&str> {
        let is_order = self.line > 0 && self.key.starts_with('@');
        Some(&*self.value).filter(|file| is_order && !file.is_empty())
    }
}

impl Source {
    /// What stands in the text of a file, but for comments.
    ///
    /// # Errors
    /// If a line is no setting, in words.
    pub fn file(place: String, text: &str) -> Result<Source, String> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.starts_with('#'));
        Source::read(place, lines, Entry::of_line)
    }

    /// What stands in a list such as `maxVisits=7,maxTime=2`.
    ///
    /// # Errors
    /// If a part of it is no setting, in words.
    pub fn list(place: String, text: &str) -> Result<Source, String> {
        let parts = text.split(',').map(|part| (0, part.trim()));
        Source::read(place, parts, |_, part| Entry::of_list(part))
    }

    fn read<'a>(
        place: String,
        texts: impl Iterator<Item = (usize, &'a str)>,
        entry: impl Fn(usize, &str) -> Option<Entry>,
    ) -> Result<Source, String> {
        let settings = Vec::new();
        let mut source = Source { place, settings };
        for (line, text) in texts.filter(|(_, text)| !text.is_empty()) {
            let wrong = || {
                let (place, text) = (source.place_of(line), excerpt(text));
                format!("{place}: '{text}' is not KEY=VALUE")
            };
            let entry = entry(line, text).ok_or_else(wrong)?;
            source.settings.push(entry);
        }
        Ok(source)
    }

    /// The words for where an entry with this line stands.
    pub fn place_of(&self, line: usize) -> String {
        match line {
            0 => self.place.clone(),
            line => format!("{}: line {line}", self.place),
        }
    }
}

/// The value with which a line of a file ends, as KataGo reads it, though KataGo refuses an empty one: up to a `#`, or in double
/// quotes, where a backslash stands before quotes and backslashes that belong to it. `None` if the quotes do not end, or if more than
/// a comment follows them.
fn value_in_file(text: &str) -> Option<String> {
    let Some(quoted) = text.strip_prefix('"') else {
        return Some(without_comment(text).to_owned());
    };
    let mut value = String::new();
    let mut rest = quoted.chars();
    loop {
        match rest.next()? {
            '"' => break,
            '\\' => value.push(rest.next()?),
            c => value.push(c),
        }
    }
    without_comment(rest.as_str()).is_empty().then_some(value)
}

/// The text up to a `#`, without blanks around it.
fn without_comment(text: &str) -> &str {
    text.split('#').next().unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: usize, key: &str, value: &str) -> Entry {
        let (key, value) = (key.to_owned(), value.to_owned());
        Entry { line, key, value }
    }

    #[test]
    fn files_have_lines_comments_and_quotes() {
        let file = |text: &str| Source::file("a.cfg".to_owned(), text);
        let text = "# first\n\nmaxTime = \"9#5\"  # with \"quotes\"\n@include other.cfg\nlogDir=\n";
        let expected = [
            entry(3, "maxTime", "9#5"),
            entry(4, "@include other.cfg", "other.cfg"),
            entry(5, "logDir", ""),
        ];
        assert_eq!(file(text).unwrap().settings, expected);
        let quoted = r#"rules = "{\"ko\":\"SIMPLE\"}"  # "JSON""#;
        let expected = [entry(1, "rules", r#"{"ko":"SIMPLE"}"#)];
        assert_eq!(file(quoted).unwrap().settings, expected);
        let expected = [entry(1, "logDir", "5\" # of")];
        assert_eq!(file("logDir = \"5\\\" # of\"").unwrap().settings, expected);
        let expected = [entry(1, "logDir", "a\\b")];
        assert_eq!(file("logDir = \"a\\\\b\"").unwrap().settings, expected);
        let expected = [entry(1, "logDir", "5\" disk")];
        assert_eq!(file("logDir = 5\" disk # \"").unwrap().settings, expected);
        for wrong in [
            "maxVisits",
            "a # = 3",
            "a = \"b",
            "a = \"b\\",
            "a = \"b\" c",
        ] {
            let error = file(&format!("\n{wrong}\n")).unwrap_err();
            assert_eq!(error, format!("a.cfg: line 2: '{wrong}' is not KEY=VALUE"));
        }
    }

    #[test]
    fn files_may_include_others() {
        let included = |text| {
            let source = Source::file("a.cfg".to_owned(), text).unwrap();
            source.settings[0].included().map(str::to_owned)
        };
        for text in [
            "@include b c.cfg # here",
            "@include = 'b c.cfg'",
            "@include\t\"b c.cfg\"",
            "@include=b c.cfg",
        ] {
            assert_eq!(included(text).as_deref(), Some("b c.cfg"), "{text}");
        }
        assert_eq!(included("@include a=b.cfg").as_deref(), Some("a=b.cfg"));
        for text in [
            "@include",
            "@included b.cfg",
            "@exclude b.cfg",
            "include=b.cfg",
        ] {
            assert_eq!(included(text), None, "{text}");
        }
    }

    #[test]
    fn lists_come_in_one_word() {
        let list = |text| Source::list("--list".to_owned(), text);
        let expected = [
            entry(0, "maxVisits", "7"),
            entry(0, "homeDataDir", "/home/k"),
        ];
        let found = list("maxVisits=7, homeDataDir=/home/k,,");
        assert_eq!(found.unwrap().settings, expected);
        assert_eq!(list("").unwrap().settings, []);
        for wrong in ["x", "@x", "=3"] {
            let error = format!("--list: '{wrong}' is not KEY=VALUE");
            assert_eq!(list(wrong), Err(error));
        }
    }
}
