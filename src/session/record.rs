//! What a session knows of its game besides the moves, and how it is written down.

use crate::console::today;
use crate::game::sgf::{self, Info, Note};
use crate::game::{Game, Score};
use crate::search::{Choice, Report};
use crate::time::{Clock, Left, TimeSystem};
use crate::types::{Color, Dims, Move, format_move, format_moves};
use std::time::Duration;

/// As many moves of the expected line as are good to read.
const LONGEST_LINE: usize = 8;

/// Names, notes and the result of one game.
///
/// Each note and the result carry the position they were made for, so that undo need not change the record: those
/// that do not fit the game any more are left out when the record is written. A game that was loaded keeps the date and the
/// result of its file, or goes without where that has none. When other moves are played than there, the result counts no more, and
/// a game without a date gets the day on which it was loaded.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// What the file said from which the game was loaded.
    loaded: Info,
    /// The moves with which the game was loaded, if it was.
    loaded_moves: Option<Vec<(Color, Move)>>,
    /// Whether they are all that the file has.
    is_whole: bool,
    /// By colour: whether Tengen has moved for it.
    is_ours: [bool; 2],
    /// After how many moves somebody gave up, and who.
    resigned: Option<(Moment, Color)>,
    /// By move: which one it was, and what is to be said of it.
    notes: Vec<Option<Noted>>,
    /// The day on which it began.
    begun: String,
}

/// A move with its note.
type Noted = ((Color, Move), Note);

impl Default for Record {
    /// A game that begins today.
    fn default() -> Record {
        Record {
            loaded: Info::default(),
            loaded_moves: None,
            is_whole: false,
            is_ours: [false; 2],
            resigned: None,
            notes: Vec::new(),
            begun: today(),
        }
    }
}

impl Record {
    /// The record of a game that was loaded; `is_whole` tells whether it was to its end.
    pub(super) fn of_loaded(game: &Game, info: Info, notes: Vec<Note>, is_whole: bool) -> Record {
        let notes = game.moves().iter().copied().zip(notes);
        Record {
            loaded_moves: Some(game.moves().to_vec()),
            is_whole,
            notes: notes.map(Some).collect(),
            loaded: info,
            ..Record::default()
        }
    }

    /// Tengen has chosen a move, which comes next, or given up; `comment` tells why.
    pub(super) fn chosen(
        &mut self,
        game: &Game,
        color: Color,
        choice: Choice,
        comment: String,
        clock: &Clock,
    ) {
        self.is_ours[color.index()] = true;
        let number = game.moves().len();
        let Choice::Move(mv) = choice else {
            return self.resigned(game, color);
        };
        let mut note = Note {
            comment,
            ..Note::default()
        };
        note_time(&mut note, clock);
        self.notes.resize(number, None);
        self.notes.push(Some(((color, mv), note)));
    }

    /// Somebody gives up.
    pub(super) fn resigned(&mut self, game: &Game, color: Color) {
        self.resigned = Some((moment(game), color));
    }

    /// The clock of `color` has been set: so much time was left after its last move.
    pub(super) fn clock_set(&mut self, game: &Game, color: Color, clock: &Clock) {
        let moves = game.moves();
        let mut latest = moves.iter().enumerate().rev().take(2);
        let Some((index, &moved)) = latest.find(|(_, moved)| moved.0 == color) else {
            return;
        };
        if self.notes.len() <= index {
            self.notes.resize(index + 1, None);
        }
        let slot = &mut self.notes[index];
        if slot.as_ref().is_none_or(|(noted, _)| *noted != moved) {
            *slot = None;
        }
        let (_, note) = slot.get_or_insert_with(|| (moved, Note::default()));
        note_time(note, clock);
    }

    /// The game in SGF. `score` is that of a game that both have ended by passing.
    pub(super) fn sgf(
        &self,
        game: &Game,
        system: TimeSystem,
        score: Option<Score>,
        with_comments: bool,
    ) -> String {
        let info = self.info(game, system, score);
        sgf::save_with_notes(game, &info, &self.notes(game, with_comments))
    }

