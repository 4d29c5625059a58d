use super::Info;
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Point};
use std::fmt::Write;

/// The moves on one line of text.
const MOVES_PER_LINE: usize = 10;

/// Writes a game as FF\[4\], all of it. [`load`](super::load) reads back the
/// same game, except for prisoners taken before a set-up.
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
    let mut text = String::from("(;GM[1]FF[4]CA[UTF-8]");
    let dims = game.dims();
    // Writing to a String cannot fail.
    let _ = write!(text, "AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
    let _ = if dims.is_square() {
        write!(text, "SZ[{}]", dims.width())
    } else {
        write!(text, "SZ[{}:{}]", dims.width(), dims.height())
    };
    let _ = write!(text, "KM[{}]", game.komi());
    property(&mut text, "RU", &rules_name(game.rules()));
    let first = game.moves().first().map(|&(color, _)| color);
    let has_stones = Color::BOTH
        .iter()
        .any(|&color| game.start().board().stone_count(color) > 0);
    // Without stones and with White first, readers would add the stones.
    if game.handicap() > 0 && (has_stones || first == Some(Color::Black)) {
        let _ = write!(text, "HA[{}]", game.handicap());
    }
    property(&mut text, "PB", &info.black);
    property(&mut text, "PW", &info.white);
    property(&mut text, "RE", &info.result);
    property(&mut text, "C", &info.comment);
    set_up(&mut text, game);
    let to_move = game.start().to_move();
    if has_stones || to_move == Color::White || first.is_some_and(|color| color != to_move) {
        let _ = write!(text, "PL[{}]", letter(to_move));
    }
    for (i, &(color, mv)) in game.moves().iter().enumerate() {
        if i.is_multiple_of(MOVES_PER_LINE) {
            text.push('\n');
        }
        let point = mv.point().map_or(String::new(), |p| point_text(dims, p));
        let _ = write!(text, ";{}[{point}]", letter(color));
    }
    let natural = game.moves().last().map(|&(color, _)| !color);
    if natural.is_some_and(|color| color != game.to_move()) {
        let _ = write!(text, ";PL[{}]", letter(game.to_move()));
    }
    text.push_str(")\n");
    text
}

fn set_up(text: &mut String, game: &Game) {
    let start = game.start();
    let dims = game.dims();
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        if start.board().stone_count(color) == 0 {
            continue;
        }
        text.push_str(name);
        for point in dims.points() {
            if start.board().color_at(point) == Some(color) {
                let _ = write!(text, "[{}]", point_text(dims, point));
            }
        }
    }
}

/// The name that SGF has for the rules, or else ours, or else all of them as JSON.
fn rules_name(rules: &Rules) -> String {
    match rules.preset_name() {
        Some("japanese") => "Japanese".to_owned(),
        Some("chinese") => "Chinese".to_owned(),
        Some("aga") => "AGA".to_owned(),
        Some("new-zealand") => "NZ".to_owned(),
        Some(name) => name.to_owned(),
        None => rules.to_json(),
    }
}

fn property(text: &mut String, name: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    text.push_str(name);
    text.push('[');
    for sign in value.chars() {
        if matches!(sign, ']' | '\\' | ':') {
            text.push('\\');
        }
        text.push(sign);
    }
    text.push(']');
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn point_text(dims: Dims, point: Point) -> String {
    let (x, y) = dims.xy(point);
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(x), letter(dims.height() - 1 - y)].iter().collect()
}
