//! Superko and suicide in the tree, in the graph, and in what a network sees of a leaf.

use super::*;
use crate::game::{IllegalMove, KoRule};
use crate::net::Manner;
use crate::net::features::{Extractor, Features, Situation};
use crate::net::model::Evaluation;
use crate::search::{Choice, MethodChoice, Player, Request};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Mutex;

/// What the positions of a tree have had to offer.
#[derive(Default)]
struct Offers {
    /// Moves that superko forbids.
    banned: usize,
    /// Suicides.
    suicides: usize,
}

/// Every node below has exactly the moves that the record allows after the same moves.
fn check_moves(tree: &Tree, node: &Node, game: &mut Game, offers: &mut Offers) {
    let Some(policy) = node
        .evaluation()
        .and_then(|evaluation| evaluation.policy.as_ref())
    else {
        return;
    };
    let color = game.to_move();
    let dims = game.dims();
    let moves: HashSet<Move> = policy.moves(dims).map(|(mv, _)| mv).collect();
    for mv in dims.moves() {
        let verdict = game.check(color, mv);
        assert_eq!(moves.contains(&mv), verdict.is_ok(), "{mv:?}: {verdict:?}");
        let is_superko = matches!(verdict, Err(IllegalMove::Superko { .. }));
        offers.banned += usize::from(is_superko);
        offers.suicides += usize::from(verdict.is_ok() && is_suicide(game, mv));
    }
    for edge in node.edges() {
        assert!(moves.contains(&edge.mv()));
        game.play(color, edge.mv()).unwrap();
        check_moves(tree, tree.node(edge.child().unwrap()), game, offers);
        game.undo();
    }
}

/// What a search without shared nodes, whose every node stands on one way, has to offer.
fn offers_of_tree(game: &mut Game, count: u64) -> Offers {
    let tree_alone = Params {
        graph: 0.0,
        ..Params::default()
    };
    let mut search = search_of(game, tree_alone);
    search.start(Limits::of_playouts(count));
    search.join();
    let tree = search.shared.method.tree();
    let mut offers = Offers::default();
    check_moves(&tree, tree.root(), game, &mut offers);
    offers
}

#[test]
fn every_path_of_the_tree_keeps_to_superko() {
    let mut banned: HashMap<KoRule, usize> = HashMap::new();
    for (mut game, rules) in repetitions() {
        let offers = offers_of_tree(&mut game, 2000);
        *banned.entry(game.rules().ko).or_default() += offers.banned;
        let has_suicide = game.rules().suicide;
        assert_eq!(offers.suicides > 0, has_suicide, "{rules}");
    }
    for ko in [KoRule::PositionalSuperko, KoRule::SituationalSuperko] {
        assert!(banned[&ko] > 0, "{ko:?}: nothing was ever repeated");
    }
}

proptest! {
    #[test]
    fn the_moves_of_every_node_are_those_of_the_rules(
        width in 2..=5usize, height in 2..=5usize, ko in 0..3usize, suicide: bool, moves in 0..120usize, seed: u64
    ) {
        let rules = Rules {
            ko: [KoRule::Simple, KoRule::PositionalSuperko, KoRule::SituationalSuperko][ko],
            suicide,
            ..Rules::default()
        };
        let mut game = random_game(Dims::new(width, height).unwrap(), rules, moves, seed);
        offers_of_tree(&mut game, 100);
    }
}

#[test]
fn a_ko_threat_by_suicide_is_searched() {
    // At C1 Black gives up four stones and threatens to play there again, in the middle of the only eye.
    let mut game = Game::from_diagram(
        "XXXXX..
         .OOOX..
         OOXOOX.
         OX.XOX.",
    )
    .unwrap();
    let middle = parse_move(game.dims(), "C1").unwrap();
    for (rules, is_searched) in [("new-zealand", true), ("aga", false)] {
        game.set_rules(Rules::preset(rules).unwrap());
        let mut search = search_of(&game, Params::default());
        search.start_guided(Limits::of_playouts(500), Guidance::comparing(middle));
        search.join();
        let report = search.report();
        let found = report.find(middle);
        assert_eq!(found.is_some_and(|found| found.visits > 100), is_searched);
        if let Some(found) = found {
            assert_eq!(found.line[0], middle);
            game.play(Color::Black, middle).unwrap();
            assert_eq!(game.position().captures(Color::White), 4);
            search.set_root(&game, Stance::plain(game.to_move()));
            assert!(search.report().find(middle).is_some(), "White may answer");
            game.undo();
        }
    }
}

/// Follows every way on which the search may go in the graph, down to some depth: the record allows each move.
/// Returns how often a node offered a move that the way forbids.
fn check_ways(tree: &Tree, node: &Node, game: &mut Game, depth: usize) -> usize {
    let Some(policy) = node
        .evaluation()
        .and_then(|evaluation| evaluation.policy.as_ref())
    else {
        return 0;
    };
    let (color, dims) = (game.to_move(), game.dims());
    let banned: HashSet<Move> = policy
        .moves(dims)
        .map(|(mv, _)| mv)
        .filter(|mv| {
            mv.point()
                .is_some_and(|point| game.repeated_move(color, point).is_some())
        })
        .collect();
    let mut surprises = banned.len();
    for edge in node.edges() {
        if depth == 0 || banned.contains(&edge.mv()) {
            continue;
        }
        game.play(color, edge.mv()).unwrap();
        surprises += check_ways(tree, tree.node(edge.child().unwrap()), game, depth - 1);
        game.undo();
    }
    surprises
}

