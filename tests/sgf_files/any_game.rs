//! Games, rules, names and notes of any kind.

use crate::dims;
use proptest::prelude::*;
use std::time::Duration;
use tengen::game::sgf::{Info, Note};
use tengen::game::{Game, Rules};
use tengen::types::{Color, Move};

/// A name or a result: one line without blanks at its ends.
fn one_line() -> impl Strategy<Value = String> {
    prop_oneof![r"[ -~]{0,12}", r"[\]\[\\:;()]{0,6}", r"\PC{0,8}",]
        .prop_map(|text| text.trim().to_owned())
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![r"[ -~\n]{0,30}", r"(\PC|\n){0,10}", r"[\\\]\n]{0,6}"]
}

prop_compose! {
    pub fn any_info()(
        texts in proptest::collection::vec(one_line(), 12),
        comment in comment(),
    ) -> Info {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_default();
        Info {
            black: next(),
            black_rank: next(),
            white: next(),
            white_rank: next(),
            result: next(),
            date: next(),
            place: next(),
            event: next(),
            round: next(),
            name: next(),
            overtime: next(),
            main_time: next(),
            comment,
        }
    }
}

prop_compose! {
    pub fn any_note()(
        time_left in proptest::option::of(0_u64..10_000_000),
        stones_left in proptest::option::of(any::<u32>()),
        comment in comment(),
    ) -> Note {
        Note {
            time_left: time_left.map(Duration::from_millis),
            stones_left,
            comment,
            ..Note::default()
        }
    }
}

/// Rules with a name, or any at all.
fn any_rules() -> impl Strategy<Value = Rules> {
    let named = prop::sample::select(&Rules::PRESET_NAMES[..])
        .prop_map(|name| Rules::preset(name).unwrap_or_default());
    let any = prop::array::uniform6(any::<prop::sample::Index>()).prop_map(|values| {
        let mut rules = Rules::default();
        for (rule, value) in Rules::TABLE.iter().zip(values) {
            let words: Vec<_> = match rule.is_flag() {
                true => vec!["false", "true"],
                false => rule.words().collect(),
            };
            let word = words[value.index(words.len())];
            rules = rules.with_rule(rule.name, word).expect("a value of it");
        }
        rules
    });
    prop_oneof![named, any]
}

/// A game: size, rules, komi, stones set up, handicap, moves by numbers, of which those that are legal are played, and at last
/// perhaps the turn given away.
pub fn any_game() -> impl Strategy<Value = Game> {
    let moves = proptest::collection::vec((any::<bool>(), any::<u16>()), 0..60);
    let stones = proptest::collection::vec((any::<bool>(), any::<u16>()), 0..6);
    (
        1_usize..=25,
        1_usize..=25,
        any_rules(),
        -20_i32..40,
        0_usize..7,
        stones,
        moves,
        any::<bool>(),
    )
        .prop_map(
            |(width, height, rules, komi, handicap, stones, moves, is_turned)| {
                let size = dims(width, height);
                let mut game = Game::new(size, rules, komi as f32 / 2.0);
                let points: Vec<_> = size.points().collect();
                let color = |black: bool| if black { Color::Black } else { Color::White };
                let at = |number: u16| points[usize::from(number) % points.len()];
                if game.place_fixed_handicap(handicap).is_err() && handicap % 2 == 0 {
                    let changes: Vec<_> = stones
                        .iter()
                        .map(|&(c, p)| (at(p), Some(color(c))))
                        .collect();
                    let _ = game.set_up(&changes, color(handicap == 0));
                }
                for (in_turn, number) in moves {
                    let mover = if in_turn {
                        game.to_move()
                    } else {
                        !game.to_move()
                    };
                    let mv = if number % 13 == 0 {
                        Move::Pass
                    } else {
                        Move::Place(at(number))
                    };
                    let _ = game.play(mover, mv);
                }
                if is_turned {
                    game.set_to_move(!game.to_move());
                }
                game
            },
        )
}
