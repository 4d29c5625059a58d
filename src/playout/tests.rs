//! Playouts from positions that games come to.

use super::*;
use crate::board::Board9;
use crate::game::{Game, Rules, board_from_diagram};
use crate::types::{Dims, parse_move, parse_vertex};
use proptest::prelude::*;

/// A board as it is drawn.
pub(super) fn board(diagram: &str) -> Board9 {
    let board = board_from_diagram(diagram).unwrap();
    board.sized().unwrap().clone()
}

pub(super) fn at(board: &Board9, vertex: &str) -> Point {
    parse_vertex(board.dims(), vertex).unwrap()
}

/// Plays a position on in some ways; whoever does not move next made the last move.
fn play_on(game: &Game, to_move: Color, seed: u64) {
    let recent = |age: usize| {
        let (_, mv) = game.moves().iter().rev().nth(age)?;
        mv.point()
    };
    let board: &Board9 = game.board().sized().unwrap();
    for which in 0..50 {
        let mut board = board.clone();
        let mut moves = Vec::new();
        play_policy(
            &mut board,
            to_move,
            [recent(0), recent(1)],
            &Policy::default(),
            &mut random_stream(seed, which),
            &mut moves,
        );
        let stones = Color::BOTH.map(|color| board.stone_count(color));
        let taken = board
            .dims()
            .points()
            .filter(|&p| board.color_at(p).is_some());
        assert_eq!(taken.count(), stones.iter().sum::<usize>(), "{moves:?}");
        let empty = board.empty_points().count();
        assert_eq!(
            empty + stones.iter().sum::<usize>(),
            board.dims().area(),
            "{moves:?}"
        );
    }
}

/// White's last move was a suicide, after which the board keeps traces of chains that are gone. The point was once taken for
/// a stone with two liberties, one of them under a stone.
#[test]
fn the_point_of_a_suicide_has_no_liberties_to_play_on() {
    let mut game = Game::new(
        Dims::square(9).unwrap(),
        Rules::preset("tromp-taylor").unwrap(),
        7.5,
    );
    let moves = "w D5 w E5 b D6 b E6 b D4 b E4 b F5 b C5 w G5 w F6 w F4 w D5 w E5 b G3 b H3 b G1 b H1 b F2 b J2 w H2 \
        b A9 w G2";
    let words: Vec<&str> = moves.split_whitespace().collect();
    for pair in words.chunks(2) {
        let color = Color::parse(pair[0]).unwrap();
        let mv = parse_move(game.dims(), pair[1]).unwrap();
        game.play(color, mv).unwrap();
    }
    play_on(&game, Color::Black, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn playouts_keep_the_board_sound_after_any_game(
        side in 3..=9usize, choices in proptest::collection::vec((any::<bool>(), any::<u16>()), 1..250), seed: u64
    ) {
        let dims = Dims::square(side).unwrap();
        let mut game = Game::new(dims, Rules::preset("tromp-taylor").unwrap(), 0.5);
        let points: Vec<Point> = dims.points().collect();
        for (is_out_of_turn, choice) in choices {
            let color = if is_out_of_turn { !game.to_move() } else { game.to_move() };
            let point = points[choice as usize % points.len()];
            // What is not legal is left out.
            let _ = game.play(color, Move::Place(point));
        }
        for to_move in Color::BOTH {
            play_on(&game, to_move, seed);
        }
    }
}
