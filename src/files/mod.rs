//! Files that people name, read whole but within bounds, or written: a name may be that of a pipe into which nobody
//! writes or from which nobody reads, or of a device that never ends.
//!
//! Errors do not name the file: whoever asks for it does.

mod draft;

pub use draft::Draft;

use encoding_rs::{Encoding, UTF_8};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::string::FromUtf8Error;

/// Reads a file, a device, or a pipe such as a shell's `<(…)`, to its end. For names that a person has just typed: who
/// names a pipe means to write into it.
///
/// # Errors
/// What the system says, or if there are more than `most` bytes: no more than one byte beyond is read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_up_to(File::open(path)?, most)
}

/// Reads a regular file.
///
/// # Errors
/// As [`open_regular`], and if it cannot be read.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_up_to(open_regular(path, most)?, most)
}

/// Opens a regular file.
///
/// # Errors
/// If there is none, but perhaps something else, or if it has more than `most` bytes.
pub fn open_regular(path: &Path, most: u64) -> io::Result<File> {
    // Already the opening of a pipe might wait without end, so this comes first.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if metadata.len() > most {
        return Err(too_long(most));
    }
    File::open(path)
}

fn read_up_to(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(most.saturating_add(1))
        .read_to_end(&mut content)?;
    if content.len() as u64 > most {
        return Err(too_long(most));
    }
    Ok(content)
}

/// Bytes that are no text in UTF-8, and how far they are.
#[derive(Debug)]
pub struct NoText {
    bytes: Vec<u8>,
    /// The first line that is none, from 1.
    line: usize,
}

impl From<FromUtf8Error> for NoText {
    fn from(error: FromUtf8Error) -> NoText {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        NoText {
            line: 1 + sound.iter().filter(|&&byte| byte == b'\n').count(),
            bytes: error.into_bytes(),
        }
    }
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: it is no text in UTF-8", self.line)
    }
}

impl std::error::Error for NoText {}

/// What has been read as text: UTF-8, or UTF-16 with a byte order mark, as some editors on Windows write it. The mark is no
/// part of the text.
///
/// # Errors
/// If it is not UTF-8 and has no such mark.
///
/// ```
/// assert_eq!(tengen::files::text(b"\xff\xfeB\0".to_vec())?, "B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text(mut bytes: Vec<u8>) -> Result<String, NoText> {
    let Some((encoding, mark)) = Encoding::for_bom(&bytes) else {
        return Ok(String::from_utf8(bytes)?);
    };
    bytes.drain(..mark);
    match encoding == UTF_8 {
        true => Ok(String::from_utf8(bytes)?),
        false => Ok(encoding.decode_without_bom_handling(&bytes).0.into_owned()),
    }
}

/// The same of a text whose comments may be in any encoding: what is no UTF-8 in it is replaced by signs for that.
pub fn text_lossy(bytes: Vec<u8>) -> String {
    text(bytes).unwrap_or_else(|error| String::from_utf8_lossy(&error.bytes).into_owned())
}

/// Writes a file, a device or a pipe. A file that was there stays as it is if the new one cannot be written whole.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    written(path, text)?.publish()
}

/// A [`Draft`] that is complete and has yet to be published. Several programs may write the file at the same time.
///
/// # Errors
/// If it cannot be written.
pub fn written(path: &Path, text: &str) -> io::Result<Draft> {
    let mut draft = Draft::shared(path)?;
    draft.write_all(text.as_bytes())?;
    draft.complete()?;
    Ok(draft)
}

/// As [`write()`], unless the path names a pipe.
///
/// # Errors
/// If it cannot be written, or is a named pipe.
pub fn write_no_pipe(path: &Path, text: &str) -> io::Result<()> {
    refuse_pipe(path)?;
    write(path, text)
}

/// Opens a file to append to it, unless its path names a pipe.
///
/// # Errors
/// If it cannot be opened, or is a named pipe.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    refuse_pipe(path)?;
    OpenOptions::new().create(true).append(true).open(path)
}

/// Refuses a named pipe: Tengen would wait for as long as nobody opens its other end or reads from it.
#[cfg(unix)]
fn refuse_pipe(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    match fs::metadata(path) {
        Ok(file) if file.file_type().is_fifo() => Err(io::Error::other("it is a pipe")),
        _ => Ok(()),
    }
}

/// Systems other than Unix have no pipes among their files.
#[cfg(not(unix))]
fn refuse_pipe(_: &Path) -> io::Result<()> {
    Ok(())
}

fn too_long(most: u64) -> io::Error {
    let limit = match most {
        ..0x10_0000 => format!("{most} bytes"),
        0x10_0000..0x4000_0000 => format!("{} MB", most >> 20),
        _ => format!("{} GB", most >> 30),
    };
    io::Error::other(format!("it is longer than {limit}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFile;

    fn refusal<T>(result: io::Result<T>) -> String {
        result.err().expect("it is refused").to_string()
    }

    #[test]
    fn what_is_no_text_is_found_by_its_line() {
        let error = text(b"one\ntwo\n\xff\n".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "line 3: it is no text in UTF-8");
        assert_eq!(text_lossy(b"one \xff".to_vec()), "one \u{fffd}");
    }

    #[test]
    fn files_are_read_up_to_their_limit() {
        let path = TemporaryFile::new("five", b"12345");
        for read in [read, read_regular] {
            assert_eq!(read(&path, 5).unwrap(), b"12345");
            assert_eq!(refusal(read(&path, 4)), "it is longer than 4 bytes");
        }
        fs::remove_file(&path).unwrap();
        assert!(read(&path, 5).is_err());
    }

    #[test]
    fn text_may_begin_with_a_byte_order_mark() {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| {
            let signs = "\u{feff}D4 é".encode_utf16();
            signs.flat_map(bytes).collect::<Vec<u8>>()
        };
        let plain = "D4 é".as_bytes().to_vec();
        let marked = "\u{feff}D4 é".as_bytes().to_vec();
        for bytes in [
            plain,
            marked,
            utf_16(u16::to_le_bytes),
            utf_16(u16::to_be_bytes),
        ] {
            assert_eq!(text(bytes).unwrap(), "D4 é");
        }
        assert!(text(b"D4 \xe9".to_vec()).is_err());
    }

    #[test]
    fn limits_are_told_in_sensible_units() {
        assert_eq!(too_long(8 << 20).to_string(), "it is longer than 8 MB");
        assert_eq!(too_long(4 << 30).to_string(), "it is longer than 4 GB");
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused() {
        let zeros = Path::new("/dev/zero");
        assert_eq!(refusal(read(zeros, 1 << 20)), "it is longer than 1 MB");
        for path in ["/dev/zero", "/dev/null", "/"] {
            let refusal = refusal(open_regular(Path::new(path), 1 << 20));
            assert_eq!(refusal, "it is not a file", "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_to_its_end_where_it_may_be_one_and_never_written() {
        let directory = crate::temporary::Directory::new("pipe");
        let path = directory.pipe("pipe");
        // Nobody writes or reads: these must not wait.
        assert_eq!(refusal(read_regular(&path, 9)), "it is not a file");
        assert_eq!(refusal(write_no_pipe(&path, "")), "it is a pipe");
        assert_eq!(refusal(open_to_append(&path)), "it is a pipe");
        std::thread::scope(|scope| {
            scope.spawn(|| fs::write(&path, b"12345").unwrap());
            assert_eq!(read(&path, 5).unwrap(), b"12345");
        });
    }
}
