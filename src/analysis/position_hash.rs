//! Numbers by which clients know positions again: `thisHash`, and `symHash`, which is the same however the board is turned.

use crate::game::Game;
use crate::katago::hashes::KEYS;
use crate::types::{Point, Symmetry};

/// `thisHash` and `symHash` of the present position, as KataGo has them, in 32 digits to the base of 16. Positions with the same
/// stones, the same player to move and the same point forbidden by a ko have the same one, whatever led to them.
pub fn of(game: &Game) -> [String; 2] {
    let all = Symmetry::ALL.map(|symmetry| turned(game, symmetry));
    let least = all.iter().copied().min().unwrap_or_default();
    [all[0], least].map(|hash| format!("{hash:032X}"))
}

/// The hash of the position on the board turned.
fn turned(game: &Game, symmetry: Symmetry) -> u128 {
    let (board, dims) = (game.board(), game.dims());
    let turned = symmetry.dims(dims);
    let columns = turned.width();
    let place = |point: Point| {
        let (x, y) = turned.xy(symmetry.apply(dims, point));
        (x, turned.height() - 1 - y)
    };
    let stones = dims.points().filter_map(|point| {
        let color = board.color_at(point)?;
        Some(KEYS.stone(color, place(point), columns))
    });
    let ko = board.ko_point();
    let ko = ko.map(|point| KEYS.ko(place(point), columns));
    let rest = KEYS.board(columns, turned.height()) ^ KEYS.mover(game.to_move());
    stones.chain(ko).fold(rest, |hash, key| hash ^ key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Dims, parse_move};
    use std::collections::HashSet;

    fn after(dims: Dims, moves: &str) -> [String; 2] {
        let mut game = Game::new(dims, Default::default(), 0.5);
        for vertex in moves.split_whitespace() {
            let mv = parse_move(dims, vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        of(&game)
    }

    /// The first one is that of KataGo's own tests of its analysis engine (`cpp/tests/results/analysis`), the others are those that
    /// Ogatak makes.
    #[test]
    fn positions_have_the_numbers_that_katago_gives_them() {
        let first = |side, moves| {
            let [this, _] = after(Dims::square(side).unwrap(), moves);
            this
        };
        assert_eq!(first(19, ""), "47E1EBDAE69A5DED3FF8DB1FA4E91845");
        assert_eq!(first(9, ""), "1521075FDD85FFE1B074F776AFC4E49D");
        assert_eq!(first(9, "E5"), "EB26DA566B693F1402610AB20A5C1005");
        let large = after(Dims::square(25).unwrap(), "Z25 A1 Z1");
        assert_ne!(large[0], large[1]);
    }

    #[test]
    fn positions_are_told_apart_and_known_again() {
        let dims = Dims::square(5).unwrap();
        let of_moves = |moves| after(dims, moves);
        assert_eq!(of_moves("B2 C3 D4"), of_moves("D4 C3 B2"));
        let different = ["", "pass", "B2", "B2 pass", "B2 B3", "B3 B2", "B2 C2"];
        let seen: HashSet<String> = different.map(|moves| of_moves(moves)[0].clone()).into();
        assert_eq!(seen.len(), different.len());
        assert_ne!(after(Dims::new(5, 4).unwrap(), ""), of_moves(""));
        assert!(seen.iter().all(|hash| hash.len() == 32));
        // Black has taken a ko, or the same stones stand there and White may play anywhere.
        let taken = of_moves("B1 C1 A2 D2 B3 C3 pass B2 C2");
        assert_ne!(taken, of_moves("B1 C1 A2 D2 B3 C3 pass B2 C2 pass pass"));
    }

    #[test]
    fn a_turned_board_is_known_again_by_the_second_one() {
        let turned = [
            ("B2 C4", (5, 4)),
            ("D2 C4", (5, 4)),
            ("B3 C1", (5, 4)),
            ("B2 D3", (4, 5)),
        ];
        let hashes =
            turned.map(|(moves, (width, height))| after(Dims::new(width, height).unwrap(), moves));
        let [this, symmetric] = [0, 1].map(|which| {
            let all = hashes.iter().map(|pair| pair[which].clone());
            all.collect::<HashSet<String>>().len()
        });
        assert_eq!((this, symmetric), (4, 1));
    }
}
