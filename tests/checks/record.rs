//! Game records: what is read is a game within the limits, and what is written reads back identical.

use tengen::game::sgf::{self, Before, Info, Note, PartError};
use tengen::game::{Game, MAX_MOVES, diagram_of};

/// Reads any bytes as a record, whole and up to a move, and as a collection.
pub fn check(bytes: &[u8]) {
    for before in [None, Some(1), Some(bytes.len() % 40)] {
        match sgf::load(bytes, before) {
            Ok(loaded) => {
                let most = before.map_or(MAX_MOVES, |number| number.saturating_sub(1));
                assert!(loaded.game.moves().len() <= most);
                assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
            }
            Err(error) => assert_in_text(&error, bytes),
        }
    }
    for game in sgf::split_games(bytes) {
        let part = sgf::load_before(&game, Before::Vertex("A1"));
        if let Err(PartError::Record(error)) = part {
            assert_in_text(&error, &game);
        }
    }
}

/// The place of an error is one of the text.
pub fn assert_in_text(error: &sgf::SgfError, bytes: &[u8]) {
    let is_break = |byte: &&u8| matches!(byte, b'\n' | b'\r');
    let lines = bytes.iter().filter(is_break).count() + 1;
    assert!((1..=lines).contains(&error.line), "{error}");
    assert!((1..=bytes.len() + 1).contains(&error.column), "{error}");
}

/// What is written reads back as the same game, and is then written the same.
pub fn assert_reads_back(game: &Game, info: &Info, notes: &[Note]) {
    let text = sgf::save_with_notes(game, info, notes);
    let back = match sgf::load(text.as_bytes(), None) {
        Ok(back) => back,
        Err(error) => panic!("{error}\n{text}"),
    };
    assert_eq!(&back.info, info, "{text}");
    assert_eq!(back.notes, trimmed(notes), "{text}");
    assert_eq!(back.rules, Some(*game.rules()));
    assert_eq!(back.komi, Some(game.komi()));
    assert!(back.is_whole);
    assert_eq!(back.game.dims(), game.dims());
    assert_eq!(back.game.moves(), game.moves());
    let turns = |game: &Game| [game.start().to_move(), game.to_move()];
    assert_eq!(turns(&back.game), turns(game), "{text}");
    assert_eq!(
        diagram_of(back.game.start().board()),
        diagram_of(game.start().board())
    );
    assert_eq!(diagram_of(back.game.board()), diagram_of(game.board()));
    assert_eq!(back.game.handicap(), game.handicap(), "{text}");
    assert_eq!(
        sgf::save_with_notes(&back.game, &back.info, &back.notes),
        text
    );
}

/// Nothing is said of the last moves by saying nothing.
fn trimmed(notes: &[Note]) -> Vec<Note> {
    let mut notes = notes.to_vec();
    while notes.last() == Some(&Note::default()) {
        notes.pop();
    }
    notes
}
