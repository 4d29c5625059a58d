//! The checks of the test suite, for the fuzzers.

#[path = "../../tests/checks/mod.rs"]
pub mod checks;
#[path = "../../tests/oracle/mod.rs"]
pub mod oracle;
