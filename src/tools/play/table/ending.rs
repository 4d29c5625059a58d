//! How a game at the table ends: with a count, or because somebody gives up.

use super::{Stage, Table};
use crate::console::picture::board;
use crate::game::{Score, Territory, sgf};
use crate::session::Session;
use crate::tools::play::count::Count;
use crate::tools::play::words::{self, AGREEMENT};
use crate::types::Color;
use std::io::{self, Write};
use std::sync::Arc;

impl<W: Write> Table<W> {
    /// The result or, before there is one, the score if the board is settled, else what Tengen expects.
    pub(super) fn show_score(&mut self) -> io::Result<()> {
        match &self.stage {
            Stage::Playing => {}
            Stage::Counting(count) => {
                let text = count.text(self.session.game(), self.options.style);
                return writeln!(self.out, "{text}");
            }
            Stage::Over(result) => return writeln!(self.out, "The result is {result}."),
        }
        let judgement = self.thinking(|session| session.judge(Arc::default()))?;
        if !judgement.has_only_dame_left(self.session.game()) {
            let words = |session: &mut Session| words::expectation(session.look(Arc::default()));
            let words = self.thinking(words)?;
            return writeln!(self.out, "{words}");
        }
        let game = self.session.game();
        let territory = match game.rules().dead_stones_are_agreed() {
            true => judgement.territory(game),
            false => Territory::new(game, &[]),
        };
        let picture = board(game, self.options.style, Some(&territory));
        let score = game.score_of(&territory);
        writeln!(self.out, "\n{picture}")?;
        writeln!(
            self.out,
            "If the game ended now: {}.",
            words::in_words(score)
        )
    }

    /// Both have passed: shows what Tengen thinks of every stone, unless all of them count.
    pub fn begin_count(&mut self) -> io::Result<()> {
        if self.session.game().no_result() {
            return self.end_without_result("The position repeats: no result.");
        }
        let judgement = self.thinking(|session| session.judge(Arc::default()))?;
        let count = Count::new(&judgement);
        let game = self.session.game();
        let text = count.text(game, self.options.style);
        writeln!(self.out, "Both have passed. The count:\n{text}")?;
        if game.counts_as_it_stands() {
            let score = count.score(game);
            return self.end_by_score(score, "Every stone counts under these rules.");
        }
        self.stage = Stage::Counting(count);
        writeln!(self.out, "{AGREEMENT}")
    }

    /// The passes are taken back, and dead stones have to be captured from now on.
    pub(super) fn play_on(&mut self) -> io::Result<()> {
        while self.session.game().follows_pass() && self.session.undo(1).is_ok() {}
        self.session.set_to_move(self.options.person);
        self.cleanup_from = Some(self.session.game().moves().len());
        self.stage = Stage::Playing;
        writeln!(
            self.out,
            "The game goes on, and Tengen captures what it thinks is dead before it passes."
        )?;
        self.show_board()
    }

    pub(super) fn end_by_resignation(&mut self, loser: Color, words: &str) -> io::Result<()> {
        self.end(sgf::resignation(loser), Some(!loser), words)
    }

    pub(super) fn end_by_score(&mut self, score: Score, words: &str) -> io::Result<()> {
        self.end(score.to_string(), score.winner(), words)
    }

    pub(super) fn end_without_result(&mut self, words: &str) -> io::Result<()> {
        self.end(sgf::VOID.to_owned(), None, words)
    }

    fn end(&mut self, result: String, winner: Option<Color>, words: &str) -> io::Result<()> {
        let outcome = words::outcome(winner, self.options.person);
        writeln!(self.out, "{words} {outcome}: {result}")?;
        self.stage = Stage::Over(result);
        Ok(())
    }
}
