//! What a player does with what it finds.

use super::passing::instead_of_pass;
use super::*;
use crate::game::Rules;
use crate::search::puct::Double;
use crate::search::{DeadStones, Guidance, MethodChoice, MoveReport, Restriction};
use crate::time::Budget;
use crate::types::{Dims, Move};
use std::sync::atomic::Ordering::Relaxed;

fn found_in(report: &Report, limits: &Limits) -> SearchResult {
    SearchResult {
        report: report.clone(),
        limits: limits.clone(),
        guidance: Guidance::default(),
    }
}

pub(super) fn player() -> Player {
    Player::new(Settings {
        memory_mb: 16,
        ..Settings::default()
    })
}

/// A player with what stands in for a network.
pub(super) fn guided_player() -> Player {
    Player::new(Settings {
        memory_mb: 16,
        method: MethodChoice::Double(Arc::new(Double)),
        ..Settings::default()
    })
}

pub(super) fn choice(game: &Game, request: &Request) -> Choice {
    player().genmove(game, request).0
}

#[test]
fn without_time_it_plays_rather_than_passes() {
    let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5);
    let in_no_time = Request {
        budget: Some(Budget::fixed(Duration::ZERO)),
        ..Request::new(Color::Black)
    };
    let interrupted = Request {
        playouts: Some(1000),
        ..Request::new(Color::Black)
    };
    interrupted.stop.store(true, Relaxed);
    for request in [in_no_time, interrupted] {
        for _ in 0..20 {
            assert_ne!(choice(&game, &request), Choice::Move(Move::Pass));
        }
    }
}

/// All of very few playouts may be lost by chance.
#[test]
fn nobody_resigns_on_a_few_playouts() {
    let resigns = |playouts| {
        let dims = Dims::square(5).unwrap();
        let mut game = Game::new(dims, Rules::default(), 100.0);
        let mut player = player();
        let request = Request {
            playouts: Some(playouts),
            resign_below: 0.1,
            ..Request::new(Color::Black)
        };
        let points: Vec<_> = dims.points().collect();
        points.chunks_exact(2).any(|pair| {
            let resigns = player.genmove(&game, &request).0 == Choice::Resign;
            for (color, &point) in std::iter::zip(Color::BOTH, pair) {
                game.play(color, Move::Place(point)).unwrap();
            }
            resigns
        })
    };
    assert!(resigns(400));
    assert!(!resigns(3));
}

#[test]
fn a_choice_among_moves_is_one_of_them() {
    // A1 fills an eye: playouts would not propose it.
    let game = Game::from_diagram(
        ".....
         .....
         .....
         XXX..
         .X...",
    )
    .unwrap();
    let eye = Move::Place(game.dims().point(0, 0).unwrap());
    for playouts in [1, 100] {
        let request = Request {
            playouts: Some(playouts),
            guidance: Restriction::only(Color::Black, vec![eye]).into(),
            ..Request::new(Color::Black)
        };
        assert_eq!(choice(&game, &request), Choice::Move(eye));
    }
}

#[test]
fn a_renewed_player_remembers_how_slow_it_is() {
    let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5);
    let mut player = player();
    let request = Request {
        playouts: Some(20),
        ..Request::new(Color::Black)
    };
    player.genmove(&game, &request);
    let visit_time = player.visit_time();
    assert!(visit_time > Duration::ZERO);
    let renewed = player.renewed(Settings::default());
    assert_eq!(renewed.visit_time(), visit_time);
}

#[test]
fn what_was_found_while_pondering_is_used() {
    let mut game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5);
    let mut player = player();
    player.ponder(&game, DeadStones::ByAgreement, Limits::default());
    let seen = |player: &mut Player| player.search().report().unwrap();
    while seen(&mut player).playouts < 500 {
        std::thread::yield_now();
    }
    player.stop_pondering();
    assert!(!player.search().is_running());
    let expected = seen(&mut player).best().unwrap().mv;
    game.play(Color::Black, expected).unwrap();
    let request = Request {
        playouts: Some(20),
        ..Request::new(Color::White)
    };
    let (_, report) = player.genmove(&game, &request);
    assert_eq!(report.playouts, 20);
    assert!(report.visits > 50, "{}", report.visits);
}

/// Two passes of `game`, and then the answers of a player who may resign below 20 % to moves of these winning rates and leads.
fn resignations(player: &mut Player, game: &mut Game, moves: &[(f32, f32)]) -> Vec<bool> {
    let answers = moves.iter().map(|&(won, lead)| {
        let request = Request {
            resign_below: 0.2,
            ..Request::new(game.to_move())
        };
        let best = MoveReport {
            won,
            lead,
            ..MoveReport::of(Move::Pass)
        };
        player.count_hopeless(game, &request, &best);
        let given_up = player.should_resign(game, &request, &best);
        game.play(game.to_move(), Move::Pass).unwrap();
        given_up
    });
    answers.collect()
}

