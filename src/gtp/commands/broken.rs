//! Commands that fail badly, for the tests of what happens then.

use crate::gtp::table::{Command, Family};

/// Only in tests.
pub const FAMILY: Family = Family {
    title: "Tests",
    commands: &[
        Command {
            name: "test-panic",
            arguments: "",
            summary: "Panics",
            run: |_, _| panic!("as asked"),
        },
        Command {
            name: "test-break_search",
            arguments: "",
            summary: "Has the next search panic",
            run: |_, _| {
                crate::gtp::thinking::tests::break_next_search();
                Ok(String::new())
            },
        },
    ],
};
