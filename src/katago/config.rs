//! The form of KataGo's configuration: files of `key = value` lines, and `KEY=VALUE,KEY=VALUE` on the command line. What
//! the keys mean is for those who read it to say.

use crate::types::{excerpt, in_quotes};

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
    /// The value, without quotation marks around it; an order has none.
    pub value: String,
}

impl Entry {
    fn read(line: usize, text: &str) -> Option<Entry> {
        let is_order = line > 0 && text.starts_with('@');
        let (key, value) = match text.split_once('=') {
            // A name may have the sign.
            Some((key, _)) if is_order && key.trim_end().contains(char::is_whitespace) => {
                (text, "")
            }
            None if is_order => (text, ""),
            pair => pair.filter(|(key, _)| !key.trim().is_empty())?,
        };
        Some(Entry {
            line,
            key: key.trim().to_owned(),
            value: unquoted(value.trim()).to_owned(),
        })
    }

    /// The file to read here, if this is such an order: `@include FILE` or `@include = FILE`.
    pub fn included(&self) -> Option<&str> {
        let after = self.key.strip_prefix("@include")?;
        let name = match after {
            "" => &*self.value,
            _ => after.strip_prefix([' ', '\t'])?.trim(),
        };
        let name = unquoted(name).trim_matches('\'');
        Some(name).filter(|name| !name.is_empty())
    }
}

impl Source {
    /// What stands in the text of a file, but for comments.
    ///
    /// # Errors
    /// If a line is no setting, in words.
    pub fn file(place: String, text: &str) -> Result<Source, String> {
        Source::read(place, (1..).zip(text.lines().map(without_comment)))
    }

    /// What stands in a list such as `maxVisits=7,maxTime=2`.
    ///
    /// # Errors
    /// If a part of it is no setting, in words.
    pub fn list(place: String, text: &str) -> Result<Source, String> {
        Source::read(place, text.split(',').map(|pair| (0, pair)))
    }

    fn read<'a>(
        place: String,
        texts: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<Source, String> {
        let settings = Vec::new();
        let mut source = Source { place, settings };
        let texts = texts.map(|(line, text)| (line, text.trim()));
        for (line, text) in texts.filter(|(_, text)| !text.is_empty()) {
            let wrong = || {
                let (place, text) = (source.place_of(line), excerpt(text));
                format!("{place}: '{text}' is not KEY=VALUE")
            };
            let entry = Entry::read(line, text).ok_or_else(wrong)?;
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
    in_quotes(value).unwrap_or(value)
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
        let file = |text| Source::file("a.cfg".to_owned(), text);
        let text = "# first\n\nmaxTime = \"9#5\"  # with \"quotes\"\n@include other.cfg\nlogDir=\n";
        let expected = [
            entry(3, "maxTime", "9#5"),
            entry(4, "@include other.cfg", ""),
            entry(5, "logDir", ""),
        ];
        assert_eq!(file(text).unwrap().settings, expected);
        let error = file("\nmaxVisits\n").unwrap_err();
        assert_eq!(error, "a.cfg: line 2: 'maxVisits' is not KEY=VALUE");
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