fn after_two_passes() -> Game {
    let mut game = Game::new(Dims::square(3).unwrap(), Rules::default(), 7.5);
    for _ in 0..2 {
        game.play(game.to_move(), Move::Pass).unwrap();
    }
    game
}

#[test]
fn each_color_gives_up_for_itself() {
    let moves = [0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.3, 0.9, 0.1].map(|won| (won, 0.0));
    let answers = resignations(&mut player(), &mut after_two_passes(), &moves);
    let third = |index| index == 4;
    let expected: Vec<bool> = (0..moves.len()).map(third).collect();
    assert_eq!(answers, expected);
}

#[test]
fn nobody_gives_up_too_early_or_for_too_few_points() {
    let moves = [
        (0.1, -5.0),
        (0.9, 5.0),
        (0.1, -3.0),
        (0.9, 3.0),
        (0.1, -5.0),
    ];
    let first_of = |name: &str, value: &str| {
        let mut settings = Settings::default();
        for (name, value) in [("resign_after", "1"), (name, value)] {
            settings.params.set(name, value).unwrap();
        }
        let mut player = Player::new(settings);
        let answers = resignations(&mut player, &mut after_two_passes(), &moves);
        answers.iter().position(|&given_up| given_up)
    };
    assert_eq!(first_of("resign_behind", "4"), Some(0));
    assert_eq!(first_of("resign_behind", "5.5"), None);
    assert_eq!(first_of("resign_from", "0.25"), Some(0));
    // Six moves, of which two had been passes.
    assert_eq!(first_of("resign_from", "0.65"), Some(4));
    assert_eq!(first_of("resign_from", "1"), None);
}

#[test]
fn dynamic_komi_does_not_make_a_won_game_look_lost() {
    let mut game = Game::new(Dims::square(13).unwrap(), Rules::default(), 0.5);
    game.place_fixed_handicap(5).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    let mut player = player();
    let request = Request {
        playouts: Some(300),
        ..Request::new(Color::Black)
    };
    let (_, report) = player.genmove(&game, &request);
    assert!(report.is_komi_virtual);
    let best = report.best().unwrap();
    assert!(
        best.won > best.winrate + 0.1,
        "{} {}",
        best.won,
        best.winrate
    );
    assert!(report.won > report.winrate + 0.1 && report.black_lead > 20.0);
    player.search().set_game(&game, Color::Black);
    assert!(!player.search().report().unwrap().is_komi_virtual);
}

#[test]
fn a_move_chosen_unseen_is_looked_at_and_the_report_is_kept() {
    let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5);
    let mut player = guided_player();
    let request = Request {
        playouts: Some(30),
        ..Request::new(Color::Black)
    };
    let (_, report) = player.genmove(&game, &request);
    // What is the same with the board turned has been seen.
    let shown = report.moves_and_copies(game.dims()).into_owned();
    let copy = shown.iter().find(|found| found.copy_of.is_some()).unwrap();
    let led = player.with_move_first(&game, copy.mv, found_in(&report, &Limits::default()));
    assert_eq!(
        (led.moves[0].mv, led.moves[0].visits),
        (copy.mv, copy.visits)
    );
    let mut game = game;
    let aside = game.dims().point(2, 3).unwrap();
    game.play(Color::Black, Move::Place(aside)).unwrap();
    let request = Request {
        color: Color::White,
        ..request
    };
    let mut player = guided_player();
    let (_, report) = player.genmove(&game, &request);
    let mut unseen = report.moves.iter().filter(|found| found.visits == 0);
    let mv = unseen.next().unwrap().mv;
    let led = player.with_move_first(&game, mv, found_in(&report, &Limits::default()));
    assert_eq!((led.moves[0].mv, led.moves[0].visits), (mv, 1));
    assert_eq!(led.moves[1..].len(), report.moves.len() - 1);
    let rest = |found: &&MoveReport| found.mv != mv;
    assert!(
        led.moves
            .iter()
            .filter(rest)
            .eq(report.moves.iter().filter(rest))
    );
    assert_eq!((led.playouts, led.visits, led.owner_visits), (31, 31, 31));
}

