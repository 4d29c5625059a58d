//! Whether a chain is caught in a ladder, as KataGo reads it (`searchIsLadderCaptured` in `cpp/game/board.cpp`).
//!
//! The attacker plays on one of the two liberties, the defender on the last one or by a capture
//! next to its chain. Three liberties save the chain. Kos work for the defender: when the
//! attacker's move leaves one the ladder has failed, and before the first move no ko is remembered.
//!
//! One answer in some ten thousand positions differs from KataGo's. Where the defender's last liberty is a
//! capture too, KataGo asks how many liberties a stone would get on the last point of its list, which then may be
//! another capture; which one depends on the order in which the chain has grown.

use super::reading_board::{Mark, ReadingBoard};
use crate::types::{Cell, Color, Point, PointSet};
use smallvec::SmallVec;

/// A ladder that takes more moves than this to read does not work.
const MOST_MOVES: usize = 25_000;

/// The reading became too long: what it asked has no answer.
struct TooLong;

/// Reads ladders on a board.
pub(super) struct LadderReader<'a, const N: usize, const W: usize> {
    board: &'a mut ReadingBoard<N, W>,
    /// The deepest line, in moves. A chain that still has not escaped is caught.
    deepest: usize,
    moves: usize,
}

impl<'a, const N: usize, const W: usize> LadderReader<'a, N, W> {
    pub(super) fn new(board: &'a mut ReadingBoard<N, W>, area: usize) -> Self {
        LadderReader {
            board,
            deepest: area * 3 / 2,
            moves: 0,
        }
    }

    /// Whether a chain in atari, which moves first, is caught.
    pub(super) fn is_caught(&mut self, stone: Point) -> bool {
        let Some(defender) = self.board.cell(stone).color() else {
            return false;
        };
        self.moves = 0;
        let start = self.board.mark();
        self.board.forget_ko();
        let caught = self.defender_fails(stone, defender, 0).unwrap_or(false);
        self.board.undo(start);
        caught
    }

    /// Whether a chain with two liberties is caught if the attacker moves first on `atari`, one of them.
    pub(super) fn is_caught_by(&mut self, stone: Point, atari: Point) -> bool {
        let Some(defender) = self.board.cell(stone).color() else {
            return false;
        };
        if !self.board.is_legal(!defender, atari) || self.escapes_at_once(stone, defender, atari) {
            return false;
        }
        let before = self.board.play(!defender, atari);
        let caught = self.is_caught(stone);
        self.board.undo(before);
        caught
    }

    /// Whether the chain has three liberties or more once it has answered `atari` on its other one: beside that point, or by a chain
    /// that it joins; captures are left out. Told before any move is made, which saves most of the reading.
    fn escapes_at_once(&self, stone: Point, defender: Color, atari: Point) -> bool {
        let Some(escape) = self
            .board
            .liberty_set(stone)
            .iter()
            .find(|&point| point != atari)
        else {
            return false;
        };
        let mut empty = 0;
        for neighbor in self.board.neighbors(escape) {
            let cell = self.board.cell(neighbor);
            if cell == Cell::Empty && neighbor != atari {
                empty += 1;
            } else if cell == Cell::from(defender) {
                let liberties = self.board.liberty_set(neighbor);
                let lost = 1 + usize::from(liberties.contains(atari));
                if self.board.liberties(neighbor) >= 3 + lost {
                    return true;
                }
            }
        }
        empty >= 3
    }

