//! What a session knows of its game besides the moves: for the record that `printsgf` writes.

use crate::game::Game;
use crate::game::sgf::{self, Info, Note};
use crate::search::Choice;
use crate::time::{Clock, Left, TimeSystem};
use crate::types::{Color, Move};
use std::time::Duration;

/// Names, notes and the end of one game. What was taken back is forgotten when it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// What the file said from which the game was loaded.
    loaded: Info,
    /// With how many moves the game was loaded, if it was the whole of it.
    loaded_end: Option<Moment>,
    /// By colour: whether Tengen has moved for it.
    is_ours: [bool; 2],
    /// After how many moves somebody gave up, and who.
    resigned: Option<(Moment, Color)>,
    /// By move: which one it was, and what is to be said of it.
    notes: Vec<Option<Noted>>,
    /// What was seen while the move in hand was chosen.
    thought: String,
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
            loaded_end: None,
            is_ours: [false; 2],
            resigned: None,
            notes: Vec::new(),
            thought: String::new(),
            begun: sgf::today(),
        }
    }
}

impl Record {
    /// The record of a game that was loaded; `is_whole` tells whether it was to its end.
    pub(super) fn of_loaded(game: &Game, info: Info, notes: Vec<Note>, is_whole: bool) -> Record {
        let notes = game.moves().iter().copied().zip(notes);
        Record {
            loaded_end: is_whole.then(|| moment(game)),
            notes: notes.map(Some).collect(),
            loaded: info,
            ..Record::default()
        }
    }

    /// Keeps what was seen while the next move was chosen.
    pub(super) fn thought(&mut self, text: String) {
        self.thought = text;
    }

