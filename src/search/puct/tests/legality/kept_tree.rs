//! A tree that is kept from move to move offers the moves of the game that led to its root.

use super::*;
use crate::search::puct::tree::edge::Edge;

/// The moves to some node of the graph, at most so many, that offers other moves than the record allows after them.
fn surprising_way(tree: &Tree, node: &Node, game: &mut Game, depth: usize) -> Option<Vec<Move>> {
    let policy = node.evaluation()?.policy.as_ref()?;
    let offered: HashSet<Move> = policy.moves(game.dims()).map(|(mv, _)| mv).collect();
    if offered != legal_moves(game) {
        return Some(Vec::new());
    }
    for edge in node.edges().filter(|_| depth > 0) {
        game.play(game.to_move(), edge.mv()).unwrap();
        let child = tree.node(edge.child().unwrap());
        let way = surprising_way(tree, child, game, depth - 1);
        game.undo();
        if let Some(way) = way {
            return Some([vec![edge.mv()], way].concat());
        }
    }
    None
}

#[test]
fn a_kept_root_offers_the_moves_of_the_game_that_led_there() {
    let mut surprises = 0;
    for (mut game, rules) in repetitions() {
        let mut search = search_of(&game, Params::default());
        search.start(Limits::of_playouts(8000));
        search.join();
        let tree = search.shared.method.tree();
        let Some(way) = surprising_way(&tree, tree.root(), &mut game, 14) else {
            continue;
        };
        drop(tree);
        surprises += 1;
        for &mv in &way {
            game.play(game.to_move(), mv).unwrap();
        }
        search.set_root(&game, Stance::plain(game.to_move()));
        search.start(Limits::of_playouts(1));
        search.join();
        let moves = search.report().moves;
        let offered: HashSet<Move> = moves.iter().map(|found| found.mv).collect();
        assert_eq!(offered, legal_moves(&game), "{rules}: {way:?}");
    }
    assert!(surprises > 0, "every node fits every way");
}

/// Whether each node below fits the way to it from a root, without a step beside the edges.
fn fits(tree: &Tree, root: &Root<128, 2>, node: &Node, way: &mut Vec<Move>) -> bool {
    node.edges().all(|edge| {
        way.push(edge.mv());
        let mut tracked = TrackedDescent::new(root);
        way.iter().for_each(|&mv| tracked.play(mv));
        let child = tree.node(edge.child().unwrap());
        let key = graph::key(&tracked);
        let all_fit = child.is_found_by(key) && fits(tree, root, child, way);
        way.pop();
        all_fit
    })
}

#[test]
fn a_kept_tree_fits_the_ways_from_its_new_root() {
    for rules in ["chinese", "japanese", "stone-scoring", "aga"] {
        let mut game = Game::new(Dims::square(5).unwrap(), Rules::preset(rules).unwrap(), 0.5);
        let mut search = search_of(&game, Params::default());
        let mut is_kept = false;
        for _ in 0..4 {
            search.start(Limits::of_playouts(300));
            search.join();
            let best = search.report().moves[0].mv;
            game.play(game.to_move(), best).unwrap();
            search.set_root(&game, Stance::plain(game.to_move()));
            let tree = search.shared.method.tree();
            let root = Root::new(&game, Stance::plain(game.to_move()));
            is_kept |= tree.root().visits() > 10;
            assert!(fits(&tree, &root, tree.root(), &mut Vec::new()), "{rules}");
        }
        assert!(is_kept, "{rules}: nothing was kept");
    }
}

/// Whether an edge of the node at the end of this way leads to a node in which the way goes on.
fn leads_on(tree: &Tree, root: &Root<128, 2>, way: &[Move], edge: &Edge) -> bool {
    let mut tracked = TrackedDescent::new(root);
    way.iter().for_each(|&mv| tracked.play(mv));
    tracked.play(edge.mv());
    tree.node(edge.child().unwrap())
        .is_found_by(graph::key(&tracked))
}

/// Extends the way to a node, by at most so many moves, to one with an edge that leads elsewhere; false if there is none.
fn find_misleading(
    tree: &Tree,
    root: &Root<128, 2>,
    node: &Node,
    way: &mut Vec<Move>,
    depth: usize,
) -> bool {
    let is_misleading = |edge: &Edge| !leads_on(tree, root, way, edge);
    if !way.is_empty() && node.is_searched() && node.edges().any(is_misleading) {
        return true;
    }
    for edge in node.edges().filter(|_| depth > 0) {
        if leads_on(tree, root, way, edge) {
            way.push(edge.mv());
            let child = tree.node(edge.child().unwrap());
            if find_misleading(tree, root, child, way, depth - 1) {
                return true;
            }
            way.pop();
        }
    }
    false
}

/// Where other moves repeat a position than on the way that made an edge, a visit goes on beside it, and the edge learns nothing.
#[test]
fn the_edges_of_a_kept_root_lead_on() {
    let mut kept = 0;
    for (mut game, rules) in repetitions() {
        let mut search = search_of(&game, Params::default());
        search.start(Limits::of_playouts(8000));
        search.join();
        let tree = search.shared.method.tree();
        let root = Root::new(&game, Stance::plain(game.to_move()));
        let mut way = Vec::new();
        if !find_misleading(&tree, &root, tree.root(), &mut way, 6) {
            continue;
        }
        drop(tree);
        for &mv in &way {
            game.play(game.to_move(), mv).unwrap();
        }
        search.set_root(&game, Stance::plain(game.to_move()));
        search.start(Limits::of_playouts(1));
        search.join();
        let tree = search.shared.method.tree();
        // Where other moves are legal than in the tree, nothing is kept.
        kept += usize::from(tree.root().visits() > 1);
        let root = Root::new(&game, Stance::plain(game.to_move()));
        let mut edges = tree.root().edges();
        assert!(
            edges.all(|edge| leads_on(&tree, &root, &[], edge)),
            "{rules}: {way:?}"
        );
    }
    assert!(kept > 0, "every edge leads on in every tree");
}