    /// The defender moves: whether its chain is caught whatever it does.
    fn defender_fails(
        &mut self,
        stone: Point,
        defender: Color,
        depth: usize,
    ) -> Result<bool, TooLong> {
        if depth >= self.deepest {
            return Ok(true);
        }
        self.check_length()?;
        if self.board.liberties(stone) >= 2 || self.board.has_ko() {
            return Ok(false);
        }
        let ways = self.ways_out(stone, defender);
        let (fewest, most) = self.liberties_after(defender, self.board.first_liberty(stone));
        if fewest >= 3 {
            return Ok(false);
        }
        if ways.len() == 1 && most <= 1 {
            return Ok(true);
        }
        for way in ways {
            let Some(before) = self.play(defender, way) else {
                continue;
            };
            let caught = self.attacker_wins(stone, defender, depth + 1);
            self.board.undo(before);
            if !caught? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The attacker moves: whether some move of it catches the chain.
    fn attacker_wins(
        &mut self,
        stone: Point,
        defender: Color,
        depth: usize,
    ) -> Result<bool, TooLong> {
        if depth >= self.deepest {
            return Ok(true);
        }
        self.check_length()?;
        match self.board.liberties(stone) {
            0 | 1 => return Ok(true),
            2 => {}
            _ => return Ok(false),
        }
        let mut liberties = self.board.liberty_set(stone).iter();
        let (Some(a), Some(b)) = (liberties.next(), liberties.next()) else {
            return Ok(true);
        };
        drop(liberties);
        if self.is_dead_by_double_ko(stone, defender, a, b) {
            return Ok(true);
        }
        for atari in self.attacks(defender, a, b) {
            let Some(before) = self.play(!defender, atari) else {
                continue;
            };
            let caught = self.defender_fails(stone, defender, depth + 1);
            self.board.undo(before);
            if caught? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn check_length(&self) -> Result<(), TooLong> {
        if self.moves >= MOST_MOVES {
            return Err(TooLong);
        }
        Ok(())
    }

    fn play(&mut self, color: Color, point: Point) -> Option<Mark> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        self.moves += 1;
        Some(self.board.play(color, point))
    }

    /// The captures next to a chain in atari, then its last liberty.
    fn ways_out(&self, stone: Point, defender: Color) -> SmallVec<[Point; 8]> {
        let mut ways = self.captures(stone, defender);
        let last = self.board.first_liberty(stone);
        if !ways.contains(&last) {
            ways.push(last);
        }
        ways
    }

    /// Where the defender takes chains in atari next to its own one.
    fn captures(&self, stone: Point, defender: Color) -> SmallVec<[Point; 8]> {
        let mut captures = SmallVec::new();
        for member in self.board.stones(stone) {
            for neighbor in self.board.neighbors(member) {
                if self.board.cell(neighbor) == Cell::from(!defender)
                    && self.board.liberties(neighbor) == 1
                {
                    let capture = self.board.first_liberty(neighbor);
                    if !captures.contains(&capture) {
                        captures.push(capture);
                    }
                }
            }
        }
        captures
    }

    /// Bounds for the liberties of a stone of `color` on the point.
    fn liberties_after(&self, color: Color, point: Point) -> (usize, usize) {
        let (mut empty, mut captures, mut captured) = (0, 0, 0);
        let (mut joined, mut most_joined) = (0, 0);
        for neighbor in self.board.neighbors(point) {
            match self.board.cell(neighbor) {
                Cell::Empty => empty += 1,
                Cell::OffBoard => {}
                cell if cell == Cell::from(color) => {
                    let more = self.board.liberties(neighbor) - 1;
                    joined += more;
                    most_joined = most_joined.max(more);
                }
                _ if self.board.liberties(neighbor) == 1 => {
                    captures += 1;
                    captured += self.board.stones(neighbor).count();
                }
                _ => {}
            }
        }
        (captures + most_joined.max(empty), empty + captured + joined)
    }

    /// The liberties of the chain that the attacker need try, the more promising first.
    fn attacks(&self, defender: Color, a: Point, b: Point) -> SmallVec<[Point; 2]> {
        let (empty_a, empty_b) = (self.empty_neighbors(a), self.empty_neighbors(b));
        // Where the defender gets three liberties by running to one side, only an atari on that side can work.
        if !self.board.neighbors(a).contains(&b) {
            match (empty_a >= 3, empty_b >= 3) {
                (true, true) => return SmallVec::new(),
                (true, false) => return SmallVec::from_slice(&[a]),
                (false, true) => return SmallVec::from_slice(&[b]),
                (false, false) => {}
            }
        }
        let room = |point, empty| 2 * empty + self.room_by_connecting(defender, point);
        if room(b, empty_b) > room(a, empty_a) {
            return SmallVec::from_slice(&[b, a]);
        }
        SmallVec::from_slice(&[a, b])
    }

    fn empty_neighbors(&self, point: Point) -> usize {
        let neighbors = self.board.neighbors(point);
        neighbors
            .iter()
            .filter(|&&neighbor| self.board.cell(neighbor) == Cell::Empty)
            .count()
    }

    /// Twice what connecting on the point promises in liberties.
    fn room_by_connecting(&self, defender: Color, point: Point) -> usize {
        let neighbors = self.board.neighbors(point).into_iter();
        neighbors
            .filter(|&neighbor| self.board.cell(neighbor) == Cell::from(defender))
            .map(|neighbor| (2 * self.board.liberties(neighbor)).saturating_sub(3))
            .sum()
    }

    /// Whether both liberties are mouths of kos that the attacker can take for ever: connecting at
    /// either gives no room, and nothing around can be captured.
    fn is_dead_by_double_ko(&self, stone: Point, defender: Color, a: Point, b: Point) -> bool {
        [a, b]
            .into_iter()
            .all(|point| self.empty_neighbors(point) == 0 && self.is_ko_capture(!defender, point))
            && [a, b]
                .into_iter()
                .all(|point| self.exact_liberties_after(defender, point) <= 2)
            && self.captures(stone, defender).is_empty()
    }

    /// Whether a stone of `color` on the empty point would take exactly one stone, surrounded by enemies as it is.
    fn is_ko_capture(&self, color: Color, point: Point) -> bool {
        let mut captured = None;
        for neighbor in self.board.neighbors(point) {
            match self.board.cell(neighbor) {
                Cell::OffBoard => {}
                cell if cell == Cell::from(!color) => {
                    if self.board.liberties(neighbor) == 1 && captured.replace(neighbor).is_some() {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        captured.is_some_and(|stone| self.board.stones(stone).count() == 1)
    }

    /// The liberties of a stone of `color` on the point, captures counted.
    fn exact_liberties_after(&self, color: Color, point: Point) -> usize {
        let mut liberties = PointSet::<W>::EMPTY;
        let mut captured: SmallVec<[u16; 4]> = SmallVec::new();
        for neighbor in self.board.neighbors(point) {
            match self.board.cell(neighbor) {
                Cell::Empty => _ = liberties.insert(neighbor),
                cell if cell == Cell::from(!color) && self.board.liberties(neighbor) == 1 => {
                    liberties.insert(neighbor);
                    captured.push(self.board.chain(neighbor));
                }
                _ => {}
            }
        }
        for neighbor in self.board.neighbors(point) {
            if self.board.cell(neighbor) != Cell::from(color) {
                continue;
            }
            for freed in self
                .board
                .liberty_set(neighbor)
                .iter()
                .filter(|&p| p != point)
            {
                liberties.insert(freed);
            }
            for member in self.board.stones(neighbor) {
                for beside in self.board.neighbors(member) {
                    if self.board.cell(beside) == Cell::from(!color)
                        && captured.contains(&self.board.chain(beside))
                    {
                        liberties.insert(beside);
                    }
                }
            }
        }
        liberties.len()
    }
}
