//! What lives though its owner always passes, held against all that the opponent can play.

mod oracle;

use oracle::{Grid, numbers, pick};
use rand_pcg::Pcg64;
use std::collections::HashSet;
use tengen::game::{board_from_diagram, pass_alive};
use tengen::types::Color;

/// Boards with how many random positions to look at on each.
const BOARDS: &[(usize, usize, usize)] = &[
    (1, 5, 300),
    (1, 9, 1000),
    (2, 4, 1000),
    (2, 7, 3000),
    (3, 3, 1000),
    (3, 4, 3000),
    (3, 5, 5000),
    (4, 4, 10000),
];

fn stones(grid: &Grid, color: Color) -> Vec<usize> {
    let points = 0..grid.area();
    points
        .filter(|&point| grid.color_at(point) == Some(color))
        .collect()
}

/// The stones of `owner` that stand whatever the opponent plays, if `owner` always passes.
fn standing(start: &Grid, owner: Color, suicide: bool) -> Vec<usize> {
    let mut standing = stones(start, owner);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(grid) = open.pop().filter(|_| !standing.is_empty()) {
        for at in grid.empty_points() {
            let (after, removed) = grid.after(!owner, at);
            let is_legal = match removed[(!owner).index()] {
                0 => true,
                1 => false,
                _ => suicide,
            };
            if is_legal && seen.insert(after.clone()) {
                standing.retain(|&point| after.color_at(point) == Some(owner));
                open.push(after);
            }
        }
    }
    standing
}

/// The same, as the game finds them.
fn pass_alive_stones(grid: &Grid, owner: Color, suicide: bool) -> Vec<usize> {
    let board = board_from_diagram(&format!("{grid:?}")).unwrap();
    let mut alive = numbers(board.dims(), pass_alive(&board, owner, suicide).iter());
    alive.retain(|&point| grid.color_at(point) == Some(owner));
    alive
}

#[test]
fn stones_are_pass_alive_where_no_moves_capture_them() {
    let mut random = Pcg64::new(1, 1);
    let (mut with_life, mut where_suicide_decides) = (0, 0);
    for &(width, height, positions) in BOARDS {
        for _ in 0..positions {
            let owner = pick(&mut random, &Color::BOTH);
            let grid = Grid::random(width, height, owner, &mut random);
            let expected = [false, true].map(|suicide| standing(&grid, owner, suicide));
            let found = [false, true].map(|suicide| pass_alive_stones(&grid, owner, suicide));
            assert_eq!(
                found, expected,
                "without and with suicide, {owner} {grid:?}"
            );
            with_life += usize::from(!expected[1].is_empty());
            where_suicide_decides += usize::from(expected[0] != expected[1]);
        }
    }
    assert!(with_life > 5000, "{with_life}");
    assert!(where_suicide_decides > 500, "{where_suicide_decides}");
}
