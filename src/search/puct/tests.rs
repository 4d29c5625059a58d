//! The search by a network, with a double in its place, through the whole program's ways to search.

use super::double::Double;
use super::edge::Edge;
use super::oracle::Oracle;
use super::*;
use crate::game::{Game, Rules};
use crate::net::features::Situation;
use crate::net::file::sample::{self, Plan};
use crate::net::model::Evaluation;
use crate::net::{Manner, Network, NetworkOptions};
use crate::search::root::Stance;
use crate::search::sized::{AnySearch, SizedSearch};
use crate::search::{
    Choice, Judgement, Limits, MethodChoice, Player, Request, Restriction, Search, Settings,
};
use crate::types::{Color, Dims, Symmetry, parse_move};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

fn settings(threads: usize) -> Settings {
    Settings {
        threads,
        memory_mb: 64,
        method: MethodChoice::Double(Arc::new(Double)),
        ..Settings::default()
    }
}

fn empty(side: usize) -> Game {
    Game::new(Dims::square(side).unwrap(), Rules::default(), 7.0)
}

/// The first small network whose plan is as wanted.
pub(super) fn network(is_wanted: impl Fn(&Plan) -> bool) -> Arc<Network> {
    let plan = sample::plans().into_iter().find(is_wanted).unwrap();
    Arc::new(Network::new(plan.model(1), &NetworkOptions::default()).unwrap())
}

/// A search with its tree at hand.
fn small(threads: usize, bytes: usize, count: u64) -> SizedSearch<Puct<Double>, 128, 2> {
    small_within(threads, bytes, Limits::of_playouts(count))
}

fn small_within(threads: usize, bytes: usize, limits: Limits) -> SizedSearch<Puct<Double>, 128, 2> {
    let stance = Stance::plain(Color::Black);
    let method = Puct::new(Arc::new(Double), Params::default(), bytes);
    let mut search = SizedSearch::new(method, &empty(5), stance, settings(threads));
    search.start(limits);
    search.join();
    search
}

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

