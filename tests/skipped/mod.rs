//! What a test says that finds nothing to do; of the program and of the library's own tests.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Says that a test does nothing, and why. What `eprintln` says, the test runner shows of failed tests alone.
pub fn skipped(why: impl Display) {
    // If nobody reads standard error, the test is skipped all the same.
    let _ = writeln!(stderr(), "SKIPPED: {why}");
}
