use super::*;
use crate::game::Rules;
use crate::types::Move;
use crate::types::{Dims, parse_move};

const EFFORT: Effort = Effort {
    playouts: Some(150),
    time: None,
};

fn settings() -> Settings {
    Settings {
        memory_mb: 64,
        ..Settings::default()
    }
}

/// A review of a record, at little effort.
pub fn review_of(text: &str) -> Review {
    let loaded = sgf::load(text.as_bytes(), None).unwrap();
    let mut positions = 0;
    let watch = &mut |step: Step<'_>| {
        if let Step::Position(number, _) = step {
            positions += 1;
            assert_eq!(number + positions, loaded.game.moves().len() + 1);
        }
        ControlFlow::Continue(())
    };
    let review = Review::new(
        &loaded.game,
        loaded.info,
        &settings(),
        EFFORT,
        &Arc::default(),
        watch,
    );
    assert_eq!(positions, loaded.game.moves().len() + 1);
    review.unwrap()
}

#[test]
fn every_position_is_there_in_order() {
    let review = review_of("(;SZ[5];B[cc];W[bb];B[];W[dd])");
    assert_eq!(review.positions.len(), 5);
    assert_eq!(review.losses.len(), 4);
    let turns: Vec<Color> = review.positions.iter().map(|p| p.to_move).collect();
    assert_eq!(turns[..2], [Color::Black, Color::White]);
    let stones = |number: usize| review.positions[number].stones.iter().flatten().count();
    assert_eq!([0, 1, 2, 3, 4].map(stones), [0, 1, 2, 2, 3]);
    for position in &review.positions {
        assert_eq!(position.ownership.len(), 25);
        assert!((0.0..=1.0).contains(&position.winrate));
        assert!(position.playouts >= 150 && !position.candidates.is_empty());
    }
}

/// Four black and five white stones share their last liberty, A5; Black passes, and White captures.
const PASSED: &str =
    "(;SZ[5]KM[7.5]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]AW[ba][bb][bc][bd][be];B[];W[aa])";

#[test]
fn a_pass_instead_of_a_capture_is_found() {
    let dims = Dims::square(5).unwrap();
    let review = review_of(PASSED);
    let loss = review.losses[0];
    assert!(loss.winrate > 0.3 && loss.points > 5.0, "{loss:?}");
    assert_eq!(review.worst(3), [0]);
    let better = review.better(0).unwrap();
    assert_eq!(better.mv, parse_move(dims, "A5").unwrap());
    assert_eq!(
        review.losses[1].winrate, 0.0,
        "White's answer is the best move"
    );
    assert_eq!(loss.verdict, Verdict::Blunder, "{loss:?}");
    assert!(loss.error.unwrap() < loss.winrate, "{loss:?}");
    let summary = review.summary(Color::Black);
    assert!(
        summary.mean.points > 5.0 && summary.accuracy < 30.0,
        "{summary:?}"
    );
    assert_eq!((summary.mistakes, &summary.moments[..]), ([1, 1], &[0][..]));
    assert_eq!(summary.phases[0].moves, 1);
    assert_eq!(review.summary(Color::White).accuracy, 100.0);
}

/// Black has 15 points, White 10; both pass.
const FINISHED: &str = "(;SZ[5]KM[0.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])";

#[test]
fn a_game_that_is_over_is_counted() {
    let review = review_of(FINISHED);
    let [before, end] = [1, 2].map(|number| &review.positions[number]);
    assert!(!before.is_over && before.playouts >= 150);
    assert!(end.is_over && end.playouts == 0 && end.candidates.is_empty());
    assert_eq!((end.winrate, end.lead), (1.0, 4.5));
    assert_eq!(end.ownership[..5], [1.0, 1.0, 1.0, -1.0, -1.0]);
    assert_eq!(review.losses[1], Loss::NONE, "the last pass costs nothing");
}

#[test]
fn dead_stones_count_as_the_rules_want_it() {
    let text = FINISHED.replace("AW", "AW[aa]");
    let mut game = sgf::load(text.as_bytes(), None).unwrap().game;
    let mut search = Search::new(settings());
    let limits = || EFFORT.limits(1, &Arc::default());
    let mut lead = |game: &Game| evaluate(&mut search, game, Color::Black, limits()).lead;
    assert_eq!(lead(&game), 4.5, "the dead stone is taken off");
    game.set_rules(Rules::preset("tromp-taylor").unwrap());
    assert_eq!(lead(&game), -6.5, "as it stands Black surrounds nothing");
}

