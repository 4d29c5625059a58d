//! What clients do between two moves, and what must come of it.

use super::Table;
use crate::engine::{Fault, Kind, fault};
use crate::oracle::pick;
use crate::oracle::record::Verdict;
use tengen::game::KoRule;
use tengen::types::Color;

/// Lines that must be refused, whatever the position.
const BAD_LINES: &[&str] = &[
    "play",
    "play green A1",
    "play b I1",
    "play b Z99",
    "play b A0",
    "play w A-1",
    "genmove",
    "genmove both",
    "boardsize 26",
    "boardsize 0 5",
    "boardsize 99999999999999999999",
    "komi seven",
    "komi nan",
    "komi 7.3",
    "fixed_handicap 1",
    "place_free_handicap -2",
    "set_free_handicap A1",
    "gg-undo 100000",
    "loadsgf /no/such/file.sgf",
    "printsgf /no/such/folder/file.sgf",
    "savesgf /no/such/folder/file.sgf",
    "go_rules no-such-rules",
    "sg_compare_int 1 genmove b",
    "time_settings 1 2",
    "time_left b soon 0",
    "kgs-time_settings hourglass 5",
    "kata-time_settings fischer -1 -1",
    "kata-set-rules {",
    "kata-set-rules no-such-rules",
    "kata-analyze b 1 ownership perhaps",
    "lz-analyze b 1 avoid b A1 0",
    "final_status_list perhaps",
    "tengen-param threads 0",
    "tengen-search_param no_such_number 1",
    "no_such_command",
    "囲碁 \u{1F600}",
    "pl\u{1}ay\u{2} b",
];

/// Questions that may be refused and change nothing.
const QUESTIONS: &[&str] = &[
    "showboard",
    "move_history",
    "last_move",
    "printsgf",
    "help",
    "cputime",
    "go_ladder D4",
    "uct_value_black",
    "sg_compare_float 0.5 uct_value",
    "tengen-param",
    "kata-list-params",
    "gogui-analyze_commands",
    "tengen-heatmap",
    "tengen-best_moves",
    "tengen-pv",
    "tengen-ownership",
    "tengen-search_summary",
    "tengen-chains",
    "tengen-pass_alive b",
    "tengen-forbidden b",
    "tengen-repetitions",
    "tengen-territory",
    "estimate_score",
    "clear_cache",
];

/// What can become of a stone, and then of an empty point.
const STATUSES: [&str; 6] = [
    "alive",
    "dead",
    "seki",
    "black_territory",
    "white_territory",
    "dame",
];

