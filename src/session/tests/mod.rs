mod time;

use super::*;
use crate::game::{Rules, Scoring};
use crate::search::{Choice, Request, Status, broken};
use crate::types::{Dims, Move};
use std::cell::Cell;

thread_local!(static BROKEN: Cell<bool> = const { Cell::new(false) });

/// Has the next search panic.
pub(crate) fn break_next_search() {
    BROKEN.set(true);
}

pub(super) fn break_on_demand() {
    if BROKEN.take() {
        panic!("broken on demand");
    }
}

/// A small and quick session, the same each time.
pub(crate) fn config() -> Config {
    Config {
        playouts: Some(20),
        memory_mb: 16,
        seed: Some(1),
        ..Config::default()
    }
}

/// An empty board of 5×5.
pub(crate) fn game() -> Game {
    Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5)
}

fn session() -> Session {
    session_with(config())
}

fn session_with(config: Config) -> Session {
    Session::new(config, game())
}

#[test]
fn workers_that_panic_cost_no_move() {
    let mut session = session();
    for broken in [0..1, 0..1_000_000, 1..3] {
        broken::break_expansions(broken);
        let before = session.game().moves().len();
        let answer = session.genmove(Request::new(Color::Black), None).unwrap();
        assert!(matches!(answer.choice, Choice::Move(_)), "{answer:?}");
        assert_eq!(session.game().moves().len(), before + 1);
        session.undo(1).unwrap();
    }
    let answer = session.genmove(Request::new(Color::Black), None).unwrap();
    assert_eq!(answer.report.unwrap().playouts, 20);
}

#[test]
fn each_game_has_a_seed_of_its_own_unless_one_was_given() {
    let mut session = session_with(Config {
        seed: None,
        ..config()
    });
    let first = session.seed();
    session.clear_board();
    assert_ne!(session.seed(), first);
    let seed = session.seed();
    assert_eq!(session.player.search().settings().seed, seed);
    session.set_seed(7);
    session.clear_board();
    assert_eq!(session.seed(), 7);
}

#[test]
fn a_new_seed_costs_nothing_that_was_found() {
    let mut session = session_with(Config {
        seed: None,
        ..config()
    });
    session.suggest(Request::new(Color::Black), None).unwrap();
    session.clear_board();
    let answer = session.suggest(Request::new(Color::Black), None).unwrap();
    let report = answer.report.unwrap();
    assert!(report.visits > report.playouts, "{report:?}");
}

#[test]
fn a_position_that_is_set_forgets_what_a_record_said_of_its_handicap() {
    let mut session = session();
    let even = crate::game::sgf::load(b"(;SZ[9]HA[0])", None).unwrap();
    session.load(even);
    session.set_position(&[]).unwrap();
    let dims = session.game().dims();
    for (x, color) in [(2, Color::Black), (3, Color::White), (4, Color::Black)] {
        let mv = match color {
            Color::Black => Move::Place(dims.point(x, 2).unwrap()),
            Color::White => Move::Pass,
        };
        session.play(color, mv).unwrap();
    }
    assert_eq!(session.game().handicap(), 2);
}

#[test]
fn what_one_record_names_does_not_hold_for_the_next() {
    let mut session = session();
    session.set_komi(6.5).unwrap();
    let mut load = |text: &str| {
        let loaded = crate::game::sgf::load(text.as_bytes(), None).unwrap();
        session.load(loaded);
        (session.game().komi(), session.game().rules().scoring)
    };
    assert_eq!(load("(;SZ[5];B[aa])"), (6.5, Scoring::Area));
    assert_eq!(
        load("(;SZ[5]KM[0]RU[Japanese];B[aa])"),
        (0.0, Scoring::Territory)
    );
    assert_eq!(load("(;SZ[5];B[aa])"), (6.5, Scoring::Area));
    // A new game is by the rules of the last.
    load("(;SZ[5]KM[0]RU[Japanese];B[aa])");
    session.clear_board();
    assert_eq!(session.game().komi(), 0.0);
}

