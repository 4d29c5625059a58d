//! A process whose output is looked at byte by byte.

use crate::wire::{self, Client, Process};
use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// More than this without the end of a reply is no reply.
const MAX_REPLY: usize = 1 << 20;
/// After so many lines that belong to no reply none is waited for.
const MAX_STRAY: usize = 100;

/// One reply, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines before it that belong to no reply.
    pub stray: Vec<String>,
    /// `=` and not `?`.
    pub ok: bool,
    /// The digits behind the sign.
    pub id: String,
    /// A blank or tab stands behind sign and id.
    pub has_blank: bool,
    /// The rest of the first line and the lines after it, ends of lines trimmed.
    pub text: String,
    /// All lines as they came, without line ends.
    pub lines: Vec<String>,
    /// A blank line has ended it.
    pub is_complete: bool,
}

impl Reply {
    /// Whether it says the same as another one, whatever the form of both.
    pub fn says_the_same(&self, other: &Reply) -> bool {
        self.ok == other.ok && self.text == other.text
    }
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Nothing that begins like a reply came in time; the stray lines that did.
    Timeout(Vec<String>),
    /// The output has ended.
    End(Vec<String>),
}

/// An engine at the other end of pipes; killed when dropped, with all that it has started.
#[derive(Debug)]
pub struct Probe {
    process: Process<Vec<u8>>,
    pending: Vec<u8>,
    ended: bool,
}

impl Probe {
    /// Starts an engine from its command line; no shell is involved.
    ///
    /// # Errors
    /// In words, if that fails.
    pub fn start(command_line: &str) -> Result<Probe, String> {
        let words = Client::split(command_line).map_err(|error| error.to_string())?;
        let mut command = Command::new(&words[0]);
        let process = Process::start(command.args(&words[1..]), wire::read_bytes)
            .map_err(|error| error.to_string())?;
        Ok(Probe {
            process,
            pending: Vec::new(),
            ended: false,
        })
    }

    /// Sends these bytes and nothing else.
    pub fn send(&self, bytes: &[u8]) {
        self.process.send(bytes.to_vec());
    }

    /// Closes the engine's input.
    pub fn close(&mut self) {
        self.process.close();
    }

    /// The next reply.
    ///
    /// # Errors
    /// If none comes in time.
    pub fn reply(&mut self, limit: Duration) -> Result<Reply, Silence> {
        let start = Instant::now();
        let mut reply = Reply::default();
        let mut bytes = 0;
        loop {
            let left = limit.saturating_sub(start.elapsed());
            // Looked at before each line: of a flood there is always one more.
            let line = match left.is_zero() {
                true => None,
                false => self.line(left),
            };
            let Some(line) = line else {
                return self.cut(reply);
            };
            let is_blank = line.trim().is_empty();
            if reply.lines.is_empty() {
                if !is_blank && !begin(&mut reply, &line) {
                    reply.stray.push(line.chars().take(200).collect());
                }
                if reply.stray.len() > MAX_STRAY {
                    return self.cut(reply);
                }
                bytes = line.len() + 1;
                continue;
            }
            if is_blank {
                reply.is_complete = true;
                return Ok(reply);
            }
            bytes += line.len() + 1;
            if bytes > MAX_REPLY {
                return self.cut(reply);
            }
            reply.text.push('\n');
            reply.text.push_str(line.trim_end());
            reply.lines.push(line);
        }
    }

    /// What a reply without its end is worth.
    fn cut(&self, reply: Reply) -> Result<Reply, Silence> {
        if !reply.lines.is_empty() {
            return Ok(reply);
        }
        Err(match self.ended {
            true => Silence::End(reply.stray),
            false => Silence::Timeout(reply.stray),
        })
    }

    /// Lines that come within this time without having been asked for.
    pub fn stray(&mut self, wait: Duration) -> Vec<String> {
        let start = Instant::now();
        let mut lines = Vec::new();
        // Blank lines count: of a flood of them there is always one more.
        for _ in 0..=MAX_STRAY {
            let Some(line) = self.line(wait.saturating_sub(start.elapsed())) else {
                break;
            };
            if !line.trim().is_empty() {
                lines.push(line.chars().take(200).collect());
            }
        }
        lines
    }

    /// How the engine ended whose output has ended, with the last lines of its standard error, waited for within this
    /// time.
    pub fn how_it_ended(&mut self, limit: Duration) -> String {
        self.process.how_it_ended(limit)
    }

    /// Whether the process ends within this time.
    pub fn ends(&mut self, limit: Duration) -> bool {
        self.process.ends(limit)
    }

