//! What the parts of playouts and search cost: `cargo bench`, or `cargo bench -- NAME`.
//!
//! Boards are 9x9 and 19x19 in the middle of a game with captures. Where one
//! call is too short to be timed, a benchmark makes many and counts them as
//! items: a rate of 100 Mitem/s is 10 ns each.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand_pcg::Pcg64Mcg;
use tengen::board::{AnyBoard, Board, StoneKeys};
use tengen::game::Game;
use tengen::playout::{Policy, area_owners, play_policy, play_uniform};
use tengen::search::{Limits, Search, Settings};
use tengen::tools::bench::positions::SUPERKO_POSITIONS;
use tengen::types::{Color, Dims, Point};

const SIDES: [usize; 2] = [9, 19];

fn main() {
    divan::main();
}

/// A game in its middle.
fn game(side: usize) -> Game {
    let mut games = SUPERKO_POSITIONS.iter().map(|position| position.game());
    games
        .find(|game| game.dims().width() == side)
        .expect("a position for each side")
}

/// Calls a benchmark with a board in the layout of its size.
macro_rules! on_board {
    ($board:expr, $board_name:ident => $call:expr) => {
        match $board {
            AnyBoard::UpTo9($board_name) => $call,
            AnyBoard::UpTo19($board_name) => $call,
            AnyBoard::UpTo13(_) | AnyBoard::UpTo25(_) => unreachable!("only 9x9 and 19x19"),
        }
    };
}

fn legal_points(board: &AnyBoard) -> Vec<Point> {
    let points = board.dims().points();
    points
        .filter(|&point| board.is_legal(Color::Black, point))
        .collect()
}

/// A stone that takes nothing, on a point with an empty neighbour.
#[divan::bench(args = SIDES)]
fn place(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, board: &Board<N, W>, point: Point) {
        bencher
            .with_inputs(|| board.clone())
            .bench_local_refs(|board| board.play_unchecked(Color::Black, black_box(point)));
    }
    let board = game(side).board().clone();
    let open = |&point: &Point| {
        let mut after = board.clone();
        let neighbors = board.dims().neighbors(point);
        after.play_unchecked(Color::Black, point) == 0
            && neighbors
                .into_iter()
                .any(|next| board.color_at(next).is_none())
    };
    let point = legal_points(&board).into_iter().find(open);
    let point = point.expect("the game goes on");
    on_board!(&board, board => run(bencher, board, point));
}

/// A stone that takes a chain of so many.
#[divan::bench(args = [(9, 1), (19, 1), (19, 10)])]
fn capture(bencher: Bencher, (side, stones): (usize, usize)) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, board: &Board<N, W>, point: Point) {
        bencher
            .with_inputs(|| board.clone())
            .bench_local_refs(|board| board.play_unchecked(Color::Black, black_box(point)));
    }
    let dims = Dims::square(side).expect("a board size");
    let point = |x: usize, y: usize| dims.point(x, y).expect("a point of the board");
    let row: Vec<Point> = (1..=stones).map(|x| point(x, 1)).collect();
    let mut around: Vec<Point> = (1..=stones)
        .flat_map(|x| [point(x, 0), point(x, 2)])
        .collect();
    around.push(point(0, 1));
    let mut board = AnyBoard::new(dims);
    for &point in &row {
        board.play_unchecked(Color::White, point);
    }
    for &point in &around {
        board.play_unchecked(Color::Black, point);
    }
    let last = point(stones + 1, 1);
    assert_eq!(board.clone().play_unchecked(Color::Black, last), stones);
    on_board!(&board, board => run(bencher, board, last));
}

/// What every playout begins with.
#[divan::bench(args = SIDES)]
fn copy(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, source: &Board<N, W>) {
        let mut board = source.clone();
        bencher.bench_local(|| black_box(&mut board).copy_from(black_box(source)));
    }
    on_board!(game(side).board(), board => run(bencher, board));
}

/// Whether a stone may be played, for each empty point.
#[divan::bench(args = SIDES)]
fn legality(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, board: &Board<N, W>) {
        bencher
            .counter(ItemsCount::new(board.empty_count()))
            .bench_local(|| {
                let board = black_box(board);
                let legal = |&point: &Point| board.is_legal(Color::Black, point);
                board.empty_points().filter(legal).count()
            });
    }
    on_board!(game(side).board(), board => run(bencher, board));
}

