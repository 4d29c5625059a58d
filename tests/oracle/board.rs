//! The fast board beside the slow one: everything it can be asked, at every point and for both colours.

use super::{Grid, numbers, point};
use std::sync::LazyLock;
use tengen::board::{AnyBoard, StoneKeys};
use tengen::types::{Cell, Color, Dims};
use tengen::zobrist::Keys;

/// A position of the slow board with what the fast board keeps beside the stones.
#[derive(Clone)]
pub struct Slow {
    pub grid: Grid,
    /// The position that the colour may not bring back at once: that before its opponent's last move.
    pub forbidden: Option<(Color, Grid)>,
}

impl Slow {
    pub fn new(dims: Dims) -> Slow {
        Slow {
            grid: Grid::new(dims.width(), dims.height()),
            forbidden: None,
        }
    }

    pub fn is_ko(&self, color: Color, after: &Grid) -> bool {
        matches!(&self.forbidden, Some((player, before)) if *player == color && before == after)
    }

    pub fn play(&mut self, color: Color, at: usize) -> [usize; 2] {
        let (after, removed) = self.grid.after(color, at);
        let before = std::mem::replace(&mut self.grid, after);
        self.forbidden = Some((!color, before));
        removed
    }
}

/// The hash of the stones, from the table of keys and nothing else.
fn hash_of(grid: &Grid, dims: Dims) -> u64 {
    static KEYS: LazyLock<Keys> = LazyLock::new(StoneKeys::draw);
    let elements = (0..grid.area()).filter_map(|p| {
        let (x, y) = (p % dims.width(), p / dims.width());
        Some((y * 25 + x) * 2 + grid.color_at(p)?.index())
    });
    elements.fold(0, |hash, element| hash ^ KEYS.key(element))
}

/// Asserts that the boards agree on everything that can be asked.
pub fn compare(board: &AnyBoard, slow: &Slow) {
    compare_stones(board, &slow.grid);
    compare_chains(board, &slow.grid);
    for color in Color::BOTH {
        compare_moves(board, slow, color);
    }
}

fn compare_stones(board: &AnyBoard, grid: &Grid) {
    let dims = board.dims();
    for at in 0..grid.area() {
        let expected = grid.color_at(at).map_or(Cell::Empty, Cell::from);
        assert_eq!(board.cell(point(dims, at)), expected, "{grid:?}");
    }
    for color in Color::BOTH {
        assert_eq!(board.stone_count(color), grid.stone_count(color));
    }
    assert_eq!(numbers(dims, board.empty_points()), grid.empty_points());
    assert_eq!(board.hash(), hash_of(grid, dims), "{grid:?}");
}

fn compare_chains(board: &AnyBoard, grid: &Grid) {
    let dims = board.dims();
    let mut chains = Vec::new();
    for at in 0..grid.area() {
        let here = point(dims, at);
        let Some(color) = grid.color_at(at) else {
            assert_eq!((board.liberties(here), board.chain_size(here)), (0, 0));
            continue;
        };
        let chain = grid.region(at);
        if chain[0] == at {
            chains.push((here, color));
        }
        assert_eq!(board.chain_size(here), chain.len(), "{grid:?}");
        assert_eq!(numbers(dims, board.chain_stones(here)), chain, "{grid:?}");
        let liberties = grid.liberties(at);
        assert_eq!(board.liberties(here), liberties.len(), "{at} {grid:?}");
        assert_eq!(numbers(dims, board.liberty_points(here)), liberties);
    }
    assert_eq!(board.chains(), chains, "{grid:?}");
}

fn compare_moves(board: &AnyBoard, slow: &Slow, color: Color) {
    let (dims, grid) = (board.dims(), &slow.grid);
    for at in 0..grid.area() {
        let here = point(dims, at);
        if grid.color_at(at).is_some() {
            assert!(!board.is_legal(color, here));
            continue;
        }
        let context = || format!("{color} at {at} {grid:?}");
        let (after, removed) = grid.after(color, at);
        let (suicide, ko) = (removed[color.index()], slow.is_ko(color, &after));
        assert_eq!(
            board.is_eye(color, here),
            grid.is_eye(color, at),
            "{}",
            context()
        );
        assert_eq!(board.is_suicide(color, here), suicide > 0, "{}", context());
        assert_eq!(
            board.is_single_stone_suicide(color, here),
            suicide == 1,
            "{}",
            context()
        );
        assert_eq!(
            board.is_legal(color, here),
            suicide == 0 && !ko,
            "{}",
            context()
        );
        assert_eq!(
            board.hash_after(color, here),
            hash_of(&after, dims),
            "{}",
            context()
        );
        // A suicide of one stone changes nothing and is no retake.
        let retake = ko && suicide == 0;
        assert_eq!(board.is_ko(color, here), retake, "{}", context());
        if retake {
            assert_eq!(board.ko_point(), Some(here));
        }
    }
}

/// Plays on both boards and compares the captures.
pub fn play(board: &mut AnyBoard, slow: &mut Slow, color: Color, at: usize) -> [usize; 2] {
    let here = point(board.dims(), at);
    let removed = slow.play(color, at);
    assert_eq!(board.play_unchecked(color, here), removed[(!color).index()]);
    removed
}

/// Takes the chain at the point off both boards, as the removal of dead stones does, if there is one.
pub fn lift(board: &mut AnyBoard, slow: &mut Slow, at: usize) {
    board.remove_chain(point(board.dims(), at));
    if slow.grid.color_at(at).is_some() {
        slow.grid.remove(&slow.grid.region(at));
        slow.forbidden = None;
    }
}
