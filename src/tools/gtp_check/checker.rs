//! Asking an engine and keeping what is wrong with its answers.

use super::code::Code;
use super::probe::{Probe, Reply, Silence};
use super::{Finding, Report};
use crate::console::on_one_line;
use crate::tools::engine::NEEDS_OPTION;
use std::collections::BTreeSet;
use std::time::Duration;

/// An engine that is lost more often than this is not started again.
const MOST_LOSSES: usize = 4;
/// How many examples a finding keeps.
const MOST_LINES: usize = 8;
/// How long output is waited for that nobody asked for, when an engine has just been started.
const START: Duration = Duration::from_millis(300);
/// And at other times.
const PAUSE: Duration = Duration::from_millis(20);

/// An engine under test.
pub struct Checker {
    command_line: String,
    limit: Duration,
    probe: Option<Probe>,
    losses: usize,
    has_answered: bool,
    /// It did not even answer the first command: it will not answer others.
    is_mute: bool,
    /// How it ended without ever having answered.
    never_started: Option<String>,
    findings: Vec<Finding>,
    /// What `list_commands` named.
    pub listed: BTreeSet<String>,
    /// The answer to `name`.
    pub name: String,
    /// The answer to `version`.
    pub version: String,
}

impl Checker {
    /// Starts an engine. No reply may take longer than `limit`.
    ///
    /// # Errors
    /// In words, if it cannot be started.
    pub fn start(command_line: &str, limit: Duration) -> Result<Checker, String> {
        let mut checker = Checker {
            command_line: command_line.to_owned(),
            limit,
            probe: Some(Probe::start(command_line)?),
            losses: 0,
            has_answered: false,
            is_mute: false,
            never_started: None,
            findings: Vec::new(),
            listed: BTreeSet::new(),
            name: String::new(),
            version: String::new(),
        };
        checker.listen_for(START);
        Ok(checker)
    }

    /// How long a reply may take.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether the engine broke down too often to go on.
    pub fn is_given_up(&self) -> bool {
        self.losses > MOST_LOSSES || self.is_mute || self.never_started.is_some()
    }

    /// How the engine ended, if it did so before its first reply.
    pub fn never_started(&self) -> Option<&str> {
        self.never_started.as_deref()
    }

    /// Another process of the same engine.
    pub fn another(&self) -> Option<Probe> {
        Probe::start(&self.command_line).ok()
    }

    /// Everything found so far.
    pub fn report(self) -> Report {
        Report {
            incomplete: self.is_given_up(),
            name: self.name,
            version: self.version,
            findings: self.findings,
        }
    }

    /// Whether the engine lists a command.
    pub fn has(&self, command: &str) -> bool {
        self.listed.contains(command)
    }

    /// `None` if the engine does not list a command.
    pub fn needs(&self, command: &str) -> Option<()> {
        self.has(command).then_some(())
    }

    /// Takes note of something wrong. Of each kind there is one finding, with some examples.
    pub fn find(&mut self, code: Code, lines: Vec<String>) {
        match self.findings.iter_mut().find(|found| found.code == code) {
            Some(found) if found.lines.len() + lines.len() <= MOST_LINES => {
                found.lines.extend(lines);
            }
            Some(_) => {}
            None => self.findings.push(Finding { code, lines }),
        }
    }

    /// As [`Checker::find`], shown by one answer.
    pub fn blame(&mut self, code: Code, sent: &str, reply: &Reply) {
        self.find(code, shown(Some(sent), &reply.lines));
    }

    /// Looks for output that nobody asked for.
    pub fn listen(&mut self) {
        self.listen_for(PAUSE);
    }

    fn listen_for(&mut self, wait: Duration) {
        let Some(probe) = &mut self.probe else {
            return;
        };
        let lines = probe.stray(wait);
        self.stray(None, &lines);
    }

    fn stray(&mut self, sent: Option<&str>, lines: &[String]) {
        if !lines.is_empty() {
            self.find(Code::StrayOutput, shown(sent, lines));
        }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) -> Option<()> {
        if self.probe.is_none() && !self.is_given_up() {
            self.probe = self.another();
        }
        self.probe.as_ref()?.send(bytes);
        Some(())
    }

    /// The next reply, to what `sent` describes. `None` if the engine is lost;
    /// that and faults in the reply's form are findings.
    pub fn receive(&mut self, sent: &str) -> Option<Reply> {
        let reply = match self.probe.as_mut()?.reply(self.limit) {
            Ok(reply) => reply,
            Err(silence) => {
                self.note_silence(sent, silence);
                self.lose();
                return None;
            }
        };
        self.has_answered = true;
        self.stray(Some(sent), &reply.stray);
        if !reply.is_complete {
            self.blame(Code::ReplyUnterminated, sent, &reply);
        }
        if !reply.has_blank {
            self.blame(Code::NoBlank, sent, &reply);
        }
        Some(reply)
    }

