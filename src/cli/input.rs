//! Standard input of a program that serves a client, and a watch for whether that client is still there.
//!
//! A client that is killed closes both streams. A search writes nothing until it has its answer, so that it would go on for
//! nobody. A script that has sent its last command waits for the answers, and keeps the output open: so the output tells them apart.

use std::io::{self, BufRead, BufReader, Read, Stdin};
use std::sync::mpsc::Sender;

/// Standard input. Once it has ended, the program ends as soon as nobody can read its output any more, whatever it is doing.
pub(super) fn watched() -> impl BufRead + Send {
    BufReader::new(Input {
        stdin: io::stdin(),
        end: watch::ready(),
    })
}

struct Input {
    stdin: Stdin,
    /// Tells the watch that the input has ended, when it is dropped at the latest; none where nobody watches.
    end: Option<Sender<()>>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stdin.read(buffer)?;
        if count == 0
            && !buffer.is_empty()
            && let Some(end) = &self.end
        {
            // It fails only if the watch is over, and then the program is.
            let _ = end.send(());
        }
        Ok(count)
    }
}

#[cfg(unix)]
mod watch {
    use crate::console::stderr;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;
    use std::{io, process, thread};

    /// How often the watch looks, and how long commands that need no thought have to be carried out after the end of the input.
    const PERIOD: Duration = Duration::from_millis(500);
    /// Bytes for its stack: it calls hardly anything.
    const STACK: usize = 64 << 10;

    /// A watch that begins when it is told of the end of the input; none if the system gives no thread. The thread is there from the start,
    /// so that it takes nothing from a search that has little memory.
    pub(super) fn ready() -> Option<Sender<()>> {
        let (end, ended) = channel();
        let watch = move || {
            // A reader that has failed tells nothing, and is dropped.
            let _ = ended.recv();
            loop {
                thread::sleep(PERIOD);
                if !can_be_read() {
                    break;
                }
            }
            stderr::flush();
            process::exit(0);
        };
        let thread = thread::Builder::new()
            .name("watch".into())
            .stack_size(STACK);
        thread.spawn(watch).is_ok().then_some(end)
    }

    /// Whether somebody may read what is written to standard output. Files can always be read.
    fn can_be_read() -> bool {
        let output = io::stdout();
        // Errors and hang-ups are told to whoever asks for anything; on macOS to nobody else.
        let mut streams = [PollFd::new(output.as_fd(), PollFlags::POLLOUT)];
        if poll(&mut streams, PollTimeout::ZERO).is_err() {
            return true;
        }
        let told = streams[0].revents().unwrap_or(PollFlags::empty());
        !told.intersects(PollFlags::POLLERR | PollFlags::POLLHUP)
    }
}

/// Elsewhere nothing tells whether a pipe has a reader: the program ends when it next writes.
#[cfg(not(unix))]
mod watch {
    pub(super) fn ready() -> Option<std::sync::mpsc::Sender<()>> {
        None
    }
}
