//! Chains that are connected, or get into an area.

use super::*;

/// Two black stones that White can cut.
const OPEN: &str = "
    ..O..
    .X.X.
    ..O..
    .....
    .....";

#[test]
fn stones_are_connected_or_cut() {
    let question = |diagram: &str, ends: [&str; 2]| {
        let board = drawn(diagram);
        let stones = ends.map(|vertex| at(&board, vertex));
        both(&board, &Goal::connection(&board, stones).unwrap())
    };
    let bamboo_joint = "
        ..O..
        .X.X.
        .X.X.
        ..O..
        .....";
    assert_eq!(question(bamboo_joint, ["B4", "D4"])[1], no());
    assert_eq!(question(OPEN, ["B4", "D4"]), [yes("C4"), yes("C4")]);
    let far = "
        X.O.O.X
        ..O.O..
        ..O.O..";
    assert_eq!(question(far, ["A3", "G3"])[0], no());
    let four_moves_apart = "
        .........
        .........
        .........
        .........
        .......O.
        .......X.
        .....OX..
        ......OO.
        .........";
    assert_eq!(question(four_moves_apart, ["G2", "H5"])[0], yes("H3"));
    let board = drawn(OPEN);
    let ends = |a, b| Goal::connection(&board, [at(&board, a), at(&board, b)]);
    assert_eq!(ends("B4", "C5").unwrap_err(), GoalError::TwoColors);
    let empty = at(&board, "A1");
    assert_eq!(ends("B4", "A1").unwrap_err(), GoalError::Empty(empty));
}

/// White captures three stones on the way, whose last liberty is on the way too.
#[test]
fn what_has_to_be_captured_is_as_far_from_either_end() {
    let board = board_with(
        9,
        &[
            "D7", "F7", "G7", "D6", "D5", "F5", "D4", "G4", "F3", "G2", "H5",
        ],
        &["E6", "F6", "G6", "C5", "C4", "H4", "D3", "G3", "H3"],
    );
    let [one, other] = ["E6", "H4"].map(|vertex| at(&board, vertex));
    for ends in [[one, other], [other, one]] {
        let goal = Goal::connection(&board, ends).unwrap();
        let [attack, defence] = both(&board, &goal);
        assert_eq!((attack, defence.0), (yes("G5"), Success::Yes));
    }
}

/// Two stones of one colour each.
fn pairs_of_stones(board: &AnyBoard) -> Vec<[Point; 2]> {
    let mut pairs = Vec::new();
    for color in Color::BOTH {
        let stones = board.dims().points();
        let stones: Vec<Point> = stones
            .filter(|&point| board.color_at(point) == Some(color))
            .collect();
        for (index, &one) in stones.iter().enumerate() {
            pairs.extend(stones[..index].iter().map(|&other| [one, other]));
        }
    }
    pairs
}

#[test]
fn it_is_the_same_which_of_two_chains_is_named_first() {
    for seed in 0..30 {
        let board = random_board(15 + seed as usize, 2 * seed + 1);
        for (index, [one, other]) in pairs_of_stones(&board).into_iter().enumerate() {
            let goals = [[one, other], [other, one]].map(|ends| {
                let goal = Goal::connection(&board, ends).unwrap();
                let seeker = goal.seeker();
                let outlook_at =
                    |limit| each!(&board, board => connection::outlook(board, &ends, &PointSet::EMPTY, seeker, Side::Seeker, limit));
                (goal, [1, 2, 3, 4, 5].map(outlook_at))
            });
            let [(there, outlook_there), (back, outlook_back)] = goals;
            assert_eq!(outlook_there, outlook_back, "{seed}");
            // To read all of them takes too long.
            if index % 50 == 0 {
                for question in [reach, prevent] {
                    let answers = [&there, &back].map(|goal| question(&board, goal, &NEVER));
                    assert_eq!(answers[0], answers[1], "{seed}");
                }
            }
        }
    }
}

#[test]
fn a_chain_gets_into_an_area_or_is_kept_out() {
    let board = drawn(OPEN);
    let question = |area: &[&str]| {
        let area = area.iter().map(|vertex| at(&board, vertex)).collect();
        both(
            &board,
            &Goal::way_into(&board, at(&board, "B4"), area).unwrap(),
        )
    };
    assert_eq!(question(&["C4"]), [yes("C4"), yes("C4")], "beside it");
    assert_eq!(
        question(&["D4"]),
        [yes("C4"), yes("C4")],
        "a friend's point"
    );
    assert_eq!(question(&["B4", "E1"]), [yes(""), no()], "it is there");
    assert_eq!(question(&["A4", "C4"])[1], no(), "two ways");
    assert_eq!(question(&[]), [no(), yes("")], "nowhere");
    let nobody = Goal::way_into(&board, at(&board, "A1"), PointSet::EMPTY);
    assert_eq!(nobody.unwrap_err(), GoalError::Empty(at(&board, "A1")));
}
