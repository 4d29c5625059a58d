//! Shards: positions and what a network should say of them, as `docs/training-data.md` describes.

use crate::files::Draft;
use crate::net::features::{Features, GLOBALS, PLANES};
use crate::types::Dims;
use std::io::{self, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"TGNSHARD";
const VERSION: u32 = 1;
/// Policy entries for each position: the likeliest are kept.
const ENTRIES: usize = 24;
/// Arrays start at multiples of this many bytes.
const ALIGNMENT: usize = 64;
/// Marks a point of which nobody knows who will own it.
pub const UNKNOWN_OWNER: i8 = i8::MIN;

/// What a network should say of a position, from the view of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Moves with their probabilities; a move is `row * width + column` from the top left, or the area for a pass.
    pub policy: Vec<(u16, f32)>,
    /// The chance to win, 0 to 1, if it is known.
    pub win: Option<f32>,
    /// The lead in points, if it is known.
    pub lead: Option<f32>,
    /// For each point, row by row from the top, -127 to 127 or [`UNKNOWN_OWNER`].
    pub ownership: Vec<i8>,
}

/// A shard in the making.
pub struct Shard {
    dims: Dims,
    count: usize,
    planes: Vec<u8>,
    numbers: Vec<u8>,
    moves: Vec<u8>,
    weights: Vec<u8>,
    win: Vec<u8>,
    lead: Vec<u8>,
    ownership: Vec<u8>,
    game: Vec<u8>,
}

impl Shard {
    /// An empty shard for one board size.
    pub fn new(dims: Dims) -> Shard {
        Shard {
            dims,
            count: 0,
            planes: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
            win: Vec::new(),
            lead: Vec::new(),
            ownership: Vec::new(),
            game: Vec::new(),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a position.
    ///
    /// # Errors
    /// If no move of the policy has a weight: nothing can be learnt from that, and to divide by the sum ends a training.
    ///
    /// # Panics
    /// If the features or the ownership are those of another board size.
    pub fn add(
        &mut self,
        features: &Features,
        answer: &Answer,
        game: u64,
    ) -> Result<(), &'static str> {
        assert_eq!(features.dims, self.dims, "a shard has one board size");
        assert_eq!(
            answer.ownership.len(),
            self.dims.area(),
            "one owner a point"
        );
        let policy = weights_of(&answer.policy);
        if policy.iter().all(|&(_, weight)| weight == 0) {
            return Err("no move of the policy has a weight");
        }
        self.count += 1;
        pack_planes(features, &mut self.planes);
        features
            .numbers
            .iter()
            .for_each(|n| self.numbers.extend(n.to_le_bytes()));
        for (mv, weight) in policy {
            self.moves.extend(mv.to_le_bytes());
            self.weights.extend(weight.to_le_bytes());
        }
        self.win
            .extend(answer.win.unwrap_or(f32::NAN).to_le_bytes());
        self.lead
            .extend(answer.lead.unwrap_or(f32::NAN).to_le_bytes());
        self.ownership
            .extend(answer.ownership.iter().map(|&owner| owner as u8));
        self.game.extend(game.to_le_bytes());
        Ok(())
    }

    /// The bytes of the file.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut header = MAGIC.to_vec();
        for value in [
            VERSION,
            self.dims.width() as u32,
            self.dims.height() as u32,
            self.count as u32,
            ENTRIES as u32,
            PLANES as u32,
            GLOBALS as u32,
        ] {
            header.extend(value.to_le_bytes());
        }
        let arrays = [
            &header,
            &self.planes,
            &self.numbers,
            &self.moves,
            &self.weights,
            &self.win,
            &self.lead,
            &self.ownership,
            &self.game,
        ];
        for array in arrays {
            out.write_all(array)?;
            let padding = array.len().next_multiple_of(ALIGNMENT) - array.len();
            out.write_all(&[0; ALIGNMENT][..padding])?;
        }
        Ok(())
    }

    /// Writes the shard so that it appears under its name only when it is complete.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        // Jobs may share a directory.
        let mut draft = Draft::shared(path)?;
        self.write(&mut draft)?;
        draft.publish()
    }
}

/// The likeliest moves with their probabilities in parts of 65535.
fn weights_of(policy: &[(u16, f32)]) -> Vec<(u16, u16)> {
    let mut likeliest = policy.to_vec();
    likeliest.sort_by(|a, b| b.1.total_cmp(&a.1));
    likeliest.resize(ENTRIES, (0, 0.0));
    let weight = |probability: f32| (probability.clamp(0.0, 1.0) * 65535.0).round() as u16;
    let weighed = likeliest.into_iter();
    weighed
        .map(|(mv, probability)| (mv, weight(probability)))
        .collect()
}

/// Plane by plane, row by row from the top, lowest bit first.
fn pack_planes(features: &Features, out: &mut Vec<u8>) {
    let start = out.len();
    let area = features.planes.len();
    out.resize(start + (PLANES * area).div_ceil(8), 0);
    let packed = &mut out[start..];
    for (point, &planes) in features.planes.iter().enumerate() {
        let mut rest = planes;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize * area + point;
            packed[bit / 8] |= 1 << (bit % 8);
            rest &= rest - 1;
        }
    }
}