/// The hash of the position after a stone, for each legal point.
#[divan::bench(args = SIDES)]
fn hash_after(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(
        bencher: Bencher,
        board: &Board<N, W>,
        points: &[Point],
    ) {
        bencher
            .counter(ItemsCount::new(points.len()))
            .bench_local(|| {
                let hashes = points.iter();
                hashes.fold(0, |sum, &point| {
                    sum ^ black_box(board).hash_after(Color::Black, point)
                })
            });
    }
    let game = game(side);
    let points = legal_points(game.board());
    on_board!(game.board(), board => run(bencher, board, &points));
}

/// Whether a stone repeats a position of the game, for each legal point, as
/// the search asks: a bit first, the hash only if the point was ever occupied.
#[divan::bench(args = SIDES)]
fn superko_question(bencher: Bencher, side: usize) {
    let game = game(side);
    let (board, history) = (game.board(), game.history());
    let points = legal_points(board);
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| {
            let repeats = |&&point: &&Point| {
                history.ever_occupied(point)
                    && history.contains(black_box(board).hash_after(Color::Black, point))
            };
            points.iter().filter(repeats).count()
        });
}

/// The update of the hash by one stone: a key is looked up and mixed in.
#[divan::bench(args = SIDES)]
fn hash_update(bencher: Bencher, side: usize) {
    let dims = game(side).dims();
    let points: Vec<Point> = dims.points().collect();
    bencher
        .counter(ItemsCount::new(points.len()))
        .bench_local(|| {
            // Each update waits for the one before, as on a board.
            let update = |hash: u64, &point: &Point| {
                black_box(hash ^ StoneKeys::standard().key(dims, Color::Black, point))
            };
            points.iter().fold(0, update)
        });
}

/// The hash of all stones from nothing.
#[divan::bench(args = SIDES)]
fn hash_whole_board(bencher: Bencher, side: usize) {
    let game = game(side);
    let (dims, board) = (game.dims(), game.board());
    bencher.bench_local(|| {
        let key = |point| {
            let color = black_box(board).color_at(point)?;
            Some(StoneKeys::standard().key(dims, color, point))
        };
        dims.points()
            .filter_map(key)
            .fold(0, |hash, key| hash ^ key)
    });
}

/// A copy of the empty board, a uniformly random playout, and its score.
#[divan::bench(args = SIDES)]
fn playout_uniform(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, empty: &Board<N, W>) {
        let (mut board, mut owners) = (empty.clone(), [0; N]);
        let mut random = Pcg64Mcg::new(1);
        bencher.bench_local(|| {
            board.copy_from(empty);
            play_uniform(&mut board, Color::Black, &mut random);
            area_owners(&board, &mut owners)
        });
    }
    let dims = Dims::square(side).expect("a board size");
    on_board!(AnyBoard::new(dims), board => run(bencher, &board));
}

/// The same by the policy.
#[divan::bench(args = SIDES)]
fn playout_policy(bencher: Bencher, side: usize) {
    fn run<const N: usize, const W: usize>(bencher: Bencher, empty: &Board<N, W>) {
        let (mut board, mut record) = (empty.clone(), Vec::new());
        let (policy, mut random) = (Policy::default(), Pcg64Mcg::new(1));
        let mut owners = [0; N];
        bencher.bench_local(|| {
            board.copy_from(empty);
            record.clear();
            let record = &mut record;
            play_policy(
                &mut board,
                Color::Black,
                [None; 2],
                &policy,
                &mut random,
                record,
            );
            area_owners(&board, &mut owners)
        });
    }
    let dims = Dims::square(side).expect("a board size");
    on_board!(AnyBoard::new(dims), board => run(bencher, &board));
}

/// A descent: selection, expansion, a playout by the policy, backup with
/// RAVE. A thousand, from an empty tree.
#[divan::bench(args = SIDES, sample_count = 10, sample_size = 1)]
fn descent(bencher: Bencher, side: usize) {
    const PLAYOUTS: u64 = 1000;
    let game = game(side);
    let mut search = Search::new(Settings::default());
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        search.clear();
        search.set_game(&game, game.to_move());
        search.start(Limits::of_playouts(PLAYOUTS));
        search.wait();
    });
}
