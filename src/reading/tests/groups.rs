//! The life of groups, and races between chains.

use super::*;

#[test]
fn the_life_of_an_enclosed_group_is_read_to_its_end() {
    let question = |space: &str| {
        let board = drawn(&format!("{space}\nOOOOOOX..\nXXXXXXX..\n........."));
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
    let board = drawn(
        ".........
         .........
         .........
         OOOOOOOO.
         OX.XXXXXO
         OX.X...XO
         OO.XXXXXO
         .OOOOOOOO
         .........",
    );
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
    let board = drawn(
        ".........
         OOOOOOOOO
         .......OO
         XXXXXXXXX
         OOOOOOOOO
         .....XXXX
         XXXXXXXXX
         .........",
    );
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
        let board = drawn(&diagram);
        let [chain, rival, vital] = vertices.map(|vertex| at(&board, vertex));
        let goal = Goal::race(&board, chain, rival).unwrap();
        let answer = reach(&board, &goal, &NEVER);
        assert_eq!((answer.success, answer.point), (Success::Yes, Some(vital)));
    }
}
