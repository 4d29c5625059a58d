//! Whose area each point is, as KataGo reads it (`calculateArea` and `calculateIndependentLifeArea` in
//! `cpp/game/board.cpp`): pass-alive chains and their territory (D. B. Benson, *Life in the Game of Go*,
//! Information Sciences 10, 1976), then empty regions that touch one colour only, then the stones themselves.

use crate::board::Board;
use crate::types::{Cell, Color, Point};

/// Which area the rules ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// Stones and what they surround.
    All,
    /// Stones, and what groups with independent life surround: not what is in seki.
    StonesAndLife,
}

/// No region: the point holds a stone of the colour in question, or is off the board.
const NO_REGION: u16 = u16::MAX;

/// A connected set of points without stones of the colour in question.
#[derive(Clone, Copy)]
struct Region {
    /// Its points are `points[start..end]`.
    start: u16,
    end: u16,
    /// Its vital chains are `vital[vital_start..vital_end]`: those next to each of its empty points.
    vital_start: u16,
    vital_end: u16,
    /// Points that touch no stone of the colour, counted up to two.
    inner: u8,
    has_enemy: bool,
    touches_dead: bool,
}

/// Works out areas; one for each thread, keeps its buffers.
pub(super) struct AreaReader<const N: usize> {
    region_of: [u16; N],
    points: Vec<u16>,
    vital: Vec<u16>,
    regions: Vec<Region>,
    /// By chain id: how many regions are vital to it.
    vital_count: [u16; N],
    is_dead: [bool; N],
    /// One stone of each chain.
    chains: Vec<Point>,
    queue: Vec<Point>,
}

