//! Whose points are whose at the end of a game.

use super::region::{border, region_of, regions};
use super::{Game, Rules, Scoring, Tax, pass_alive};
use crate::board::AnyBoard;
use crate::types::{Color, Dims, Point, PointSet};

/// A connected set of living stones of one colour and the points that it alone surrounds.
struct Group {
    points: PointSet,
    surrounded: PointSet,
    /// The neutral points next to it.
    dame: PointSet,
}

/// Who owns what once the dead stones are off the board.
#[derive(Clone, Debug, Default)]
pub struct Territory {
    /// By colour: living stones.
    stones: [PointSet; 2],
    /// By colour: empty points, and points with dead stones, that only this colour surrounds.
    surrounded: [PointSet; 2],
    /// By colour: dead stones.
    dead: [PointSet; 2],
    /// Points of groups in seki, stones and surrounded points.
    seki: PointSet,
    /// By colour: what a group tax takes away, two points for each living group that has them.
    group_tax: [usize; 2],
}

impl Territory {
    /// Counts the board of a game. A chain is dead if any stone of it is in `dead`; points without stones are ignored.
    /// Groups in seki are found by shape, see [`Territory::with_seki`].
    pub fn new(game: &Game, dead: &[Point]) -> Territory {
        Territory::of_board(game.board(), game.rules(), dead)
    }

    /// The same of a board on which a game by these rules has ended.
    pub fn of_board(board: &AnyBoard, rules: &Rules, dead: &[Point]) -> Territory {
        let mut territory = Territory::without_seki(board, dead);
        let groups = territory.groups(board.dims());
        let alive = Color::BOTH.map(|color| pass_alive(board, color, rules.suicide));
        territory.seki = seki_by_shape(board.dims(), &groups, &alive);
        territory.tax_groups(&groups);
        territory
    }

    /// As [`Territory::new`] of a board, with the groups in seki known: those with any stone in `seki`. Those beside a dead stone
    /// are in seki no more, nor are those in one with them.
    pub fn with_seki(board: &AnyBoard, dead: &[Point], seki: &[Point]) -> Territory {
        let mut territory = Territory::without_seki(board, dead);
        let groups = territory.groups(board.dims());
        let marked: PointSet = seki.iter().copied().collect();
        let dead = territory.dead[0].union(&territory.dead[1]);
        let around = dead.union(&border(board.dims(), &dead));
        let marked = marked.difference(&joined(board, &marked, &around));
        territory.seki = groups
            .iter()
            .flatten()
            .filter(|group| {
                group
                    .points
                    .difference(&group.surrounded)
                    .intersects(&marked)
            })
            .fold(PointSet::EMPTY, |all, group| all.union(&group.points));
        territory.tax_groups(&groups);
        territory
    }

    fn without_seki(board: &AnyBoard, dead: &[Point]) -> Territory {
        let dims = board.dims();
        let mut territory = Territory::default();
        for &point in dead.iter().filter(|&&point| dims.contains(point)) {
            if let Some(color) = board.color_at(point) {
                let set = &mut territory.dead[color.index()];
                board.chain_stones(point).into_iter().for_each(|stone| {
                    set.insert(stone);
                });
            }
        }
        for point in dims.points() {
            if let Some(color) = board.color_at(point)
                && !territory.dead[color.index()].contains(point)
            {
                territory.stones[color.index()].insert(point);
            }
        }
        let [black, white] = territory.stones;
        for region in regions(dims, |p| !black.contains(p) && !white.contains(p)) {
            let touching = border(dims, &region);
            let owner = match (touching.intersects(&black), touching.intersects(&white)) {
                (true, false) => Color::Black,
                (false, true) => Color::White,
                _ => continue,
            };
            let set = &mut territory.surrounded[owner.index()];
            *set = set.union(&region);
        }
        territory
    }

    /// The groups of each colour.
    fn groups(&self, dims: Dims) -> [Vec<Group>; 2] {
        Color::BOTH.map(|color| {
            let owned = self.area(color);
            let neutral = |p: &Point| self.owner(*p).is_none();
            regions(dims, |point| owned.contains(point))
                .into_iter()
                .map(|points| Group {
                    points,
                    surrounded: points.intersection(&self.surrounded[color.index()]),
                    dame: border(dims, &points).iter().filter(neutral).collect(),
                })
                .collect()
        })
    }

    fn tax_groups(&mut self, groups: &[Vec<Group>; 2]) {
        self.group_tax = [0, 1].map(|color| {
            groups[color]
                .iter()
                .filter(|group| !group.points.intersects(&self.seki))
                .map(|group| group.surrounded.len().min(2))
                .sum()
        });
    }

    /// Living stones and surrounded points of a colour.
    pub fn area(&self, color: Color) -> PointSet {
        self.stones[color.index()].union(&self.surrounded[color.index()])
    }

    /// The points that a colour surrounds, those under dead stones included.
    pub fn surrounded(&self, color: Color) -> &PointSet {
        &self.surrounded[color.index()]
    }