#[test]
fn no_descent_through_the_graph_breaks_superko() {
    let mut forbidden_offers = 0;
    for (mut game, _) in repetitions() {
        let puct = replay_descents(&mut game, Arc::new(Double), 8000, |_| ());
        check_lines(&puct, &mut game);
        forbidden_offers += check_ways(&puct.tree(), puct.tree().root(), &mut game, 14);
    }
    assert!(forbidden_offers > 0, "no way forbade what a node offers");
}

/// Follows a descent that has been made, and checks that each node on it offers the moves of this very way. Returns how many
/// steps went beside the edges of the graph.
fn check_nodes(puct: &Puct<Double>, game: &Game, moves: &[Move]) -> usize {
    let root = Root::<128, 2>::new(game, Stance::plain(game.to_move()));
    let (tree, mut tracked) = (puct.tree(), TrackedDescent::new(&root));
    let (mut node, mut besides) = (tree.root(), 0);
    for &mv in moves {
        let evaluation = node.evaluation().expect("the descent went on from here");
        assert!(
            leaf::evaluate::offers_legal_moves(evaluation, &tracked),
            "{moves:?}"
        );
        let edge = node.find_edge(mv).unwrap();
        tracked.play(mv);
        let (child, key) = (edge.child().unwrap(), graph::key(&tracked));
        let next = tree.child_for(key, child).unwrap();
        besides += usize::from(next != child);
        node = tree.node(next);
    }
    besides
}

#[test]
fn the_nodes_of_a_descent_offer_the_moves_of_its_way() {
    let mut besides = 0;
    for (mut game, _) in repetitions() {
        let mut ways = Vec::new();
        let start = game.moves().len();
        let puct = replay_descents(&mut game, Arc::new(Double), 8000, |game| {
            let moves = game.moves()[start..].iter().map(|&(_, mv)| mv);
            ways.push(moves.collect::<Vec<_>>());
        });
        besides += ways
            .iter()
            .map(|way| check_nodes(&puct, &game, way))
            .sum::<usize>();
    }
    assert!(besides > 0, "no way needed another node");
}

/// Remembers what it was shown last.
#[derive(Default)]
struct Witness(Mutex<Option<Features>>);

impl Oracle for Witness {
    type Asker<const N: usize, const W: usize> = Arc<Witness>;

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) -> Arc<Witness> {
        Arc::clone(self)
    }

    fn ask<const N: usize, const W: usize>(
        asker: &mut Arc<Witness>,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        let mut features = Features::new(situation.boards[0].dims());
        Extractor::new().extract(situation, &mut features);
        *asker.0.lock().unwrap() = Some(features);
        Double::ask(&mut (), situation, manner)
    }
}

#[test]
fn a_leaf_looks_to_the_network_as_the_record_does() {
    for (mut game, rules) in repetitions() {
        let witness = Arc::new(Witness::default());
        let (mut looks, mut suicides) = (0, 0);
        replay_descents(&mut game, Arc::clone(&witness), 1200, |game| {
            // A finished game is counted, and nobody is asked.
            let Some(features) = witness.0.lock().unwrap().take() else {
                return;
            };
            assert_eq!(
                features,
                Features::of_game(game),
                "{rules}: {:?}",
                game.moves()
            );
            looks += 1;
            let last = game.position().last_move().and_then(Move::point);
            let is_gone = |point| game.board().color_at(point).is_none();
            suicides += usize::from(last.is_some_and(is_gone));
        });
        // On a line of four points most games are over.
        let least = if game.dims().area() > 4 { 500 } else { 20 };
        assert!(looks > least, "{rules}: {looks}");
        assert_eq!(suicides > 0, game.rules().suicide, "{rules}");
    }
}

#[test]
fn games_with_suicide_are_played_by_the_rules() {
    let mut suicides = 0;
    for seed in 0..20 {
        let rules = ["new-zealand", "tromp-taylor"][seed as usize % 2];
        let rules = Rules::preset(rules).unwrap();
        let mut game = random_game(Dims::square(4).unwrap(), rules, 6, seed);
        let mut player = Player::new(Settings {
            memory_mb: 64,
            method: MethodChoice::Double(Arc::new(Double)),
            ..Settings::default()
        });
        for _ in 0..120 {
            let request = Request {
                playouts: Some(20),
                ..Request::new(game.to_move())
            };
            let (Choice::Move(mv), _) = player.genmove(&game, &request) else {
                panic!("nobody asked for resignation");
            };
            suicides += usize::from(is_suicide(&game, mv));
            game.play(game.to_move(), mv).unwrap();
            if game.is_over() {
                break;
            }
        }
    }
    assert!(suicides > 0, "nobody ever took its own life");
}