#[test]
fn the_move_in_place_of_a_pass_has_been_read_and_fills_no_eye() {
    let game = Game::from_diagram(
        "
        .XO..
        XXO..
        OOO..
        .....
        .....",
    )
    .unwrap();
    let mut player = guided_player();
    let request = Request {
        playouts: Some(100),
        guidance: Restriction::only(Color::Black, vec![Move::Pass]).into(),
        ..Request::new(Color::Black)
    };
    let (_, report) = player.genmove(&game, &request);
    assert_eq!(report.best().unwrap().mv, Move::Pass);
    let request = Request::new(Color::Black);
    // What decided is told: the search in which it was read.
    let found = found_in(&report, &Limits::default());
    let (choice, decisive) = player.choose(&game, &request, found);
    let Choice::Move(mv) = choice else {
        panic!("{choice:?}");
    };
    assert!(decisive.report.find(mv).unwrap().visits > 0);
    assert!(report.find(mv).is_none_or(|unread| unread.visits == 0));
    let instead = |player: &mut Player, limits: &Limits| {
        let found = found_in(&report, limits);
        let beyond = player.look_beyond_pass(&game, &request, &found);
        instead_of_pass(&game, &request, &found, &beyond).moves
    };
    let eye = Move::Place(game.dims().point(0, 4).unwrap());
    let found = instead(&mut player, &Limits::default());
    assert!(
        found.iter().map(|found| found.visits).sum::<u64>() > 50,
        "{found:?}"
    );
    let most = found.iter().map(|found| found.visits).max().unwrap();
    let is_sound =
        |found: &MoveReport| found.visits >= most.min(16) && ![eye, Move::Pass].contains(&found.mv);
    assert!(found.iter().all(is_sound), "{found:?}");
    // Without time nothing is known, and the pass stands.
    let stopped = Limits::default();
    stopped.stop.store(true, Relaxed);
    assert!(instead(&mut player, &stopped).is_empty());
}

/// Weak levels with a network read one position, and play what looks good all the same.
#[test]
fn who_reads_nothing_still_finds_a_move_in_place_of_a_pass() {
    let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5);
    let mut player = guided_player();
    let request = Request {
        playouts: Some(1),
        ..Request::new(Color::Black)
    };
    let (_, report) = player.genmove(&game, &request);
    let limits = Limits::of_playouts(1);
    let found = found_in(&report, &limits);
    let beyond = player.look_beyond_pass(&game, &request, &found);
    let instead = instead_of_pass(&game, &request, &found, &beyond);
    assert_eq!(instead.moves.len(), 25);
}

/// A policy may hardly think of the pass that would save points.
#[test]
fn where_the_opponent_has_passed_the_pass_is_known_as_well_as_any_move() {
    let visits_of_pass = |scoring: &str| {
        let rules = Rules::default().with_rule("scoring", scoring).unwrap();
        let mut game = Game::new(Dims::square(9).unwrap(), rules, 7.5);
        game.play(Color::Black, Move::Pass).unwrap();
        let request = Request {
            playouts: Some(100),
            ..Request::new(Color::White)
        };
        let report = guided_player().genmove(&game, &request).1;
        report.find(Move::Pass).map_or(0, |pass| pass.visits)
    };
    assert!(visits_of_pass("TERRITORY") >= 24);
    assert!(visits_of_pass("AREA") < 24);
}

/// Against so many handicap stones the whole board looks Black's, and a pass as good as any move.
#[test]
fn nobody_begins_with_a_pass() {
    let mut game = Game::new(Dims::square(9).unwrap(), Rules::default(), 0.5);
    game.place_fixed_handicap(9).unwrap();
    let pass = MoveReport {
        visits: 20,
        ..MoveReport::of(Move::Pass)
    };
    let report = Report {
        owner_visits: 100,
        ownership: vec![1.0; 81],
        moves: vec![pass],
        ..Report::nothing(Color::White)
    };
    // No time for a judgement: what the search found decides.
    let limits = Limits::default();
    limits.stop.store(true, Relaxed);
    let found = found_in(&report, &limits);
    let request = Request::new(Color::White);
    let passes = |game: &Game| guided_player().should_pass(game, &request, &found);
    assert!(!passes(&game));
    let mut after_pass = game.clone();
    after_pass.play(Color::Black, Move::Pass).unwrap();
    assert!(passes(&after_pass));
    let corner = Move::Place(game.dims().point(0, 0).unwrap());
    game.play(Color::White, corner).unwrap();
    assert!(passes(&game));
}

/// Where every stone counts a count decides, and there is nothing to judge.
#[test]
fn a_pass_that_wins_at_once_needs_no_judgement() {
    let rules = Rules::preset("tromp-taylor").unwrap();
    let mut game = Game::new(Dims::square(9).unwrap(), rules, 0.5);
    let center = Move::Place(game.dims().point(4, 4).unwrap());
    game.play(Color::Black, center).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    let report = Report {
        owner_visits: 100,
        ownership: vec![1.0; 81],
        ..Report::nothing(Color::Black)
    };
    let found = found_in(&report, &Limits::default());
    let mut player = guided_player();
    assert!(player.should_pass(&game, &Request::new(Color::Black), &found));
    assert!(!player.last_judgement.holds(&game));
}
