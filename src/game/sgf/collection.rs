//! Files with more than one game.

use super::encoding::{decode, is_whole};
use super::trees::GameTrees;
use std::borrow::Cow;

/// Says that a text is UTF-8, whatever encoding it names.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The games of a collection, each with its brackets and as [`load`](super::load) reads it; a text without any game as it is,
/// since reading it will tell what is wrong. A last game that is cut off counts.
///
/// ```
/// use tengen::game::sgf;
/// let games = sgf::split_games(b"Two games (a match): (;SZ[9];B[ee]) (;SZ[9];B[cc]");
/// let moves = |game: &[u8]| sgf::load(game, None).unwrap().game.moves().len();
/// assert_eq!(games.iter().map(|game| moves(game)).collect::<Vec<_>>(), [1, 1]);
/// ```
pub fn split_games(text: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let games = split(text);
    let source = is_whole(text, games[0]).then(|| decode(text));
    let Some(source) = source.filter(|source| !source.is_guess) else {
        return games.into_iter().map(Cow::Borrowed).collect();
    };
    // A game by itself may not name its encoding.
    let marked = |game| Cow::Owned([BYTE_ORDER_MARK, game].concat());
    split(source.text.as_bytes())
        .into_iter()
        .map(marked)
        .collect()
}

/// The games as they stand in the text, or else the whole of it.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut games: Vec<&[u8]> = GameTrees::new(text).map(|game| &text[game]).collect();
    if games.is_empty() {
        games.push(text);
    }
    games
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;

    #[test]
    fn a_bracket_within_a_text_ends_no_game_of_a_collection() {
        let first = "(;SZ[9]PB[x [3k] (Foo)];B[ee]C[foo [3d]: nice :)](;W[cc])(;W[aa]C[a)]))";
        let second = "(;SZ[9];B[aa]C[b [3d]])";
        let both = format!("{first}\n{second}\n");
        assert_eq!(games_of(both.as_bytes()), [first, second]);
    }

    /// The games of a collection, decoded.
    fn games_of(collection: &[u8]) -> Vec<String> {
        let games = split_games(collection);
        games.iter().map(|game| decode(game).text.into()).collect()
    }

    #[test]
    fn games_of_a_collection_are_found_in_every_encoding() {
        // The second byte of 表 is a backslash in Shift-JIS.
        let games = [
            "(;CA[Shift_JIS]SZ[9]C[表])",
            "(;SZ[9]PB[表];B[bb])",
            "(;SZ[9];B[cc]",
        ];
        let text = games.join("\n");
        let (shifted, ..) = encoding_rs::SHIFT_JIS.encode(&text);
        let wide: Vec<u8> = [0xfeff]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(games_of(&shifted), games);
        assert_eq!(games_of(&wide), games);
        let second = load(&split_games(&wide)[1], None).unwrap();
        assert_eq!(second.game.moves().len(), 1);
    }

    #[test]
    fn games_of_a_collection_may_each_name_an_encoding() {
        let (gbk, ..) = encoding_rs::GBK.encode("(;CA[GBK]SZ[9]PB[中];B[aa])");
        let utf8 = "(;SZ[9]PB[中];B[bb])".as_bytes();
        let both = [utf8, &gbk].concat();
        let games = games_of(&both);
        assert_eq!(games[0].as_bytes(), utf8);
        assert_eq!(games[1], "(;CA[GBK]SZ[9]PB[中];B[aa])");
    }

    #[test]
    fn words_in_brackets_around_games_are_no_games() {
        let letter = "A text (a comment).\n(;GM[1]SZ[9];B[aa]) (the end)";
        assert_eq!(games_of(letter.as_bytes()), ["(;GM[1]SZ[9];B[aa])"]);
    }

    #[test]
    fn games_without_a_semicolon_are_games() {
        let games = [
            "(GM[1]SZ[5];B[cc]C[x (B[aa])])",
            "(SZ[5];B[bb](;W[cc])(;W[dd]))",
            "(;)",
            "(;SZ[9]C[b [3d]])",
        ];
        assert_eq!(games_of(games.join("\n").as_bytes()), games);
        let collection = games.concat();
        let second = &split_games(collection.as_bytes())[1];
        assert_eq!(load(second, None).unwrap().game.moves().len(), 2);
    }

    #[test]
    fn games_in_utf16_without_its_mark_are_found() {
        let games = ["(;SZ[9]PB[山])", "(;SZ[9];B[bb])"];
        let text = games.concat();
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(games_of(&wide), games);
    }
}
