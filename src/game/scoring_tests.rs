use super::*;
use crate::game::{HandicapBonus, Rules, Tax};
use crate::types::{Dims, Move, parse_vertex};

fn game(text: &str, preset: &str) -> Game {
    let mut game = Game::from_diagram(text).unwrap();
    game.set_rules(Rules::preset(preset).unwrap());
    game
}

fn points(game: &Game, vertices: &str) -> Vec<Point> {
    vertices
        .split_whitespace()
        .map(|vertex| parse_vertex(game.dims(), vertex).unwrap())
        .collect()
}

fn score(text: &str, preset: &str, dead: &str) -> f32 {
    let game = game(text, preset);
    game.score(&points(&game, dead)).black_lead()
}

const SPLIT: &str = "\
..XO.
..XO.
.XXO.
.XOO.
.XO..
";

#[test]
fn area_counts_stones_and_what_they_surround() {
    assert_eq!(score(SPLIT, "tromp-taylor", ""), 13.0 - 12.0);
    assert_eq!(score(SPLIT, "japanese", ""), 7.0 - 6.0);
}

#[test]
fn an_empty_board_is_a_draw() {
    let game = game("...\n...\n...", "tromp-taylor");
    assert_eq!(game.score(&[]).to_string(), "0");
    assert_eq!(game.score(&[]).winner(), None);
}

#[test]
fn dead_stones_turn_into_territory_and_prisoners() {
    let text = "\
..XO.
O.XO.
.XXO.
.XOO.
.XO..
";
    // One dead stone takes its whole point back under area scoring, and is a prisoner besides under territory scoring.
    assert_eq!(score(text, "tromp-taylor", "A4"), 13.0 - 12.0);
    assert_eq!(score(text, "japanese", "A4"), 8.0 - 6.0);
    // Alive, it spoils the corner.
    assert_eq!(score(text, "tromp-taylor", ""), 6.0 - 13.0);
}

#[test]
fn one_stone_names_its_chain_and_empty_points_name_nothing() {
    let text = "\
O.XO.
O.XO.
.XXO.
.XOO.
.XO..
";
    assert_eq!(score(text, "tromp-taylor", "A5 B5"), 13.0 - 12.0);
    assert_eq!(score(text, "japanese", "A4"), 9.0 - 6.0);
}

#[test]
fn dame_count_for_nobody() {
    let text = "\
.X.O.
.X.O.
.X.O.
";
    assert_eq!(score(text, "tromp-taylor", ""), 0.0);
    let territory = Territory::new(&game(text, "japanese"), &[]);
    let dims = Dims::new(5, 3).unwrap();
    let owners: Vec<_> = (0..5)
        .map(|x| territory.owner(dims.point(x, 0).unwrap()))
        .collect();
    let (black, white) = (Some(Color::Black), Some(Color::White));
    assert_eq!(owners, [black, black, None, white, white]);
}

#[test]
fn prisoners_taken_in_play_count_under_territory_scoring_alone() {
    let mut game = game("OX...\n.....\n.....", "japanese");
    let corner = points(&game, "A2")[0];
    game.play(Color::Black, Move::Place(corner)).unwrap();
    assert_eq!(game.position().captures(Color::Black), 1);
    // All of the 15 points but two stones, and a prisoner.
    assert_eq!(game.score(&[]).black_lead(), 14.0);
    game.set_rules(Rules::default());
    assert_eq!(game.score(&[]).black_lead(), 15.0);
}

/// On the left each side has one eye and both share D2: who plays there dies.
/// On the right Black lives with two eyes.
const SEKI: &str = "\
.XX.OO.OX.X.
XXXOOOOOXXXX
";