    /// The next line without its end; `None` when there is none in time. What
    /// is left when the output ends is a line too.
    fn line(&mut self, limit: Duration) -> Option<String> {
        let start = Instant::now();
        let mut searched = 0;
        loop {
            let found = self.pending[searched..].iter().position(|&b| b == b'\n');
            if let Some(end) = found.map(|end| searched + end) {
                let line = String::from_utf8_lossy(&self.pending[..end]).into_owned();
                self.pending.drain(..=end);
                return Some(line);
            }
            searched = self.pending.len();
            if self.ended || searched > MAX_REPLY {
                return self.rest();
            }
            let left = limit.saturating_sub(start.elapsed());
            match self.process.next_output(left) {
                Ok(chunk) => self.pending.extend_from_slice(&chunk),
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
                Err(RecvTimeoutError::Timeout) => return None,
            }
        }
    }

    fn rest(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.pending);
        (!rest.is_empty()).then(|| String::from_utf8_lossy(&rest).into_owned())
    }
}

/// Reads the first line of a reply; false if it is none.
fn begin(reply: &mut Reply, line: &str) -> bool {
    let Some(rest) = line.strip_prefix(['=', '?']) else {
        return false;
    };
    reply.ok = line.starts_with('=');
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    reply.id = rest[..rest.len() - text.len()].to_owned();
    reply.has_blank = text.starts_with([' ', '\t']);
    reply.text = text.trim().to_owned();
    reply.lines.push(line.to_owned());
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::iter;

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(100);

    fn printed(text: &str) -> Probe {
        Probe::start(&format!("printf '{text}'")).unwrap()
    }

    #[test]
    fn replies_are_taken_apart() {
        let mut probe = printed(r"Hello\n\n=12 a b\r\nc \n\n?\n\n= x\n");
        let first = probe.reply(LONG).unwrap();
        assert_eq!(first.stray, ["Hello"]);
        assert_eq!((first.ok, first.id.as_str()), (true, "12"));
        assert_eq!(first.text, "a b\nc");
        assert!(first.has_blank && first.is_complete);
        let second = probe.reply(LONG).unwrap();
        assert!(!second.ok && !second.has_blank && second.is_complete);
        assert_eq!(second.text, "");
        let third = probe.reply(LONG).unwrap();
        assert_eq!(third.text, "x");
        assert!(!third.is_complete);
        assert_eq!(probe.reply(LONG), Err(Silence::End(vec![])));
        assert!(probe.ends(LONG));
    }

    #[test]
    fn what_never_comes_is_not_waited_for() {
        let mut probe = Probe::start("sh -c 'echo noise; exec sleep 1000'").unwrap();
        // On a busy machine the shell may take its time to say it.
        let mut silences = iter::repeat_with(|| probe.reply(SHORT).unwrap_err()).take(200);
        let silence = silences.find(|silence| *silence != Silence::Timeout(vec![]));
        assert_eq!(silence, Some(Silence::Timeout(vec!["noise".to_owned()])));
        assert!(!probe.ends(Duration::from_millis(10)));
    }

    #[test]
    fn a_flood_is_cut() {
        let mut probe = Probe::start("sh -c 'exec tr \"\\0\" x < /dev/zero'").unwrap();
        let stray = match probe.reply(LONG) {
            Err(Silence::Timeout(stray) | Silence::End(stray)) => stray,
            Ok(reply) => panic!("{reply:?}"),
        };
        assert!(!stray.is_empty());
    }

    #[test]
    fn a_reply_of_lines_that_are_mostly_blank_is_cut() {
        let engine = format!(
            "{}; {}",
            "printf \"= x%900000s\\n\" \"\"", "while :; do printf \"x%900000s\\n\" \"\"; done"
        );
        let mut probe = Probe::start(&format!("sh -c '{engine}'")).unwrap();
        let reply = probe.reply(LONG).unwrap();
        assert!(!reply.is_complete);
        let bytes: usize = reply.lines.iter().map(|line| line.len()).sum();
        assert!(bytes <= MAX_REPLY, "{bytes}");
    }

    #[test]
    fn a_flood_of_blank_lines_is_cut() {
        let mut probe = Probe::start("yes ''").unwrap();
        assert!(probe.stray(LONG).is_empty());
        let silence = probe.reply(SHORT);
        assert_eq!(silence, Err(Silence::Timeout(vec![])));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Probe::start("/no/such/engine").unwrap_err();
        assert!(error.contains("/no/such/engine"), "{error}");
        assert!(Probe::start("'").is_err());
    }
}