impl<const N: usize> AreaReader<N> {
    pub(super) fn new() -> Self {
        AreaReader {
            region_of: [NO_REGION; N],
            points: Vec::new(),
            vital: Vec::new(),
            regions: Vec::new(),
            vital_count: [0; N],
            is_dead: [false; N],
            chains: Vec::new(),
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
        self.find_regions(board, color, suicide);
        self.find_dead_chains(board, color);
        for &start in &self.chains {
            if !self.is_dead[board.chain_id(start) as usize & (N - 1)] {
                for stone in board.chain_stones(start) {
                    owners[stone.index() & (N - 1)] = Some(color);
                }
            }
        }
        for region in &self.regions {
            let points = &self.points[region.start as usize..region.end as usize];
            let is_safe = !region.touches_dead && (region.inner < 2 || !region.has_enemy);
            if !is_safe && region.has_enemy {
                continue;
            }
            for &point in points {
                let owner = &mut owners[point as usize & (N - 1)];
                if is_safe || owner.is_none() {
                    *owner = Some(color);
                }
            }
        }
    }

    /// Finds the regions without stones of `color`, and which chains each of them is vital to.
    fn find_regions<const W: usize>(&mut self, board: &Board<N, W>, color: Color, suicide: bool) {
        self.region_of.fill(NO_REGION);
        self.points.clear();
        self.vital.clear();
        self.regions.clear();
        self.chains.clear();
        self.vital_count.fill(0);
        self.is_dead.fill(false);
        let mut seen = [false; N];
        for point in board.dims().points() {
            match board.cell(point) {
                Cell::Empty if self.region_of[point.index() & (N - 1)] == NO_REGION => {
                    self.add_region(board, color, suicide, point);
                }
                cell if cell == Cell::from(color) => {
                    let id = board.chain_id(point) as usize & (N - 1);
                    if !std::mem::replace(&mut seen[id], true) {
                        self.chains.push(point);
                    }
                }
                _ => {}
            }
        }
        for &chain in &self.vital {
            self.vital_count[chain as usize & (N - 1)] += 1;
        }
    }

    fn add_region<const W: usize>(
        &mut self,
        board: &Board<N, W>,
        color: Color,
        suicide: bool,
        first: Point,
    ) {
        let number = self.regions.len() as u16;
        let mut region = Region {
            start: self.points.len() as u16,
            end: 0,
            vital_start: self.vital.len() as u16,
            vital_end: 0,
            inner: 0,
            has_enemy: false,
            touches_dead: false,
        };
        let own = Cell::from(color);
        self.start_vital(board, own, first);
        self.region_of[first.index() & (N - 1)] = number;
        self.points.push(first.index() as u16);
        let mut next = region.start as usize;
        while next < self.points.len() {
            let point = Point::from_index(self.points[next] as usize);
            next += 1;
            let is_empty = board.cell(point) == Cell::Empty;
            region.has_enemy |= !is_empty;
            let touched = self.spread(board, own, point, number);
            let is_inner = touched == [0; 4];
            region.inner = (region.inner + u8::from(is_inner)).min(2);
            if is_empty || suicide {
                self.keep_vital(region.vital_start as usize, &touched);
            }
        }
        region.end = self.points.len() as u16;
        region.vital_end = self.vital.len() as u16;
        self.regions.push(region);
    }

    /// Every chain next to the first point may find the region vital, until some point does not touch it.
    #[inline]
    fn start_vital<const W: usize>(&mut self, board: &Board<N, W>, own: Cell, first: Point) {
        let start = self.vital.len();
        for neighbor in board.neighbors(first) {
            let id = board.chain_id(neighbor);
            let is_new = !self.vital[start..].contains(&id);
            if board.cell(neighbor) == own && is_new {
                self.vital.push(id);
            }
        }
    }

    /// Adds the neighbours of a point to region `number`; returns the ids of the chains that the point touches, 0 where
    /// there is none.
    #[inline]
    fn spread<const W: usize>(
        &mut self,
        board: &Board<N, W>,
        own: Cell,
        point: Point,
        number: u16,
    ) -> [u16; 4] {
        let mut touched = [0; 4];
        for (slot, neighbor) in std::iter::zip(&mut touched, board.neighbors(point)) {
            let index = neighbor.index() & (N - 1);
            match board.cell(neighbor) {
                Cell::OffBoard => {}
                cell if cell == own => *slot = board.chain_id(neighbor),
                _ if self.region_of[index] == NO_REGION => {
                    self.region_of[index] = number;
                    self.points.push(index as u16);
                }
                _ => {}
            }
        }
        touched
    }

    /// Keeps those of the vital chains from this one on that are touched.
    #[inline]
    fn keep_vital(&mut self, from: usize, touched: &[u16; 4]) {
        let mut kept = from;
        for slot in from..self.vital.len() {
            let id = self.vital[slot];
            if touched.contains(&id) {
                self.vital[kept] = id;
                kept += 1;
            }
        }
        self.vital.truncate(kept);
    }

    /// Benson's algorithm: a chain without two vital regions is dead, and what it touches is vital to nobody.
    fn find_dead_chains<const W: usize>(&mut self, board: &Board<N, W>, color: Color) {
        let own = Cell::from(color);
        loop {
            let mut has_killed = false;
            for i in 0..self.chains.len() {
                let start = self.chains[i];
                let id = board.chain_id(start) as usize & (N - 1);
                if self.is_dead[id] || self.vital_count[id] >= 2 {
                    continue;
                }
                self.is_dead[id] = true;
                has_killed = true;
                for stone in board.chain_stones(start) {
                    for neighbor in board.neighbors(stone) {
                        if !matches!(board.cell(neighbor), Cell::OffBoard)
                            && board.cell(neighbor) != own
                        {
                            self.give_up_region(neighbor);
                        }
                    }
                }
            }
            if !has_killed {
                return;
            }
        }
    }

    fn give_up_region(&mut self, point: Point) {
        let region = &mut self.regions[self.region_of[point.index() & (N - 1)] as usize];
        if std::mem::replace(&mut region.touches_dead, true) {
            return;
        }
        for &chain in &self.vital[region.vital_start as usize..region.vital_end as usize] {
            self.vital_count[chain as usize & (N - 1)] -= 1;
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
