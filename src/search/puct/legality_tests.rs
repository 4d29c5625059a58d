//! Every move that the search considers is legal, and every legal one is considered: superko and suicide included.

use super::double::Double;
use super::*;
use crate::game::{Game, IllegalMove, KoRule, Rules};
use crate::net::Manner;
use crate::net::features::{Extractor, Features, Situation};
use crate::net::model::Evaluation;
use crate::search::broken::Broken;
use crate::search::method::Sharing;
use crate::search::root::Stance;
use crate::search::sized::{SizedSearch, Steps};
use crate::search::{Choice, Limits, MethodChoice, Player, Request, Restriction, Settings};
use crate::types::{Color, Dims, Point, parse_move};
use proptest::prelude::*;
use rand_core::Rng;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// What the positions of a tree have had to offer.
#[derive(Default)]
struct Offers {
    /// Moves that superko forbids.
    banned: usize,
    /// Suicides.
    suicides: usize,
}

/// Every node below has exactly the moves that the record allows after the same moves.
fn check_moves(tree: &Tree, node: &node::Node, game: &mut Game, offers: &mut Offers) {
    let Some(policy) = node.judged().and_then(|judged| judged.policy.as_ref()) else {
        return;
    };
    let color = game.to_move();
    let dims = game.dims();
    let moves: HashSet<Move> = policy.moves(dims).map(|(mv, _)| mv).collect();
    for mv in dims.points().map(Move::Place).chain([Move::Pass]) {
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

fn is_suicide(game: &Game, mv: Move) -> bool {
    mv.point()
        .is_some_and(|point| game.board().is_suicide(game.to_move(), point))
}

/// Positions in which White moves and superko matters soon, with the rules to try.
fn repetitions() -> Vec<(Game, &'static str)> {
    let one_ko = ". X O .
                  X . X O
                  . X O .
                  . . . .";
    let two_kos = ". X O . . X O .
                   X . X O X . X O
                   . X O . . X O .";
    let send_two_return_one = ". O O X .
                               O O X X X
                               X X X . .";
    let black_eye = ". . X . .
                     X X X . .
                     . . X . .";
    let positions = [
        (one_ko, "cgos", ""),
        (two_kos, "cgos", ""),
        (two_kos, "aga", ""),
        (send_two_return_one, "cgos", ""),
        (send_two_return_one, "aga", ""),
        (black_eye, "tromp-taylor", "A1 pass"),
        (black_eye, "new-zealand", "A1 pass B1 pass"),
    ];
    let game = |(diagram, rules, moves): (_, _, &str)| {
        let mut game = Game::from_diagram(diagram).unwrap();
        game.set_rules(Rules::preset(rules).unwrap());
        game.set_to_move(Color::White);
        for vertex in moves.split_whitespace() {
            let mv = parse_move(game.dims(), vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        (game, rules)
    };
    positions.into_iter().map(game).collect()
}

fn search_of(game: &Game, params: Params) -> SizedSearch<Puct<Double>, 128, 2> {
    let method = Puct::new(Arc::new(Double), params.clone(), 64_000_000);
    let settings = Settings {
        params,
        memory_mb: 64,
        ..Settings::default()
    };
    SizedSearch::new(method, game, Stance::plain(game.to_move()), settings)
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

/// A game of random moves, suicides among them.
fn random_game(dims: Dims, rules: Rules, moves: usize, seed: u64) -> Game {
    let mut game = Game::new(dims, rules, 0.5);
    let mut random = Pcg64Mcg::new(seed.into());
    let points: Vec<Point> = dims.points().collect();
    for _ in 0..moves {
        let point = points[random.next_u32() as usize % points.len()];
        // What is not legal is left out.
        let _ = game.play(game.to_move(), Move::Place(point));
    }
    game
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
        search.start(Limits {
            compared: Some(middle),
            ..Limits::of_playouts(500)
        });
        search.join();
        let report = search.report();
        let found = report.find(middle);
        assert_eq!(found.is_some_and(|found| found.visits > 100), is_searched);
        if let Some(found) = found {
            assert_eq!(found.line[0], middle);
            game.play(Color::Black, middle).unwrap();
            assert_eq!(game.position().captures(Color::White), 4);
            search.set_root(&game, Stance::plain(game.to_move()), Some(&[middle]));
            assert!(search.report().find(middle).is_some(), "White may answer");
            game.undo();
        }
    }
}

/// Follows every way on which the search may go in the graph, down to some depth: the record allows each move.
/// Returns how often a node offered a move that the way forbids.
fn check_ways(tree: &Tree, node: &node::Node, game: &mut Game, depth: usize) -> usize {
    let Some(policy) = node.judged().and_then(|judged| judged.policy.as_ref()) else {
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

/// What the record allows the player to move.
fn legal_moves(game: &Game) -> HashSet<Move> {
    let moves = game.dims().points().map(Move::Place).chain([Move::Pass]);
    moves
        .filter(|&mv| game.check(game.to_move(), mv).is_ok())
        .collect()
}

/// The moves to some node of the graph, at most so many, that offers other moves than the record allows after them.
fn surprising_way(
    tree: &Tree,
    node: &node::Node,
    game: &mut Game,
    depth: usize,
) -> Option<Vec<Move>> {
    let policy = node.judged()?.policy.as_ref()?;
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
        search.set_root(&game, Stance::plain(game.to_move()), Some(&way));
        search.start(Limits::of_playouts(1));
        search.join();
        let moves = search.report().moves;
        let offered: HashSet<Move> = moves.iter().map(|found| found.mv).collect();
        assert_eq!(offered, legal_moves(&game), "{rules}: {way:?}");
    }
    assert!(surprises > 0, "every node fits every way");
}

/// Searches a position and replays every descent, whose moves the record must allow; shows the game there to `look`.
fn replay_descents<O: Oracle>(
    game: &mut Game,
    oracle: Arc<O>,
    count: usize,
    look: impl FnMut(&Game),
) -> Puct<O> {
    replay_descents_within(&Limits::default(), game, oracle, count, look)
}

fn replay_descents_within<O: Oracle>(
    limits: &Limits,
    game: &mut Game,
    oracle: Arc<O>,
    count: usize,
    mut look: impl FnMut(&Game),
) -> Puct<O> {
    let root = Root::<128, 2>::new(game, Stance::plain(game.to_move()));
    let puct = Puct::new(oracle, Params::default(), 64_000_000);
    let task = Task {
        root: &root,
        sharing: Sharing::Alone,
        limits,
        halted: &AtomicBool::new(false),
        broken: &Broken::default(),
    };
    let mut worker = puct.worker(&task, Pcg64Mcg::new(1));
    for _ in 0..count {
        puct.visit(&task, &mut worker);
        let moves = &worker.course.descent.moves;
        for &mv in moves {
            if let Err(error) = game.play(game.to_move(), mv) {
                panic!("{moves:?}: {error}");
            }
        }
        look(game);
        for _ in moves {
            game.undo();
        }
    }
    puct
}

/// The record allows every line that is reported.
fn check_lines(puct: &Puct<Double>, game: &mut Game) {
    let root = Root::<128, 2>::new(game, Stance::plain(game.to_move()));
    for found in puct.report(&root).moves {
        for (played, &mv) in found.line.iter().enumerate() {
            assert!(played == 0 || !game.no_result(), "{:?}", found.line);
            if let Err(error) = game.play(game.to_move(), mv) {
                panic!("{:?} at {played}: {error}", found.line);
            }
        }
        for _ in &found.line {
            game.undo();
        }
    }
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
    let (tree, mut course) = (puct.tree(), Course::new(&root));
    let (mut node, mut besides) = (tree.root(), 0);
    for &mv in moves {
        let judged = node.judged().expect("the descent went on from here");
        assert!(
            judge::offers_legal_moves(judged, course.reached(&root)),
            "{moves:?}"
        );
        let edge = node.find_edge(mv).unwrap();
        course.play(&root, mv);
        let (child, key) = (edge.child().unwrap(), graph::key(course.reached(&root)));
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
        assert!(looks > 500, "{rules}: {looks}");
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

/// Three kos, of which nobody can win one for good: White moves.
fn triple_ko() -> Game {
    let diagram = ". X O . . X O .
                   X . X O X . X O
                   . X O . . X O .
                   . . . . . . . .
                   . X O . . . . .
                   X O . O . . . .
                   . X O . . . . .";
    let mut game = Game::from_diagram(diagram).unwrap();
    game.set_rules(Rules::preset("japanese").unwrap());
    game.set_to_move(Color::White);
    game
}

#[test]
fn without_superko_a_cycle_ends_the_game_without_result() {
    let mut game = triple_ko();
    let dims = game.dims();
    // Each player takes kos, and fills none.
    let of_color = [["C6", "G6", "C2"], ["B6", "F6", "B2"]];
    let only_kos = |color: Color| {
        let kos = of_color[color.index()].map(|vertex| parse_move(dims, vertex).unwrap());
        Restriction {
            until_depth: 60,
            ..Restriction::only(color, kos.to_vec())
        }
    };
    let limits = Limits {
        restrictions: Color::BOTH.into_iter().map(only_kos).collect(),
        ..Limits::default()
    };
    let start = game.moves().len();
    let mut cycles = 0;
    let puct = replay_descents_within(&limits, &mut game, Arc::new(Double), 1000, |game| {
        cycles += usize::from(game.no_result());
        let mut before = game.clone();
        while before.moves().len() > start {
            before.undo();
            assert!(!before.no_result(), "{:?}", game.moves());
        }
    });
    check_lines(&puct, &mut game);
    assert!(cycles > 500, "{cycles}");
    let root = Root::<128, 2>::new(&game, Stance::plain(game.to_move()));
    let no_result = puct.report(&root).moves[0].no_result;
    assert!(no_result > 0.5, "nothing was seen of them: {no_result}");
}

/// White sends two stones in, and takes back the one that Black returns with, who passes.
fn two_sent_in_and_one_returned() -> Game {
    let mut game = Game::from_diagram(
        ". X O . O . .
         X X O O O O O
         . X O . . O .
         X X O O O O O
         . X O . O . O
         X X O O O O O
         . O . O . O .",
    )
    .unwrap();
    game.set_rules(Rules::preset("chinese").unwrap());
    game.set_to_move(Color::White);
    game
}

#[test]
fn two_sent_in_and_one_returned_is_no_cycle() {
    let game = two_sent_in_and_one_returned();
    let root = Root::<128, 2>::new(&game, Stance::plain(game.to_move()));
    let mut course = Course::new(&root);
    for vertex in ["A1", "C1", "B1", "pass", "A1", "C1", "B1", "pass"] {
        let mv = parse_move(game.dims(), vertex).unwrap();
        assert!(course.reached(&root).is_legal(mv));
        course.play(&root, mv);
        assert!(!course.descent.is_cycle(), "{vertex}");
    }
}

proptest! {
    /// Long random games on boards so small that positions come back all the time.
    #[test]
    fn a_descent_finds_the_cycles_that_the_record_finds(
        width in 1..=3usize, height in 2..=3usize, before in 0..40usize, suicide: bool, seed: u64
    ) {
        let rules = Rules { ko: KoRule::Simple, suicide, ..Rules::default() };
        let dims = Dims::new(width, height).unwrap();
        let mut game = random_game(dims, rules, before, seed);
        let root = Root::<128, 2>::new(&game, Stance::plain(game.to_move()));
        let mut course = Course::new(&root);
        let mut random = Pcg64Mcg::new(seed.into());
        let points: Vec<Point> = dims.points().collect();
        for _ in 0..60 {
            let mv = match random.next_u32() as usize % (points.len() + 1) {
                0 => Move::Pass,
                number => Move::Place(points[number - 1]),
            };
            let reached = course.reached(&root);
            if mv == Move::Pass && game.follows_pass() || !reached.is_legal(mv) {
                continue;
            }
            let is_foreseen = mv.point().is_some_and(|point| reached.repeating.contains(point));
            course.play(&root, mv);
            game.play(game.to_move(), mv).unwrap();
            // A cycle that has ended the game stays one for the record while the players pass.
            if mv != Move::Pass {
                prop_assert_eq!(course.descent.is_cycle(), game.no_result());
                prop_assert!(is_foreseen || !game.no_result());
            }
        }
    }
}

/// Where somebody passes a way may go round, and no cycle ends the game.
#[test]
fn a_way_that_goes_round_with_a_pass_ends() {
    let game = two_sent_in_and_one_returned();
    let vertices = |names: &[&str]| -> Vec<Move> {
        let of_name = |name: &&str| parse_move(game.dims(), name).unwrap();
        names.iter().map(of_name).collect()
    };
    let only = |color, names: &[&str]| Restriction {
        until_depth: 100_000,
        ..Restriction::only(color, vertices(names))
    };
    // Nothing draws a way elsewhere.
    let params = Params {
        virtual_loss: 0.0,
        cpuct: 0.0,
        cpuct_log: 0.0,
        ..Params::default()
    };
    let mut search = search_of(&game, params);
    let all = [
        only(Color::White, &["A1", "B1"]),
        only(Color::Black, &["C1", "pass"]),
    ];
    search.start(Limits {
        restrictions: all.into_iter().collect(),
        ..Limits::of_playouts(300)
    });
    search.join();
    assert_eq!(search.report().visits, 300);
}

/// Whether each node below fits the way to it from a root, without a step beside the edges.
fn fits(tree: &Tree, root: &Root<128, 2>, node: &node::Node, way: &mut Vec<Move>) -> bool {
    node.edges().all(|edge| {
        way.push(edge.mv());
        let mut course = Course::new(root);
        way.iter().for_each(|&mv| course.play(root, mv));
        let child = tree.node(edge.child().unwrap());
        let key = graph::key(course.reached(root));
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
            search.set_root(&game, Stance::plain(game.to_move()), Some(&[best]));
            let tree = search.shared.method.tree();
            let root = Root::new(&game, Stance::plain(game.to_move()));
            is_kept |= tree.root().visits() > 10;
            assert!(fits(&tree, &root, tree.root(), &mut Vec::new()), "{rules}");
        }
        assert!(is_kept, "{rules}: nothing was kept");
    }
}
