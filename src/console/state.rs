//! The state of a game in words.

use super::numbers::counted;
use super::style::Style;
use crate::game::{Game, IllegalMove, KoRule, Rules, Scoring};
use crate::types::{Cell, Color, Move, Point, format_move, format_vertex};

/// Captures, rules and the last move, each on a line of its own; at the end whose turn it is, and komi and handicap.
pub(super) fn state(game: &Game, style: Style) -> String {
    let dims = game.dims();
    let mut text = String::new();
    for (color, letter) in [(Color::Black, " (X)"), (Color::White, " (O)")] {
        // Letters stand for stones on the plain board alone.
        let letter = match style {
            Style::Plain => letter,
            Style::Color => "",
        };
        let count = game.position().captures(color);
        let stones = counted(count, "stone", "stones");
        text.push_str(&format!("{}{letter} has captured {stones}\n", color.name()));
    }
    text.push_str(&format!("Rules: {}\n", rules_in_words(game.rules())));
    if let Some(&(color, mv)) = game.moves().last() {
        text.push_str(&format!(
            "Move {}: {color} {}\n",
            game.moves().len(),
            format_move(dims, mv)
        ));
    }
    let handicap = match game.handicap() {
        0 => String::new(),
        stones => format!(", handicap {stones}"),
    };
    let turn = style.emphasized(&turn(game));
    text.push_str(&format!("{turn}, komi {:.1}{handicap}\n", game.komi()));
    text
}

/// The name of the rules, if they have one, and what they mean for the play.
pub fn rules_in_words(rules: &Rules) -> String {
    let scoring = match rules.scoring {
        Scoring::Area => "area scoring",
        Scoring::Territory => "territory scoring",
    };
    let ko = match rules.ko {
        KoRule::Simple => "simple ko",
        KoRule::PositionalSuperko => "positional superko",
        KoRule::SituationalSuperko => "situational superko",
    };
    let suicide = if rules.suicide {
        "suicide"
    } else {
        "no suicide"
    };
    let words = format!("{scoring}, {ko}, {suicide}");
    match rules.preset_name() {
        Some(name) => format!("{name} ({words})"),
        None => words,
    }
}

fn turn(game: &Game) -> String {
    if game.is_over() {
        return "Both have passed".to_owned();
    }
    let player = game.to_move().name();
    let forbidden = forbidden_points(game);
    if forbidden.is_empty() {
        return format!("{player} to play");
    }
    let points: Vec<String> = forbidden
        .iter()
        .map(|(point, why)| format!("{} ({why})", format_vertex(game.dims(), *point)))
        .collect();
    format!("{player} to play, but not at {}", points.join(" "))
}

/// The points where only a repetition keeps the player to move from playing, and which.
pub(super) fn forbidden_points(game: &Game) -> Vec<(Point, &'static str)> {
    let color = game.to_move();
    let repetition = |point: Point| match game.check(color, Move::Place(point)) {
        Err(IllegalMove::Ko) => Some((point, "ko")),
        Err(IllegalMove::Superko { .. }) => Some((point, "superko")),
        _ => None,
    };
    let is_empty = |point: &Point| game.board().cell(*point) == Cell::Empty;
    game.dims()
        .points()
        .filter(is_empty)
        .filter_map(repetition)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_for_stones_where_these_are_letters() {
        let game = Game::from_diagram("...").unwrap();
        let plain = state(&game, Style::Plain);
        assert!(
            plain.starts_with("Black (X) has captured 0 stones\n"),
            "{plain}"
        );
        let colored = state(&game, Style::Color);
        assert!(
            colored.starts_with("Black has captured 0 stones\n"),
            "{colored}"
        );
    }

    #[test]
    fn rules_have_words() {
        let words = |name| rules_in_words(&Rules::preset(name).unwrap());
        assert_eq!(
            words("japanese"),
            "japanese (territory scoring, simple ko, no suicide)"
        );
        assert_eq!(
            rules_in_words(&Rules::default()),
            "area scoring, positional superko, no suicide"
        );
    }
}
