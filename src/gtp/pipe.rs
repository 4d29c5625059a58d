use std::io;
use std::path::Path;

/// Refuses to write to a named pipe: a reader that does not come, or does not read, would stop whoever writes.
///
/// # Errors
/// If the path names one.
#[cfg(unix)]
pub(crate) fn refuse_pipe(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    match std::fs::metadata(path) {
        Ok(file) if file.file_type().is_fifo() => Err(io::Error::other("it is a pipe")),
        _ => Ok(()),
    }
}

/// Elsewhere no name of a file is a pipe's.
#[cfg(not(unix))]
pub(crate) fn refuse_pipe(_: &Path) -> io::Result<()> {
    Ok(())
}
