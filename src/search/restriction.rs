//! Which moves may be considered.

use crate::types::{Color, Move, PointSet};
use std::cmp::Reverse;

/// Forbids the search some moves of a player near the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves forbidden, or the only ones allowed.
    pub moves: Vec<Move>,
    /// Whether `moves` are the only ones allowed.
    pub allows: bool,
    /// Holds for so many moves from the root; 1 restricts the moves at the root alone.
    pub until_depth: usize,
}

impl Restriction {
    /// Allows `color` these moves alone at the root.
    pub fn only(color: Color, moves: Vec<Move>) -> Restriction {
        Restriction {
            color,
            moves,
            allows: true,
            until_depth: 1,
        }
    }

    /// The same restrictions without moves named twice, so that they stay short however long the lists were: a search asks
    /// them about every move that it considers. The deepest come first.
    pub fn without_repeats(mut restrictions: Vec<Restriction>) -> Vec<Restriction> {
        // A move that is forbidden for longer need not be forbidden for a shorter time.
        restrictions.sort_by_key(|restriction| {
            let depth = Reverse(restriction.until_depth);
            (depth, restriction.allows, restriction.color.index())
        });
        let mut forbidden = [MoveSet::default(); 2];
        let mut kept: Vec<Restriction> = Vec::new();
        for mut restriction in restrictions {
            let mut allowed = MoveSet::default();
            let seen = match restriction.allows {
                true => &mut allowed,
                false => &mut forbidden[restriction.color.index()],
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
        kept
    }

    /// Whether both forbid moves of the same player for the same time.
    fn adds_up_with(&self, other: &Restriction) -> bool {
        let forbids = !self.allows && !other.allows;
        forbids && self.color == other.color && self.until_depth == other.until_depth
    }

    /// Whether it is not void: only an empty list of forbidden moves is.
    fn forbids_something(&self) -> bool {
        self.allows || !self.moves.is_empty()
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Restriction>() + self.moves.capacity() * size_of::<Move>()
    }

    /// Whether a move of `color` that `depth` moves lead to may not be considered.
    fn forbids(&self, depth: usize, color: Color, mv: Move) -> bool {
        depth < self.until_depth && color == self.color && self.moves.contains(&mv) != self.allows
    }

    /// Whether all of these let `color` consider a move that `depth` moves lead to.
    pub fn all_allow(restrictions: &[Restriction], depth: usize, color: Color, mv: Move) -> bool {
        let forbids = |restriction: &Restriction| restriction.forbids(depth, color, mv);
        !restrictions.iter().any(forbids)
    }

    /// Whether any of these says something about moves that `depth` moves lead to.
    pub(super) fn any_reaches(restrictions: &[Restriction], depth: usize) -> bool {
        restrictions
            .iter()
            .any(|restriction| depth < restriction.until_depth)
    }

    /// What is left of these after `moves` moves from the root.
    pub(super) fn after(restrictions: &[Restriction], moves: usize) -> Vec<Restriction> {
        let nearer = |restriction: &Restriction| Restriction {
            until_depth: restriction.until_depth.saturating_sub(moves),
            ..restriction.clone()
        };
        restrictions
            .iter()
            .map(nearer)
            .filter(|restriction| restriction.until_depth > 0)
            .collect()
    }
}

/// Moves of one player on one board.
#[derive(Clone, Copy, Default)]
struct MoveSet {
    points: PointSet,
    has_pass: bool,
}

impl MoveSet {
    /// Adds a move; returns whether it was missing.
    fn insert(&mut self, mv: Move) -> bool {
        match mv {
            Move::Pass => !std::mem::replace(&mut self.has_pass, true),
            Move::Place(point) => self.points.insert(point),
        }
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
        Restriction {
            color,
            moves: moves.map(|word| parse_move(dims, word).unwrap()).collect(),
            allows: false,
            until_depth,
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
                allows: true,
                ..forbidding(White, "A1 B1 B1", 3)
            },
        ];
        let kept = Restriction::without_repeats(named.to_vec());
        let moves: usize = kept.iter().map(|restriction| restriction.moves.len()).sum();
        // Black's five moves, White's one, and the two that White is allowed.
        assert_eq!(moves, 5 + 1 + 2);
        assert!(kept.len() <= 5);
        let dims = Dims::square(5).unwrap();
        let all = dims.points().map(Move::Place).chain([Move::Pass]);
        for (mv, depth) in all.flat_map(|mv| (0..7).map(move |depth| (mv, depth))) {
            for color in Color::BOTH {
                let allow = |list: &[Restriction]| Restriction::all_allow(list, depth, color, mv);
                assert_eq!(allow(&kept), allow(&named), "{color} {mv:?} {depth}");
            }
        }
    }

    #[test]
    fn moves_forbidden_one_by_one_become_one_restriction() {
        let mut named = Vec::new();
        for word in ["A1", "B1", "pass"].repeat(400) {
            named.extend(Color::BOTH.map(|color| forbidding(color, word, 1)));
        }
        let kept = Restriction::without_repeats(named);
        assert_eq!(kept.len(), 2, "one for each player");
        assert!(kept[0].bytes() < 200);
    }
}
