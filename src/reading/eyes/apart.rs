//! The board of its own on which a space is read.

use super::space::{Corners, Space, beside};
use crate::board::AnyBoard;
use crate::reading::Goal;
use crate::types::{Color, Dims, Point, PointSet};

/// Lines added beside a space that is not at the edge: for its wall, an eye outside, and the opponent.
const MARGIN: usize = 7;

/// The columns or the rows of a space on its own board.
struct Axis {
    /// What is added to their numbers in the game.
    shift: isize,
    length: usize,
    /// Whether the board ends with the margin: before them, after them.
    margins: [bool; 2],
}

impl Axis {
    fn of(places: impl Iterator<Item = usize>, length: usize) -> Axis {
        let (first, last) = places.fold((length, 0), |(first, last), place| {
            (first.min(place), last.max(place))
        });
        let margins = [first > 0, last + 1 < length];
        let [before, after] = margins.map(|is_there| if is_there { MARGIN } else { 0 });
        Axis {
            shift: before as isize - first as isize,
            length: before + last + 1 - first + after,
            margins,
        }
    }

    fn is_end(&self, place: usize) -> bool {
        let [before, after] = self.margins;
        before && place == 0 || after && place + 1 == self.length
    }
}

/// The board of its own on which a space is read.
pub struct Apart {
    pub board: AnyBoard,
    owner: Color,
    axes: [Axis; 2],
    /// The points whose stone, or emptiness, is settled.
    settled: PointSet,
}

/// An eye outside.
struct Eye {
    points: Vec<Point>,
    hole: Point,
}

impl Apart {
    fn new(space: &Space) -> Option<Apart> {
        let dims = space.board.dims();
        let places = || space.points.iter().map(|point| dims.xy(point));
        let columns = Axis::of(places().map(|(x, _)| x), dims.width());
        let rows = Axis::of(places().map(|(_, y)| y), dims.height());
        let own = Dims::new(columns.length, rows.length).ok()?;
        let mut apart = Apart {
            board: AnyBoard::new(own),
            owner: space.owner,
            axes: [columns, rows],
            settled: PointSet::EMPTY,
        };
        let settled = own.points().filter(|&point| apart.is_end(point));
        apart.settled = settled.collect();
        Some(apart)
    }

    /// The space with its wall and what is around it; with an eye outside, if that is asked for. None where that finds no room.
    pub fn of(space: &Space, corners: &Corners, has_eye_outside: bool) -> Option<(Apart, Goal)> {
        let mut apart = Apart::new(space)?;
        let dims = space.board.dims();
        let placed = |points: PointSet| -> PointSet {
            let points = points.iter();
            points.map(|point| apart.place(dims, point)).collect()
        };
        let own = placed(space.wall.union(&corners.kept));
        let lost = placed(corners.lost);
        let fought_for = corners.open.iter().map(|&(point, _)| point);
        let open = placed(space.points.union(&fought_for.collect()));
        let enemies = placed(space.enemies());
        for point in own.iter() {
            apart.play(apart.owner, point);
        }
        apart.settled = apart.settled.union(&lost).union(&open);
        let (main, eye) = apart.eye_outside()?;
        if has_eye_outside {
            apart.add_eye(eye);
        }
        apart.surround(&apart.liberties(&lost), &lost)?;
        for point in enemies.iter() {
            if apart.board.play_unchecked(!apart.owner, point) > 0 {
                return None;
            }
        }
        let goal = Goal::kill(&apart.board, main).ok()?;
        Some((apart, goal))
    }

    /// Where a point of the game stands.
    pub fn place(&self, dims: Dims, point: Point) -> Point {
        let (x, y) = dims.xy(point);
        let [x, y] = [(x, &self.axes[0]), (y, &self.axes[1])]
            .map(|(place, axis)| place.wrapping_add_signed(axis.shift));
        self.board.dims().point_unchecked(x, y)
    }

    fn is_end(&self, point: Point) -> bool {
        let (x, y) = self.board.dims().xy(point);
        self.axes[0].is_end(x) || self.axes[1].is_end(y)
    }

