use super::*;
use crate::game::{SetupError, diagram_of, triple_ko};
use crate::types::{Point, parse_move, parse_vertex};
use rand_core::Rng;
use rand_pcg::Pcg64;

const B: Color = Color::Black;
const W: Color = Color::White;

fn new(width: usize, height: usize, preset: &str) -> Game {
    let dims = Dims::new(width, height).unwrap();
    Game::new(dims, Rules::preset(preset).unwrap(), 7.5)
}

/// Plays `B C3`, `W pass` … given as `C3 pass`, colours alternating from `first`.
fn play_all(game: &mut Game, first: Color, vertices: &str) -> Result<(), IllegalMove> {
    let mut color = first;
    for vertex in vertices.split_whitespace() {
        game.play(color, parse_move(game.dims(), vertex).unwrap())?;
        color = !color;
    }
    Ok(())
}

fn at(game: &Game, vertex: &str) -> Point {
    parse_vertex(game.dims(), vertex).unwrap()
}

fn place(game: &Game, vertex: &str) -> Move {
    Move::Place(at(game, vertex))
}

fn refusal(game: &Game, color: Color, vertex: &str) -> String {
    game.check(color, place(game, vertex))
        .unwrap_err()
        .to_string()
}

/// Everything that undo must restore.
fn facts(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let position = game.position();
    (
        (diagram_of(game.board()), position.hash()),
        (position.to_move(), position.passes()),
        (position.captures(B), position.captures(W)),
        (position.last_move(), position.second_last_move()),
        (game.board().ko_point(), game.history().len()),
        game.dims()
            .points()
            .filter(|&p| game.history().ever_occupied(p))
            .collect::<Vec<_>>(),
        game.moves().to_vec(),
    )
}

#[test]
fn refusals_use_the_standards_words_and_change_nothing() {
    let mut game = Game::from_diagram(
        "..XO..
         .XO.O.
         ..XO..
         X.....
         .X....",
    )
    .unwrap();
    let before = facts(&game);
    assert_eq!(refusal(&game, B, "C5"), "illegal move: occupied");
    assert_eq!(refusal(&game, W, "A1"), "illegal move: suicide");
    let elsewhere = Dims::square(19).unwrap().point(18, 18).unwrap();
    assert_eq!(
        game.play(B, Move::Place(elsewhere)).unwrap_err(),
        IllegalMove::OffBoard
    );
    assert_eq!(facts(&game), before);
    game.play(B, place(&game, "D4")).unwrap();
    assert_eq!(refusal(&game, W, "C4"), "illegal move: ko");
    // The one who took may fill.
    assert_eq!(game.check(B, place(&game, "C4")), Ok(()));
}

#[test]
fn positional_superko_names_the_move_repeated() {
    let mut game = Game::from_diagram(
        ".XO..
         XO.O.
         .XO..",
    )
    .unwrap();
    let (take, retake) = (place(&game, "C2"), place(&game, "B2"));
    game.play(W, Move::Pass).unwrap();
    game.play(B, take).unwrap();
    game.play(W, Move::Pass).unwrap();
    game.play(B, Move::Pass).unwrap();
    assert_eq!(
        game.check(W, retake).unwrap_err().to_string(),
        "illegal move: superko, repeats move 0"
    );
    assert!(game.repeated_move(W, at(&game, "B2")).is_some());
    let mut simple = game.clone();
    simple.set_rules(Rules::preset("japanese").unwrap());
    assert_eq!(simple.check(W, retake), Ok(()));
    assert!(simple.repeated_move(W, at(&game, "B2")).is_none());
    game.play_accepting_repetition(W, retake).unwrap();
    assert_eq!(game.history().len(), 6);
    assert!(game.play_accepting_repetition(W, retake).is_err());
}

