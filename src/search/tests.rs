//! What one search leaves behind must not mislead the next one.

use super::driver::root::{Root, Stance};
use super::*;
use crate::game::{Game, Rules};
use crate::net::{Loading, NetworkOptions};
use crate::types::{Color, Dims, Move, parse_move};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::time::Instant;

fn settings() -> Settings {
    Settings {
        memory_mb: 32,
        ..Settings::default()
    }
}

fn nine() -> Game {
    Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5)
}

fn mv(game: &Game, vertex: &str) -> Move {
    parse_move(game.dims(), vertex).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for vertex in moves.split_whitespace() {
        game.play(game.to_move(), mv(game, vertex)).unwrap();
    }
}

fn request(color: Color, count: u64) -> Request {
    Request {
        playouts: Some(count),
        ..Request::new(color)
    }
}

#[test]
fn a_new_seed_holds_for_the_playouts_too() {
    let (mut empty, mut other) = (nine(), nine());
    play(&mut empty, "C3");
    play(&mut other, "G7 C7 G3");
    let found = |search: &mut Search, game: &Game| {
        search.set_game(game, game.to_move());
        search.run(Limits::of_playouts(300));
        search.report().unwrap()
    };
    let mut used = Search::new(settings());
    let before = found(&mut used, &empty);
    used.set_seed(9);
    let mut fresh = Search::new(Settings {
        seed: 9,
        ..settings()
    });
    let [again, expected] = [&mut used, &mut fresh].map(|search| found(search, &other));
    assert_eq!(again.winrate, expected.winrate);
    assert_eq!(again.best(), expected.best());
    let mut same = Search::new(settings());
    assert_ne!(
        found(&mut same, &other).winrate,
        expected.winrate,
        "{before:?}"
    );
}

#[test]
fn a_restricted_analysis_does_not_decide_a_later_move() {
    let game = nine();
    let corner = mv(&game, "A1");
    let all = game.dims().moves();
    let only_the_corner = Restriction::only(Color::Black, vec![corner]);
    let nothing_else = Restriction {
        moves: all.filter(|&mv| mv != corner).collect(),
        kind: RestrictionKind::Not,
        ..only_the_corner.clone()
    };
    for restriction in [only_the_corner, nothing_else] {
        let mut player = Player::new(settings());
        player.search().set_game(&game, Color::Black);
        player
            .search()
            .run_guided(Limits::of_playouts(3000), restriction.into());
        let (choice, report) = player.genmove(&game, &request(Color::Black, 300));
        assert_ne!(choice, Choice::Move(corner));
        assert_eq!(report.visits, 300);
        assert!(report.find(corner).unwrap().visits < 100);
    }
}

#[test]
fn an_own_eye_is_looked_at_if_nothing_else_is_allowed() {
    let game = Game::from_diagram(
        "X.OOX
         XXOO.
         .XO.O",
    )
    .unwrap();
    let eye = mv(&game, "A1");
    let mut search = Search::new(settings());
    search.set_game(&game, Color::Black);
    let only_the_eye = Restriction::only(Color::Black, vec![eye]);
    let report = search.run_guided(Limits::of_playouts(100), only_the_eye.into());
    let report = report.unwrap();
    assert!(report.find(eye).is_some_and(|found| found.visits > 90));
}

#[test]
fn a_search_after_another_answer_is_kept() {
    let mut game = nine();
    let mut search = Search::new(settings());
    search.set_game(&game, Color::Black);
    let answer = mv(&game, "E5");
    search.run_guided(
        Limits::of_playouts(500),
        Restriction::only(Color::Black, vec![answer]).into(),
    );
    game.play(Color::Black, answer).unwrap();
    search.set_game(&game, Color::White);
    // Below the only move that was allowed, everything was.
    assert!(search.run(Limits::of_playouts(100)).unwrap().visits > 500);
}

#[test]
fn prisoners_at_the_start_are_part_of_the_position() {
    let mut game = nine();
    game.set_rules(Rules::preset("japanese").unwrap());
    play(&mut game, "B1 A1 A2");
    assert_eq!(game.position().captures(Color::Black), 1);
    let stones = [
        mv(&game, "A2").point().unwrap(),
        mv(&game, "B1").point().unwrap(),
    ];
    let stones = stones.map(|point| (point, Some(Color::Black)));
    let mut without = nine();
    without.set_rules(*game.rules());
    without.set_up(&stones, Color::White).unwrap();
    game.set_up(&stones, Color::White).unwrap();
    let mut search = Search::new(settings());
    for game in [without, game] {
        search.set_game(&game, Color::White);
        assert_eq!(search.run(Limits::of_playouts(200)).unwrap().visits, 200);
    }
}

