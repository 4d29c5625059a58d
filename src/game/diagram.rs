//! Positions drawn in ASCII, for tests and documentation.

use super::{Game, Position, Rules, SetupError};
use crate::board::AnyBoard;
use crate::types::{Cell, Color, Dims, DimsError, Point};
use std::fmt;

/// A diagram that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// A sign that stands for nothing.
    UnknownSign(char),
    /// Rows of different lengths.
    Ragged,
    /// Too small or too large for a board.
    Size(DimsError),
    /// A chain without liberties.
    Setup(SetupError),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::UnknownSign(sign) => {
                write!(f, "a diagram has '.', 'X' and 'O', not {sign:?}")
            }
            DiagramError::Ragged => f.write_str("the rows of the diagram differ in length"),
            DiagramError::Size(error) => error.fmt(f),
            DiagramError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiagramError {}

/// The size and the stones that a diagram shows.
fn parse(text: &str) -> Result<(Dims, Vec<(Point, Color)>), DiagramError> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != width) {
        return Err(DiagramError::Ragged);
    }
    let dims = Dims::new(width, rows.len()).map_err(DiagramError::Size)?;
    let mut stones = Vec::new();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, &sign) in row.iter().enumerate() {
            let color = match sign {
                '.' | '+' => continue,
                'X' | 'x' => Color::Black,
                'O' | 'o' => Color::White,
                other => return Err(DiagramError::UnknownSign(other)),
            };
            stones.extend(dims.point(x, y).map(|point| (point, color)));
        }
    }
    Ok((dims, stones))
}

/// The board that a diagram shows: `X` Black, `O` White, `.` empty, the top row first.
/// White space and blank lines do not matter; `+` is an empty point too.
///
/// # Errors
/// If the rows differ in length, are too long, or hold other signs, or if a chain has no liberty.
///
/// ```
/// use tengen::game::{board_from_diagram, diagram_of};
/// let board = board_from_diagram(
///     ". X O
///      X O .",
/// )
/// .unwrap();
/// assert_eq!(board.dims().width(), 3);
/// assert_eq!(diagram_of(&board), ".XO\nXO.\n");
/// ```
pub fn board_from_diagram(text: &str) -> Result<AnyBoard, DiagramError> {
    Game::from_diagram(text).map(|game| game.board().clone())
}

/// Draws a board as [`board_from_diagram`] reads it, one line for each row.
pub fn diagram_of(board: &AnyBoard) -> String {
    let dims = board.dims();
    let mut text = String::with_capacity((dims.width() + 1) * dims.height());
    for row in dims.rows_from_top() {
        for point in row {
            text.push(match board.cell(point) {
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Empty | Cell::OffBoard => '.',
            });
        }
        text.push('\n');
    }
    text
}

impl Game {
    /// A game that starts from a diagram: default rules, no komi, Black to move.
    ///
    /// # Errors
    /// As [`board_from_diagram`].
    pub fn from_diagram(text: &str) -> Result<Game, DiagramError> {
        let (dims, stones) = parse(text)?;
        let mut game = Game::new(dims, Rules::default(), 0.0);
        let changes: Vec<_> = stones.iter().map(|&(p, color)| (p, Some(color))).collect();
        game.set_up(&changes, Color::Black)
            .map_err(DiagramError::Setup)?;
        Ok(game)
    }
}

impl fmt::Debug for Position {
    /// The diagram and the turn, for failing tests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} to move", diagram_of(self.board()), self.to_move())
    }
}

impl fmt::Debug for Game {
    /// The present position and how it came about, for failing tests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:?} after {} moves",
            self.position(),
            self.moves().len()
        )?;
        write!(f, "komi {}, {}", self.komi(), self.rules().to_json())
    }
}

/// Three kos, of which nobody can win one for good.
#[cfg(test)]
pub const TRIPLE_KO: &str = ". X O . . X O .
                             X . X O X . X O
                             . X O . . X O .
                             . . . . . . . .
                             . X O . . . . .
                             X O . O . . . .
                             . X O . . . . .";

/// [`TRIPLE_KO`], White to move, by Japanese rules.
#[cfg(test)]
pub fn triple_ko() -> Game {
    let mut game = Game::from_diagram(TRIPLE_KO).unwrap();
    game.set_rules(Rules::preset("japanese").unwrap());
    game.set_to_move(Color::White);
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_reads_back() {
        let text = "..X\nOX.\n";
        assert_eq!(diagram_of(&board_from_diagram(text).unwrap()), text);
    }

    #[test]
    fn faults_are_named() {
        let message = |text: &str| board_from_diagram(text).err().unwrap().to_string();
        assert_eq!(message(".X\n."), "the rows of the diagram differ in length");
        assert_eq!(message(".?"), "a diagram has '.', 'X' and 'O', not '?'");
        assert_eq!(message(""), "board size 0x0 is not between 1x1 and 25x25");
        assert_eq!(
            message("XO"),
            "the set-up leaves the chain at A1 without a liberty"
        );
    }
}
