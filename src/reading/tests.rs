use super::*;
use crate::game::board_from_diagram;
use crate::types::{Dims, PointSet, format_vertex, parse_vertex};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::thread;

/// Nobody interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);

fn at(board: &AnyBoard, vertex: &str) -> Point {
    parse_vertex(board.dims(), vertex).unwrap()
}

/// How well the side to move succeeds, and its move.
fn told(board: &AnyBoard, answer: Answer) -> (Success, String) {
    let vertex = answer.point.map(|point| format_vertex(board.dims(), point));
    (answer.success, vertex.unwrap_or_default())
}

fn attack(diagram: &str, vertex: &str) -> (Success, String) {
    let board = board_from_diagram(diagram).unwrap();
    let goal = Goal::capture(&board, &[at(&board, vertex)]).unwrap();
    told(&board, reach(&board, &goal, &NEVER))
}

fn defend(diagram: &str, vertex: &str) -> (Success, String) {
    let board = board_from_diagram(diagram).unwrap();
    let goal = Goal::capture(&board, &[at(&board, vertex)]).unwrap();
    told(&board, prevent(&board, &goal, &NEVER))
}

fn yes(vertex: &str) -> (Success, String) {
    (Success::Yes, vertex.to_owned())
}

fn no() -> (Success, String) {
    (Success::No, String::new())
}

const LADDER: &str = "
    .........
    .........
    .........
    .........
    ....XX...
    ...XOO...
    ....X....
    .........
    .........";

/// How well the owner of the chain does after Black's move at each of these points.
fn after<const MOVES: usize>(diagram: &str, chain: &str, moves: [&str; MOVES]) -> [Success; MOVES] {
    let board = board_from_diagram(diagram).unwrap();
    let goal = Goal::capture(&board, &[at(&board, chain)]).unwrap();
    moves.map(|vertex| {
        let mut after = board.clone();
        after.play_unchecked(Color::Black, at(&board, vertex));
        prevent(&after, &goal, &NEVER).success
    })
}

#[test]
fn a_ladder_is_read_to_the_edge_or_to_its_breaker() {
    assert_eq!(attack(LADDER, "E4"), yes("G4"));
    assert_eq!(after(LADDER, "E4", ["G4"]), [Success::No]);
    // From farther off there may be a ko for it.
    let broken = LADDER.replace("....X....\n    .........", "....X....\n    ......O..");
    assert_eq!(after(&broken, "E4", ["G4"]), [Success::Yes]);
}

/// A board with these stones.
fn board_with(side: usize, black: &[&str], white: &[&str]) -> AnyBoard {
    let mut board = AnyBoard::new(Dims::square(side).unwrap());
    for (color, vertices) in [(Color::Black, black), (Color::White, white)] {
        for vertex in vertices {
            board.play_unchecked(color, at(&board, vertex));
        }
    }
    board
}

/// Main threads have a stack of 1 MB on some systems.
#[test]
fn a_ladder_across_the_largest_board_takes_little_of_the_stack() {
    let reading = || {
        let board = board_with(25, &["C24", "D24", "B23", "C22"], &["C23", "D23"]);
        let stone = at(&board, "C23");
        let ladder = Goal::capture(&board, &[stone]).unwrap();
        assert_eq!(reach(&board, &ladder, &NEVER).success, Success::Yes);
        let kill = Goal::kill(&board, stone).unwrap();
        assert!(prevent(&board, &kill, &NEVER).moves > 1000);
    };
    let thread = thread::Builder::new().stack_size(512 << 10);
    thread.spawn(reading).unwrap().join().unwrap();
}

/// The ladder that does not work is as long as the board, and is read to its end beside the one that works.
#[test]
fn a_long_ladder_that_is_broken_does_not_hide_the_other_one() {
    let board = board_with(25, &["C24", "D24", "B23", "C22"], &["C23", "D23", "X3"]);
    let goal = Goal::capture(&board, &[at(&board, "C23")]).unwrap();
    let answer = reach(&board, &goal, &NEVER);
    assert_eq!(answer.success, Success::Yes, "{answer:?}");
    let mut after = board.clone();
    after.play_unchecked(Color::Black, answer.point.unwrap());
    let saved = prevent(&after, &goal, &NEVER);
    assert_eq!((saved.success, saved.is_certain), (Success::No, true));
}

