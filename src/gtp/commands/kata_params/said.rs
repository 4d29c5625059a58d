//! What is said of settings that do nothing.

use crate::console::stderr;

/// Whoever sets what changes nothing should know.
pub(super) fn tell_of_no_effect(name: &str) {
    stderr::say(format!("tengen: {name} has no effect here"));
}
