//! Threads between an engine's streams and whoever talks to it: neither can block the other or fill the memory.

use crate::wire::bounded::{self, Read};
use std::io::{self, BufReader, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// The longest line of a reply in bytes. An analysis with the ownership after
/// every move takes more than a megabyte.
const MAX_LINE: usize = 4 << 20;
/// The reader waits while this many lines are unread.
pub(super) const MAX_UNREAD: usize = 64;

/// What an engine wrote.
#[derive(Debug)]
pub(super) enum Output {
    /// A line of it.
    Line(String),
    /// The start of a line longer than [`MAX_LINE`].
    TooLong(String),
}

/// Writes lines on a thread of its own, since an engine that does not read would block whoever writes once the pipe
/// is full.
pub(super) fn write_lines(mut stdin: ChildStdin) -> io::Result<Sender<String>> {
    let (sender, lines) = mpsc::channel::<String>();
    spawn("engine input", move || {
        for line in lines {
            if stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush())
                .is_err()
            {
                return;
            }
        }
    })?;
    Ok(sender)
}

/// Reads lines on a thread of its own, so that they can be waited for with a limit.
pub(super) fn read_lines(stdout: impl io::Read + Send + 'static) -> io::Result<Receiver<Output>> {
    let (sender, receiver) = mpsc::sync_channel(MAX_UNREAD);
    spawn("engine output", move || {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        let keep = |byte: u8| byte == b'\t' || !byte.is_ascii_control();
        loop {
            let read = bounded::read_line(&mut reader, &mut line, MAX_LINE, keep);
            let text = String::from_utf8_lossy(&line).into_owned();
            let output = match read {
                Ok(Read::Whole) => Output::Line(text),
                Ok(Read::Cut) => Output::TooLong(text),
                Ok(Read::End) | Err(_) => return,
            };
            if sender.send(output).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// Starts a thread with a name.
pub(super) fn spawn(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(work)
}
