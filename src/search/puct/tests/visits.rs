//! Visits are counted, each once, and a lone worker makes the same ones again.

use super::*;
use crate::search::Search;
use std::collections::{HashMap, HashSet};

#[test]
fn every_visit_is_counted_and_none_is_left_on_its_way() {
    for threads in [1, 8] {
        let search = small(threads, 64_000_000, 5000);
        let tree = search.shared.method.tree();
        assert_eq!(tree.root().visits(), 5000);
        let (mut keys, mut arrivals) = (HashSet::new(), HashMap::new());
        for index in tree.reachable() {
            let node = tree.node(index);
            let mut moves = HashSet::new();
            let mut below = 0;
            if node.key() != 0 {
                assert!(keys.insert(node.key()), "two nodes for a position");
            }
            for edge in node.edges() {
                assert!(moves.insert(edge.mv()), "two edges for a move");
                assert_eq!(edge.in_flight(), 0);
                let arrivals = arrivals.entry(edge.child().unwrap()).or_insert((0, 0));
                *arrivals = (arrivals.0 + 1, arrivals.1 + edge.visits());
                below += edge.visits();
            }
            match node.evaluation().unwrap().policy {
                // The visit that judged it is its own.
                Some(_) => assert_eq!(node.visits(), below + 1),
                None => assert_eq!(below, 0, "the game is over"),
            }
            let stats = node.stats();
            // Means of many numbers are rounded.
            let bound = Utility::new(&Params::default(), 25, 0.0).bound();
            assert!(
                stats.value.win_loss.abs() <= 1.0001,
                "{}",
                stats.value.win_loss
            );
            assert!(stats.utility.abs() <= bound + 0.001, "{}", stats.utility);
            assert!((stats.weight - node.visits() as f32).abs() <= 0.9 * node.visits() as f32);
        }
        // Every visit of a node came by one edge, and to some nodes there are several.
        for (&child, &(_, visits)) in &arrivals {
            assert_eq!(visits, tree.node(child).visits());
        }
        let shared = arrivals.values().filter(|(edges, _)| *edges > 1).count();
        assert!(shared > 0, "orders of moves meet");
    }
}

/// How much the moves count that noise has tried depends on how far the root explores, and that on its visits.
#[test]
fn visits_on_their_way_change_no_report() {
    let guidance = Guidance {
        wide_root_noise: 1.0,
        ..Guidance::default()
    };
    let search = small_within(1, 64_000_000, Limits::of_playouts(1000), guidance);
    let before = search.report();
    let tree = search.shared.method.tree();
    for edge in tree.root().edges() {
        (0..10).for_each(|_| edge.depart());
    }
    drop(tree);
    assert_eq!(search.report(), before);
}

#[test]
fn a_lone_worker_repeats_itself() {
    let report = || {
        let mut search = Search::new(settings(1));
        search.set_game(&empty(9), Color::Black);
        search.run(Limits::of_playouts(400)).unwrap()
    };
    let first = report();
    assert_eq!(first, report());
    assert_eq!((first.visits, first.playouts), (400, 400));
    let sum: f32 = first.moves.iter().map(|found| found.prior).sum();
    assert!((sum - 1.0).abs() < 0.01, "{sum}");
    assert_eq!(first.moves.len(), 82);
    assert!(first.moves.iter().all(|found| found.line[0] == found.mv));
    assert!(first.ownership.iter().any(|owner| owner.abs() > 0.0));
}
