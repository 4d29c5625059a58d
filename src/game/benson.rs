//! Which chains live whatever happens, and what is theirs.

use crate::board::{AnyBoard, Board, each};
use crate::types::{Cell, Color, Point, PointSet};

/// The chains of `color` that cannot be captured even if their owner always
/// passes, and the points in which they leave the opponent no room to live.
///
/// The chains come from D. B. Benson, *Life in the Game of Go*, Information
/// Sciences 10, 1976: a chain lives if two regions are vital to it, that is,
/// have every empty point next to it, and border on living chains alone. A
/// region that borders on living chains alone is their territory if two
/// separate eyes do not fit among its points that touch none of them.
///
/// With `suicide` the opponent may give up all its stones in a region and then
/// fill it but for a point that held one of them. So a region is vital only if
/// those points, too, are next to the chain (as in KataGo).
///
/// ```
/// use tengen::game::{board_from_diagram, pass_alive};
/// use tengen::types::Color;
/// let board = board_from_diagram(
///     ".X.XO
///      XXXXO
///      OOOO.
///      .....",
/// )
/// .unwrap();
/// let alive = pass_alive(&board, Color::Black, false);
/// assert_eq!(alive.len(), 6 + 2); // six stones and their two eyes
/// assert!(pass_alive(&board, Color::White, false).is_empty());
/// ```
pub fn pass_alive(board: &AnyBoard, color: Color, suicide: bool) -> PointSet {
    each!(board, board => pass_alive_on(board, color, suicide).iter().collect())
}

/// The same on a board whose layout is known.
pub fn pass_alive_on<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    suicide: bool,
) -> PointSet<W> {
    living_with(board, color, suicide, |region| match region.inner_count {
        0 | 1 => true,
        2 => board.neighbors(region.inner[0]).contains(&region.inner[1]),
        _ => false,
    })
}

/// What a colour keeps if it always passes and suicide is forbidden: the chains that live, and the regions between them that are vital
/// to one of them, whether two eyes fit there or not.
pub(super) fn kept_by_passing(board: &AnyBoard, color: Color) -> PointSet {
    each!(board, board => living_with(board, color, false, Region::is_vital).iter().collect())
}

/// The chains that live, and of the regions that border on them alone those that are territory.
fn living_with<const N: usize, const W: usize>(
    board: &Board<N, W>,
    color: Color,
    suicide: bool,
    is_territory: impl Fn(&Region) -> bool,
) -> PointSet<W> {
    if board.stone_count(color) == 0 {
        return PointSet::EMPTY;
    }
    let mut benson = Benson::new();
    benson.find(board, color, suicide);
    let between = benson.regions().filter(|region| !region.touches_dead);
    let territory = between.filter(|region| is_territory(region));
    let territory = territory.flat_map(|region| benson.points(region));
    benson.living_stones(board).chain(territory).collect()
}

/// No region: the point holds a stone of the colour in question, or is off the board.
const NO_REGION: u16 = u16::MAX;

/// A connected set of points without stones of the colour in question.
#[derive(Clone, Copy)]
pub struct Region {
    /// Its points are `points[start..end]`.
    start: u16,
    end: u16,
    /// Its vital chains are `vital[vital_start..vital_end]`: those next to each of its empty points.
    vital_start: u16,
    vital_end: u16,
    /// Points that touch no stone of the colour, counted up to three.
    pub inner_count: u8,
    /// The first two of them.
    inner: [Point; 2],
    /// Whether the opponent has stones in it.
    pub has_enemy: bool,
    /// Whether a chain beside it does not live whatever happens.
    pub touches_dead: bool,
}

/// The chains of one colour that live whatever happens, and the regions between them, by Benson's algorithm. Keeps its
/// buffers from one board to the next.
pub struct Benson<const N: usize> {
    region_of: [u16; N],
    points: Vec<u16>,
    vital: Vec<u16>,
    regions: Vec<Region>,
    /// By chain id: how many regions are vital to it.
    vital_count: [u16; N],
    is_dead: [bool; N],
    /// One stone of each chain.
    chains: Vec<Point>,
}

impl<const N: usize> Benson<N> {
    /// Knows no board yet.
    pub fn new() -> Self {
        Benson {
            region_of: [NO_REGION; N],
            points: Vec::new(),
            vital: Vec::new(),
            regions: Vec::new(),
            vital_count: [0; N],
            is_dead: [false; N],
            chains: Vec::new(),
        }
    }

    /// Looks at the chains of `color`, which has to have some. With `suicide` a region is vital to a chain only if enemy
    /// stones in it touch the chain too.
    pub fn find<const W: usize>(&mut self, board: &Board<N, W>, color: Color, suicide: bool) {
        self.find_regions(board, color, suicide);
        self.find_dead_chains(board, color);
    }

