//! Engines that are shell scripts, and the pipes by which they tell tests whether they are still there.
#![cfg(unix)]
#![allow(dead_code, reason = "not every test needs all of it")]

use crate::process::in_time;
use crate::temporary::Directory;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// An engine behind a wrapper, as a script would start it: it says in a pipe that it has begun, answers nothing, and holds
/// the pipe open for as long as it is there.
pub struct Wrapped {
    pipe: PathBuf,
    /// For what its end does.
    _directory: Directory,
}

impl Wrapped {
    pub fn new() -> Wrapped {
        let directory = Directory::new("wrapped");
        Wrapped {
            pipe: directory.pipe("pipe"),
            _directory: directory,
        }
    }

    /// The command line that starts wrapper and engine.
    pub fn command_line(&self) -> String {
        let program = format!("exec >{}; echo begun; exec sleep 1000", self.pipe.display());
        format!("sh -c \"sh -c '{program}' & read line; wait\"")
    }

    /// The pipe of an engine that has just been started.
    pub fn begun(&self) -> BufReader<File> {
        begun(&self.pipe)
    }
}

/// Waits until somebody has opened the other end of this pipe and said that it has begun.
pub fn begun(pipe: &Path) -> BufReader<File> {
    let path = pipe.to_owned();
    in_time(move || {
        let mut pipe = BufReader::new(File::open(path).unwrap());
        let mut line = String::new();
        pipe.read_line(&mut line).unwrap();
        assert_eq!(line, "begun\n");
        pipe
    })
}

/// Waits until nobody holds the other end of this pipe.
pub fn until_left(mut pipe: BufReader<File>) {
    let rest = in_time(move || pipe.read_to_end(&mut Vec::new()).unwrap());
    assert_eq!(rest, 0, "nothing more is said");
}
