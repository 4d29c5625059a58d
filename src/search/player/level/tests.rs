//! What every level does and none, with playouts and with what stands in for a network.

use super::*;
use crate::game::Rules;
use crate::search::player::candidates::fixture::among;
use crate::search::puct::Double;
use crate::search::{Choice, MethodChoice, Player, Report, Request, Settings};
use crate::types::{format_move, parse_move};
use std::collections::HashSet;
use std::sync::Arc;

fn methods() -> [MethodChoice; 2] {
    let network = MethodChoice::Double(Arc::new(Double));
    [MethodChoice::Classical, network]
}

fn level(number: u8) -> Level {
    number.to_string().parse().unwrap()
}

fn empty(side: usize) -> Game {
    Game::new(Dims::square(side).unwrap(), Rules::default(), 7.5)
}

fn answer(game: &Game, level: Level, method: &MethodChoice, seed: u64) -> (Choice, Report) {
    answer_with(1, game, level, method, seed)
}

fn answer_with(
    threads: usize,
    game: &Game,
    level: Level,
    method: &MethodChoice,
    seed: u64,
) -> (Choice, Report) {
    let request = Request {
        playouts: Some(100),
        ..Request::new(game.to_move())
    };
    let settings = Settings {
        threads,
        memory_mb: 16,
        seed,
        level,
        method: method.clone(),
        ..Settings::default()
    };
    Player::new(settings).genmove(game, &request)
}

/// What is played with so many seeds.
fn moves(game: &Game, level: Level, method: &MethodChoice, seeds: u64) -> HashSet<String> {
    let chosen = |seed| match answer(game, level, method, seed).0 {
        Choice::Move(mv) => format_move(game.dims(), mv),
        Choice::Resign => panic!("nobody resigns here"),
    };
    (0..seeds).map(chosen).collect()
}

#[test]
fn levels_are_read_and_written() {
    for level in Level::all() {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert_eq!(Level::all().count(), 20);
    assert_eq!("20".parse(), Ok(Level::FULL));
    for text in ["", "0", "21", "-1", "best", "1.5", "300"] {
        assert_eq!(text.parse::<Level>(), Err(LevelError), "{text}");
    }
}

#[test]
fn all_levels_but_the_strongest_are_restrained() {
    for (level, has_network) in Level::all().flat_map(|level| [(level, false), (level, true)]) {
        let limits = level.limits(Dims::square(9).unwrap(), has_network);
        assert_eq!(limits.is_none(), level.is_full(), "{level}");
    }
}

#[test]
fn weak_levels_vary_and_the_strongest_does_not_choose() {
    for method in methods() {
        let game = empty(9);
        assert!(moves(&game, level(1), &method, 12).len() > 2);
        let (choice, report) = answer(&game, Level::FULL, &method, 1);
        assert_eq!(report.playouts, 100);
        assert_eq!(choice, Choice::Move(report.best().unwrap().mv));
    }
}

#[test]
fn weak_levels_think_little() {
    let [classical, network] = methods();
    let (_, report) = answer(&empty(9), level(1), &classical, 1);
    assert_eq!(report.playouts, 16);
    let (_, report) = answer(&empty(9), level(1), &network, 1);
    // One for the policy, and one to see what was chosen.
    assert_eq!((report.visits, report.moves[0].visits), (2, 1));
    assert_eq!((report.playouts, report.owner_visits), (2, 2));
}

#[test]
fn a_network_tells_of_the_move_that_is_played() {
    let [_, network] = methods();
    for level in Level::all() {
        let (choice, report) = answer(&empty(9), level, &network, 3);
        let first = report.best().unwrap();
        assert_eq!(choice, Choice::Move(first.mv), "{level}");
        assert!(first.visits > 0, "{level}");
    }
}

#[test]
fn a_level_with_a_network_plays_the_same_on_every_machine() {
    let [_, network] = methods();
    for number in [1, 13, 19] {
        let [one, many] = [1, 8].map(|threads| {
            let (choice, mut report) = answer_with(threads, &empty(9), level(number), &network, 5);
            // The more threads, the less room for a tree that needs none.
            report.nodes.room = 0;
            (choice, report)
        });
        assert_eq!(one, many, "level {number}");
    }
}

#[test]
fn no_level_fills_its_eyes() {
    let eyes = Game::from_diagram(
        ".X.XO
         XXXXO
         OOOOO
         .....
         .....",
    )
    .unwrap();
    for (level, method) in Level::all().flat_map(|level| methods().map(|method| (level, method))) {
        let chosen = moves(&eyes, level, &method, 4);
        assert!(!chosen.contains("A5") && !chosen.contains("C5"), "{level}");
    }
}

#[test]
fn a_large_chain_in_atari_is_urgent() {
    let game = Game::from_diagram(
        "OOO..
         XXX.O
         OOO..
         .....
         .....",
    )
    .unwrap();
    let at = |x, y| Move::Place(game.dims().point(x, y).unwrap());
    for color in Color::BOTH {
        assert!(is_urgent(&game, color, at(3, 3)));
        assert!(!is_urgent(&game, color, at(3, 1)));
    }
}

#[test]
fn a_large_chain_may_be_saved_by_a_capture_elsewhere() {
    let game = Game::from_diagram(
        ".........
         ...O.....
         ..O..X...
         .O.OOX...
         .OXXXO...
         ..OOOX...
         .....X...
         ...O.....
         .........",
    )
    .unwrap();
    let capture = parse_move(game.dims(), "G5").unwrap();
    assert!(is_urgent(&game, Color::Black, capture));
    assert!(!is_urgent(&game, Color::White, capture));
}

#[test]
fn the_best_move_may_defend_what_looks_settled() {
    let game = empty(9);
    let [_, network] = methods();
    let (_, mut report) = answer(&game, Level::FULL, &network, 1);
    let best = report.moves[0].clone();
    let (x, y) = game.dims().xy(best.mv.point().unwrap());
    report.ownership = vec![0.0; 81];
    report.ownership[y * 9 + x] = 1.0;
    let limits = level(16).limits(game.dims(), true).unwrap();
    let is_best = |seed| limits.choose(&among(&game, &report, seed)) == best.mv;
    assert!((0..20).any(is_best));
}