#[test]
fn a_ladder_is_a_chain_of_ataris() {
    let ladder = |diagram: &str| {
        let board = board_from_diagram(diagram).unwrap();
        let goal = Goal::ladder(&board, at(&board, "E4")).unwrap();
        told(&board, reach(&board, &goal, &NEVER))
    };
    assert_eq!(ladder(LADDER), yes("G4"));
    let broken = LADDER.replace("....X....\n    .........", "....X....\n    .......O.");
    assert_eq!(ladder(&broken), no());
}

/// A ladder would run into White's stones.
#[test]
fn a_net_is_a_way_to_capture() {
    let diagram = "
        .........
        .........
        .........
        .....O...
        ...XX....
        ..XO..O..
        ..X......
        ..X...O..
        ...O.....";
    assert_eq!(
        after(diagram, "D4", ["D3", "E3"]),
        [Success::Yes, Success::No]
    );
}

#[test]
fn five_liberties_are_enough() {
    let long = "
        .......
        .......
        XXXXX..
        OOOOOX.
        .....X.
        .......";
    assert_eq!(attack(long, "A3"), no());
    assert_eq!(defend(long, "A3"), yes(""));
}

#[test]
fn a_snapback_and_a_capture_that_saves() {
    let snapback = "
        .X..OO.
        XXOOXOO
        .XOOXO.
        XXOXXOO
        .XXXOO.
        XXXOOOO
        .XX..O.";
    assert_eq!(attack(snapback, "C6"), yes("D7"));
    assert_eq!(defend(snapback, "C6"), yes("D7"));
}

/// Whoever takes a stone in a ko may have it taken back.
#[test]
fn kos_are_told_by_who_needs_a_threat() {
    let ko = "
        .....
        .XO..
        XO.O.
        .XO..
        .....";
    assert_eq!(attack(ko, "B3"), (Success::WinsKo, "C3".to_owned()));
    assert_eq!(defend(ko, "B3"), yes("C3"));
    let mut board = board_from_diagram(ko).unwrap();
    board.play_unchecked(Color::Black, at(&board, "C3"));
    let goal = Goal::capture(&board, &[at(&board, "C3")]).unwrap();
    assert_eq!(reach(&board, &goal, &NEVER).success, Success::NeedsThreat);
}

#[test]
fn one_of_two_falls_where_both_are_attacked_at_once() {
    let double = "
        .O..XX.
        OOXOXXX
        .OXOXX.
        OO..XXX
        .OXOXX.
        OOXOXXX
        .O..XX.";
    let board = board_from_diagram(double).unwrap();
    let stones = ["C5", "C3"].map(|vertex| at(&board, vertex));
    for stone in stones {
        let one = Goal::capture(&board, &[stone]).unwrap();
        assert_eq!(prevent(&board, &one, &NEVER).success, Success::Yes);
    }
    let either = Goal::capture(&board, &stones).unwrap();
    assert_eq!(reach(&board, &either, &NEVER).success, Success::Yes);
}

