//! Commands that the tests ask for and the engine does not know.

use super::{Event, Run};
use crate::console::counted;
use crate::tools::engine::Trouble;
use std::collections::BTreeMap;
use std::fmt;

/// Who asks for a command that the engine does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Tests.
    pub tests: usize,
    /// Lines of set-up.
    pub setups: usize,
}

/// `2 tests and 1 line of set-up`
impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests = (self.tests > 0).then(|| counted(self.tests, "test", "tests"));
        let lines = counted(self.setups, "line of set-up", "lines of set-up");
        let setups = (self.setups > 0).then_some(lines);
        let parts: Vec<String> = tests.into_iter().chain(setups).collect();
        f.write_str(&parts.join(" and "))
    }
}

/// The commands that the engine does not know, and who needs each; the most wanted first.
pub fn missing_commands(run: &Run) -> Vec<(String, Demand)> {
    let mut missing: BTreeMap<&str, Demand> = BTreeMap::new();
    for event in run.reports().flat_map(|(_, file)| &file.events) {
        let (command, trouble) = match event {
            Event::Test(test) => (
                &test.command,
                test.reply.as_ref().and_then(|r| r.as_ref().err()),
            ),
            Event::SetupFailed(failure) => (&failure.command, Some(&failure.trouble)),
        };
        if !trouble.is_some_and(is_unknown_command) {
            continue;
        }
        let name = command.split_whitespace().next().unwrap_or_default();
        let demand = missing.entry(name).or_default();
        match event {
            Event::Test(_) => demand.tests += 1,
            Event::SetupFailed(_) => demand.setups += 1,
        }
    }
    let missing = missing.into_iter();
    let mut missing: Vec<_> = missing
        .map(|(name, demand)| (name.to_owned(), demand))
        .collect();
    missing.sort_by_key(|(_, demand)| std::cmp::Reverse(demand.tests + demand.setups));
    missing
}

fn is_unknown_command(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refusal(text) if text.to_ascii_lowercase().contains("unknown command"))
}

#[cfg(test)]
mod tests {
    use super::super::SetupFailure;
    use super::super::judge::Verdict;
    use super::super::report::tests::{result, run};
    use super::*;

    #[test]
    fn commands_that_are_missing_are_counted() {
        assert!(missing_commands(&run()).is_empty());
        let mut run = run();
        let unknown = || Some(Err(Trouble::Refusal("unknown command".to_owned())));
        let test = |command: &str| {
            let mut event = result(Verdict::UnexpectedFail, unknown());
            if let Event::Test(test) = &mut event {
                test.command = command.to_owned();
            }
            event
        };
        let setup = |command: &str| {
            Event::SetupFailed(SetupFailure {
                line: 1,
                command: command.to_owned(),
                trouble: Trouble::Refusal("unknown command".to_owned()),
            })
        };
        if let Ok(file) = &mut run.files[0].1 {
            file.events
                .extend(["attack A1", "owl_attack B2", "owl_attack C3"].map(test));
            file.events.extend(["level 8", "owl_attack B2"].map(setup));
        }
        let demand = |tests, setups| Demand { tests, setups };
        let expected = [
            ("owl_attack".to_owned(), demand(2, 1)),
            ("attack".to_owned(), demand(1, 0)),
            ("level".to_owned(), demand(0, 1)),
        ];
        assert_eq!(missing_commands(&run), expected);
        assert_eq!(demand(2, 1).to_string(), "2 tests and 1 line of set-up");
        assert_eq!(demand(0, 1).to_string(), "1 line of set-up");
    }
}