#[test]
fn a_tree_is_not_taken_over_from_a_finished_game() {
    let mut game = nine();
    game.set_rules(Rules::preset("cgos").unwrap());
    play(&mut game, "E5 pass");
    let mut search = Search::new(settings());
    search.set_game(&game, Color::Black);
    search.run_guided(
        Limits::of_playouts(200),
        Restriction::only(Color::Black, vec![Move::Pass]).into(),
    );
    play(&mut game, "pass");
    search.set_game(&game, Color::White);
    // Those visits counted the board as it stands; now the game goes on.
    assert_eq!(search.run(Limits::of_playouts(100)).unwrap().visits, 100);
}

#[test]
fn a_board_counted_as_it_stands_has_owners_everywhere() {
    let mut game = Game::from_diagram(
        ". . . X O . .
         . . . X O . .
         . . . X O . .
         . . . X O . .
         . . . X O . .
         . . . X O . .
         . . . X O . .",
    )
    .unwrap();
    game.set_rules(Rules::preset("cgos").unwrap());
    game.set_to_move(Color::White);
    play(&mut game, "pass");
    let mut search = Search::new(settings());
    search.set_game(&game, Color::Black);
    let report = search
        .run_guided(
            Limits::of_playouts(50),
            Restriction::only(Color::Black, vec![Move::Pass]).into(),
        )
        .unwrap();
    let owner = |vertex: &str| {
        let point = mv(&game, vertex).point().unwrap();
        report.ownership[game.dims().points().position(|p| p == point).unwrap()]
    };
    assert!(owner("A1") > 0.9 && owner("B4") > 0.9, "{}", owner("A1"));
    assert!(owner("G7") < -0.9, "{}", owner("G7"));
}

#[test]
fn an_early_pass_is_not_answered_by_a_pass() {
    let mut game = Game::new(Dims::square(19).unwrap(), Rules::default(), 7.5);
    play(&mut game, "Q16 D4 pass");
    let (choice, _) = Player::new(settings()).genmove(&game, &request(Color::White, 400));
    assert_ne!(choice, Choice::Move(Move::Pass));
}

#[test]
fn a_game_that_is_not_settled_goes_on_after_two_passes() {
    let mut game = nine();
    play(&mut game, "E5 G5 pass pass");
    for _ in 0..2 {
        let color = game.to_move();
        let (choice, report) = Player::new(settings()).genmove(&game, &request(color, 400));
        assert_eq!(choice, Choice::Move(report.best().unwrap().mv));
        assert_ne!(choice, Choice::Move(Move::Pass));
        play(&mut game, "pass");
    }
}

#[test]
fn visits_count_what_the_tree_has_kept_and_playouts_do_not() {
    let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
    for method in [MethodChoice::Classical, MethodChoice::Network(network)] {
        let mut search = Search::new(Settings {
            method,
            ..settings()
        });
        search.set_game(&nine(), Color::Black);
        let mut playouts_of = |playouts, visits| {
            let limits = Limits {
                playouts,
                visits,
                ..Limits::default()
            };
            search.run(limits).unwrap().playouts
        };
        assert_eq!(playouts_of(None, Some(100)), 100);
        assert_eq!(playouts_of(None, Some(150)), 50);
        assert_eq!(playouts_of(Some(20), Some(200)), 20);
        assert_eq!(playouts_of(None, Some(100)), 1, "there is one at least");
        let report = search.report().unwrap();
        let is_counted = |found: &MoveReport| found.lead_visits == found.visits;
        assert!(report.moves.iter().all(is_counted));
    }
}

#[test]
fn workers_without_time_look_at_a_move() {
    let game = nine();
    let mut search = Search::new(Settings {
        threads: 4,
        ..settings()
    });
    for _ in 0..200 {
        search.clear();
        search.set_game(&game, Color::Black);
        search.run(Limits {
            deadline: Some(Instant::now()),
            least_visits: 2,
            ..Limits::default()
        });
        assert!(!search.report().unwrap().moves.is_empty());
    }
}

