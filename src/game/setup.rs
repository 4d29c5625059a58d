//! Games that start with other stones or prisoners.

use super::region::{border, region_of};
use super::{Game, Position, SetupError};
use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, PointSet};

impl Game {
    /// Starts anew from the present stones with some changed, `to_move` to
    /// play: the record up to here is forgotten, prisoners are kept.
    ///
    /// # Errors
    /// If a point is off the board or a chain would have no liberty; the game is then unchanged.
    pub fn set_up(
        &mut self,
        changes: &[(Point, Option<Color>)],
        to_move: Color,
    ) -> Result<(), SetupError> {
        let dims = self.dims();
        if changes.iter().any(|&(point, _)| !dims.contains(point)) {
            return Err(SetupError::OffBoard);
        }
        let mut cells: Vec<Option<Color>> = vec![None; dims.class().capacity()];
        for point in dims.points() {
            cells[point.index()] = self.board().color_at(point);
        }
        for &(point, color) in changes {
            cells[point.index()] = color;
        }
        let board = self.build_board(|point| cells[point.index()])?;
        let mut start = Position::new(board, to_move);
        start.captures = self.position().captures;
        self.begin(start);
        Ok(())
    }

    /// Starts anew from the present stones with so many prisoners, by the colour that has taken them: the record up to
    /// here is forgotten.
    pub fn set_captures(&mut self, captures: [u32; 2]) {
        let board = self.build_board(|point| self.board().color_at(point));
        let board = board.expect("chains on a board have liberties");
        let mut start = Position::new(board, self.to_move());
        start.captures = captures;
        self.begin(start);
    }

    fn build_board(&self, at: impl Fn(Point) -> Option<Color>) -> Result<AnyBoard, SetupError> {
        let dims = self.dims();
        let mut board = self.empty_board();
        let mut placed = [0; 2];
        for point in dims.points() {
            if let Some(color) = at(point) {
                board.play_unchecked(color, point);
                placed[color.index()] += 1;
            }
        }
        // With a liberty for every chain in the end, no order of placing captures anything on the way; without one,
        // some stone is captured in every order.
        let is_whole = Color::BOTH.map(|color| board.stone_count(color)) == placed;
        if !is_whole && let Some(point) = first_without_liberty(dims, at) {
            return Err(SetupError::NoLiberty { point, dims });
        }
        Ok(board)
    }
}

/// The first stone of the first chain that has no liberty. It looks at whole chains: slow beside placing the stones.
fn first_without_liberty(dims: Dims, at: impl Fn(Point) -> Option<Color>) -> Option<Point> {
    let mut seen = PointSet::EMPTY;
    dims.points().find(|&point| {
        let Some(color) = at(point).filter(|_| !seen.contains(point)) else {
            return false;
        };
        let chain = region_of(dims, point, |p| at(p) == Some(color));
        seen = seen.union(&chain);
        !border(dims, &chain).iter().any(|p| at(p).is_none())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::StoneKeys;
    use crate::game::diagram_of;
    use rand_core::Rng;
    use rand_pcg::Pcg64;

    #[test]
    fn set_up_reaches_any_legal_position_without_capturing() {
        // Dense random positions are taken stone by stone, whatever the order.
        let mut random = Pcg64::new(3, 3);
        let dims = Dims::new(4, 4).unwrap();
        let mut possible = 0;
        for _ in 0..2000 {
            let signs: Vec<char> = (0..16)
                .map(|_| ['.', 'X', 'O', 'X', 'O'][random.next_u32() as usize % 5])
                .collect();
            let text: String = signs
                .chunks(4)
                .flat_map(|row| row.iter().copied().chain(['\n']))
                .collect();
            let at = |point| {
                let (x, y) = dims.xy(point);
                Color::BOTH
                    .into_iter()
                    .find(|color| signs[(3 - y) * 4 + x] == ['X', 'O'][color.index()])
            };
            let set_up = Game::from_diagram(&text);
            assert_eq!(
                set_up.is_ok(),
                first_without_liberty(dims, at).is_none(),
                "{text}"
            );
            if let Ok(game) = set_up {
                possible += 1;
                assert_eq!(diagram_of(game.board()), text);
                let mut hash = 0;
                for point in dims.points() {
                    if let Some(color) = game.board().color_at(point) {
                        hash ^= StoneKeys::standard().key(dims, color, point);
                    }
                }
                assert_eq!(game.board().hash(), hash);
                assert_eq!(game.board().ko_point(), None);
            }
        }
        assert!(possible > 100, "{possible} diagrams can be set up");
    }
}