#[test]
fn a_komi_that_is_forced_holds_in_every_game() {
    let mut session = session();
    assert!(session.force_komi(0.25).is_err());
    session.set_komi(5.5).unwrap();
    session.force_komi(6.5).unwrap();
    session.set_komi(0.5).unwrap();
    assert!(session.set_komi(0.25).is_err());
    let komi = |session: &Session| session.game().komi();
    assert_eq!(komi(&session), 6.5);
    session.load(crate::game::sgf::load(b"(;SZ[9]KM[7.5])", None).unwrap());
    assert_eq!(komi(&session), 6.5);
    session.clear_board();
    assert_eq!(komi(&session), 6.5);
}

#[test]
fn a_counted_result_holds_under_its_own_komi_and_rules() {
    let mut session = session();
    let mut result_after = |result: &str, change: fn(&mut Session)| {
        let text = format!("(;SZ[5]KM[7.5]RU[Chinese]RE[{result}];B[cc];W[bb];B[];W[])");
        session.load(crate::game::sgf::load(text.as_bytes(), None).unwrap());
        change(&mut session);
        session.record.known_result(session.game())
    };
    let komi = |session: &mut Session| session.set_komi(0.5).unwrap();
    let rules = |session: &mut Session| session.set_rules(Rules::preset("japanese").unwrap());
    let the_same = |session: &mut Session| {
        session.set_komi(7.5).unwrap();
        session.set_rules(*session.game().rules());
    };
    let there_and_back = |session: &mut Session| {
        session.set_komi(0.5).unwrap();
        session.set_rules(Rules::preset("japanese").unwrap());
        session.set_komi(7.5).unwrap();
        session.set_rules(Rules::preset("chinese").unwrap());
    };
    for (change, left) in [
        (komi as fn(&mut Session), None),
        (rules, None),
        (the_same, Some("W+7.5")),
        (there_and_back, Some("W+7.5")),
    ] {
        assert_eq!(result_after("W+7.5", change).as_deref(), left);
        assert_eq!(result_after("B+R", change).as_deref(), Some("B+R"));
    }
}

#[test]
fn what_was_seen_under_dynamic_komi_answers_nothing() {
    let mut session = session();
    session.new_game(Dims::square(13).unwrap());
    session.place_fixed_handicap(5).unwrap();
    let answer = session.genmove(Request::new(Color::White), None).unwrap();
    assert!(answer.report.unwrap().is_komi_virtual);
    let (_, report) = session.last_seen(Default::default()).unwrap();
    assert!(!report.is_komi_virtual);
    assert_eq!(report.to_move, Color::White);
    assert!(!session.look(Default::default()).unwrap().is_komi_virtual);
}

#[test]
fn a_broken_search_does_not_tell_what_an_older_one_saw() {
    let mut session = session();
    session.look(Default::default()).unwrap();
    break_next_search();
    session.genmove(Request::new(Color::Black), None).unwrap();
    session.genmove(Request::new(Color::White), None).unwrap();
    break_next_search();
    let black = Color::Black;
    let chosen = session.choose_afresh(black, None, Default::default(), None);
    chosen.unwrap();
    let (_, report) = session.last_seen(Default::default()).unwrap();
    assert_eq!(report.to_move, Color::Black);
    assert_eq!(session.game().moves().len(), 2);
}

