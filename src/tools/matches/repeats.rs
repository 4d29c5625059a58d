//! Games that are the same as earlier ones.
//!
//! Engines without chance play the same game whenever they meet with the same colours. Whoever counts such games
//! as new takes the result for surer than it is.

use super::GameReport;
use crate::game::{Game, diagram_of};
use crate::tools::fnv::Fnv;
use crate::types::format_move;
use std::collections::HashMap;

/// A number that differs when the starts of two games do, or their moves.
pub(super) fn fingerprint(game: &Game) -> u64 {
    let mut hash = Fnv::default();
    let start = game.start();
    hash.add(diagram_of(start.board()).as_bytes());
    hash.add(start.to_move().to_string().as_bytes());
    for &(color, mv) in game.moves() {
        hash.add(format!(" {} {}", color.letter(), format_move(game.dims(), mv)).as_bytes());
    }
    hash.value()
}

/// The games of the same players with the same colours, moves and result as an earlier one: the number of each, and that
/// of the first one like it. Those from results of older versions have no fingerprint and repeat nothing.
pub fn repeats(games: &[GameReport]) -> Vec<(u32, u32)> {
    let mut first = HashMap::new();
    let mut repeats = Vec::new();
    for game in games {
        let Some(fingerprint) = game.fingerprint else {
            continue;
        };
        let key = (game.players, fingerprint, game.ending.result());
        let of = *first.entry(key).or_insert(game.number);
        if of != game.number {
            repeats.push((game.number, of));
        }
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::tools::matches::ending::Ending;
    use crate::tools::matches::game_json::tests::game;
    use crate::types::{Color, Dims, parse_move};

    fn played(moves: &[&str]) -> Game {
        let dims = Dims::square(9).unwrap();
        let mut game = Game::new(dims, Rules::default(), 7.5);
        for mv in moves {
            let color = game.to_move();
            game.play(color, parse_move(dims, mv).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_fingerprint_is_that_of_all_moves() {
        let one = fingerprint(&played(&["C3", "pass", "E5"]));
        assert_eq!(one, fingerprint(&played(&["C3", "pass", "E5"])));
        for other in [
            &["C3", "pass"][..],
            &["C3", "E5", "pass"],
            &["E5", "pass", "C3"],
        ] {
            assert_ne!(one, fingerprint(&played(other)), "{other:?}");
        }
        let mut handicap = played(&[]);
        handicap.place_fixed_handicap(2).unwrap();
        assert_ne!(fingerprint(&handicap), fingerprint(&played(&[])));
    }

    #[test]
    fn a_repeat_has_the_same_players_moves_and_result() {
        let report = |number, players, fingerprint, loser| GameReport {
            fingerprint,
            ..game(number, players, Ending::Resigned(loser))
        };
        let games = [
            report(1, [0, 1], Some(7), Color::Black),
            report(2, [1, 0], Some(7), Color::Black),
            report(3, [0, 1], Some(7), Color::Black),
            report(4, [0, 1], Some(7), Color::White),
            report(5, [0, 1], Some(8), Color::Black),
            report(6, [1, 0], None, Color::Black),
            report(7, [1, 0], None, Color::Black),
            report(8, [1, 0], Some(7), Color::Black),
            report(9, [0, 1], Some(7), Color::Black),
        ];
        assert_eq!(repeats(&games), [(3, 1), (8, 2), (9, 1)]);
    }
}
