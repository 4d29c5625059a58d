//! Published numbers that a program with the right rules reproduces.
//!
//! Source, unless a test names another: John Tromp and Gunnar Farnebäck,
//! *Combinatorics of Go*, 2007, and Tromp's pages on Go; the legal positions
//! are OEIS A094777.

mod graph;
mod oracle;

use graph::Graph;
use tengen::board::Board9;
use tengen::game::{Game, Rules};
use tengen::tools::perft::perft;
use tengen::types::{Color, Dims, Move, Point};

/// Positions in which every chain has a liberty.
#[test]
fn legal_positions() {
    for (side, expected) in (1..).zip([1, 57, 12_675, 24_318_165]) {
        assert_eq!(legal_positions_of(side, side), expected);
    }
    for (length, expected) in (1..).zip([1, 5, 15, 41, 113, 313, 867, 2401, 6649]) {
        assert_eq!(legal_positions_of(length, 1), expected);
        assert_eq!(legal_positions_of(1, length), expected);
    }
    for (length, expected) in (1..).zip([5, 57, 489, 4125, 35_117]) {
        assert_eq!(legal_positions_of(length, 2), expected);
    }
    assert_eq!(legal_positions_of(3, 4), 321_689);
}

#[test]
#[ignore = "takes some minutes"]
fn legal_positions_of_4x5() {
    assert_eq!(legal_positions_of(4, 5), 1_840_058_693);
}

fn legal_positions_of(width: usize, height: usize) -> u64 {
    let dims = Dims::new(width, height).unwrap();
    let points: Vec<Point> = dims.points().collect();
    count_fillings(&Board9::new(dims), &points)
}

/// The ways to leave each of `points` empty or put a stone on it so that the position is legal.
/// Taking a stone off a legal position leaves it legal, so the stones can be put down one by one
/// and a stone that captures or has no liberty ends the attempt.
fn count_fillings(board: &Board9, points: &[Point]) -> u64 {
    let Some((&point, rest)) = points.split_first() else {
        return 1;
    };
    let mut count = count_fillings(board, rest);
    for color in Color::BOTH {
        if !stays_legal(board, color, point) {
            continue;
        }
        if rest.is_empty() {
            count += 1;
            continue;
        }
        let mut next = board.clone();
        next.play_unchecked(color, point);
        count += count_fillings(&next, rest);
    }
    count
}

fn stays_legal(board: &Board9, color: Color, point: Point) -> bool {
    let captures = |p: Point| board.color_at(p) == Some(!color) && board.liberties(p) == 1;
    !board.is_suicide(color, point) && !board.neighbors(point).into_iter().any(captures)
}

/// Moves from all legal positions, suicide of several stones among them.
#[test]
fn edges_of_the_game_graph() {
    for (width, height, edges) in [
        (1, 2, 12),
        (1, 3, 42),
        (2, 2, 192),
        (2, 3, 2312),
        (2, 4, 25_608),
        (3, 3, 86_200),
    ] {
        let graph = Graph::new(width, height, true);
        assert_eq!(graph.edge_count(), edges, "{width}x{height}");
        // Any legal position can be reached, and no other.
        let legal = legal_positions_of(width, height);
        assert_eq!(graph.positions.len() as u64, legal);
        assert!(graph.positions.iter().all(|p| p.is_legal_position()));
    }
}

/// The games under positional superko on a graph of at most 64 positions, by length.
struct GameCount {
    successors: Vec<u64>,
    by_length: Vec<u64>,
}

impl GameCount {
    fn new(graph: &Graph) -> GameCount {
        let successors = graph.moves.iter().map(|by_color| {
            let edges = by_color.iter().flatten();
            let set = edges.clone().fold(0, |set, edge| set | 1 << edge.to);
            assert_eq!(
                u64::count_ones(set) as usize,
                edges.count(),
                "two moves never lead to the same position"
            );
            set
        });
        GameCount {
            successors: successors.collect(),
            by_length: vec![0; graph.moves.len()],
        }
    }

    /// Counts every game that goes on from `at` after `length` moves through the positions `seen`.
    fn walk(&mut self, at: usize, seen: u64, length: usize) {
        self.by_length[length] += 1;
        let seen = seen | 1 << at;
        let mut open = self.successors[at] & !seen;
        while open != 0 {
            self.walk(open.trailing_zeros() as usize, seen, length + 1);
            open &= open - 1;
        }
    }

