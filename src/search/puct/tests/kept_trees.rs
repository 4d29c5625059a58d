//! What is kept of a tree when moves are played, and when that is worked out anew.

use super::*;
use crate::search::Search;
use std::time::{Duration, Instant};

#[test]
fn what_was_found_below_a_move_is_kept() {
    let mut game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let report = search.run(Limits::of_playouts(500)).unwrap();
    let best = report.best().unwrap();
    game.play(Color::Black, best.mv).unwrap();
    search.set_game(&game, Color::White);
    let next = search.report().unwrap();
    assert_eq!(next.visits, best.visits);
    assert_eq!(
        search.run(Limits::of_playouts(100)).unwrap().visits,
        best.visits + 100
    );
    // The first one is chosen for its bound.
    assert!(next.moves[1..].is_sorted_by(|a, b| a.visits >= b.visits));
}

/// A network has seen these moves in the tree, which it must not at the root.
#[test]
fn what_was_found_is_forgotten_where_the_past_is_hidden() {
    let mut game = empty(9);
    let mut search = Search::new(Settings {
        hides_past: true,
        ..settings(1)
    });
    search.set_game(&game, Color::Black);
    let report = search.run(Limits::of_playouts(50)).unwrap();
    game.play(Color::Black, report.best().unwrap().mv).unwrap();
    search.set_game(&game, Color::White);
    assert_eq!(search.run(Limits::of_playouts(10)).unwrap().visits, 10);
}

#[test]
fn a_tree_is_worked_out_anew_where_its_root_or_the_score_has_changed() {
    /// A utility that no node is worth.
    const MARK: f32 = 9.0;
    /// Whether the next search works the root out, whose score has moved by so many points since it was last done.
    fn is_worked_out(puct: &mut Puct<Double>, root: &Root<128, 2>, moved: f32) -> bool {
        let known = puct.tree().root().stats();
        puct.center.store(known.value.score - moved);
        puct.tree().root().set_stats(&Stats {
            utility: MARK,
            ..known
        });
        puct.begin(root, &Limits::default(), &Guidance::default());
        let is_worked_out = puct.tree().root().stats().utility != MARK;
        puct.tree().root().set_stats(&known);
        is_worked_out
    }
    let root = |game: &Game| {
        let stance = Stance::plain(game.to_move());
        Root::new(game, stance)
    };
    let mut search = small(1, 64_000_000, 500);
    let shared = Arc::get_mut(&mut search.shared).expect("no worker is left");
    let puct = &mut shared.method;
    let mut game = empty(5);
    assert!(!is_worked_out(puct, &root(&game), 0.0));
    assert!(!is_worked_out(puct, &root(&game), 0.01));
    assert!(is_worked_out(puct, &root(&game), -0.1));
    assert!(is_worked_out(puct, &root(&game), 2.0));
    let utility = puct.utility(game.dims());
    let tree = puct.tree();
    for index in tree.reachable() {
        let node = tree.node(index);
        if let Some(said) = node.evaluation() {
            assert_eq!(node.own_utility(said, &utility), utility.of(&said.value));
        }
    }
    drop(tree);
    assert!(!is_worked_out(puct, &root(&game), 0.0));
    let best = search.report().moves[0].mv;
    game.play(Color::Black, best).unwrap();
    let shared = Arc::get_mut(&mut search.shared).expect("no worker is left");
    let puct = &mut shared.method;
    puct.advance(&[best]);
    assert!(is_worked_out(puct, &root(&game), 0.0));
    assert!(!is_worked_out(puct, &root(&game), 0.0));
}

#[test]
fn a_root_that_has_lost_its_children_is_searched_anew() {
    let mut search = small(1, 64_000_000, 500);
    let shared = Arc::get_mut(&mut search.shared).expect("no worker is left");
    let puct = &mut shared.method;
    for _ in 0..2 {
        puct.tree_mut().prune(|_| ());
    }
    let tree = puct.tree();
    let has_lost = |edge: &&tree::edge::Edge| {
        let child = tree.node(edge.child().unwrap());
        child.visits() > 2 && child.edges().next().is_none()
    };
    let lost = tree.root().edges().find(has_lost).map(|edge| edge.mv());
    drop(tree);
    puct.advance(&[lost.expect("a move with visits whose replies were dropped")]);
    assert_eq!(puct.root_visits(), 0);
}

/// A kept tree is sorted out before it is searched on, and a full one to make room.
#[test]
fn a_tree_is_sorted_out_only_if_there_is_time() {
    let hurried = || Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    let kept = |is_full: bool, all_limits: &[Limits]| {
        let mut search = small(1, 300_000, 500);
        let mut game = empty(5);
        let best = search.report().moves[0].mv;
        game.play(Color::Black, best).unwrap();
        let shared = Arc::get_mut(&mut search.shared).expect("no worker is left");
        let puct = &mut shared.method;
        puct.advance(&[best]);
        while is_full && puct.tree().allocate().is_some() {}
        let root = Root::<128, 2>::new(&game, Stance::plain(Color::White));
        for limits in all_limits {
            puct.begin(&root, limits, &Guidance::default());
        }
        (puct.root_visits(), puct.nodes().used)
    };
    let sorted_out = kept(false, &[Limits::default()]);
    assert!(sorted_out.0 > 10, "{sorted_out:?}");
    let hurried_through = kept(false, &[hurried()]);
    assert_eq!(hurried_through.0, sorted_out.0);
    assert!(hurried_through.1 > sorted_out.1, "{hurried_through:?}");
    let later = kept(false, &[hurried(), Limits::default()]);
    assert_eq!(later, sorted_out);
    assert_eq!(
        kept(true, &[hurried()]).0,
        0,
        "there is no room for a search"
    );
    let search = small(1, 300_000, 2000);
    let puct = &search.shared.method;
    assert!(!puct.make_room(&hurried()));
    assert!(puct.make_room(&Limits::default()));
}

/// The optimistic policy is for positions within the tree.
#[test]
fn a_kept_root_gets_the_policy_of_a_root() {
    let network = network(|plan| plan.version == 12);
    let search = |game: &Game| {
        let stance = Stance::plain(game.to_move());
        let puct = Puct::new(Arc::clone(&network), Params::default(), 64_000_000);
        let mut search = SizedSearch::<_, 128, 2>::new(puct, game, stance, &settings(1));
        search.start(Limits::of_playouts(100));
        search.join();
        (search, Root::<128, 2>::new(game, stance))
    };
    let mut game = empty(7);
    let (mut kept, _) = search(&game);
    let best = kept.report().moves[0].mv;
    game.play(Color::Black, best).unwrap();
    let (mut fresh, root) = search(&game);
    let policy = |puct: &Puct<Network>| -> Vec<_> {
        let tree = puct.tree();
        let evaluation = tree.root().evaluation().unwrap();
        let policy = evaluation.policy.as_ref().unwrap();
        policy.moves(root.board.dims()).collect()
    };
    let right = policy(&Arc::get_mut(&mut fresh.shared).unwrap().method);
    let puct = &mut Arc::get_mut(&mut kept.shared).unwrap().method;
    puct.advance(&[best]);
    assert_ne!(policy(puct), right);
    let without_time = Limits {
        deadline: Some(Instant::now() + Duration::from_secs(10)),
        visit_time: Duration::from_secs(6),
        ..Limits::default()
    };
    puct.begin(&root, &without_time, &Guidance::default());
    assert_ne!(policy(puct), right, "there is time for one visit alone");
    puct.begin(&root, &Limits::default(), &Guidance::default());
    assert_eq!(policy(puct), right);
}
