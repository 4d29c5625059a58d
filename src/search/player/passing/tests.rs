//! Whether to pass, in positions of five lines, and what to take before.

use super::after_pass::Prospects;
use super::clean_up::moves_that_clean_up;
use super::decision::PassDecision;
use crate::game::{Game, Rules, Scoring};
use crate::search::{Judgement, MoveReport, Report, Request};
use crate::types::{Color, Move};

/// As it stands Black has 16 points and White 5; without the stone at E3 it is 15 to 10.
const SPLIT: &str = "
    ..XO.
    X.XO.
    .XXOX
    .XXO.
    .XXO.";

/// Column and row of corners: Black owns the one, White the other.
const OWN_CORNER: (usize, usize) = (0, 4);
const OTHER_CORNER: (usize, usize) = (4, 4);

/// A position in which Black thinks of passing.
#[derive(Clone, Copy)]
struct Case {
    friendly_pass_ok: bool,
    has_white_passed: bool,
    komi: f32,
    /// Where the search would rather play, and its chance to win there.
    tried: (usize, usize),
    winrate: f32,
    /// Whether the search itself sees that corner decided, and whether a network does.
    is_sure: bool,
    has_network: bool,
}

const CASE: Case = Case {
    friendly_pass_ok: true,
    has_white_passed: true,
    komi: 0.5,
    tried: OTHER_CORNER,
    winrate: 0.5,
    is_sure: true,
    has_network: true,
};

impl Case {
    /// Whether Black passes. `judgement` is that with either side to move, made of one in which nothing is open.
    fn passes(self, judgement: impl FnOnce(&Game, Judgement) -> Option<Judgement>) -> bool {
        let mut game = Game::from_diagram(SPLIT).unwrap();
        game.set_rules(Rules {
            friendly_pass_ok: self.friendly_pass_ok,
            ..Rules::default()
        });
        game.set_komi(self.komi).unwrap();
        if self.has_white_passed {
            game.play(Color::White, Move::Pass).unwrap();
        }
        let (x, y) = self.tried;
        let tried = game.dims().point(x, y).unwrap();
        let mut ownership = owners(&game);
        if !self.is_sure {
            ownership[game.dims().index(tried)] = 0.0;
        }
        let report = Report {
            owner_visits: 100,
            ownership,
            moves: vec![MoveReport {
                winrate: self.winrate,
                ..MoveReport::of(Move::Place(tried))
            }],
            ..Report::nothing(Color::Black)
        };
        let request = Request::new(Color::Black);
        let decision = PassDecision::new(&game, &request, &report, self.has_network);
        assert!(decision.is_worth_a_judgement());
        let judged = Judgement::from_ownership(&game, &owners(&game));
        decision.would_win_at_once() || decision.should_pass(judgement(&game, judged), || None)
    }

    /// The same where the judgement is that nothing is open.
    fn passes_if_settled(self) -> bool {
        self.passes(|_, judged| Some(judged))
    }
}

/// Black has the three columns on the left.
fn owners(game: &Game) -> Vec<f32> {
    let owner = |point| match game.dims().xy(point).0 {
        0..=2 => 1.0,
        _ => -1.0,
    };
    game.dims().points().map(owner).collect()
}

#[test]
fn what_the_search_sees_with_the_own_move_to_come_is_no_reason_to_pass() {
    for has_white_passed in [false, true] {
        let case = Case {
            has_white_passed,
            ..CASE
        };
        assert!(!case.passes(|_, _| None));
    }
    assert!(CASE.passes_if_settled());
}

#[test]
fn a_certain_win_is_taken() {
    for has_judged in [true, false] {
        let lost =
            |game: &Game, _| has_judged.then(|| Judgement::from_ownership(game, &[-1.0; 25]));
        let at = |komi| Case {
            friendly_pass_ok: false,
            komi,
            winrate: 0.9,
            is_sure: !has_judged,
            ..CASE
        };
        assert!(at(0.5).passes(lost));
        assert!(!at(12.5).passes(lost));
    }
}