/// Under area rules whoever goes on after two passes captures what the opponent would not agree is dead.
#[test]
fn after_a_dispute_dead_stones_are_captured() {
    let mut session = session_with(Config {
        playouts: Some(200),
        ..config()
    });
    session.new_game(Dims::square(7).unwrap());
    session.set_komi(0.5).unwrap();
    let vertex = |text| crate::types::parse_move(Dims::square(7).unwrap(), text).unwrap();
    let wall = [
        "C1", "C2", "C3", "C4", "C5", "C6", "C7", "B2", "B6", "A4", "B4",
    ];
    let other = [
        "D1", "D2", "D3", "D4", "D5", "D6", "D7", "F2", "F6", "F4", "A5",
    ];
    for (black, white) in std::iter::zip(wall, other) {
        session.play(Color::Black, vertex(black)).unwrap();
        session.play(Color::White, vertex(white)).unwrap();
    }
    let dead = vertex("A5").point().unwrap();
    assert_eq!(
        session.judge(Arc::default()).status(dead),
        Some(Status::Dead)
    );
    for color in [Color::Black, Color::White] {
        session.play(color, Move::Pass).unwrap();
    }
    // There are two points beside it.
    for _ in 0..2 {
        session.genmove(Request::new(Color::Black), None).unwrap();
        session.play(Color::White, Move::Pass).unwrap();
    }
    assert_eq!(session.game().board().color_at(dead), None);
}

#[test]
fn who_is_asked_twice_and_passes_twice_has_not_gone_on_after_the_end() {
    let mut session = session();
    for (color, is_resumed) in [
        (Color::Black, false),
        (Color::Black, false),
        (Color::White, true),
    ] {
        session.play(color, Move::Pass).unwrap();
        assert_eq!(session.is_resumed(), is_resumed);
    }
}

#[test]
fn who_has_played_on_for_long_takes_no_dead_stones_any_more() {
    let mut session = session();
    for color in [Color::Black, Color::White] {
        session.play(color, Move::Pass).unwrap();
    }
    let dims = session.game().dims();
    let row: Vec<_> = (0..5)
        .map(|x| Move::Place(dims.point(x, 2).unwrap()))
        .collect();
    for &mv in &row {
        session.play(Color::Black, mv).unwrap();
    }
    assert!(session.is_resumed());
    session.play(Color::White, Move::Pass).unwrap();
    assert!(!session.is_resumed());
}

/// Some clients clear the search before each move.
#[test]
fn a_player_who_forgets_the_search_remembers_that_there_is_no_hope() {
    let mut session = session_with(Config {
        resigns: true,
        resign_below: 0.2,
        playouts: Some(100),
        ..config()
    });
    session.set_komi(100.0).unwrap();
    for _ in 0..10 {
        session.forget();
        let answer = session.genmove(Request::new(Color::Black), None).unwrap();
        if answer.choice == Choice::Resign {
            return;
        }
        session.genmove(Request::new(Color::White), None).unwrap();
    }
    panic!("Black never resigned");
}

#[test]
fn a_suggestion_changes_nothing() {
    let mut session = session();
    session.set_time_system(TimeSystem::parse_gtp(&mut ["60", "0", "0"].into_iter()).unwrap());
    let before = (
        session.clocks().clone(),
        session.sgf(Comments::OfSearch, Arc::default()),
    );
    let answer = session.suggest(Request::new(Color::Black), None).unwrap();
    assert!(matches!(answer.choice, Choice::Move(_)));
    assert!(session.game().moves().is_empty());
    assert_eq!(
        (
            session.clocks().clone(),
            session.sgf(Comments::OfSearch, Arc::default())
        ),
        before
    );
}

#[test]
fn only_settings_of_the_search_make_it_forget() {
    let mut session = session();
    session.look(Default::default()).unwrap();
    session.reconfigure(|config| config.ponder = true);
    assert!(session.seen.is_some());
    session.reconfigure(|config| config.threads = 2);
    assert!(session.seen.is_none());
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    let mut session = session();
    let dims = session.game().dims();
    let place = |x| crate::types::Move::Place(dims.point(x, 0).unwrap());
    let moves = [(Color::Black, place(0)), (Color::White, place(0))];
    let (index, _) = session.play_sequence(&moves).unwrap_err();
    assert_eq!((index, session.game().moves().len()), (1, 0));
    session.play_sequence(&moves[..1]).unwrap();
    assert_eq!(session.undo(2), Err(CannotUndo { played: 1 }));
}
