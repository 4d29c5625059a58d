//! Replies: to text for a client, and from the lines of another engine.

/// The longest reply of another engine in bytes.
pub(super) const MAX_REPLY: usize = 8 << 20;

/// A complete reply of success: `= text` and a blank line.
///
/// There is always a blank after the `=` and its id, since GoGui cuts a reply
/// there, and never a blank line inside, since that would end it.
///
/// ```
/// use tengen::wire::{failure, success};
/// assert_eq!(success(None, "D4"), "= D4\n\n");
/// assert_eq!(success(Some("12"), ""), "=12 \n\n");
/// assert_eq!(failure(Some("12"), "unknown command"), "?12 unknown command\n\n");
/// ```
pub fn success(id: Option<&str>, text: &str) -> String {
    reply('=', id, text)
}

/// A complete reply of failure: `? text` and a blank line.
pub fn failure(id: Option<&str>, text: &str) -> String {
    reply('?', id, text)
}

/// The beginning of a reply of success, `=12 `, for commands that write their
/// text bit by bit and end it with a blank line themselves.
pub fn success_head(id: Option<&str>) -> String {
    head('=', id)
}

/// The beginning of a reply with this sign, `=12 ` or `?12 `.
fn head(sign: char, id: Option<&str>) -> String {
    format!("{sign}{} ", id.unwrap_or(""))
}

/// The result and the text of a reply's first line; `None` when it is not one.
fn parse_head(line: &str) -> Option<(bool, &str)> {
    let (ok, text) = match line.strip_prefix('=') {
        Some(text) => (true, text),
        None => (false, line.strip_prefix('?')?),
    };
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((ok, text.trim_start_matches([' ', '\t'])))
}

/// More of a reply that began with [`success_head`] and a line feed: `text`, each line
/// with its line feed and without blank lines. An empty line ends the reply.
///
/// ```
/// use tengen::wire::more;
/// assert_eq!(more("play D4"), "play D4\n");
/// assert_eq!(more("\n a\n\nb"), " a\nb\n");
/// assert_eq!(more(""), "");
/// ```
pub fn more(text: &str) -> String {
    let cleaned = cleaned_lines(text)
        .into_iter()
        .filter(|line| !line.is_empty());
    cleaned.map(|line| line + "\n").collect()
}

fn reply(sign: char, id: Option<&str>, text: &str) -> String {
    let mut reply = head(sign, id);
    for (index, line) in cleaned_lines(text.trim_end()).into_iter().enumerate() {
        // The first line may be empty: `= ` stands before it.
        if index == 0 || !line.is_empty() {
            reply.push_str(&line);
            reply.push('\n');
        }
    }
    reply.push('\n');
    reply
}

/// Whether a reply may hold this character: a printable one, or the escape of a board in colours. Requests have no
/// escapes left in them, so that a client cannot have one sent back.
fn may_stand_in_a_reply(sign: char) -> bool {
    matches!(sign, '\t' | '\x1b') || !sign.is_control()
}

/// The lines without control characters and trailing blanks.
fn cleaned_lines(text: &str) -> Vec<String> {
    // Some programs end a line with a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let cleaned = |line: &str| {
        let kept = line.chars().filter(|&c| may_stand_in_a_reply(c));
        kept.collect::<String>().trim_end().to_owned()
    };
    text.split('\n').map(cleaned).collect()
}

/// What a line made of a reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is not whole yet.
    More,
    /// It is whole: its text after `=`, or after `?`.
    Done(Result<String, String>),
    /// No reply begins with this line.
    Nonsense,
    /// It is longer than any reply may be.
    Endless,
}

/// A reply of another engine, as it comes in line by line.
#[derive(Debug, Default)]
pub(super) struct Incoming {
    /// Whether it began with `=`; unknown before its first line.
    is_good: Option<bool>,
    text: String,
}

impl Incoming {
    /// Takes the next line. The text of a whole reply is without id and the blank lines around it.
    pub(super) fn take(&mut self, line: &str) -> Taken {
        let is_blank = line.trim().is_empty();
        let Some(is_good) = self.is_good else {
            return if is_blank {
                Taken::More
            } else {
                self.begin(line)
            };
        };
        if is_blank {
            let text = self.text.trim_end().to_string();
            return Taken::Done(if is_good { Ok(text) } else { Err(text) });
        }
        if self.text.len() + line.len() > MAX_REPLY {
            return Taken::Endless;
        }
        self.text.push('\n');
        self.text.push_str(line);
        Taken::More
    }

    fn begin(&mut self, line: &str) -> Taken {
        let Some((is_good, text)) = parse_head(line) else {
            return Taken::Nonsense;
        };
        self.is_good = Some(is_good);
        self.text = text.to_string();
        Taken::More
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn inner_blank_lines_are_dropped() {
        assert_eq!(success(None, "a\n\n \nb\n\n"), "= a\nb\n\n");
        assert_eq!(
            success(None, "\n   A B\n 2 . .\n"),
            "= \n   A B\n 2 . .\n\n"
        );
        assert_eq!(success(None, "\n\n\n"), "= \n\n");
        assert_eq!(
            success(None, "\x1b[1mx\x1b[0m\u{7}"),
            "= \x1b[1mx\x1b[0m\n\n"
        );
        assert_eq!(failure(None, "x\r\n\r\ny\rz\0"), "? x\ny\nz\n\n");
    }

    #[test]
    fn heads() {
        assert_eq!(success_head(None), "= ");
        assert_eq!(head('?', Some("3")), "?3 ");
    }

    /// What a reply of these lines is after the last of them; every line before it wants more.
    fn take(lines: &[&str]) -> Taken {
        let mut reply = Incoming::default();
        let (last, first) = lines.split_last().unwrap();
        for line in first {
            assert_eq!(reply.take(line), Taken::More, "{line}");
        }
        reply.take(last)
    }

    #[test]
    fn replies_come_in_line_by_line() {
        let good = |text: &str| Taken::Done(Ok(text.to_owned()));
        assert_eq!(take(&["", "=12 A", " B", " \t"]), good("A\n B"));
        assert_eq!(take(&["=", ""]), good(""));
        assert_eq!(take(&["? why", ""]), Taken::Done(Err("why".to_owned())));
        assert_eq!(take(&["", "why"]), Taken::Nonsense);
        assert_eq!(take(&["= A", &"x".repeat(MAX_REPLY)]), Taken::Endless);
    }

    proptest! {
        #[test]
        fn a_reply_ends_once(text in any::<String>()) {
            let reply = success(Some("5"), &text);
            prop_assert!(reply.starts_with("=5 "));
            prop_assert_eq!(reply.find("\n\n"), Some(reply.len() - 2));
        }
    }
}