#[test]
fn points_in_seki_follow_the_tax() {
    let game = game(SEKI, "japanese");
    let territory = Territory::new(&game, &[]);
    let in_seki = |vertex: &str| territory.seki().contains(points(&game, vertex)[0]);
    assert!(in_seki("A2") && in_seki("A1") && in_seki("G2") && in_seki("H2"));
    assert!(!in_seki("D2") && !in_seki("K2") && !in_seki("M2"));
    assert_eq!(territory.owner(points(&game, "A2")[0]), Some(Color::Black));

    let counted = |tax: Tax, territory: &Territory| {
        let rules = Rules {
            tax,
            ..*game.rules()
        };
        Color::BOTH.map(|color| territory.points(&rules, color))
    };
    assert_eq!(counted(Tax::None, &territory), [3, 1]);
    assert_eq!(counted(Tax::Seki, &territory), [2, 0]);
    assert_eq!(counted(Tax::All, &territory), [0, 0]);
    // Somebody who knows better says so.
    let known = Territory::with_seki(game.board(), &[], &points(&game, "B2"));
    assert_eq!(counted(Tax::Seki, &known), [2, 1]);
    let none = Territory::with_seki(game.board(), &[], &[]);
    assert_eq!(counted(Tax::Seki, &none), [3, 1]);
    assert_eq!(game.score_of(&none).black_lead(), 2.0);
}

#[test]
fn a_seki_in_which_somebody_says_that_stones_are_dead_is_none() {
    let text = "\
.XX.OO.
XXXXOOO
OOOOXXX
O.OOX.X
OOOOXXX
O.OXX.X
OOOXXXX";
    let game = game(text, "japanese");
    let seki = points(&game, "B7 C7 A6 B6 C6 D6 E7 F7 E6 F6 G6");
    let counted =
        |dead: &str, seki: &[Point]| Territory::with_seki(game.board(), &points(&game, dead), seki);
    let lead = |territory: &Territory| game.score_of(territory).black_lead();
    // The chain of E1 touches White's stones in seki.
    for dead in ["B7", "F7", "E1"] {
        let territory = counted(dead, &seki);
        assert!(territory.seki().is_empty(), "{dead}");
        assert_eq!(lead(&territory), lead(&counted(dead, &[])));
    }
    // To call them alive again undoes it.
    let territory = counted("", &seki);
    assert!(seki.iter().all(|&stone| territory.seki().contains(stone)));
}

#[test]
fn who_dies_elsewhere_ends_no_seki() {
    let text = "\
.XX.OO.OX.XO.
XXXOOOOOXXXX.";
    let game = game(text, "japanese");
    let (dead, seki) = (points(&game, "M2"), points(&game, "B1 E1"));
    let territory = Territory::with_seki(game.board(), &dead, &seki);
    assert!(seki.iter().all(|&stone| territory.seki().contains(stone)));
}

#[test]
fn living_groups_with_open_neutral_points_are_not_in_seki() {
    // Black's four points in a row live, and White outside lives on two sides.
    let text = "\
....X.O..
XXXXX.O..
......O..
OOOOOOO..
.........
";
    let territory = Territory::new(&game(text, "japanese"), &[]);
    assert!(territory.seki().is_empty());
    assert_eq!(score(text, "japanese", ""), 4.0 - 17.0);
}

#[test]
fn group_tax_takes_two_points_of_each_group() {
    let text = "\
..XO.
..XO.
XXXO.
OOOO.
.....
";
    assert_eq!(score(text, "tromp-taylor", ""), 9.0 - 16.0);
    assert_eq!(score(text, "stone-scoring", ""), 7.0 - 14.0);
    // Two black groups pay twice.
    let text = "\
..XO.OX..
..XOOOX..
XXXO.OXXX
OOOO.OOOO
.........
";
    assert_eq!(
        score(text, "stone-scoring", "") - score(text, "tromp-taylor", ""),
        -2.0
    );
}

#[test]
fn white_is_paid_for_handicap_as_the_rules_say() {
    let dims = Dims::square(9).unwrap();
    let lead = |bonus| {
        let rules = Rules {
            handicap_bonus: bonus,
            ..Rules::default()
        };
        let mut game = Game::new(dims, rules, 0.5);
        game.place_fixed_handicap(4).unwrap();
        game.score(&[]).black_lead()
    };
    assert_eq!(lead(HandicapBonus::Zero), 80.5);
    assert_eq!(lead(HandicapBonus::N), 76.5);
    assert_eq!(lead(HandicapBonus::NMinusOne), 77.5);
}
