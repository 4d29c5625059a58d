//! How many eyes a small space yields.
//!
//! The space is read on a board of its own, where the opponent stands all around its wall: what the wall lives by there is two eyes, what
//! it lives by with one eye more outside is one. Each chain of the wall has liberties outside. What ties them to each other is
//! theirs alone: stones beside the space, and points diagonal to it unless the opponent has these, or gets them. So an eye
//! is false there where it would be false in the game.

use super::{Answer, Goal, Success, prevent, reach};
use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, PointSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Larger spaces are not read.
const MOST_POINTS: usize = 11;
/// So many lines are added beside a space that is not at the edge: for its wall, an eye outside, and the opponent.
const MARGIN: usize = 7;
/// Moves that are made on the board at most before no more questions are read.
const MOST_MOVES: u64 = 500_000;
/// Chains with so many liberties are not captured.
const MANY_LIBERTIES: usize = 4;

/// How many eyes a space yields, from 0 to 2. Those that a ko decides are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// Where the opponent moves first.
    pub least: usize,
    /// Where the owner does.
    pub most: usize,
    /// The first moves where that differs: the opponent's, the owner's.
    pub vital: Option<[Point; 2]>,
    /// Moves that were made on the board to find out.
    pub moves: u64,
}

/// Why no eyes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEyes {
    /// Stones of one color enclose no small space around the point.
    NoSpace,
    /// The space could not be read to the end.
    GivenUp,
}

/// How many eyes the space around a point yields, provided that its wall cannot be captured. The reading is given up once `stop` is
/// set.
///
/// # Errors
/// If there is no such space, or the reading is given up.
pub fn eyes(board: &AnyBoard, point: Point, stop: &AtomicBool) -> Result<Eyes, NoEyes> {
    let spaces = Color::BOTH.map(|owner| Space::around(board, point, owner));
    let smallest = spaces
        .into_iter()
        .flatten()
        .min_by_key(|space| space.points.len());
    let space = smallest.ok_or(NoEyes::NoSpace)?;
    let mut reader = Reader { stop, moves: 0 };
    let corners = reader.corners(&space);
    let eyes = corners.and_then(|corners| reader.eyes(&space, &corners));
    eyes.ok_or(NoEyes::GivenUp)
}

/// Points that stones of one color enclose, with all that stands on them.
struct Space<'a> {
    board: &'a AnyBoard,
    owner: Color,
    points: PointSet,
    /// The stones beside them.
    wall: PointSet,
}

impl<'a> Space<'a> {
    /// The space of a color around a point; none if there is one of its stones, or none beside it, and where it is large.
    fn around(board: &'a AnyBoard, point: Point, owner: Color) -> Option<Space<'a>> {
        let mut space = Space {
            board,
            owner,
            points: PointSet::EMPTY,
            wall: PointSet::EMPTY,
        };
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            if board.color_at(point) == Some(owner) {
                space.wall.insert(point);
            } else if space.points.insert(point) {
                open.extend(board.dims().neighbors(point));
            }
            if space.points.len() > MOST_POINTS {
                return None;
            }
        }
        (!space.points.is_empty() && !space.wall.is_empty()).then_some(space)
    }

    /// Whether a stone is joined to one beside the space.
    fn is_of_wall(&self, stone: Point) -> bool {
        let stones = self.board.chain_stones(stone);
        stones.into_iter().any(|stone| self.wall.contains(stone))
    }

    /// The other points diagonal to it.
    fn corners(&self) -> PointSet {
        let dims = self.board.dims();
        let all = self.points.iter().flat_map(|point| diagonals(dims, point));
        let inside = self.points.union(&self.wall);
        all.filter(|&point| !inside.contains(point)).collect()
    }
}

/// Who gets the points diagonal to a space.
#[derive(Default)]
struct Corners {
    /// Those of the owner.
    kept: PointSet,
    /// Those of the opponent.
    lost: PointSet,
    /// Those of who moves first, and these moves: the opponent's, the owner's.
    open: Vec<(Point, [Option<Point>; 2])>,
}

impl Corners {
    fn are_kept(&self) -> bool {
        self.lost.is_empty() && self.open.is_empty()
    }
}

/// The columns or the rows of a space on its own board.
struct Side {
    /// What is added to their numbers in the game.
    shift: isize,
    length: usize,
    /// Whether the board ends with the margin: before them, after them.
    margins: [bool; 2],
}

