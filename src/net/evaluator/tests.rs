use super::{Evaluator, Manner, evaluate_game};
use crate::board::AnyBoard;
use crate::game::{Game, Rules};
use crate::net::features::{HISTORY, Players, Trail, superko_bans};
use crate::net::file::sample;
use crate::net::{Network, NetworkOptions};
use crate::types::{Color, Dims, Move, Symmetry};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

fn network() -> Arc<Network> {
    let model = sample::plans()[3].model(1);
    Arc::new(Network::new(model, &NetworkOptions::default()).unwrap())
}

/// A game of random legal moves.
fn random_game(width: usize, height: usize, rules: Rules, moves: usize, seed: u64) -> Game {
    let dims = Dims::new(width, height).unwrap();
    let mut game = Game::new(dims, rules, 6.5);
    let mut random = Pcg64Mcg::new(seed.into());
    let points: Vec<_> = dims.points().collect();
    for _ in 0..moves {
        let point = points[random.next_u32() as usize % points.len()];
        let _ = game.play(game.to_move(), Move::Place(point));
    }
    game
}

#[test]
fn legal_moves_and_no_others_get_a_probability() {
    let network = network();
    let suicide = Rules {
        suicide: true,
        ..Rules::default()
    };
    for seed in 0..60 {
        let rules = if seed % 2 == 0 {
            suicide
        } else {
            Rules::default()
        };
        let game = random_game(4, 3 + seed as usize % 2, rules, 60, seed);
        let dims = game.dims();
        let evaluation = evaluate_game(&network, &game, &Players::default(), &Manner::default());
        for (point, &chance) in std::iter::zip(dims.points_from_top(), &evaluation.policy) {
            let mv = Move::Place(point);
            let is_legal = game.check(game.to_move(), mv).is_ok();
            assert_eq!(chance > 0.0, is_legal, "{mv:?} of {:?}", game.moves());
        }
    }
}

/// Equal but for the order of sums.
fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-5 * (1.0 + b.abs())
}

/// The same stones seen from another side are the same to a network that is asked from there.
#[test]
fn a_turned_board_is_judged_as_the_board_is() {
    let network = network();
    for (seed, symmetry) in Symmetry::ALL.into_iter().enumerate() {
        let game = random_game(6, 5, Rules::default(), 14, seed as u64);
        let dims = game.dims();
        let mut turned = Game::new(symmetry.dims(dims), Rules::default(), 6.5);
        for &(color, mv) in game.moves() {
            turned.play(color, symmetry.apply_move(dims, mv)).unwrap();
        }
        let manner = Manner {
            symmetry,
            ..Manner::default()
        };
        let asked = evaluate_game(&network, &game, &Players::default(), &manner);
        let plain = evaluate_game(&network, &turned, &Players::default(), &Manner::default());
        assert!(close(asked.win, plain.win));
        assert!(close(asked.lead, plain.lead));
        assert!(close(asked.pass, plain.pass));
        for (here, point) in dims.points_from_top().enumerate() {
            let there = turned.dims().index_from_top(symmetry.apply(dims, point));
            assert!(close(asked.policy[here], plain.policy[there]));
            assert!(close(asked.ownership[here], plain.ownership[there]));
        }
    }
}

#[test]
fn moves_that_are_hidden_might_as_well_not_have_been_played() {
    let network = network();
    let game = random_game(7, 7, Rules::default(), 12, 3);
    let moves = game.moves();
    let judge = |game: &Game, past| {
        let manner = Manner {
            past,
            ..Manner::default()
        };
        evaluate_game(&network, game, &Players::default(), &manner)
    };
    for past in 0..=2 {
        let (before, after) = moves.split_at(moves.len() - past);
        let mut earlier = Game::new(game.dims(), *game.rules(), game.komi());
        for &(color, mv) in before {
            earlier.play(color, mv).unwrap();
        }
        let board = earlier.board();
        let stones = board
            .dims()
            .points()
            .map(|point| (point, board.color_at(point)));
        let stones: Vec<_> = stones.filter(|(_, color)| color.is_some()).collect();
        let mut short = Game::new(game.dims(), *game.rules(), game.komi());
        short.set_up(&stones, earlier.to_move()).unwrap();
        for &(color, mv) in after {
            short.play(color, mv).unwrap();
        }
        assert_eq!(judge(&game, past), judge(&short, HISTORY), "{past}");
        assert_ne!(judge(&game, past), judge(&game, HISTORY), "{past}");
    }
}

