//! Perfect play on the smallest boards: area scoring, positional superko, a
//! game ends with two passes.
//!
//! The values of the lines, of 2×2 and of 3×3 are on John Tromp's pages on Go
//! (<https://tromp.github.io/go.html>).

mod graph;
mod oracle;

use graph::Graph;
use graph::solver::Solver;
use tengen::game::{Game, Rules};
use tengen::search::{Limits, Search, Settings};
use tengen::types::{Color, Move, format_move};

#[test]
fn best_scores_of_the_smallest_boards() {
    for suicide in [false, true] {
        for (width, height, best) in [
            (1, 1, 0),
            (1, 2, 0),
            (1, 3, 3),
            (1, 4, 4),
            (1, 5, 0),
            (2, 2, 1),
        ] {
            let graph = Graph::new(width, height, suicide);
            assert_eq!(Solver::new(&graph).best(), best, "{width}x{height}");
        }
    }
}

/// Nine points in the centre, so that is Black's best; three on a side; everything lost in a corner.
#[test]
fn first_moves_on_3x3() {
    for suicide in [false, true] {
        let graph = Graph::new(3, 3, suicide);
        let mut solver = Solver::new(&graph);
        for ((x, y), value) in [((1, 1), 9), ((1, 0), 3), ((0, 0), -9)] {
            let first = Move::Place(graph.dims.point(x, y).unwrap());
            assert!(
                solver.is_value_of(first, value),
                "column {x} row {y}, suicide {suicide}"
            );
        }
    }
}

/// The search opens with one of the moves that the solver proves best. Komi
/// is such that nothing less wins.
#[test]
fn the_search_finds_the_best_first_moves() {
    for (width, height, best) in [(1, 3, 3), (1, 4, 4), (1, 5, 0), (2, 2, 1), (3, 3, 9)] {
        let graph = Graph::new(width, height, false);
        // The solver counts what is on the board.
        let rules = Rules::preset("cgos").unwrap();
        let game = Game::new(graph.dims, rules, best as f32 - 0.5);
        let mut search = Search::new(Settings::default());
        search.set_game(&game, Color::Black);
        search.start(Limits::of_playouts(20_000));
        search.wait();
        let report = search.report().unwrap();
        let first = report.best().unwrap();
        let name = format_move(graph.dims, first.mv);
        assert!(
            Solver::new(&graph).reaches_after(first.mv, best),
            "{name} on {width}x{height}"
        );
    }
}
