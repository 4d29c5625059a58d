//! What a session knows of its game besides the moves, and how it is written down.

use crate::console::today;
use crate::game::sgf::{self, Info, Note};
use crate::game::{Game, Moment, Rules, Score};
use crate::search::Choice;
use crate::time::{Clock, TimeSystem};
use crate::types::{Color, Move};
use crate::version::NAME_AND_VERSION;
use std::time::Duration;

/// Which comments a record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// Those of the file that the game was loaded from.
    Loaded,
    /// What the search saw at each of its moves, and at the others those of the file.
    OfSearch,
}

/// Names, notes and the result of one game.
///
/// The notes carry the moves they were made for, and the result its position, so that undo need not change the record: those
/// that do not fit the game any more are left out when the record is written. A game that was loaded keeps the date, the time
/// settings, the clocks of its moves and the result of its file, or goes without where that has none. When other moves are played
/// than there, a game without a date gets the day on which it was loaded, one without time settings gets those of the session, and
/// the result counts no more. Nor does a counted result under another komi or other rules.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// What the file said from which the game was loaded.
    loaded: Info,
    /// The moves with which the game was loaded, if it was.
    loaded_moves: Option<Vec<(Color, Move)>>,
    /// Whether they are all that the file has.
    is_whole: bool,
    /// The rules and the komi by which the result of the file was counted, if it was.
    counted_by: Option<(Rules, f32)>,
    /// By colour: whether Tengen has moved for it.
    is_ours: [bool; 2],
    /// After how many moves somebody gave up, and who.
    resigned: Option<(Moment, Color)>,
    /// The moves of which something is to be said, and those between them; the game may have less of them now, or others.
    line: Vec<(Color, Move)>,
    /// What is to be said of each.
    notes: Vec<Said>,
    /// The day on which it began.
    begun: String,
}

/// What is to be said of a move.
#[derive(Clone, Debug, Default)]
struct Said {
    /// What the file said, or the clock.
    note: Note,
    /// What Tengen saw when it chose the move: the comment, where that is asked for.
    seen: String,
}

impl Default for Record {
    /// A game that begins today.
    fn default() -> Record {
        Record {
            loaded: Info::default(),
            loaded_moves: None,
            is_whole: false,
            counted_by: None,
            is_ours: [false; 2],
            resigned: None,
            line: Vec::new(),
            notes: Vec::new(),
            begun: today(),
        }
    }
}

impl Record {
    /// The record of a game that was loaded; `is_whole` tells whether it was to its end.
    pub(super) fn of_loaded(game: &Game, info: Info, notes: Vec<Note>, is_whole: bool) -> Record {
        let said = |note| Said {
            note,
            seen: String::new(),
        };
        let mut notes: Vec<Said> = notes.into_iter().map(said).collect();
        notes.resize(game.moves().len(), Said::default());
        let is_counted = info.result.parse::<Score>().is_ok();
        Record {
            counted_by: is_counted.then(|| (*game.rules(), game.komi())),
            loaded_moves: Some(game.moves().to_vec()),
            is_whole,
            line: game.moves().to_vec(),
            notes,
            loaded: info,
            ..Record::default()
        }
    }

    /// Tengen has chosen a move, which comes next, or given up; `seen` tells why.
    pub(super) fn chosen(
        &mut self,
        game: &Game,
        color: Color,
        choice: Choice,
        seen: String,
        clock: &Clock,
    ) {
        self.is_ours[color.index()] = true;
        let number = game.moves().len();
        let Choice::Move(mv) = choice else {
            return self.resigned(game, color);
        };
        self.resigned = None;
        let mut note = Note::default();
        note_time(&mut note, clock);
        self.follow(game);
        self.line.truncate(number);
        self.line.push((color, mv));
        self.notes.truncate(number);
        self.notes.push(Said { note, seen });
    }

    /// Forgets what was said of moves in the place of which others have been played, and has room for what is to be said of the last
    /// ones.
    fn follow(&mut self, game: &Game) {
        let known = self.known_moves(game);
        let moves = game.moves();
        if known < moves.len() {
            self.line.truncate(known);
            self.line.extend_from_slice(&moves[known..]);
            self.notes.truncate(known);
            self.notes.resize(moves.len(), Said::default());
        }
    }

