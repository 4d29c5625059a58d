//! The playout policy: which move a quick-witted player would answer with.
//!
//! The rules are asked in order; the first that proposes moves decides, with
//! a probability that keeps playouts varied. The order is MoGo's (Gelly et
//! al. 2006) as most programs of the field have it: capture and escape around
//! the last move, tactics of chains with two liberties, 3×3 patterns around the last
//! move and around the own move before (as in Fuego), then any sensible move.

use super::patterns::Patterns;
use super::tactics::{self, SelfAtari};
use super::uniform::{below, pick_empty};
use crate::board::{Board, layout};
use crate::types::{Cell, Color, Point};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// How often each rule is asked, in 256ths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyRates {
    /// Capture or escape when the last move left a chain in atari.
    pub atari: u32,
    /// Attack or defend chains with two liberties next to the last move.
    pub two_liberties: u32,
    /// A 3×3 pattern next to the last move.
    pub pattern: u32,
    /// A 3×3 pattern next to the own move before.
    pub pattern_before: u32,
    /// The vital point of a small space next to the last move.
    pub nakade: u32,
}

impl Default for PolicyRates {
    fn default() -> Self {
        PolicyRates {
            atari: 230,
            two_liberties: 179,
            pattern: 230,
            pattern_before: 230,
            nakade: 204,
        }
    }
}

/// Proposed moves: few, so a fixed room is enough and more are dropped.
struct Proposals {
    points: [Point; 24],
    len: usize,
}

impl Proposals {
    #[inline(always)]
    fn new() -> Proposals {
        Proposals {
            points: [Point::from_index(0); 24],
            len: 0,
        }
    }

    #[inline(always)]
    fn add(&mut self, point: Point) {
        if self.len < self.points.len() {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn pick(&self, random: &mut Pcg64Mcg) -> Option<Point> {
        match self.len {
            0 => None,
            1 => Some(self.points[0]),
            len => Some(self.points[below(random, len)]),
        }
    }
}

/// The policy's tables and rates.
#[derive(Clone)]
pub struct Policy {
    patterns: &'static Patterns,
    rates: PolicyRates,
}

impl Default for Policy {
    fn default() -> Self {
        Policy::new(PolicyRates::default())
    }
}

impl Policy {
    /// A policy with these rates.
    pub fn new(rates: PolicyRates) -> Policy {
        Policy {
            patterns: Patterns::standard(),
            rates,
        }
    }

    /// A move for `color` after the `recent` moves, the opponent's last first, or none if only passing is sensible.
    #[inline]
    pub fn choose<const N: usize, const W: usize>(
        &self,
        board: &mut Board<N, W>,
        color: Color,
        recent: [Option<Point>; 2],
        random: &mut Pcg64Mcg,
    ) -> Option<Point> {
        if let Some(last) = recent[0]
            && let Some(point) = self.choose_local(board, color, last, recent[1], random)
        {
            return Some(point);
        }
        choose_anywhere(board, color, random)
    }

    #[inline]
    fn choose_local<const N: usize, const W: usize>(
        &self,
        board: &Board<N, W>,
        color: Color,
        last: Point,
        before: Option<Point>,
        random: &mut Pcg64Mcg,
    ) -> Option<Point> {
        let dice = random.next_u32();
        let mut proposals = Proposals::new();
        if dice & 255 < self.rates.atari {
            propose_atari_answers(board, color, last, &mut proposals);
            if proposals.len > 0 {
                return proposals.pick(random);
            }
        }
        if dice >> 8 & 255 < self.rates.nakade
            && let Some(point) = nakade_answer(board, color, last)
        {
            return Some(point);
        }
        if dice >> 16 & 255 < self.rates.two_liberties {
            propose_two_liberty_answers(board, color, last, &mut proposals);
            if proposals.len > 0 {
                return proposals.pick(random);
            }
        }
        if dice >> 24 < self.rates.pattern {
            self.propose_patterns(board, color, last, &mut proposals);
            if proposals.len > 0 {
                return proposals.pick(random);
            }
        }
        // The dice are used up; other bits of them serve once more.
        if let Some(before) = before
            && (dice ^ dice >> 13) & 255 < self.rates.pattern_before
        {
            self.propose_patterns(board, color, before, &mut proposals);
            return proposals.pick(random);
        }
        None
    }

    /// Every point around the last move that makes a pattern.
    #[inline]
    fn propose_patterns<const N: usize, const W: usize>(
        &self,
        board: &Board<N, W>,
        color: Color,
        last: Point,
        proposals: &mut Proposals,
    ) {
        for direction in layout::directions(layout::empty_fields(board.code(last))) {
            let point = board.neighbor(last, direction);
            if self.patterns.contains(board.code(point)) && is_playable(board, color, point) {
                proposals.add(point);
            }
        }
    }
}

/// Captures and escapes when the last move put something in atari, itself included.
#[inline]
fn propose_atari_answers<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    last: Point,
    proposals: &mut Proposals,
) {
    if board.liberties(last) == 1 {
        let point = board.first_liberty(last);
        if board.is_legal_on_empty(color, point) {
            proposals.add(point);
        }
    }
    let mut seen = 0;
    let own = layout::neighbors_of_color(board.code(last), color);
    for direction in layout::directions(own & board.neighbors_with_liberties(last, 1)) {
        let neighbor = board.neighbor(last, direction);
        let id = board.chain_id(neighbor);
        if id == seen {
            continue;
        }
        seen = id;
        let escape = board.first_liberty(neighbor);
        if board.is_legal_on_empty(color, escape)
            && tactics::self_atari(board, color, escape) == SelfAtari::No
        {
            proposals.add(escape);
        }
        propose_captures_around(board, color, neighbor, escape, proposals);
    }
}

/// Captures of enemy chains in atari that touch the chain of `stone`; `known` has been proposed already.
#[inline]
fn propose_captures_around<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    stone: Point,
    known: Point,
    proposals: &mut Proposals,
) {
    for member in board.chain_stones(stone) {
        for neighbor in board.neighbors(member) {
            if board.cell(neighbor) != Cell::from(!color) || board.liberties(neighbor) != 1 {
                continue;
            }
            let point = board.first_liberty(neighbor);
            if point != known && board.is_legal_on_empty(color, point) {
                proposals.add(point);
            }
        }
    }
}

