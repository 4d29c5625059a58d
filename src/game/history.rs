//! Every position of a game, to find repetitions in.

use super::{KoRule, Position};
use crate::board::each;
use crate::types::{Color, Dims, Move, Point, PointSet};
use crate::zobrist::Hashed;

/// Stands for "no earlier position with this hash".
const NONE: u32 = u32::MAX;

/// Two bits for each place of the largest board: see [`words`].
const MAX_WORDS: usize = 22;

/// The cells of a board, two bits each, by padded index: the few places off the board cost less than to pass over them.
type Stones = [u64; MAX_WORDS];

/// What is remembered of one position besides its stones.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    /// The number of the last earlier position with the same hash.
    previous: u32,
    to_move: Color,
    ko_point: Option<Point>,
    /// The point that held a stone here for the first time.
    first_occupied: Option<Point>,
}

/// Every position of a game so far, the start and the present one included.
///
/// It is an exact record: next to the set of hashes, every position is kept at
/// two bits a point, so that a hash collision can be told from a repetition.
/// The search may be content with the hashes.
///
/// While a search runs it shares the history through an `Arc`, and nobody
/// changes it: [`Game`](super::Game) copies it first if it must.
///
/// Sources: the set of hashes and the filter of [`History::ever_occupied`] are
/// KataGo's (`BoardHistory`, `wasEverOccupiedOrPlayed`); confirming a hit
/// against the stones is our own.
#[derive(Clone)]
pub struct History {
    dims: Dims,
    entries: Vec<Entry>,
    /// `words` for each entry.
    stones: Vec<u64>,
    words: usize,
    /// The number of the last position with each hash.
    latest: Hashed<u32>,
    ever_occupied: PointSet,
}

impl History {
    /// The history of a game that starts from `start`.
    pub fn new(start: &Position) -> History {
        let dims = start.dims();
        let mut history = History {
            dims,
            entries: Vec::new(),
            stones: Vec::new(),
            words: words(dims),
            latest: Hashed::default(),
            ever_occupied: PointSet::EMPTY,
        };
        history.push(start, None);
        history.ever_occupied = dims
            .points()
            .filter(|&point| start.board().color_at(point).is_some())
            .collect();
        history
    }

    /// The number of positions, the start included: one more than the moves played.
    #[allow(clippy::len_without_is_empty, reason = "the start is always there")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether some position so far has this hash of the stones: the question of positional superko.
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        self.latest.contains_key(&hash)
    }

    /// Whether some position so far has this hash of the stones
    /// ([`Position::hash`]) and this side to move: the question of situational superko.
    #[inline]
    fn contains_situation(&self, hash: u64, to_move: Color) -> bool {
        self.with_hash(hash)
            .any(|number| self.entries[number].to_move == to_move)
    }

    /// Whether some position so far is, as far as `rule` looks, the one whose stones have this hash and in which `to_move` is
    /// next. Positional superko looks at the stones alone. Hashes alone decide.
    #[inline]
    pub fn knows(&self, rule: KoRule, hash: u64, to_move: Color) -> bool {
        match rule {
            KoRule::PositionalSuperko => self.contains(hash),
            KoRule::Simple | KoRule::SituationalSuperko => self.contains_situation(hash, to_move),
        }
    }

    /// Whether a position from the one with this number on has this hash of the stones, this side to move and this ko.
    pub fn has_been(
        &self,
        hash: u64,
        to_move: Color,
        ko_point: Option<Point>,
        first: usize,
    ) -> bool {
        self.with_hash(hash).any(|number| {
            let past = self.entries[number];
            number >= first && past.to_move == to_move && past.ko_point == ko_point
        })
    }

    /// Whether the point held a stone in any position so far.
    ///
    /// After a stone that is no suicide the point is occupied; so if it never
    /// was, the position is new, and superko needs no further thought. (KataGo's filter.)
    #[inline]
    pub fn ever_occupied(&self, point: Point) -> bool {
        self.ever_occupied.contains(point)
    }

    /// The number of the first position whose stones are those of `position`,
    /// and, if `to_move` is given, whose side to move is that one.
    pub(super) fn find(&self, position: &Position, to_move: Option<Color>) -> Option<usize> {
        let stones = pack(position);
        self.with_hash(position.hash())
            .filter(|&number| to_move.is_none_or(|color| self.entries[number].to_move == color))
            .filter(|&number| self.stones_of(number) == &stones[..self.words])
            .last()
    }

    /// Whether the last stone has brought a situation (stones, side to move, simple ko) back. A pass since it was there before
    /// breaks the cycle, because whoever passes gains by it, as when two stones are sent in and one is returned. KataGo does the
    /// same, but only at the third time. Passes after that stone, of players who were not told, change nothing.
    pub(super) fn is_cycle(&self, moves: &[(Color, Move)]) -> bool {
        let last_stone = moves.iter().rposition(|(_, mv)| *mv != Move::Pass);
        let end = last_stone.map_or(0, |index| index + 1);
        let last = self.entries[end];
        let first = first_since_pass(&moves[..end]);
        self.with_hash(last.hash).any(|number| {
            let past = self.entries[number];
            (first..end).contains(&number)
                && past.to_move == last.to_move
                && past.ko_point == last.ko_point
                && self.stones_of(number) == self.stones_of(end)
        })
    }

    /// Whether both histories agree on the positions of the shorter one, `other`.
    pub(super) fn starts_with(&self, other: &History) -> bool {
        self.dims == other.dims
            && self.len() >= other.len()
            && self.stones.starts_with(&other.stones)
            && std::iter::zip(&self.entries, &other.entries)
                .all(|(a, b)| a.to_move == b.to_move && a.ko_point == b.ko_point)
    }

    /// The side to move in the present position.
    pub(super) fn to_move(&self) -> Color {
        self.entries[self.entries.len() - 1].to_move
    }

    /// Corrects the side to move in the present position.
    pub(super) fn set_to_move(&mut self, color: Color) {
        if let Some(entry) = self.entries.last_mut() {
            entry.to_move = color;
        }
    }

    /// Adds the position that came of `mv`.
    pub(super) fn push(&mut self, position: &Position, mv: Option<Move>) {
        let number = self.entries.len() as u32;
        let hash = position.hash();
        let previous = self.latest.insert(hash, number).unwrap_or(NONE);
        let played = mv.and_then(Move::point);
        // A stone that was suicide was never there; the filter does not ask for it.
        let first_occupied = played.filter(|&point| {
            position.board().color_at(point).is_some() && self.ever_occupied.insert(point)
        });
        self.entries.push(Entry {
            hash,
            previous,
            to_move: position.to_move(),
            ko_point: position.board().ko_point(),
            first_occupied,
        });
        self.stones.extend_from_slice(&pack(position)[..self.words]);
    }

    /// Forgets the present position; the start stays.
    pub(super) fn pop(&mut self) {
        if self.entries.len() < 2 {
            return;
        }
        let Some(entry) = self.entries.pop() else {
            return;
        };
        self.stones.truncate(self.entries.len() * self.words);
        if entry.previous == NONE {
            self.latest.remove(&entry.hash);
        } else {
            self.latest.insert(entry.hash, entry.previous);
        }
        if let Some(point) = entry.first_occupied {
            self.ever_occupied.remove(point);
        }
    }

    /// The numbers of the positions with this hash, the latest first.
    fn with_hash(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        let latest = self.latest.get(&hash).copied();
        std::iter::successors(latest, |&number| {
            let previous = self.entries[number as usize].previous;
            (previous != NONE).then_some(previous)
        })
        .map(|number| number as usize)
    }

    fn stones_of(&self, number: usize) -> &[u64] {
        &self.stones[number * self.words..][..self.words]
    }
}

