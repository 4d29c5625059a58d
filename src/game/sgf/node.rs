//! What a node of a record does.

use super::Note;
use super::header::parse_seconds;
use super::name::Name;
use super::read::Value;
use crate::types::{Color, Point};
use std::collections::BTreeMap;
use std::time::Duration;

/// What one node does. Stones are set up before moves, in whatever order the text has them.
#[derive(Default)]
pub(super) struct Node<'a> {
    /// What is set up: a stone at a point, or none.
    pub stones: BTreeMap<Point, Option<Color>>,
    /// Where the first of that stands in the text.
    pub first_stone: Option<usize>,
    /// Who is to move, if it says so.
    pub turn: Option<Color>,
    /// The moves, none of which has been looked at.
    pub moves: Vec<(Color, Value<'a>)>,
    comment: String,
    /// By colour: many servers tell both clocks at every move.
    clocks: [ClockNote; 2],
}

/// What is left on one clock.
#[derive(Clone, Copy, Default)]
struct ClockNote {
    time: Option<Duration>,
    stones: Option<u32>,
}

impl<'a> Node<'a> {
    /// Takes over a property that sets up no stones.
    pub fn take(&mut self, name: Name, value: Value<'a>) {
        let [black, white] = &mut self.clocks;
        match name.as_str() {
            "C" if self.comment.is_empty() => self.comment = value.text(),
            // Half a move or half a number would be another one.
            _ if value.is_cut_off => {}
            "B" => self.moves.push((Color::Black, value)),
            "W" => self.moves.push((Color::White, value)),
            "PL" => self.turn = parse_color(&value.line()).or(self.turn),
            "BL" => black.time = parse_seconds(&value.line()),
            "WL" => white.time = parse_seconds(&value.line()),
            "OB" => black.stones = value.line().parse().ok(),
            "OW" => white.stones = value.line().parse().ok(),
            _ => {}
        }
    }

    /// What it says of the last of its moves.
    pub fn into_note(self) -> Note {
        let clock = match self.moves.last() {
            Some((color, _)) => self.clocks[color.index()],
            None => ClockNote::default(),
        };
        Note {
            time_left: clock.time,
            stones_left: clock.stones,
            comment: self.comment,
            ..Note::default()
        }
    }
}

fn parse_color(text: &str) -> Option<Color> {
    match text.as_bytes().first()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}