#[test]
fn stones_are_connected_or_cut() {
    let question = |diagram: &str, first: &str, second: &str| {
        let board = board_from_diagram(diagram).unwrap();
        let stones = [first, second].map(|vertex| at(&board, vertex));
        let goal = Goal::connection(&board, stones).unwrap();
        (
            told(&board, reach(&board, &goal, &NEVER)),
            told(&board, prevent(&board, &goal, &NEVER)),
        )
    };
    let bamboo_joint = "
        ..O..
        .X.X.
        .X.X.
        ..O..
        .....";
    assert_eq!(question(bamboo_joint, "B4", "D4").1, no());
    let open = "
        ..O..
        .X.X.
        ..O..
        .....
        .....";
    assert_eq!(question(open, "B4", "D4"), (yes("C4"), yes("C4")));
    let far = "
        X.O.O.X
        ..O.O..
        ..O.O..";
    assert_eq!(question(far, "A3", "G3").0, no());
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
    assert_eq!(question(four_moves_apart, "G2", "H5").0, yes("H3"));
    let board = board_from_diagram(open).unwrap();
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
        assert_eq!(told(&board, reach(&board, &goal, &NEVER)), yes("G5"));
        assert_eq!(told(&board, prevent(&board, &goal, &NEVER)).0, Success::Yes);
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
    let diagram = "
        ..O..
        .X.X.
        ..O..
        .....
        .....";
    let board = board_from_diagram(diagram).unwrap();
    let question = |area: &[&str]| {
        let area = area.iter().map(|vertex| at(&board, vertex)).collect();
        let goal = Goal::way_into(&board, at(&board, "B4"), area).unwrap();
        (
            told(&board, reach(&board, &goal, &NEVER)),
            told(&board, prevent(&board, &goal, &NEVER)),
        )
    };
    assert_eq!(question(&["C4"]), (yes("C4"), yes("C4")), "beside it");
    assert_eq!(
        question(&["D4"]),
        (yes("C4"), yes("C4")),
        "a friend's point"
    );
    assert_eq!(question(&["B4", "E1"]), (yes(""), no()), "it is there");
    assert_eq!(question(&["A4", "C4"]).1, no(), "two ways");
    assert_eq!(question(&[]), (no(), yes("")), "nowhere");
    let nobody = Goal::way_into(&board, at(&board, "A1"), PointSet::EMPTY);
    assert_eq!(nobody.unwrap_err(), GoalError::Empty(at(&board, "A1")));
}

#[test]
fn the_life_of_an_enclosed_group_is_read_to_its_end() {
    let question = |space: &str| {
        let board =
            board_from_diagram(&format!("{space}\nOOOOOOX..\nXXXXXXX..\n.........")).unwrap();
        let goal = Goal::kill(&board, at(&board, "A3")).unwrap();
        let (attack, defence) = (reach(&board, &goal, &NEVER), prevent(&board, &goal, &NEVER));
        assert!(attack.is_certain && defence.is_certain);
        (told(&board, attack), told(&board, defence))
    };
    assert_eq!(question("O...OOX.."), (yes("C4"), yes("C4")), "three");
    assert_eq!(question("O....OX..").0, no(), "four in a row");
    assert_eq!(question("O..OOOX..").1, no(), "two");
    assert_eq!(question("O.O.OOX..").0, no(), "two eyes");
}

/// Two chains that cannot be cut, with room for an eye each: the vital point is beside one of them alone.
#[test]
fn the_vital_point_may_be_far_from_the_chain_that_is_asked_about() {
    let board = board_from_diagram(
        ".........
         .........
         .........
         OOOOOOOO.
         OX.XXXXXO
         OX.X...XO
         OO.XXXXXO
         .OOOOOOOO
         .........",
    )
    .unwrap();
    let mut read_out = 0;
    for vertex in ["B4", "D5"] {
        let goal = Goal::kill(&board, at(&board, vertex)).unwrap();
        for answer in [reach(&board, &goal, &NEVER), prevent(&board, &goal, &NEVER)] {
            let is_right = answer.success == Success::Yes;
            assert!(is_right || !answer.is_certain, "{vertex}: {answer:?}");
            read_out += usize::from(answer.is_certain);
        }
    }
    assert!(read_out > 0);
}

