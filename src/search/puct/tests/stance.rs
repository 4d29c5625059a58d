//! The stance of a search: what it tells the network of the players and of the past, and when another stance ends the life of a tree.

use super::*;
use crate::net::Manner;
use crate::net::features::{HISTORY, Players, Situation};
use crate::net::model::Evaluation;
use crate::search::{DeadStones, Player, Report, Request, Search};
use std::sync::Mutex;

fn empty() -> Game {
    Game::new(Dims::square(7).unwrap(), Rules::default(), 7.5)
}

fn settings(advantage: f32) -> Settings {
    Settings {
        memory_mb: 64,
        method: MethodChoice::Double(Arc::new(Double)),
        params: Params {
            playout_doubling_advantage: advantage,
            ..Params::default()
        },
        ..Settings::default()
    }
}

/// What an oracle says of an empty board, Black to move, after so many visits.
fn searched<O: Oracle>(oracle: Arc<O>, players: Players, count: u64) -> Report {
    let stance = Stance {
        players,
        ..Stance::plain(Color::Black)
    };
    searched_from(&empty(), stance, oracle, count)
}

fn searched_from<O: Oracle>(game: &Game, stance: Stance, oracle: Arc<O>, count: u64) -> Report {
    let method = Puct::new(oracle, Params::default(), 64_000_000);
    let mut search = SizedSearch::<_, 128, 2>::new(method, game, stance, &settings(0.0));
    search.start(Limits::of_playouts(count));
    search.join();
    search.report()
}

/// Remembers what it was told wherever it was asked.
#[derive(Default)]
struct Listener(Mutex<Vec<Heard>>);

#[derive(Clone, Copy)]
struct Heard {
    mover: Color,
    players: Players,
    moves: usize,
    optimism: f32,
}

impl Oracle for Listener {
    type Asker<const N: usize, const W: usize> = Arc<Listener>;

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) -> Arc<Listener> {
        Arc::clone(self)
    }

    fn ask<const N: usize, const W: usize>(
        asker: &mut Arc<Listener>,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        let heard = Heard {
            mover: situation.to_move,
            players: situation.players,
            moves: situation.after_last(manner.past).moves.len(),
            optimism: manner.optimism,
        };
        asker.0.lock().unwrap().push(heard);
        Double::ask(&mut (), situation, manner)
    }
}

#[test]
fn every_leaf_hears_of_the_same_players() {
    let players = Players::seen_by(Color::White, 1.5, "rank_5k_1d".parse().ok());
    let listener = Arc::new(Listener::default());
    searched(Arc::clone(&listener), players, 200);
    let heard = listener.0.lock().unwrap();
    for color in Color::BOTH {
        let of_color: Vec<_> = heard.iter().filter(|heard| heard.mover == color).collect();
        assert!(of_color.len() > 10, "the search went deep enough");
        assert!(of_color.iter().all(|heard| heard.players == players));
    }
}

#[test]
fn the_policy_is_optimistic_in_the_tree_and_less_so_at_its_root() {
    let listener = Arc::new(Listener::default());
    searched(Arc::clone(&listener), Players::default(), 20);
    let heard = listener.0.lock().unwrap();
    let optimism: Vec<f32> = heard.iter().map(|heard| heard.optimism).collect();
    let expected: Vec<f32> = (0..20)
        .map(|ask| if ask == 0 { 0.2 } else { 1.0 })
        .collect();
    assert_eq!(optimism, expected);
}

#[test]
fn moves_from_before_the_root_are_shown_unless_they_are_to_be_hidden() {
    let mut game = empty();
    for column in 1..=6 {
        let point = game.dims().point(column, column).unwrap();
        game.play(game.to_move(), Move::Place(point)).unwrap();
    }
    let heard = |hides_past| {
        let listener = Arc::new(Listener::default());
        let stance = Stance {
            hides_past,
            ..Stance::plain(game.to_move())
        };
        searched_from(&game, stance, Arc::clone(&listener), 200);
        let heard = listener.0.lock().unwrap();
        heard.iter().map(|heard| heard.moves).collect::<Vec<_>>()
    };
    let hidden = heard(true);
    assert_eq!(hidden[..2], [0, 1]);
    assert!(hidden.contains(&2), "the moves of the search are shown");
    assert_eq!(heard(false)[..2], [HISTORY, HISTORY]);
}