#[test]
fn the_turn_decides_between_the_two_superko_rules() {
    // On 1×3 Black plays A1, White takes both stones from A3, Black takes that one from A2.
    let cycle = |preset: &str, first: &str| {
        let mut game = new(1, 3, preset);
        play_all(&mut game, B, first).unwrap();
        game.set_to_move(B);
        play_all(&mut game, B, "A1 A3").unwrap();
        game.check(B, place(&game, "A2"))
    };
    let repeats = |repeats| Err(IllegalMove::Superko { repeats });
    // The board of move 1 comes back with White to move: as it was then …
    assert_eq!(cycle("tromp-taylor", "A2 pass"), repeats(1));
    assert_eq!(cycle("aga", "A2 pass"), repeats(1));
    assert_eq!(cycle("japanese", "A2 pass"), Ok(()));
    // … or with Black to move then.
    assert_eq!(cycle("tromp-taylor", "A2"), repeats(1));
    assert_eq!(cycle("aga", "A2"), Ok(()));
}

#[test]
fn suicide_follows_the_rules() {
    let text = ".XO.\nOOO.\n....";
    let mut game = Game::from_diagram(text).unwrap();
    let corner = place(&game, "A3");
    assert_eq!(game.check(B, corner), Err(IllegalMove::Suicide));
    assert_eq!(
        game.play_accepting_repetition(B, corner),
        Err(IllegalMove::Suicide)
    );
    let mut recorded = game.clone();
    recorded.play_from_record(B, corner).unwrap();
    assert_eq!(recorded.position().captures(W), 2);
    game.set_rules(Rules::preset("new-zealand").unwrap());
    game.play(B, corner).unwrap();
    assert_eq!(diagram_of(game.board()), "..O.\nOOO.\n....\n");
    // A single stone never commits suicide.
    let alone = Game::from_diagram(".O.\nO..").unwrap();
    let mut lenient = alone.clone();
    lenient.set_rules(*game.rules());
    assert_eq!(
        lenient.play_from_record(B, place(&alone, "A2")),
        Err(IllegalMove::Suicide)
    );
}

#[test]
fn suicide_too_may_repeat() {
    // Black fills A1 and A2 of 1×4 against A3 … and the stones vanish again: the board of move 1.
    let mut game = new(1, 4, "tromp-taylor");
    play_all(&mut game, W, "A3").unwrap();
    play_all(&mut game, B, "A1").unwrap();
    assert_eq!(
        game.check(B, place(&game, "A2")),
        Err(IllegalMove::Superko { repeats: 1 })
    );
}

#[test]
fn two_passes_end_the_game_and_moves_go_on() {
    let mut game = new(9, 9, "cgos");
    play_all(&mut game, B, "E5 pass pass").unwrap();
    assert!(game.is_over());
    play_all(&mut game, W, "C3").unwrap();
    assert!(!game.is_over());
    assert!(game.undo() && game.is_over());
}

#[test]
fn undo_restores_every_fact_of_a_random_game() {
    for (seed, preset) in ["tromp-taylor", "japanese", "aga"].into_iter().enumerate() {
        for (width, height) in [(3, 3), (5, 2), (9, 9), (14, 3)] {
            let mut random = Pcg64::new(seed as u128, 1);
            let mut game = new(width, height, preset);
            let mut trail = vec![facts(&game)];
            for _ in 0..400 {
                play_random(&mut game, &mut random);
                trail.push(facts(&game));
            }
            while let Some(expected) = trail.pop() {
                assert_eq!(facts(&game), expected);
                assert_eq!(game.undo(), !trail.is_empty());
            }
            assert!(game.moves().is_empty());
        }
    }
}

#[test]
fn many_moves_are_taken_back_as_one_after_the_other() {
    let mut random = Pcg64::new(7, 1);
    let mut game = new(9, 9, "japanese");
    for _ in 0..300 {
        play_random(&mut game, &mut random);
    }
    for count in [1, 7, 200, 0] {
        let mut one_by_one = game.clone();
        (0..count).for_each(|_| assert!(one_by_one.undo()));
        assert!(game.undo_moves(count));
        assert_eq!(facts(&game), facts(&one_by_one));
    }
    let before = facts(&game);
    assert!(!game.undo_moves(93));
    assert_eq!(facts(&game), before);
}

