//! The table at which the two sit: the game, whose turn it is, and what happens.

mod ending;

use super::Options;
use super::count::Count;
use super::order::{After, HELP, HELP_AT_COUNT, HELP_AT_END, Order, parse};
use super::saved::Saved;
use super::words::{self, AGREEMENT};
use crate::console::Style;
use crate::console::picture::picture;
use crate::game::{IllegalMove, sgf};
use crate::search::{Choice, DeadStones, Level, Request};
use crate::session::{Answer, Session, longest_dispute};
use crate::time::Budget;
use crate::types::{Move, format_move, format_vertex};
use std::io::{self, Write};

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Person,
    Tengen,
    /// Both have passed: the count begins.
    Count,
}

/// How far the game is.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    Playing,
    /// The players agree on dead stones.
    Counting(Count),
    /// With its result as SGF has it.
    Over(String),
}

pub(super) struct Table<W> {
    options: Options,
    session: Session,
    out: W,
    stage: Stage,
    saved: Saved,
    /// The number of moves before which the players have disagreed about dead stones: from there on these must be
    /// captured.
    cleanup_from: Option<usize>,
}

impl<W: Write> Table<W> {
    /// A table at which a game begins.
    pub(super) fn new(options: Options, out: W) -> Table<W> {
        Table {
            session: Session::new(options.config.clone(), options.game.clone()),
            out,
            stage: Stage::Playing,
            saved: Saved::default(),
            cleanup_from: None,
            options,
        }
    }

    /// Says who plays whom, and how.
    pub(super) fn greet(&mut self) -> io::Result<()> {
        let words = words::greeting(&self.options, self.session.game());
        writeln!(self.out, "{words}")?;
        self.show_board()
    }

    /// Who has to do something now.
    pub(super) fn turn(&self) -> Turn {
        let game = self.session.game();
        match self.stage {
            Stage::Playing if game.is_over() => Turn::Count,
            Stage::Playing if game.to_move() != self.options.person => Turn::Tengen,
            _ => Turn::Person,
        }
    }

