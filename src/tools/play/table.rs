//! The table at which the two sit: the game, whose turn it is, and what happens.

use super::Options;
use super::count::Count;
use super::order::{After, HELP, HELP_AT_COUNT, HELP_AT_END, Order, parse};
use super::words::{self, AGREEMENT};
use crate::console::picture::{board, picture};
use crate::console::{Style, today};
use crate::files;
use crate::game::sgf::{self, Info};
use crate::game::{Game, Territory};
use crate::search::{Choice, Level, Player, Report, Request, Settings};
use crate::session::random_seed;
use crate::time::Budget;
use crate::types::{Color, Move, format_move, format_vertex};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    game: Game,
    player: Player,
    /// Gives hints, where Tengen itself plays below its strength.
    adviser: Option<Player>,
    out: W,
    stage: Stage,
    /// The files that this game has been saved to.
    saved: HashSet<PathBuf>,
    /// The number of moves before which the players have disagreed about dead stones: from there on these must be
    /// captured.
    cleanup_from: Option<usize>,
}

impl<W: Write> Table<W> {
    /// A table with an empty board, or handicap stones.
    pub(super) fn new(options: Options, out: W) -> io::Result<Table<W>> {
        let (player, adviser) = players(&options);
        Ok(Table {
            game: new_game(&options)?,
            player,
            adviser,
            out,
            stage: Stage::Playing,
            saved: HashSet::new(),
            cleanup_from: None,
            options,
        })
    }

    /// Says who plays whom, and how.
    pub(super) fn greet(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", words::greeting(&self.options, &self.game))?;
        self.show_board()
    }

    /// Who has to do something now.
    pub(super) fn turn(&self) -> Turn {
        match self.stage {
            Stage::Playing if self.game.is_over() => Turn::Count,
            Stage::Playing if self.game.to_move() != self.options.person => Turn::Tengen,
            _ => Turn::Person,
        }
    }