#[test]
fn a_compared_move_gets_its_share_and_the_tree_is_kept() {
    let game = nine();
    let corner = mv(&game, "A1");
    let mut search = Search::new(settings());
    search.set_game(&game, Color::Black);
    let visits = |report: &Report| report.find(corner).unwrap().visits;
    let before = search.run(Limits::of_playouts(1000)).unwrap();
    assert!(visits(&before) < 50, "{}", visits(&before));
    let after = search
        .run_guided(Limits::of_playouts(1000), Guidance::comparing(corner))
        .unwrap();
    assert_eq!(after.visits, 2000);
    assert!(visits(&after).abs_diff(500) <= 2, "{}", visits(&after));
    let guidance = Guidance {
        least_shares: vec![(mv(&game, "B1"), 0.1), (corner, 0.3)],
        ..Guidance::default()
    };
    let after = search
        .run_guided(Limits::of_playouts(1000), guidance)
        .unwrap();
    let of_other = after.find(mv(&game, "B1")).unwrap().visits;
    assert!(of_other.abs_diff(300) <= 2, "{of_other}");
    assert!(visits(&after).abs_diff(900) <= 2, "{}", visits(&after));
}

#[test]
fn a_board_that_no_network_knows_is_played_as_without_one() {
    let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
    let methods = [MethodChoice::Classical, MethodChoice::Network(loading)];
    let mut game = Game::new(Dims::square(4).unwrap(), Rules::default(), 0.5);
    play(&mut game, "B2 C3 C2 B3");
    let [mut without, mut with] = methods.map(|method| {
        Player::new(Settings {
            method,
            ..settings()
        })
    });
    assert_eq!(
        without.judge(&game, Arc::default()),
        with.judge(&game, Arc::default())
    );
    // Fewer playouts than tell what is settled, and more visits of a network than do.
    let request = |game: &Game| request(game.to_move(), 20);
    while !game.is_over() && game.moves().len() < 40 {
        let found = without.genmove(&game, &request(&game));
        assert_eq!(with.genmove(&game, &request(&game)), found);
        let Choice::Move(mv) = found.0 else {
            panic!("nobody asked for resignation");
        };
        game.play(game.to_move(), mv).unwrap();
    }
}

#[test]
fn a_board_as_it_stands_is_counted_as_the_game_counts_it() {
    let mut dice = Pcg64Mcg::seed_from_u64(5);
    let taxes = ["NONE", "SEKI", "ALL"];
    let mut taxed = 0;
    for (number, scoring) in (0..60).zip(["AREA", "TERRITORY"].into_iter().cycle()) {
        let mut game = Game::new(Dims::square(4 + number % 4).unwrap(), Rules::default(), 1.5);
        for _ in 0..3 * game.dims().area() {
            let points: Vec<_> = game.dims().points().collect();
            let point = points[dice.next_u32() as usize % points.len()];
            // What is not legal is left out.
            let _ = game.play(game.to_move(), Move::Place(point));
        }
        for tax in taxes {
            let rules = Rules::default().with_rule("scoring", scoring).unwrap();
            game.set_rules(rules.with_rule("tax", tax).unwrap());
            let root = Root::<128, 2>::new(&game, Stance::plain(game.to_move()));
            let lead = root.lead_as_it_stands(&root.board, &mut [0; 128]) as f32;
            assert_eq!(
                lead - root.komi,
                game.score(&[]).black_lead(),
                "{scoring} {tax}"
            );
            taxed += usize::from(lead != root.board.area_owners(&mut [0; 128]) as f32);
        }
    }
    assert!(
        taxed > 10,
        "{taxed} counts in which the tax decides something"
    );
}

/// Who asks again about a position gets owners and leads of all visits, as of the rest of the report.
#[test]
fn another_search_from_the_same_root_goes_on_counting() {
    let guidance = Guidance {
        ownership_by_move: true,
        ..Guidance::default()
    };
    for method in [
        MethodChoice::Classical,
        MethodChoice::Double(Arc::new(puct::Double)),
    ] {
        let mut game = nine();
        let mut search = Search::new(Settings {
            method,
            ..settings()
        });
        let mut run = |game: &Game, playouts| {
            search.set_game(game, game.to_move());
            let limits = Limits::of_playouts(playouts);
            search.run_guided(limits, guidance.clone()).unwrap()
        };
        let first = run(&game, 300);
        let again = run(&game, 1);
        assert_eq!(again.playouts, 1);
        let change = |before: &[f32], after: &[f32]| {
            let both = before.iter().zip(after);
            both.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        };
        assert!(change(&first.ownership, &again.ownership) < 0.01);
        let points = |report: &Report| [report.black_lead, report.lead_stdev];
        assert!(change(&points(&first), &points(&again)) < 1.0);
        assert!((first.won - again.won).abs() < 0.1);
        let best = first.best().unwrap();
        let same = again.find(best.mv).unwrap();
        assert!(change(&best.ownership, &same.ownership) < 0.1);
        assert_eq!(same.lead_visits, same.visits);

        play(&mut game, "E5");
        let after = run(&game, 1);
        assert!(change(&again.ownership, &after.ownership) > 0.2);
    }
}