    /// Asks for the next line.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        let prompt = match &self.stage {
            Stage::Playing => format!(
                "Move {}, {} (you)",
                self.session.game().moves().len() + 1,
                self.options.person.name()
            ),
            Stage::Counting(_) => "Agreed? yes, no, or a point".to_owned(),
            Stage::Over(_) => "Game over".to_owned(),
        };
        let prompt = self.options.style.emphasized(&format!("{prompt}>"));
        write!(self.out, "{prompt} ")?;
        self.out.flush()
    }

    /// The input has ended.
    pub(super) fn leave(&mut self) -> io::Result<()> {
        writeln!(self.out, "\nGood-bye.")
    }

    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<After> {
        let order = match parse(line, self.session.game().dims()) {
            Ok(order) => order,
            Err(reason) => {
                writeln!(self.out, "{reason}")?;
                return Ok(After::GoOn);
            }
        };
        match order {
            Order::Nothing => {}
            Order::Quit => {
                writeln!(self.out, "Thank you for the game.")?;
                return Ok(After::Quit);
            }
            Order::Help => writeln!(self.out, "{}", self.help())?,
            Order::Board => self.show_board()?,
            Order::Save(file) => self.save(&file)?,
            Order::New => self.start_anew()?,
            Order::Undo => self.undo()?,
            Order::Score => self.show_score()?,
            order => self.obey_stage(order)?,
        }
        Ok(After::GoOn)
    }

    /// What can be typed now.
    fn help(&self) -> &'static str {
        match self.stage {
            Stage::Counting(_) => HELP_AT_COUNT,
            Stage::Playing => HELP,
            Stage::Over(_) => HELP_AT_END,
        }
    }

    /// Orders that mean something at one stage only.
    fn obey_stage(&mut self, order: Order) -> io::Result<()> {
        let game = self.session.game();
        match (&mut self.stage, order) {
            (Stage::Playing, Order::Point(point)) => self.person_moves(Move::Place(point)),
            (Stage::Playing, Order::Pass) => self.person_moves(Move::Pass),
            (Stage::Playing, Order::Hint) => self.hint(),
            (Stage::Playing, Order::Resign) => {
                self.end_by_resignation(self.options.person, "You resign.")
            }
            (Stage::Playing, _) => {
                writeln!(self.out, "It is your move. Type help for help.")
            }
            (Stage::Counting(count), Order::Point(point)) => {
                let words = match count.dispute(game, point) {
                    true => count.text(game, self.options.style),
                    false => "There is no stone.".to_owned(),
                };
                writeln!(self.out, "{words}")
            }
            (Stage::Counting(count), Order::Yes) => {
                let words = match count.disputed {
                    true => "Tengen takes your word for it.",
                    false => "Agreed.",
                };
                let score = count.score(game);
                self.end_by_score(score, words)
            }
            (Stage::Counting(_), Order::PlayOn) => self.play_on(),
            (Stage::Counting(_), _) => writeln!(self.out, "{AGREEMENT}"),
            (Stage::Over(_), _) => writeln!(self.out, "{HELP_AT_END}"),
        }
    }

    fn person_moves(&mut self, mv: Move) -> io::Result<()> {
        if let Err(reason) = self.session.play(self.options.person, mv) {
            let mv = format_move(self.session.game().dims(), mv);
            return writeln!(self.out, "{mv} cannot be played: {reason}.");
        }
        // What Tengen answers is shown on the same board.
        Ok(())
    }

    /// Tengen thinks and plays.
    pub(super) fn tengen_moves(&mut self) -> io::Result<()> {
        let color = self.session.game().to_move();
        let answer = self.think()?;
        // After `Session::genmove` the count would take stones that were to be captured for alive, Tengen's own too.
        let played = answer.and_then(|Answer { choice, .. }| {
            if let Choice::Move(mv) = choice {
                self.session.play(color, mv)?;
            }
            Ok(choice)
        });
        match played {
            Ok(Choice::Move(Move::Pass)) => writeln!(self.out, "Tengen passes.")?,
            Ok(Choice::Move(Move::Place(point))) => {
                let vertex = format_vertex(self.session.game().dims(), point);
                writeln!(self.out, "Tengen plays {vertex}.")?;
            }
            Ok(Choice::Resign) => return self.end_by_resignation(color, "Tengen resigns."),
            Err(reason) => return self.end_without_result(&format!("{reason}.")),
        }
        if self.session.game().is_over() {
            return Ok(());
        }
        self.show_board()
    }

    /// What Tengen would do for the player to move, and what it has seen.
    fn think(&mut self) -> io::Result<Result<Answer, IllegalMove>> {
        let request = Request {
            // Nobody has to wait for a move that is clear.
            budget: self.session.time_without_clock().map(Budget::at_most),
            dead_stones: DeadStones::captured_if(self.is_cleaning_up()),
            ..Request::new(self.session.game().to_move())
        };
        self.thinking(|session| {
            // However long reading takes, no move comes from playouts instead of the network.
            session.network_is_ready(None, &request.stop);
            session.suggest(request, None)
        })
    }

    /// Whether the players have disagreed about dead stones, which Tengen then captures.
    fn is_cleaning_up(&self) -> bool {
        let game = self.session.game();
        let most = longest_dispute(game.dims());
        let is_recent = |from| game.moves().len() < from + most;
        self.cleanup_from.is_some_and(is_recent)
    }

    /// Shows on a terminal that Tengen thinks.
    fn thinking<T>(&mut self, think: impl FnOnce(&mut Session) -> T) -> io::Result<T> {
        let is_terminal = self.options.style == Style::Color;
        if is_terminal {
            write!(self.out, "Tengen is thinking ...")?;
            self.out.flush()?;
        }
        let found = think(&mut self.session);
        if is_terminal {
            // The line is wiped.
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(found)
    }

    /// At full strength, whatever the level.
    fn hint(&mut self) -> io::Result<()> {
        self.session.reconfigure(|config| {
            config.level = Level::FULL;
            config.resigns = false;
        });
        let answer = self.think();
        let config = &self.options.config;
        self.session
            .reconfigure(|changed| changed.clone_from(config));
        let words = match answer? {
            Ok(answer) => words::hint(self.session.game().dims(), &answer),
            Err(reason) => format!("{reason}."),
        };
        writeln!(self.out, "{words}")
    }

    /// Takes back to before the person's last move; a game that is over before that goes on. Where the person has resigned, that
    /// alone is taken back.
    fn undo(&mut self) -> io::Result<()> {
        let person = self.options.person;
        if matches!(&self.stage, Stage::Over(result) if *result == sgf::resignation(person)) {
            self.stage = Stage::Playing;
            return self.show_board();
        }
        let moves = self.session.game().moves();
        let Some(last) = moves.iter().rposition(|&(color, _)| color == person) else {
            if matches!(self.stage, Stage::Over(_)) {
                self.stage = Stage::Playing;
                return self.show_board();
            }
            return writeln!(self.out, "There is no move of yours to take back.");
        };
        let count = moves.len() - last;
        let undone = self.session.undo(count);
        undone.expect("so many moves were played");
        // Before the count that was not agreed on, nothing has to be captured yet.
        self.cleanup_from = self.cleanup_from.filter(|&from| last >= from);
        self.stage = Stage::Playing;
        self.show_board()
    }

    fn start_anew(&mut self) -> io::Result<()> {
        self.session = Session::new(self.options.config.clone(), self.options.game.clone());
        self.saved = Saved::default();
        self.stage = Stage::Playing;
        self.cleanup_from = None;
        self.show_board()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let (game, style) = (self.session.game(), self.options.style);
        let text = match &self.stage {
            Stage::Counting(count) => count.picture(game, style),
            _ => picture(game, style),
        };
        writeln!(self.out, "{text}")
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        let result: &str = match &self.stage {
            Stage::Over(result) => result,
            _ => "",
        };
        let (game, person) = (self.session.game(), self.options.person);
        let words = self.saved.save(game, person, result, file);
        writeln!(self.out, "{words}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::play::tests::options;
    use crate::types::parse_move;

    fn play(table: &mut Table<Vec<u8>>, moves: &[&str]) {
        for mv in moves {
            let game = table.session.game();
            let (color, mv) = (game.to_move(), parse_move(game.dims(), mv).unwrap());
            table.session.play(color, mv).unwrap();
        }
    }

    #[test]
    fn a_hint_changes_neither_level_nor_resigning() {
        let mut options = options(5);
        options.config.level = "1".parse().unwrap();
        options.config.resigns = true;
        let mut table = Table::new(options.clone(), Vec::new());
        table.hint().unwrap();
        let config = table.session.config();
        assert_eq!(config.level, options.config.level);
        assert!(config.resigns);
    }

    #[test]
    fn undo_to_before_the_count_takes_the_disagreement_back() {
        let mut table = Table::new(options(5), Vec::new());
        play(&mut table, &["C3", "C2", "pass", "pass"]);
        table.play_on().unwrap();
        play(&mut table, &["D4", "D3"]);
        table.undo().unwrap();
        assert_eq!(table.session.game().moves().len(), 2);
        assert!(
            table.cleanup_from.is_some(),
            "the passes are still taken back"
        );
        table.undo().unwrap();
        assert_eq!(table.session.game().moves().len(), 0);
        assert_eq!(table.cleanup_from, None);
    }

    #[test]
    fn long_after_a_disagreement_it_is_another_game() {
        let mut table = Table::new(options(5), Vec::new());
        play(&mut table, &["C3", "C2", "pass", "pass"]);
        table.play_on().unwrap();
        play(&mut table, &["D4", "D3", "B4", "B3", "C4"]);
        assert!(table.is_cleaning_up());
        play(&mut table, &["B2"]);
        assert!(!table.is_cleaning_up());
    }

    #[test]
    fn each_game_has_a_seed_of_its_own_unless_one_was_given() {
        let is_new = |seed| {
            let mut options = options(5);
            options.config.seed = seed;
            let mut table = Table::new(options, Vec::new());
            let first = table.session.seed();
            table.start_anew().unwrap();
            table.session.seed() != first
        };
        assert!(is_new(None));
        assert!(!is_new(Some(7)));
    }
}