    /// The point that the group of a living stone surrounds, if it is but one.
    pub fn only_eye(&self, dims: Dims, stone: Point) -> Option<Point> {
        let color = self.owner(stone)?;
        let area = self.area(color);
        let group = region_of(dims, stone, |point| area.contains(point));
        let surrounded = group.intersection(self.surrounded(color));
        surrounded.first().filter(|_| surrounded.len() == 1)
    }

    /// Who has a living stone on the point or alone surrounds it; nobody if it is neutral.
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| {
            self.stones[color.index()].contains(point)
                || self.surrounded[color.index()].contains(point)
        })
    }

    /// The points that nobody owns and no group in seki touches.
    pub fn unclaimed(&self, dims: Dims) -> PointSet {
        let is_neutral = |point| self.owner(point).is_none();
        let regions = regions(dims, is_neutral).into_iter();
        regions
            .filter(|region| !border(dims, region).intersects(&self.seki))
            .fold(PointSet::EMPTY, |all, region| all.union(&region))
    }

    /// Counts a point that nobody owns for a colour.
    pub fn give(&mut self, point: Point, color: Color) {
        self.surrounded[color.index()].insert(point);
    }

    /// Whose each point is, in the order of [`Dims::points`]: 1 Black's, −1 White's, 0 nobody's.
    pub fn ownership(&self, dims: Dims) -> Vec<f32> {
        let owner = |point| self.owner(point).map_or(0.0, Color::sign);
        dims.points().map(owner).collect()
    }

    /// Stones and surrounded points of groups in seki.
    pub fn seki(&self) -> &PointSet {
        &self.seki
    }

    /// The dead stones of a colour.
    pub fn dead(&self, color: Color) -> &PointSet {
        &self.dead[color.index()]
    }

    /// How many of the points that a colour surrounds do not count under the rules.
    pub fn taxed(&self, rules: &Rules, color: Color) -> usize {
        let in_seki = self.surrounded(color).intersection(&self.seki).len();
        match rules.tax {
            Tax::None => 0,
            Tax::Seki => in_seki,
            Tax::All => in_seki + self.group_tax[color.index()],
        }
    }

    /// How many more points the rules do not count for Black than for White.
    pub fn taxed_lead(&self, rules: &Rules) -> i32 {
        let [black, white] = Color::BOTH.map(|color| self.taxed(rules, color) as i32);
        black - white
    }

    /// The points of `color` on this board; prisoners taken in play are not on it.
    pub(super) fn points(&self, rules: &Rules, color: Color) -> usize {
        let counted = match rules.scoring {
            Scoring::Area => self.area(color).len(),
            Scoring::Territory => self.surrounded(color).len() + self.dead(color.opponent()).len(),
        };
        counted - self.taxed(rules, color)
    }
}

/// Of these stones in seki those that are in one with any on `points`: which touch such a stone, or have a liberty in common with
/// it, or with another that does.
fn joined(board: &AnyBoard, seki: &PointSet, points: &PointSet) -> PointSet {
    let mut joined = seki.intersection(points);
    let mut found: Vec<Point> = joined.iter().collect();
    while let Some(point) = found.pop() {
        let is_stone = seki.contains(point);
        for beside in board.dims().neighbors(point) {
            let is_liberty = is_stone && board.color_at(beside).is_none();
            if (is_liberty || seki.contains(beside)) && joined.insert(beside) {
                found.push(beside);
            }
        }
    }
    joined
}

/// The points of the groups that are in seki, judged by shape.
///
/// A group does not live by itself if it borders on neutral points, is not
/// pass-alive, and surrounds neither two separate regions nor one of seven
/// points (which always makes two eyes). Two such groups of different colours
/// are in seki if they touch the same neutral point or two that are side by
/// side; with more room between them there is still something to play for. The
/// dead are off the board by now, so a group here is one that its owner keeps.
fn seki_by_shape(dims: Dims, groups: &[Vec<Group>; 2], pass_alive: &[PointSet; 2]) -> PointSet {
    let unsettled: [Vec<&Group>; 2] = [0, 1].map(|color| {
        groups[color]
            .iter()
            .filter(|group| !lives_by_itself(dims, group, &pass_alive[color]))
            .collect()
    });
    let shares_dame = |group: &Group, others: &[&Group]| {
        others.iter().any(|other| {
            let near = |point: Point| {
                other.dame.contains(point) || dims.neighbors(point).any(|n| other.dame.contains(n))
            };
            group.dame.iter().any(near)
        })
    };
    [0, 1]
        .into_iter()
        .flat_map(|color| {
            let enemies = &unsettled[1 - color];
            unsettled[color]
                .iter()
                .filter(move |group| shares_dame(group, enemies))
        })
        .fold(PointSet::EMPTY, |all, group| all.union(&group.points))
}

fn lives_by_itself(dims: Dims, group: &Group, pass_alive: &PointSet) -> bool {
    if group.dame.is_empty() || group.points.intersects(pass_alive) {
        return true;
    }
    let Some(first) = group.surrounded.first() else {
        return false;
    };
    let region = region_of(dims, first, |p| group.surrounded.contains(p));
    region != group.surrounded || region.len() >= 7
}