    /// Asks for the next line.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        let prompt = match &self.stage {
            Stage::Playing => format!(
                "Move {}, {} (you)",
                self.game.moves().len() + 1,
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
        let order = match parse(line, self.game.dims()) {
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
                let words = match count.dispute(&self.game, point) {
                    true => count.text(&self.game, self.options.style),
                    false => "There is no stone.".to_owned(),
                };
                writeln!(self.out, "{words}")
            }
            (Stage::Counting(count), Order::Yes) => {
                let words = match count.disputed {
                    true => "Tengen takes your word for it.",
                    false => "Agreed.",
                };
                let score = count.score(&self.game);
                self.end(score.to_string(), score.winner(), words)
            }
            (Stage::Counting(_), Order::PlayOn) => self.play_on(),
            (Stage::Counting(_), _) => writeln!(self.out, "{AGREEMENT}"),
            (Stage::Over(_), _) => writeln!(self.out, "{HELP_AT_END}"),
        }
    }

    fn person_moves(&mut self, mv: Move) -> io::Result<()> {
        if let Err(reason) = self.game.play(self.options.person, mv) {
            let mv = format_move(self.game.dims(), mv);
            return writeln!(self.out, "{mv} cannot be played: {reason}.");
        }
        // What Tengen answers is shown on the same board.
        Ok(())
    }

    /// Tengen thinks and plays.
    pub(super) fn tengen_moves(&mut self) -> io::Result<()> {
        let color = self.game.to_move();
        let (choice, _) = self.think(color)?;
        let mv = match choice {
            Choice::Move(mv) => mv,
            Choice::Resign => {
                return self.end_by_resignation(color, "Tengen resigns.");
            }
        };
        let mv = match self.game.play(color, mv) {
            Ok(()) => mv,
            // Passing is always allowed, unless the record is full.
            Err(_) if self.game.play(color, Move::Pass).is_ok() => Move::Pass,
            Err(reason) => return self.end_without_result(&format!("{reason}.")),
        };
        match mv {
            Move::Pass => writeln!(self.out, "Tengen passes.")?,
            Move::Place(point) => {
                let vertex = format_vertex(self.game.dims(), point);
                writeln!(self.out, "Tengen plays {vertex}.")?;
            }
        }
        if self.game.is_over() {
            return Ok(());
        }
        self.show_board()
    }

    /// What Tengen would do for this colour, and what it has seen. For the person it thinks at full strength.
    fn think(&mut self, color: Color) -> io::Result<(Choice, Report)> {
        let is_waiting = self.options.style == Style::Color;
        if is_waiting {
            write!(self.out, "Tengen is thinking ...")?;
            self.out.flush()?;
        }
        let options = &self.options;
        let resign_below = match options.resign_below {
            Some(rate) if color != options.person => rate,
            _ => 0.0,
        };
        let request = Request {
            playouts: options.playouts,
            budget: match options.playouts {
                Some(_) => None,
                None => Some(Budget::at_most(options.time)),
            },
            cleanup: self.cleanup_from.is_some(),
            resign_below,
            ..Request::new(color)
        };
        let player = match &mut self.adviser {
            Some(adviser) if color == options.person => adviser,
            _ => &mut self.player,
        };
        let answer = player.genmove(&self.game, &request);
        if is_waiting {
            // The line is wiped.
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(answer)
    }

    fn hint(&mut self) -> io::Result<()> {
        let (choice, report) = self.think(self.options.person)?;
        writeln!(
            self.out,
            "{}",
            words::hint(self.game.dims(), choice, &report)
        )
    }

    /// Takes back to before the person's last move.
    fn undo(&mut self) -> io::Result<()> {
        let person = self.options.person;
        if !self.game.moves().iter().any(|&(color, _)| color == person) {
            return writeln!(self.out, "There is no move of yours to take back.");
        }
        let mut undone = None;
        while undone != Some(person) {
            undone = self.game.moves().last().map(|&(color, _)| color);
            self.game.undo();
        }
        // Before the count that was not agreed on, nothing has to be captured yet.
        let now = self.game.moves().len();
        self.cleanup_from = self.cleanup_from.filter(|&from| now >= from);
        self.stage = Stage::Playing;
        self.show_board()
    }

    fn start_anew(&mut self) -> io::Result<()> {
        self.game = new_game(&self.options)?;
        (self.player, self.adviser) = players(&self.options);
        self.saved.clear();
        self.stage = Stage::Playing;
        self.cleanup_from = None;
        self.show_board()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let text = match &self.stage {
            Stage::Counting(count) => count.picture(&self.game, self.options.style),
            _ => picture(&self.game, self.options.style),
        };
        writeln!(self.out, "{text}")
    }

    /// The result or, before there is one, the score if the board is settled, else what Tengen expects.
    fn show_score(&mut self) -> io::Result<()> {
        match &self.stage {
            Stage::Playing => {}
            Stage::Counting(count) => {
                let text = count.text(&self.game, self.options.style);
                return writeln!(self.out, "{text}");
            }
            Stage::Over(result) => return writeln!(self.out, "The result is {result}."),
        }
        let judgement = self.player.judge(&self.game, Arc::default());
        if !judgement.has_only_dame_left(&self.game) {
            let (_, report) = self.think(self.game.to_move())?;
            return writeln!(self.out, "{}", words::expectation(&report));
        }
        let territory = match self.game.rules().dead_stones_are_agreed() {
            true => judgement.territory(&self.game),
            false => Territory::new(&self.game, &[]),
        };
        let picture = board(&self.game, self.options.style, Some(&territory));
        let score = self.game.score_of(&territory);
        writeln!(self.out, "\n{picture}")?;
        writeln!(
            self.out,
            "If the game ended now: {}.",
            words::in_words(score)
        )
    }

    /// Both have passed: shows what Tengen thinks of every stone, unless all of them count.
    pub(super) fn begin_count(&mut self) -> io::Result<()> {
        if self.game.no_result() {
            return self.end_without_result("The position repeats: no result.");
        }
        let count = Count::new(&self.player.judge(&self.game, Arc::default()));
        let text = count.text(&self.game, self.options.style);
        writeln!(self.out, "Both have passed. The count:\n{text}")?;
        if self.game.counts_as_it_stands() {
            let score = count.score(&self.game);
            let words = "Every stone counts under these rules.";
            return self.end(score.to_string(), score.winner(), words);
        }
        self.stage = Stage::Counting(count);
        writeln!(self.out, "{AGREEMENT}")
    }

    /// The passes are taken back, and dead stones have to be captured from now on.
    fn play_on(&mut self) -> io::Result<()> {
        while self.game.follows_pass() && self.game.undo() {}
        self.game.set_to_move(self.options.person);
        self.cleanup_from = Some(self.game.moves().len());
        self.stage = Stage::Playing;
        writeln!(
            self.out,
            "The game goes on, and Tengen captures what it thinks is dead before it passes."
        )?;
        self.show_board()
    }

    fn end_by_resignation(&mut self, loser: Color, words: &str) -> io::Result<()> {
        self.end(sgf::resignation(loser), Some(!loser), words)
    }

    fn end_without_result(&mut self, words: &str) -> io::Result<()> {
        self.end(sgf::VOID.to_owned(), None, words)
    }

    fn end(&mut self, result: String, winner: Option<Color>, words: &str) -> io::Result<()> {
        let outcome = words::outcome(winner, self.options.person);
        writeln!(self.out, "{words} {outcome}: {result}")?;
        self.stage = Stage::Over(result);
        Ok(())
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        let path = Path::new(file);
        if path.is_file() && !self.saved.contains(path) {
            return writeln!(self.out, "{file} exists already. Give another name.");
        }
        let mut info = Info {
            date: today(),
            ..Info::default()
        };
        if let Stage::Over(result) = &self.stage {
            info.result = result.clone();
        }
        let tengen = format!("Tengen {}", env!("CARGO_PKG_VERSION"));
        let person = "You".to_owned();
        (info.black, info.white) = match self.options.person {
            Color::Black => (person, tengen),
            Color::White => (tengen, person),
        };
        let record = sgf::save(&self.game, &info);
        match files::write_no_pipe(path, &record) {
            Ok(()) => {
                self.saved.insert(path.to_owned());
                writeln!(self.out, "Saved to {file}.")
            }
            Err(reason) => writeln!(self.out, "{file} cannot be written: {reason}."),
        }
    }
}

