//! Many workers on one small tree, and what must hold when they are done.

use super::*;
use crate::board::AnyBoard;
use crate::game::{Game, Rules};
use crate::search::root::Stance;
use std::collections::HashSet;

/// More than there are processors, so that workers are stopped anywhere.
const THREADS: usize = 8;

type Small = SizedSearch<128, 2>;

fn search(side: usize, playouts: u64) -> Small {
    let dims = Dims::square(side).unwrap();
    let game = Game::new(dims, Rules::default(), 0.5);
    let AnyBoard::UpTo9(board) = game.board() else {
        panic!("a small board");
    };
    let stance = Stance {
        to_move: Color::Black,
        must_capture: true,
        virtual_komi: 0.0,
    };
    let settings = Settings {
        threads: THREADS,
        memory_mb: 5,
        ..Settings::default()
    };
    let mut search = Small::new(Root::new(&game, board, stance), settings);
    search.start(Limits {
        playouts: Some(playouts),
        ..Limits::default()
    });
    search.join();
    search
}

/// Every playout is counted where it went through, once.
fn check_visits(search: &Small, playouts: u64) {
    let shared = &search.shared;
    let report = search.report();
    assert_eq!((report.playouts, report.visits), (playouts, playouts));
    // Each worker's own count, which nobody else writes, against what all have written to the tree.
    for child in shared.tree.children(shared.tree.root()) {
        let slot = slot::<128>(child.mv());
        let counted = shared.tallies.iter().map(|tally| &tally.by_move[slot]);
        assert_eq!(child.stats.visits(), lead_stats(counted).playouts);
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
    // What is won by the one is lost by the other; values are rounded down to a 256th each time.
    let rounding = 2.0 * visits / 256.0;
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
    let search = search(side, playouts);
    check_visits(&search, playouts);
    let tree = &search.shared.tree;
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
fn workers_lose_nothing_when_the_tree_is_full() {
    let search = check(9, 8_000);
    assert!(search.shared.tree.is_full());
}
