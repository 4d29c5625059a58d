//! The graph of all positions of a tiny board and the moves between them, built
//! with the fast board. A game under positional superko, passes aside, is a
//! path that visits no position twice.
//!
//! Source of the view and of the numbers: John Tromp and Gunnar Farnebäck,
//! *Combinatorics of Go*, 2007, and Tromp's pages on Go.

#![allow(dead_code)] // each test crate uses its own part

pub mod solver;

use crate::oracle::{Grid, number};
use std::collections::HashMap;
use tengen::board::AnyBoard;
use tengen::types::{Color, Dims, Point};

/// A move that puts a stone down.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub point: Point,
    /// The position it leads to.
    pub to: usize,
}

/// Positions are numbered as found; the empty board is 0.
pub struct Graph {
    pub dims: Dims,
    /// The moves from each position, by the colour that makes them.
    pub moves: Vec<[Vec<Edge>; 2]>,
    pub positions: Vec<Grid>,
}

impl Graph {
    /// All that can be reached by moves of either colour in any order.
    /// A stone never takes its own life alone; several do if `suicide` is allowed.
    pub fn new(width: usize, height: usize, suicide: bool) -> Graph {
        let dims = Dims::new(width, height).unwrap();
        let mut boards = vec![AnyBoard::new(dims)];
        let mut graph = Graph {
            dims,
            moves: Vec::new(),
            positions: vec![grid_of(&boards[0])],
        };
        let mut numbers = HashMap::from([(graph.positions[0].clone(), 0)]);
        while graph.moves.len() < boards.len() {
            let board = boards[graph.moves.len()].clone();
            let moves = Color::BOTH.map(|color| {
                let places = places(&board, color, suicide);
                let edges = places.map(|point| {
                    let mut next = board.clone();
                    next.play_unchecked(color, point);
                    next.pass(); // the graph knows no simple ko
                    let grid = grid_of(&next);
                    let to = *numbers.entry(grid.clone()).or_insert(boards.len());
                    if to == boards.len() {
                        boards.push(next);
                        graph.positions.push(grid);
                    }
                    Edge { point, to }
                });
                edges.collect()
            });
            graph.moves.push(moves);
        }
        graph
    }

    pub fn edge_count(&self) -> usize {
        self.moves.iter().flatten().map(Vec::len).sum()
    }
}

fn places(board: &AnyBoard, color: Color, suicide: bool) -> impl Iterator<Item = Point> {
    let allowed = move |point: &Point| {
        board.is_legal(color, *point)
            || suicide
                && board.color_at(*point).is_none()
                && !board.is_single_stone_suicide(color, *point)
    };
    board.dims().points().filter(allowed)
}

pub fn grid_of(board: &AnyBoard) -> Grid {
    let dims = board.dims();
    let mut grid = Grid::new(dims.width(), dims.height());
    for point in dims.points() {
        if let Some(color) = board.color_at(point) {
            grid.put(color, number(dims, point));
        }
    }
    grid
}
