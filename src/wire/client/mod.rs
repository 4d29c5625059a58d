//! The other end: talking to a GTP engine in a process of its own.

mod error;
mod pipes;
mod process;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use super::group::Group;
use super::reply::{Incoming, Taken};
pub use error::{StartError, Trouble};
use pipes::{MAX_UNREAD, Output, read_lines, write_lines};
pub use process::LastWords;
use process::{POLL, Process};
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How long an engine may take to leave once its input has ended.
const FAREWELL: Duration = Duration::from_millis(200);

/// A GTP engine in a process of its own, killed when this is dropped.
///
/// Reading, writing and draining its standard error each have a thread, so no
/// engine, however broken, can block the caller for longer than the time it
/// allows, or fill the memory. After any trouble but [`Trouble::Refusal`]
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
    process: Process,
    /// Lines for the writing thread; closing it closes the engine's input.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    last_words: LastWords,
    /// The command that has been answered last, with nothing sent since.
    answered: Option<String>,
    /// Why the engine can no longer be used.
    lost: Option<String>,
}

impl Client {
    /// Splits a command line into words as a shell would do it; there is at least one. No shell is run, so there are
    /// no variables or redirections.
    ///
    /// # Errors
    /// [`StartError::BadCommandLine`] if it ends within a quote or holds no word.
    pub fn split(command_line: &str) -> Result<Vec<String>, StartError> {
        shlex::split(command_line)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| StartError::BadCommandLine(command_line.to_string()))
    }

    /// Starts the engine that `command` describes, taking over its standard streams.
    ///
    /// # Errors
    /// [`StartError::Program`] if the system does not start it, or gives no thread to read from it.
    pub fn run(command: &mut Command) -> Result<Client, StartError> {
        Client::start(command, |command| Ok((command.spawn()?, None)))
    }

    /// As [`Client::run`], in a process group of its own where there are such: an interrupt
    /// typed at the terminal does not reach it, and what it starts itself is killed with it.
    ///
    /// # Errors
    /// As [`Client::run`].
    pub fn run_apart(command: &mut Command) -> Result<Client, StartError> {
        Client::start(command, |command| {
            let (child, group) = Group::spawn(command)?;
            Ok((child, Some(group)))
        })
    }

    fn start(
        command: &mut Command,
        spawn: impl Fn(&mut Command) -> io::Result<(Child, Option<Group>)>,
    ) -> Result<Client, StartError> {
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        spawn(piped)
            .and_then(|(child, group)| Client::of(Process { child, group }))
            .map_err(|error| StartError::Program {
                program: command.get_program().to_string_lossy().into_owned(),
                error,
            })
    }

    fn of(mut process: Process) -> io::Result<Client> {
        let no_pipe = || io::Error::other("its standard streams are not there");
        let child = &mut process.child;
        Ok(Client {
            input: Some(write_lines(child.stdin.take().ok_or_else(no_pipe)?)?),
            output: read_lines(child.stdout.take().ok_or_else(no_pipe)?)?,
            last_words: LastWords::drain(child.stderr.take().ok_or_else(no_pipe)?)?,
            process,
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
        let waiting = self.output.try_iter().take(MAX_UNREAD);
        let mut lines = waiting.map(|(Output::Line(line) | Output::TooLong(line))| line);
        let Some(line) = lines.find(|line| !line.trim().is_empty()) else {
            return Ok(());
        };
        self.lose("it wrote what nobody had asked for before");
        let line = excerpt(&line);
        Err(Trouble::Unasked { after, line })
    }

    /// Sends a line without waiting for anything, for commands that answer bit
    /// by bit. Line ends inside it become spaces.
    ///
    /// # Errors
    /// [`Trouble::Death`] if the engine is known to be gone.
    pub fn send(&mut self, line: &str) -> Result<(), Trouble> {
        if let Some(how) = &self.lost {
            return Err(Trouble::Death(how.clone()));
        }
        let text = line.replace(['\r', '\n'], " ") + "\n";
        // If the engine has ended, reading its reply will tell.
        let _ = self.input.as_ref().map(|input| input.send(text));
        Ok(())
    }

    /// Asks the engine to leave, waits for that, and kills it when it does not.
    pub fn quit(mut self, timeout: Duration) {
        let start = Instant::now();
        if self.send("quit").is_err() {
            return;
        }
        self.input = None;
        while start.elapsed() < timeout && self.process.is_running() {
            // An engine whose output nobody reads could not leave.
            let _ = self.output.recv_timeout(POLL);
        }
    }

    /// The next line of the reply to a command that was sent at `start`.
    fn line_for(&mut self, start: Instant, allowed: Duration) -> Result<String, Trouble> {
        let left = allowed.saturating_sub(start.elapsed());
        if left.is_zero() {
            // Looked at before each line: an engine that writes without end always has one more.
            return Err(self.late(allowed));
        }
        match self.output.recv_timeout(left) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong(start)) => Err(self.nonsense(&start)),
            Err(RecvTimeoutError::Timeout) => Err(self.late(allowed)),
            Err(RecvTimeoutError::Disconnected) => {
                let how = self.last_words.obituary(&mut self.process.child);
                self.lose(&how);
                Err(Trouble::Death(how))
            }
        }
    }

    fn late(&mut self, allowed: Duration) -> Trouble {
        self.lose("it gave no answer in time before");
        Trouble::Hang(allowed)
    }

    fn nonsense(&mut self, line: &str) -> Trouble {
        self.lose("it gave an answer that is not GTP before");
        Trouble::Nonsense(excerpt(line))
    }

    fn lose(&mut self, how: &str) {
        self.process.kill();
        self.input = None;
        self.lost.get_or_insert_with(|| how.to_string());
    }
}

/// The beginning of a line, for an error.
fn excerpt(line: &str) -> String {
    line.chars().take(200).collect()
}

impl Drop for Client {
    fn drop(&mut self) {
        // An engine, and whatever it has started, should leave when its input ends.
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < FAREWELL && self.process.is_running() {
            let _ = self.output.recv_timeout(POLL);
        }
    }
}
