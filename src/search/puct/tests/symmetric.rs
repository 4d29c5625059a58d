//! Of moves at the root that are alike, one is searched and all are shown.

use super::*;
use crate::search::{Restriction, Search};
use crate::types::Symmetry;

/// A tree that is kept has tried moves that are alike at its new root: those that are not tried any more keep what was found
/// at the time, and could be played for it.
#[test]
fn of_moves_that_are_alike_only_one_is_judged_in_a_kept_tree() {
    let mut game = empty(9);
    let dims = game.dims();
    let center = Move::Place(dims.point(4, 4).unwrap());
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let only_center = Restriction::only(Color::Black, vec![center]);
    search
        .run_guided(Limits::of_playouts(600), only_center.into())
        .unwrap();
    game.play(Color::Black, center).unwrap();
    search.set_game(&game, Color::White);
    let report = search.run(Limits::of_playouts(200)).unwrap();
    assert!(report.visits > 700, "the tree is kept");
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    let visited: Vec<Move> = visited.map(|found| found.mv).collect();
    assert!(visited.len() > 5);
    for (number, &mv) in visited.iter().enumerate() {
        let turned = Symmetry::ALL.map(|symmetry| symmetry.apply_move(dims, mv));
        let twin = visited[number + 1..]
            .iter()
            .find(|other| turned.contains(other));
        assert_eq!(twin, None, "as {mv:?}");
    }
}

/// On an empty board one of up to eight moves is searched, and all are shown; who names moves has just these searched.
#[test]
fn turned_moves_are_shown_without_being_searched() {
    let mut search = Search::new(settings(1));
    let game = empty(9);
    search.set_game(&game, Color::Black);
    let report = search.run(Limits::of_playouts(400)).unwrap();
    let dims = game.dims();
    let searched = report.moves.iter().filter(|found| found.visits > 0).count();
    let shown = report.moves_and_copies(dims);
    let visited: Vec<_> = shown.iter().filter(|found| found.visits > 0).collect();
    assert!(
        searched <= 16 && visited.len() > 3 * searched,
        "{searched}, {}",
        visited.len()
    );
    let mut moves: Vec<_> = shown
        .iter()
        .map(|found| format!("{:?}", found.mv))
        .collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 82);
    for found in visited {
        assert_eq!(found.line[0], found.mv);
        let mut after = game.clone();
        for &mv in &found.line {
            after.play(after.to_move(), mv).unwrap();
        }
        let alike = found.copy_of.and_then(|mv| report.find(mv));
        assert!(alike.is_none_or(|alike| alike.visits == found.visits));
    }
    let corner = Move::Place(dims.point(2, 2).unwrap());
    let report = search
        .run_guided(
            Limits::of_playouts(50),
            Restriction::only(Color::Black, vec![corner]).into(),
        )
        .unwrap();
    let shown = report.moves_and_copies(dims);
    assert_eq!(shown.iter().filter(|found| found.visits > 0).count(), 1);
}

/// A network judges C3 and G7 on an empty board differently; the mean over all turns may not.
#[test]
fn what_is_said_of_a_root_seen_in_all_ways_is_the_same_in_all_ways() {
    let game = empty(9);
    let root = Root::<128, 2>::new(&game, Stance::plain(Color::Black));
    let network = network(|plan| plan.version == 11);
    let dims = game.dims();
    let greatest_difference = |root_symmetries: f32| {
        let params = Params {
            root_symmetries,
            ..Params::default()
        };
        let said = Puct::new(Arc::clone(&network), params, 1_000_000).raw_evaluation(&root);
        let said = said.unwrap();
        let chance_of = |mv| said.chance_of(dims, mv);
        let difference = |mv| {
            let turned = Symmetry::ALL.map(|symmetry| symmetry.apply_move(dims, mv));
            let differences = turned.map(|turned| (chance_of(mv) - chance_of(turned)).abs());
            differences.into_iter().fold(0.0, f32::max)
        };
        let points = dims.points().map(Move::Place);
        points.map(difference).fold(0.0, f32::max)
    };
    assert!(greatest_difference(1.0) > 1e-4);
    assert!(greatest_difference(8.0) < 1e-6);
}
