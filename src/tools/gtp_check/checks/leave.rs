//! How an engine ends.

use crate::tools::gtp_check::checker::Checker;
use crate::tools::gtp_check::code::Code;
use std::time::Duration;

/// How long leaving may take, unless replies may take less.
const FAREWELL: Duration = Duration::from_secs(10);

/// `quit` is answered and obeyed.
pub(super) fn quit(checker: &mut Checker) -> Option<()> {
    checker.send(b"quit\n")?;
    let limit = checker.limit();
    let mut probe = checker.take()?;
    let sent = || vec!["> quit".to_owned()];
    match probe.reply(limit) {
        Ok(reply) if reply.ok => {}
        Ok(reply) => checker.blame(Code::QuitUnanswered, "quit", &reply),
        Err(_) => checker.find(Code::QuitUnanswered, sent()),
    }
    if !probe.ends(limit.min(FAREWELL)) {
        checker.find(Code::QuitStays, sent());
    }
    Some(())
}

/// The input ends without a `quit`, right after two commands.
pub(super) fn end_of_input(checker: &mut Checker) -> Option<()> {
    let mut probe = checker.another()?;
    probe.send(b"name\nversion\n");
    probe.close();
    let limit = checker.limit();
    let lines = || {
        let sent = ["> name", "> version", "(end of input)"];
        sent.map(str::to_owned).to_vec()
    };
    if (0..2).any(|_| probe.reply(limit).is_err()) {
        checker.find(Code::EofUnanswered, lines());
    }
    if !probe.ends(limit.min(FAREWELL)) {
        checker.find(Code::EofStays, lines());
    }
    Some(())
}
