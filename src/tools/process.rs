//! Engines in processes of their own.

use super::engine::{Engine, Trouble};
use crate::wire::{self, Client, StartError};
use std::env;
use std::ffi::OsString;
use std::path::{self, Path};
use std::process::Command;
use std::time::Duration;

impl Engine for Client {
    fn ask(&mut self, command: &str, limit: Duration) -> Result<String, Trouble> {
        self.command(command, limit)
    }
}

/// Starts an engine from its command line, without a shell, in a process group of its own where the system has them.
/// An interrupt typed at the terminal then reaches this program alone, which ends its engines itself, each with all
/// that it has started.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_apart(command_line: &str) -> Result<Box<dyn Engine>, String> {
    let words = Client::split(command_line).map_err(|error| error.to_string())?;
    boxed(Client::run_apart(Command::new(&words[0]).args(&words[1..])))
}

/// Kills every engine that [`launch_apart`] has started, with all that it has started, for a program that must end at
/// once. Without process groups the engines see the end of their input instead.
pub fn kill_apart() {
    wire::kill_groups();
}

/// Starts an engine from its command line in another directory. A program
/// named by a path is looked for from here, not from there.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_in(command_line: &str, directory: &Path) -> Result<Box<dyn Engine>, String> {
    let mut words = Client::split(command_line).map_err(|error| error.to_string())?;
    if words[0].contains(path::is_separator) {
        let program = path::absolute(&words[0]).map_err(|error| error.to_string())?;
        return start(Command::new(program).args(words.drain(1..)), directory);
    }
    start(Command::new(&words[0]).args(&words[1..]), directory)
}

/// Starts this program with other arguments.
///
/// # Errors
/// In words, if it cannot be started.
pub fn launch_self(args: &[OsString], directory: &Path) -> Result<Box<dyn Engine>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    start(Command::new(program).args(args), directory)
}

fn start(command: &mut Command, directory: &Path) -> Result<Box<dyn Engine>, String> {
    boxed(Client::run(command.current_dir(directory)))
}

fn boxed(client: Result<Client, StartError>) -> Result<Box<dyn Engine>, String> {
    match client {
        Ok(client) => Ok(Box::new(client)),
        Err(error) => Err(error.to_string()),
    }
}
