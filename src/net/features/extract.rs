//! From a situation to the planes and numbers that a network reads.

use super::area::{AreaReader, Counted};
use super::ladders::LadderCache;
use super::{ADVANTAGE, Features, GLOBALS, Situation};
use crate::game::{KoRule, Scoring, Tax};
use crate::types::{Color, Dims, Move};

/// How far beyond the area of the board komi is shown.
const KOMI_MARGIN: f32 = 20.0;

/// Turns situations into features. One for each thread; it keeps its buffers, and remembers ladders.
pub struct Extractor<const N: usize, const W: usize> {
    ladders: LadderCache<N, W>,
    areas: AreaReader<N>,
    owners: Box<[Option<Color>; N]>,
    /// Whether areas are read as if suicide were allowed even where it is not, as some networks were trained.
    pub areas_allow_suicide: bool,
}

impl<const N: usize, const W: usize> Default for Extractor<N, W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize, const W: usize> Extractor<N, W> {
    /// An extractor with empty buffers.
    pub fn new() -> Self {
        Extractor {
            ladders: LadderCache::new(),
            areas: AreaReader::new(),
            owners: Box::new([None; N]),
            areas_allow_suicide: false,
        }
    }

    /// Writes the features of a situation into `features`, whatever was there.
    pub fn extract(&mut self, situation: &Situation<'_, N, W>, features: &mut Features) {
        let dims = situation.boards[0].dims();
        features.dims = dims;
        features.planes.clear();
        features.planes.resize(dims.area(), 0);
        fill_stones(situation, &mut features.planes);
        fill_prohibitions(situation, &mut features.planes);
        fill_moves(situation, &mut features.planes);
        self.fill_ladders(situation, &mut features.planes);
        self.fill_areas(situation, &mut features.planes);
        features.numbers = numbers(situation);
    }

    /// Planes 14 to 17.
    fn fill_ladders(&mut self, situation: &Situation<'_, N, W>, planes: &mut [u32]) {
        let dims = situation.boards[0].dims();
        for (ago, board) in situation.boards.into_iter().enumerate() {
            let ladders = self.ladders.ladders(board);
            for stone in ladders.caught.iter() {
                planes[dims.index_from_top(stone)] |= 1 << (14 + ago);
            }
            if ago == 0 {
                for point in ladders.begun_by(situation.to_move).iter() {
                    planes[dims.index_from_top(point)] |= 1 << 17;
                }
            }
        }
    }

    /// Planes 18 and 19.
    fn fill_areas(&mut self, situation: &Situation<'_, N, W>, planes: &mut [u32]) {
        let Some(counted) = counted_area(situation) else {
            return;
        };
        let suicide = situation.rules.suicide || self.areas_allow_suicide;
        let board = situation.boards[0];
        self.areas.read(board, counted, suicide, &mut self.owners);
        for (point, bits) in std::iter::zip(board.dims().points_from_top(), planes) {
            if let Some(owner) = self.owners[point.index()] {
                *bits |= if owner == situation.to_move {
                    1 << 18
                } else {
                    1 << 19
                };
            }
        }
    }
}

/// The area that the rules count; under territory scoring none, since no encore is played.
fn counted_area<const N: usize, const W: usize>(
    situation: &Situation<'_, N, W>,
) -> Option<Counted> {
    let is_taxed = situation.rules.tax != Tax::None;
    match situation.rules.scoring {
        Scoring::Area if is_taxed => Some(Counted::StonesAndLife),
        Scoring::Area => Some(Counted::All),
        Scoring::Territory => None,
    }
}

/// Planes 0 to 5.
fn fill_stones<const N: usize, const W: usize>(
    situation: &Situation<'_, N, W>,
    planes: &mut [u32],
) {
    let board = situation.boards[0];
    for (point, plane_bits) in std::iter::zip(board.dims().points_from_top(), planes) {
        let mut bits = 1;
        if let Some(color) = board.color_at(point) {
            bits |= if color == situation.to_move {
                1 << 1
            } else {
                1 << 2
            };
            let liberties = board.liberties(point);
            if liberties <= 3 {
                bits |= 1 << (2 + liberties);
            }
        }
        *plane_bits = bits;
    }
}

/// Plane 6.
fn fill_prohibitions<const N: usize, const W: usize>(
    situation: &Situation<'_, N, W>,
    planes: &mut [u32],
) {
    let dims = situation.boards[0].dims();
    let ko = situation.boards[0].ko_point();
    for point in situation.banned.iter().chain(ko) {
        planes[dims.index_from_top(point)] |= 1 << 6;
    }
}

/// Planes 9 to 13.
fn fill_moves<const N: usize, const W: usize>(situation: &Situation<'_, N, W>, planes: &mut [u32]) {
    let dims = situation.boards[0].dims();
    for (ago, &mv) in situation.moves.iter().enumerate() {
        if let Move::Place(point) = mv {
            planes[dims.index_from_top(point)] |= 1 << (9 + ago);
        }
    }
}

fn numbers<const N: usize, const W: usize>(situation: &Situation<'_, N, W>) -> [f32; GLOBALS] {
    let rules = situation.rules;
    let dims = situation.boards[0].dims();
    let own_bonus = own_bonus(situation);
    let mut numbers = [0.0; GLOBALS];
    for (ago, &mv) in situation.moves.iter().enumerate() {
        numbers[ago] = flag(mv == Move::Pass);
    }
    numbers[5] = own_bonus / 20.0;
    [numbers[6], numbers[7]] = match rules.ko {
        KoRule::Simple => [0.0, 0.0],
        KoRule::PositionalSuperko => [1.0, 0.5],
        KoRule::SituationalSuperko => [1.0, -0.5],
    };
    numbers[8] = flag(rules.suicide);
    numbers[9] = flag(rules.scoring == Scoring::Territory);
    [numbers[10], numbers[11]] = match rules.tax {
        Tax::None => [0.0, 0.0],
        Tax::Seki => [1.0, 0.0],
        Tax::All => [1.0, 1.0],
    };
    numbers[14] = flag(situation.pass_ends_phase);
    let advantage = situation.players.advantage(situation.to_move);
    if advantage != 0.0 {
        numbers[ADVANTAGE].copy_from_slice(&[1.0, 0.5 * advantage]);
    }
    if rules.scoring == Scoring::Area {
        numbers[18] = parity_wave(own_bonus, dims);
    }
    numbers
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// The points that the side to move gets besides the board, within sensible bounds.
fn own_bonus<const N: usize, const W: usize>(situation: &Situation<'_, N, W>) -> f32 {
    let bound = situation.boards[0].dims().area() as f32 + KOMI_MARGIN;
    let own = match situation.to_move {
        Color::White => situation.area_komi,
        Color::Black => -situation.area_komi,
    };
    own.clamp(-bound, bound)
}

/// How much the exact value of komi is worth by parity: it rises by one where a draw is possible
/// and falls where half a point more changes nothing, with a period of two points, between −½ and ½.
fn parity_wave(own_bonus: f32, dims: Dims) -> f32 {
    let parity = (dims.area() % 2) as f32;
    let above_draw = (own_bonus - parity).rem_euclid(2.0);
    match above_draw {
        low if low < 0.5 => low,
        middle if middle < 1.5 => 1.0 - middle,
        high => high - 2.0,
    }
}
