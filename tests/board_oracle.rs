//! The fast board against the oracle, ply by ply: everything it can be asked,
//! at every point and for both colours.

mod oracle;

use oracle::board::{Slow, compare, lift, play};
use oracle::{below, point};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use tengen::board::{AnyBoard, Board9};
use tengen::types::{Color, Dims};

/// Boards of every kind and layout, with the number of random plies to play on each.
const BOARDS: &[(usize, usize, usize)] = &[
    (1, 1, 100),
    (1, 2, 1000),
    (1, 3, 3000),
    (4, 1, 5000),
    (1, 7, 8000),
    (2, 2, 8000),
    (2, 3, 10000),
    (3, 3, 12000),
    (5, 2, 10000),
    (4, 4, 12000),
    (5, 5, 10000),
    (7, 6, 5000),
    (9, 9, 2500),
    (3, 9, 5000),
    (9, 1, 3000),
    (10, 10, 1200),
    (13, 13, 800),
    (1, 13, 2500),
    (13, 4, 2500),
    (14, 3, 2500),
    (19, 19, 500),
    (19, 1, 1500),
    (2, 20, 2000),
    (25, 25, 400),
    (25, 1, 1500),
    (21, 6, 1500),
];

/// What a run of random play came across, so that a test can show it was not idle.
#[derive(Default, Debug)]
struct Seen {
    plies: usize,
    captures: usize,
    kos: usize,
    suicides: usize,
}

/// Random play with a few passes, suicides, lifted chains and turns out of order.
fn random_play(dims: Dims, plies: usize, random: &mut Pcg64, seen: &mut Seen) {
    let (mut board, mut slow) = (AnyBoard::new(dims), Slow::new(dims));
    let mut color = Color::Black;
    for _ in 0..plies {
        compare(&board, &slow);
        seen.plies += 1;
        seen.kos += usize::from(board.ko_point().is_some());
        if below(random, 8 * dims.area()) == 0 {
            (board, slow) = (AnyBoard::new(dims), Slow::new(dims));
        }
        if below(random, 16) != 0 {
            color = !color;
        }
        match choose(&slow, color, random) {
            Some(at) => {
                let removed = play(&mut board, &mut slow, color, at);
                seen.captures += removed[(!color).index()];
                seen.suicides += usize::from(removed[color.index()] > 0);
            }
            None => {
                board.pass();
                slow.forbidden = None;
                lift(&mut board, &mut slow, below(random, dims.area()));
            }
        }
    }
}

/// A random point that is no ko for `color`, suicide of several stones included, or a pass.
/// The own eyes are mostly left alone, or large boards would never fill.
fn choose(slow: &Slow, color: Color, random: &mut Pcg64) -> Option<usize> {
    let grid = &slow.grid;
    let empty = grid.empty_points();
    for _ in 0..10 {
        if empty.is_empty() || below(random, 40) == 0 {
            return None;
        }
        let at = empty[below(random, empty.len())];
        let (after, removed) = grid.after(color, at);
        let fills_eye = grid.is_eye(color, at) && below(random, 8) != 0;
        let is_suicide = removed[color.index()] > 0 && below(random, 4) != 0;
        if removed[color.index()] != 1 && !slow.is_ko(color, &after) && !fills_eye && !is_suicide {
            return Some(at);
        }
    }
    None
}

#[test]
fn random_play_agrees_with_the_oracle() {
    let mut random = Pcg64::new(1, 1);
    let mut seen = Seen::default();
    for &(width, height, plies) in BOARDS {
        random_play(
            Dims::new(width, height).unwrap(),
            plies,
            &mut random,
            &mut seen,
        );
    }
    println!("{seen:?}");
    assert!(seen.plies >= 100_000, "{seen:?}");
    assert!(seen.captures > 20_000, "{seen:?}");
    assert!(seen.kos > 1_000 && seen.suicides > 1_000, "{seen:?}");
}

/// A copy, fresh or over another board, is the same board and goes its own way.
#[test]
fn copies_are_equal_and_independent() {
    let dims = Dims::square(9).unwrap();
    let mut random = Pcg64::new(3, 1);
    let mut original = Board9::new(dims);
    let mut reused = Board9::new(dims);
    let mut slow = Slow::new(dims);
    let mut color = Color::Black;
    for ply in 0..400 {
        reused.copy_from(&original);
        compare(&AnyBoard::UpTo9(Box::new(reused.clone())), &slow);
        let Some(at) = choose(&slow, color, &mut random) else {
            continue;
        };
        let keep = slow.clone();
        slow.play(color, at);
        if ply % 2 == 0 {
            original.play_unchecked(color, point(dims, at));
        } else {
            // The copy plays on, the original stays.
            reused.play_unchecked(color, point(dims, at));
            compare(&AnyBoard::UpTo9(Box::new(reused.clone())), &slow);
            slow = keep;
        }
        compare(&AnyBoard::UpTo9(Box::new(original.clone())), &slow);
        color = !color;
    }
}

/// A ply for the property test: who moves, and which of the points it may be (the last is a pass).
fn any_ply() -> impl Strategy<Value = (bool, u16)> {
    (prop::bool::weighted(0.9), any::<u16>())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// As random play, but a failure shrinks to few moves on a small board.
    #[test]
    fn any_sequence_of_moves_agrees_with_the_oracle(
        (width, height) in (1..=6usize, 1..=6usize),
        plies in prop::collection::vec(any_ply(), 0..80),
    ) {
        let dims = Dims::new(width, height).unwrap();
        let (mut board, mut slow) = (AnyBoard::new(dims), Slow::new(dims));
        let mut color = Color::Black;
        for (in_turn, choice) in plies {
            let at = choice as usize % (dims.area() + 1);
            if at == dims.area() {
                board.pass();
                slow.forbidden = None;
            } else if slow.grid.color_at(at).is_none() {
                play(&mut board, &mut slow, color, at);
            }
            compare(&board, &slow);
            color = if in_turn { !color } else { color };
        }
    }
}
