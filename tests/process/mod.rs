//! The program as a child process, for tests: none waits for ever.

#![allow(dead_code, reason = "not every test needs all of it")]

#[cfg(unix)]
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than anything here takes, on a busy machine too: what is not done by then hangs.
pub const LIMIT: Duration = Duration::from_secs(180);

/// The program with these arguments and, if they say nothing else, without a network; its three streams are pipes.
pub fn program(arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.env("TENGEN_NET", "none").args(arguments);
    piped(command)
}

/// The same with these options, two threads and a small tree if they say nothing else.
pub fn tengen(options: &str) -> Command {
    let mut command = program(options.split_whitespace());
    for (option, value) in [("--memory", "64"), ("--threads", "2")] {
        if !options.contains(option) {
            command.args([option, value]);
        }
    }
    command
}

/// The program as the last command of a shell, `$0` in `script`, for what only a shell can set up.
pub fn tengen_in_shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .env("TENGEN_NET", "none")
        .args(["-c", script, env!("CARGO_BIN_EXE_tengen")]);
    piped(command)
}

/// A command with pipes on all sides, into which it writes no colours.
pub fn piped(mut command: Command) -> Command {
    command
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Sends all this at once and closes the input; what comes back.
pub fn run(command: &mut Command, input: impl Into<Vec<u8>>) -> Output {
    run_within(LIMIT, command, input)
}

/// As [`run`], for what may take longer.
pub fn run_within(limit: Duration, command: &mut Command, input: impl Into<Vec<u8>>) -> Output {
    let mut child = command.spawn().expect("the program starts");
    let input: Vec<u8> = input.into();
    if let Some(mut stdin) = child.stdin.take() {
        // A program that refuses its options reads nothing.
        thread::spawn(move || stdin.write_all(&input));
    }
    collect_within(limit, child)
}

/// What a program says that is sent nothing, and how it ends.
pub fn output(mut command: Command) -> Output {
    run(&mut command, "")
}

/// What comes of work that might wait for ever.
pub fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, end) = mpsc::channel();
    thread::spawn(move || done.send(work()));
    match end.recv_timeout(LIMIT) {
        Ok(result) => result,
        Err(RecvTimeoutError::Disconnected) => panic!("it failed"),
        Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
    }
}

/// Everything the program says until it ends by itself.
pub fn collect(child: Child) -> Output {
    collect_within(LIMIT, child)
}

fn collect_within(limit: Duration, child: Child) -> Output {
    #[cfg(unix)]
    let pid = child.id();
    let (done, end) = mpsc::channel();
    thread::spawn(move || done.send(child.wait_with_output()));
    match end.recv_timeout(limit) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            #[cfg(unix)]
            send_signal(pid, Signal::SIGKILL);
            panic!("it hangs");
        }
    }
}

/// How the program ends by itself, whatever becomes of its output.
pub fn wait(child: &mut Child) -> ExitStatus {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    panic!("it does not end");
}

/// What the program answers to all this at once, until it ends by itself.
pub fn session(options: &str, input: impl Into<Vec<u8>>) -> Output {
    run(&mut tengen(options), input)
}

/// What a session answers that ends well.
pub fn replies(options: &str, input: impl Into<Vec<u8>>) -> String {
    let output = session(options, input);
    assert!(output.status.success(), "{options}: {output:?}");
    text(&output.stdout)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a program has said on standard error.
pub fn errors(output: &Output) -> String {
    text(&output.stderr)
}

/// Sends a signal.
#[cfg(unix)]
pub fn send_signal(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).expect("a process number");
    kill(Pid::from_raw(pid), signal).expect("the process is there");
}

/// The program at the other end of three pipes; killed when dropped.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub lines: Receiver<String>,
}

/// The lines of a pipe as they come, for whoever must not wait for them for ever. A carriage return is part of its line.
pub fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        // Read on when nobody wants them any more: the program must not notice.
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let _ = sender.send(String::from_utf8(line).expect("UTF-8"));
        }
    });
    lines
}

/// The first lines of what a program says; its output is closed then.
pub fn first_lines(child: &mut Child, count: usize) -> Vec<String> {
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    in_time(move || output.lines().take(count).map(Result::unwrap).collect())
}

/// The next of these lines.
pub fn next_line(lines: &Receiver<String>) -> String {
    let line = lines.recv_timeout(LIMIT);
    line.unwrap_or_else(|_| panic!("it says nothing more"))
}

impl Engine {
    /// Starts it; its standard output is read from the beginning, standard error is not.
    pub fn start(command: &mut Command) -> Engine {
        let mut child = command.spawn().expect("the program starts");
        Engine {
            input: child.stdin.take(),
            lines: lines_of(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    pub fn send(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_ref()).expect("it reads");
    }

    /// The next line of its output.
    pub fn line(&self) -> String {
        next_line(&self.lines)
    }

    /// The reply to one command, its lines joined.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        self.reply()
    }

    /// The next reply.
    pub fn reply(&self) -> String {
        let lines = std::iter::repeat_with(|| self.line());
        let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    /// How it ends by itself.
    pub fn end(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    /// A number of kilobytes from `/proc`, such as `VmRSS` or `VmHWM`; none where there is no such thing, nor of a
    /// process that has ended.
    pub fn kilobytes(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let words = line.trim_start_matches(':');
        words.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