fn play_random(game: &mut Game, random: &mut Pcg64) {
    let color = if random.next_u32().is_multiple_of(8) {
        W
    } else {
        game.to_move()
    };
    let points: Vec<Point> = game.board().empty_points();
    for _ in 0..20 {
        if points.is_empty() {
            break;
        }
        let point = points[random.next_u32() as usize % points.len()];
        if game.play(color, Move::Place(point)).is_ok() {
            return;
        }
    }
    game.play(color, Move::Pass).unwrap();
}

#[test]
fn long_cycles_under_simple_ko_have_no_result() {
    let mut game = triple_ko();
    // At the start no ko had just been taken: the second time round repeats the first.
    play_all(&mut game, W, "B6 C2 F6 C6 B2 G6").unwrap();
    assert!(!game.no_result());
    play_all(&mut game, W, "B6").unwrap();
    assert!(game.no_result());
    play_all(&mut game, B, "pass pass").unwrap();
    assert!(game.no_result(), "nobody has told the players");
    let mut superko = game.clone();
    superko.set_rules(Rules::default());
    assert!(!superko.no_result());
}

#[test]
fn a_cycle_with_a_pass_is_none() {
    let mut game = new(1, 3, "japanese");
    play_all(&mut game, B, "A2 pass A1 A3 A2").unwrap();
    // As after the first move, but White has passed meanwhile, and has gained two stones for one.
    assert_eq!(diagram_of(game.board()), ".\nX\n.\n");
    assert!(!game.no_result());
    let mut passes = new(3, 3, "japanese");
    play_all(&mut passes, B, "B2 pass pass pass pass").unwrap();
    assert!(!passes.no_result());
}

#[test]
fn set_up_starts_anew_and_refuses_chains_without_liberty() {
    let mut game = new(3, 3, "cgos");
    play_all(&mut game, B, "B2 A1").unwrap();
    let before = facts(&game);
    let stones = |vertices: &str, color| -> Vec<_> {
        vertices
            .split_whitespace()
            .map(|v| (at(&game, v), color))
            .collect()
    };
    let bad = stones("A2 B1", Some(B));
    let refused = game.clone().set_up(&bad, B).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the set-up leaves the chain at A1 without a liberty"
    );
    let good = [stones("A1", None), stones("C3", Some(W))].concat();
    assert_eq!(facts(&game), before);
    game.set_up(&good, W).unwrap();
    assert_eq!(diagram_of(game.board()), "..O\n.X.\n...\n");
    assert_eq!((game.moves().len(), game.to_move()), (0, W));
    assert!(!game.undo());
    assert_eq!(game.history().len(), 1);
    let outside = Dims::square(9).unwrap().point(8, 8).unwrap();
    assert_eq!(
        game.set_up(&[(outside, Some(B))], B),
        Err(SetupError::OffBoard)
    );
}

#[test]
fn undo_restores_a_turn_that_was_set_by_hand() {
    let mut game = new(5, 5, "aga");
    play_all(&mut game, B, "C3").unwrap();
    game.set_to_move(B);
    play_all(&mut game, B, "D4 pass").unwrap();
    game.undo();
    game.undo();
    assert_eq!(game.to_move(), B);
    game.undo();
    game.set_to_move(W);
    assert_eq!(game.start().to_move(), W);
    play_all(&mut game, W, "A1").unwrap();
    game.undo();
    assert_eq!(game.to_move(), W);
}

