//! Commands that fail badly, for the tests of what happens then.

use crate::gtp::command::{Command, Family};

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
                crate::session::tests::break_next_search();
                Ok(String::new())
            },
        },
        Command {
            name: "test-break_workers",
            arguments: "FIRST END",
            summary: "Has these expansions of the next search panic",
            run: |_, call| {
                let expansions = call.number("number")?..call.number("number")?;
                crate::search::broken::break_expansions(expansions);
                Ok(String::new())
            },
        },
    ],
};
