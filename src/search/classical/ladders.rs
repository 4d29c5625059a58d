//! Where ladders matter in a position, for the priors: whether a chain that is kept in atari gets away.

use crate::board::Board;
use crate::playout::other_liberty;
use crate::types::{Color, Point, PointSet};
use smallvec::SmallVec;

/// Moves tried before a ladder is called open.
const LONGEST_READING: u32 = 300;
/// The longest line read. A ladder across 19×19 takes about 70 moves.
const LONGEST_LINE: usize = 100;

/// Points at which a ladder is begun, lost or averted by the player to move.
pub struct Ladders<const W: usize> {
    /// An atari here catches an enemy chain.
    pub catches: PointSet<W>,
    /// Running out here only loses more stones.
    pub futile: PointSet<W>,
    /// A liberty of an own chain that the enemy could catch if it moved next.
    pub averts: PointSet<W>,
}

impl<const W: usize> Ladders<W> {
    /// Reads every chain with one or two liberties.
    pub fn read<const N: usize>(
        reader: &mut LadderReader<N, W>,
        board: &Board<N, W>,
        color: Color,
    ) -> Ladders<W> {
        reader.load(board);
        let mut ladders = Ladders {
            catches: PointSet::EMPTY,
            futile: PointSet::EMPTY,
            averts: PointSet::EMPTY,
        };
        for (stone, owner) in board.chains() {
            ladders.read_chain(reader, board, color, owner, stone);
        }
        ladders
    }

    fn read_chain<const N: usize>(
        &mut self,
        reader: &mut LadderReader<N, W>,
        board: &Board<N, W>,
        color: Color,
        owner: Color,
        stone: Point,
    ) {
        match (owner == color, board.liberties(stone)) {
            (true, 1) if reader.is_caught(stone) => {
                self.futile.insert(board.first_liberty(stone));
            }
            (false, 2) => {
                for atari in board.liberty_points(stone) {
                    if reader.catches(stone, atari) {
                        self.catches.insert(atari);
                    }
                }
            }
            (true, 2)
                if board
                    .liberty_points(stone)
                    .any(|atari| reader.catches(stone, atari)) =>
            {
                for liberty in board.liberty_points(stone) {
                    self.averts.insert(liberty);
                }
            }
            _ => {}
        }
    }
}

/// Reads ladders; keeps its boards, so that a position allocates only where it is read deeper than all before.
#[derive(Default)]
pub struct LadderReader<const N: usize, const W: usize> {
    /// The position read, and one more for each move of the line.
    boards: Vec<Board<N, W>>,
    /// Moves that may still be tried.
    left: u32,
}

