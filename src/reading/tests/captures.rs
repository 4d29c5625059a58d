//! Ladders, nets, kos: chains that are captured, and those that are not.

use super::*;
use std::thread;

/// What comes of attack and defence of a chain.
fn read(diagram: &str, vertex: &str) -> [(Success, String); 2] {
    let board = drawn(diagram);
    both(&board, &capture_of(&board, vertex))
}

/// How well the owner of the chain does after Black's move at each of these points.
fn after<const MOVES: usize>(diagram: &str, chain: &str, moves: [&str; MOVES]) -> [Success; MOVES] {
    let board = drawn(diagram);
    let goal = capture_of(&board, chain);
    moves.map(|vertex| {
        let mut after = board.clone();
        after.play_unchecked(Color::Black, at(&board, vertex));
        prevent(&after, &goal, &NEVER).success
    })
}

#[test]
fn a_ladder_is_read_to_the_edge_or_to_its_breaker() {
    assert_eq!(read(LADDER, "E4")[0], yes("G4"));
    assert_eq!(after(LADDER, "E4", ["G4"]), [Success::No]);
    // From farther off there may be a ko for it.
    let broken = LADDER.replace("....X....\n    .........", "....X....\n    ......O..");
    assert_eq!(after(&broken, "E4", ["G4"]), [Success::Yes]);
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
    let goal = capture_of(&board, "C23");
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
        let board = drawn(diagram);
        let goal = Goal::ladder(&board, at(&board, "E4")).unwrap();
        told(&board, reach(&board, &goal, &NEVER))
    };
    assert_eq!(ladder(LADDER), yes("G4"));
    let broken = LADDER.replace("....X....\n    .........", "....X....\n    .......O.");
    assert_eq!(ladder(&broken), no());
}

/// A ladder would run into White's stones. After D3 there is a ko for it far off, for which Black would need the first threat.
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
        [Success::WinsKo, Success::No]
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
    assert_eq!(read(long, "A3"), [no(), yes("")]);
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
    assert_eq!(read(snapback, "C6"), [yes("D7"), yes("D7")]);
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
    let wins_ko = (Success::WinsKo, "C3".to_owned());
    assert_eq!(read(ko, "B3"), [wins_ko, yes("C3")]);
    let mut board = drawn(ko);
    board.play_unchecked(Color::Black, at(&board, "C3"));
    let answer = reach(&board, &capture_of(&board, "C3"), &NEVER);
    assert_eq!(answer.success, Success::NeedsThreat);
}

/// Who would win every ko is hard to read out. That no capture was found so does not save a chain which is captured without that.
#[test]
fn a_defence_does_not_succeed_better_than_the_attack_behind_it_allows() {
    let mut board = drawn(
        "
        ...
        ..O
        OX.
        X..
        ...",
    );
    let goal = capture_of(&board, "C4");
    let defence = prevent(&board, &goal, &NEVER);
    board.play_unchecked(Color::White, defence.point.unwrap());
    let attack = reach(&board, &goal, &NEVER).success;
    assert_eq!(
        (defence.success, attack),
        (Success::NeedsThreat, Success::WinsKo)
    );
}

/// What a side is told is what the other one is told after its move. In each of these something was given up: ko after ko has to be
/// read for the attack, and each of many defences.
#[test]
fn what_a_side_is_told_stands_after_its_move() {
    let three_in_atari = "
        .........
        .XX.X....
        ..OX.X...
        .OOOXX...
        .X.OOXX..
        ..X.OXOX.
        .XO.OXOX.
        ..O.OXOOX
        .....OO..";
    let a_ko_in_the_corner = "
        ..XXO....
        .X.XOOOO.
        .X.XXO..O
        .OXOXXOO.
        .O.OXXXX.
        ..OOXOOX.
        .OOOOXOX.
        .XOXXXOX.
        X.XX.O.O.";
    for (diagram, vertex) in [(three_in_atari, "B5"), (a_ko_in_the_corner, "B3")] {
        let board = drawn(diagram);
        let goal = capture_of(&board, vertex);
        for color in Color::BOTH {
            let told = answer(&board, &goal, color, &NEVER);
            let mut after = board.clone();
            match told.point {
                Some(point) => _ = after.play_unchecked(color, point),
                None => after.pass(),
            }
            let reply = answer(&after, &goal, !color, &NEVER);
            assert!(
                told.success == Success::No || reply.success <= told.success.of_other(),
                "{vertex} {color:?}: {told:?}, then {reply:?}"
            );
        }
    }
}

/// The better move is found where what is known of a position is kept.
#[test]
fn an_attack_is_no_worse_than_its_best_move() {
    let diagram = "
        .........
        .........
        .XOO.X...
        .XOXOOO..
        ..XX.....
        ....X....
        .........
        .........
        .........";
    assert_eq!(read(diagram, "F7")[0], yes("G7"));
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
    let board = drawn(double);
    let stones = ["C5", "C3"].map(|vertex| at(&board, vertex));
    for stone in stones {
        let one = Goal::capture(&board, &[stone]).unwrap();
        assert_eq!(prevent(&board, &one, &NEVER).success, Success::Yes);
    }
    let either = Goal::capture(&board, &stones).unwrap();
    assert_eq!(reach(&board, &either, &NEVER).success, Success::Yes);
    let neither = Goal::capture(&board, &[]);
    assert_eq!(neither.unwrap_err(), GoalError::NoStones);
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

/// Atari on the stone at the edge, where the corner would run to, wins a liberty.
#[test]
fn a_chain_is_saved_by_what_stands_where_it_would_run_to() {
    let diagram = ".........
                   .........
                   .........
                   .........
                   .........
                   OOO......
                   ...OX....
                   ...OX....
                   X.OXX....";
    assert_eq!(read(diagram, "A1"), [yes("A2"), yes("C2")]);
}

/// F2 is the only way to capture, and none of the moves by which chains are usually saved.
#[test]
fn a_chain_is_saved_where_it_would_be_captured() {
    let diagram = ".........
                   .........
                   .........
                   .XX..O.XX
                   OX.XXXXOX
                   .XOXOOOOO
                   .XX.X....
                   OXOXO....
                   .OO.XO...";
    assert_eq!(read(diagram, "C2"), [yes("F2"), yes("F2")]);
}
