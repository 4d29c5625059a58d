//! Without superko a position may come back: a long cycle ends the game without result, unless somebody passes in it.

use super::*;
use crate::game::{KoRule, triple_ko};
use crate::search::{Restriction, Restrictions};
use proptest::prelude::*;

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
    let restrictions: Restrictions = Color::BOTH.into_iter().map(only_kos).collect();
    let start = game.moves().len();
    let mut cycles = 0;
    let puct = replay_descents_guided(
        &restrictions.into(),
        &mut game,
        Arc::new(Double),
        1000,
        |game| {
            cycles += usize::from(game.no_result());
            let mut before = game.clone();
            while before.moves().len() > start {
                before.undo();
                assert!(!before.no_result(), "{:?}", game.moves());
            }
        },
    );
    check_lines(&puct, &mut game);
    assert!(cycles > 500, "{cycles}");
    let root = Root::<128, 2>::new(&game, Stance::plain(game.to_move()));
    let no_result = puct.report(&root).moves[0].no_result;
    assert!(no_result > 0.5, "nothing was seen of them: {no_result}");
}

/// A node that a path has made for itself may stand where others have come to the end of the game.
#[test]
fn a_cycle_ends_the_way_though_its_node_has_moves() {
    let mut game = triple_ko();
    let dims = game.dims();
    for vertex in ["B6", "C2", "F6", "C6", "B2", "G6"] {
        let mv = parse_move(dims, vertex).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
    let cycle = parse_move(dims, "B6").unwrap();
    let root = Root::<128, 2>::new(&game, Stance::plain(Color::White));
    let puct = Puct::new(Arc::new(Double), Params::default(), 64_000_000);
    let task = Task {
        root: &root,
        sharing: Sharing::Alone,
        guidance: &Restriction::only(Color::White, vec![cycle]).into(),
        limits: &Limits::default(),
        halted: &AtomicBool::new(false),
        broken: &Broken::default(),
    };
    let mut worker = puct.worker(&task, Pcg64Mcg::new(1));
    worker.visit();
    let mut evaluator = LeafEvaluator::new(&puct.oracle, &puct.params, &root);
    let tracked = TrackedDescent::new(&root);
    let evaluation = evaluator.evaluate(&tracked, &puct.utility(dims), &mut [0; 128]);
    let tree = puct.tree();
    let own = tree.allocate().unwrap();
    tree.node(own).claim().unwrap().publish(evaluation);
    tree.root().edge_or_new(cycle, |_| ()).set_child(own);
    drop(tree);
    worker.visit();
    assert_eq!(worker.tracked.descent.moves, [cycle]);
    assert!(worker.tracked.descent.is_cycle());
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
    let mut tracked = TrackedDescent::new(&root);
    for vertex in ["A1", "C1", "B1", "pass", "A1", "C1", "B1", "pass"] {
        let mv = parse_move(game.dims(), vertex).unwrap();
        assert!(tracked.is_legal(mv));
        tracked.play(mv);
        assert!(!tracked.descent.is_cycle(), "{vertex}");
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
        let mut tracked = TrackedDescent::new(&root);
        let mut random = Pcg64Mcg::new(seed.into());
        let points: Vec<Point> = dims.points().collect();
        for _ in 0..60 {
            let mv = match random.next_u32() as usize % (points.len() + 1) {
                0 => Move::Pass,
                number => Move::Place(points[number - 1]),
            };
            if mv == Move::Pass && game.follows_pass() || !tracked.is_legal(mv) {
                continue;
            }
            let is_foreseen = mv.point().is_some_and(|point| tracked.repeating.contains(point));
            tracked.play(mv);
            game.play(game.to_move(), mv).unwrap();
            // A cycle that has ended the game stays one for the record while the players pass.
            if mv != Move::Pass {
                prop_assert_eq!(tracked.descent.is_cycle(), game.no_result());
                prop_assert!(is_foreseen || !game.no_result());
            }
        }
    }
}

/// Where somebody passes a path may form a cycle that does not end the game.
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
    let restrictions: Restrictions = all.into_iter().collect();
    search.start_guided(Limits::of_playouts(300), restrictions.into());
    search.join();
    assert_eq!(search.report().visits, 300);
}
