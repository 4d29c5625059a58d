//! Many workers on one small tree, and what must hold when they are done.

use super::node::Node;
use super::*;
use crate::game::{Game, Rules};
use crate::search::Limits;
use crate::search::Settings;
use crate::search::driver::method::Sharing;
use crate::search::driver::root::Stance;
use crate::search::driver::sized::{AnySearch, SizedSearch};
use crate::types::{Color, Dims};
use std::collections::HashSet;
use std::time::Instant;

/// More than there are processors, so that workers are stopped anywhere.
const THREADS: usize = 8;

type Small = SizedSearch<Classical, 128, 2>;

fn search(side: usize, threads: usize, playouts: u64) -> Small {
    let dims = Dims::square(side).unwrap();
    let game = Game::new(dims, Rules::default(), 0.5);
    let stance = Stance::plain(Color::Black);
    let settings = Settings {
        threads,
        memory_mb: 5,
        ..Settings::default()
    };
    let mut search = Small::new(
        Classical::new(Params::default(), 1_000_000),
        &game,
        stance,
        &settings,
    );
    search.start(Limits::of_playouts(playouts));
    search.join();
    search
}

/// A count that is full would begin anew with the next visit, and fractions of a float are too coarse for it.
#[test]
fn no_visit_is_added_to_a_full_root() {
    let mut search = search(3, 1, 100);
    let most = MAX_VISITS - SPARE_VISITS;
    let root = search.shared.method.tree.root();
    root.stats.add(most + 1 - 100, 0, Sharing::Shared);
    for _ in 0..2 {
        search.start(Limits::of_playouts(10));
        search.join();
    }
    assert_eq!(search.report().visits, most + 1);
}

/// Every playout is counted where it went through, once.
fn check_visits(search: &Small, playouts: u64) {
    let (tree, counted) = (&search.shared.method.tree, search.shared.counted());
    let report = search.report();
    assert_eq!((report.playouts, report.visits), (playouts, playouts));
    // Each worker's own count, which nobody else writes, against what all have written to the tree.
    for child in tree.children(tree.root()) {
        let counted = counted.leads_by(child.mv());
        assert_eq!(child.stats.visits(), counted.visits);
    }
}

/// What a node and its children say fits together.
fn check_family(tree: &Tree, node: &Node) {
    let (visits, value) = node.stats.read();
    let children = tree.children(node);
    let sum = |numbers: fn(&Node) -> f32| children.iter().map(numbers).sum::<f32>();
    let below = sum(|child| child.stats.read().0);
    let value_below = sum(|child| child.stats.read().1);
    // It was a leaf at least once.
    assert!(below < visits, "{below} visits below {visits}");
    // What is won by the one is lost by the other, to the last unit; the sums are read as `f32`.
    let rounding = visits * f32::EPSILON * 4.0;
    let surplus = value + value_below - below;
    assert!(surplus >= -rounding, "{surplus} with {visits} visits");
    assert!(
        surplus <= visits - below + rounding,
        "{surplus} with {visits} visits"
    );
    let moves: HashSet<usize> = children.iter().map(Node::move_index).collect();
    assert_eq!(
        moves.len(),
        children.len(),
        "children that were never written"
    );
    for child in children {
        let (rave_visits, rave_value) = child.rave.read();
        assert!(rave_visits <= visits && rave_value <= rave_visits);
        let is_free = child.children().is_some() || child.claim_expansion().is_some();
        assert!(is_free, "a claim was never given back");
    }
}

fn check(side: usize, playouts: u64) -> Small {
    let search = search(side, THREADS, playouts);
    check_visits(&search, playouts);
    let tree = &search.shared.method.tree;
    check_family(tree, tree.root());
    for (first, count) in tree.checked_blocks() {
        for node in tree.siblings(first, count) {
            if node.children().is_some() {
                check_family(tree, node);
            }
        }
    }
    search
}

#[test]
fn workers_lose_nothing_on_a_crowded_tree() {
    for side in [2, 3] {
        check(side, 20_000);
    }
}

#[test]
fn without_time_a_tree_is_given_up_where_it_is_full_and_kept_where_there_is_room() {
    for (playouts, is_full) in [(8_000, true), (2_000, false)] {
        // How much of the tree many workers use differs from run to run.
        let mut search = search(9, 1, playouts);
        let visits_in_no_time = |search: &mut Small, game: &Game| {
            search.set_root(game, Stance::plain(game.to_move()));
            search.start(Limits {
                deadline: Some(Instant::now()),
                ..Limits::default()
            });
            search.join();
            search.report().visits
        };
        let tree = &search.shared.method.tree;
        assert_eq!(tree.is_full(), is_full);
        assert!(tree.used() > tree.capacity() / 4, "it may be moved");
        let mut game = search.shared.root.game.clone();
        let visits = visits_in_no_time(&mut search, &game);
        assert_eq!(visits, playouts + 1, "there is nothing to move");
        let best = search.report().moves[0].clone();
        game.play(Color::Black, best.mv).unwrap();
        let kept = if is_full { 0 } else { best.visits };
        assert_eq!(visits_in_no_time(&mut search, &game), kept + 1);
    }
}

#[test]
fn workers_lose_nothing_when_the_tree_is_full() {
    let search = check(9, 8_000);
    assert!(search.shared.method.tree.is_full());
}