impl Side {
    fn of(places: impl Iterator<Item = usize>, length: usize) -> Side {
        let (first, last) = places.fold((length, 0), |(first, last), place| {
            (first.min(place), last.max(place))
        });
        let margins = [first > 0, last + 1 < length];
        let [before, after] = margins.map(|is_there| if is_there { MARGIN } else { 0 });
        Side {
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
struct Apart {
    board: AnyBoard,
    owner: Color,
    sides: [Side; 2],
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
        let columns = Side::of(places().map(|(x, _)| x), dims.width());
        let rows = Side::of(places().map(|(_, y)| y), dims.height());
        let own = Dims::new(columns.length, rows.length).ok()?;
        let mut apart = Apart {
            board: AnyBoard::new(own),
            owner: space.owner,
            sides: [columns, rows],
            settled: PointSet::EMPTY,
        };
        let settled = own.points().filter(|&point| apart.is_end(point));
        apart.settled = settled.collect();
        Some(apart)
    }

    /// The space with its wall and what is around it; with an eye outside, if that is asked for. None where that finds no room.
    fn of(space: &Space, corners: &Corners, has_eye_outside: bool) -> Option<(Apart, Goal)> {
        let mut apart = Apart::new(space)?;
        let dims = space.board.dims();
        let place = |point: Point| apart.place(dims, point);
        let [inside, wall, kept, lost] = [&space.points, &space.wall, &corners.kept, &corners.lost]
            .map(|points| points.iter().map(place).collect::<PointSet>());
        let open: PointSet = corners
            .open
            .iter()
            .map(|&(point, _)| place(point))
            .collect();
        let enemies = space
            .points
            .iter()
            .filter(|&point| space.board.color_at(point).is_some());
        let enemies: Vec<Point> = enemies.map(place).collect();
        for point in wall.union(&kept).iter() {
            apart.play(apart.owner, point);
        }
        for points in [inside, lost, open] {
            apart.settled = apart.settled.union(&points);
        }
        let (main, eye) = apart.eye_outside()?;
        if has_eye_outside {
            apart.add_eye(eye);
        }
        apart.surround(&apart.liberties(&lost), &lost)?;
        for point in enemies {
            if apart.board.play_unchecked(!apart.owner, point) > 0 {
                return None;
            }
        }
        let goal = Goal::kill(&apart.board, main).ok()?;
        Some((apart, goal))
    }

    /// Where a point of the game stands.
    fn place(&self, dims: Dims, point: Point) -> Point {
        let (x, y) = dims.xy(point);
        let [x, y] = [(x, &self.sides[0]), (y, &self.sides[1])]
            .map(|(place, side)| place.wrapping_add_signed(side.shift));
        self.board.dims().point_unchecked(x, y)
    }

    fn is_end(&self, point: Point) -> bool {
        let (x, y) = self.board.dims().xy(point);
        self.sides[0].is_end(x) || self.sides[1].is_end(y)
    }

    fn is_in_corner(&self) -> bool {
        self.sides.iter().all(|side| side.margins.contains(&false))
    }

    fn play(&mut self, color: Color, point: Point) {
        self.board.play_unchecked(color, point);
        self.settled.insert(point);
    }

    /// Where an eye outside has room, and the stone of the wall beside it: of the largest chain that has room for one.
    fn eye_outside(&self) -> Option<(Point, Eye)> {
        let mut wall: Vec<Point> = self.stones().collect();
        wall.sort_by_key(|&stone| self.board.chain_size(stone));
        let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let sites = wall
            .into_iter()
            .rev()
            .flat_map(|stone| steps.map(|step| (stone, step)));
        let mut eyes =
            sites.filter_map(|(stone, step)| Some((stone, self.eye_beyond(stone, step)?)));
        eyes.next()
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

    fn stones(&self) -> impl Iterator<Item = Point> {
        let points = self.board.dims().points();
        points.filter(|&point| self.board.color_at(point) == Some(self.owner))
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
        let stones: PointSet = self.board.chain_stones(chain).into_iter().collect();
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
    /// what they do not come to is the owner's. None if that is a point that he has lost.
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

/// Reads, and counts the moves for it.
struct Reader<'a> {
    stop: &'a AtomicBool,
    moves: u64,
}

/// The move by which something is got, if one is needed; none of these if it is not got.
type Gain = Option<Option<Point>>;

/// What one of the two sides finds.
type Find = fn(&AnyBoard, &Goal, &AtomicBool) -> Answer;

impl Reader<'_> {
    fn eyes(&mut self, space: &Space, corners: &Corners) -> Option<Eyes> {
        let (mut least, mut attack) = (2, None);
        // A wall that is one chain has an eye.
        while least > usize::from(corners.are_kept()) {
            let (answer, moves) = self.life(space, corners, least, reach)?;
            if answer.success == Success::No {
                if !answer.is_certain {
                    return None;
                }
                break;
            }
            (least, attack) = (least - 1, moves[0]);
        }
        let (mut most, mut defence) = (2, None);
        while most > least {
            let (answer, moves) = self.life(space, corners, most, prevent)?;
            if !answer.is_certain {
                return None;
            }
            if answer.success == Success::Yes {
                defence = moves[1];
                break;
            }
            most -= 1;
        }
        // What is played outside is no move of the game.
        let vital = match least < most {
            true => Some([attack?, defence?]),
            false => None,
        };
        Some(Eyes {
            least,
            most,
            vital,
            moves: self.moves,
        })
    }

    /// What a side finds of the life of a wall that needs so many eyes; with the move for either side, if it is one of the game.
    fn life(
        &mut self,
        space: &Space,
        corners: &Corners,
        needed: usize,
        find: Find,
    ) -> Option<(Answer, [Option<Point>; 2])> {
        let (apart, goal) = Apart::of(space, corners, needed == 1)?;
        let answer = self.read(&apart.board, &goal, find)?;
        let inside = space.points.iter().map(|point| (point, [Some(point); 2]));
        let mut places = inside.chain(corners.open.iter().copied());
        let place = |point| Some(apart.place(space.board.dims(), point));
        let found = places.find(|&(point, _)| place(point) == answer.point);
        Some((answer, found.map_or([None; 2], |(_, moves)| moves)))
    }

    /// Who gets the points diagonal to a space.
    fn corners(&mut self, space: &Space) -> Option<Corners> {
        let mut corners = Corners::default();
        for point in space.corners().iter() {
            let [opponent, owner] = match space.board.color_at(point) {
                Some(_) if space.is_of_wall(point) => [None, Some(None)],
                Some(color) => self.of_stone(space, point, color)?,
                None => self.of_empty(space, point)?,
            };
            match (opponent, owner) {
                (None, _) => _ = corners.kept.insert(point),
                (_, None) => _ = corners.lost.insert(point),
                (Some(opponent), Some(owner)) => corners.open.push((point, [opponent, owner])),
            }
        }
        Some(corners)
    }

    /// Which moves get a point with a stone for the opponent of a space and for its owner, where they do.
    fn of_stone(&mut self, space: &Space, stone: Point, color: Color) -> Option<[Gain; 2]> {
        let held = Some(None);
        let attack = self.capture(space.board, stone, reach)?;
        let [attack, defence] = match attack {
            None => [None, held],
            Some(_) => [attack, self.capture(space.board, stone, prevent)?],
        };
        Some(match color == space.owner {
            true => [attack, defence],
            false => [defence, attack],
        })
    }

    /// The same of an empty point: there the owner's stone is of the wall, and the opponent's has to stay.
    fn of_empty(&mut self, space: &Space, point: Point) -> Option<[Gain; 2]> {
        let (opponent, gain) = (!space.owner, Some(Some(point)));
        if !space.board.is_legal(opponent, point) {
            return Some([None, gain]);
        }
        let mut after = space.board.clone();
        after.play_unchecked(opponent, point);
        Some(match self.capture(&after, point, reach)? {
            Some(_) => [None, gain],
            None => [gain, gain],
        })
    }

    /// What one side finds of the capture of a chain; one that is not found counts as none.
    fn capture(&mut self, board: &AnyBoard, stone: Point, find: Find) -> Option<Gain> {
        if board.liberties(stone) >= MANY_LIBERTIES {
            return Some(None);
        }
        let goal = Goal::capture(board, &[stone]).ok()?;
        let answer = self.read(board, &goal, find)?;
        Some((answer.success > Success::No).then_some(answer.point))
    }

    /// What one side finds, if there is time for it.
    fn read(&mut self, board: &AnyBoard, goal: &Goal, find: Find) -> Option<Answer> {
        if self.moves >= MOST_MOVES || self.stop.load(Relaxed) {
            return None;
        }
        let answer = find(board, goal, self.stop);
        self.moves += answer.moves;
        Some(answer)
    }
}

/// The point so many columns to the right of one and so many rows above it.
fn beside(dims: Dims, point: Point, right: isize, up: isize) -> Option<Point> {
    let (x, y) = dims.xy(point);
    dims.point(x.checked_add_signed(right)?, y.checked_add_signed(up)?)
}

/// The points diagonal to one: four, two at an edge, one in a corner.
fn diagonals(dims: Dims, point: Point) -> impl Iterator<Item = Point> {
    let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter();
    steps.filter_map(move |(right, up)| beside(dims, point, right, up))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_from_diagram;
    use crate::types::{format_vertices, parse_vertex};

    /// What is told of a point of a diagram.
    fn told(diagram: &str, vertex: &str) -> String {
        let board = board_from_diagram(diagram).unwrap();
        let dims = board.dims();
        let point = parse_vertex(dims, vertex).unwrap();
        match eyes(&board, point, &AtomicBool::new(false)) {
            Err(NoEyes::NoSpace) => "none".into(),
            Err(NoEyes::GivenUp) => "?".into(),
            Ok(Eyes {
                least,
                most,
                vital: Some(points),
                ..
            }) => format!("{least} {most} {}", format_vertices(dims, points)),
            Ok(eyes) => eyes.least.to_string(),
        }
    }

    /// What is told of a space in the middle of the board, and in its corner. The first point of the first row is in it.
    fn both<const ROWS: usize>(rows: [&str; ROWS]) -> [String; 2] {
        let corner: Vec<String> = (0..8)
            .map(|row| format!("{:X<8}", rows.get(row).unwrap_or(&"")))
            .collect();
        let mut middle: Vec<String> = vec!["X".repeat(9); 9];
        for (row, text) in rows.iter().enumerate() {
            middle[row + 2].replace_range(2..2 + text.len(), text);
        }
        let [corner, middle] = [corner, middle].map(|mut rows| {
            let last = rows.len() - 1;
            rows[last] = ".".repeat(rows[last].len());
            rows.join("\n")
        });
        [told(&middle, "C7"), told(&corner, "A8")]
    }

    #[test]
    fn the_eyes_of_the_shapes_that_everybody_knows() {
        assert_eq!(both(["."]), ["1", "1"]);
        assert_eq!(both([".."]), ["1", "1"]);
        assert_eq!(both(["..."]), ["1 2 D7 D7", "1 2 B8 B8"]);
        assert_eq!(both(["....", "XXXX"])[0], "2");
        assert_eq!(both(["..", ".."]), ["1", "1"]);
        assert_eq!(both(["...", "X.X"])[0], "1 2 D7 D7");
        assert_eq!(both(["..X", "X.."])[0], "2");
        assert!(both(["...", "..X"])[0].starts_with("1 2 D7 "));
        assert_eq!(both(["...", "..."]), ["2", "2"]);
        assert_eq!(both([".O."]), ["1", "1"]);
        assert_eq!(both([".O..", "XXXX"])[0], "1 2 E7 E7");
    }

    #[test]
    fn the_eye_of_one_point_is_false_where_its_diagonals_are_lost() {
        let in_the_corner = ".XOO...
                         X.OO...
                         XXOOO..
                         OOO....";
        assert_eq!(told(in_the_corner, "A4"), "0 1 B3 B3");
        let open = ".XXXX..
                    X.O....
                    X.O....
                    XXO....
                    .......";
        assert_eq!(told(open, "A5"), "0 1 B4 B4");
        let lost = open.replacen("X.O", "XOO", 1);
        assert_eq!(told(&lost, "A5"), "0");
        let kept = open.replacen("X.O", "XXO", 1);
        assert_eq!(told(&kept, "A5"), "1");
    }

    #[test]
    fn an_end_of_a_space_may_be_false() {
        let told_of = |space: &str| {
            let rows = [
                ".OO......",
                "..OXXXXX.",
                &format!(".O{space}X."),
                "..OXXXXX.",
                "..OOO....",
            ];
            told(&rows.join("\n"), "E3")
        };
        assert_eq!(told_of("X..XX"), "0 1 D3 D3");
        assert_eq!(told_of("X...X"), "1");
    }

    #[test]
    fn no_eyes_are_told_of_what_is_open_or_too_large() {
        let open = ".X.O...
                    .......
                    ..XO...
                    .......";
        assert_eq!(told(open, "A4"), "none");
        assert_eq!(told(open, "B4"), "none");
        assert_eq!(told(".......\n...X...\n.......", "A1"), "none");
    }
}