#[test]
fn a_drawn_game_is_played_on_by_who_may_still_win() {
    let at = |komi, winrate, is_sure| {
        let case = Case {
            komi,
            winrate,
            is_sure,
            ..CASE
        };
        case.passes_if_settled()
    };
    for is_sure in [true, false] {
        assert!(at(4.0, 0.99, is_sure));
        assert!(!at(5.0, 0.99, is_sure));
        assert!(at(5.0, 0.5, is_sure));
        assert!(at(6.0, 0.1, is_sure));
    }
    assert!(!at(6.0, 0.3, false), "the search sees a way");
    assert!(at(6.0, 0.3, true), "it sees none, and guesses");
    let by_playouts = Case {
        komi: 6.0,
        winrate: 0.3,
        has_network: false,
        ..CASE
    };
    assert!(!by_playouts.passes_if_settled());
}

#[test]
fn own_territory_is_not_filled_in_a_lost_game() {
    let passes = |tried, komi| {
        let case = Case {
            komi,
            tried,
            winrate: 0.3,
            is_sure: false,
            ..CASE
        };
        case.passes_if_settled()
    };
    assert!(passes(OWN_CORNER, 6.0));
    assert!(!passes(OTHER_CORNER, 6.0));
}

/// White has passed, and a point between both is left, which the search gives to Black.
#[test]
fn a_dame_is_played() {
    let passes = |komi| {
        let mut game = Game::from_diagram(
            "
            .XO..
            XXO..
            .X.O.
            XXOO.
            .XO..",
        )
        .unwrap();
        game.set_komi(komi).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let dame = game.dims().point(2, 2).unwrap();
        let owner = |point| match game.dims().xy(point).0 {
            0..=1 => 1.0,
            _ if point == dame => 1.0,
            _ => -1.0,
        };
        let report = Report {
            owner_visits: 100,
            ownership: game.dims().points().map(owner).collect(),
            moves: vec![MoveReport {
                winrate: 0.99,
                ..MoveReport::of(Move::Place(dame))
            }],
            ..Report::nothing(Color::Black)
        };
        let request = Request::new(Color::Black);
        let decision = PassDecision::new(&game, &request, &report, true);
        let judged = Judgement::from_ownership(&game, &report.ownership);
        decision.should_pass(Some(judged), || None)
    };
    assert!(!passes(-3.5), "won with the point");
    assert!(!passes(-2.5), "lost by less with it");
    assert!(passes(-4.5), "won without it");
}

#[test]
fn who_loses_passes_although_own_stones_are_dead() {
    let case = Case {
        friendly_pass_ok: false,
        komi: 20.0,
        winrate: 0.0,
        ..CASE
    };
    assert!(case.passes_if_settled());
}

/// Under Tromp-Taylor rules White, to move, has a dead stone of Black's to take.
#[test]
fn dead_stones_are_taken_if_that_wins_and_left_if_the_game_is_lost_all_the_same() {
    let passes = |komi| {
        let mut game = Game::from_diagram(SPLIT).unwrap();
        game.set_komi(komi).unwrap();
        game.set_rules(Rules {
            friendly_pass_ok: false,
            ..Rules::default()
        });
        game.play(Color::Black, Move::Pass).unwrap();
        let report = Report {
            owner_visits: 100,
            ownership: owners(&game),
            ..Report::nothing(Color::White)
        };
        let request = Request::new(Color::White);
        let decision = PassDecision::new(&game, &request, &report, true);
        let judged = Judgement::from_ownership(&game, &owners(&game));
        decision.should_pass(Some(judged), || None)
    };
    assert!(passes(12.0), "won as it stands");
    assert!(!passes(6.0), "won with the stone");
    assert!(passes(4.0), "lost");
}

/// Under territory rules White has passed, a point is open, and the search thinks of the corner.
#[test]
fn a_move_that_gains_nothing_is_not_made_where_it_costs_a_point() {
    let mut game = Game::from_diagram(SPLIT).unwrap();
    game.set_rules(Rules {
        scoring: Scoring::Territory,
        ..Rules::default()
    });
    game.set_komi(-1.5).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    let (x, y) = OWN_CORNER;
    let corner = Move::Place(game.dims().point(x, y).unwrap());
    let choice = |has_network, (winrate, lead), left: Option<Prospects>| {
        let found = |mv, winrate, lead| MoveReport {
            // An earlier search has read it.
            visits: 25,
            winrate,
            lead,
            ..MoveReport::of(mv)
        };
        let report = Report {
            owner_visits: 100,
            moves: vec![found(corner, winrate, lead), found(Move::Pass, 1.0, 3.5)],
            ..Report::nothing(Color::Black)
        };
        let mut owners = owners(&game);
        owners[0] = 0.5;
        let judgement = Judgement::from_ownership(&game, &owners);
        assert!(!judgement.is_settled(&game));
        let request = Request::new(Color::Black);
        let decision = PassDecision::new(&game, &request, &report, has_network);
        decision.should_pass(Some(judgement), || left)
    };
    let passes = |found, left| choice(true, found, left);
    let left = |winrate, lead| Some(Prospects { winrate, lead });
    assert!(
        !choice(false, (0.9, 3.7), left(0.9, 3.5)),
        "playouts cannot tell"
    );
    assert!(passes((0.9, 3.7), left(0.9, 3.5)));
    assert!(!passes((0.9, 5.0), left(0.9, 3.5)), "the corner gains");
    assert!(
        !passes((0.9, 3.7), left(0.1, -2.0)),
        "the pass leaves too much"
    );
    assert!(!passes((0.9, 3.7), None), "nobody knows what it leaves");
}