impl<const N: usize, const W: usize> LadderReader<N, W> {
    /// Takes the position that is to be read.
    pub fn load(&mut self, board: &Board<N, W>) {
        match self.boards.first_mut() {
            Some(first) => first.copy_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// Whether the chain of `stone`, in atari and to move, is lost whether its owner runs or captures
    /// one of the surrounding chains.
    pub fn is_caught(&mut self, stone: Point) -> bool {
        self.left = LONGEST_READING;
        let owner = self.boards[0].color_at(stone);
        owner.is_some_and(|owner| !self.escapes(0, owner, stone))
    }

    /// Whether an enemy stone on `atari`, one of the two liberties of the chain of `stone`, catches that chain.
    pub fn catches(&mut self, stone: Point, atari: Point) -> bool {
        self.left = LONGEST_READING;
        let owner = self.boards[0].color_at(stone);
        owner.is_some_and(|owner| self.catches_by(0, owner, stone, atari))
    }

    /// The owner of a chain in atari moves, `depth` moves into the line.
    fn escapes(&mut self, depth: usize, owner: Color, stone: Point) -> bool {
        ways_out(&self.boards[depth], owner, stone)
            .into_iter()
            .any(|mv| self.gets_away_by(depth, owner, stone, mv))
    }

    /// Whether the owner's move leaves the chain with liberties that the enemy cannot take again.
    fn gets_away_by(&mut self, depth: usize, owner: Color, stone: Point, mv: Point) -> bool {
        if !self.boards[depth].is_legal_on_empty(owner, mv) {
            return false;
        }
        if !self.play(depth, owner, mv) {
            return true;
        }
        let after = &self.boards[depth + 1];
        match after.liberties(stone) {
            0 | 1 => false,
            2 => {
                let first = after.first_liberty(stone);
                let second = other_liberty(after, stone, first);
                ![first, second]
                    .into_iter()
                    .any(|atari| self.catches_by(depth + 1, owner, stone, atari))
            }
            _ => true,
        }
    }

    fn catches_by(&mut self, depth: usize, owner: Color, stone: Point, atari: Point) -> bool {
        self.boards[depth].is_legal_on_empty(!owner, atari)
            && self.play(depth, !owner, atari)
            && !self.escapes(depth + 1, owner, stone)
    }

    /// Makes the position one deeper; false if the reading has become too long.
    fn play(&mut self, depth: usize, color: Color, mv: Point) -> bool {
        if self.left == 0 || depth == LONGEST_LINE {
            return false;
        }
        self.left -= 1;
        if self.boards.len() == depth + 1 {
            self.boards.push(self.boards[depth].clone());
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].copy_from(&before[depth]);
        }
        self.boards[depth + 1].play_unchecked(color, mv);
        true
    }
}

/// The moves that may save a chain in atari: its last liberty, and the captures of its neighbours.
fn ways_out<const N: usize, const W: usize>(
    board: &Board<N, W>,
    owner: Color,
    stone: Point,
) -> SmallVec<[Point; 8]> {
    let mut ways = SmallVec::new();
    ways.push(board.first_liberty(stone));
    for member in board.chain_stones(stone) {
        for neighbor in board.neighbors(member) {
            if board.color_at(neighbor) != Some(!owner) || board.liberties(neighbor) != 1 {
                continue;
            }
            let capture = board.first_liberty(neighbor);
            if !ways.contains(&capture) {
                ways.push(capture);
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board9;
    use crate::game::board_from_diagram;
    use crate::types::parse_vertex;

    fn board(diagram: &str) -> Board9 {
        let board = board_from_diagram(diagram).unwrap();
        board.sized().unwrap().clone()
    }

    fn at(board: &Board9, vertex: &str) -> Point {
        parse_vertex(board.dims(), vertex).unwrap()
    }

    const LADDER: &str = "
        .........
        .........
        .........
        .........
        ....XX...
        ...XOO...
        ....X....
        .........
        .........";

    fn reader<const N: usize, const W: usize>(board: &Board<N, W>) -> LadderReader<N, W> {
        let mut reader = LadderReader::default();
        reader.load(board);
        reader
    }

    #[test]
    fn a_ladder_to_the_edge_works_and_the_wrong_side_does_not() {
        let board = board(LADDER);
        let stone = at(&board, "E4");
        let catches = |vertex| reader(&board).catches(stone, at(&board, vertex));
        assert!(catches("G4"));
        assert!(!catches("F3"));
    }

    #[test]
    fn a_breaker_saves_the_chain() {
        let mut board = board(LADDER);
        let [stone, atari, breaker] = ["E4", "G4", "H2"].map(|vertex| at(&board, vertex));
        let mut reader = reader(&board);
        assert!(reader.catches(stone, atari));
        board.play_unchecked(Color::White, breaker);
        reader.load(&board);
        assert!(!reader.catches(stone, atari));
    }

    #[test]
    fn a_chain_that_can_capture_its_way_out_is_not_caught() {
        // Black's two stones are in atari, but so is the white one at C1.
        let board = board(
            ".....
             OOO..
             XXXO.
             OOX..
             .XO..",
        );
        assert!(!reader(&board).is_caught(at(&board, "A3")));
    }

    #[test]
    fn a_chain_against_the_edge_is_caught() {
        let board = board(
            ".....
             .....
             ..OO.
             .OXX.
             ..OO.",
        );
        let stone = at(&board, "C2");
        assert_eq!(board.liberties(stone), 1);
        assert!(reader(&board).is_caught(stone));
    }
}
