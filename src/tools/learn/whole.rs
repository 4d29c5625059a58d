//! Files that are there only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;

/// Writes a file so that it appears under its name only when it is complete.
///
/// # Errors
/// That of `fill`, or what the system says.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    make(path, fill, |unfinished| fs::rename(unfinished, path))
}

/// As [`write_whole`], but of several programs that make the same file at the same time one alone succeeds, and a file that
/// is there stays as it is.
///
/// # Errors
/// `AlreadyExists` if there is such a file by the time this one is complete; that of `fill`, or what the system says.
pub fn create_whole(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    make(path, fill, |unfinished| link(unfinished, path))
}

/// Writes a file under another name, and has it given its own by `finish`. Of a failure nothing is left.
fn make(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    finish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    // Nobody else writes under this name.
    let (process, thread) = (process::id(), thread::current().id());
    let unfinished = with_ending(path, &format!(".{process}-{thread:?}.unfinished"));
    let made = write(&unfinished, fill).and_then(|()| finish(&unfinished));
    // Where it has been renamed there is nothing left to remove.
    let _ = fs::remove_file(&unfinished);
    made
}

/// Gives a complete file its name, unless there is one of that name.
fn link(unfinished: &Path, path: &Path) -> io::Result<()> {
    if fs::hard_link(unfinished, path).is_ok() {
        return Ok(());
    }
    if path.try_exists()? {
        return Err(ErrorKind::AlreadyExists.into());
    }
    // A file system without links, as on memory cards.
    fs::rename(unfinished, path)
}

fn write(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    fill(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    file.sync_all()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