/// Under territory rules White has passed, Black is behind, a point is open, and the search would fill the corner.
#[test]
fn who_loses_does_not_fill_own_territory_either() {
    let passes = |komi, tried: (usize, usize), other_visits| {
        let mut game = Game::from_diagram(SPLIT).unwrap();
        game.set_rules(Rules {
            scoring: Scoring::Territory,
            ..Rules::default()
        });
        game.set_komi(komi).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let place = |(x, y)| Move::Place(game.dims().point(x, y).unwrap());
        let found = |mv, visits, winrate, lead| MoveReport {
            visits,
            winrate,
            lead,
            ..MoveReport::of(mv)
        };
        let report = Report {
            owner_visits: 100,
            ownership: owners(&game),
            moves: vec![
                found(place(tried), 60, 0.4, -3.0),
                found(Move::Pass, 25, 0.0, -6.5),
                found(place(OTHER_CORNER), other_visits, 0.3, -4.0),
            ],
            ..Report::nothing(Color::Black)
        };
        let mut owners = owners(&game);
        owners[0] = 0.5;
        let judgement = Judgement::from_ownership(&game, &owners);
        assert!(!judgement.is_settled(&game));
        let request = Request::new(Color::Black);
        let decision = PassDecision::new(&game, &request, &report, true);
        decision.should_pass(Some(judgement), || None)
    };
    assert!(passes(8.5, OWN_CORNER, 1));
    assert!(!passes(8.5, OWN_CORNER, 20), "another move may gain");
    assert!(!passes(8.5, OTHER_CORNER, 1));
    assert!(
        !passes(-1.5, OWN_CORNER, 1),
        "the winner may have to protect"
    );
}

/// Under territory rules White has passed, Black is ahead, and playouts would play at home, where they are not quite sure.
#[test]
fn likely_points_are_enough_for_playouts_where_a_pass_wins() {
    let passes = |scoring, owner_at_home| {
        let mut game = Game::from_diagram(SPLIT).unwrap();
        game.set_rules(Rules {
            scoring,
            ..Rules::default()
        });
        game.set_komi(-1.5).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let (x, y) = OWN_CORNER;
        let corner = game.dims().point(x, y).unwrap();
        let report = Report {
            owner_visits: 100,
            moves: vec![MoveReport {
                winrate: 0.9,
                ..MoveReport::of(Move::Place(corner))
            }],
            ..Report::nothing(Color::Black)
        };
        let mut owners = owners(&game);
        owners[game.dims().index(corner)] = owner_at_home;
        let judgement = Judgement::from_ownership(&game, &owners);
        let request = Request::new(Color::Black);
        let decision = PassDecision::new(&game, &request, &report, false);
        decision.should_pass(Some(judgement), || None)
    };
    assert!(passes(Scoring::Territory, 0.7));
    assert!(!passes(Scoring::Territory, 0.5), "White may still come in");
    assert!(!passes(Scoring::Area, 0.7), "a move costs nothing");
}

#[test]
fn cleaning_up_takes_liberties_of_dead_stones() {
    let game = Game::from_diagram(SPLIT).unwrap();
    let judgement = Judgement::from_ownership(&game, &owners(&game));
    let moves = |color| moves_that_clean_up(&game, color, &judgement);
    assert_eq!(moves(Color::Black), []);
    let place = |x, y| Move::Place(game.dims().point(x, y).unwrap());
    assert_eq!(moves(Color::White), [place(4, 1), place(4, 3)]);
}