    /// What is to be said of the moves of the game as it stands.
    fn notes(&self, game: &Game, with_comments: bool) -> Vec<Note> {
        let note = |(noted, moved): (&Option<Noted>, &(Color, Move))| match noted {
            Some((of, note)) if of == moved => Note {
                comment: match with_comments {
                    true => note.comment.clone(),
                    false => String::new(),
                },
                ..note.clone()
            },
            _ => Note::default(),
        };
        self.notes.iter().zip(game.moves()).map(note).collect()
    }

    /// The head of the record.
    fn info(&self, game: &Game, system: TimeSystem, score: Option<Score>) -> Info {
        let mut info = self.loaded.clone();
        info.result = self.result(game, score);
        let tengen = format!("Tengen {}", env!("CARGO_PKG_VERSION"));
        for (color, name) in [
            (Color::Black, &mut info.black),
            (Color::White, &mut info.white),
        ] {
            if name.is_empty() && self.is_ours[color.index()] {
                name.clone_from(&tengen);
            }
        }
        if info.date.is_empty() && self.moves_ahead(game).is_none() {
            info.date.clone_from(&self.begun);
        }
        if system != TimeSystem::None {
            (info.main_time, info.overtime) = (system.main(), system.overtime());
        }
        info
    }

    fn result(&self, game: &Game, score: Option<Score>) -> String {
        let counted = || score.map(|score| score.to_string());
        self.known_result(game).or_else(counted).unwrap_or_default()
    }

    /// The moves that were loaded and have been taken back, if no others have been played.
    fn moves_ahead(&self, game: &Game) -> Option<&[(Color, Move)]> {
        self.loaded_moves.as_deref()?.strip_prefix(game.moves())
    }

    /// The result, as far as it can be told without counting; empty where the file from which the game was loaded has none.
    pub(super) fn known_result(&self, game: &Game) -> Option<String> {
        let now = moment(game);
        if let Some((at, color)) = self.resigned
            && at == now
        {
            return Some(sgf::resignation(color));
        }
        if let Some(ahead) = self.moves_ahead(game) {
            let is_end = self.is_whole && ahead.is_empty();
            let result = if is_end { &self.loaded.result } else { "" };
            return Some(result.to_owned());
        }
        game.no_result().then(|| sgf::VOID.to_owned())
    }
}

/// One line on a choice of Tengen's: the move, the chances, the work done, and what is expected.
pub fn choice_in_words(game: &Game, choice: Choice, report: &Report) -> String {
    let chosen = choice_text(game.dims(), choice);
    let lead = report.own_lead();
    let kept = report.visits.saturating_sub(report.playouts);
    format!(
        "{chosen}, {:.1} % to win, {lead:+.1} points, {} playouts and {kept} kept{}",
        report.won * 100.0,
        report.playouts,
        expected(game, choice, report),
    )
}

/// A move's vertex, `pass` or `resign`.
pub fn choice_text(dims: Dims, choice: Choice) -> String {
    match choice {
        Choice::Move(mv) => format_move(dims, mv),
        Choice::Resign => "resign".to_owned(),
    }
}

/// The expected line after the move, if it has been looked at.
fn expected(game: &Game, choice: Choice, report: &Report) -> String {
    let line = match choice {
        Choice::Move(mv) => report.find(mv).map_or(&[][..], |found| &found.line),
        Choice::Resign => &[],
    };
    let after_the_move = line.iter().skip(1).take(LONGEST_LINE);
    match format_moves(game.dims(), after_the_move).as_str() {
        "" => String::new(),
        moves => format!(", expecting {moves}"),
    }
}

/// The number of moves and the position with its turn: where a result holds.
type Moment = (usize, u64);

fn moment(game: &Game) -> Moment {
    (game.moves().len(), game.position().situation_hash())
}

fn note_time(note: &mut Note, clock: &Clock) {
    let (time, stones) = match clock.left() {
        Left::Unlimited => return,
        Left::Main(time) => (time, None),
        Left::Period { time, count } => (time, Some(count)),
    };
    // Records have room for milliseconds.
    note.time_left = Some(Duration::from_millis(time.as_millis() as u64));
    note.stones_left = stones;
}