/// Moves that put the chain of the last move in atari, or give own chains next to it more liberties.
#[inline]
fn propose_two_liberty_answers<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    last: Point,
    proposals: &mut Proposals,
) {
    if board.liberties(last) == 2 {
        propose_ataris(board, color, last, proposals);
    }
    let mut seen = 0;
    let own = layout::neighbors_of_color(board.code(last), color);
    for direction in layout::directions(own & board.neighbors_with_liberties(last, 2)) {
        let neighbor = board.neighbor(last, direction);
        let id = board.chain_id(neighbor);
        if id == seen {
            continue;
        }
        seen = id;
        for liberty in two_liberties(board, neighbor) {
            if board.is_legal_on_empty(color, liberty)
                && tactics::liberties_after(board, color, liberty, 3) >= 3
            {
                proposals.add(liberty);
            }
        }
    }
}

/// Ataris on the two-liberty chain of `stone`: the ones after which it gains fewest liberties.
#[inline]
fn propose_ataris<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    stone: Point,
    proposals: &mut Proposals,
) {
    let [a, b] = two_liberties(board, stone);
    // Playing on one liberty leaves the chain the other to escape to.
    let escape_at_a = tactics::liberties_after(board, !color, a, 4);
    let escape_at_b = tactics::liberties_after(board, !color, b, 4);
    let mut propose = |point: Point| {
        if is_playable(board, color, point) {
            proposals.add(point);
        }
    };
    if escape_at_a >= escape_at_b {
        propose(a);
    }
    if escape_at_b >= escape_at_a {
        propose(b);
    }
}

#[inline]
fn two_liberties<const N: usize, const W: usize>(board: &Board<N, W>, stone: Point) -> [Point; 2] {
    let first = board.first_liberty(stone);
    [first, tactics::other_liberty(board, stone, first)]
}

/// The vital point of a small empty space next to the last move, surrounded by one colour.
#[inline]
fn nakade_answer<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    last: Point,
) -> Option<Point> {
    layout::directions(layout::empty_neighbors(board.code(last)))
        .map(|direction| board.neighbor(last, direction))
        .filter(|&point| may_be_small_space(board.code(point), color))
        .find_map(|point| tactics::vital_point(board, &tactics::small_space(board, point, color)?))
        .filter(|&point| board.is_legal_on_empty(color, point))
}

/// Most points fail here, cheaply: the attacker's stones touch the space, it is one
/// point, which has no vital one, or there are more empty points around than a small space has.
#[inline(always)]
fn may_be_small_space(code: u16, attacker: Color) -> bool {
    layout::neighbors_of_color(code, attacker) == 0
        && layout::empty_neighbors(code) != 0
        && layout::empty_fields(code).count_ones() < tactics::LARGEST_SPACE as u32
}

/// Legal, and no self-atari that only loses stones.
#[inline(always)]
fn is_playable<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
) -> bool {
    has_room(board.code(point))
        || board.is_legal_on_empty(color, point) && is_no_bad_self_atari(board, color, point)
}

/// Two empty neighbours: legal and no self-atari, whatever stands around.
#[inline(always)]
fn has_room(code: u16) -> bool {
    let empty = layout::empty_neighbors(code);
    empty & empty.wrapping_sub(1) != 0
}

fn is_no_bad_self_atari<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    point: Point,
) -> bool {
    match tactics::self_atari(board, color, point) {
        SelfAtari::No => true,
        kind => tactics::self_atari_may_kill(board, color, point, kind),
    }
}

/// A random point that is no own eye and no bad self-atari.
#[inline]
fn choose_anywhere<const N: usize, const W: usize>(
    board: &mut Board<N, W>,
    color: Color,
    random: &mut Pcg64Mcg,
) -> Option<Point> {
    pick_empty(board, random, |board, point| {
        let code = board.code(point);
        has_room(code) || !layout::is_eye(code, color) && is_playable(board, color, point)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::types::{Color::Black, format_vertex};

    #[test]
    fn a_chain_in_atari_escapes_or_takes_where_that_helps() {
        // White has just played on D2.
        let answers = |diagram| {
            let board = board(diagram);
            let mut proposals = Proposals::new();
            propose_atari_answers(&board, Black, at(&board, "D2"), &mut proposals);
            let points = &proposals.points[..proposals.len];
            let vertices = points.iter().map(|&p| format_vertex(board.dims(), p));
            vertices.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(answers(".....\n..O..\n.OXO.\n....."), "C1");
        // On the edge it would be in atari again.
        assert_eq!(answers(".....\n..O..\n.OXO.\n.O..."), "");
        // The stone on C3 can be taken instead.
        assert_eq!(answers("..X..\n.XO..\n.OXO.\n.O..."), "D3");
        // So can the last one itself.
        assert_eq!(answers(".....\n...X.\n...OX\n...X."), "C2");
        assert_eq!(answers(".....\n.....\n.XXO.\n....."), "");
    }
}
