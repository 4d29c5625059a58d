//! Which moves may be considered.

use crate::types::{Color, Move, Point, SizeClass};

/// Moves on the largest board, by the index of their points.
const MOVES: usize = SizeClass::UpTo25.capacity();
/// The pass among them. No board has a point with this index.
const PASS: usize = MOVES - 1;

/// What a restriction says of the moves that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionKind {
    /// They are forbidden.
    Not,
    /// All others are.
    Only,
}

/// Forbids the search some moves of a player near the root.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves forbidden, or the only ones allowed.
    pub moves: Vec<Move>,
    /// Which of both.
    pub kind: RestrictionKind,
    /// Holds for so many moves from the root; 1 restricts the moves at the root alone.
    pub until_depth: u32,
}

impl Restriction {
    /// Allows `color` these moves alone at the root.
    pub fn only(color: Color, moves: Vec<Move>) -> Restriction {
        Restriction {
            color,
            moves,
            kind: RestrictionKind::Only,
            until_depth: 1,
        }
    }

    /// Forbids `color` these moves at the root.
    pub fn not(color: Color, moves: Vec<Move>) -> Restriction {
        Restriction {
            kind: RestrictionKind::Not,
            ..Restriction::only(color, moves)
        }
    }

    /// The same, however far the moves are from the root.
    pub fn to_the_end(self) -> Restriction {
        Restriction {
            until_depth: u32::MAX,
            ..self
        }
    }
}

/// What several restrictions forbid together. The same ones are equal in whatever order, and however often they name a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Restrictions([Forbidden; 2]);

/// The moves forbidden to one player.
#[derive(Clone, Debug, Default, PartialEq)]
struct Forbidden {
    /// For how many moves from the root each of [`MOVES`] is forbidden; empty if none is.
    until: Vec<u32>,
    /// For how many moves from the root all moves outside an `Only` list are forbidden; 0 without such a list.
    others_until: u32,
    /// The greatest of these depths; beyond it nothing is forbidden.
    deepest: u32,
}

impl Forbidden {
    fn add(&mut self, restriction: Restriction) {
        let forbids_named = restriction.kind == RestrictionKind::Not;
        if forbids_named && restriction.moves.is_empty() {
            return;
        }
        let mut is_named = [false; MOVES];
        for mv in restriction.moves {
            is_named[index(mv)] = true;
        }
        let depth = restriction.until_depth;
        self.until.resize(MOVES, 0);
        for (until, is_named) in self.until.iter_mut().zip(is_named) {
            if is_named == forbids_named {
                *until = depth.max(*until);
            }
        }
        if !forbids_named {
            self.others_until = depth.max(self.others_until);
        }
        self.deepest = depth.max(self.deepest);
    }

    fn after(&self, moves: usize) -> Forbidden {
        if self.deepest as usize <= moves {
            return Forbidden::default();
        }
        let left = |until: u32| until.saturating_sub(moves as u32);
        Forbidden {
            until: self.until.iter().copied().map(left).collect(),
            others_until: left(self.others_until),
            deepest: left(self.deepest),
        }
    }
}

/// The place of a move among [`MOVES`].
fn index(mv: Move) -> usize {
    mv.point().map_or(PASS, Point::index)
}

fn move_at(index: usize) -> Move {
    match index {
        PASS => Move::Pass,
        _ => Move::Place(Point::from_index(index)),
    }
}

impl From<Restriction> for Restrictions {
    fn from(restriction: Restriction) -> Restrictions {
        Restrictions::from_iter([restriction])
    }
}

impl FromIterator<Restriction> for Restrictions {
    fn from_iter<T: IntoIterator<Item = Restriction>>(all: T) -> Restrictions {
        let mut restrictions = Restrictions::default();
        all.into_iter().for_each(|one| restrictions.add(one));
        restrictions
    }
}

impl Restrictions {
    /// One more.
    pub fn add(&mut self, restriction: Restriction) {
        self.0[restriction.color.index()].add(restriction);
    }

    /// Whether they forbid nothing.
    pub fn is_empty(&self) -> bool {
        !self.reaches(0)
    }

    /// Whether they let `color` consider a move that `depth` moves lead to.
    #[inline]
    pub fn allows(&self, depth: usize, color: Color, mv: Move) -> bool {
        let until = self.0[color.index()].until.get(index(mv));
        until.is_none_or(|&until| depth >= until as usize)
    }

