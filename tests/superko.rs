//! Repetitions of every known kind under every ko rule.
//!
//! The cycles are the standard ones; see Sensei's Library, "Repeating
//! positions" (<https://senseis.xmp.net/?RepeatingPositions>). The positions
//! are our own and show the mechanism with as few stones as possible.

use tengen::game::{Game, IllegalMove, KoRule, Rules};
use tengen::types::{Color, parse_move};

use Color::{Black, White};
use KoRule::{PositionalSuperko, Simple, SituationalSuperko};

const KO_RULES: [KoRule; 3] = [Simple, PositionalSuperko, SituationalSuperko];

fn game(diagram: &str, ko: KoRule, to_move: Color) -> Game {
    let mut game = Game::from_diagram(diagram).unwrap();
    game.set_rules(Rules {
        ko,
        suicide: true,
        ..Rules::default()
    });
    game.set_to_move(to_move);
    game
}

/// Plays the moves in turn, all of which must be legal.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_move(game.dims(), text).unwrap();
        let result = game.play(game.to_move(), mv);
        assert_eq!(result, Ok(()), "{text} of {moves}");
    }
}

/// What the rules say about a move of the player in turn.
fn verdict(game: &Game, text: &str) -> Result<(), IllegalMove> {
    let mv = parse_move(game.dims(), text).unwrap();
    game.check(game.to_move(), mv)
}

fn superko(repeats: usize) -> Result<(), IllegalMove> {
    Err(IllegalMove::Superko { repeats })
}

const KO: &str = "
    . X O .
    X O . O
    . X O .";

#[test]
fn basic_ko_is_forbidden_until_another_move() {
    for ko in KO_RULES {
        let mut game = game(KO, ko, Black);
        play(&mut game, "C2");
        assert_eq!(game.position().captures(Black), 1);
        assert_eq!(verdict(&game, "B2"), Err(IllegalMove::Ko));
        play(&mut game, "D1 A1");
        assert_eq!(verdict(&game, "B2"), Ok(()));
        play(&mut game, "B2");
        assert_eq!(verdict(&game, "C2"), Err(IllegalMove::Ko));
    }
}

#[test]
fn whoever_took_the_ko_may_fill_it() {
    for ko in KO_RULES {
        let mut game = game(KO, ko, Black);
        play(&mut game, "C2");
        game.set_to_move(Black);
        assert_eq!(verdict(&game, "B2"), Ok(()));
    }
}

/// Passing lifts simple ko; superko remembers the position, situational superko also whose turn it was.
#[test]
fn passes_lift_simple_ko_only() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, superko(0)),
    ] {
        let mut game = game(KO, ko, Black);
        play(&mut game, "C2 pass pass");
        assert_eq!(verdict(&game, "B2"), expected);
    }
}

/// White sends two stones, Black takes them, White takes one back: the position
/// of the start, now with Black to move.
const SENDING_TWO: &str = "
    . X O . .
    X X O O .
    . O . O .";

#[test]
fn sending_two_returning_one() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, Ok(())),
    ] {
        let mut game = game(SENDING_TWO, ko, White);
        play(&mut game, "A1 C1");
        assert_eq!(game.position().captures(Black), 2);
        assert_eq!(verdict(&game, "B1"), expected, "{ko:?}");
    }
}

/// Under situational superko it is the second cycle that fails: after Black's
/// pass the situation of the start is there again, and sending two repeats the one after it.
#[test]
fn sending_two_twice() {
    let mut game_ = game(SENDING_TWO, SituationalSuperko, White);
    play(&mut game_, "A1 C1 B1 pass");
    assert_eq!(verdict(&game_, "A1"), superko(1));
    let mut game_ = game(SENDING_TWO, Simple, White);
    play(&mut game_, "A1 C1 B1 pass A1 C1 B1 pass");
    assert!(game_.no_result());
}

/// Each side in turn sends two stones and takes two.
const ETERNAL_LIFE: &str = "
    . . . .
    . O X .
    O O X X
    . X . O";

