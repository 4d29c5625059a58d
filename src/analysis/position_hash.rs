//! Numbers by which clients know positions again: `thisHash`, and `symHash`, which is the same however the board is turned.

use crate::game::Game;
use crate::types::{Color, Point, Symmetry};
use crate::zobrist::{finalized, spread};

/// What a part of a position is, of those that tell positions apart.
#[derive(Clone, Copy)]
enum Part {
    Black = 1,
    White,
    /// A point that a ko forbids.
    Ko,
    /// The columns and rows of the board.
    Sides,
    /// Who moves.
    Mover,
}

impl Part {
    fn of_stone(color: Color) -> Part {
        match color {
            Color::Black => Part::Black,
            Color::White => Part::White,
        }
    }

    /// The key of this part with two numbers below 65 536.
    fn key(self, (x, y): (usize, usize)) -> u128 {
        let number = (self as u64) << 32 | (x as u64) << 16 | y as u64;
        let half = |salt: u64| u128::from(finalized(spread(number ^ salt)));
        half(1 << 40) << 64 | half(0)
    }
}

/// `thisHash` and `symHash` of the present position, as KataGo writes its own: 32 digits to the base of 16. Positions with the same
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
    let place = |point: Point| turned.xy(symmetry.apply(dims, point));
    let stones = dims.points().filter_map(|point| {
        let color = board.color_at(point)?;
        Some(Part::of_stone(color).key(place(point)))
    });
    let ko = board.ko_point().map(|point| Part::Ko.key(place(point)));
    let sides = Part::Sides.key((turned.width(), turned.height()));
    let mover = Part::Mover.key((game.to_move().index(), 0));
    stones.chain(ko).fold(sides ^ mover, |hash, key| hash ^ key)
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
