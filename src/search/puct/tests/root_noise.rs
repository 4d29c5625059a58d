//! More moves are tried at the root, for noise or for a flatter policy.

use super::*;
use crate::search::Search;
use crate::types::parse_move;

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
        let guidance = Guidance {
            wide_root_noise,
            ..Guidance::default()
        };
        let report = search
            .run_guided(Limits::of_playouts(300), guidance)
            .unwrap();
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
    let mut game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let run = |search: &mut Search, wide_root_noise| {
        let guidance = Guidance {
            wide_root_noise,
            ..Guidance::default()
        };
        let report = search.run_guided(Limits::of_playouts(200), guidance);
        report.unwrap()
    };
    run(&mut search, 0.0);
    // More noise may build on what was found without.
    let report = run(&mut search, 0.2);
    assert_eq!(report.visits, 400);
    // What is below a move knows nothing of the noise above it.
    let best = report.best().unwrap();
    game.play(Color::Black, best.mv).unwrap();
    search.set_game(&game, Color::White);
    let report = run(&mut search, 0.0);
    assert_eq!(report.visits, best.visits + 200);
    run(&mut search, 0.2);
    assert_eq!(run(&mut search, 0.0).visits, 200, "the same position");
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
        let guidance = Guidance {
            wide_root_noise,
            ..Guidance::default()
        };
        let search = small_within(1, 64_000_000, Limits::of_playouts(1000), guidance);
        let mean = search.shared.method.tree().root().stats();
        (search.report().utility, mean.utility)
    };
    let (calm, mean) = searched(0.0);
    assert!((calm - mean).abs() < 0.05, "{calm} {mean}");
    let (noisy, mean) = searched(1.0);
    assert!(noisy > mean + 0.02, "{noisy} {mean}");
}
