//! The other end: talking to a GTP engine in a process of its own.

use super::bounded::{self, Read};
use super::group::Group;
use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line of a reply in bytes. An analysis with the ownership after
/// every move takes more than a megabyte.
const MAX_LINE: usize = 4 << 20;
/// The longest reply in bytes.
const MAX_REPLY: usize = 8 << 20;
/// The reader waits while this many lines are unread.
const MAX_UNREAD: usize = 64;
/// How much of an engine's last words is kept.
const LAST_WORDS: usize = 1024;
/// How long an engine may take to leave once its input has ended.
const FAREWELL: Duration = Duration::from_millis(200);
/// How long to wait for the exit status and last words of an engine whose output has closed.
const OBITUARY: Duration = Duration::from_secs(2);
/// How often a process that is about to end is looked at.
const POLL: Duration = Duration::from_millis(2);

/// What can go wrong with another engine.
#[derive(Debug)]
pub enum ClientError {
    /// The command line cannot be split into words.
    BadCommandLine(String),
    /// The program cannot be started.
    Start {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        error: io::Error,
    },
    /// No complete reply came in time. The engine has been killed.
    Timeout {
        /// The command it was sent.
        command: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// The engine ended instead of answering.
    Died {
        /// The command it was sent.
        command: String,
        /// How it ended, and the end of what it wrote on standard error.
        how: String,
    },
    /// Something that is not GTP came back. The engine has been killed.
    Nonsense {
        /// The command it was sent.
        command: String,
        /// The line at fault.
        line: String,
    },
    /// The engine answered with `?`. It can still be used.
    Refused {
        /// The command it was sent.
        command: String,
        /// Its reason.
        message: String,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::BadCommandLine(line) => {
                write!(f, "cannot split into words, check the quotes: {line}")
            }
            ClientError::Start { program, error } => write!(f, "cannot start {program}: {error}"),
            ClientError::Timeout { command, after } => {
                write!(
                    f,
                    "no answer to '{command}' within {:.1} s",
                    after.as_secs_f64()
                )
            }
            ClientError::Died { command, how } => {
                write!(f, "the engine ended at '{command}': {how}")
            }
            ClientError::Nonsense { command, line } => {
                write!(f, "the answer to '{command}' is not GTP: {line}")
            }
            ClientError::Refused { command, message } => {
                write!(f, "the engine refused '{command}': {message}")
            }
        }
    }
}

impl std::error::Error for ClientError {}

/// A GTP engine in a process of its own, killed when this is dropped.
///
/// Reading, writing and draining its standard error each have a thread, so no
/// engine, however broken, can block the caller for longer than the time it
/// allows, or fill the memory. After any error but [`ClientError::Refused`]
/// the engine is gone and every further command fails at once.
///
/// ```no_run
/// # use std::process::Command;
/// # use std::time::Duration;
/// # use tengen::wire::Client;
/// let mut engine = Client::run(Command::new("gnugo").args(["--mode", "gtp"]))?;
/// let answer = engine.command("genmove b", Duration::from_secs(10))?;
/// # Ok::<(), tengen::wire::ClientError>(())
/// ```
#[derive(Debug)]
pub struct Client {
    process: Process,
    /// Lines for the writing thread; closing it closes the engine's input.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    errors: Errors,
    /// Why the engine can no longer be used.
    lost: Option<String>,
}

