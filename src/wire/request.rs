//! Raw bytes to requests.

use crate::lines::{Read, read_line};
use std::io::{self, BufRead};

/// The longest request, in bytes without control characters. The longest
/// sensible one, a whole game in `gogui-play_sequence`, takes some thousands.
pub const MAX_LINE: usize = 64 * 1024;

/// One command as a client sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number before the command, digit for digit as it came.
    pub id: Option<String>,
    /// The command's name, in the case it came in; empty when the line held an id alone.
    pub name: String,
    /// The words after the name.
    pub args: Vec<String>,
    /// Everything after the name as one piece, for arguments that hold spaces, such as a path.
    pub rest: String,
    /// The line as it came, without control characters; for the log.
    pub raw: String,
}

impl Request {
    /// A command with these words behind it, as if a client had sent it.
    pub fn of<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Request {
        let args: Vec<String> = words.map(str::to_owned).collect();
        let rest = args.join(" ");
        Request {
            id: None,
            name: name.to_owned(),
            raw: format!("{name} {rest}").trim_end().to_owned(),
            args,
            rest,
        }
    }

    /// Reads one line that holds neither comment nor control characters, tabs aside.
    /// `None` when it is blank.
    fn parse(text: &str, raw: String) -> Option<Request> {
        let (first, after) = split_word(text);
        if first.is_empty() {
            return None;
        }
        let numbered = first.bytes().all(|byte| byte.is_ascii_digit());
        let (name, rest) = if numbered {
            split_word(after)
        } else {
            (first, after)
        };
        Some(Request {
            id: numbered.then(|| first.to_string()),
            name: name.to_string(),
            args: rest.split_ascii_whitespace().map(str::to_string).collect(),
            rest: rest.trim_matches(' ').to_string(),
            raw,
        })
    }
}

/// The first word, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(' ');
    text.split_once(' ').unwrap_or((text, ""))
}

/// What one line of input turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A command to carry out and answer.
    Request(Request),
    /// GoGui's `# interrupt`: whatever runs should answer at once with its best
    /// so far. It is a comment, so it gets no reply of its own.
    Interrupt,
    /// Nothing to answer: a blank line or a comment. It still ends a running analysis.
    Blank,
    /// More than [`MAX_LINE`] bytes: thrown away, to be answered with an error.
    TooLong {
        /// The id the line began with, for the reply.
        id: Option<String>,
    },
    /// The end of the input.
    End,
}

/// Cuts a stream of bytes into [`Line`]s as GTP asks: control characters are
/// dropped (so CRLF works), a tab is a space, `#` begins a comment. Bytes that
/// are not UTF-8 become replacement characters.
///
/// ```
/// use tengen::wire::{Line, LineReader};
/// let mut lines = LineReader::new(&b"  7 play\tB  D4 # a comment\r\n"[..]);
/// let Line::Request(request) = lines.next_line()? else { panic!() };
/// assert_eq!(request.id.as_deref(), Some("7"));
/// assert_eq!(request.name, "play");
/// assert_eq!(request.args, ["B", "D4"]);
/// assert_eq!(lines.next_line()?, Line::End);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    first: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `reader`.
    pub fn new(reader: R) -> LineReader<R> {
        LineReader {
            reader,
            buffer: Vec::new(),
            first: true,
        }
    }

    /// The next line; [`Line::End`] for ever once the input is used up.
    ///
    /// # Errors
    /// If the reader cannot read.
    pub fn next_line(&mut self) -> io::Result<Line> {
        let read = read_line(&mut self.reader, &mut self.buffer, MAX_LINE, is_text)?;
        if read == Read::End {
            return Ok(Line::End);
        }
        let mut raw = String::from_utf8_lossy(&self.buffer).into_owned();
        if std::mem::take(&mut self.first) && raw.starts_with('\u{feff}') {
            raw.remove(0); // some editors begin a file with a byte order mark
        }
        // One giant line should not keep its room for ever.
        self.buffer.shrink_to(1024);
        Ok(classify(raw, read == Read::Cut))
    }
}

/// Whether a byte of a line of GTP counts: printable ASCII, a tab, or a part of a character beyond ASCII.
pub(super) fn is_text(byte: u8) -> bool {
    byte == b'\t' || !byte.is_ascii_control()
}

