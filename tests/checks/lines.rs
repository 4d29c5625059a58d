//! The reader of GTP lines and the writer of replies.

use std::io::{BufReader, Cursor};
use tengen::wire::{Input, Line, LineReader, MAX_LINE, Request, failure, more, success};

/// A byte that no text holds stands for so many bytes at first, or no line would ever be too long.
const FILLER: u8 = 0xfe;
const FILLED: usize = MAX_LINE / 3;
/// How often it does: enough for a line.
const MOST_FILLED: usize = 4;

/// Reads any bytes as the input of a session.
pub fn check(bytes: &[u8]) {
    let bytes = filled(bytes);
    let lines = read(&bytes, MAX_LINE);
    let feeds = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let unended = bytes.last().is_some_and(|&byte| byte != b'\n');
    assert_eq!(lines.len(), feeds + usize::from(unended));
    assert_eq!(read(&bytes, 7), lines, "whatever the buffer");
    for line in &lines {
        check_line(line);
    }
    check_queue(&bytes, &lines);
    check_reply(&String::from_utf8_lossy(&bytes));
}

fn filled(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut fillers = 0;
    for &byte in bytes {
        fillers += usize::from(byte == FILLER);
        let is_filled = byte == FILLER && fillers <= MOST_FILLED;
        let count = if is_filled { FILLED } else { 1 };
        text.resize(text.len() + count, byte);
    }
    text
}

fn read(bytes: &[u8], buffer: usize) -> Vec<Line> {
    let mut reader = LineReader::new(BufReader::with_capacity(buffer, bytes));
    let mut lines = Vec::new();
    loop {
        match reader.next_line().expect("memory can be read") {
            Line::End => return lines,
            line => lines.push(line),
        }
    }
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_line(line: &Line) {
    match line {
        Line::Request(request) => check_request(request),
        Line::TooLong { id: Some(id) } => assert!(is_number(id) && id.len() <= 20, "{id}"),
        _ => {}
    }
}

fn check_request(request: &Request) {
    let is_plain = |text: &str| !text.contains(|c: char| c.is_ascii_control() || c == '#');
    assert!(request.id.as_deref().is_none_or(is_number), "{request:?}");
    assert!(is_plain(&request.name) && !request.name.contains(' '));
    assert!(is_plain(&request.rest), "{request:?}");
    assert!(request.id.is_some() || !request.name.is_empty());
    let words: Vec<&str> = request.rest.split_ascii_whitespace().collect();
    assert_eq!(request.args, words);
    // Its parts say all there is: put together, they are the same request.
    let id = request.id.as_deref().unwrap_or_default();
    let again = format!("{id} {} {}", request.name, request.rest);
    let expected = Request {
        raw: again.clone(),
        ..request.clone()
    };
    if again.len() <= MAX_LINE {
        assert_eq!(read(again.as_bytes(), 64), [Line::Request(expected)]);
    }
}

/// The reading thread hands on the same lines; of blank ones in a row as many as it likes.
fn check_queue(bytes: &[u8], lines: &[Line]) {
    let input = Input::spawn(Cursor::new(bytes.to_vec())).expect("a thread");
    let next = || loop {
        match input.recv().0 {
            Line::Blank => {}
            line => break line,
        }
    };
    for line in lines.iter().filter(|&line| *line != Line::Blank) {
        assert_eq!(next(), *line);
    }
    assert_eq!(next(), Line::End);
    assert_eq!(next(), Line::End, "for ever");
}

/// Whatever is to be said, the reply begins with its mark and ends with the only blank line.
fn check_reply(text: &str) {
    for (reply, head) in [
        (success(Some("5"), text), "=5 "),
        (failure(None, text), "? "),
    ] {
        assert!(reply.starts_with(head), "{reply:?}");
        assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{reply:?}");
    }
    let lines = more(text);
    assert!(lines.is_empty() || lines.ends_with('\n'));
    assert!(
        !lines.starts_with('\n') && !lines.contains("\n\n"),
        "{lines:?}"
    );
}
