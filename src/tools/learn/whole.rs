//! Files that are there only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};

/// Writes a file so that it appears under its name only when it is complete.
///
/// # Errors
/// That of `fill`, or what the system says.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let mut file = BufWriter::new(File::create(&unfinished)?);
    fill(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    file.sync_all()?;
    fs::rename(unfinished, path)
}
