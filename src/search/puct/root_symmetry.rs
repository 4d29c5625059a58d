//! Moves that are the same as others, because the board looks the same when it is turned.

use crate::board::Board;
use crate::search::driver::descent::Descent;
use crate::search::driver::root::Root;
use crate::types::{Move, Point, PointSet, Symmetry};

/// How the root looks the same when it is turned.
#[derive(Default)]
pub struct RootSymmetry {
    /// The ways to turn the board that leave the root as it is.
    pub symmetries: Vec<Symmetry>,
    /// Points that need not be tried for that reason.
    pub duplicates: PointSet,
}

impl RootSymmetry {
    /// Counts this move as one that is to be tried.
    pub fn keep(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.duplicates.remove(point);
        }
    }

    /// Whether another move that is alike is tried in its place. What an earlier search found of this one is ignored,
    /// since only the other is still being searched.
    pub fn is_duplicate(&self, mv: Move) -> bool {
        mv.point()
            .is_some_and(|point| self.duplicates.contains(point))
    }

    /// Of this root; of points that are alike the one stays that has the most `visits`.
    pub fn of<const N: usize, const W: usize>(
        root: &Root<N, W>,
        visits: impl Fn(Point) -> u32,
    ) -> RootSymmetry {
        let symmetries = symmetries(root);
        let duplicates = duplicates(&root.board, &symmetries, visits);
        RootSymmetry {
            duplicates: duplicates.iter().collect(),
            symmetries,
        }
    }
}

/// The ways to turn the board that leave it, and what may be played on it, as they are.
fn symmetries<const N: usize, const W: usize>(root: &Root<N, W>) -> Vec<Symmetry> {
    let board = &root.board;
    if board.ko_point().is_some() {
        return Vec::new();
    }
    let dims = board.dims();
    // What repeats a position on one side may be new on the other.
    let repeating = Descent::new(root).repeating();
    let seen = |point: Point| (board.color_at(point), repeating.contains(point));
    let keeps = |symmetry: &Symmetry| {
        let same = |point: Point| seen(symmetry.apply(dims, point)) == seen(point);
        symmetry.dims(dims) == dims && dims.points().all(same)
    };
    let all: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(keeps).collect();
    // The board as it lies makes no two moves alike.
    match all.len() {
        1 => Vec::new(),
        _ => all,
    }
}

/// The points on which a stone is as good as on another one, turned in one of these ways: all but one of each kind, which
/// is one with the most `visits` in the tree that is kept.
fn duplicates<const N: usize, const W: usize>(
    board: &Board<N, W>,
    symmetries: &[Symmetry],
    visits: impl Fn(Point) -> u32,
) -> PointSet<W> {
    if symmetries.len() < 2 {
        return PointSet::EMPTY;
    }
    let dims = board.dims();
    let is_duplicate = |&point: &Point| {
        let turned = symmetries
            .iter()
            .map(|symmetry| symmetry.apply(dims, point));
        let first = turned.max_by_key(|&point| (visits(point), point.index()));
        first.is_some_and(|first| first != point)
    };
    board.empty_points().filter(is_duplicate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::search::driver::root::Stance;
    use crate::types::{Color, Dims, parse_move};

    fn root(game: &Game) -> Root<128, 2> {
        let stance = Stance::plain(Color::Black);
        Root::new(game, stance)
    }

    fn different_moves(moves: &str) -> usize {
        let mut game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
        for vertex in moves.split_whitespace() {
            let mv = parse_move(game.dims(), vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        let root = root(&game);
        root.board.empty_count() - duplicates(&root.board, &symmetries(&root), |_| 0).len()
    }

    #[test]
    fn an_empty_board_has_fifteen_moves() {
        assert_eq!(different_moves(""), 15);
        assert_eq!(different_moves("E5"), 14);
        assert_eq!(different_moves("E3"), 44);
        assert_eq!(different_moves("E3 C4"), 79);
    }

    #[test]
    fn the_twin_that_was_searched_stays() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
        let root = root(&game);
        let searched = parse_move(game.dims(), "C4").unwrap().point().unwrap();
        let visits = |point| u32::from(point == searched);
        let duplicates = duplicates(&root.board, &symmetries(&root), visits);
        assert!(!duplicates.contains(searched));
        assert_eq!(duplicates.len(), 81 - 15);
    }
}
