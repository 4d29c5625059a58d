//! Writes a game as SGF.

use super::{Info, Line, Note, format_point};
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Move};
use crate::version::VERSION;
use std::fmt::Write;
use std::time::Duration;

/// The moves on one line of text.
const MOVES_PER_LINE: usize = 10;

/// Writes a game as FF\[4\], all of it. [`load`](fn@super::load) reads back the
/// same game, except for prisoners taken before a set-up, for komi that [`komi_in_points`](crate::game::komi_in_points) takes for
/// another, for a turn that was given to a player after a move and not taken, and for a comment that begins with a line of rules, as
/// Tengen wrote it once.
///
/// ```
/// use tengen::game::{Game, Rules, sgf};
/// use tengen::types::{Color, Dims, Move};
/// let dims = Dims::new(9, 7).unwrap();
/// let mut game = Game::new(dims, Rules::preset("japanese").unwrap(), 6.5);
/// game.play(Color::Black, Move::Place(dims.point(2, 4).unwrap())).unwrap();
/// game.play(Color::White, Move::Pass).unwrap();
/// let text = sgf::save(&game, &sgf::Info::default());
/// assert!(text.contains("SZ[9:7]KM[6.5]RU[Japanese]"));
/// assert!(text.ends_with(";B[cc];W[])\n"));
/// assert_eq!(sgf::load(text.as_bytes(), None).unwrap().game.moves(), game.moves());
/// ```
pub fn save(game: &Game, info: &Info) -> String {
    save_with_notes(game, info, &[])
}

/// As [`save`], with what is to be said of each move. There may be fewer notes than moves.
pub fn save_with_notes(game: &Game, info: &Info, notes: &[Note]) -> String {
    let mut text = String::from("(;GM[1]FF[4]CA[UTF-8]");
    let dims = game.dims();
    write_head(&mut text, game, info);
    for (i, &(color, mv)) in game.moves().iter().enumerate() {
        if i.is_multiple_of(MOVES_PER_LINE) {
            text.push('\n');
        }
        let note = notes.get(i);
        if note.is_some_and(has_variations) {
            text.push('(');
        }
        write_move(&mut text, dims, color, mv);
        if let Some(note) = note {
            write_note(&mut text, color, note);
        }
    }
    let natural = game.moves().last().map(|&(color, _)| !color);
    if natural.is_some_and(|color| color != game.to_move()) {
        text.push_str(&format!(";PL[{}]", game.to_move().letter()));
    }
    // The main line comes first; what could have been played in its place follows where it ends.
    let played = &notes[..notes.len().min(game.moves().len())];
    for note in played.iter().rev().filter(|note| has_variations(note)) {
        text.push(')');
        for line in note.instead.iter().filter(|line| !line.moves.is_empty()) {
            write_variation(&mut text, dims, line);
        }
    }
    text.push_str(")\n");
    text
}

/// What stands before the moves: size, komi, rules, names, and the stones of the start.
fn write_head(text: &mut String, game: &Game, info: &Info) {
    let dims = game.dims();
    // Writing to a String cannot fail.
    let _ = write!(text, "AP[Tengen:{VERSION}]");
    let _ = if dims.is_square() {
        write!(text, "SZ[{}]", dims.width())
    } else {
        write!(text, "SZ[{}:{}]", dims.width(), dims.height())
    };
    let _ = write!(text, "KM[{}]", game.komi());
    line(text, "RU", &rules_text(game.rules()));
    let first = game.moves().first().map(|&(color, _)| color);
    let has_stones = !game.start().board().is_empty();
    // Without stones and with White first, readers would add the stones.
    if game.handicap() > 0 && (has_stones || first == Some(Color::Black)) {
        let _ = write!(text, "HA[{}]", game.handicap());
    } else if game.looks_like_handicap() {
        text.push_str("HA[0]");
    }
    write_info(text, info);
    set_up(text, game);
    let to_move = game.start().to_move();
    if has_stones || to_move == Color::White || first.is_some_and(|color| color != to_move) {
        let _ = write!(text, "PL[{}]", to_move.letter());
    }
}

fn has_variations(note: &Note) -> bool {
    note.instead.iter().any(|line| !line.moves.is_empty())
}

fn write_variation(text: &mut String, dims: Dims, line: &Line) {
    text.push_str("\n(");
    for (i, &(color, mv)) in line.moves.iter().enumerate() {
        write_move(text, dims, color, mv);
        if i == 0 {
            property(text, "C", &line.comment);
        }
    }
    text.push(')');
}

fn write_move(text: &mut String, dims: Dims, color: Color, mv: Move) {
    let point = mv.point().map_or(String::new(), |p| format_point(dims, p));
    let _ = write!(text, ";{}[{point}]", color.letter());
}