/// White has passed, and dead stones have to be captured.
#[test]
fn what_is_found_after_a_pass_that_counts_for_nothing_is_not_kept_for_the_next_pass() {
    let mut game = empty();
    game.set_rules(Rules::preset("tromp-taylor").unwrap());
    game.set_to_move(Color::White);
    game.play(Color::White, Move::Pass).unwrap();
    let mut search = Search::new(Settings {
        conservative_pass: true,
        ..settings(0.0)
    });
    let mut searched = |game: &Game| {
        search.set_game(game, game.to_move());
        search
            .run_guided(Limits::of_playouts(200), Guidance::comparing(Move::Pass))
            .unwrap()
    };
    let passed = searched(&game).find(Move::Pass).unwrap().clone();
    assert!(passed.visits > 40, "a quarter of the visits");
    assert!(passed.line.len() > 1, "the game goes on");
    game.play(Color::Black, Move::Pass).unwrap();
    let report = searched(&game);
    assert_eq!(report.visits, report.playouts);
}

#[test]
fn a_network_that_knows_the_advantage_judges_by_it() {
    let network = network(|plan| plan.version == 11);
    let winrate = |players| searched(Arc::clone(&network), players, 30).winrate;
    let black = winrate(Players::seen_by(Color::Black, 2.0, None));
    let white = winrate(Players::seen_by(Color::White, 2.0, None));
    let even = winrate(Players::default());
    assert_eq!(black, winrate(Players::seen_by(Color::White, -2.0, None)));
    assert!(black != even && white != even && black != white);
}

#[test]
fn a_human_style_network_judges_by_the_profile_and_others_do_not() {
    for is_human_style in [true, false] {
        let network = network(|plan| plan.metadata == is_human_style);
        let winrate = |name: &str| {
            let players = Players::seen_by(Color::Black, 0.0, name.parse().ok());
            searched(Arc::clone(&network), players, 30).winrate
        };
        assert_eq!(winrate("rank_20k") != winrate("rank_9d"), is_human_style);
        assert_eq!(
            winrate("rank_20k") != winrate("rank_20k_9d"),
            is_human_style
        );
        assert_eq!(winrate("nobody"), winrate("rank_9d"), "the usual profile");
    }
}

/// Searches for the player to move; how many visits of earlier searches were still worth something.
fn kept(search: &mut Search, game: &Game) -> u64 {
    search.set_game(game, game.to_move());
    let report = search.run(Limits::of_playouts(200)).unwrap();
    report.visits - report.playouts
}

#[test]
fn a_tree_serves_one_players_view_alone() {
    for (advantage, is_shared) in [(0.0, true), (1.0, false)] {
        let mut search = Search::new(settings(advantage));
        let mut game = empty();
        assert_eq!(kept(&mut search, &game), 0);
        let expected = search.report().unwrap().best().unwrap().mv;
        game.play(Color::Black, expected).unwrap();
        assert_eq!(kept(&mut search, &game) > 0, is_shared);
        assert!(kept(&mut search, &game) > 0, "it is still White's view");
    }
}

#[test]
fn pondering_is_a_search_for_the_player_who_waits() {
    let mut game = empty();
    let mut player = Player::new(settings(1.0));
    let request = Request {
        playouts: Some(100),
        ..Request::new(Color::Black)
    };
    let (_, report) = player.genmove(&game, &request);
    game.play(Color::Black, report.best().unwrap().mv).unwrap();
    player.ponder(&game, DeadStones::ByAgreement, Limits::default());
    while player.search().report().unwrap().playouts < 500 {
        std::thread::yield_now();
    }
    player.stop_pondering();
    let pondered = player.search().report().unwrap();
    assert!(pondered.visits > pondered.playouts, "Black's tree is kept");
    let answer = pondered.best().unwrap().mv;
    game.play(Color::White, answer).unwrap();
    let (_, report) = player.genmove(&game, &request);
    assert!(report.visits > report.playouts, "and is Black's still");
}
