//! A board whose size is known only at run time.

use super::{Board, Board9, Board13, Board19, Board25, StoneKeys};
use crate::types::{Cell, Color, Dims, Point, PointSet, SizeClass};
use std::any::Any;

/// A board of any size: the same operations as [`Board`](super::Board), its layout chosen at run time.
#[derive(Clone)]
pub enum AnyBoard {
    /// Both sides at most 9.
    UpTo9(Box<Board9>),
    /// Both sides at most 13.
    UpTo13(Box<Board13>),
    /// Both sides at most 19.
    UpTo19(Box<Board19>),
    /// Both sides at most 25.
    UpTo25(Box<Board25>),
}

/// Runs one expression for the board inside, whatever its layout.
macro_rules! each {
    ($any:expr, $board:ident => $call:expr) => {
        match $any {
            $crate::board::AnyBoard::UpTo9($board) => $call,
            $crate::board::AnyBoard::UpTo13($board) => $call,
            $crate::board::AnyBoard::UpTo19($board) => $call,
            $crate::board::AnyBoard::UpTo25($board) => $call,
        }
    };
}
pub(crate) use each;

impl AnyBoard {
    /// An empty board with the standard keys.
    pub fn new(dims: Dims) -> AnyBoard {
        AnyBoard::with_keys(dims, StoneKeys::standard())
    }

    /// An empty board with other keys.
    pub fn with_keys(dims: Dims, keys: &'static StoneKeys) -> AnyBoard {
        match dims.class() {
            SizeClass::UpTo9 => AnyBoard::UpTo9(Box::new(Board9::with_keys(dims, keys))),
            SizeClass::UpTo13 => AnyBoard::UpTo13(Box::new(Board13::with_keys(dims, keys))),
            SizeClass::UpTo19 => AnyBoard::UpTo19(Box::new(Board19::with_keys(dims, keys))),
            SizeClass::UpTo25 => AnyBoard::UpTo25(Box::new(Board25::with_keys(dims, keys))),
        }
    }

    /// A copy of a board.
    ///
    /// # Panics
    /// If boards of its size have another layout.
    pub fn of<const N: usize, const W: usize>(board: &Board<N, W>) -> AnyBoard {
        let mut any = AnyBoard::new(board.dims());
        let inside: Option<&mut Board<N, W>> =
            each!(&mut any, inside => (&mut **inside as &mut dyn Any).downcast_mut());
        *inside.expect("a board in the layout of its size") = board.clone();
        any
    }

    /// The board inside; none if its layout is another one.
    pub fn sized<const N: usize, const W: usize>(&self) -> Option<&Board<N, W>> {
        each!(self, board => (&**board as &dyn Any).downcast_ref())
    }

    /// The size of the board.
    pub fn dims(&self) -> Dims {
        each!(self, board => board.dims())
    }

    /// The Zobrist hash of the stones alone.
    pub fn hash(&self) -> u64 {
        each!(self, board => board.hash())
    }

    /// The point that simple ko forbids to the opponent of the player who moved last.
    pub fn ko_point(&self) -> Option<Point> {
        each!(self, board => board.ko_point())
    }

    /// What the point holds.
    pub fn cell(&self, point: Point) -> Cell {
        each!(self, board => board.cell(point))
    }

    /// The colour of the stone on the point, if any.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// The stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        let points = self.dims().points();
        points
            .filter(|&point| self.color_at(point) == Some(color))
            .collect()
    }

    /// The number of stones of a colour.
    pub fn stone_count(&self, color: Color) -> usize {
        each!(self, board => board.stone_count(color))
    }

    /// Whether there is no stone.
    pub fn is_empty(&self) -> bool {
        Color::BOTH
            .iter()
            .all(|&color| self.stone_count(color) == 0)
    }

    /// The empty points, in no particular order.
    pub fn empty_points(&self) -> Vec<Point> {
        each!(self, board => board.empty_points().collect())
    }

    /// The empty points as a set.
    pub fn empty_set(&self) -> PointSet {
        each!(self, board => board.empty_points().collect())
    }

    /// The number of liberties of the chain on the point, 0 without a stone.
    pub fn liberties(&self, point: Point) -> usize {
        if self.color_at(point).is_none() {
            return 0;
        }
        each!(self, board => board.liberties(point))
    }

    /// The number of stones of the chain on the point, 0 without a stone.
    pub fn chain_size(&self, point: Point) -> usize {
        if self.color_at(point).is_none() {
            return 0;
        }
        each!(self, board => board.chain_size(point))
    }

    /// The liberties of the chain on the point; none without a stone.
    pub fn liberty_points(&self, point: Point) -> Vec<Point> {
        each!(self, board => board.liberty_points(point).collect())
    }

    /// The liberties of the chain on the point as a set.
    pub fn liberty_set(&self, point: Point) -> PointSet {
        each!(self, board => board.liberty_points(point).collect())
    }

    /// The stones of the chain on the point, starting with that one; none without a stone.
    pub fn chain_stones(&self, point: Point) -> Vec<Point> {
        each!(self, board => board.chain_stones(point).collect())
    }

    /// The stones of the chain on the point as a set.
    pub fn chain_set(&self, point: Point) -> PointSet {
        each!(self, board => board.chain_stones(point).collect())
    }

    /// One stone of each chain, the first in the order of [`Dims::points`], with its colour.
    pub fn chains(&self) -> Vec<(Point, Color)> {
        each!(self, board => board.chains().collect())
    }

    /// Whether the empty point is an eye of `color` by shape.
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        each!(self, board => board.is_eye(color, point))
    }

    /// Whether `color` may play on the point: empty, not forbidden by simple ko, not suicide of any size.
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        each!(self, board => board.is_legal(color, point))
    }

    /// Whether simple ko forbids the point to `color`. Whoever took the stone may fill its point.
    pub fn is_ko(&self, color: Color, point: Point) -> bool {
        each!(self, board => board.is_ko(color, point))
    }

    /// Whether a stone of `color` on the empty point would be left without a liberty, captures counted.
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        each!(self, board => board.is_suicide(color, point))
    }

    /// Whether [`AnyBoard::is_suicide`] and the stone has no neighbour of its own colour.
    pub fn is_single_stone_suicide(&self, color: Color, point: Point) -> bool {
        each!(self, board => board.is_single_stone_suicide(color, point))
    }

    /// The hash after `color` plays on the empty point, without playing.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        each!(self, board => board.hash_after(color, point))
    }

    /// Lifts the simple ko, as a pass does.
    pub fn pass(&mut self) {
        each!(self, board => board.pass());
    }

    /// Puts a stone on the point, which must be empty; returns the number of enemy stones captured.
    pub fn play_unchecked(&mut self, color: Color, point: Point) -> usize {
        each!(self, board => board.play_unchecked(color, point))
    }

    /// Takes the whole chain on the point off the board.
    pub fn remove_chain(&mut self, point: Point) {
        each!(self, board => board.remove_chain(point));
    }
}
