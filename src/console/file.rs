use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Writes a file anew, unless its path names a pipe.
///
/// # Errors
/// If it cannot be written, or is a named pipe.
pub fn write_file(path: &Path, text: String) -> io::Result<()> {
    refuse_pipe(path)?;
    fs::write(path, text)
}

/// Opens a file to append to it, unless its path names a pipe.
///
/// # Errors
/// If it cannot be opened, or is a named pipe.
pub fn append_to_file(path: &Path) -> io::Result<File> {
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
