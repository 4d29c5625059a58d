use super::node::NodeEvaluation;
use super::stats::{Stats, Value};
use super::*;
use crate::search::driver::headroom::tests::REFUSES;
use crate::types::Point;
use std::cell::Cell;

fn mv(index: usize) -> Move {
    Move::Place(Point::from_index(index))
}

/// A child of `parent`, with as many visits as its index in the beginning.
fn child(tree: &Tree, parent: u32, index: usize) -> u32 {
    let fresh = tree.allocate().unwrap();
    let edge = tree
        .node(parent)
        .edge_or_new(mv(index), |bytes| tree.grow(bytes));
    assert_eq!(edge.set_child(fresh), fresh);
    for _ in 0..fresh {
        tree.node(fresh).count_visit();
    }
    fresh
}

impl Tree {
    /// A visit that comes back by the root's move.
    fn visit(&self, mv: Move) {
        let edge = self.root().find_edge(mv).unwrap();
        edge.depart();
        edge.come_back();
    }
}

#[test]
fn compaction_keeps_what_is_below_the_root() {
    let mut tree = Tree::new(2_000_000);
    for index in 1..40 {
        let below = child(&tree, 0, index);
        for index in 1..60 {
            child(&tree, below, index);
        }
    }
    assert!(tree.advance(mv(7)));
    let visits = |tree: &Tree| -> Vec<u32> {
        let edges = tree.root().edges();
        edges
            .map(|edge| tree.node(edge.child().unwrap()).visits())
            .collect()
    };
    let (before, bytes) = (visits(&tree), tree.bytes());
    let dropped = Cell::new(0);
    tree.compact(|node| dropped.set(dropped.get() + node.visits() as usize));
    assert_eq!(visits(&tree), before);
    // Every node but the first root had as many visits as its index.
    let all: usize = (0..=39 * 60).sum();
    let kept: u32 = before.iter().sum::<u32>() + tree.root().visits();
    assert_eq!(dropped.get(), all - kept as usize);
    assert_eq!((tree.nodes().used, before.len()), (60, 59));
    assert!(tree.bytes() < bytes / 2, "{} of {bytes}", tree.bytes());
    // What is handed out now is fresh.
    let fresh = tree.allocate().unwrap();
    assert_eq!((fresh, tree.node(fresh).visits()), (60, 0));
    assert!(!tree.advance(mv(99)) && tree.advance(mv(5)));
}

#[test]
fn edges_of_the_root_can_lead_to_other_nodes() {
    let mut tree = Tree::new(2_000_000);
    for visits in 1..=3 {
        let own = child(&tree, 0, visits);
        tree.node(own).set_key(visits as u64);
        for _ in 0..10 {
            tree.root().count_visit();
            tree.visit(mv(visits));
        }
    }
    tree.root().count_visit();
    // Its own child for the first move, one that stands beside for the second, and for the third none yet.
    let beside = tree.find_or_make(20).unwrap();
    (0..4).for_each(|_| tree.node(beside).count_visit());
    let key_after = |after| match after {
        _ if after == mv(1) => 1,
        _ if after == mv(2) => 20,
        _ => 30,
    };
    tree.redirect_root(key_after);
    let edge = |number| tree.root().find_edge(mv(number)).unwrap();
    assert_eq!([1, 2, 3].map(|number| edge(number).visits()), [10, 4, 0]);
    assert_eq!(edge(2).child(), Some(beside));
    assert_eq!(tree.node(edge(3).child().unwrap()).key(), 30);
    assert_eq!((tree.root().visits(), tree.root().own_visits()), (15, 1));
}

#[test]
fn visits_beside_an_edge_are_effort_and_no_evidence() {
    let tree = Tree::new(2_000_000);
    let own = child(&tree, 0, 1);
    tree.node(own).set_stats(&Stats {
        weight: 2.0,
        ..Stats::default()
    });
    assert_eq!(tree.node(own).visits(), 1);
    (0..6).for_each(|_| tree.visit(mv(1)));
    let edge = tree.root().find_edge(mv(1)).unwrap();
    assert_eq!(tree.evidence(edge).map(|(_, weight)| weight), Some(2.0));
    assert_eq!(tree.effort(edge), 12.0);
}