/// The number of the first position after the last pass.
pub fn first_since_pass(moves: &[(Color, Move)]) -> usize {
    let last_pass = moves.iter().rposition(|(_, mv)| *mv == Move::Pass);
    last_pass.map_or(0, |index| index + 1)
}

/// How many words hold the cells of such a board.
fn words(dims: Dims) -> usize {
    ((dims.height() + 1) * dims.stride()).div_ceil(32)
}

fn pack(position: &Position) -> Stones {
    let mut stones = [0; MAX_WORDS];
    each!(position.board(), board => {
        for (number, word) in stones[..words(board.dims())].iter_mut().enumerate() {
            for place in 0..32 {
                let cell = board.cell(Point::from_index(32 * number + place)) as u64;
                *word |= cell << (2 * place);
            }
        }
    });
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::AnyBoard;

    fn line(width: usize) -> Position {
        Position::new(AnyBoard::new(Dims::new(width, 1).unwrap()), Color::Black)
    }

    fn play(history: &mut History, position: &mut Position, color: Color, mv: Move) {
        position.play_unchecked(color, mv);
        history.push(position, Some(mv));
    }

    #[test]
    fn remembers_and_forgets() {
        let mut position = line(5);
        let start = position.clone();
        let mut history = History::new(&position);
        let point = position.dims().point(2, 0).unwrap();
        play(
            &mut history,
            &mut position,
            Color::Black,
            Move::Place(point),
        );
        play(&mut history, &mut position, Color::White, Move::Pass);

        assert_eq!(history.len(), 3);
        assert!(history.contains(start.hash()) && history.contains(position.hash()));
        assert!(history.contains_situation(position.hash(), Color::Black));
        assert!(!history.contains_situation(start.hash(), Color::White));
        assert!(history.ever_occupied(point));
        assert_eq!(history.find(&position, None), Some(1));
        assert_eq!(history.find(&position, Some(Color::Black)), Some(2));

        history.pop();
        assert!(history.contains(position.hash()));
        assert!(!history.contains_situation(position.hash(), Color::Black));
        history.pop();
        assert!(!history.contains(position.hash()) && !history.ever_occupied(point));
        history.pop();
        assert_eq!(history.len(), 1);
    }

    #[test]
    fn each_ko_rule_asks_its_own_question() {
        let position = line(3);
        let history = History::new(&position);
        let hash = position.hash();
        let knows = |rule| Color::BOTH.map(|color| history.knows(rule, hash, color));
        assert_eq!(knows(KoRule::Simple), [true, false]);
        assert_eq!(knows(KoRule::PositionalSuperko), [true, true]);
        assert_eq!(knows(KoRule::SituationalSuperko), [true, false]);
    }

    #[test]
    fn packs_the_largest_board() {
        let dims = Dims::square(25).unwrap();
        let mut position = Position::new(AnyBoard::new(dims), Color::Black);
        let mut history = History::new(&position);
        let corner = dims.point(24, 24).unwrap();
        play(
            &mut history,
            &mut position,
            Color::White,
            Move::Place(corner),
        );
        assert_eq!(history.words, MAX_WORDS);
        assert_eq!(history.find(&position, None), Some(1));
    }
}
