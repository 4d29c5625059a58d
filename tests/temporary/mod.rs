//! Directories and files that are there for as long as a test holds them; of the program and of the library's own tests.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// An empty directory that nobody else uses.
pub struct Directory(PathBuf);

impl Directory {
    /// Its name holds this one, for whoever finds it left behind.
    pub fn new(name: &str) -> Directory {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-{name}-{}-{number}", process::id());
        let path = env::temp_dir().join(name);
        // A process that had this number before, and was killed, may have left it full.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Directory(path)
    }

    /// What there is of this name, or might be, as an argument.
    pub fn path(&self, name: &str) -> String {
        self.join(name).display().to_string()
    }

    /// Writes a file; its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.join(name), content).unwrap();
        self.path(name)
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.join(name)).unwrap()
    }

    /// The names of all that is there, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// Makes a named pipe.
    #[cfg(unix)]
    pub fn pipe(&self, name: &str) -> PathBuf {
        let pipe = self.join(name);
        let made = process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        pipe
    }
}

impl Deref for Directory {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for Directory {
    fn as_ref(&self) -> &Path {
        self
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file in a directory of its own.
pub struct TemporaryFile {
    path: PathBuf,
    /// For what its end does.
    _directory: Directory,
}

impl TemporaryFile {
    /// It has exactly this name.
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> TemporaryFile {
        let directory = Directory::new("file");
        directory.write(name, content);
        TemporaryFile {
            path: directory.join(name),
            _directory: directory,
        }
    }
}

impl Deref for TemporaryFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for TemporaryFile {
    fn as_ref(&self) -> &Path {
        self
    }
}