    /// Tengen has chosen a move, which comes next, or given up.
    pub(super) fn chosen(&mut self, game: &Game, color: Color, choice: Choice, clock: &Clock) {
        self.is_ours[color.index()] = true;
        let comment = std::mem::take(&mut self.thought);
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

    /// What is to be said of the moves of the game as it stands.
    pub(super) fn notes(&self, game: &Game, with_comments: bool) -> Vec<Note> {
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

    /// The head of the record; `score` counts a game that both have ended by passing.
    pub(super) fn info(
        &self,
        game: &Game,
        system: TimeSystem,
        score: impl FnOnce() -> String,
    ) -> Info {
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
        if info.date.is_empty() {
            info.date.clone_from(&self.begun);
        }
        if system != TimeSystem::None {
            (info.main_time, info.overtime) = time_in_words(system);
        }
        info
    }

    fn result(&self, game: &Game, score: impl FnOnce() -> String) -> String {
        let now = moment(game);
        match self.resigned {
            Some((at, color)) if at == now => return resignation(color).to_owned(),
            _ => {}
        }
        if self.loaded_end == Some(now) && !self.loaded.result.is_empty() {
            return self.loaded.result.clone();
        }
        if game.no_result() {
            return "Void".to_owned();
        }
        if game.is_over() {
            return score();
        }
        String::new()
    }
}

/// The number of moves and the position with its turn: where a result holds.
type Moment = (usize, u64);

fn moment(game: &Game) -> Moment {
    (game.moves().len(), game.position().situation_hash())
}

/// The result when this player gives up.
fn resignation(loser: Color) -> &'static str {
    match loser {
        Color::Black => "W+Resign",
        Color::White => "B+Resign",
    }
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

/// Main time, and the overtime in words.
fn time_in_words(system: TimeSystem) -> (Option<Duration>, String) {
    match system {
        TimeSystem::None => (None, String::new()),
        TimeSystem::Absolute { main } => (Some(main), String::new()),
        TimeSystem::Canadian {
            main,
            period,
            stones,
        } => (
            Some(main),
            format!("{stones}/{} Canadian", period.as_secs_f64()),
        ),
        TimeSystem::ByoYomi {
            main,
            period,
            periods,
        } => (
            Some(main),
            format!("{periods}x{} byo-yomi", period.as_secs_f64()),
        ),
        TimeSystem::Fischer {
            main, increment, ..
        } => (Some(main), format!("{} fischer", increment.as_secs_f64())),
    }
}

#[cfg(test)]
mod tests {
    use crate::game::sgf;
    use crate::gtp::Session;
    use crate::gtp::session::tests::session;

    fn ask(session: &mut Session, line: &str) -> String {
        session.execute_line(line).unwrap()
    }

    /// The record after these commands.
    fn record(session: &mut Session, lines: &[&str]) -> sgf::Loaded {
        for line in lines {
            ask(session, line);
        }
        sgf::load(ask(session, "printsgf").as_bytes(), None).unwrap()
    }

    #[test]
    fn tengen_has_its_name_where_it_has_moved() {
        let mut session = session();
        let loaded = record(&mut session, &["genmove w"]);
        assert_eq!(loaded.info.black, "");
        assert!(loaded.info.white.starts_with("Tengen "));
        assert_eq!(loaded.info.result, "");
        assert_eq!(loaded.info.date.len(), "2026-11-20".len());
        assert!(loaded.notes.is_empty());
        // A new game knows nothing of the old one.
        let loaded = record(&mut session, &["clear_board", "play b c3"]);
        assert_eq!(loaded.info.white, "");
    }

    #[test]
    fn a_game_that_is_over_has_its_result() {
        let mut session = session();
        let black_wall = ["B3", "A3", "C3", "D3", "E3"];
        for vertex in black_wall {
            ask(&mut session, &format!("play b {vertex}"));
        }
        let passes = ["play b pass", "play w pass"];
        let result = record(&mut session, &passes).info.result;
        assert_eq!(result, ask(&mut session, "final_score"));
        assert_eq!(record(&mut session, &["undo"]).info.result, "");
        let result = record(&mut session, &["play w resign"]).info.result;
        assert_eq!(result, "B+Resign");
        // Taken back, or gone on with, it is no result any more.
        assert_eq!(record(&mut session, &["play w a1"]).info.result, "");
    }

    #[test]
    fn clocks_are_noted_with_the_moves() {
        let mut session = session();
        let loaded = record(
            &mut session,
            &[
                "kgs-time_settings byoyomi 600 30 5",
                "play b c3",
                "time_left b 590 0",
                "play w c2",
                "time_left w 25 3",
                "genmove b",
            ],
        );
        let seconds: Vec<Option<u64>> = loaded
            .notes
            .iter()
            .map(|note| note.time_left.map(|time| time.as_secs()))
            .collect();
        assert_eq!(seconds[..2], [Some(590), Some(25)]);
        assert!(seconds[2].is_some_and(|time| time <= 590));
        assert_eq!(loaded.notes[1].stones_left, Some(3));
        assert_eq!(loaded.info.overtime, "5x30 byo-yomi");
        assert_eq!(loaded.info.main_time.map(|time| time.as_secs()), Some(600));
        // What was taken back is not said of the moves that came instead.
        let loaded = record(&mut session, &["undo", "undo", "play w d4"]);
        assert_eq!(loaded.notes.len(), 1);
    }

    #[test]
    fn the_analysis_is_written_on_request() {
        let mut session = session();
        assert!(record(&mut session, &["genmove b"]).notes.is_empty());
        let loaded = record(&mut session, &["tengen-param sgf_comments 1"]);
        let comment = &loaded.notes[0].comment;
        assert!(comment.contains(" % to win"), "{comment}");
    }

    #[test]
    fn what_a_file_said_is_written_again() {
        let file = std::env::temp_dir().join(format!("tengen record {}.sgf", std::process::id()));
        let text =
            "(;GM[1]SZ[5]PB[Ann]BR[3k]PW[Bob]RE[B+T]DT[2001-02-03]EV[x];B[cc]BL[9];W[bb]C[why])";
        std::fs::write(&file, text).unwrap();
        let load = format!("loadsgf {}", file.display());
        let mut session = session();
        let loaded = record(&mut session, &[&load, "tengen-param sgf_comments 1"]);
        assert_eq!(
            (loaded.info.black.as_str(), loaded.info.black_rank.as_str()),
            ("Ann", "3k")
        );
        assert_eq!(
            (loaded.info.result.as_str(), loaded.info.date.as_str()),
            ("B+T", "2001-02-03")
        );
        assert_eq!(loaded.notes[1].comment, "why");
        assert_eq!(
            loaded.notes[0].time_left.map(|time| time.as_secs()),
            Some(9)
        );
        // The result was that of another game, if this one goes on or stops earlier.
        assert_eq!(
            record(&mut session, &["play b a1", "undo"]).info.result,
            "B+T"
        );
        assert_eq!(record(&mut session, &["undo"]).info.result, "");
        assert_eq!(
            record(&mut session, &[&format!("{load} 2")]).info.result,
            ""
        );
        std::fs::remove_file(&file).unwrap();
    }
}
