//! Points that a colour is sure of if it answers each move, held against all that the opponent can play.

mod oracle;

use oracle::{Grid, pick};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use std::collections::HashMap;
use tengen::board::AnyBoard;
use tengen::game::{SafePoints, board_from_diagram, diagram_of, pass_alive};
use tengen::types::{Color, Point, PointSet, Symmetry};

/// A referee for one claim: the owner keeps these points whatever the opponent plays, if he answers. The ko rule is the simple
/// one, and suicide is forbidden; going round in circles keeps the points.
struct Referee {
    owner: Color,
    /// The points, and the stones of the owner on them at first.
    points: PointSet,
    stones: PointSet,
    /// What is known of positions with the opponent to move. A position that is being looked at counts as kept.
    kept: HashMap<(u64, Option<Point>), bool>,
    /// Whether something was found to be lost that had been taken for kept.
    was_wrong: bool,
    budget: usize,
}

impl Referee {
    fn new(board: &AnyBoard, owner: Color, points: PointSet) -> Referee {
        let stones = points
            .iter()
            .filter(|&point| board.color_at(point) == Some(owner));
        let stones: Vec<Point> = stones.collect();
        let stays = |stone: &&Point| regions_beside(board, owner, **stone) > 1;
        let must_stay: PointSet = stones.iter().filter(stays).copied().collect();
        Referee {
            owner,
            points,
            stones: if must_stay.is_empty() {
                stones.into_iter().collect()
            } else {
                must_stay
            },
            kept: HashMap::new(),
            was_wrong: false,
            budget: 200_000,
        }
    }

    /// Whether the owner keeps all; `None` if that takes too long.
    fn check(mut self, board: &AnyBoard) -> Option<bool> {
        loop {
            self.was_wrong = false;
            let kept = self.keeps(board);
            if self.budget == 0 {
                return None;
            }
            if !kept || !self.was_wrong {
                return Some(kept);
            }
            self.kept.retain(|_, kept| !*kept);
        }
    }

