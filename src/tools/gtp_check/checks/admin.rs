//! Who is there and what it knows.

use crate::console::on_one_line;
use crate::tools::gtp_check::checker::{Checker, visible};
use crate::tools::gtp_check::code::Code;
use std::collections::BTreeSet;

/// What GTP 2 requires of every engine.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// What else the specification has, and commands of clients that harm nothing when asked about.
const OPTIONAL: [&str; 16] = [
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
    "list_stones",
    "cputime",
    "kgs-time_settings",
    "gogui-analyze_commands",
    "lz-analyze",
];

/// `list_commands`.
pub(super) fn commands(checker: &mut Checker) -> Option<()> {
    let reply = checker.expect("list_commands", Code::ListMissing)?;
    if !reply.ok {
        return None;
    }
    let mut find = |code, what| checker.find(code, vec!["> list_commands".to_owned(), what]);
    let mut seen = BTreeSet::new();
    for (index, line) in reply.lines.iter().enumerate() {
        let line = line.trim_end_matches('\r');
        let line = match index {
            0 => behind_sign(line),
            _ => line,
        };
        if index == 0 && line.is_empty() {
            continue;
        }
        let name = line.trim();
        if name != line || name.contains(char::is_whitespace) {
            find(Code::ListForm, format!("< '{}'", visible(line)));
        }
        if !seen.insert(name.to_owned()) {
            find(Code::ListTwice, format!("< {} (twice)", visible(name)));
        }
    }
    for command in REQUIRED.iter().filter(|command| !seen.contains(**command)) {
        find(Code::ListMissing, format!("no {command} in the reply"));
    }
    checker.listed = seen;
    Some(())
}

/// What stands in the first line of a reply behind sign, id and a blank; that the blank may be missing is told elsewhere.
fn behind_sign(line: &str) -> &str {
    let text = line.trim_start_matches('=');
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.strip_prefix([' ', '\t']).unwrap_or(text)
}

/// `protocol_version`, `name` and `version`.
pub(super) fn identity(checker: &mut Checker) -> Option<()> {
    checker.expect_text("protocol_version", Code::ProtocolVersion, |text| {
        text == "2"
    })?;
    let is_name = |text: &str| !text.is_empty() && !text.contains('\n');
    let name = checker.expect_text("name", Code::Name, is_name)?;
    if name.ok {
        checker.name = on_one_line(&name.text);
    }
    let is_katago = checker.name.starts_with("KataGo");
    let is_version = |text: &str| is_katago || is_readable(text);
    let version = checker.expect_text("version", Code::Version, is_version)?;
    if version.ok {
        checker.version = on_one_line(&version.text);
    }
    Some(())
}

/// `0.17`, with whatever behind it that is no digit.
fn is_readable(version: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let first = version.split_whitespace().next().unwrap_or("");
    let mut parts = first.split('.');
    let (major, minor) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let minor: String = minor.chars().take_while(char::is_ascii_digit).collect();
    number(major) && number(&minor)
}

/// `known_command` against `list_commands`, and commands that do not exist.
pub(super) fn known(checker: &mut Checker) -> Option<()> {
    for name in checker.listed.clone() {
        let command = format!("known_command {name}");
        let reply = checker.ask(&command)?;
        match (reply.ok, reply.text.as_str()) {
            (true, "true") => {}
            (_, "false") | (false, _) => checker.blame(Code::ListedUnknown, &command, &reply),
            (true, _) => checker.blame(Code::KnownReply, &command, &reply),
        }
    }
    let nonsense = "known_command no_such_command";
    checker.expect_text(nonsense, Code::KnownReply, |text| text == "false")?;
    for name in OPTIONAL {
        if checker.has(name) {
            continue;
        }
        let command = format!("known_command {name}");
        let reply = checker.ask(&command)?;
        if reply.ok && reply.text == "true" {
            checker.blame(Code::KnownUnlisted, &command, &reply);
        }
    }
    for command in ["no_such_command", "no_such_command with arguments"] {
        let reply = checker.refuse(command, Code::UnknownAccepted)?;
        checker.look_for_words("unknown command", command, &reply);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_command_of_a_list_is_read_with_and_without_a_blank() {
        for line in ["= play", "=play", "=\tplay", "=7 play", "=7play"] {
            assert_eq!(behind_sign(line), "play", "{line}");
        }
        // One blank too many belongs to the form of the list.
        assert_eq!(behind_sign("=  play"), " play");
        assert_eq!(behind_sign("="), "");
    }

    #[test]
    fn versions_begin_with_two_numbers() {
        for version in ["0.20.0", "3.8", "0.17-beta", "1.15.3 (abc)", "12.00 (Jowa)"] {
            assert!(is_readable(version), "{version}");
        }
        for version in ["", "7", "v1.2", "alpha", "1.", ".5", "1.x", "x 1.2"] {
            assert!(!is_readable(version), "{version}");
        }
    }
}
