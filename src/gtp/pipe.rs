use std::fs;
use std::io;
use std::path::Path;

/// Writes a file anew, if its path names no pipe.
///
/// # Errors
/// If it cannot be written, or is a named pipe.
pub(crate) fn write_file(path: &Path, text: String) -> io::Result<()> {
    refuse_pipe(path).and_then(|()| fs::write(path, text))
}

/// Refuses to write to a named pipe: a reader that does not come, or does not read, would stop whoever writes.
///
/// # Errors
/// If the path names one.
#[cfg(unix)]
pub(super) fn refuse_pipe(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    match fs::metadata(path) {
        Ok(file) if file.file_type().is_fifo() => Err(io::Error::other("it is a pipe")),
        _ => Ok(()),
    }
}

/// Elsewhere no name of a file is a pipe's.
#[cfg(not(unix))]
pub(super) fn refuse_pipe(_: &Path) -> io::Result<()> {
    Ok(())
}