    /// With the opponent to move.
    fn keeps(&mut self, board: &AnyBoard) -> bool {
        let key = (board.hash(), board.ko_point());
        if let Some(&known) = self.kept.get(&key) {
            return known;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.kept.insert(key, true);
        let enemy = !self.owner;
        let mut moves: Vec<Option<Point>> = board.empty_points().into_iter().map(Some).collect();
        // He passes only to take a ko later.
        if board.ko_point().is_some() {
            moves.push(None);
        }
        let kept = moves.into_iter().all(|mv| {
            let mut after = board.clone();
            match mv {
                None => after.pass(),
                Some(point) if !board.is_legal(enemy, point) => return true,
                Some(point) => _ = after.play_unchecked(enemy, point),
            }
            !self.is_lost(&after) && self.has_answer(&after, mv)
        });
        if !kept {
            self.kept.insert(key, false);
            self.was_wrong = true;
        }
        kept
    }

    fn has_answer(&mut self, board: &AnyBoard, to: Option<Point>) -> bool {
        let (x, y) = to.map_or((0, 0), |point| board.dims().xy(point));
        let mut answers = board.empty_points();
        answers.retain(|&point| board.is_legal(self.owner, point));
        answers.sort_by_key(|&point| {
            let (a, b) = board.dims().xy(point);
            a.abs_diff(x) + b.abs_diff(y)
        });
        let mut answers: Vec<Option<Point>> = answers.into_iter().map(Some).collect();
        answers.push(None);
        answers.into_iter().any(|answer| {
            let mut after = board.clone();
            match answer {
                None => after.pass(),
                Some(point) => _ = after.play_unchecked(self.owner, point),
            }
            self.keeps(&after)
        })
    }

    /// Whether a stone has been captured, or the opponent lives on one of the points.
    fn is_lost(&self, board: &AnyBoard) -> bool {
        let is_owners = |point: Point| board.color_at(point) == Some(self.owner);
        let is_enemys = |point: &Point| board.color_at(*point) == Some(!self.owner);
        if !self.stones.iter().all(is_owners) {
            return true;
        }
        let stones: PointSet = self.points.iter().filter(is_enemys).collect();
        !stones.is_empty() && pass_alive(board, !self.owner, false).intersects(&stones)
    }
}

/// How many areas without stones of `owner` are beside the chain of a stone.
fn regions_beside(board: &AnyBoard, owner: Color, stone: Point) -> usize {
    let dims = board.dims();
    let outside = |point: &Point| board.color_at(*point) != Some(owner);
    let mut open: Vec<Point> = Vec::new();
    let mut seen = PointSet::<16>::EMPTY;
    let mut count = 0;
    for own in board.chain_stones(stone) {
        for start in dims.neighbors(own).filter(outside) {
            count += usize::from(!seen.contains(start));
            open.push(start);
            while let Some(point) = open.pop() {
                if seen.insert(point) {
                    open.extend(dims.neighbors(point).filter(outside));
                }
            }
        }
    }
    count
}

/// Boards with how many random positions to look at on each.
const BOARDS: &[(usize, usize, usize)] = &[
    (1, 9, 300),
    (2, 5, 500),
    (2, 7, 500),
    (3, 4, 500),
    (3, 5, 500),
    (4, 4, 500),
    (4, 5, 300),
];

#[test]
fn safe_points_are_kept_by_answering() {
    let mut random = Pcg64::new(1, 1);
    let (mut claims, mut unclear) = (0, 0);
    for &(width, height, positions) in BOARDS {
        for _ in 0..positions {
            let owner = pick(&mut random, &Color::BOTH);
            let grid = Grid::random(width, height, owner, &mut random);
            let board = board_from_diagram(&format!("{grid:?}")).unwrap();
            let answering = SafePoints::if_answering(&board);
            let passing = SafePoints::if_passing(&board);
            for color in Color::BOTH {
                let points = *answering.of(color);
                if points == *passing.of(color) {
                    continue;
                }
                claims += 1;
                match Referee::new(&board, color, points).check(&board) {
                    Some(kept) => assert!(kept, "{color}\n{}", diagram_of(&board)),
                    None => unclear += 1,
                }
            }
        }
    }
    assert!(claims > 400 && unclear * 50 < claims, "{claims} {unclear}");
}

/// Stones for the points of a board, in their order: two thirds hold one, and chains without liberties are taken off.
fn board_of(width: usize, height: usize, cells: &[u8]) -> AnyBoard {
    let mut grid = Grid::new(width, height);
    for (point, cell) in cells.iter().take(grid.area()).enumerate() {
        match cell % 8 {
            0..4 => grid.put(Color::Black, point),
            4..6 => grid.put(Color::White, point),
            _ => {}
        }
    }
    for point in 0..grid.area() {
        if grid.color_at(point).is_some() && grid.liberties(point).is_empty() {
            grid.remove(&grid.region(point));
        }
    }
    board_from_diagram(&format!("{grid:?}")).unwrap()
}

/// The same stones, turned and with their colours exchanged if `swapped`.
fn turned(board: &AnyBoard, symmetry: Symmetry, swapped: bool) -> AnyBoard {
    let dims = board.dims();
    let mut turned = AnyBoard::new(symmetry.dims(dims));
    for point in dims.points() {
        if let Some(color) = board.color_at(point) {
            let color = if swapped { !color } else { color };
            turned.play_unchecked(color, symmetry.apply(dims, point));
        }
    }
    turned
}

proptest! {
    #[test]
    fn safety_is_the_same_for_both_colors_and_on_all_sides(
        width in 2usize..=9,
        height in 2usize..=9,
        cells in proptest::collection::vec(any::<u8>(), 81),
        swapped: bool,
    ) {
        let board = board_of(width, height, &cells);
        let dims = board.dims();
        let safe = SafePoints::if_answering(&board);
        for symmetry in Symmetry::ALL {
            let other = SafePoints::if_answering(&turned(&board, symmetry, swapped));
            for color in Color::BOTH {
                let here = safe.of(color).iter().map(|point| symmetry.apply(dims, point));
                let there = other.of(if swapped { !color } else { color });
                prop_assert_eq!(here.collect::<PointSet>(), *there);
            }
        }
    }

    #[test]
    fn who_answers_keeps_what_who_passes_keeps_and_nobody_keeps_what_is_the_others(
        width in 2usize..=9,
        height in 2usize..=9,
        cells in proptest::collection::vec(any::<u8>(), 81),
    ) {
        let board = board_of(width, height, &cells);
        let answering = SafePoints::if_answering(&board);
        let passing = SafePoints::if_passing(&board);
        for color in Color::BOTH {
            let alive = passing.of(color).union(&pass_alive(&board, color, false));
            prop_assert!(alive.difference(answering.of(color)).is_empty());
            prop_assert!(!answering.of(color).intersects(answering.of(!color)));
        }
    }
}
