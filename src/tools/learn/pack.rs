//! Files that may be compressed.

use lzma_rust2::XzReader;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most that is read of one file, unpacked.
const MOST_BYTES: u64 = 1 << 30;
const XZ: &[u8] = b"\xFD7zXZ\0";

/// A file that cannot be read.
#[derive(Debug)]
pub struct ReadError {
    path: PathBuf,
    why: String,
}

impl ReadError {
    /// A file of which something else is wrong.
    pub fn new(path: &Path, why: impl fmt::Display) -> ReadError {
        ReadError {
            path: path.to_owned(),
            why: why.to_string(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for ReadError {}

/// The whole content of a file, unpacked if it is an xz file.
///
/// # Errors
/// If it cannot be read or unpacked, or is larger than a gigabyte.
pub fn read_file(path: &Path) -> Result<Vec<u8>, ReadError> {
    let error = |error: io::Error| ReadError::new(path, error);
    let mut packed = Vec::new();
    let file = File::open(path).map_err(error)?;
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut packed)
        .map_err(error)?;
    let mut content = packed;
    if content.starts_with(XZ) {
        let mut unpacked = Vec::new();
        let reader = XzReader::new(content.as_slice(), true);
        reader
            .take(MOST_BYTES + 1)
            .read_to_end(&mut unpacked)
            .map_err(error)?;
        content = unpacked;
    }
    if content.len() as u64 > MOST_BYTES {
        return Err(ReadError::new(path, "more than a gigabyte"));
    }
    Ok(content)
}
