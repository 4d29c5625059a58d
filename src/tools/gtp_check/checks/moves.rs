//! Moves: those that are told and those that the engine makes.

use crate::game::{Game, KoRule, Rules};
use crate::tools::gtp_check::checker::Checker;
use crate::tools::gtp_check::code::Code;
use crate::tools::gtp_check::probe::Reply;
use crate::types::{Color, Dims, parse_move};

/// Moves that must be taken.
pub(super) fn legal(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    for (mv, code) in [
        ("black D4", Code::PlayRefused),
        ("white E5", Code::PlayRefused),
        ("b C3", Code::ColorForms),
        ("w F6", Code::ColorForms),
        ("B G7", Code::ColorForms),
        ("WHITE C7", Code::ColorForms),
        ("Black A1", Code::ColorForms),
        ("white j9", Code::VertexCase),
        ("white A9", Code::SameColor),
        ("white B9", Code::SameColor),
        ("black pass", Code::PassRefused),
        ("white PASS", Code::VertexCase),
        ("black J1", Code::PassRefused),
    ] {
        checker.expect(&format!("play {mv}"), code)?;
    }
    Some(())
}

/// Moves that must be refused and change nothing.
pub(super) fn illegal(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    checker.play(&["b D4", "w E5"])?;
    let before = checker.stones()?;
    for (arguments, code) in [
        (" w D4", Code::OccupiedAccepted),
        (" b D4", Code::OccupiedAccepted),
        (" b E5", Code::OccupiedAccepted),
        (" b I5", Code::VertexNonsense),
        (" b K1", Code::VertexNonsense),
        (" b A10", Code::VertexNonsense),
        (" b A0", Code::VertexNonsense),
        (" b 4D", Code::VertexNonsense),
        (" b nowhere", Code::VertexNonsense),
        (" green C3", Code::ColorNonsense),
        (" b", Code::ColorNonsense),
        ("", Code::ColorNonsense),
    ] {
        let command = format!("play{arguments}");
        let reply = checker.refuse(&command, code)?;
        if code == Code::OccupiedAccepted {
            checker.look_for_words("illegal move", &command, &reply);
        }
    }
    checker.same_stones(
        &before,
        "play w D4, and other refused moves",
        Code::IllegalState,
    )
}

/// A ko: White may not retake at once, but after an exchange elsewhere.
pub(super) fn ko(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    checker.play(&[
        "b C5", "w D5", "b B4", "w E4", "b C3", "w D3", "b A1", "w C4", "b D4",
    ])?;
    if checker.has("list_stones") {
        let reply = checker.ask("list_stones white")?;
        let captured = |word: &str| word.eq_ignore_ascii_case("C4");
        if reply.ok && reply.text.split_whitespace().any(captured) {
            checker.find(Code::CaptureState, vec!["> play b D4".to_owned()]);
            checker.blame(Code::CaptureState, "list_stones white", &reply);
        }
    }
    let reply = checker.refuse("play w C4", Code::KoAccepted)?;
    if reply.ok {
        return Some(());
    }
    checker.play(&["w J9", "b J1"])?;
    checker.expect("play w C4", Code::CaptureState)?;
    Some(())
}

/// `undo`, also of a capture and of nothing.
pub(super) fn undo(checker: &mut Checker) -> Option<()> {
    checker.needs("undo")?;
    checker.empty_board(9)?;
    checker.play(&["b A2", "w A1"])?;
    let before = checker.stones()?;
    checker.play(&["b B1"])?; // takes A1
    checker.expect("undo", Code::UndoState)?;
    checker.same_stones(&before, "play b B1, undo", Code::UndoState)?;
    checker.expect("play w B1", Code::UndoState)?;
    checker.empty_board(9)?;
    let reply = checker.refuse("undo", Code::UndoEmpty)?;
    checker.look_for_words("cannot undo", "undo", &reply);
    Some(())
}

/// The engine's own moves, followed on a board of ours.
pub(super) fn genmove(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    // So that it takes seconds and not minutes; what it answers is checked elsewhere.
    if checker.has("time_settings") {
        checker.ask("time_settings 0 1 1")?;
    }
    let before = checker.stones()?;
    for command in ["genmove", "genmove green"] {
        checker.refuse(command, Code::GenmoveNonsense)?;
    }
    checker.same_stones(&before, "genmove green", Code::GenmoveNonsense)?;
    checker.empty_board(9)?;
    // What rules the engine has in mind is not known: these forbid what all rules forbid.
    let rules = Rules {
        ko: KoRule::Simple,
        suicide: true,
        ..Rules::default()
    };
    let mut game = Game::new(Dims::square(9).ok()?, rules, 7.5);
    for word in [
        "black", "white", "b", "w", "B", "W", "black", "black", "white",
    ] {
        one_genmove(checker, &mut game, word)?;
    }
    Some(())
}

/// A move for the colour that `word` names: legal, and played by the engine itself. `None` where the game cannot go on.
fn one_genmove(checker: &mut Checker, game: &mut Game, word: &str) -> Option<()> {
    let color = match word.to_ascii_lowercase().starts_with('b') {
        true => Color::Black,
        false => Color::White,
    };
    let command = format!("genmove {word}");
    let reply = checker.expect(&command, Code::GenmoveRefused)?;
    if !reply.ok {
        return None;
    }
    let vertex = follow(checker, game, color, &command, &reply)?;
    if vertex.eq_ignore_ascii_case("pass") {
        return Some(());
    }
    let on_top = format!("play {} {vertex}", color.opponent());
    let again = checker.ask(&on_top)?;
    if again.ok {
        checker.blame(Code::GenmoveNotPlayed, &command, &reply);
        checker.blame(Code::GenmoveNotPlayed, &on_top, &again);
        return None;
    }
    Some(())
}

/// Plays the answer to a `genmove` on our board. `None` where the game cannot go on.
fn follow(
    checker: &mut Checker,
    game: &mut Game,
    color: Color,
    command: &str,
    reply: &Reply,
) -> Option<String> {
    let word = reply.text.as_str();
    if word.eq_ignore_ascii_case("resign") {
        if word != "resign" {
            checker.blame(Code::ResignCase, command, reply);
        }
        return None;
    }
    let Ok(mv) = parse_move(game.dims(), word) else {
        checker.blame(Code::GenmoveForm, command, reply);
        return None;
    };
    if game.play(color, mv).is_err() {
        checker.blame(Code::GenmoveIllegal, command, reply);
        return None;
    }
    Some(word.to_owned())
}

/// `reg_genmove` leaves the board alone.
pub(super) fn reg_genmove(checker: &mut Checker) -> Option<()> {
    checker.needs("reg_genmove")?;
    checker.empty_board(9)?;
    checker.play(&["b D4"])?;
    let before = checker.stones()?;
    let reply = checker.expect("reg_genmove white", Code::RegGenmove)?;
    checker.same_stones(&before, "reg_genmove white", Code::RegGenmove)?;
    let is_point = !["pass", "resign"].contains(&reply.text.to_ascii_lowercase().as_str());
    // Of several lines each would be a command.
    if reply.ok && reply.text.contains('\n') {
        checker.blame(Code::GenmoveForm, "reg_genmove white", &reply);
    } else if reply.ok && is_point {
        checker.expect(&format!("play black {}", reply.text), Code::RegGenmove)?;
    }
    Some(())
}
