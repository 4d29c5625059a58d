//! What is wrong with a model file, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a model file could not be read, and where.
#[derive(Debug)]
pub struct FileError {
    path: Option<PathBuf>,
    place: Option<Place>,
    fault: Fault,
}

/// A place in a file.
#[derive(Debug)]
struct Place {
    /// Bytes from the start of the unpacked text.
    offset: u64,
    /// What was being read.
    part: String,
}

/// What is wrong.
#[derive(Debug)]
pub enum Fault {
    /// The system could not open or read the file.
    Io(io::Error),
    /// The packed bytes do not unpack.
    Unpack(io::Error),
    /// The file ends too early.
    Ends,
    /// The content is not what the format wants, or Tengen cannot use it.
    Content(String),
}

impl FileError {
    pub(super) fn new(offset: u64, part: &str, fault: Fault) -> FileError {
        let part = part.to_owned();
        let place = Some(Place { offset, part });
        FileError {
            path: None,
            place,
            fault,
        }
    }

    pub(super) fn io(error: io::Error) -> FileError {
        FileError {
            path: None,
            place: None,
            fault: Fault::Io(error),
        }
    }

    pub(super) fn of(self, path: &Path) -> FileError {
        FileError {
            path: Some(path.to_owned()),
            ..self
        }
    }

    /// What is wrong.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "network {}: ", path.display())?,
            None => write!(f, "network: ")?,
        }
        match &self.fault {
            Fault::Io(error) => write!(f, "{error}")?,
            Fault::Unpack(error) => write!(f, "the packed data is damaged ({error})")?,
            Fault::Ends => write!(f, "the file ends too early")?,
            Fault::Content(text) => write!(f, "{text}")?,
        }
        match &self.place {
            Some(Place { offset, part }) => {
                write!(f, ", at byte {offset} of the unpacked file, in {part}")
            }
            None => Ok(()),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io(error) | Fault::Unpack(error) => Some(error),
            Fault::Ends | Fault::Content(_) => None,
        }
    }
}
