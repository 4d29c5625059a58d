//! The other end: talking to a GTP engine in a process of its own.

mod error;
mod pipes;
mod process;
mod split;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use super::reply::{Incoming, Taken};
pub use error::{StartError, Trouble};
pub use pipes::read_bytes;
use pipes::{MAX_UNREAD, Output, read_lines};
pub use process::Process;
use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// A GTP engine in a process of its own, killed when this is dropped.
///
/// Reading, writing and draining its standard error each have a thread, so no
/// engine, however broken, can block the caller for longer than the time it
/// allows, or fill the memory. Only an engine whose output ends may take a tenth of a second more, in which its exit
/// status is waited for. After any trouble but [`Trouble::Refusal`]
/// the engine is gone and every further command fails at once.
///
/// ```no_run
/// # use std::process::Command;
/// # use std::time::Duration;
/// # use tengen::wire::Client;
/// let mut engine = Client::run(Command::new("gnugo").args(["--mode", "gtp"]))?;
/// let answer = engine.command("genmove b", Duration::from_secs(10))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Client {
    process: Process<Output>,
    /// The command that has been answered last, with nothing sent since.
    answered: Option<String>,
    /// Why the engine can no longer be used.
    lost: Option<String>,
}

impl Client {
    /// Splits a command line into words as a shell would do it, on Windows at blanks outside `"`; there is at least one. No
    /// shell is run, so there are no variables or redirections.
    ///
    /// # Errors
    /// [`StartError::BadCommandLine`] if it ends within a quote or holds no word.
    pub fn split(command_line: &str) -> Result<Vec<String>, StartError> {
        split::split(command_line)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| StartError::BadCommandLine(command_line.to_string()))
    }

    /// Starts the engine that `command` describes, taking over its standard streams, in a process group of its own where
    /// there are such: an interrupt typed at the terminal does not reach it, and what it starts itself is killed with it.
    ///
    /// # Errors
    /// [`StartError::Program`] if the system does not start it, or gives no thread to read from it.
    pub fn run(command: &mut Command) -> Result<Client, StartError> {
        Ok(Client {
            process: Process::start(command, read_lines)?,
            answered: None,
            lost: None,
        })
    }

    /// Sends one command and waits for its reply, whose text is returned
    /// without `=`, id and the blank lines around it.
    ///
    /// An empty command, or a comment, has no reply and times out.
    ///
    /// # Errors
    /// [`Trouble::Refusal`] if the engine answers with `?`. After every other error it cannot be used any more:
    /// no reply in time, one that is not GTP or too long, or the engine's end, now or before.
    pub fn command(&mut self, command: &str, timeout: Duration) -> Result<String, Trouble> {
        self.nothing_is_unasked()?;
        let start = Instant::now();
        self.send(command)?;
        let mut reply = Incoming::default();
        loop {
            let line = self.line_for(start, timeout)?;
            match reply.take(&line) {
                Taken::More => {}
                Taken::Done(answer) => {
                    self.answered = Some(command.to_string());
                    return answer.map_err(Trouble::Refusal);
                }
                Taken::Nonsense => return Err(self.nonsense(&line)),
                Taken::Endless => return Err(self.nonsense("it does not end")),
            }
        }
    }

    /// Looks at what has come since the last reply: one too many would be taken for the answer to the next command,
    /// and all later ones would be off by one. Blank lines do no harm.
    fn nothing_is_unasked(&mut self) -> Result<(), Trouble> {
        let Some(after) = self.answered.take() else {
            return Ok(());
        };
        // No more than can wait: of a flood of blank lines there is always one more.
        let waiting = self.process.output.try_iter().take(MAX_UNREAD);
        let mut lines = waiting.map(|(Output::Line(line) | Output::TooLong(line))| line);
        let Some(line) = lines.find(|line| !line.trim().is_empty()) else {
            return Ok(());
        };
        self.lose("it wrote what nobody had asked for before");
        let line = beginning(&line);
        Err(Trouble::Unasked { after, line })
    }

    /// Sends a line without waiting for anything. Line ends inside it become spaces.
    ///
    /// # Errors
    /// [`Trouble::Ended`] if the engine is known to be gone.
    fn send(&mut self, line: &str) -> Result<(), Trouble> {
        if let Some(how) = &self.lost {
            return Err(Trouble::Ended(how.clone()));
        }
        let text = line.replace(['\r', '\n'], " ") + "\n";
        self.process.send(text.into_bytes());
        Ok(())
    }

    /// The next line of the reply to a command that was sent at `start`.
    fn line_for(&mut self, start: Instant, allowed: Duration) -> Result<String, Trouble> {
        let left = allowed.saturating_sub(start.elapsed());
        if left.is_zero() {
            // Looked at before each line: an engine that writes without end always has one more.
            return Err(self.late(allowed));
        }
        match self.process.next_output(left) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong(start)) => Err(self.nonsense(&start)),
            Err(RecvTimeoutError::Timeout) => Err(self.late(allowed)),
            Err(RecvTimeoutError::Disconnected) => {
                let how = self.process.how_it_ended(left);
                self.lose(&how);
                Err(Trouble::Ended(how))
            }
        }
    }

    fn late(&mut self, allowed: Duration) -> Trouble {
        self.lose("it gave no answer in time before");
        Trouble::Hang(allowed)
    }

    fn nonsense(&mut self, line: &str) -> Trouble {
        self.lose("it gave an answer that is not GTP before");
        Trouble::Nonsense(beginning(line))
    }

    fn lose(&mut self, how: &str) {
        self.process.kill();
        self.lost.get_or_insert_with(|| how.to_string());
    }
}

/// As much of a line as an error shows.
const SHOWN: usize = 200;

fn beginning(line: &str) -> String {
    line.chars().take(SHOWN).collect()
}
