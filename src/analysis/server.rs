//! Lines in, lines out.

use super::MOST_NAMED;
use super::action;
use super::config::Config;
use super::fields::{Refusal, Warning};
use super::outbox::{Outbox, Sender};
use super::pool;
use super::query::{Query, Understood};
use super::queue::Queue;
use super::response;
use crate::console::Log;
use crate::console::fault::panic_message;
use crate::lines::{Read, read_line};
use crate::types::excerpt;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// The longest line that is read, in bytes: more than a query with the longest record needs.
pub const MAX_LINE: usize = 4 << 20;
/// The longest id of a query, in bytes. Each of its answers and warnings has it, and one line may ask for a hundred thousand.
const MAX_ID: usize = 4096;

/// Serves the protocol until the end of the input.
///
/// Queries that have been sent by then are still answered, unless the configuration says otherwise.
///
/// # Errors
/// If no thread can be started, the input cannot be read, or an answer cannot be written; a client that has gone away is no error.
///
/// ```
/// use tengen::analysis::{Config, run};
/// let query = br#"{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":20}"#;
/// let mut lines = Vec::new();
/// run(Config::default(), &query[..], &mut lines)?;
/// let answer: serde_json::Value = serde_json::from_slice(&lines)?;
/// assert_eq!(answer["id"], "a");
/// assert_eq!(answer["rootInfo"]["visits"], 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    config: Config,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let config = Arc::new(config);
    let queue = Arc::new(Queue::default());
    let outbox = Arc::new(Outbox::default());
    let reader = Reader {
        config: Arc::clone(&config),
        queue: Arc::clone(&queue),
        sender: outbox.sender(),
    };
    pool::start(&config, &queue, || outbox.sender())?;
    let reading = move || reader.read(input);
    let reading = thread::Builder::new().name("input".into()).spawn(reading)?;
    let written = write_all(&outbox, &config.log, &mut output);
    queue.abandon();
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error),
        // Nobody sends any more: the reader has come to its end too.
        Ok(()) => reading.join().unwrap_or(Ok(())),
    }
}

/// Writes what is sent until nobody sends any more.
fn write_all(outbox: &Outbox, log: &Log, output: &mut impl Write) -> io::Result<()> {
    while let Some(mut line) = outbox.next() {
        log.sent(&line);
        line.push('\n');
        let written = output.write_all(line.as_bytes());
        let written = match outbox.has_next() {
            true => written,
            false => written.and_then(|()| output.flush()),
        };
        if written.is_err() {
            outbox.give_up();
            return written;
        }
    }
    output.flush()
}

/// Warnings of fields that there are not. Each has the id, so that a line of nothing else would have an answer many times as long.
fn warnings_of_unknown(fields: Vec<String>) -> impl Iterator<Item = Warning> {
    let unnamed = fields.len().saturating_sub(MOST_NAMED);
    let named = fields.into_iter().take(MOST_NAMED).enumerate();
    named.map(move |(index, field)| {
        let mut text = "there is no such field; is its name misspelled? 'warnUnusedFields=false' in a configuration ends this".to_owned();
        if index + 1 == MOST_NAMED && unnamed > 0 {
            text += &format!("; unknown fields besides these: {unnamed}");
        }
        Warning { field, text }
    })
}

/// What the thread that reads has.
struct Reader {
    config: Arc<Config>,
    queue: Arc<Queue>,
    sender: Sender,
}

impl Reader {
    fn read(self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        let ended = loop {
            match read_line(&mut input, &mut line, MAX_LINE, |_| true) {
                Ok(Read::Whole) => self.take(line.trim_ascii()),
                Ok(Read::Cut) => {
                    self.config.log.received("(a line that is too long)");
                    self.complain(format!("a line is longer than {MAX_LINE} bytes"));
                }
                Ok(Read::End) => break Ok(()),
                Err(error) => break Err(error),
            }
            // Room for one long line is not kept for ever.
            line.shrink_to(MAX_LINE / 64);
        };
        match self.config.quit_without_waiting {
            true => self.queue.abandon(),
            false => self.queue.close(),
        }
        ended
    }

    fn take(&self, line: &[u8]) {
        // Some programs put the mark of UTF-8 before all that they write.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        self.config.log.received(&String::from_utf8_lossy(line));
        self.answer(line);
    }

    fn answer(&self, line: &[u8]) {
        let object: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(object) => object,
            Err(error) => {
                let text = excerpt(&String::from_utf8_lossy(&line[..line.len().min(200)]));
                return self.complain(format!("no JSON object on one line ({error}): {text}"));
            }
        };
        let Some(Value::String(id)) = object.get("id") else {
            return self.complain("every query needs an id, which is a string".to_owned());
        };
        if id.len() > MAX_ID {
            return self.complain(format!("an id is longer than {MAX_ID} bytes"));
        }
        let id = id.clone();
        self.guarded(&id, || self.carry_out(&id, object, line.len()));
    }

    /// Does it; if it panics, which its hook tells, that is the answer: the lines that follow are read all the same.
    fn guarded(&self, id: &str, work: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            let error = format!("internal error: {}", panic_message(&*panic));
            self.sender
                .answer(json!({"error": error, "id": id}).to_string());
        }
    }

    /// Carries out an object of so many bytes.
    fn carry_out(&self, id: &str, object: Map<String, Value>, bytes: usize) {
        #[cfg(test)]
        assert!(!object.contains_key("panics"), "on purpose");
        // With an action that is no text it is a query, as for KataGo: programs write null for what they have not set.
        if let Some(Value::String(action)) = object.get("action") {
            let action = action.clone();
            match action::carry_out(&action, object, &self.config, &self.queue) {
                Ok(done) => self.tell(done),
                Err(refusal) => self.refuse(id, &refusal),
            }
            return;
        }
        match Query::read(id, object, &self.config) {
            Ok(understood) => self.enqueue(id, understood, bytes),
            Err(refusal) => self.refuse(id, &refusal),
        }
    }

    fn tell(&self, done: action::Done) {
        for job in &done.ended {
            self.sender.answer(response::nothing(job));
        }
        self.sender.answer(done.echo.to_string());
    }

    fn enqueue(&self, id: &str, understood: Understood, line_bytes: usize) {
        let mut warnings = understood.warnings;
        if self.config.warn_unused_fields {
            warnings.extend(warnings_of_unknown(understood.unused));
        }
        for Warning { field, text } in warnings {
            let remark = json!({"warning": text, "field": field, "id": id});
            self.sender.answer(remark.to_string());
        }
        self.queue
            .add(understood.query, &understood.turns, line_bytes);
    }

    fn refuse(&self, id: &str, refusal: &Refusal) {
        let answer = json!({"error": refusal.message, "field": refusal.field, "id": id});
        self.sender.answer(answer.to_string());
    }

    /// Tells what is wrong with a line that has no id.
    fn complain(&self, message: String) {
        self.sender.answer(json!({ "error": message }).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_while_a_line_is_read_is_its_answer() {
        let outbox = Arc::new(Outbox::default());
        let reader = Reader {
            config: Arc::default(),
            queue: Arc::default(),
            sender: outbox.sender(),
        };
        reader.take(br#"{"id":"a","panics":true}"#);
        reader.take(br#"{"id":"b","action":"query_version"}"#);
        drop(reader);
        let answer = outbox.next().unwrap();
        assert_eq!(answer, r#"{"error":"internal error: on purpose","id":"a"}"#);
        assert!(outbox.next().unwrap().contains(r#""id":"b""#));
        assert_eq!(outbox.next(), None);
    }
}
