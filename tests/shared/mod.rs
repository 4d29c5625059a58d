//! Games and networks that are not part of the project, in `../shared` or `$TENGEN_SHARED`.

use crate::skipped::skipped;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where they are looked for.
pub fn shared() -> PathBuf {
    match std::env::var_os("TENGEN_SHARED") {
        Some(shared) => PathBuf::from(shared),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
    }
}

/// The text of a file packed by `xz`; none, with a loud word, if it is not there or cannot be unpacked.
pub fn unpacked(path: &Path) -> Option<String> {
    if !path.exists() {
        skipped(format!("{} is not there", path.display()));
        return None;
    }
    let output = match Command::new("xz").arg("-dc").arg(path).output() {
        Ok(output) => output,
        Err(error) => {
            skipped(format!("xz, which unpacks it, does not run: {error}"));
            return None;
        }
    };
    assert!(output.status.success(), "xz -dc {}", path.display());
    Some(String::from_utf8(output.stdout).unwrap())
}
