//! The reply to one request on its way out.

use super::failure::Failure;
use crate::console::Log;
use crate::console::fault::tell_fault;
use crate::wire;
use std::io::{self, Write};

/// The reply to one request on its way out, whole or line by line.
pub(super) struct Outgoing<'a> {
    writer: &'a mut dyn Write,
    log: &'a Log,
    id: Option<String>,
    has_begun: bool,
    /// The first failure to write; nothing more is written after it.
    sent: io::Result<()>,
}

impl<'a> Outgoing<'a> {
    pub fn new(id: Option<String>, writer: &'a mut dyn Write, log: &'a Log) -> Self {
        Outgoing {
            writer,
            log,
            id,
            has_begun: false,
            sent: Ok(()),
        }
    }

    fn send(&mut self, text: &str) {
        if self.sent.is_err() {
            return;
        }
        self.log.sent(text);
        let sent = self.writer.write_all(text.as_bytes());
        self.sent = sent.and_then(|()| self.writer.flush());
    }

    /// Begins a reply that comes line by line: from now on the command cannot fail.
    pub fn begin(&mut self) {
        if !std::mem::replace(&mut self.has_begun, true) {
            let head = wire::success_head(self.id.as_deref()) + "\n";
            self.send(&head);
        }
    }

    /// One more line of the reply.
    pub fn put_line(&mut self, text: &str) {
        self.begin();
        self.send(&wire::more(text));
    }

    /// Whether anybody still reads.
    pub fn is_open(&self) -> bool {
        self.sent.is_ok()
    }

    /// The whole reply, or the rest of one that has begun.
    pub fn finish(mut self, reply: Result<String, Failure>) -> io::Result<()> {
        let id = self.id.as_deref();
        let text = match reply {
            Ok(text) if self.has_begun => wire::more(&text) + "\n",
            Ok(text) => wire::success(id, &text),
            Err(failure) if self.has_begun => {
                tell_fault("a command", &failure.to_string());
                "\n".to_owned()
            }
            Err(failure) => wire::failure(id, &failure.to_string()),
        };
        self.send(&text);
        self.sent
    }
}