#[test]
fn clear_keeps_size_rules_and_komi() {
    let mut game = new(7, 4, "aga");
    game.place_fixed_handicap(2).unwrap_err();
    play_all(&mut game, B, "C3 D4").unwrap();
    game.set_komi(-3.5).unwrap();
    game.clear();
    assert_eq!((game.dims().width(), game.dims().height()), (7, 4));
    assert_eq!((game.komi(), game.moves().len()), (-3.5, 0));
    assert_eq!(*game.rules(), Rules::preset("aga").unwrap());
    assert_eq!(game.board().hash(), 0);
    assert!(!game.history().ever_occupied(at(&game, "C3")));
}

#[test]
fn komi_has_bounds() {
    let mut game = new(5, 5, "cgos");
    for bad in [f32::NAN, f32::INFINITY, 1000.5, -1e9, 6.1, 0.25] {
        let error = game.set_komi(bad).unwrap_err().to_string();
        assert!(error.contains("is not a whole or half number from -1000 to 1000"));
        assert_eq!(game.komi(), 7.5);
    }
    let dims = game.dims();
    for good in [0.0, 7.0, -300.5] {
        game.set_komi(good).unwrap();
        assert_eq!(game.komi(), good);
    }
    game.set_komi(-0.0).unwrap();
    let anew = Game::new(dims, Rules::default(), -0.0);
    assert_eq!([&game, &anew].map(|game| game.komi().to_bits()), [0, 0]);
    let komi = |komi| Game::new(dims, Rules::default(), komi).komi();
    assert_eq!([komi(f32::NAN), komi(1e30), komi(6.3)], [0.0, 1000.0, 6.5]);
}

#[test]
fn a_game_continues_another() {
    let mut earlier = new(9, 9, "cgos");
    play_all(&mut earlier, B, "C3 D4").unwrap();
    let mut later = earlier.clone();
    assert_eq!(later.continues(&earlier), Some(&[][..]));
    play_all(&mut later, B, "E5 F6").unwrap();
    let extra = later.continues(&earlier).unwrap();
    assert_eq!(extra, &later.moves()[2..]);
    assert_eq!(earlier.continues(&later), None);
    let changed = |change: fn(&mut Game)| {
        let mut game = later.clone();
        change(&mut game);
        game.continues(&earlier).is_none()
    };
    assert!(changed(|game| game.set_komi(0.5).unwrap()));
    assert!(changed(|game| game.set_rules(Rules::preset("aga").unwrap())));
    assert!(changed(Game::clear));
    assert!(!changed(|game| assert!(game.undo())));
    let mut turned = earlier.clone();
    turned.set_to_move(W);
    assert!(turned.continues(&earlier).is_none());
}

#[test]
fn a_shared_history_does_not_change() {
    let mut game = new(5, 5, "cgos");
    let before = game.clone();
    play_all(&mut game, B, "C3").unwrap();
    assert_eq!((before.history().len(), game.history().len()), (1, 2));
}

#[test]
fn records_are_bounded() {
    let mut game = new(2, 1, "cgos");
    for _ in 0..MAX_MOVES {
        game.play(B, Move::Pass).unwrap();
    }
    assert_eq!(
        game.play(W, Move::Pass).unwrap_err().to_string(),
        "illegal move: the game already has 100000 moves, the most kept"
    );
    assert_eq!(game.moves().len(), MAX_MOVES);
    assert!(game.undo());
    assert!(game.play(W, Move::Pass).is_ok());
}

#[test]
fn other_keys_survive_clear_and_set_up() {
    let narrow = StoneKeys::new(&StoneKeys::draw().narrowed(0));
    let keys: &'static StoneKeys = Box::leak(Box::new(narrow));
    let dims = Dims::square(5).unwrap();
    let mut game = Game::with_keys(dims, Rules::default(), 0.0, keys);
    game.clear();
    play_all(&mut game, B, "C3").unwrap();
    assert_eq!(game.board().hash(), 0);
    let corner = at(&game, "A1");
    game.set_up(&[(corner, Some(W))], B).unwrap();
    assert_eq!(game.board().hash(), 0);
}
