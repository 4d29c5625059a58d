//! Players, points and moves as queries write them. What cannot be read is refused in the name of the `field` it stood in.

use super::fields::{Fields, Refusal};
use crate::types::{Color, Dims, Move, Point, excerpt, parse_move};

/// What a list of stones or moves has to be.
pub const PAIRS: &str = "a list of pairs such as [\"B\",\"D4\"]";

/// `B` or `W`, or the whole word.
pub fn player(field: &'static str, text: &str) -> Result<Color, Refusal> {
    Color::parse(text).ok_or_else(|| {
        let message = format!("no player, which is B or W: '{}'", excerpt(text));
        Refusal::new(field, message)
    })
}

/// A vertex of GTP, `pass`, or `(X,Y)`, counted from 0 at the top left; with blanks around it, as for KataGo.
pub fn vertex(field: &'static str, dims: Dims, text: &str) -> Result<Move, Refusal> {
    let text = text.trim();
    if text.starts_with('(') {
        return coordinates(dims, text).map(Move::Place).ok_or_else(|| {
            let message = format!("'{}' is no point of a {dims} board", excerpt(text));
            Refusal::new(field, message)
        });
    }
    parse_move(dims, text).map_err(|error| Refusal::new(field, error.to_string()))
}

fn coordinates(dims: Dims, text: &str) -> Option<Point> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let (x, y) = inside.split_once(',')?;
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let row = (dims.height() - 1).checked_sub(number(y)?)?;
    dims.point(number(x)?, row)
}

/// Takes a list of pairs of a player and a vertex out, if there is one.
pub fn moves(
    fields: &mut Fields,
    name: &'static str,
    dims: Dims,
) -> Result<Option<Vec<(Color, Move)>>, Refusal> {
    let Some(pairs) = fields.list::<(String, String)>(name, PAIRS)? else {
        return Ok(None);
    };
    let read = |who: &str, place: &str| Ok((player(name, who)?, vertex(name, dims, place)?));
    let moves = pairs.iter().enumerate().map(|(index, (who, place))| {
        read(who, place).map_err(|refusal: Refusal| refusal.at(name, index))
    });
    moves.collect::<Result<_, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::format_move;

    #[test]
    fn points_are_vertices_or_coordinates_from_the_top() {
        let dims = Dims::new(9, 13).unwrap();
        let read = |text: &str| vertex("moves", dims, text).map(|mv| format_move(dims, mv));
        assert_eq!(read("a13"), Ok("A13".to_owned()));
        assert_eq!(read("PASS"), Ok("pass".to_owned()));
        assert_eq!(read("(0,0)"), Ok("A13".to_owned()));
        assert_eq!(read("(8, 12)"), Ok("J1".to_owned()));
        assert_eq!(read(" (8,12)\t"), Ok("J1".to_owned()));
        assert_eq!(read("E5 "), Ok("E5".to_owned()));
        for text in [
            "(9,0)", "(0,13)", "(0,-1)", "(0)", "(", "AA1", "K1", "A14", "", "é",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(
            vertex("moves", dims, &"(".repeat(1 << 20))
                .unwrap_err()
                .message
                .len()
                < 200
        );
    }

    #[test]
    fn a_wrong_pair_is_told_by_its_number() {
        let object = serde_json::json!({"moves": [["B", "E5"], ["W", "Z9"]]});
        let mut fields = Fields::new(object.as_object().unwrap().clone());
        let refusal = moves(&mut fields, "moves", Dims::square(9).unwrap()).unwrap_err();
        let told = "vertex Z9 is off the 9x9 board (moves[1])";
        assert_eq!(refusal, Refusal::new("moves", told));
    }

    #[test]
    fn players_are_letters_or_words() {
        assert_eq!(player("initialPlayer", "B"), Ok(Color::Black));
        assert_eq!(player("initialPlayer", "white"), Ok(Color::White));
        assert_eq!(
            player("initialPlayer", "x").unwrap_err().field,
            "initialPlayer"
        );
    }
}