/// Tengen's player for a game, and who gives hints beside it.
fn players(options: &Options) -> (Player, Option<Player>) {
    let settings = Settings {
        seed: options.seed.unwrap_or_else(random_seed),
        ..options.settings.clone()
    };
    let strong = Settings {
        level: Level::FULL,
        ..settings.clone()
    };
    let adviser = (!settings.level.is_full()).then(|| Player::new(strong));
    (Player::new(settings), adviser)
}

fn new_game(options: &Options) -> io::Result<Game> {
    let mut game = Game::new(options.dims, options.rules, options.komi);
    game.end_handicap_at_passes();
    if options.handicap >= 2 {
        let points = match game.place_fixed_handicap(options.handicap) {
            Ok(_) => return Ok(game),
            // More than have usual points.
            Err(_) => game.free_handicap_points(options.handicap),
        };
        if points.len() < options.handicap {
            return Err(io::Error::other(
                "the handicap stones do not fit on the board",
            ));
        }
        game.set_free_handicap(&points).map_err(io::Error::other)?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::play::tests::options;
    use crate::types::parse_move;

    fn play(table: &mut Table<Vec<u8>>, moves: &[&str]) {
        for mv in moves {
            let mv = parse_move(table.game.dims(), mv).unwrap();
            table.game.play(table.game.to_move(), mv).unwrap();
        }
    }

    #[test]
    fn undo_to_before_the_count_takes_the_disagreement_back() {
        let mut table = Table::new(options(5), Vec::new()).unwrap();
        play(&mut table, &["C3", "C2", "pass", "pass"]);
        table.play_on().unwrap();
        play(&mut table, &["D4", "D3"]);
        table.undo().unwrap();
        assert_eq!(table.game.moves().len(), 2);
        assert!(
            table.cleanup_from.is_some(),
            "the passes are still taken back"
        );
        table.undo().unwrap();
        assert_eq!(table.game.moves().len(), 0);
        assert_eq!(table.cleanup_from, None);
    }

    #[test]
    fn each_game_has_a_seed_of_its_own_unless_one_was_given() {
        let is_new = |seed| {
            let options = Options { seed, ..options(5) };
            let mut table = Table::new(options, Vec::new()).unwrap();
            let first = table.player.search().settings().seed;
            table.start_anew().unwrap();
            table.player.search().settings().seed != first
        };
        assert!(is_new(None));
        assert!(!is_new(Some(7)));
    }
}