#[test]
fn what_was_asked_before_is_remembered_and_nothing_else() {
    let network = network();
    let mut evaluator: Evaluator<128, 2> = Evaluator::new(network.clone());
    let mut players = Players::default();
    let mut ask = |game: &Game, players: &Players, manner: &Manner| {
        let AnyBoard::UpTo9(start) = game.start().board() else {
            panic!("a small board");
        };
        let trail = Trail::of_game(start, game);
        let banned = superko_bans(game);
        let mut situation = trail.situation(game.area_komi(), &banned);
        situation.players = *players;
        let evaluation = evaluator.evaluate(&situation, manner);
        let afresh = Evaluator::new(network.clone()).evaluate_afresh(&situation, manner);
        assert_eq!(*evaluation, afresh);
        network.cache().counts()
    };
    let manner = Manner::default();
    let mut game = random_game(7, 7, Rules::default(), 20, 5);
    assert_eq!(ask(&game, &players, &manner), (1, 0));
    assert_eq!(ask(&game, &players, &manner), (2, 1));
    let turned = Manner {
        symmetry: Symmetry::ALL[3],
        ..manner
    };
    assert_eq!(ask(&game, &players, &turned), (3, 1));
    game.set_komi(0.5).unwrap();
    assert_eq!(ask(&game, &players, &manner), (4, 1));
    game.set_rules(Rules::preset("japanese").unwrap());
    assert_eq!(ask(&game, &players, &manner), (5, 1));
    game.play(game.to_move(), Move::Pass).unwrap();
    assert_eq!(ask(&game, &players, &manner), (6, 1));
    players.black_advantage = -0.5;
    assert_eq!(ask(&game, &players, &manner), (7, 1));
    players.profile = "rank_5k".parse().ok();
    assert_eq!(ask(&game, &players, &manner), (8, 1));
    players.profile = "preaz_5k".parse().ok();
    assert_eq!(ask(&game, &players, &manner), (9, 1));
    game.set_to_move(Color::Black);
    game.set_to_move(Color::White);
    ask(&game, &players, &manner);
}

#[test]
fn a_game_is_asked_about_once() {
    let network = network();
    let mut game = random_game(7, 7, Rules::default(), 20, 5);
    let ask = |game: &Game| evaluate_game(&network, game, &Players::default(), &Manner::default());
    let said = ask(&game);
    assert_eq!(said, ask(&game));
    assert_eq!(network.cache().counts(), (2, 1));
    game.set_komi(0.5).unwrap();
    assert_ne!(said, ask(&game));
    assert_eq!(network.cache().counts(), (3, 1));
}

/// A network without an optimistic policy gives the same answer whatever optimism it is asked with, and remembers it.
#[test]
fn optimism_makes_another_question_only_where_it_makes_another_answer() {
    let game = random_game(7, 7, Rules::default(), 20, 5);
    let AnyBoard::UpTo9(start) = game.start().board() else {
        panic!("a small board");
    };
    let (trail, banned) = (Trail::of_game(start, &game), superko_bans(&game));
    let situation = trail.situation(game.area_komi(), &banned);
    let manners = [0.2, 1.0].map(|optimism| Manner {
        optimism,
        ..Manner::default()
    });
    let is_one_question = |plan: &sample::Plan| {
        let network = Arc::new(Network::new(plan.model(1), &NetworkOptions::default()).unwrap());
        let mut evaluator = Evaluator::new(network.clone());
        let [calm, bold] = manners.map(|manner| {
            evaluator.evaluate(&situation, &manner);
            evaluator.evaluate_afresh(&situation, &manner)
        });
        let (_, remembered) = network.cache().counts();
        assert_eq!(remembered == 1, calm == bold, "{plan:?}");
        calm == bold
    };
    let plans = sample::plans();
    let same = plans.iter().filter(|plan| is_one_question(plan)).count();
    assert!(0 < same && same < plans.len(), "{same}");
}

#[test]
fn a_kernel_that_is_not_there_is_an_error() {
    let options = NetworkOptions {
        kernel: Some("abacus".to_owned()),
        ..NetworkOptions::default()
    };
    let error = Network::new(sample::plans()[0].model(0), &options).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("'abacus'") && text.contains("scalar"),
        "{text}"
    );
}
