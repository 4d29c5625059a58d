//! The form of commands and of their replies.

use crate::tools::gtp_check::checker::{Checker, visible};
use crate::tools::gtp_check::code::Code;
use crate::tools::gtp_check::probe::Reply;

/// Ids, small and large, with replies and with errors.
pub(super) fn ids(checker: &mut Checker) -> Option<()> {
    for (id, rest, code) in [
        ("1", "name", Code::IdNotEchoed),
        ("0", "name", Code::IdNotEchoed),
        ("42", "no_such_command", Code::IdNotEchoed),
        ("7", "boardsize none", Code::IdNotEchoed),
        ("2147483647", "name", Code::IdLarge),
    ] {
        let command = format!("{id} {rest}");
        let reply = checker.ask(&command)?;
        // An engine that repeats no id at all has nothing against large ones.
        match reply.id.as_str() {
            "" => checker.blame(Code::IdNotEchoed, &command, &reply),
            same if same == id => {}
            _ => checker.blame(code, &command, &reply),
        }
    }
    // Without an id again, after one.
    checker.ask("name").map(|_| ())
}

/// Line ends, blanks, comments and control characters.
pub(super) fn commands(checker: &mut Checker) -> Option<()> {
    let name = checker.ask("name")?;
    for (command, code) in [
        ("name\r", Code::Crlf),
        ("name # a comment", Code::Comment),
        ("name# a comment", Code::Comment),
        ("na\u{7}me", Code::ControlCharacters),
    ] {
        let reply = checker.ask(command)?;
        if !reply.says_the_same(&name) {
            checker.blame(code, command, &reply);
        }
    }
    for (command, code) in [
        ("known_command\tname", Code::Tab),
        ("known_command name\r", Code::Crlf),
    ] {
        let reply = checker.ask(command)?;
        if !reply.ok || reply.text != "true" {
            checker.blame(code, command, &reply);
        }
    }
    silent_lines(checker, &name)
}

/// Lines without a command get no reply: the next one is that of the command after them.
fn silent_lines(checker: &mut Checker, name: &Reply) -> Option<()> {
    for silent in ["", "   ", "# a comment", "\r"] {
        checker.send(format!("{silent}\nname\n").as_bytes())?;
        let reply = checker.receive("name")?;
        if reply.says_the_same(name) {
            continue;
        }
        checker.blame(Code::BlankAnswered, silent, &reply);
        // The reply that was meant.
        checker.receive("name")?;
    }
    Some(())
}

/// Several commands before the first reply, which are answered as each is alone.
pub(super) fn pipelining(checker: &mut Checker) -> Option<()> {
    const COMMANDS: [&str; 3] = ["name", "version", "protocol_version"];
    let mut replies = Vec::new();
    for command in COMMANDS {
        replies.push(checker.ask(command)?);
    }
    let all = COMMANDS.join("\n") + "\n";
    checker.send(all.as_bytes())?;
    for (index, (command, alone)) in COMMANDS.iter().zip(&replies).enumerate() {
        let reply = checker.receive(command);
        if reply
            .as_ref()
            .is_some_and(|reply| reply.says_the_same(alone))
        {
            continue;
        }
        let came = reply.map_or("nothing".to_owned(), |reply| reply.lines.join(" / "));
        checker.find(
            Code::Pipelining,
            vec![
                format!("> {}", COMMANDS.join(" / ")),
                format!("< as reply {}: {}", index + 1, visible(&came)),
            ],
        );
        // What is left of the replies would confuse everything after them.
        checker.lose();
        return None;
    }
    Some(())
}