#[test]
fn pruning_keeps_what_was_found() {
    let mut tree = Tree::new(10_000_000);
    let evaluation = || NodeEvaluation {
        weight: 0.5,
        ..NodeEvaluation::default()
    };
    tree.root().claim().unwrap().publish(evaluation());
    // Two children of the root, one of 100 visits with ten children and one of 20 with more.
    for (index, visits, leaves) in [(1, 100, 10), (2, 20, 14)] {
        let middle = child(&tree, 0, index);
        let node = tree.node(middle);
        node.claim().unwrap().publish(evaluation());
        (node.visits()..visits).for_each(|_| node.count_visit());
        node.set_stats(&Stats {
            value: Value {
                win_loss: 0.25,
                ..Value::default()
            },
            weight: 40.0,
            ..Stats::default()
        });
        for index in 3..3 + leaves {
            let leaf = tree.allocate().unwrap();
            tree.node(middle)
                .edge_or_new(mv(index), |_| ())
                .set_child(leaf);
            tree.node(leaf).count_visit();
        }
    }
    (0..120).for_each(|_| tree.root().count_visit());
    tree.prune(|_| ());
    assert_eq!(tree.nodes().used, 1 + 2 + 10);
    let of_root: Vec<&Node> = tree
        .root()
        .edges()
        .map(|edge| tree.node(edge.child().unwrap()))
        .collect();
    assert_eq!(of_root[0].edges().count(), 10);
    let closed = of_root[1];
    assert_eq!(
        (closed.visits(), closed.own_visits(), closed.edges().count()),
        (20, 20, 0)
    );
    let evaluation = closed.evaluation().unwrap();
    assert_eq!(
        (evaluation.value.win_loss, evaluation.weight),
        (0.25, 2.0),
        "its twenty visits weigh 40 as before"
    );
}

/// Lets a move lead from one node to another.
fn join(tree: &Tree, parent: u32, child: u32) {
    let edge = tree.node(parent).edge_or_new(mv(child as usize), |_| ());
    edge.set_child(child);
}

#[test]
fn parents_come_before_their_children_however_long_the_way() {
    let tree = Tree::new(10_000_000);
    let nodes: Vec<u32> = (0..5).map(|_| tree.allocate().unwrap()).collect();
    // To the last node there is a short way and a long one, to that in the middle too.
    let ways = [(0, 5), (0, 3), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)];
    for (parent, child) in ways {
        join(&tree, parent, child);
    }
    let order = tree.reachable();
    let place = |node: u32| order.iter().position(|&found| found == node).unwrap();
    assert_eq!(order.len(), 1 + nodes.len());
    for (parent, child) in ways {
        assert!(place(parent) < place(child), "{order:?}");
    }
    // A round ends, and counts each node once.
    join(&tree, 4, 2);
    join(&tree, 5, 3);
    let mut order = tree.reachable();
    assert_eq!(order[0], 0);
    order.sort_unstable();
    assert_eq!(order, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_way_that_comes_round_to_the_new_root_loses_its_child() {
    let mut tree = Tree::new(10_000_000);
    assert!((1..4).all(|index| tree.allocate() == Some(index)));
    for (parent, child) in [(0, 1), (1, 2), (2, 1), (2, 3)] {
        join(&tree, parent, child);
    }
    assert!(tree.advance(mv(1)));
    tree.compact(|_| ());
    assert_eq!(tree.nodes().used, 3);
    let below = tree.node(tree.root().edges().next().unwrap().child().unwrap());
    let children: Vec<Option<u32>> = below.edges().map(Edge::child).collect();
    assert_eq!(children, [None, Some(2)]);
}

#[test]
fn a_full_tree_refuses() {
    let tree = Tree::new(0);
    let made = std::iter::from_fn(|| tree.allocate()).count();
    assert!(made > 1000 && tree.is_full());
}

#[test]
fn a_tree_for_which_the_system_has_no_memory_is_full() {
    let mut tree = Tree::new(10_000_000);
    tree.is_refused.store(true, Relaxed);
    assert!(tree.is_full() && tree.allocate().is_none());
    tree.clear();
    assert!(!tree.is_full() && tree.allocate() == Some(1));
    for refuses in [true, false] {
        REFUSES.set(refuses);
        tree.is_refused.store(true, Relaxed);
        tree.compact(|_| ());
        assert_eq!(tree.is_full(), refuses);
    }
    REFUSES.set(true);
    let more = std::iter::from_fn(|| tree.allocate()).count();
    assert!(more < NODES_PER_QUESTION as usize, "{more}");
    REFUSES.set(false);
    tree.ask_again();
    assert!(tree.allocate().is_some());
}

#[test]
fn a_cleared_tree_is_as_a_new_one() {
    let mut tree = Tree::new(10_000_000);
    let bytes = tree.bytes();
    for index in 1..2000 {
        child(&tree, 0, index);
    }
    tree.clear();
    assert_eq!((tree.bytes(), tree.root().edges().count()), (bytes, 0));
    let fresh = tree.allocate().unwrap();
    assert_eq!((fresh, tree.node(fresh).visits()), (1, 0));
}