fn classify(raw: String, cut: bool) -> Line {
    let (command, comment) = match raw.split_once('#') {
        Some((command, comment)) => (command, Some(comment)),
        None => (raw.as_str(), None),
    };
    let command = command.replace('\t', " ");
    // Where only a comment was cut, nothing is missing.
    if cut && comment.is_none() {
        let id = Request::parse(&command, String::new()).and_then(|request| request.id);
        // An id of thousands of digits is no id.
        return Line::TooLong {
            id: id.filter(|id| id.len() <= 20),
        };
    }
    if command.trim().is_empty() && comment.is_some_and(|comment| comment.trim() == "interrupt") {
        return Line::Interrupt;
    }
    match Request::parse(&command, raw) {
        Some(request) => Line::Request(request),
        None => Line::Blank,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: impl AsRef<[u8]>) -> Vec<Line> {
        let mut reader = LineReader::new(text.as_ref());
        let mut lines = Vec::new();
        loop {
            match reader.next_line().unwrap() {
                Line::End => return lines,
                line => lines.push(line),
            }
        }
    }

    fn request(text: impl AsRef<[u8]>) -> Request {
        match read(text).as_slice() {
            [Line::Request(request)] => request.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_that_is_made_is_like_one_that_came() {
        for line in ["name", "play B D4"] {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            let made = Request::of(name, rest.split_whitespace());
            assert_eq!(made, request(line));
        }
    }

    #[test]
    fn plain_commands() {
        let name = request("name\n");
        assert_eq!(
            (name.id, name.name.as_str(), name.args.len()),
            (None, "name", 0)
        );
        let play = request("play b  q16\n");
        assert_eq!(play.args, ["b", "q16"]);
        assert_eq!(play.rest, "b  q16");
    }

    #[test]
    fn ids_come_back_digit_for_digit() {
        for id in ["0", "1", "007", "4294967296000"] {
            assert_eq!(request(format!("{id} name")).id.as_deref(), Some(id));
        }
        let lone = request("12\n");
        assert_eq!((lone.id.as_deref(), lone.name.as_str()), (Some("12"), ""));
        let none = request("12name 3\n");
        assert_eq!((none.id, none.name.as_str()), (None, "12name"));
    }

    #[test]
    fn white_space_and_line_ends() {
        let crlf = request("\t 5\tplay\tw   D4\t \r\n");
        assert_eq!(crlf.id.as_deref(), Some("5"));
        assert_eq!(crlf.args, ["w", "D4"]);
        assert_eq!(crlf.rest, "w D4".replace(' ', "   "));
        assert_eq!(request("quit").name, "quit", "a last line may lack its end");
    }

    #[test]
    fn control_characters_vanish() {
        let odd = request(b"\x01pl\x00ay\x7f b\x1b \x08D4\x0c\n");
        assert_eq!(
            (odd.name.as_str(), odd.args),
            ("play", vec!["b".into(), "D4".into()])
        );
    }

    #[test]
    fn comments_and_blank_lines() {
        assert_eq!(request("name # who are you?\n").args.len(), 0);
        assert_eq!(read("\n   \n# nothing\n\t#\r\n"), vec![Line::Blank; 4]);
    }

    #[test]
    fn interrupt() {
        for text in ["# interrupt\n", "# interrupt\r\n", "  #interrupt  \n"] {
            assert_eq!(read(text), [Line::Interrupt], "{text:?}");
        }
        assert_eq!(read("# interrupt please\n"), [Line::Blank]);
        assert_eq!(request("name # interrupt\n").name, "name");
    }

    #[test]
    fn any_bytes_are_tolerated() {
        assert_eq!(request(b"loadsgf caf\xe9.sgf\n").args, ["caf\u{fffd}.sgf"]);
        assert_eq!(request("loadsgf 囲 碁.sgf\n").rest, "囲 碁.sgf");
        assert_eq!(request("\u{feff}name\n").name, "name");
    }

    #[test]
    fn long_lines_are_refused_in_bounded_memory() {
        let long = format!("17 loadsgf {}\nname\n", "x".repeat(MAX_LINE));
        let lines = read(long);
        assert_eq!(
            lines[0],
            Line::TooLong {
                id: Some("17".into())
            }
        );
        assert!(matches!(&lines[1], Line::Request(request) if request.name == "name"));
        assert_eq!(read("9".repeat(2 * MAX_LINE)), [Line::TooLong { id: None }]);
        // The limit itself still fits, and a long comment loses nothing.
        let fits = format!("play {}\n", "x".repeat(MAX_LINE - 5));
        assert_eq!(request(fits).args[0].len(), MAX_LINE - 5);
        assert_eq!(
            request(format!("name # {}\n", "x".repeat(MAX_LINE))).name,
            "name"
        );
        let nul = [b"na".as_slice(), &vec![0; 3 * MAX_LINE], b"me\n"].concat();
        assert_eq!(request(nul).name, "name");
    }

    proptest! {
        #[test]
        fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            for line in read(&bytes) {
                if let Line::Request(request) = line {
                    prop_assert!(!request.rest.contains(|c: char| c.is_ascii_control() || c == '#'));
                    prop_assert!(!request.name.contains(' '));
                    prop_assert!(request.id.is_some() || !request.name.is_empty());
                }
            }
        }

        #[test]
        fn words_come_through(id in 0u32.., words in proptest::collection::vec("[a-z0-9._-]{1,9}", 0..6)) {
            let request = request(format!("{id} cmd {}\r\n", words.join(" \t")));
            prop_assert_eq!(request.id, Some(id.to_string()));
            prop_assert_eq!(request.args, words);
        }
    }
}
