//! The one table of commands: dispatch, `list_commands`, `known_command` and
//! `help` all read it, so that none can know a command that another does not.

use super::call::Call;
use super::commands::{
    admin, analyze, board, gogui, handicap, kgs, params, play, rules, scoring, search, sgf, show,
    time,
};
use super::failure::Failure;
use super::session::Session;

/// What a command answers: the text after `= `, or why it was refused.
pub type Reply = Result<String, Failure>;

/// One command.
pub struct Command {
    /// The name, in lower case; it is recognised in any.
    pub name: &'static str,
    /// The arguments in words: `COLOR VERTEX`; optional ones in brackets. `FILE` is the name of a
    /// file: by this word [`Command::touches_file`] knows which calls may read or write one.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Carries it out. On failure nothing has changed.
    pub run: fn(&mut Session, &mut Call) -> Reply,
}

impl Command {
    /// Whether no call of it does without a file.
    pub fn needs_file(&self) -> bool {
        self.arguments.starts_with("FILE")
    }

    /// Whether a call with this text after the name reads or writes a file.
    pub fn touches_file(&self, text: &str) -> bool {
        let is_named = !matches!(text, "" | "-");
        self.needs_file() || (self.arguments.contains("FILE") && is_named)
    }
}

/// Commands that belong together: one file each.
pub struct Family {
    /// The headline in `help`.
    pub title: &'static str,
    /// In the order in which they are listed.
    pub commands: &'static [Command],
}

/// Every command there is.
pub const FAMILIES: &[Family] = &[
    admin::FAMILY,
    play::FAMILY,
    handicap::FAMILY,
    search::FAMILY,
    analyze::FAMILY,
    time::FAMILY,
    scoring::FAMILY,
    board::FAMILY,
    rules::FAMILY,
    sgf::FAMILY,
    params::FAMILY,
    kgs::FAMILY,
    gogui::FAMILY,
    show::FAMILY,
    #[cfg(test)]
    super::commands::broken::FAMILY,
];

/// Every command, in the order of the families.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().flat_map(|family| family.commands)
}

/// The command with this name, in upper or lower case.
pub fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name.eq_ignore_ascii_case(name))
}

/// The commands that are `offered` with their arguments, under the headlines of their families.
pub fn help(offered: impl Fn(&Command) -> bool) -> String {
    let mut text = String::new();
    for family in FAMILIES {
        text.push_str(&format!("{}:\n", family.title));
        for command in family.commands.iter().filter(|command| offered(command)) {
            text.push_str(&format!(
                "  {}\n      {}\n",
                usage(command),
                command.summary
            ));
        }
    }
    text
}

/// The command as it is typed: `play COLOR VERTEX`.
pub fn usage(command: &Command) -> String {
    format!("{} {}", command.name, command.arguments)
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_lower_case_words() {
        let mut seen = HashSet::new();
        for command in commands() {
            assert!(seen.insert(command.name), "{}", command.name);
            assert!(
                !command
                    .name
                    .contains(|c: char| c.is_whitespace() || c.is_uppercase())
            );
            assert!(!command.summary.is_empty() && !command.summary.contains('\n'));
        }
    }

    #[test]
    fn calls_that_touch_files_are_known() {
        let loadsgf = find("loadsgf").unwrap();
        assert!(loadsgf.needs_file() && loadsgf.touches_file(""));
        let printsgf = find("printsgf").unwrap();
        assert!(!printsgf.needs_file() && printsgf.touches_file("x.sgf"));
        assert!(!printsgf.touches_file("") && !printsgf.touches_file("-"));
        assert!(!find("play").unwrap().touches_file("b D4"));
    }

    #[test]
    fn found_in_any_case() {
        assert_eq!(find("GenMove").unwrap().name, "genmove");
        assert!(find("genmov").is_none() && find("").is_none());
    }
}
