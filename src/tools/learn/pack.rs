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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::Directory;
    use std::fs;

    #[test]
    fn a_file_that_is_not_there_or_not_whole_is_named() {
        let directory = Directory::new("files");
        let path = directory.join("cut.lab.xz");
        assert!(
            read_file(&path)
                .unwrap_err()
                .to_string()
                .contains("cut.lab.xz: ")
        );
        fs::write(&path, b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46").unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.ends_with("cut.lab.xz: it ends too early"), "{error}");
        fs::write(&path, b"plain").unwrap();
        assert_eq!(read_file(&path).unwrap(), b"plain");
    }

    /// The word "plain" as `xz --check=none` packs it; the size of the dictionary is as in the format.
    fn packed(dictionary: u8) -> Vec<u8> {
        let start = b"\xFD7zXZ\0\0\0\xFF\x12\xD9A";
        let block = [2, 0, 0x21, 1, dictionary, 0, 0, 0];
        let mut checksum = flate2::Crc::new();
        checksum.update(&block);
        let content = b"\x01\0\x04plain\0\0\0\0";
        let end = b"\0\x01\x15\x05\xB0\xA7Yg\x06r\x9Ez\x01\0\0\0\0\0YZ";
        let parts: [&[u8]; 5] = [start, &block, &checksum.sum().to_le_bytes(), content, end];
        parts.concat()
    }

    #[test]
    fn what_takes_too_much_memory_to_unpack_is_refused() {
        let directory = Directory::new("memory");
        let path = directory.join("large.lab.xz");
        // 64 MB, the dictionary of xz -9, and 4 GB, the largest there is.
        fs::write(&path, packed(28)).unwrap();
        assert_eq!(read_file(&path).unwrap(), b"plain");
        fs::write(&path, packed(40)).unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.contains("more than 256 MB of memory"), "{error}");
    }
}