fn write_info(text: &mut String, info: &Info) {
    for (name, value) in [
        ("GN", &info.name),
        ("PB", &info.black),
        ("BR", &info.black_rank),
        ("PW", &info.white),
        ("WR", &info.white_rank),
        ("RE", &info.result),
        ("DT", &info.date),
        ("PC", &info.place),
        ("EV", &info.event),
        ("RO", &info.round),
        ("TM", &info.main_time),
        ("OT", &info.overtime),
    ] {
        line(text, name, value);
    }
    property(text, "C", &info.comment);
}

fn write_note(text: &mut String, color: Color, note: &Note) {
    let side = color.letter();
    if let Some(time) = note.time_left {
        let _ = write!(text, "{side}L[{}]", seconds(time));
    }
    if let Some(stones) = note.stones_left {
        let _ = write!(text, "O{side}[{stones}]");
    }
    for (name, value) in &note.properties {
        match value.is_empty() {
            // Such as `DO`, which says all by being there.
            true => text.extend([name, "[]"]),
            false => line(text, name, value),
        }
    }
    property(text, "C", &note.comment);
}

/// To the millisecond, without zeros at the end.
fn seconds(time: Duration) -> String {
    (time.as_millis() as f64 / 1000.0).to_string()
}

fn set_up(text: &mut String, game: &Game) {
    let start = game.start();
    let dims = game.dims();
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = start.board().stones(color);
        if stones.is_empty() {
            continue;
        }
        text.push_str(name);
        for point in stones.iter() {
            let _ = write!(text, "[{}]", format_point(dims, point));
        }
    }
}

/// The name that SGF has for the rules, or else ours, or else KataGo's text for rules without a name.
fn rules_text(rules: &Rules) -> String {
    let name = match rules.preset_name() {
        Some("japanese") => "Japanese",
        Some("new-zealand") => "NZ",
        Some("aga") => "AGA",
        Some("ing") => "GOE",
        Some("chinese") => "Chinese",
        Some(name) => name,
        None => return rules.to_compact(),
    };
    name.to_owned()
}

/// A property whose text has one line.
fn line(text: &mut String, name: &str, value: &str) {
    let words = value.replace(char::is_control, " ");
    property(text, name, words.trim());
}

/// A property with text of several lines, in which other control signs become blanks.
fn property(text: &mut String, name: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    text.push_str(name);
    text.push('[');
    for sign in value.chars() {
        match sign {
            ']' | '\\' | ':' => text.extend(['\\', sign]),
            '\n' => text.push(sign),
            _ if sign.is_control() => text.push(' '),
            _ => text.push(sign),
        }
    }
    text.push(']');
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;
    use crate::types::parse_vertex;

    #[test]
    fn a_record_is_readable() {
        let mut game = Game::new(Dims::square(9).unwrap(), Rules::preset("aga").unwrap(), 0.5);
        game.place_fixed_handicap(2).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let info = Info {
            black: "Ann".to_owned(),
            ..Info::default()
        };
        assert_eq!(
            save(&game, &info),
            format!(
                "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:{VERSION}]SZ[9]KM[0.5]RU[AGA]HA[2]PB[Ann]AB[cg][gc]PL[W]\n;W[])\n"
            )
        );
    }

    #[test]
    fn rules_without_a_name_leave_the_comment_to_the_user() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
        let record = |comment: &str| {
            let info = Info {
                comment: comment.to_owned(),
                ..Info::default()
            };
            save(&game, &info)
        };
        let rules = "KM[7]RU[koPOSITIONALscoreAREAtaxNONEsui0whb0fpok1]";
        assert!(record("").ends_with(&format!("{rules})\n")));
        assert!(record("mine").ends_with(&format!("{rules}C[mine])\n")));
    }

    #[test]
    fn variations_stand_behind_the_main_line() {
        let loaded = load(b"(;SZ[5]KM[0];B[cc];W[bb];B[dd])", None).unwrap();
        let place = |color, vertex| {
            let point = parse_vertex(loaded.game.dims(), vertex).unwrap();
            (color, Move::Place(point))
        };
        let line = |moves: &[(Color, Move)]| Line {
            moves: moves.to_vec(),
            comment: "or".to_owned(),
        };
        let notes = [
            Note {
                instead: vec![line(&[place(Color::Black, "A1")]), line(&[])],
                properties: vec![("BM", "1".to_owned())],
                ..Note::default()
            },
            Note::default(),
            Note {
                instead: vec![line(&[
                    place(Color::Black, "B2"),
                    place(Color::White, "C2"),
                ])],
                ..Note::default()
            },
        ];
        let text = save_with_notes(&loaded.game, &Info::default(), &notes);
        let body = text.split_once("(;B").unwrap().1.replace('\n', "");
        assert_eq!(
            body,
            "[cc]BM[1];W[bb](;B[dd])(;B[bd]C[or];W[cd]))(;B[ae]C[or]))"
        );
        let again = load(text.as_bytes(), None).unwrap();
        assert_eq!(again.game.moves(), loaded.game.moves());
    }
}
