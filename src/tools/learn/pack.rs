//! Files that may be compressed.

use crate::files;
use lzma_rust2::XzReader;
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The most that is read of one file, unpacked.
const MOST_BYTES: u64 = 1 << 30;
/// The most memory for unpacking, beside what is unpacked: `xz -9` needs 65 MB of it.
const MOST_MEMORY_MB: u32 = 256;
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
    let content = files::read(path, MOST_BYTES).map_err(error)?;
    match content.starts_with(XZ) {
        true => unpack(&content).map_err(error),
        false => Ok(content),
    }
}

fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let reader = XzReader::new_mem_limit(packed, true, MOST_MEMORY_MB << 10);
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut content);
    read.map_err(|error| match error.kind() {
        ErrorKind::OutOfMemory => {
            let text = format!("unpacking it takes more than {MOST_MEMORY_MB} MB of memory");
            io::Error::other(text)
        }
        ErrorKind::UnexpectedEof => io::Error::other("it ends too early"),
        _ => error,
    })?;
    if content.len() as u64 > MOST_BYTES {
        let text = format!("unpacked it is longer than {} GB", MOST_BYTES >> 30);
        return Err(io::Error::other(text));
    }
    Ok(content)
}
