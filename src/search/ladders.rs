//! Where ladders matter in a position, for the priors.

use crate::board::Board;
use crate::playout::ladder::LadderReader;
use crate::types::{Color, Point};

/// Points at which a ladder is begun, lost or averted by the player to move, one bit per padded index.
pub struct Ladders<const W: usize> {
    /// An atari here catches an enemy chain.
    pub catches: [u64; W],
    /// Running out here only loses more stones.
    pub futile: [u64; W],
    /// A liberty of an own chain that the enemy could catch if it moved next.
    pub averts: [u64; W],
}

impl<const W: usize> Ladders<W> {
    /// Reads every chain with one or two liberties.
    pub fn read<const N: usize>(board: &Board<N, W>, color: Color) -> Ladders<W> {
        let mut ladders = Ladders {
            catches: [0; W],
            futile: [0; W],
            averts: [0; W],
        };
        let mut reader = LadderReader::new(board);
        let mut seen = [0u64; W];
        for stone in board.dims().points() {
            let Some(owner) = board.color_at(stone) else {
                continue;
            };
            let id = Point::from_index(board.chain_id(stone) as usize);
            if !contains(&seen, id) {
                insert(&mut seen, id);
                ladders.read_chain(&mut reader, board, owner == color, stone);
            }
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
                insert(&mut self.futile, board.first_liberty(stone));
            }
            (false, 2) => {
                for atari in board.liberty_points(stone) {
                    if reader.catches(stone, atari) {
                        insert(&mut self.catches, atari);
                    }
                }
            }
            (true, 2)
                if board
                    .liberty_points(stone)
                    .any(|atari| reader.catches(stone, atari)) =>
            {
                for liberty in board.liberty_points(stone) {
                    insert(&mut self.averts, liberty);
                }
            }
            _ => {}
        }
    }
}

/// Whether a set holds the point.
pub fn contains<const W: usize>(set: &[u64; W], point: Point) -> bool {
    set[(point.index() / 64) & (W - 1)] >> (point.index() % 64) & 1 != 0
}

fn insert<const W: usize>(set: &mut [u64; W], point: Point) {
    set[(point.index() / 64) & (W - 1)] |= 1 << (point.index() % 64);
}
