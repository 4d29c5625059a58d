//! The file of a game.

use crate::game::Game;
use crate::types::{Color, Dims, Move, Point};

/// A game as SGF, with these properties of the root behind size and komi.
/// Those without a value are left out.
pub(super) fn sgf(game: &Game, properties: &[(&str, String)]) -> String {
    let dims = game.dims();
    let size = match dims.is_square() {
        true => dims.width().to_string(),
        false => format!("{}:{}", dims.width(), dims.height()),
    };
    let komi = game.komi();
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[Tengen]SZ[{size}]KM[{komi}]");
    for (name, value) in properties.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("\n{name}[{}]", escape(value)));
    }
    for &(color, mv) in game.moves() {
        let name = match color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let place = match mv {
            Move::Pass => String::new(),
            Move::Place(point) => sgf_point(dims, point),
        };
        text.push_str(&format!("\n;{name}[{place}]"));
    }
    text.push_str(")\n");
    text
}

/// `aa` is the top left.
fn sgf_point(dims: Dims, point: Point) -> String {
    let (x, y) = dims.xy(point);
    let letter = |index: usize| char::from(b'a' + index as u8);
    [letter(x), letter(dims.height() - 1 - y)].iter().collect()
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::parse_move;

    #[test]
    fn moves_count_from_the_top_left() {
        let dims = Dims::new(9, 7).unwrap();
        let mut game = Game::new(dims, Rules::default(), 7.5);
        for (color, text) in [
            (Color::Black, "A7"),
            (Color::White, "J1"),
            (Color::Black, "pass"),
        ] {
            game.play(color, parse_move(dims, text).unwrap()).unwrap();
        }
        let properties = [("PB", "[x]\\".to_owned()), ("PW", String::new())];
        assert_eq!(
            sgf(&game, &properties),
            "(;FF[4]GM[1]CA[UTF-8]AP[Tengen]SZ[9:7]KM[7.5]\nPB[[x\\]\\\\]\n;B[aa]\n;W[ig]\n;B[])\n"
        );
    }
}