#[test]
fn a_tree_is_worked_out_anew_where_its_root_or_the_score_has_changed() {
    /// A utility that no node is worth.
    const MARK: f32 = 9.0;
    /// Whether the next search works the root out, whose score has moved by so many points since it was last done.
    fn is_worked_out(puct: &mut Puct<Double>, root: &Root<128, 2>, moved: f32) -> bool {
        let known = puct.tree().root().stats();
        puct.center.store(known.value.score - moved);
        puct.tree().root().set_stats(&stats::Stats {
            utility: MARK,
            ..known
        });
        puct.begin(root, &Limits::default());
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
    let has_lost = |edge: &&edge::Edge| {
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
    let kept = |limits: Limits| {
        let mut search = small(1, 64_000_000, 500);
        let mut game = empty(5);
        let best = search.report().moves[0].mv;
        game.play(Color::Black, best).unwrap();
        let shared = Arc::get_mut(&mut search.shared).expect("no worker is left");
        let puct = &mut shared.method;
        puct.advance(&[best]);
        puct.begin(
            &Root::<128, 2>::new(&game, Stance::plain(Color::White)),
            &limits,
        );
        puct.root_visits()
    };
    assert!(kept(Limits::default()) > 10);
    assert_eq!(kept(hurried()), 0);
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
        let mut search = SizedSearch::<_, 128, 2>::new(puct, game, stance, settings(1));
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
    puct.begin(&root, &Limits::default());
    assert_eq!(policy(puct), right);
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

/// Whatever a network says of komi that it was never taught.
#[test]
fn who_cannot_lose_by_the_komi_wins() {
    let winrate = |komi, color| {
        let mut game = empty(5);
        game.set_komi(komi).unwrap();
        let mut search = Search::new(settings(1));
        search.set_game(&game, color);
        search.run(Limits::of_playouts(50)).unwrap().winrate
    };
    assert_eq!(winrate(25.5, Color::White), 1.0);
    assert_eq!(winrate(25.5, Color::Black), 0.0);
    assert_eq!(winrate(-400.0, Color::Black), 1.0);
    let open = winrate(24.5, Color::Black);
    assert!(0.0 < open && open < 1.0, "{open}");
}

/// A tree that is kept has tried moves that are alike at its new root: those that are not tried any more keep what was found
/// at the time, and could be played for it.
#[test]
fn of_moves_that_are_alike_only_one_is_judged_in_a_kept_tree() {
    let mut game = empty(9);
    let dims = game.dims();
    let center = Move::Place(dims.point(4, 4).unwrap());
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let mut limits = Limits::of_playouts(600);
    limits
        .restrictions
        .add(Restriction::only(Color::Black, vec![center]));
    search.run(limits).unwrap();
    game.play(Color::Black, center).unwrap();
    search.set_game(&game, Color::White);
    let report = search.run(Limits::of_playouts(200)).unwrap();
    assert!(report.visits > 700, "the tree is kept");
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    let visited: Vec<Move> = visited.map(|found| found.mv).collect();
    assert!(visited.len() > 5);
    for (number, &mv) in visited.iter().enumerate() {
        let turned = Symmetry::ALL.map(|symmetry| symmetry.apply_move(dims, mv));
        let twin = visited[number + 1..]
            .iter()
            .find(|other| turned.contains(other));
        assert_eq!(twin, None, "as {mv:?}");
    }
}

/// On an empty board one of up to eight moves is searched, and all are shown; who names moves has just these searched.
#[test]
fn turned_moves_are_shown_without_being_searched() {
    let mut search = Search::new(settings(1));
    let game = empty(9);
    search.set_game(&game, Color::Black);
    let report = search.run(Limits::of_playouts(400)).unwrap();
    let dims = game.dims();
    let searched = report.moves.iter().filter(|found| found.visits > 0).count();
    let shown = report.moves_and_copies(dims);
    let visited: Vec<_> = shown.iter().filter(|found| found.visits > 0).collect();
    assert!(
        searched <= 16 && visited.len() > 3 * searched,
        "{searched}, {}",
        visited.len()
    );
    let mut moves: Vec<_> = shown
        .iter()
        .map(|found| format!("{:?}", found.mv))
        .collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 82);
    for found in visited {
        assert_eq!(found.line[0], found.mv);
        let mut after = game.clone();
        for &mv in &found.line {
            after.play(after.to_move(), mv).unwrap();
        }
        let alike = found.copy_of.and_then(|mv| report.find(mv));
        assert!(alike.is_none_or(|alike| alike.visits == found.visits));
    }
    let corner = Move::Place(dims.point(2, 2).unwrap());
    let restricted = Limits {
        restrictions: Restriction::only(Color::Black, vec![corner]).into(),
        ..Limits::of_playouts(50)
    };
    let report = search.run(restricted).unwrap();
    let shown = report.moves_and_copies(dims);
    assert_eq!(shown.iter().filter(|found| found.visits > 0).count(), 1);
}

#[test]
fn a_visit_takes_little_memory() {
    const VISITS: u64 = 100_000;
    let stance = Stance::plain(Color::Black);
    let method = Puct::new(Arc::new(Double), Params::default(), 1_000_000_000);
    let mut search = SizedSearch::<_, 512, 8>::new(method, &empty(19), stance, settings(2));
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
        let (nodes, _) = tree.nodes();
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

/// Where Black has no move, each visit ends and makes that end more certain, so that White tries others.
#[test]
fn where_no_move_is_allowed_the_search_turns_elsewhere() {
    let corner = parse_move(Dims::square(5).unwrap(), "A1").unwrap();
    let alone = Restriction {
        until_depth: 20,
        ..Restriction::only(Color::Black, vec![corner])
    };
    let limits = Limits {
        restrictions: alone.into(),
        ..Limits::of_playouts(1000)
    };
    let search = small_within(1, 64_000_000, limits);
    let tree = search.shared.method.tree();
    let reply = tree.root().edges().next().unwrap().child().unwrap();
    let visits = tree.node(reply).edges().map(Edge::visits);
    let most = visits.max().unwrap();
    assert!(most < 800, "{most} of 1000 visits went one way");
}

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

#[test]
fn restrictions_hold_and_leave_nothing_behind() {
    let game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let corner = parse_move(game.dims(), "A1").unwrap();
    let limits = Limits {
        restrictions: Restriction::only(Color::Black, vec![corner]).into(),
        ..Limits::of_playouts(100)
    };
    let report = search.run(limits).unwrap();
    assert_eq!(report.best().unwrap().mv, corner);
    assert_eq!(report.find(corner).unwrap().visits, 99);
    let report = search.run(Limits::of_playouts(100)).unwrap();
    assert!(report.visits == 100 && report.find(corner).unwrap().visits < 50);
}

#[test]
fn noise_at_the_root_shows_more_moves() {
    let mut game = empty(9);
    for vertex in ["E3", "C4"] {
        let mv = parse_move(game.dims(), vertex).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
    let tried = |wide_root_noise: f32| {
        let mut search = Search::new(settings(1));
        search.set_game(&game, Color::Black);
        let limits = Limits {
            wide_root_noise,
            ..Limits::of_playouts(300)
        };
        let report = search.run(limits).unwrap();
        report.moves.iter().filter(|found| found.visits > 0).count()
    };
    assert!(
        4 * tried(0.2) > 5 * tried(0.0),
        "{} {}",
        tried(0.2),
        tried(0.0)
    );
}

#[test]
fn noise_leaves_nothing_behind_and_takes_nothing_away() {
    let noisy = |wide_root_noise| Limits {
        wide_root_noise,
        ..Limits::of_playouts(200)
    };
    let mut game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    search.run(noisy(0.0));
    // More noise may build on what was found without.
    let report = search.run(noisy(0.2)).unwrap();
    assert_eq!(report.visits, 400);
    // What is below a move knows nothing of the noise above it.
    let best = report.best().unwrap();
    game.play(Color::Black, best.mv).unwrap();
    search.set_game(&game, Color::White);
    let report = search.run(noisy(0.0)).unwrap();
    assert_eq!(report.visits, best.visits + 200);
    search.run(noisy(0.2));
    assert_eq!(
        search.run(noisy(0.0)).unwrap().visits,
        200,
        "the same position"
    );
}

#[test]
fn a_flatter_policy_at_the_root_shows_more_moves() {
    let mut game = empty(9);
    let mv = parse_move(game.dims(), "C4").unwrap();
    game.play(Color::Black, mv).unwrap();
    let searched = |temperature: f32| {
        let mut settings = settings(1);
        settings.params.root_policy_temperature = temperature;
        let mut search = Search::new(settings);
        search.set_game(&game, Color::White);
        let moves = search.run(Limits::of_playouts(200)).unwrap().moves;
        let likeliest = moves.iter().map(|found| found.prior).fold(0.0, f32::max);
        let tried = moves.iter().filter(|found| found.visits > 0).count();
        (likeliest, tried)
    };
    let [sharp, usual, flat] = [0.3, 1.0, 4.0].map(searched);
    assert!(
        sharp.0 > usual.0 && usual.0 > flat.0,
        "{sharp:?} {usual:?} {flat:?}"
    );
    assert!(sharp.1 < flat.1, "{sharp:?} {flat:?}");
}

#[test]
fn what_noise_has_tried_makes_the_root_no_worse() {
    let searched = |wide_root_noise| {
        let limits = Limits {
            wide_root_noise,
            ..Limits::of_playouts(1000)
        };
        let search = small_within(1, 64_000_000, limits);
        let mean = search.shared.method.tree().root().stats();
        (search.report().utility, mean.utility)
    };
    let (calm, mean) = searched(0.0);
    assert!((calm - mean).abs() < 0.05, "{calm} {mean}");
    let (noisy, mean) = searched(1.0);
    assert!(noisy > mean + 0.02, "{noisy} {mean}");
}

#[test]
fn a_player_chooses_ponders_and_judges_with_it() {
    let mut game = empty(7);
    let mut player = Player::new(settings(2));
    for _ in 0..6 {
        let request = Request {
            playouts: Some(50),
            ..Request::new(game.to_move())
        };
        let (choice, report) = player.genmove(&game, &request);
        let Choice::Move(mv) = choice else {
            panic!("nobody asked for resignation");
        };
        assert!(report.playouts >= 50);
        game.play(game.to_move(), mv).unwrap();
        player.ponder(
            &game,
            false,
            std::time::Instant::now() + std::time::Duration::from_secs(60),
        );
        while player.search().report().unwrap().playouts < 20 {
            std::thread::yield_now();
        }
        player.stop_pondering();
    }
    let by_playouts = Settings {
        method: MethodChoice::Classical,
        ..settings(1)
    };
    let judgement = player.judge(&game, Arc::default());
    assert_eq!(
        judgement,
        Judgement::new(&game, &settings(1), &Limits::default())
    );
    assert_ne!(
        judgement,
        Judgement::new(&game, &by_playouts, &Limits::default())
    );
}

/// A network that is sure of the owners, the left two of five columns Black's, and of nothing else.
struct Sure;

impl Oracle for Sure {
    type Asker<const N: usize, const W: usize> = ();

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) {}

    fn ask<const N: usize, const W: usize>(
        _asker: &mut (),
        situation: &Situation<'_, N, W>,
        _manner: &Manner,
    ) -> Arc<Evaluation> {
        let owner = |index: usize| if index % 5 < 2 { 0.9 } else { -0.9 };
        let sign = situation.to_move.sign();
        Arc::new(Evaluation {
            win: 0.5,
            loss: 0.5,
            pass: 0.5,
            policy: vec![0.02; 25],
            ownership: (0..25).map(|index| sign * owner(index)).collect(),
            ..Evaluation::default()
        })
    }
}

#[test]
fn where_nothing_is_left_to_play_for_the_count_has_a_share_in_the_value() {
    // Without the stone at D1 Black has 10 points and White 15.
    let walls = "
        .XO..
        XXOO.
        .XO..
        XXOO.
        .XOX.";
    let judged = |komi: f32, must_capture, rule: (&str, &str)| {
        Color::BOTH.map(|to_move| {
            let mut game = Game::from_diagram(walls).unwrap();
            game.set_rules(Rules::default().with_rule(rule.0, rule.1).unwrap());
            game.set_komi(komi).unwrap();
            game.play(!to_move, Move::Pass).unwrap();
            let stance = Stance {
                must_capture,
                ..Stance::plain(to_move)
            };
            let puct = Puct::new(Arc::new(Sure), Params::default(), 1_000_000);
            let mut search = SizedSearch::<_, 128, 2>::new(puct, &game, stance, settings(1));
            search.start(Limits::of_playouts(1));
            search.join();
            let root = search
                .shared
                .method
                .tree()
                .root()
                .evaluation()
                .unwrap()
                .value;
            (root.win_loss, root.lead)
        })
    };
    let near = |found: [(f32, f32); 2], win: f32, lead: f32| {
        let is_near = |(a, b): (f32, f32)| (a - win).abs() < 1e-3 && (b - lead).abs() < 1e-3;
        found.into_iter().all(is_near)
    };
    let area = ("scoring", "AREA");
    assert!(near(judged(-5.5, false, area), 0.9, 0.45));
    assert!(near(judged(-4.5, false, area), -0.9, -0.45));
    assert!(near(judged(-5.0, false, area), 0.0, 0.0));
    for (must_capture, rule) in [
        (true, area),
        (false, ("tax", "ALL")),
        (false, ("scoring", "TERRITORY")),
    ] {
        assert!(near(judged(-5.5, must_capture, rule), 0.0, 0.0));
    }
}
