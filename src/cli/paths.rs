//! Where a long job may write its result.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

/// Checks before a long job whether its result can be written to this path, as far as that can be known.
pub fn check_writable(path: &Path) -> Result<(), String> {
    let cannot = |why: String| Err(format!("{} cannot be written: {why}", path.display()));
    if path.is_dir() {
        return cannot("it is a directory".to_owned());
    }
    if let Some(parent) = path.parent()
        && !parent.as_os_str().is_empty()
        && !parent.is_dir()
    {
        return cannot(format!("there is no directory {}", parent.display()));
    }
    let is_there = fs::symlink_metadata(path).is_ok();
    if is_there && !path.is_file() {
        // A pipe would wait for its reader.
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    if opened.is_ok() && !is_there {
        // If it stays, it is an empty file in the place of the result.
        let _ = fs::remove_file(path);
    }
    opened.map(drop).or_else(|error| cannot(error.to_string()))
}

/// Whether two paths lead to the same file, which need not be there yet.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let is_kept = |path: &Path| !path.exists() || path.is_file();
    is_kept(a) && place(a).is_some_and(|place_of_a| Some(place_of_a) == place(b))
}

/// Where a file is or would be.
fn place(path: &Path) -> Option<PathBuf> {
    let planned = || {
        let parent = path.parent()?;
        let here = parent.as_os_str().is_empty();
        let parent = if here { Path::new(".") } else { parent };
        Some(parent.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(planned)
}