#[test]
fn the_end_of_a_game_is_no_mistake() {
    let at = |winrate, lead, is_over| ReviewedPosition {
        winrate,
        lead,
        is_over,
        ..ReviewedPosition::unknown(&sgf::load(b"(;SZ[5])", None).unwrap().game, Color::White)
    };
    let end = at(1.0, 0.5, true);
    let lost = |winrate, lead| Loss::by_sight(&at(winrate, lead, false), Move::Pass, &end);
    assert_eq!(lost(0.9, 0.4), Loss::NONE, "the loser passes");
    let far = at(1.0, 8.5, true);
    assert_eq!(
        Loss::by_sight(&at(0.9, 0.4, false), Move::Pass, &far),
        Loss::NONE,
        "the loser, by more than thought"
    );
    assert_eq!(
        lost(0.45, 0.1),
        Loss::NONE,
        "so close that the search was wrong"
    );
    let thrown_away = lost(0.1, -8.0);
    assert!(
        thrown_away.winrate > 0.8,
        "White was ahead and threw it away"
    );
    assert_eq!(thrown_away.points, 8.5);
    let mut unsure = at(0.1, -8.0, false);
    unsure.candidates = review_of("(;SZ[5])").positions.remove(0).candidates;
    unsure.candidates[0].lead_variance = 4.0;
    let points = Loss::by_sight(&unsure, Move::Pass, &end).points;
    assert_eq!(points, 4.5, "two standard errors may be chance");
    let after_the_end = Loss::by_sight(&at(0.0, -3.0, true), Move::Pass, &at(0.5, 0.0, false));
    assert_eq!(after_the_end.winrate, 0.0);
}

#[test]
fn nothing_lost_is_not_less_than_nothing() {
    let review = review_of("(;SZ[5];B[cc])");
    assert!(review.summary(Color::White).mean.winrate.is_sign_positive());
    assert!(loss::at_least_nothing(-0.0).is_sign_positive());
}

#[test]
fn what_is_called_a_mistake_is_so_by_more_than_chance() {
    let reviews = ["(;SZ[9];B[ee];W[ec];B[ce];W[ge];B[eg])", PASSED].map(review_of);
    let losses: Vec<Loss> = reviews
        .iter()
        .flat_map(|review| review.losses.clone())
        .collect();
    for loss in &losses {
        let error = loss.error.unwrap();
        assert!(loss.winrate >= 0.0 && loss.points >= 0.0 && error >= 0.0);
        let is_certain = loss.winrate - error >= MISTAKE;
        assert_eq!(loss.verdict.is_mistake(), is_certain, "{loss:?}");
    }
    let mistakes = losses.iter().filter(|loss| loss.verdict.is_mistake());
    assert_eq!(mistakes.count(), 1, "{losses:?}");
}

#[test]
fn a_review_ends_when_it_is_told_to() {
    let game = sgf::load(b"(;SZ[5];B[cc];W[bb];B[dd])", None).unwrap().game;
    let review = |stop: bool, most: usize| {
        let mut heard = 0;
        let watch = &mut |_: Step<'_>| {
            heard += 1;
            if heard < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let stop = Arc::new(AtomicBool::new(stop));
        let review = Review::new(
            &game,
            sgf::Info::default(),
            &settings(),
            EFFORT,
            &stop,
            watch,
        );
        (review.is_none(), heard)
    };
    assert_eq!(review(false, 2), (true, 2));
    assert_eq!(review(true, 99), (true, 0));
}

#[test]
fn phases_follow_each_other() {
    let of = |number| Phase::of(number, 361);
    assert_eq!(
        [0, 51, 52, 150, 151].map(of),
        [
            Phase::Opening,
            Phase::Opening,
            Phase::Middle,
            Phase::Middle,
            Phase::End
        ]
    );
}

/// As [`PASSED`], beside an area that is Black's: whoever moves first, Black wins.
const PASSED_AHEAD: &str = "(;SZ[9:5]KM[7.5]AB[ab][ac][ad][ae][ca][cb][cc][cd][ce]\
    [ga][gb][gc][gd][ge]AW[ba][bb][bc][bd][be];B[];W[aa])";

#[test]
fn a_mistake_that_leaves_the_game_won_is_one() {
    let review = review_of(PASSED_AHEAD);
    let loss = review.losses[0];
    assert!(loss.winrate < SLIP && loss.points > 6.0, "{loss:?}");
    assert!(loss.verdict.is_mistake(), "{loss:?}");
    assert_eq!(review.worst(3), [0]);
    assert!(review.better(0).is_some());
    assert_eq!(review.summary(Color::Black).moments, [0]);
    assert!(!review.losses[1].verdict.is_mistake());
}

#[test]
fn where_the_game_is_decided_points_tell_mistakes() {
    let at = |winrate, lead, variance| {
        let mut position = ReviewedPosition {
            winrate,
            lead,
            ..ReviewedPosition::unknown(&sgf::load(b"(;SZ[5])", None).unwrap().game, Color::Black)
        };
        position.candidates = review_of("(;SZ[5])").positions.remove(0).candidates;
        position.candidates[0].winrate_variance = 0.0;
        position.candidates[0].lead_variance = variance;
        position
    };
    let after = at(0.99, 50.0, 0.0);
    let lost = |winrate, lead| Loss::by_sight(&at(winrate, lead, 0.0), Move::Pass, &after);
    assert!(lost(0.99, 56.1).may_be_a_mistake());
    assert!(!lost(0.99, 55.9).may_be_a_mistake());
    assert!(!lost(0.94, 70.0).may_be_a_mistake(), "chances tell");
    let [six, fifteen] = [56.0, 65.0].map(|lead| lost(0.99, lead).cost());
    assert!((six - MISTAKE).abs() < 1e-5 && (fifteen - BLUNDER).abs() < 1e-5);
    assert_eq!(lost(0.94, 70.0).cost(), 0.0);
}