    /// How many moves of the game are those of which something may be said.
    fn known_moves(&self, game: &Game) -> usize {
        let both = std::iter::zip(&self.line, game.moves());
        both.take_while(|(known, played)| known == played).count()
    }

    /// The game goes on.
    pub(super) fn gone_on(&mut self) {
        self.resigned = None;
    }

    /// Somebody gives up.
    pub(super) fn resigned(&mut self, game: &Game, color: Color) {
        self.resigned = Some((game.moment(), color));
    }

    /// The clock of `color` has been set: so much time was left after its last move. Moves of the file keep what it says of them.
    pub(super) fn clock_set(&mut self, game: &Game, color: Color, clock: &Clock) {
        let moves = game.moves();
        let mut latest = moves.iter().enumerate().rev().take(2);
        let Some((index, _)) = latest.find(|(_, moved)| moved.0 == color) else {
            return;
        };
        let loaded = self.loaded_moves.as_deref().unwrap_or_default();
        if loaded.starts_with(&moves[..=index]) {
            return;
        }
        self.follow(game);
        note_time(&mut self.notes[index].note, clock);
    }

    /// The game in SGF. `score` is that of a game that both have ended by passing.
    pub(super) fn sgf(
        &self,
        game: &Game,
        system: TimeSystem,
        score: Option<Score>,
        comments: Comments,
    ) -> String {
        let info = self.info(game, system, score);
        sgf::save_with_notes(game, &info, &self.notes(game, comments))
    }

    /// What is to be said of the moves of the game as it stands.
    fn notes(&self, game: &Game, comments: Comments) -> Vec<Note> {
        let note = |said: &Said| {
            let mut note = said.note.clone();
            if comments == Comments::OfSearch && !said.seen.is_empty() {
                note.comment.clone_from(&said.seen);
            }
            note
        };
        self.notes[..self.known_moves(game)]
            .iter()
            .map(note)
            .collect()
    }

    /// The head of the record.
    fn info(&self, game: &Game, system: TimeSystem, score: Option<Score>) -> Info {
        let mut info = self.loaded.clone();
        info.result = self.result(game, score);
        for (color, name) in [
            (Color::Black, &mut info.black),
            (Color::White, &mut info.white),
        ] {
            if name.is_empty() && self.is_ours[color.index()] {
                name.push_str(NAME_AND_VERSION);
            }
        }
        if self.moves_ahead(game).is_some() {
            return info;
        }
        if info.date.is_empty() {
            info.date.clone_from(&self.begun);
        }
        if info.main_time.is_empty() && info.overtime.is_empty() {
            (info.main_time, info.overtime) = (system.main_time(), system.overtime());
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

    /// Whether a result in the file, if it was counted, was so by the rules and the komi of the game.
    fn counts_as_loaded(&self, game: &Game) -> bool {
        let now = (*game.rules(), game.komi());
        self.counted_by.is_none_or(|then| then == now)
    }

    /// The result, as far as it can be told without counting; empty where the file from which the game was loaded has none.
    pub(super) fn known_result(&self, game: &Game) -> Option<String> {
        let now = game.moment();
        if let Some((at, color)) = self.resigned
            && at == now
        {
            return Some(sgf::resignation(color));
        }
        if let Some(ahead) = self.moves_ahead(game)
            && self.counts_as_loaded(game)
        {
            let is_end = self.is_whole && ahead.is_empty();
            let result = if is_end { &self.loaded.result } else { "" };
            return Some(result.to_owned());
        }
        game.no_result().then(|| sgf::VOID.to_owned())
    }
}

fn note_time(note: &mut Note, clock: &Clock) {
    let Some((time, stones)) = clock.left().parts() else {
        return;
    };
    // Records have room for milliseconds.
    note.time_left = Some(Duration::from_millis(time.as_millis() as u64));
    note.stones_left = stones;
}
