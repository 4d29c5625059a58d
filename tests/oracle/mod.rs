//! A slow board that is meant to be obviously right: flood fill, whole past
//! positions, no hash and no incremental state. The fast board and the game
//! are tested against it.
//!
//! Points are numbers here, row by row from the bottom left: `y * width + x`.

#![allow(dead_code)] // each test crate uses its own part

pub mod board;
pub mod record;

use rand_core::Rng;
use rand_pcg::Pcg64;
use std::fmt;
use tengen::types::{Color, Dims, Point};

/// What a point of the grid holds, as drawn.
const EMPTY: u8 = b'.';
const BLACK: u8 = b'X';
const WHITE: u8 = b'O';

fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// A whole position: the stones and nothing else.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Grid {
        Grid {
            width,
            height,
            cells: vec![EMPTY; width * height],
        }
    }

    /// A random position in which most stones are `owner`'s, and every chain has a liberty.
    pub fn random(width: usize, height: usize, owner: Color, random: &mut Pcg64) -> Grid {
        let (own, enemy) = (Some(owner), Some(!owner));
        let cells = [own, own, own, own, enemy, None, None];
        loop {
            let mut grid = Grid::new(width, height);
            for point in 0..grid.area() {
                if let Some(color) = pick(random, &cells) {
                    grid.put(color, point);
                }
            }
            if grid.is_legal_position() {
                return grid;
            }
        }
    }

    /// A position as drawn, top row first; `X` black, `O` white, `.` empty, spaces ignored.
    pub fn diagram(text: &str) -> Grid {
        let rows: Vec<Vec<u8>> = text
            .lines()
            .map(|line| line.bytes().filter(|b| !b.is_ascii_whitespace()).collect())
            .filter(|row: &Vec<u8>| !row.is_empty())
            .collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        assert!(rows.iter().flatten().all(|b| b".XO".contains(b)));
        Grid {
            width: rows[0].len(),
            height: rows.len(),
            cells: rows.into_iter().rev().flatten().collect(),
        }
    }

    pub fn area(&self) -> usize {
        self.cells.len()
    }

    pub fn color_at(&self, point: usize) -> Option<Color> {
        match self.cells[point] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    pub fn put(&mut self, color: Color, point: usize) {
        self.cells[point] = stone(color);
    }

    pub fn neighbors(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.height);
        let (x, y) = (point % width, point / width);
        let left = (x > 0).then(|| point - 1);
        let right = (x + 1 < width).then_some(point + 1);
        let below = (y > 0).then(|| point - width);
        let above = (y + 1 < height).then_some(point + width);
        [left, right, below, above].into_iter().flatten()
    }

    /// The diagonal neighbours on the board.
    pub fn diagonals(&self, point: usize) -> Vec<usize> {
        let (x, y) = (point % self.width, point / self.width);
        let (left, right) = (x > 0, x + 1 < self.width);
        let (below, above) = (y > 0, y + 1 < self.height);
        let corners = [
            (left && below).then(|| point - self.width - 1),
            (right && below).then(|| point - self.width + 1),
            (left && above).then(|| point + self.width - 1),
            (right && above).then(|| point + self.width + 1),
        ];
        corners.into_iter().flatten().collect()
    }

    /// All points of `point`'s colour connected to it (stones or empty points), sorted.
    pub fn region(&self, point: usize) -> Vec<usize> {
        let mut found = vec![point];
        let mut seen = vec![false; self.area()];
        seen[point] = true;
        let mut next = 0;
        while next < found.len() {
            for neighbor in self.neighbors(found[next]) {
                if !seen[neighbor] && self.cells[neighbor] == self.cells[point] {
                    seen[neighbor] = true;
                    found.push(neighbor);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    /// The points beside `points` that hold `cell`, sorted, each once.
    fn beside(&self, points: &[usize], cell: u8) -> Vec<usize> {
        let mut found: Vec<usize> = points
            .iter()
            .flat_map(|&point| self.neighbors(point))
            .filter(|&neighbor| self.cells[neighbor] == cell)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The liberties of the chain of stones at `point`, sorted.
    pub fn liberties(&self, point: usize) -> Vec<usize> {
        self.beside(&self.region(point), EMPTY)
    }

    pub fn remove(&mut self, points: &[usize]) {
        for &point in points {
            self.cells[point] = EMPTY;
        }
    }

    /// The position after a stone on an empty point, and the stones it removed of each colour.
    pub fn after(&self, color: Color, point: usize) -> (Grid, [usize; 2]) {
        let mut grid = self.clone();
        let mut removed = [0, 0];
        grid.put(color, point);
        for neighbor in grid.neighbors(point) {
            if grid.color_at(neighbor) == Some(!color) && grid.liberties(neighbor).is_empty() {
                let captured = grid.region(neighbor);
                removed[(!color).index()] += captured.len();
                grid.remove(&captured);
            }
        }
        if grid.liberties(point).is_empty() {
            let own = grid.region(point);
            removed[color.index()] += own.len();
            grid.remove(&own);
        }
        (grid, removed)
    }

    /// Whether every chain has a liberty.
    pub fn is_legal_position(&self) -> bool {
        (0..self.area()).all(|p| self.cells[p] == EMPTY || !self.liberties(p).is_empty())
    }

    pub fn empty_points(&self) -> Vec<usize> {
        (0..self.area())
            .filter(|&p| self.cells[p] == EMPTY)
            .collect()
    }

    pub fn stone_count(&self, color: Color) -> usize {
        self.cells.iter().filter(|&&c| c == stone(color)).count()
    }

    /// The colour that alone surrounds the empty region of `point`.
    pub fn owner(&self, point: usize) -> Option<Color> {
        let region = self.region(point);
        let reaches = Color::BOTH.map(|color| !self.beside(&region, stone(color)).is_empty());
        match reaches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// Stones and surrounded empty points, Black's minus White's: Tromp-Taylor.
    pub fn area_score(&self) -> i32 {
        (0..self.area())
            .map(|p| sign(self.color_at(p).or_else(|| self.owner(p))))
            .sum()
    }

    /// Surrounded empty points alone, Black's minus White's.
    pub fn territory_score(&self) -> i32 {
        self.empty_points()
            .iter()
            .map(|&p| sign(self.owner(p)))
            .sum()
    }

    /// All neighbours own, fewer than two enemies on the diagonals, none at the edge.
    pub fn is_eye(&self, color: Color, point: usize) -> bool {
        let diagonals = self.diagonals(point);
        let enemies = diagonals
            .iter()
            .filter(|&&p| self.color_at(p) == Some(!color))
            .count();
        let allowed = if diagonals.len() == 4 { 1 } else { 0 };
        self.cells[point] == EMPTY
            && self
                .neighbors(point)
                .all(|p| self.color_at(p) == Some(color))
            && enemies <= allowed
    }
}

fn sign(color: Option<Color>) -> i32 {
    match color {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.width).rev() {
            writeln!(f)?;
            for &cell in row {
                write!(f, "{} ", char::from(cell))?;
            }
        }
        Ok(())
    }
}

/// The number of a point here.
pub fn number(dims: Dims, point: Point) -> usize {
    let (x, y) = dims.xy(point);
    y * dims.width() + x
}

/// The point with this number.
pub fn point(dims: Dims, number: usize) -> Point {
    dims.point(number % dims.width(), number / dims.width())
        .expect("the number of a point")
}

/// The numbers of points, sorted.
pub fn numbers(dims: Dims, points: impl IntoIterator<Item = Point>) -> Vec<usize> {
    let mut numbers: Vec<usize> = points.into_iter().map(|p| number(dims, p)).collect();
    numbers.sort_unstable();
    numbers
}

/// A random number below `bound`.
pub fn below(random: &mut Pcg64, bound: usize) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

/// One of these, at random.
pub fn pick<T: Copy>(random: &mut Pcg64, from: &[T]) -> T {
    from[below(random, from.len())]
}
