//! What is said of settings that cannot be set, or do nothing.

use crate::console::stderr;
use crate::gtp::failure::Failure;
use crate::types::excerpt;

/// Why a setting cannot have this value.
pub(super) fn refusal(name: &str, wanted: &str, value: &str) -> Failure {
    Failure::Setting(format!("{name} is {wanted}, not '{}'", excerpt(value)))
}

/// Whoever sets what changes nothing should know.
pub(super) fn tell_of_no_effect(name: &str) {
    stderr::say(format!("tengen: {name} has no effect here"));
}