    fn is_in_corner(&self) -> bool {
        self.axes.iter().all(|axis| axis.margins.contains(&false))
    }

    fn play(&mut self, color: Color, point: Point) {
        self.board.play_unchecked(color, point);
        self.settled.insert(point);
    }

    /// Where an eye outside has room, and the stone of the wall beside it: of the largest chain that has room for one.
    fn eye_outside(&self) -> Option<(Point, Eye)> {
        let mut wall: Vec<Point> = self.board.stones(self.owner).iter().collect();
        wall.sort_by_key(|&stone| self.board.chain_size(stone));
        let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let mut sites = wall
            .into_iter()
            .rev()
            .flat_map(|stone| steps.map(|step| (stone, step)));
        sites.find_map(|(stone, step)| Some((stone, self.eye_beyond(stone, step)?)))
    }

    /// A step from a stone and a ring with a hole, if there is room.
    fn eye_beyond(&self, stone: Point, (right, up): (isize, isize)) -> Option<Eye> {
        let dims = self.board.dims();
        let place = |along, across| {
            beside(
                dims,
                stone,
                along * right + across * up,
                along * up + across * right,
            )
        };
        // At an edge of the board the ring is shorter.
        let ring = (2..=4).flat_map(|along| [-1, 0, 1].map(|across| (along, across)));
        let all = ring.chain([(1, 0)]);
        let eye = Eye {
            points: all
                .filter_map(|(along, across)| place(along, across))
                .collect(),
            hole: place(3, 0)?,
        };
        let is_apart = |&point: &Point| {
            let mut near = dims.neighbors(point);
            !self.settled.contains(point)
                && near.all(|near| near == stone || self.board.color_at(near).is_none())
        };
        eye.points.iter().all(is_apart).then_some(eye)
    }

    fn add_eye(&mut self, eye: Eye) {
        self.settled.insert(eye.hole);
        for point in eye.points.into_iter().filter(|&point| point != eye.hole) {
            self.play(self.owner, point);
        }
    }

    /// Liberties outside for each chain, where there are some, that join it to nothing: two in a corner, where kos turn on them, else one.
    fn liberties(&self, lost: &PointSet) -> PointSet {
        let chains = self.board.chains().into_iter();
        chains
            .flat_map(|(chain, _)| self.liberties_of(chain, lost))
            .collect()
    }

    fn liberties_of(&self, chain: Point, lost: &PointSet) -> Vec<Point> {
        let dims = self.board.dims();
        let stones = self.board.chain_set(chain);
        let is_apart = |near: Point| {
            let is_other = self.board.color_at(near).is_some() && !stones.contains(near);
            !is_other && !lost.contains(near)
        };
        let liberties = self.board.liberty_points(chain).into_iter();
        liberties
            .filter(|&point| !self.settled.contains(point) && dims.neighbors(point).all(is_apart))
            .take(if self.is_in_corner() { 2 } else { 1 })
            .collect()
    }

    /// Puts the opponent's stones around all but these liberties, beginning at the ends of the board, where they have liberties enough;
    /// what they do not come to is the owner's. None if that is a point that it has lost.
    fn surround(&mut self, liberties: &PointSet, lost: &PointSet) -> Option<()> {
        let (dims, opponent) = (self.board.dims(), !self.owner);
        let ends = dims.points().filter(|&point| self.is_end(point));
        let mut open: Vec<Point> = ends.flat_map(|point| dims.neighbors(point)).collect();
        let kept = self.settled.union(liberties).difference(lost);
        while let Some(point) = open.pop() {
            if !kept.contains(point) && self.board.color_at(point).is_none() {
                self.board.play_unchecked(opponent, point);
                open.extend(dims.neighbors(point));
            }
        }
        for point in dims.points().filter(|&point| !self.settled.contains(point)) {
            let mut near = dims.neighbors(point);
            let is_free = self.board.color_at(point).is_none();
            if is_free && near.all(|near| self.board.color_at(near) != Some(opponent)) {
                self.board.play_unchecked(self.owner, point);
            }
        }
        lost.iter()
            .all(|point| self.board.color_at(point).is_some())
            .then_some(())
    }
}
