//! Where ladders matter in a position, for the priors.

use crate::board::Board;
use crate::playout::ladder::LadderReader;
use crate::types::{Color, Point, PointSet};

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
            ladders.read_chain(reader, board, owner == color, stone);
        }
        ladders
    }

    fn read_chain<const N: usize>(
        &mut self,
        reader: &mut LadderReader<N, W>,
        board: &Board<N, W>,
        is_own: bool,
        stone: Point,
    ) {
        match (is_own, board.liberties(stone)) {
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