#[test]
fn eternal_life() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, superko(0)),
    ] {
        let mut game = game(ETERNAL_LIFE, ko, Black);
        play(&mut game, "A1 C1 B1");
        assert_eq!(game.position().captures(White), 2);
        assert_eq!(game.position().captures(Black), 2);
        assert_eq!(verdict(&game, "D1"), expected, "{ko:?}");
        assert!(!game.no_result());
        if ko == Simple {
            play(&mut game, "D1");
            assert!(game.no_result());
        }
    }
}

/// White holds the first ko and the third, Black the second.
const TRIPLE_KO: &str = "
    . X O . . X O . . X O .
    X O . O X . X O X O . O
    . X O . . X O . . X O .";

#[test]
fn triple_ko() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, superko(0)),
    ] {
        let mut game = game(TRIPLE_KO, ko, Black);
        play(&mut game, "C2 F2 L2 B2 G2");
        assert_eq!(verdict(&game, "K2"), expected, "{ko:?}");
        if ko == Simple {
            // The stones are those of the start, but the ko is new; one move later all is as before.
            play(&mut game, "K2");
            assert!(!game.no_result());
            play(&mut game, "C2");
            assert!(game.no_result());
        }
    }
}

/// Six moves on a line that is its own world: two stones taken, then one, then three.
#[test]
fn six_moves_on_a_line() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, superko(0)),
    ] {
        let mut game = game(". . . O", ko, Black);
        play(&mut game, "A1 C1 B1 D1 C1");
        assert_eq!(game.position().captures(Black), 3);
        assert_eq!(verdict(&game, "D1"), expected, "{ko:?}");
    }
}

const EYE_OF_TWO: &str = "
    . . O . .
    O O O . .
    . . O . .";

/// Filling an eye of two points with suicide leaves what was there, with the other player to move.
#[test]
fn suicide_repeats_the_position_but_not_the_situation() {
    for (ko, expected) in [
        (Simple, Ok(())),
        (PositionalSuperko, superko(0)),
        (SituationalSuperko, Ok(())),
    ] {
        let mut game = game(EYE_OF_TWO, ko, Black);
        play(&mut game, "A1 pass");
        assert_eq!(verdict(&game, "B1"), expected, "{ko:?}");
        game.set_rules(Rules {
            suicide: false,
            ..*game.rules()
        });
        assert_eq!(verdict(&game, "B1"), Err(IllegalMove::Suicide));
    }
}

#[test]
fn the_second_suicide_repeats_the_situation() {
    let mut game = game(EYE_OF_TWO, SituationalSuperko, Black);
    play(&mut game, "A1 pass B1 pass");
    assert_eq!(game.position().captures(White), 2);
    assert_eq!(verdict(&game, "A1"), superko(1));
    assert_eq!(verdict(&game, "B1"), Ok(()));
}

#[test]
fn no_rule_lets_a_single_stone_take_its_own_life() {
    for ko in KO_RULES {
        let game = game(". O .\nO . O\n. O .", ko, Black);
        assert_eq!(verdict(&game, "B2"), Err(IllegalMove::Suicide));
        assert_eq!(verdict(&game, "A1"), Err(IllegalMove::Suicide));
    }
}

/// The number in the error is that of the first move whose position would come back.
#[test]
fn the_error_names_the_move() {
    let mut game = game(TRIPLE_KO, PositionalSuperko, Black);
    play(&mut game, "A1 M1 pass pass C2 F2 L2 B2 G2");
    let error = verdict(&game, "K2").unwrap_err();
    assert_eq!(error.to_string(), "illegal move: superko, repeats move 2");
}

/// A server's word counts: the repetition is recorded, and taken back like any move.
#[test]
fn an_accepted_repetition_is_recorded() {
    let mut game = game(TRIPLE_KO, PositionalSuperko, Black);
    play(&mut game, "C2 F2 L2 B2 G2");
    let before = game.position().hash();
    let retake = parse_move(game.dims(), "K2").unwrap();
    assert!(game.play(White, retake).is_err());
    assert_eq!(game.moves().len(), 5);
    assert_eq!(game.play_accepting_repetition(White, retake), Ok(()));
    assert_eq!(game.position().hash(), game.start().hash());
    assert_eq!(verdict(&game, "C2"), superko(1));
    assert!(game.undo());
    assert_eq!(game.position().hash(), before);
    assert_eq!(verdict(&game, "K2"), superko(0));
}
