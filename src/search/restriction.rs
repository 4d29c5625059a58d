//! Which moves may be considered.

use super::move_set::MoveSet;
use crate::types::{Color, Move};
use std::cmp::Reverse;

/// What a restriction says of the moves that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RestrictionKind {
    /// They are forbidden.
    Not,
    /// All others are.
    Only,
}

/// Forbids the search some moves of a player near the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves forbidden, or the only ones allowed.
    pub moves: Vec<Move>,
    /// Which of both.
    pub kind: RestrictionKind,
    /// Holds for so many moves from the root; 1 restricts the moves at the root alone.
    pub until_depth: usize,
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

    /// Whether both forbid moves of the same player for the same time.
    fn adds_up_with(&self, other: &Restriction) -> bool {
        let forbid = [self.kind, other.kind] == [RestrictionKind::Not; 2];
        forbid && self.color == other.color && self.until_depth == other.until_depth
    }

    /// Whether it is not void: only an empty list of forbidden moves is.
    fn forbids_something(&self) -> bool {
        self.kind == RestrictionKind::Only || !self.moves.is_empty()
    }

    /// Whether a move of `color` that `depth` moves lead to may not be considered.
    fn forbids(&self, depth: usize, color: Color, mv: Move) -> bool {
        if depth >= self.until_depth || color != self.color {
            return false;
        }
        let is_named = self.moves.contains(&mv);
        match self.kind {
            RestrictionKind::Not => is_named,
            RestrictionKind::Only => !is_named,
        }
    }
}

/// Restrictions that hold at the same time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Restrictions(Vec<Restriction>);

impl From<Restriction> for Restrictions {
    fn from(restriction: Restriction) -> Restrictions {
        Restrictions(vec![restriction])
    }
}

impl FromIterator<Restriction> for Restrictions {
    fn from_iter<T: IntoIterator<Item = Restriction>>(all: T) -> Restrictions {
        Restrictions(all.into_iter().collect())
    }
}

impl Restrictions {
    /// One more.
    pub fn add(&mut self, restriction: Restriction) {
        self.0.push(restriction);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One by one.
    pub fn iter(&self) -> impl Iterator<Item = &Restriction> {
        self.0.iter()
    }

    /// Whether they let `color` consider a move that `depth` moves lead to.
    pub fn allow(&self, depth: usize, color: Color, mv: Move) -> bool {
        !self
            .iter()
            .any(|restriction| restriction.forbids(depth, color, mv))
    }

    /// The moves that are the only ones allowed to `color` at the root, in the words of any of them.
    pub(super) fn named_at_root(&self, color: Color) -> impl Iterator<Item = Move> {
        let names = move |restriction: &&Restriction| {
            restriction.color == color && restriction.kind == RestrictionKind::Only
        };
        let named = self.iter().filter(names);
        named.flat_map(|restriction| restriction.moves.iter().copied())
    }

    /// Whether any of them says something about moves that `depth` moves lead to.
    pub(super) fn reach(&self, depth: usize) -> bool {
        self.iter()
            .any(|restriction| depth < restriction.until_depth)
    }

    /// What is left of them after `moves` moves from the root.
    pub(super) fn after(&self, moves: usize) -> Restrictions {
        let nearer = |restriction: &Restriction| Restriction {
            until_depth: restriction.until_depth.saturating_sub(moves),
            ..restriction.clone()
        };
        let left = |restriction: &&Restriction| restriction.until_depth > moves;
        self.iter().filter(left).map(nearer).collect()
    }

    /// The same without moves named twice, so that they stay short however long the lists were: a search asks
    /// them about every move that it considers. The deepest come first.
    pub fn without_repeats(mut self) -> Restrictions {
        // A move that is forbidden for longer need not be forbidden for a shorter time.
        self.0.sort_by_key(|restriction| {
            let depth = Reverse(restriction.until_depth);
            (depth, restriction.kind, restriction.color.index())
        });
        let mut forbidden = [MoveSet::default(); 2];
        let mut kept: Vec<Restriction> = Vec::new();
        for mut restriction in self.0 {
            let mut allowed = MoveSet::default();
            let seen = match restriction.kind {
                RestrictionKind::Only => &mut allowed,
                RestrictionKind::Not => &mut forbidden[restriction.color.index()],
            };
            restriction.moves.retain(|&mv| seen.insert(mv));
            match kept
                .last_mut()
                .filter(|last| last.adds_up_with(&restriction))
            {
                Some(last) => last.moves.append(&mut restriction.moves),
                None if restriction.forbids_something() => kept.push(restriction),
                None => {}
            }
        }
        for restriction in &mut kept {
            restriction.moves.shrink_to_fit();
        }
        Restrictions(kept)
    }

    /// Bytes of memory that they take.
    pub fn bytes(&self) -> usize {
        let of_moves = |restriction: &Restriction| restriction.moves.capacity() * size_of::<Move>();
        let moves: usize = self.iter().map(of_moves).sum();
        moves + self.0.capacity() * size_of::<Restriction>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Dims, parse_move};
    use Color::{Black, White};

    fn forbidding(color: Color, words: &str, until_depth: usize) -> Restriction {
        let dims = Dims::square(5).unwrap();
        let moves = words.split_whitespace();
        let moves = moves.map(|word| parse_move(dims, word).unwrap());
        Restriction {
            until_depth,
            ..Restriction::not(color, moves.collect())
        }
    }

    #[test]
    fn no_move_is_named_twice_and_nothing_else_changes() {
        let named = [
            forbidding(Black, "A1 B1 A1 pass", 2),
            forbidding(White, "A1 A1", 2),
            forbidding(Black, "A1 C1 pass", 5),
            forbidding(Black, "D1 B1", 2),
            forbidding(Black, "C1", 1),
            Restriction {
                kind: RestrictionKind::Only,
                ..forbidding(White, "A1 B1 B1", 3)
            },
        ];
        let named: Restrictions = named.into_iter().collect();
        let kept = named.clone().without_repeats();
        let moves: usize = kept.iter().map(|restriction| restriction.moves.len()).sum();
        // Black's five moves, White's one, and the two that White is allowed.
        assert_eq!(moves, 5 + 1 + 2);
        assert!(kept.0.len() <= 5);
        let dims = Dims::square(5).unwrap();
        let all = dims.points().map(Move::Place).chain([Move::Pass]);
        for (mv, depth) in all.flat_map(|mv| (0..7).map(move |depth| (mv, depth))) {
            for color in Color::BOTH {
                let allow = |list: &Restrictions| list.allow(depth, color, mv);
                assert_eq!(allow(&kept), allow(&named), "{color} {mv:?} {depth}");
            }
        }
    }

    #[test]
    fn moves_forbidden_one_by_one_become_one_restriction() {
        let mut named = Restrictions::default();
        for word in ["A1", "B1", "pass"].repeat(400) {
            for color in Color::BOTH {
                named.add(forbidding(color, word, 1));
            }
        }
        let kept = named.without_repeats();
        assert_eq!(kept.0.len(), 2, "one for each player");
        assert!(kept.bytes() < 400);
    }
}
