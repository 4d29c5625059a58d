//! Points that a colour is sure of.
//!
//! What is kept if its owner always passes comes from D. B. Benson, *Life in the Game of Go*, Information Sciences 10, 1976;
//! what is kept if it answers, from M. Müller, *Playing it safe: recognizing secure territories in computer Go by using
//! static rules and search*, Game Programming Workshop in Japan, 1997, and X. Niu and M. Müller, *An improved safety solver
//! for computer Go*, Computers and Games, 2004. The steps:
//!
//! 1. Chains are joined to groups by pairs of liberties: if the opponent takes one, the owner takes the other.
//! 2. A group lives if two regions beside it are *1-vital*: each is sure to leave a liberty to all chains beside it.
//! 3. The chains beside a region that is *2-vital* live: it is sure to yield two eyes.
//! 4. An area beside safe stones is territory if the opponent cannot make two eyes in it. Chains beside it that are not
//!    safe yet are tied to safe ones by pairs of liberties.
//!
//! All this holds as long as suicide is forbidden. It is what the owner can do, not what it has to: stones that lie in its
//! territory altogether may be given up, and it need not capture dead stones while their room could be an eye for the
//! opponent.
//!
//! A region is a connected set of points without stones of the owner. Its *untouched* points are those beside no
//! such stone, its *inner* points those of them that are empty.
//!
//! Where the rules of the papers would claim too much, less is claimed here: corridors are played out, no pair of liberties
//! serves two purposes, a region that joins several chains must have no untouched points, stones that an answer may
//! capture are room for the opponent, and false eyes count where stones could connect all around.

mod corridor;
mod groups;
mod miai;
mod surrounded;
mod view;
mod vital;

#[cfg(test)]
mod tests;

use crate::board::AnyBoard;
use crate::game::benson::kept_by_passing;
use crate::game::pass_alive;
use crate::game::region::border;
use crate::types::{Color, Point, PointSet, Symmetry};
use groups::Groups;
use surrounded::Surroundings;
use view::View;
use vital::{Vital, is_two_vital};

/// The points that each colour is sure of: its stones, and its territory with what the opponent has there.
///
/// Stones of the opponent in it are dead as they lie. The opponent cannot save them, but to capture them may make room for
/// it to live in, and is not asked for. But for [`with_suicide`](SafePoints::with_suicide), suicide is forbidden.
///
/// ```
/// use tengen::game::{SafePoints, board_from_diagram};
/// use tengen::types::Color;
/// // Four points in a row are two eyes, but for those who pass.
/// let board = board_from_diagram(
///     "....X
///      XXXXX
///      OOOOO
///      .....
///      .....",
/// )
/// .unwrap();
/// assert_eq!(SafePoints::if_answering(&board).of(Color::Black).len(), 10);
/// assert!(SafePoints::if_passing(&board).both().is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafePoints([PointSet; 2]);

impl SafePoints {
    /// What a colour keeps even if it always passes: chains that live, and regions in which each empty point touches one and
    /// the same of them. [`pass_alive`] asks of a region whether two eyes fit.
    pub fn if_passing(board: &AnyBoard) -> SafePoints {
        SafePoints(Color::BOTH.map(|color| kept_by_passing(board, color)))
    }

    /// What a colour keeps if it always passes, where suicide is allowed: what [`pass_alive`] tells.
    pub fn with_suicide(board: &AnyBoard) -> SafePoints {
        SafePoints(Color::BOTH.map(|color| pass_alive(board, color, true)))
    }

    /// What a colour keeps if it answers each move of the opponent, who moves first.
    pub fn if_answering(board: &AnyBoard) -> SafePoints {
        // Which of several pairs is used depends on the order of points: looked at from every side, the best counts, and of
        // several what they share.
        let found = Symmetry::ALL.map(|symmetry| SafePoints::from_one_side(board, symmetry));
        let most = found.iter().map(|safe| safe.both().len()).max();
        let best = found.iter().filter(|safe| Some(safe.both().len()) == most);
        let shared = best
            .map(|safe| safe.0)
            .reduce(|all, safe| [0, 1].map(|i| all[i].intersection(&safe[i])));
        SafePoints(shared.unwrap_or_default())
    }