impl Client {
    /// Splits a command line into words as a shell would do it; there is at least one. No shell is run, so there are
    /// no variables or redirections.
    ///
    /// # Errors
    /// [`ClientError::BadCommandLine`] if it ends within a quote or holds no word.
    pub fn split(command_line: &str) -> Result<Vec<String>, ClientError> {
        shlex::split(command_line)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| ClientError::BadCommandLine(command_line.to_string()))
    }

    /// Starts the engine that `command` describes, taking over its standard streams.
    ///
    /// # Errors
    /// [`ClientError::Start`] if the system does not start it, or gives no thread to read from it.
    pub fn run(command: &mut Command) -> Result<Client, ClientError> {
        Client::start(command, |command| Ok((command.spawn()?, None)))
    }

    /// As [`Client::run`], in a process group of its own where there are such: an interrupt
    /// typed at the terminal does not reach it, and what it starts itself is killed with it.
    ///
    /// # Errors
    /// As [`Client::run`].
    pub fn run_apart(command: &mut Command) -> Result<Client, ClientError> {
        Client::start(command, |command| {
            let (child, group) = Group::spawn(command)?;
            Ok((child, Some(group)))
        })
    }

    fn start(
        command: &mut Command,
        spawn: impl Fn(&mut Command) -> io::Result<(Child, Option<Group>)>,
    ) -> Result<Client, ClientError> {
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        spawn(piped)
            .and_then(|(child, group)| Client::of(Process { child, group }))
            .map_err(|error| ClientError::Start {
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
            errors: Errors::drain(child.stderr.take().ok_or_else(no_pipe)?)?,
            process,
            lost: None,
        })
    }

    /// Sends one command and waits for its reply, whose text is returned
    /// without `=`, id and the blank lines around it.
    ///
    /// An empty command, or a comment, has no reply and times out.
    ///
    /// # Errors
    /// [`ClientError::Refused`] if the engine answers with `?`. After every other error it cannot be used any more:
    /// no reply in time, one that is not GTP or too long, or the engine's end, now or before.
    pub fn command(&mut self, command: &str, timeout: Duration) -> Result<String, ClientError> {
        let start = Instant::now();
        self.send(command)?;
        let mut reply: Option<(bool, String)> = None;
        loop {
            let left = timeout.saturating_sub(start.elapsed());
            if left.is_zero() {
                // Checked before each line: an engine that writes without end always has one more.
                return Err(self.late(command, timeout));
            }
            let line = self.line_for(command, left, timeout)?;
            match &mut reply {
                None if line.trim().is_empty() => {}
                None => match parse_head(&line) {
                    Some((ok, text)) => reply = Some((ok, text.to_string())),
                    None => return Err(self.nonsense(command, &line)),
                },
                Some((ok, text)) if line.trim().is_empty() => {
                    let text = text.trim_end().to_string();
                    let command = command.to_string();
                    return match ok {
                        true => Ok(text),
                        false => Err(ClientError::Refused {
                            command,
                            message: text,
                        }),
                    };
                }
                Some((_, text)) => {
                    if text.len() + line.len() > MAX_REPLY {
                        return Err(self.nonsense(command, "it does not end"));
                    }
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
    }

    /// Sends a line without waiting for anything, for commands that answer bit
    /// by bit. Line ends inside it become spaces.
    ///
    /// # Errors
    /// [`ClientError::Died`] if the engine is known to be gone.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        if let Some(how) = &self.lost {
            return Err(ClientError::Died {
                command: line.to_string(),
                how: how.clone(),
            });
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

    fn line_for(
        &mut self,
        command: &str,
        left: Duration,
        allowed: Duration,
    ) -> Result<String, ClientError> {
        match self.output.recv_timeout(left) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong(start)) => Err(self.nonsense(command, &start)),
            Err(RecvTimeoutError::Timeout) => Err(self.late(command, allowed)),
            Err(RecvTimeoutError::Disconnected) => {
                let how = self.how_it_ended();
                self.lose(&how);
                Err(ClientError::Died {
                    command: command.to_string(),
                    how,
                })
            }
        }
    }

    fn late(&mut self, command: &str, allowed: Duration) -> ClientError {
        self.lose("it gave no answer in time before");
        ClientError::Timeout {
            command: command.to_string(),
            after: allowed,
        }
    }

    fn nonsense(&mut self, command: &str, line: &str) -> ClientError {
        self.lose("it gave an answer that is not GTP before");
        let line = line.chars().take(200).collect();
        ClientError::Nonsense {
            command: command.to_string(),
            line,
        }
    }

    fn lose(&mut self, how: &str) {
        self.process.kill();
        self.input = None;
        self.lost.get_or_insert_with(|| how.to_string());
    }

    /// Tells how an engine ended that has closed its output.
    fn how_it_ended(&mut self) -> String {
        let start = Instant::now();
        while start.elapsed() < OBITUARY && (self.process.is_running() || !self.errors.complete()) {
            thread::sleep(POLL);
        }
        let how = match self.process.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_string(),
        };
        match self.errors.last_line() {
            Some(line) => format!("{how}: {line}"),
            None => how,
        }
    }
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

/// A process that does not outlive its handle.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Its group, if it has one of its own.
    group: Option<Group>,
}

