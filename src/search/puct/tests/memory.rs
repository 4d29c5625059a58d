//! What a tree takes, and a search whose tree is full.

use super::*;

#[test]
fn a_visit_takes_little_memory() {
    const VISITS: u64 = 100_000;
    let stance = Stance::plain(Color::Black);
    let method = Puct::new(Arc::new(Double), Params::default(), 1_000_000_000);
    let mut search = SizedSearch::<_, 512, 8>::new(method, &empty(19), stance, &settings(2));
    search.start(Limits::of_playouts(VISITS));
    search.join();
    let bytes = search.shared.method.tree().bytes() / VISITS as usize;
    assert!(bytes < 1500, "{bytes} bytes a visit");
    assert!(search.report().visits >= VISITS);
}

/// What was found below the nodes that are dropped goes on to count, and new leaves are judged all the time.
#[test]
fn a_full_tree_drops_what_was_visited_least_and_the_search_goes_on() {
    const VISITS: u64 = 50_000;
    let roomy = small(1, 64_000_000, VISITS);
    for threads in [1, 4] {
        let search = small(threads, 0, VISITS);
        let report = search.report();
        assert_eq!((report.visits, report.playouts), (VISITS, VISITS));
        let tree = search.shared.method.tree();
        let nodes = tree.nodes().used;
        assert!(nodes < 5_000, "{nodes} nodes");
        let weight = tree.root().stats().weight;
        assert!(weight > 25_000.0, "{VISITS} visits weigh {weight}");
        let all = roomy.report();
        let difference = (report.winrate - all.winrate).abs();
        assert!(difference < 0.03, "{} {}", report.winrate, all.winrate);
        assert!(
            all.moves[..5]
                .iter()
                .any(|found| found.mv == report.moves[0].mv)
        );
        let edges = tree
            .reachable()
            .into_iter()
            .flat_map(|index| tree.node(index).edges());
        edges.for_each(|edge| assert_eq!(edge.in_flight(), 0));
    }
}
