//! Engines in processes of their own, each in a process group where the system has them. An interrupt typed at the
//! terminal then reaches this program alone, which ends its engines itself, each with all that it has started: by
//! [`kill_apart`], or at once when [`end_on_interrupt`] has been called.

use super::engine::{Engine, Trouble};
use crate::wire::{self, Client};
use std::env;
use std::ffi::OsString;
use std::path::{self, Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The exit code of a program that was interrupted, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Whether the program must end at once.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

impl Engine for Client {
    fn ask(&mut self, command: &str, limit: Duration) -> Result<String, Trouble> {
        let answer = self.command(command, limit);
        wait_for_the_end();
        answer
    }
}

/// Waits for the end of a program that must end at once: that its engines were killed is no answer of theirs. Returns at once in
/// any other.
pub fn wait_for_the_end() {
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// Starts an engine from its command line, without a shell.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_apart(command_line: &str) -> Result<Box<dyn Engine>, String> {
    let words = Client::split(command_line).map_err(|error| error.to_string())?;
    start(Command::new(&words[0]).args(&words[1..]))
}

/// Kills every engine with all that it has started, for a program that must end at once: no other can be started
/// afterwards. Without process groups the engines see the end of their input instead.
pub fn kill_apart() {
    IS_ENDING.store(true, Ordering::SeqCst);
    kill_engines();
}

/// Kills every engine with all that it has started; no other can be started afterwards. Whatever waits for one is told that it has
/// ended. Does nothing without process groups.
pub fn kill_engines() {
    wire::kill_groups();
}

/// Has an interrupt end this program at once, and its engines with it. `last_words` is called when they have been killed, and the
/// program ends when it returns.
///
/// # Errors
/// If the system does not take the handler, or there is one already.
pub fn end_on_interrupt(last_words: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        kill_apart();
        last_words();
        process::exit(INTERRUPTED.into());
    })
}

/// Starts an engine from its command line in another directory. A program
/// named by a path is looked for from here, not from there.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_in(command_line: &str, directory: &Path) -> Result<Box<dyn Engine>, String> {
    let words = Client::split(command_line).map_err(|error| error.to_string())?;
    let mut program = PathBuf::from(&words[0]);
    if words[0].contains(path::is_separator) {
        program = path::absolute(program).map_err(|error| error.to_string())?;
    }
    start(
        Command::new(program)
            .args(&words[1..])
            .current_dir(directory),
    )
}

/// Starts this program with other arguments.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_self(args: &[OsString], directory: &Path) -> Result<Box<dyn Engine>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    start(Command::new(program).args(args).current_dir(directory))
}

fn start(command: &mut Command) -> Result<Box<dyn Engine>, String> {
    match Client::run(command) {
        Ok(client) => Ok(Box::new(client)),
        Err(error) => {
            wait_for_the_end();
            Err(error.to_string())
        }
    }
}