    /// Takes note of why there is no reply.
    fn note_silence(&mut self, sent: &str, silence: Silence) {
        let sent_line = format!("> {}", visible(sent));
        match silence {
            Silence::Timeout(stray) => {
                self.stray(Some(sent), &stray);
                self.find(Code::NoReply, vec![sent_line]);
                if !self.has_answered {
                    self.is_mute = true;
                    self.find(Code::NoReply, vec![NEEDS_OPTION.to_owned()]);
                }
            }
            Silence::End(stray) => {
                self.stray(Some(sent), &stray);
                let how = self
                    .probe
                    .as_mut()
                    .map(|probe| probe.how_it_ended(self.limit));
                let how = on_one_line(&how.unwrap_or_default());
                self.find(Code::Died, vec![sent_line, format!("ended: {how}")]);
                if !self.has_answered {
                    self.never_started = Some(how);
                }
            }
        }
    }

    /// Ends the process, if it is not lost yet; the next command starts another.
    pub fn lose(&mut self) {
        self.losses += usize::from(self.take().is_some());
    }

    /// The process, for what only the end of it shows.
    pub fn take(&mut self) -> Option<Probe> {
        self.probe.take()
    }

    /// Sends a line and takes the reply.
    pub fn ask(&mut self, command: &str) -> Option<Reply> {
        self.send(format!("{command}\n").as_bytes())?;
        let reply = self.receive(command)?;
        if !reply.id.is_empty() && !command.starts_with(|c: char| c.is_ascii_digit()) {
            self.blame(Code::IdUnasked, command, &reply);
        }
        Some(reply)
    }

    /// Asks what should be answered; an error reply is a finding.
    pub fn expect(&mut self, command: &str, code: Code) -> Option<Reply> {
        self.expect_text(command, code, |_| true)
    }

    /// Asks what should be answered by a text of some kind; anything else is a finding.
    pub fn expect_text(
        &mut self,
        command: &str,
        code: Code,
        is_right: impl FnOnce(&str) -> bool,
    ) -> Option<Reply> {
        let reply = self.ask(command)?;
        if !reply.ok || !is_right(&reply.text) {
            self.blame(code, command, &reply);
        }
        Some(reply)
    }

    /// Asks what should be refused; anything else is a finding.
    pub fn refuse(&mut self, command: &str, code: Code) -> Option<Reply> {
        let reply = self.ask(command)?;
        if reply.ok {
            self.blame(code, command, &reply);
        }
        Some(reply)
    }

    /// Looks whether a refusal begins with the words of the standard.
    pub fn look_for_words(&mut self, words: &str, command: &str, reply: &Reply) {
        if !reply.ok && !reply.text.starts_with(words) {
            self.blame(Code::ErrorText, command, reply);
        }
    }

    /// An empty board; `None` if there cannot be one.
    pub fn empty_board(&mut self, side: usize) -> Option<()> {
        let size = self.ask(&format!("boardsize {side}"))?;
        let clear = self.ask("clear_board")?;
        (size.ok && clear.ok).then_some(())
    }

    /// Plays moves that any engine must take, such as `b D4`.
    pub fn play(&mut self, moves: &[&str]) -> Option<()> {
        for mv in moves {
            let reply = self.expect(&format!("play {mv}"), Code::PlayRefused)?;
            if !reply.ok {
                return None;
            }
        }
        Some(())
    }

    /// All that the engine shows of its stones; empty if it shows nothing.
    pub fn stones(&mut self) -> Option<String> {
        let commands: &[&str] = match (self.has("list_stones"), self.has("showboard")) {
            (true, _) => &["list_stones black", "list_stones white"],
            (false, true) => &["showboard"],
            (false, false) => &[],
        };
        let mut text = String::new();
        for command in commands {
            let reply = self.ask(command)?;
            // An engine may list them in any order.
            let mut words: Vec<&str> = reply.text.split_whitespace().collect();
            if command.starts_with("list") {
                words.sort_unstable();
            }
            text += &format!("{command}: {}\n", words.join(" "));
        }
        Some(text)
    }

    /// A finding if the stones are not what they were.
    pub fn same_stones(&mut self, before: &str, after: &str, code: Code) -> Option<()> {
        let now = self.stones()?;
        if now != before {
            let lines = vec![
                format!("> {after}"),
                format!("before: {}", visible(before.trim_end())),
                format!("after:  {}", visible(now.trim_end())),
            ];
            self.find(code, lines);
        }
        Some(())
    }
}

/// What was sent, if anything, and the beginning of what came.
fn shown(sent: Option<&str>, came: &[String]) -> Vec<String> {
    let sent = sent.map(|sent| format!("> {}", visible(sent)));
    let came = came.iter().take(3);
    let came = came.map(|line| format!("< {}", visible(line)));
    sent.into_iter().chain(came).collect()
}

/// A line that shows its control characters and is not too long.
pub(super) fn visible(line: &str) -> String {
    const LONGEST: usize = 160;
    let mut text: String = line
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    // Quotes need no escape here.
    text = text.replace("\\'", "'").replace("\\\"", "\"");
    if line.chars().count() > LONGEST {
        text.push('…');
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_dies_is_lost_once() {
        let mut checker = Checker::start("true", Duration::from_secs(20)).unwrap();
        assert!(checker.ask("name").is_none());
        // As a check does that can make nothing of the replies which are left.
        checker.lose();
        assert_eq!(checker.losses, 1);
    }
}
