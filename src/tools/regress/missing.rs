//! Commands that the tests ask for and the engine does not know.

use super::{Event, Run, SetupFailure};
use crate::tools::engine::Trouble;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The commands that the engine does not know, and how many lines, of tests and of set-up, need each; the most wanted
/// first.
pub fn missing_commands(run: &Run) -> Vec<(&str, usize)> {
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    for event in run.reports().flat_map(|(_, file)| &file.events) {
        let (command, trouble) = match event {
            Event::Test(test) => (
                &test.command,
                test.reply.as_ref().and_then(|r| r.as_ref().err()),
            ),
            Event::SetupFailed(SetupFailure { complaint, .. }) => {
                (&complaint.command, Some(&complaint.trouble))
            }
        };
        if trouble.is_some_and(is_unknown_command) {
            let name = command.split_whitespace().next().unwrap_or_default();
            *missing.entry(name).or_default() += 1;
        }
    }
    let mut missing: Vec<_> = missing.into_iter().collect();
    missing.sort_by_key(|&(_, lines)| Reverse(lines));
    missing
}

fn is_unknown_command(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refusal(text) if text.to_ascii_lowercase().contains("unknown command"))
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::{result, run};
    use super::super::verdict::Verdict;
    use super::*;
    use crate::tools::engine::Complaint;

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
                complaint: Complaint {
                    command: command.to_owned(),
                    trouble: Trouble::Refusal("unknown command".to_owned()),
                },
            })
        };
        if let Ok(file) = &mut run.files[0].1 {
            file.events
                .extend(["attack A1", "owl_attack B2", "owl_attack C3"].map(test));
            file.events.extend(["level 8", "owl_attack B2"].map(setup));
        }
        let expected = [("owl_attack", 3), ("attack", 1), ("level", 1)];
        assert_eq!(missing_commands(&run), expected);
    }
}
