//! Threads between an engine's streams and whoever talks to it: neither can block the other or fill the memory.

use crate::lines;
use crate::wire::request::is_text;
use std::io::{self, BufReader, Read, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// The longest line of a reply in bytes. An analysis with the ownership after
/// every move takes more than a megabyte.
pub(super) const MAX_LINE: usize = 4 << 20;
/// The reader waits while this many lines or chunks are unread.
pub(super) const MAX_UNREAD: usize = 64;

/// What an engine wrote.
#[derive(Debug)]
pub(super) enum Output {
    /// A line of it.
    Line(String),
    /// The start of a line longer than [`MAX_LINE`].
    TooLong(String),
}

/// Writes on a thread of its own, since an engine that does not read would block whoever writes once the pipe is full.
pub(super) fn write_all(mut stdin: ChildStdin) -> io::Result<Sender<Vec<u8>>> {
    let (sender, chunks) = mpsc::channel::<Vec<u8>>();
    spawn("engine input", move || {
        for chunk in chunks {
            let written = stdin.write_all(&chunk).and_then(|()| stdin.flush());
            if written.is_err() {
                return;
            }
        }
    })?;
    Ok(sender)
}

/// Reads lines on a thread of its own, so that they can be waited for with a limit.
pub(super) fn read_lines(stdout: impl Read + Send + 'static) -> io::Result<Receiver<Output>> {
    let (sender, receiver) = mpsc::sync_channel(MAX_UNREAD);
    spawn("engine output", move || {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        loop {
            let read = lines::read_line(&mut reader, &mut line, MAX_LINE, is_text);
            let text = String::from_utf8_lossy(&line).into_owned();
            let output = match read {
                Ok(lines::Read::Whole) => Output::Line(text),
                Ok(lines::Read::Cut) => Output::TooLong(text),
                Ok(lines::Read::End) | Err(_) => return,
            };
            if sender.send(output).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// Reads bytes as they come, on a thread of its own, so that they can be waited for with a limit.
///
/// # Errors
/// If the system gives no thread for it.
pub fn read_bytes(mut stdout: impl Read + Send + 'static) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = mpsc::sync_channel(MAX_UNREAD);
    spawn("engine output", move || {
        let mut chunk = [0; 4096];
        while let Ok(count) = stdout.read(&mut chunk)
            && count > 0
        {
            if sender.send(chunk[..count].to_vec()).is_err() {
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
