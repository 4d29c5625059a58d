use super::PointSet;
use super::region::{border, regions};
use crate::board::AnyBoard;
use crate::types::{Cell, Color, Dims, Point};

/// A connected set of points without stones of the colour in question.
struct Region {
    points: PointSet,
    /// Those that the opponent can leave empty while filling all others: the region is vital to the chains that touch them
    /// all.
    last: PointSet,
}

/// The chains of `color` that cannot be captured even if their owner always
/// passes, and the points in which they leave the opponent no room to live.
///
/// The chains come from D. B. Benson, *Life in the Game of Go*, Information
/// Sciences 10, 1976: a chain lives if two regions are vital to it, that is,
/// have every empty point next to it, and border on living chains alone. A
/// region that borders on living chains alone is their territory if two
/// separate eyes do not fit among its points that touch none of them.
///
/// With `suicide` the opponent may give up all his stones in a region and then
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
    pass_alive_of(board.dims(), |point| board.cell(point), color, suicide)
}

/// The same of a board that is told point by point.
pub fn pass_alive_of(
    dims: Dims,
    cell: impl Fn(Point) -> Cell,
    color: Color,
    suicide: bool,
) -> PointSet {
    let own = Cell::from(color);
    let chains = regions(dims, |point| cell(point) == own);
    let regions: Vec<Region> = regions(dims, |point| cell(point) != own)
        .into_iter()
        .map(|points| Region {
            points,
            last: points
                .iter()
                .filter(|&point| suicide || cell(point) == Cell::Empty)
                .collect(),
        })
        .collect();
    let (chains, borders) = living_chains(dims, chains, &regions);
    let stones = union(&chains);
    if stones.is_empty() {
        return PointSet::EMPTY;
    }
    let touched = union(&borders);
    let territory = regions
        .iter()
        .map(|region| region.points)
        .filter(|points| border(dims, points).is_subset(&stones))
        .filter(|points| holds_no_two_eyes(dims, &points.difference(&touched)));
    territory.fold(stones, |all, points| all.union(&points))
}

/// Benson's algorithm: the unconditionally living chains, and the points next to each.
fn living_chains(
    dims: Dims,
    mut chains: Vec<PointSet>,
    regions: &[Region],
) -> (Vec<PointSet>, Vec<PointSet>) {
    loop {
        let borders: Vec<PointSet> = chains.iter().map(|chain| border(dims, chain)).collect();
        let living = union(&chains);
        let safe: Vec<&Region> = regions
            .iter()
            .filter(|region| border(dims, &region.points).is_subset(&living))
            .collect();
        let lives = |border: &PointSet| {
            let vital = safe.iter().filter(|region| region.last.is_subset(border));
            vital.count() >= 2
        };
        let survivors: Vec<PointSet> = std::iter::zip(&chains, &borders)
            .filter(|(_, border)| lives(border))
            .map(|(chain, _)| *chain)
            .collect();
        if survivors.len() == chains.len() {
            return (chains, borders);
        }
        chains = survivors;
    }
}

/// Whether no two points of the set are apart from each other.
fn holds_no_two_eyes(dims: Dims, inner: &PointSet) -> bool {
    let points: Vec<_> = inner.iter().take(3).collect();
    match points[..] {
        [] | [_] => true,
        [a, b] => dims.neighbors(a).any(|neighbor| neighbor == b),
        _ => false,
    }
}

fn union(sets: &[PointSet]) -> PointSet {
    sets.iter().fold(PointSet::EMPTY, |all, set| all.union(set))
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
