//! The vital points of eye spaces, which small networks overlook.
//!
//! Who plays there first makes two eyes or prevents them. A network that is sure that a group is dead, or alive, gives the point no
//! probability, and the search never learns otherwise. So it gets some where the group has hardly a liberty elsewhere, unless
//! it lives whatever happens.

use crate::board::Board;
use crate::game::pass_alive_on;
use crate::playout::{small_space, vital_point};
use crate::types::{Point, PointSet};
use smallvec::SmallVec;

/// The vital points on a board.
pub type VitalPoints = SmallVec<[Point; 4]>;

/// A group with more liberties outside the space has other ways to live, or to run, and networks know those.
const MOST_OUTSIDE: usize = 2;

/// The vital points of small empty spaces on which it depends whether a group lives.
pub fn vital_points<const N: usize, const W: usize>(
    board: &Board<N, W>,
    suicide: bool,
) -> VitalPoints {
    let mut found = VitalPoints::new();
    let mut alive: [Option<PointSet<W>>; 2] = [None, None];
    for start in board.empty_points() {
        // Each space has a point beside a stone around it.
        let mut beside = board.neighbors(start).into_iter();
        let stone = beside.find_map(|point| Some((point, board.color_at(point)?)));
        let Some((stone, owner)) = stone else {
            continue;
        };
        let Some(space) = small_space(board, start, !owner) else {
            continue;
        };
        let vital = vital_point(board, &space).filter(|vital| !found.contains(vital));
        let Some(vital) = vital.filter(|_| outside_liberties(board, &space) <= MOST_OUTSIDE) else {
            continue;
        };
        let alive =
            alive[owner.index()].get_or_insert_with(|| pass_alive_on(board, owner, suicide));
        if !alive.contains(stone) {
            found.push(vital);
        }
    }
    found
}

/// How many liberties the stones around a space have elsewhere.
fn outside_liberties<const N: usize, const W: usize>(
    board: &Board<N, W>,
    space: &[Point],
) -> usize {
    let neighbors = space.iter().flat_map(|&point| board.neighbors(point));
    let around = neighbors.filter(|&point| board.color_at(point).is_some());
    let liberties = around.fold(PointSet::<W>::EMPTY, |all, stone| {
        all.union(board.liberty_set(stone))
    });
    liberties
        .iter()
        .filter(|point| !space.contains(point))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::puct::Double;
    use crate::search::{Limits, MethodChoice, Params, Search, Settings};
    use crate::types::{Color, format_vertex, parse_move};
    use std::sync::Arc;

    fn found(diagram: &str) -> Vec<String> {
        let game = Game::from_diagram(diagram).unwrap();
        let board: &Board<128, 2> = game.board().sized().unwrap();
        let points = vital_points(board, false).into_iter();
        points
            .map(|point| format_vertex(game.dims(), point))
            .collect()
    }

    #[test]
    fn a_space_that_one_move_divides_has_a_vital_point() {
        let three = "O O O O O
                     O . . . O
                     O O O O O
                     X X X X X
                     . X . X .";
        assert_eq!(found(three), ["C4"]);
        let crossed_five = "O O . O O X
                            O . . . O X
                            O O . O O X
                            O O O O O X
                            X X X X X X
                            X . X . X X";
        assert_eq!(found(crossed_five), ["C5"]);
    }

    #[test]
    fn the_search_looks_there_whatever_its_network_says() {
        let three = "O O O O O
                     O . . . O
                     O O O O O
                     X X X X X
                     . X . X .";
        let game = Game::from_diagram(three).unwrap();
        let vital = parse_move(game.dims(), "C4").unwrap();
        let prior = |vital_prior: f32| {
            let mut search = Search::new(Settings {
                memory_mb: 64,
                method: MethodChoice::Double(Arc::new(Double)),
                params: Params {
                    vital_prior,
                    ..Params::default()
                },
                ..Settings::default()
            });
            search.set_game(&game, Color::Black);
            let report = search.run(Limits::of_playouts(1)).unwrap();
            report.find(vital).unwrap().prior
        };
        let [as_said, raised] = [0.0, 0.9].map(prior);
        let expected = 0.9 / (1.0 + 0.9 - as_said);
        assert!(
            (raised - expected).abs() < 0.001 && as_said < 0.5,
            "{as_said} {raised}"
        );
    }

    #[test]
    fn groups_that_live_whatever_happens_and_other_spaces_have_none() {
        let with_another_eye = "O O O O O
                                O . . . O
                                O O O O O
                                O . O X X
                                O O O X .";
        assert_eq!(found(with_another_eye), [""; 0]);
        let square_four = "O O O O O
                           O . . O O
                           O . . O O
                           O O O O X
                           X X X X .";
        assert_eq!(found(square_four), [""; 0]);
        let of_both = "O O O X X
                       O . . . X
                       O O O X X
                       X X X X .
                       . X . X .";
        assert_eq!(found(of_both), [""; 0]);
        let with_a_way_out = "O O O O O .
                              O . . . O .
                              O O O O O .
                              X X X X X X
                              . X . X . X";
        assert_eq!(found(with_a_way_out), [""; 0]);
        assert_eq!(found(". . . .\n. . . .\n. . . .\n. . . ."), [""; 0]);
    }
}