impl Table<'_> {
    /// What clients do between two moves; mostly nothing.
    pub(super) fn interlude(&mut self) -> Result<(), Fault> {
        match self.below(60) {
            0..2 => self.analyse(),
            2..4 => self.undo(),
            4..10 => self.try_point(),
            10..14 => self.bad_line(),
            14 => self.save_and_load(),
            15 => self.score(),
            16 => self.compare(),
            17 => self.all_legal(),
            18 => self.regression(),
            19..22 => {
                let question = pick(&mut self.random, QUESTIONS);
                self.engine.ask(question).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// An analysis that the next command ends.
    fn analyse(&mut self) -> Result<(), Fault> {
        let kinds = [
            ("lz-analyze", ""),
            ("kata-analyze", ""),
            ("kata-analyze", "ownership true pvVisits true"),
        ];
        let (name, options) = pick(&mut self.random, &kinds);
        let command = format!("{name} {} 1 {options}", self.record.now().to_move);
        self.engine.send(&command)?;
        let head = self.engine.line(&command)?;
        if head != "= " {
            return fault(Kind::Refused, format!("'{command}': {head}"));
        }
        for _ in 0..self.below(3) {
            let line = self.engine.line(&command)?;
            is_info(&command, &line)?;
        }
        self.engine.send("protocol_version")?;
        loop {
            let line = self.engine.line(&command)?;
            if line.is_empty() {
                break;
            }
            is_info(&command, &line)?;
        }
        self.counts.analyses += 1;
        let reply = self.engine.reply("protocol_version")?;
        match reply.text.as_str() {
            "2" => Ok(()),
            text => fault(Kind::BadReply, format!("after '{command}': {text}")),
        }
    }

    fn undo(&mut self) -> Result<(), Fault> {
        let count = 1 + self.below(4);
        let reply = self.engine.ask(&format!("gg-undo {count}"))?;
        if reply.ok != (count <= self.record.len()) {
            let kind = if reply.ok {
                Kind::Accepted
            } else {
                Kind::Refused
            };
            let played = self.record.len();
            return fault(
                kind,
                format!("'gg-undo {count}' of {played}: {}", reply.text),
            );
        }
        if reply.ok {
            (0..count).for_each(|_| self.record.undo());
            self.counts.undone += count as u64;
        }
        Ok(())
    }

    /// A stone anywhere, for either player, which the rules may forbid.
    fn try_point(&mut self) -> Result<(), Fault> {
        let color = pick(&mut self.random, &Color::BOTH);
        let at = self.below(self.dims.area());
        let command = format!("play {color} {}", self.vertex(at));
        let verdict = self.record.check(color, at);
        let reply = self.engine.ask(&command)?;
        match (reply.ok, verdict) {
            (true, Verdict::Legal) => self.record.play(color, Some(at)),
            (false, Verdict::Legal) => {
                return fault(Kind::Refused, format!("'{command}': {}", reply.text));
            }
            (true, verdict) => return fault(Kind::Accepted, format!("'{command}': {verdict:?}")),
            (false, _) => self.counts.refused_moves += 1,
        }
        Ok(())
    }

    /// A line that must be refused and change nothing.
    fn bad_line(&mut self) -> Result<(), Fault> {
        let long = "x".repeat(100_000);
        let line = match self.below(BAD_LINES.len() + 1) {
            0 => long.as_str(),
            index => BAD_LINES[index - 1],
        };
        if self.engine.ask(line)?.ok {
            return fault(Kind::Accepted, format!("'{line:.60}'"));
        }
        self.counts.bad_lines += 1;
        self.compare()
    }

    /// The record goes through a file, whole or only up to a move.
    fn save_and_load(&mut self) -> Result<(), Fault> {
        let file = self.file.display().to_string();
        let terms = self.terms()?;
        self.engine.must(&format!("printsgf {file}"))?;
        if self.one_in(2) {
            self.engine.must("boardsize 5")?;
        }
        if self.record.len() > 0 && self.one_in(2) {
            let first_missing = 1 + self.below(self.record.len());
            self.engine
                .must(&format!("loadsgf {file} {first_missing}"))?;
            while self.record.len() >= first_missing {
                self.record.undo();
            }
        } else {
            self.engine.must(&format!("loadsgf {file}"))?;
        }
        self.counts.loaded += 1;
        let loaded = self.terms()?;
        if loaded != terms {
            return fault(
                Kind::OtherBoard,
                format!("{terms} became {loaded} in a file"),
            );
        }
        self.compare()
    }

    /// Rules and komi.
    fn terms(&mut self) -> Result<String, Fault> {
        Ok(self.engine.must("kata-get-rules")? + " " + &self.engine.must("get_komi")?)
    }

    /// The score, and that every point has just one status, which suits it.
    pub(super) fn score(&mut self) -> Result<(), Fault> {
        let reply = self.engine.ask("final_score")?;
        let has_no_result = self.record.ko == KoRule::Simple && self.record.is_cycle();
        if reply.ok == has_no_result {
            return fault(Kind::BadReply, format!("'final_score': {}", reply.text));
        }
        let mut seen = vec![false; self.dims.area()];
        for (index, status) in STATUSES.into_iter().enumerate() {
            let command = format!("final_status_list {status}");
            for vertex in self.engine.must(&command)?.split_whitespace() {
                let at = self.number(vertex);
                let suits = |&at: &usize| {
                    let is_stone = self.record.now().grid.color_at(at).is_some();
                    is_stone == (index < 3) && !seen[at]
                };
                let Some(at) = at.filter(suits) else {
                    return fault(Kind::BadReply, format!("'{command}': {vertex}"));
                };
                seen[at] = true;
            }
        }
        match seen.iter().position(|seen| !seen) {
            None => Ok(()),
            Some(at) => fault(Kind::BadReply, format!("{} has no status", self.vertex(at))),
        }
    }

    /// Every stone is where the referee has it.
    pub(super) fn compare(&mut self) -> Result<(), Fault> {
        for color in Color::BOTH {
            let command = format!("list_stones {color}");
            let reply = self.engine.must(&command)?;
            let listed: Option<Vec<usize>> = reply
                .split_whitespace()
                .map(|word| self.number(word))
                .collect();
            let mut listed = listed.unwrap_or_default();
            listed.sort_unstable();
            let grid = &self.record.now().grid;
            let is_ours = |&at: &usize| grid.color_at(at) == Some(color);
            let expected: Vec<usize> = (0..self.dims.area()).filter(is_ours).collect();
            if listed != expected {
                return fault(
                    Kind::OtherBoard,
                    format!("'{command}': {reply} in {grid:?}"),
                );
            }
        }
        Ok(())
    }

    /// Legal moves as the referee has them.
    fn all_legal(&mut self) -> Result<(), Fault> {
        let color = pick(&mut self.random, &Color::BOTH);
        let command = format!("all_legal {color}");
        let reply = self.engine.must(&command)?;
        let mut listed: Vec<&str> = reply.split_whitespace().collect();
        let is_legal = |&at: &usize| self.record.check(color, at) == Verdict::Legal;
        let legal = (0..self.dims.area()).filter(is_legal);
        let expected: Vec<String> = legal.map(|at| self.vertex(at)).collect();
        let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        expected.sort_unstable();
        listed.sort_unstable();
        match listed == expected {
            true => Ok(()),
            false => {
                let grid = &self.record.now().grid;
                fault(
                    Kind::OtherBoard,
                    format!("'{command}': {reply} in {grid:?}"),
                )
            }
        }
    }

    /// Moves that are chosen and not played.
    fn regression(&mut self) -> Result<(), Fault> {
        let color = pick(&mut self.random, &Color::BOTH);
        let command = match self.one_in(2) {
            true => format!("reg_genmove {color}"),
            false => {
                let two = [0; 2]
                    .map(|_| self.below(self.dims.area()))
                    .map(|at| self.vertex(at));
                format!("restricted_genmove {color} {}", two.join(" "))
            }
        };
        let vertex = self.engine.must(&command)?;
        self.judged(color, &vertex, &command)?;
        let is_asked_for = vertex == "PASS" || command.split(' ').any(|word| word == vertex);
        match command.starts_with("reg") || is_asked_for {
            true => Ok(()),
            false => fault(Kind::BadReply, format!("'{command}': {vertex}")),
        }
    }
}

/// A line of an analysis, as far as it matters here.
fn is_info(command: &str, line: &str) -> Result<(), Fault> {
    match line.starts_with("info move ") {
        true => Ok(()),
        false => fault(Kind::BadReply, format!("'{command}': {line}")),
    }
}
