//! Tells the program which commit and which target it is built from, for `tengen --version`.
//!
//! Needs nothing: without git, or outside a checkout, the commit is `unknown`. Nothing here depends on the time or the
//! machine, so that the same sources give the same program.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Cargo puts this into the packages it makes.
const VCS_INFO: &str = ".cargo_vcs_info.json";
/// How much of a hash is shown.
const HASH_LENGTH: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = packaged_commit().or_else(checked_out_commit);
    let commit = commit.as_deref().and_then(|hash| hash.get(..HASH_LENGTH));
    println!(
        "cargo::rustc-env=TENGEN_COMMIT={}",
        commit.unwrap_or("unknown")
    );
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=TENGEN_TARGET={target}");
}

/// The commit a package was made from.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(VCS_INFO).ok()?;
    println!("cargo::rerun-if-changed={VCS_INFO}");
    let (_, value) = info.split_once("\"sha1\"")?;
    let hash = value.split('"').nth(1)?;
    Some(hash.to_owned())
}

/// The commit of the checkout whose root this folder is.
fn checked_out_commit() -> Option<String> {
    // Unpacked inside another project's checkout, its commits say nothing about this one.
    if !Path::new(".git").exists() {
        return None;
    }
    // Changes with every commit and checkout. To name what is not there would mean to run each time.
    for name in ["logs/HEAD", "HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
            break;
        }
    }
    git(&["rev-parse", "HEAD"])
}

/// What git answers, on one line.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