    /// Whether all moves of `color` but some, of which there may be none, are forbidden at the root.
    pub fn allows_only_some(&self, color: Color) -> bool {
        self.0[color.index()].others_until > 0
    }

    /// These moves, without those that are forbidden as well, in the order of their points.
    pub(super) fn named_at_root(&self, color: Color) -> impl Iterator<Item = Move> {
        let until = self.0[color.index()].until.iter().enumerate();
        let has_names = self.allows_only_some(color);
        let named = until.filter(move |&(_, &until)| has_names && until == 0);
        named.map(|(index, _)| move_at(index))
    }

    /// Whether they forbid any move that `depth` moves lead to.
    #[inline]
    pub(super) fn reaches(&self, depth: usize) -> bool {
        self.0.iter().any(|player| depth < player.deepest as usize)
    }

    /// What is left of them after `moves` moves from the root.
    pub(super) fn after(&self, moves: usize) -> Restrictions {
        Restrictions([0, 1].map(|player| self.0[player].after(moves)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Dims, parse_move};
    use Color::{Black, White};

    fn forbidding(color: Color, words: &str, until_depth: u32) -> Restriction {
        let dims = Dims::square(5).unwrap();
        let moves = words.split_whitespace();
        let moves = moves.map(|word| parse_move(dims, word).unwrap());
        Restriction {
            until_depth,
            ..Restriction::not(color, moves.collect())
        }
    }

    fn allowing(color: Color, words: &str, until_depth: u32) -> Restriction {
        Restriction {
            kind: RestrictionKind::Only,
            ..forbidding(color, words, until_depth)
        }
    }

    fn together<const COUNT: usize>(all: [Restriction; COUNT]) -> Restrictions {
        all.into_iter().collect()
    }

    #[test]
    fn a_move_is_forbidden_as_long_as_any_of_them_says() {
        let all = [
            forbidding(Black, "A1 B1 A1 pass", 2),
            forbidding(White, "A1 A1", 2),
            forbidding(Black, "A1 C1", 5),
            forbidding(Black, "D1 B1", 2),
            forbidding(Black, "A1 C1", 1),
            allowing(White, "A1 B1 B1", 3),
        ];
        let together = together(all.clone());
        let forbids = |one: &Restriction, depth, color, mv| {
            let is_named = one.moves.contains(&mv);
            let is_meant = is_named == (one.kind == RestrictionKind::Not);
            color == one.color && depth < one.until_depth && is_meant
        };
        for mv in Dims::square(5).unwrap().moves() {
            for (depth, color) in (0..7).flat_map(|depth| Color::BOTH.map(|color| (depth, color))) {
                let is_forbidden = all.iter().any(|one| forbids(one, depth, color, mv));
                let is_allowed = together.allows(depth as usize, color, mv);
                assert_ne!(is_allowed, is_forbidden, "{color} {mv:?} {depth}");
            }
        }
    }

    #[test]
    fn those_that_forbid_the_same_are_equal() {
        let all = together([forbidding(Black, "C3 pass", 2)]);
        let in_other_words = [
            forbidding(White, "", 9),
            forbidding(Black, "pass", 2),
            forbidding(Black, "C3 C3", 2),
            forbidding(Black, "C3", 1),
        ];
        assert_eq!(all, together(in_other_words));
        assert_ne!(all, forbidding(Black, "C3 pass", 3).into());
        assert!(Restrictions::from(forbidding(Black, "", 2)).is_empty());
        assert!(!Restrictions::from(allowing(Black, "", 2)).is_empty());
    }

    #[test]
    fn they_end_with_the_moves_that_they_were_to_hold_for() {
        let all = together([allowing(Black, "A1 pass", 1), forbidding(Black, "B1", 3)]);
        let named = |all: &Restrictions| all.named_at_root(Black).count();
        assert_eq!(
            (named(&all), all.reaches(2), all.reaches(3)),
            (2, true, false)
        );
        let later = all.after(1);
        assert_eq!((named(&later), later.allows_only_some(Black)), (0, false));
        assert_eq!(later, forbidding(Black, "B1", 2).into());
        for moves in [3, usize::MAX] {
            assert_eq!(all.after(moves), Restrictions::default());
        }
    }
}
