//! The keys of which KataGo makes the hash of a position, so that clients that make it too find the same one.
//!
//! KataGo draws them from two generators together, xorshift1024* (S. Vigna, *An experimental exploration of Marsaglia's xorshift
//! generators, scrambled*, 2016) and PCG (M. O'Neill, 2014), whose first state comes from a text (`cpp/core/rand.cpp`,
//! `cpp/game/board.cpp`).

use crate::types::{self, Color};
use std::sync::LazyLock;

const MAX_SIDE: usize = types::MAX_SIDE as usize;
/// Points of the largest board, with a border around the rows and one column between them.
const PLACES: usize = (MAX_SIDE + 1) * (MAX_SIDE + 2) + 1;

/// The state that comes from the text `Board::initHash()`: the words of the first generator, then the second one.
const STATE_OF_PARTS: [u64; 17] = [
    0x8529_bcaa_32ee_1153,
    0xd6c0_2840_163c_fd58,
    0x661e_734d_d183_30aa,
    0x6976_3dad_c5f7_cf1c,
    0xbcce_dad7_211d_446c,
    0x2f88_2a76_eefd_2087,
    0x0c93_73dc_8577_368e,
    0x3c56_74d8_241d_748a,
    0x9f44_ad0b_874b_3d15,
    0x0dbb_4cdb_929b_8149,
    0xffe1_f77e_f042_d660,
    0x527a_813c_87f4_a148,
    0x24ba_17f1_1024_c0b3,
    0xac50_fb22_6a9c_62cd,
    0xe3a4_5493_a2d0_d60f,
    0xd432_d2cc_ce05_70f9,
    0xd3b4_7647_f67d_21ae,
];

/// The state that comes from the text `Board::initHash() for ZOBRIST_SIZE hashes`.
const STATE_OF_SIDES: [u64; 17] = [
    0x5c7e_a045_2608_5d79,
    0x4617_729b_165f_56db,
    0x43e7_c38c_20e6_c7e8,
    0x6d15_4788_806c_d7f8,
    0xa74e_852b_707a_05c8,
    0xb44c_b8ee_202e_eddc,
    0x3bdd_d3c6_d50c_68f8,
    0x7755_179e_f767_3e94,
    0x70d8_9e5b_8777_25c3,
    0xee4d_a74d_2298_229f,
    0xb94d_1c33_8429_5b45,
    0xf1e2_ab2f_f01d_4434,
    0x2f54_ea39_2971_c290,
    0x96f8_7c87_daa6_38bc,
    0x1d57_20c3_9696_8f89,
    0x9532_dc6c_e8b9_c0ba,
    0x61ee_e47c_be1d_ecd0,
];

/// Both generators.
struct Generators {
    words: [u64; 16],
    word: usize,
    state: u64,
}

impl Generators {
    fn new(state: &[u64; 17]) -> Generators {
        let [words @ .., state] = *state;
        Generators {
            words,
            word: 0,
            state,
        }
    }

    fn xorshift(&mut self) -> u32 {
        let mut first = self.words[self.word];
        self.word = (self.word + 1) % self.words.len();
        let mut second = self.words[self.word];
        second ^= second << 31;
        second ^= second >> 11;
        first ^= first >> 30;
        let word = first ^ second;
        self.words[self.word] = word;
        (word.wrapping_mul(1_181_783_497_276_652_981) >> 32) as u32
    }

    fn pcg(&mut self) -> u32 {
        let state = self.state.wrapping_mul(6_364_136_223_846_793_005);
        self.state = state.wrapping_add(1_442_695_040_888_963_407);
        let shifted = (self.state >> 18 ^ self.state) >> 27;
        (shifted as u32).rotate_right((self.state >> 59) as u32)
    }

    /// The lower half first, and of each half the lower one.
    fn key(&mut self) -> u128 {
        (0..4).fold(0, |key, part| {
            let number = self.pcg().wrapping_add(self.xorshift());
            key | u128::from(number) << (32 * part)
        })
    }

    fn skip(&mut self, keys: usize) {
        (0..keys).for_each(|_| _ = self.key());
    }
}

/// The keys of all parts of a position.
pub struct Keys {
    movers: [u128; 2],
    /// By place, Black's and White's.
    stones: Vec<[u128; 2]>,
    /// By place.
    kos: Vec<u128>,
    /// By number, columns and rows.
    sides: Vec<[u128; 2]>,
}

/// The keys, made when they are first needed.
pub static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);

impl Keys {
    fn new() -> Keys {
        let mut parts = Generators::new(&STATE_OF_PARTS);
        // Of four that could move the second and the third are Black and White; then three keys for stages of a game.
        parts.skip(1);
        let movers = [parts.key(), parts.key()];
        parts.skip(4);
        let (mut stones, mut kos) = (Vec::new(), Vec::new());
        for _ in 0..PLACES {
            // Behind the key of each stone stands one for a mark that has no place in this hash.
            stones.push([(); 2].map(|()| {
                let key = parts.key();
                parts.skip(1);
                key
            }));
            kos.push(parts.key());
        }
        let mut sides = Generators::new(&STATE_OF_SIDES);
        let sides = (0..=MAX_SIDE).map(|_| [sides.key(), sides.key()]);
        Keys {
            movers,
            stones,
            kos,
            sides: sides.collect(),
        }
    }

    /// The key of a board with so many columns and rows.
    pub fn board(&self, columns: usize, rows: usize) -> u128 {
        self.sides[columns][0] ^ self.sides[rows][1]
    }

    /// The key of the player to move.
    pub fn mover(&self, color: Color) -> u128 {
        self.movers[color.index()]
    }

    /// The key of a stone in a column and a row from the top, both from 0, of a board with so many columns.
    pub fn stone(&self, color: Color, place: (usize, usize), columns: usize) -> u128 {
        self.stones[index(place, columns)][color.index()]
    }

    /// The key of a point that a ko forbids.
    pub fn ko(&self, place: (usize, usize), columns: usize) -> u128 {
        self.kos[index(place, columns)]
    }
}

fn index((column, row): (usize, usize), columns: usize) -> usize {
    column + 1 + (row + 1) * (columns + 1)
}