    /// The stones of the chains that live, on the board that was looked at.
    pub fn living_stones<const W: usize>(
        &self,
        board: &Board<N, W>,
    ) -> impl Iterator<Item = Point> {
        let chains = self.chains.iter();
        let living =
            chains.filter(|&&chain| !self.is_dead[board.chain_id(chain) as usize & (N - 1)]);
        living.flat_map(|&chain| board.chain_stones(chain))
    }

    /// The regions without stones of the colour.
    pub fn regions(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter()
    }

    /// The points of a region.
    pub fn points(&self, region: &Region) -> impl Iterator<Item = Point> {
        let points = &self.points[region.start as usize..region.end as usize];
        points
            .iter()
            .map(|&point| Point::from_index(point as usize))
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
        let chains = board.chains().filter(|&(_, owner)| owner == color);
        self.chains.extend(chains.map(|(stone, _)| stone));
        for point in board.empty_points() {
            if self.region_of[point.index() & (N - 1)] == NO_REGION {
                self.add_region(board, color, suicide, point);
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
            inner_count: 0,
            inner: [first; 2],
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
            if touched == [0; 4] {
                region.add_inner(point);
            }
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
}

impl Region {
    /// Whether all its empty points, and with suicide all its points, are next to one and the same chain.
    fn is_vital(&self) -> bool {
        self.vital_start < self.vital_end
    }

    #[inline]
    fn add_inner(&mut self, point: Point) {
        if let Some(slot) = self.inner.get_mut(self.inner_count as usize) {
            *slot = point;
        }
        self.inner_count = (self.inner_count + 1).min(3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{board_from_diagram, diagram_of};

    /// Draws the result where suicide is forbidden: `#` for a pass-alive point.
    fn picture(text: &str, color: Color) -> String {
        let board = board_from_diagram(text).unwrap();
        let dims = board.dims();
        let alive = pass_alive(&board, color, false);
        let signs: Vec<char> = diagram_of(&board).chars().filter(|c| *c != '\n').collect();
        let mut picture = String::new();
        for (i, sign) in signs.into_iter().enumerate() {
            let (x, y) = (i % dims.width(), dims.height() - 1 - i / dims.width());
            let here = alive.contains(dims.point(x, y).unwrap());
            picture.push(if here { '#' } else { sign });
            if x + 1 == dims.width() {
                picture.push('\n');
            }
        }
        picture
    }

    #[test]
    fn one_eye_is_not_enough() {
        let text = ".X.\nXX.\n...\n";
        assert_eq!(picture(text, Color::Black), text);
    }

    #[test]
    fn chains_may_live_together() {
        // Neither chain has two eyes of its own: both share both.
        let text = ".XX.\nX..X\nXXXX\nOOOO\n....\n";
        assert_eq!(
            picture(text, Color::Black),
            "####\n####\n####\nOOOO\n....\n"
        );
    }

    #[test]
    fn a_false_eye_keeps_nobody_alive() {
        let text = "X.XO.\n.XOO.\nXXO..\nOOO..\n.....\n";
        let board = board_from_diagram(text).unwrap();
        assert!(pass_alive(&board, Color::Black, false).is_empty());
    }

    #[test]
    fn enemy_stones_without_room_are_territory() {
        // Each eye holds a white stone, and no white eye ever fits beside it.
        let text = "\
.OX.OXO
XXXXXXO
OOOOOOO
.......
";
        assert_eq!(
            picture(text, Color::Black),
            "\
######O
######O
OOOOOOO
.......
"
        );
    }

    #[test]
    fn a_large_region_is_nobodys_yet() {
        // Black lives by the two corner eyes; White could still live in the middle.
        let text = "\
.X.....X.
XX.....XX
.X.....X.
.X.....X.
XXXXXXXXX
";
        let board = board_from_diagram(text).unwrap();
        let alive = pass_alive(&board, Color::Black, false);
        let dims = board.dims();
        assert!(alive.contains(dims.point(0, 4).unwrap()));
        assert!(!alive.contains(dims.point(4, 3).unwrap()));
    }

    /// White can fill all around D4, give these nine stones up, and fill all around the empty D4 again.
    #[test]
    fn stones_away_from_a_chain_are_a_danger_where_suicide_is_legal() {
        let text = "\
.........
.XXXXX...
.X...XXX.
.X.O.X.X.
.X...XXX.
.XXXXX...
.........
";
        let board = board_from_diagram(text).unwrap();
        let alive = |suicide| pass_alive(&board, Color::Black, suicide).len();
        assert_eq!([false, true].map(alive), [21 + 9 + 1, 0]);
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let board = board_from_diagram("...\n...").unwrap();
        assert!(
            Color::BOTH
                .iter()
                .all(|&c| pass_alive(&board, c, false).is_empty())
        );
    }
}
