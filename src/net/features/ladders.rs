//! All ladders of a position, remembered: the board of one move ago was the board of now when its own features were made.

use super::ladder::LadderReader;
use super::reading_board::ReadingBoard;
use crate::board::Board;
use crate::types::{Color, Dims, PointSet};
use crate::zobrist::spread;

/// How many boards are remembered; a power of two.
const REMEMBERED: usize = 1024;

/// The ladders of one board.
#[derive(Clone, Copy)]
pub(super) struct Ladders<const W: usize> {
    /// Stones of chains that are caught, whoever moves first.
    pub(super) caught: PointSet<W>,
    /// By colour of the chain: moves of its enemy that catch a chain with two liberties.
    pub(super) catching: [PointSet<W>; 2],
}

/// Reads ladders and remembers them.
pub(super) struct LadderCache<const N: usize, const W: usize> {
    reading: Box<ReadingBoard<N, W>>,
    dims: Option<Dims>,
    /// By the low bits of a key: the whole key and what it stands for.
    remembered: Vec<Option<(u64, Ladders<W>)>>,
}

impl<const N: usize, const W: usize> LadderCache<N, W> {
    pub(super) fn new() -> Self {
        LadderCache {
            reading: ReadingBoard::new(),
            dims: None,
            remembered: Vec::new(),
        }
    }

    /// The ladders of a board; they depend on its stones and its simple ko alone.
    pub(super) fn ladders(&mut self, board: &Board<N, W>) -> Ladders<W> {
        if self.dims != Some(board.dims()) {
            self.dims = Some(board.dims());
            self.remembered.clear();
            self.remembered.resize(REMEMBERED, None);
        }
        let ko = board.ko_point().map_or(0, |point| point.index() as u64);
        let key = board.hash() ^ spread(ko);
        let slot = key as usize % REMEMBERED;
        if let Some((known, ladders)) = self.remembered[slot]
            && known == key
        {
            return ladders;
        }
        let ladders = self.read(board);
        self.remembered[slot] = Some((key, ladders));
        ladders
    }

    /// Reads every chain with one or two liberties.
    fn read(&mut self, board: &Board<N, W>) -> Ladders<W> {
        let mut ladders = Ladders {
            caught: PointSet::EMPTY,
            catching: [PointSet::EMPTY; 2],
        };
        self.reading.load(board);
        let mut reader = LadderReader::new(&mut self.reading, board.dims().area());
        for (stone, color) in board.chains() {
            if board.liberties(stone) > 2 {
                continue;
            }
            let caught = if board.liberties(stone) == 1 {
                reader.is_caught(stone)
            } else {
                let catching = &mut ladders.catching[color.index()];
                let mut caught = false;
                for atari in board.liberty_points(stone) {
                    if reader.is_caught_by(stone, atari) {
                        catching.insert(atari);
                        caught = true;
                    }
                }
                caught
            };
            if caught {
                for member in board.chain_stones(stone) {
                    ladders.caught.insert(member);
                }
            }
        }
        ladders
    }
}

impl<const W: usize> Ladders<W> {
    /// The moves with which `color` begins a ladder that works.
    pub(super) fn begun_by(&self, color: Color) -> &PointSet<W> {
        &self.catching[(!color).index()]
    }
}
