//! The files that are written.

use super::ReviewArgs;
use crate::cli::paths::{check_writable, is_same_file};
use crate::files;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// The longest file that is looked at to see whether it is a review and may be replaced.
const LONGEST_REVIEW: u64 = 64 << 20;

impl ReviewArgs {
    /// Where the file with this extension is written.
    pub(super) fn output(&self, extension: &str) -> PathBuf {
        let mut usual = self.file.file_stem().unwrap_or_default().to_owned();
        usual.push(".review");
        let mut name: OsString = match &self.output {
            Some(directory) if directory.is_dir() => directory.join(usual).into(),
            Some(name) => without_extension(name).into(),
            None => usual,
        };
        name.push(".");
        name.push(extension);
        name.into()
    }

    /// Refuses to write over the game or, unless told to, over anything but an earlier review, and what cannot be
    /// written at all.
    pub(super) fn check_output(
        &self,
        path: &Path,
        is_review: fn(&[u8]) -> bool,
    ) -> Result<(), String> {
        let name = path.display();
        if is_same_file(path, &self.file) {
            return Err(format!("--output would overwrite {name}"));
        }
        if path.is_file() && !self.force {
            let earlier = files::read_regular(path, LONGEST_REVIEW);
            if !earlier.is_ok_and(|text| text.is_empty() || is_review(&text)) {
                return Err(format!(
                    "{name} is there and no review: --force replaces it"
                ));
            }
        }
        check_writable(path)
    }
}

/// A name without the extension that one of the files gets anyway.
fn without_extension(name: &Path) -> PathBuf {
    let is_ours = |extension: &OsStr| ["html", "sgf"].iter().any(|ours| extension == *ours);
    match name.extension().is_some_and(is_ours) {
        true => name.with_extension(""),
        false => name.to_owned(),
    }
}

/// Writes both files, or leaves both as they were.
pub fn write(files: &[(&Path, String); 2]) -> Result<(), String> {
    let cannot =
        |path: &Path, error: io::Error| format!("{} cannot be written: {error}", path.display());
    let mut drafts = Vec::new();
    for (path, text) in files {
        let draft = files::written(path, text).map_err(|error| cannot(path, error))?;
        drafts.push((path, draft));
    }
    drafts
        .into_iter()
        .try_for_each(|(path, draft)| draft.publish().map_err(|error| cannot(path, error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_one_of_the_files_will_do_for_both() {
        for (name, bare) in [
            ("d/game.html", "d/game"),
            ("game.sgf", "game"),
            ("game.1", "game.1"),
        ] {
            assert_eq!(without_extension(Path::new(name)), Path::new(bare));
        }
    }
}