/// The order in which liberties between the same walls are filled does not matter, so that even many are read to the end.
#[test]
fn a_long_race_is_won_by_who_has_more_liberties() {
    let board = board_from_diagram(
        ".........
         OOOOOOOOO
         .......OO
         XXXXXXXXX
         OOOOOOOOO
         .....XXXX
         XXXXXXXXX
         .........",
    )
    .unwrap();
    let chains = ["A5", "A4"].map(|vertex| at(&board, vertex));
    for [chain, rival] in [chains, [chains[1], chains[0]]] {
        let goal = Goal::race(&board, chain, rival).unwrap();
        let white = answer(&board, &goal, Color::White, &NEVER);
        assert_eq!((white.success, white.is_certain), (Success::No, true));
    }
}

/// White on D1, the liberty of the stones inside that leaves a square, kills; on B1, the other one, it does not.
#[test]
fn the_liberties_of_stones_inside_an_eye_are_told_apart_in_a_race() {
    let rows = [
        "OOOOOOOOO",
        "OOOOOOOOO",
        "OOOOOOOOO",
        "OOOOOOOOO",
        ".O.OOOOOO",
        "OOOOOOOOO",
        "OXXXXOOOO",
        "XXOOXOOOO",
        "X.O.XOOOO",
    ];
    let mirrored = rows.map(|row| row.chars().rev().collect::<String>());
    for (diagram, vertices) in [
        (rows.join("\n"), ["B2", "F5", "D1"]),
        (mirrored.join("\n"), ["H2", "D5", "F1"]),
    ] {
        let board = board_from_diagram(&diagram).unwrap();
        let [chain, rival, vital] = vertices.map(|vertex| at(&board, vertex));
        let goal = Goal::race(&board, chain, rival).unwrap();
        let answer = reach(&board, &goal, &NEVER);
        assert_eq!((answer.success, answer.point), (Success::Yes, Some(vital)));
    }
}

#[test]
fn reading_is_given_up_when_that_is_asked_for() {
    let board = board_from_diagram(LADDER).unwrap();
    let goal = Goal::capture(&board, &[at(&board, "E4")]).unwrap();
    let answer = reach(&board, &goal, &AtomicBool::new(true));
    assert_eq!((answer.success, answer.is_certain), (Success::No, false));
}

/// A board after so many random moves that fill no eye.
fn random_board(moves: usize, seed: u128) -> AnyBoard {
    let mut random = Pcg64Mcg::new(seed);
    let mut board = AnyBoard::new(Dims::square(9).unwrap());
    let mut color = Color::Black;
    for _ in 0..moves {
        let mut points = board.empty_points();
        points.retain(|&point| board.is_legal(color, point) && !board.is_eye(color, point));
        let Some(&point) = points.get(random.next_u32() as usize % points.len().max(1)) else {
            break;
        };
        board.play_unchecked(color, point);
        color = !color;
    }
    board
}

/// Moves that are far away may matter after all: nobody looks at these. In fights as wild as those of random moves one capture in a
/// hundred is prevented so.
#[test]
fn what_is_captured_stays_captured_whatever_is_played() {
    let (mut captures, mut escapes) = (0, 0);
    for seed in 0..60 {
        let board = random_board(20 + seed as usize % 40, 2 * seed + 1);
        for target in board.dims().points() {
            let Ok(goal) = Goal::capture(&board, &[target]) else {
                continue;
            };
            let Answer {
                success: Success::Yes,
                point: Some(point),
                ..
            } = reach(&board, &goal, &NEVER)
            else {
                continue;
            };
            captures += 1;
            let mut after = board.clone();
            after.play_unchecked(goal.seeker(), point);
            escapes += usize::from(escapes_by_any_move(&after, &goal, target));
        }
    }
    assert!(
        captures > 500 && escapes * 50 < captures,
        "{escapes} of {captures}"
    );
}

fn escapes_by_any_move(board: &AnyBoard, goal: &Goal, target: Point) -> bool {
    let owner = !goal.seeker();
    let is_there = board.color_at(target).is_some();
    let points = board.empty_points().into_iter();
    is_there
        && points
            .filter(|&point| board.is_legal(owner, point))
            .any(|point| {
                let mut answered = board.clone();
                answered.play_unchecked(owner, point);
                reach(&answered, goal, &NEVER).success != Success::Yes
            })
}