    /// What a colour keeps if it answers, seen on the turned board.
    fn from_one_side(board: &AnyBoard, symmetry: Symmetry) -> SafePoints {
        let dims = board.dims();
        let mut turned = AnyBoard::new(symmetry.dims(dims));
        for point in dims.points() {
            if let Some(color) = board.color_at(point) {
                turned.play_unchecked(color, symmetry.apply(dims, point));
            }
        }
        let SafePoints(safe) = SafePoints::if_answering_on(&turned);
        let is_in = |safe: &PointSet, point| safe.contains(symmetry.apply(dims, point));
        SafePoints(safe.map(|safe| dims.points().filter(|&point| is_in(&safe, point)).collect()))
    }

    fn if_answering_on(board: &AnyBoard) -> SafePoints {
        let [black, white] = Color::BOTH.map(|color| Player::new(board, color));
        let living = black.living.union(&white.living);
        let black_safe = black.living.union(&black.two_vital_areas(&living));
        let white_safe = white.living.union(&white.two_vital_areas(&living));
        SafePoints([
            black.with_areas(black_safe, white_safe),
            white.with_areas(white_safe, black_safe),
        ])
    }

    /// Those of one colour.
    pub fn of(&self, color: Color) -> &PointSet {
        &self.0[color.index()]
    }

    /// Those of both colours.
    pub fn both(&self) -> PointSet {
        self.0[0].union(&self.0[1])
    }

    /// How many regions of either colour are made of safe points alone.
    pub fn region_count(&self, board: &AnyBoard) -> usize {
        let both = self.both();
        let regions = Color::BOTH.map(|color| View::new(board, color).regions);
        let is_safe = |region: &&view::Region| region.points.is_subset(&both);
        regions.iter().flatten().filter(is_safe).count()
    }

    /// The empty points that safe points of both colours touch: nobody's territory.
    pub fn shared(&self, board: &AnyBoard) -> PointSet {
        let [black, white] = self.0.each_ref().map(|safe| border(board.dims(), safe));
        black.intersection(&white).intersection(&board.empty_set())
    }

    /// Those of the shared points that matter to nothing: beside no stone whose fate is open, nor an empty point that is
    /// not shared.
    pub fn dame(&self, board: &AnyBoard) -> PointSet {
        let (shared, both) = (self.shared(board), self.both());
        let is_settled = |point| shared.contains(point) || both.contains(point);
        let is_dame = |&point: &Point| board.dims().neighbors(point).all(is_settled);
        shared.iter().filter(is_dame).collect()
    }

    /// Who is sure to win by area if White receives `komi` points, each with half of the empty points beside its safe points;
    /// if they are odd, `last` gets one more.
    pub fn winner(&self, board: &AnyBoard, komi: f32, last: Option<Color>) -> Option<Color> {
        let area = board.dims().area() as f32;
        let empty = board.empty_set();
        Color::BOTH.into_iter().find(|&color| {
            let safe = self.of(color);
            let open = border(board.dims(), safe).intersection(&empty).len();
            let sure = safe.len() + (open + usize::from(Some(color) == last)) / 2;
            2.0 * sure as f32 > area + color.sign() * komi
        })
    }
}

/// A player who answers.
struct Player {
    view: View,
    /// The points that hold its groups together.
    taken: PointSet,
    /// Its groups that live, and their eyes.
    living: PointSet,
}

impl Player {
    fn new(board: &AnyBoard, color: Color) -> Player {
        let view = View::new(board, color);
        let vital = view.regions.iter().map(|region| Vital::new(&view, region));
        let vital: Vec<Vital> = vital.collect();
        let groups = Groups::joined(&view, &vital);
        Player {
            taken: groups.tied_points(),
            living: groups.living(&view, &vital),
            view,
        }
    }

    /// The regions of which nothing is known to be safe that yield two eyes, and the chains beside them.
    fn two_vital_areas(&self, safe: &PointSet) -> PointSet {
        let is_open = |region: &&view::Region| !safe.intersects(&region.points);
        let regions = self.view.regions.iter().filter(is_open);
        let found = regions.filter(|region| is_two_vital(&self.view, region, &self.taken));
        found.fold(PointSet::EMPTY, |areas, region| {
            let stones = self.view.beside(region).map(|chain| &chain.stones);
            areas.union(&region.points).union(&view::union(stones))
        })
    }

    /// Its safe points with all areas in which the opponent cannot live.
    fn with_areas(&self, safe: PointSet, enemy_safe: PointSet) -> PointSet {
        let around = Surroundings {
            view: &self.view,
            safe,
            enemy_safe,
            taken: self.taken,
        };
        around.with_areas()
    }
}