impl Process {
    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn kill(&mut self) {
        // The group first: once the process has been waited for, its number may belong to another.
        self.group = None;
        // Killing fails only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Debug)]
enum Output {
    Line(String),
    /// The start of a line longer than [`MAX_LINE`].
    TooLong(String),
}

/// The result and the text of a reply's first line; `None` when it is not one.
fn parse_head(line: &str) -> Option<(bool, &str)> {
    let (ok, text) = match line.strip_prefix('=') {
        Some(text) => (true, text),
        None => (false, line.strip_prefix('?')?),
    };
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((ok, text.trim_start_matches([' ', '\t'])))
}

/// Writes lines on a thread of its own, since an engine that does not read would block whoever writes once the pipe
/// is full.
fn write_lines(mut stdin: ChildStdin) -> io::Result<Sender<String>> {
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

fn read_lines(stdout: impl io::Read + Send + 'static) -> io::Result<Receiver<Output>> {
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

/// An engine's standard error: drained without end, the last of it kept.
#[derive(Debug)]
struct Errors {
    last: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Errors {
    fn drain(mut stderr: impl io::Read + Send + 'static) -> io::Result<Errors> {
        let last = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&last);
        let thread = spawn("engine errors", move || {
            let mut chunk = [0; 4096];
            while let Ok(count) = stderr.read(&mut chunk)
                && count > 0
            {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&chunk[..count]);
                let excess = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..excess);
            }
        })?;
        Ok(Errors { last, thread })
    }

    fn complete(&self) -> bool {
        self.thread.is_finished()
    }

    fn last_line(&self) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&last);
        let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(line.trim().to_string())
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(work)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(100);

    /// An engine written as a shell script.
    fn script(text: &str) -> Client {
        Client::run(Command::new("sh").args(["-c", text])).unwrap()
    }

    #[test]
    fn command_lines_are_split_and_start() {
        let words = Client::split("sh -c 'echo \"= $0\"; echo' 'two words'").unwrap();
        let mut echo = Client::run(Command::new(&words[0]).args(&words[1..])).unwrap();
        assert_eq!(echo.command("x", LONG).unwrap(), "two words");
        for line in ["sh 'x", "  "] {
            let error = Client::split(line).unwrap_err();
            assert!(matches!(error, ClientError::BadCommandLine(_)), "{line}");
        }
        let error = Client::run(&mut Command::new("/no/such/engine")).unwrap_err();
        assert!(error.to_string().contains("/no/such/engine"), "{error}");
    }

    #[test]
    fn replies_are_read_whole() {
        let mut engine = script(
            r"while read line; do case $line in
                name) printf '= Test\r\n\r\n';;
                board) printf '=\n   A B\n 2 . .\n\n';;
                id) printf '\n=12 numbered\n\n';;
                no) printf '? because\n\n';;
                empty) printf '=\n\n';;
              esac; done",
        );
        assert_eq!(engine.command("name", LONG).unwrap(), "Test");
        assert_eq!(engine.command("board", LONG).unwrap(), "\n   A B\n 2 . .");
        assert_eq!(engine.command("id", LONG).unwrap(), "numbered");
        let error = engine.command("no", LONG).unwrap_err();
        assert!(matches!(error, ClientError::Refused { message, .. } if message == "because"));
        assert_eq!(engine.command("empty", LONG).unwrap(), "");
    }

    #[test]
    fn a_hanging_engine_times_out_and_is_killed() {
        let mut engine = script("exec sleep 1000");
        let start = Instant::now();
        assert!(matches!(
            engine.command("name", SHORT),
            Err(ClientError::Timeout { .. })
        ));
        assert!(!engine.process.is_running());
        assert!(matches!(
            engine.command("name", LONG),
            Err(ClientError::Died { .. })
        ));
        assert!(start.elapsed() < LONG);
    }

    #[test]
    fn an_engine_that_never_reads_cannot_block_us() {
        let mut engine = script("exec sleep 1000");
        let long = "x".repeat(1 << 20);
        assert!(matches!(
            engine.command(&long, SHORT),
            Err(ClientError::Timeout { .. })
        ));
    }

    #[test]
    fn a_death_is_told_with_its_last_words() {
        let mut engine = script("read line; echo 'out of stones' >&2; exit 3");
        let error = engine.command("genmove b", LONG).unwrap_err();
        assert!(matches!(error, ClientError::Died { .. }));
        let text = error.to_string();
        assert!(
            text.contains("exit status: 3") && text.contains("out of stones"),
            "{text}"
        );
    }

    #[test]
    fn a_reply_without_end_is_a_death() {
        let mut engine = script("read line; echo '= D4'");
        assert!(matches!(
            engine.command("genmove b", LONG),
            Err(ClientError::Died { .. })
        ));
    }

    #[test]
    fn nonsense_is_told_apart() {
        let mut engine = script("echo Welcome; cat");
        let error = engine.command("name", LONG).unwrap_err();
        assert!(matches!(error, ClientError::Nonsense { line, .. } if line == "Welcome"));
    }

    #[test]
    fn floods_are_cut() {
        let mut flood = script(&format!("exec yes '= {}'", "x".repeat(10_000)));
        assert!(matches!(
            flood.command("name", LONG),
            Err(ClientError::Nonsense { .. })
        ));
        let mut blank = script("exec yes ''");
        assert!(matches!(
            blank.command("name", SHORT),
            Err(ClientError::Timeout { .. })
        ));
        let mut line = script("exec tr '\\0' x < /dev/zero");
        assert!(matches!(
            line.command("name", SHORT),
            Err(ClientError::Timeout { .. })
        ));
        let mut line = script("head -c 5000000 /dev/zero | tr '\\0' x; echo");
        assert!(matches!(
            line.command("name", LONG),
            Err(ClientError::Nonsense { .. })
        ));
    }

    #[test]
    fn standard_error_never_blocks() {
        let mut engine =
            script("head -c 3000000 /dev/zero >&2; while read line; do printf '= ok\n\n'; done");
        assert_eq!(engine.command("name", LONG).unwrap(), "ok");
    }

    #[test]
    fn quitting_waits_and_dropping_kills() {
        let start = Instant::now();
        script("read line; printf '=\n\n'").quit(LONG);
        assert!(start.elapsed() < LONG / 2);
        let engine = script("trap '' TERM; exec sleep 1000");
        drop(engine);
        script("exec sleep 1000").quit(SHORT);
        assert!(start.elapsed() < LONG / 2);
    }
}