    fn of(width: usize, height: usize, suicide: bool) -> GameCount {
        let mut count = GameCount::new(&Graph::new(width, height, suicide));
        count.walk(0, 0, 0);
        let longest = count.longest();
        count.by_length.truncate(longest + 1);
        count
    }

    fn total(&self) -> u64 {
        self.by_length.iter().sum()
    }

    /// The number of stones put down in the longest game.
    fn longest(&self) -> usize {
        self.by_length.iter().rposition(|&n| n > 0).unwrap()
    }
}

/// Suicide makes no difference here: it can only clear the whole board, which repeats the start.
#[test]
fn games_on_the_shortest_lines() {
    for suicide in [false, true] {
        for (length, games) in [(1, 1), (2, 9), (3, 907)] {
            let by_length = games_by_length(length, 1, suicide, 20);
            assert_eq!(by_length.iter().sum::<u64>(), games);
            assert_eq!(GameCount::of(length, 1, suicide).by_length, by_length);
        }
        assert_eq!(GameCount::of(3, 1, suicide).longest(), 14);
    }
}

#[test]
fn first_moves_of_all_games_on_2x2() {
    for suicide in [false, true] {
        let by_length = games_by_length(2, 2, suicide, 5);
        assert_eq!(by_length, [1, 8, 48, 176, 304, 784]);
    }
}

/// The games of up to `longest` stones in which either colour may play at any
/// time, by their length, as the game itself allows them.
fn games_by_length(width: usize, height: usize, suicide: bool, longest: usize) -> Vec<u64> {
    let rules = Rules {
        suicide,
        ..Rules::default()
    };
    let mut game = Game::new(Dims::new(width, height).unwrap(), rules, 0.0);
    let mut by_length = vec![0; longest + 1];
    count_games(&mut game, &mut by_length);
    by_length.truncate(by_length.iter().rposition(|&n| n > 0).unwrap() + 1);
    by_length
}

fn count_games(game: &mut Game, by_length: &mut [u64]) {
    by_length[game.moves().len()] += 1;
    if game.moves().len() + 1 == by_length.len() {
        return;
    }
    for point in game.dims().points() {
        for color in Color::BOTH {
            if game.play(color, Move::Place(point)).is_ok() {
                count_games(game, by_length);
                game.undo();
            }
        }
    }
}

/// Takes 10 s: `cargo test --test truth -- --ignored`.
#[test]
#[ignore = "takes 10 s"]
fn games_on_1x4() {
    for (suicide, games) in [(true, 2_098_407_841), (false, 719_178_893)] {
        let count = GameCount::of(4, 1, suicide);
        assert_eq!(count.total(), games);
        assert_eq!(count.longest(), 40);
    }
}

/// Turns alternate from Black, a pass is a move, two passes end the game.
#[test]
fn perft_table() {
    let no_suicide = Rules::default();
    let tromp_taylor = Rules::preset("tromp-taylor").unwrap();
    let table: [(usize, &Rules, &[u64]); 8] = [
        (2, &no_suicide, &PERFT_2),
        (2, &tromp_taylor, &PERFT_2),
        (3, &no_suicide, &[1, 10, 91, 738, 5281, 33_384, 179_712]),
        (3, &tromp_taylor, &[1, 10, 91, 738, 5281, 33_384, 180_768]),
        (5, &tromp_taylor, &[1, 26, 651, 15_650, 361_041]),
        (5, &no_suicide, &[1, 26, 651, 15_650, 361_041]),
        (19, &no_suicide, &PERFT_19),
        (19, &tromp_taylor, &PERFT_19),
    ];
    for (side, rules, counts) in table {
        let game = Game::new(Dims::square(side).unwrap(), *rules, 0.0);
        assert_eq!(perft(&game, counts.len() - 1), counts, "side {side}");
    }
}

const PERFT_2: [u64; 10] = [1, 5, 21, 68, 156, 316, 604, 1088, 2184, 4184];
/// At depth 3: 361·360·360 with three stones or two and a pass, and 2·361² that two passes do not end.
const PERFT_19: [u64; 4] = [1, 362, 130_683, 47_046_242];
