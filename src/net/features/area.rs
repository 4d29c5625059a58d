//! Whose area each point is, as KataGo reads it (`calculateArea` and `calculateIndependentLifeArea` in
//! `cpp/game/board.cpp`): pass-alive chains and their territory (D. B. Benson, *Life in the Game of Go*,
//! Information Sciences 10, 1976), then empty regions that touch one colour only, then the stones themselves.

use crate::board::Board;
use crate::game::Benson;
use crate::types::{Cell, Color, Point};

/// Which area the rules ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// Stones and what they surround.
    All,
    /// Stones, and what groups with independent life surround: not what is in seki.
    StonesAndLife,
}

/// Works out areas; one for each thread, keeps its buffers.
pub(super) struct AreaReader<const N: usize> {
    benson: Benson<N>,
    queue: Vec<Point>,
}

impl<const N: usize> AreaReader<N> {
    pub(super) fn new() -> Self {
        AreaReader {
            benson: Benson::new(),
            queue: Vec::new(),
        }
    }

    /// Writes who owns each point by padded index. With `suicide` a region is vital to a chain only if enemy
    /// stones in it touch the chain too.
    pub(super) fn read<const W: usize>(
        &mut self,
        board: &Board<N, W>,
        counted: Counted,
        suicide: bool,
        owners: &mut [Option<Color>; N],
    ) {
        owners.fill(None);
        for color in Color::BOTH {
            self.mark_surrounded(board, color, suicide, owners);
        }
        for point in board.dims().points() {
            let owner = &mut owners[point.index() & (N - 1)];
            *owner = owner.or(board.color_at(point));
        }
        if counted == Counted::StonesAndLife {
            self.keep_independent_life(board, owners);
        }
    }

    /// Pass-alive chains of `color` and the regions that are theirs; then empty regions that touch this colour
    /// alone, unless the opponent already has a better claim to them.
    fn mark_surrounded<const W: usize>(
        &mut self,
        board: &Board<N, W>,
        color: Color,
        suicide: bool,
        owners: &mut [Option<Color>; N],
    ) {
        if board.stone_count(color) == 0 {
            return;
        }
        self.benson.find(board, color, suicide);
        for stone in self.benson.living_stones(board) {
            owners[stone.index() & (N - 1)] = Some(color);
        }
        for region in self.benson.regions() {
            let is_safe = !region.touches_dead && (region.inner_count < 2 || !region.has_enemy);
            if !is_safe && region.has_enemy {
                continue;
            }
            for point in self.benson.points(region) {
                let owner = &mut owners[point.index() & (N - 1)];
                if is_safe || owner.is_none() {
                    *owner = Some(color);
                }
            }
        }
    }

    /// Takes from the basic area what touches neutral points or contains its owner's stones in atari: that is seki.
    /// The stones themselves are given back.
    fn keep_independent_life<const W: usize>(
        &mut self,
        board: &Board<N, W>,
        owners: &mut [Option<Color>; N],
    ) {
        let basic = *owners;
        let at = |point: Point| basic[point.index() & (N - 1)];
        let mut is_seki = [false; N];
        for point in board.dims().points() {
            let Some(owner) = at(point) else {
                continue;
            };
            let in_atari = board.color_at(point) == Some(owner) && board.liberties(point) == 1;
            let is_neutral =
                |&neighbor: &Point| board.cell(neighbor) == Cell::Empty && at(neighbor).is_none();
            if is_seki[point.index() & (N - 1)]
                || !(in_atari || board.neighbors(point).iter().any(is_neutral))
            {
                continue;
            }
            is_seki[point.index() & (N - 1)] = true;
            self.queue.clear();
            self.queue.push(point);
            while let Some(next) = self.queue.pop() {
                for neighbor in board.neighbors(next) {
                    let seen = &mut is_seki[neighbor.index() & (N - 1)];
                    if at(neighbor) == Some(owner) && !std::mem::replace(seen, true) {
                        self.queue.push(neighbor);
                    }
                }
            }
        }
        for point in board.dims().points() {
            let index = point.index() & (N - 1);
            let is_own_stone = board.color_at(point) == basic[index];
            if is_seki[index] && !is_own_stone {
                owners[index] = None;
            }
        }
    }
}
