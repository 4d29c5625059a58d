//! Searches in which not all moves are allowed.

use super::*;
use crate::search::{Restriction, Search};
use crate::types::parse_move;
use tree::edge::Edge;

/// Where Black has no move, each visit ends and makes that end more certain, so that White tries others.
#[test]
fn where_no_move_is_allowed_the_search_turns_elsewhere() {
    let corner = parse_move(Dims::square(5).unwrap(), "A1").unwrap();
    let alone = Restriction {
        until_depth: 20,
        ..Restriction::only(Color::Black, vec![corner])
    };
    let search = small_within(1, 64_000_000, Limits::of_playouts(1000), alone.into());
    let tree = search.shared.method.tree();
    let reply = tree.root().edges().next().unwrap().child().unwrap();
    let visits = tree.node(reply).edges().map(Edge::visits);
    let most = visits.max().unwrap();
    assert!(most < 800, "{most} of 1000 visits went one way");
}

#[test]
fn restrictions_hold_and_leave_nothing_behind() {
    let game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let corner = parse_move(game.dims(), "A1").unwrap();
    let report = search
        .run_guided(
            Limits::of_playouts(100),
            Restriction::only(Color::Black, vec![corner]).into(),
        )
        .unwrap();
    assert_eq!(report.best().unwrap().mv, corner);
    assert_eq!(report.find(corner).unwrap().visits, 99);
    let report = search.run(Limits::of_playouts(100)).unwrap();
    assert!(report.visits == 100 && report.find(corner).unwrap().visits < 50);
}
