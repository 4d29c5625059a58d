//! Label files: games, and what a strong network said of some of their positions.
//!
//! Little endian, a structure of arrays, compressed with xz or not. `G` games, `P` positions, `M` moves
//! of games, `X` extra moves, `K` policy entries, `O` bytes of ownership:
//!
//! ```text
//! "GOLABEL1", u32 G P M X K O
//! games      side u8, source u8, komi f16, moves u16, positions u16           (each an array of G)
//! moves      u16 M: row * side + column from the top left, side * side = pass; Black first, then in turns
//! positions  ply u16, extra u8, to move u8, win u16, lead f16, entries u8     (each an array of P)
//! extra      u16 X: moves played after the first `ply` moves of the game
//! policy     u16 K: moves, likeliest first; u8 K: the root of their probability * 255
//! ownership  u8 O: four bits a point, low first, (q - 7) / 7 for the side to move
//! ```
//!
//! The games are played under area scoring and positional superko, without suicide.

use super::numbers::{game_number, move_of};
use super::shard::Answer;
use super::source::{Sample, Source};
use crate::game::{self, Rules};
use crate::types::{Color, Dims, MAX_SIDE};
use std::fmt;

/// More than any label file that was ever made: a bound for what a wrong file may ask for.
const MOST: usize = 1 << 28;

/// A label file.
pub struct Labels {
    games: Vec<Game>,
    positions: Vec<Position>,
    moves: Vec<u16>,
    extra: Vec<u16>,
    policy_moves: Vec<u16>,
    policy_roots: Vec<u8>,
    ownership: Vec<u8>,
}

struct Game {
    side: usize,
    komi: f32,
    first_move: usize,
    moves: usize,
}

struct Position {
    game: usize,
    ply: usize,
    first_extra: usize,
    extra: usize,
    win: f32,
    lead: f32,
    first_entry: usize,
    entries: usize,
    first_owner: usize,
}

/// One labelled position.
pub struct Label {
    /// The side of the board.
    pub side: usize,
    /// Komi.
    pub komi: f32,
    /// The moves of the game up to here and the extra ones; Black first, then in turns.
    pub moves: Vec<u16>,
    /// What the network said.
    pub answer: Answer,
}

/// Why a file is no label file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// It does not begin as label files do.
    Magic,
    /// It is shorter or longer than its own numbers say: bytes wanted, bytes there.
    Length(usize, usize),
    /// The numbers of its parts disagree.
    Counts(&'static str),
    /// The side of a game is not between 1 and 25.
    Side(usize),
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelError::Magic => f.write_str("not a label file: it does not begin with GOLABEL1"),
            LabelError::Length(wanted, there) => {
                write!(
                    f,
                    "a label file of {wanted} bytes by its header has {there}"
                )
            }
            LabelError::Counts(what) => write!(f, "the games and positions do not add up: {what}"),
            LabelError::Side(side) => write!(f, "a game on a board of side {side}"),
        }
    }
}

impl std::error::Error for LabelError {}

/// Takes arrays off a slice of bytes.
struct Arrays<'a>(&'a [u8]);

impl Arrays<'_> {
    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken.to_vec()
    }

    fn words(&mut self, count: usize) -> Vec<u16> {
        let (taken, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        let (words, _) = taken.as_chunks();
        words.iter().map(|&word| u16::from_le_bytes(word)).collect()
    }

    fn halves(&mut self, count: usize) -> Vec<f32> {
        self.words(count).into_iter().map(from_half).collect()
    }
}

impl Game {
    /// Bytes of ownership for a position: a byte has two points.
    fn owner_bytes(&self) -> usize {
        self.side.pow(2).div_ceil(2)
    }
}

/// The games, and how many positions there are of each.
fn read_games(
    arrays: &mut Arrays<'_>,
    count: usize,
) -> Result<(Vec<Game>, Vec<usize>), LabelError> {
    let (sides, _sources) = (arrays.bytes(count), arrays.bytes(count));
    let (komi, lengths) = (arrays.halves(count), arrays.words(count));
    let shares = arrays.words(count).into_iter().map(usize::from).collect();
    let mut games = Vec::with_capacity(count);
    let mut first_move = 0;
    for game in 0..count {
        let side = usize::from(sides[game]);
        if !(1..=usize::from(MAX_SIDE)).contains(&side) {
            return Err(LabelError::Side(side));
        }
        let moves = usize::from(lengths[game]);
        games.push(Game {
            side,
            komi: komi[game],
            first_move,
            moves,
        });
        first_move += moves;
    }
    Ok((games, shares))
}

/// The positions: of each game its share.
fn read_positions(arrays: &mut Arrays<'_>, games: &[Game], shares: &[usize]) -> Vec<Position> {
    let count = shares.iter().sum();
    let (plies, extras) = (arrays.words(count), arrays.bytes(count));
    let _to_move = arrays.bytes(count);
    let (wins, leads) = (arrays.words(count), arrays.halves(count));
    let entries = arrays.bytes(count);
    let game_of_each =
        std::iter::zip(0.., shares).flat_map(|(game, &share)| std::iter::repeat_n(game, share));
    let mut positions = Vec::with_capacity(count);
    let (mut first_extra, mut first_entry, mut first_owner) = (0, 0, 0);
    for (position, game) in game_of_each.enumerate() {
        let (extra, entries) = (extras[position].into(), entries[position].into());
        positions.push(Position {
            game,
            ply: plies[position].into(),
            first_extra,
            extra,
            win: f32::from(wins[position]) / 65535.0,
            lead: leads[position],
            first_entry,
            entries,
            first_owner,
        });
        first_extra += extra;
        first_entry += entries;
        first_owner += games[game].owner_bytes();
    }
    positions
}

/// Sees that the parts of the games or positions are as many as there are in all.
fn add_up(
    parts: impl Iterator<Item = usize>,
    all: usize,
    what: &'static str,
) -> Result<(), LabelError> {
    match parts.sum::<usize>() == all {
        true => Ok(()),
        false => Err(LabelError::Counts(what)),
    }
}

impl Labels {
    /// Reads an unpacked label file.
    ///
    /// # Errors
    /// If it is none, or incomplete, or its numbers do not agree.
    pub fn parse(file: &[u8]) -> Result<Labels, LabelError> {
        let body = file.strip_prefix(b"GOLABEL1").ok_or(LabelError::Magic)?;
        let (counts, body) = body.split_at_checked(24).ok_or(LabelError::Magic)?;
        let (counts, _) = counts.as_chunks();
        let counts: Vec<usize> = counts
            .iter()
            .map(|&c| u32::from_le_bytes(c) as usize)
            .collect();
        let [games, positions, moves, extra, entries, owners] = counts[..] else {
            return Err(LabelError::Magic);
        };
        if counts.iter().any(|&count| count > MOST) {
            return Err(LabelError::Counts("there are too many"));
        }
        let wanted = 8 * games + 2 * moves + 9 * positions + 2 * extra + 3 * entries + owners;
        if wanted != body.len() {
            return Err(LabelError::Length(wanted + 32, file.len()));
        }
        let mut arrays = Arrays(body);
        let (games, shares) = read_games(&mut arrays, games)?;
        add_up(games.iter().map(|game| game.moves), moves, "moves")?;
        add_up(shares.iter().copied(), positions, "positions")?;
        let moves = arrays.words(moves);
        let positions = read_positions(&mut arrays, &games, &shares);
        let of_positions = |count: fn(&Position) -> usize| positions.iter().map(count);
        add_up(of_positions(|p| p.extra), extra, "extra moves")?;
        add_up(of_positions(|p| p.entries), entries, "policy entries")?;
        let owner_bytes = positions.iter().map(|p| games[p.game].owner_bytes());
        add_up(owner_bytes, owners, "ownership")?;
        Ok(Labels {
            games,
            positions,
            moves,
            extra: arrays.words(extra),
            policy_moves: arrays.words(entries),
            policy_roots: arrays.bytes(entries),
            ownership: arrays.bytes(owners),
        })
    }

    /// The side of the board and the moves of the game that a position is from.
    fn stored_game(&self, position: usize) -> (usize, &[u16]) {
        let game = &self.games[self.positions[position].game];
        (game.side, &self.moves[game.first_move..][..game.moves])
    }

    /// A position with its label.
    ///
    /// # Errors
    /// If it is after more moves than its game has, or the label says what no network says.
    pub fn label(&self, position: usize) -> Result<Label, String> {
        let p = &self.positions[position];
        let (side, game) = self.stored_game(position);
        let Some(moves) = game.get(..p.ply) else {
            let length = game.len();
            return Err(format!("{} moves of a game of {length}", p.ply));
        };
        if !p.lead.is_finite() {
            return Err(format!("a lead of {}", p.lead));
        }
        let mut moves = moves.to_vec();
        moves.extend_from_slice(&self.extra[p.first_extra..][..p.extra]);
        let entries = p.first_entry..p.first_entry + p.entries;
        let probability = |root: u8| (f32::from(root) / 255.0).powi(2);
        let area = side * side;
        let policy_moves = &self.policy_moves[entries.clone()];
        if policy_moves.iter().any(|&mv| usize::from(mv) > area) {
            return Err("the policy has a move off the board".to_owned());
        }
        let owner = |point: usize| {
            let pair = self.ownership[p.first_owner + point / 2];
            let steps = i32::from(pair >> (4 * (point % 2)) & 15);
            ((steps - 7) * 127 / 7).clamp(-127, 127) as i8
        };
        Ok(Label {
            side,
            komi: self.games[p.game].komi,
            moves,
            answer: Answer {
                policy: std::iter::zip(policy_moves, &self.policy_roots[entries])
                    .map(|(&mv, &root)| (mv, probability(root)))
                    .collect(),
                win: Some(p.win),
                lead: Some(p.lead),
                ownership: (0..area).map(owner).collect(),
            },
        })
    }

    /// A position as a sample; the error says what is wrong with it, not which it is.
    fn checked(&self, position: usize) -> Result<Sample, String> {
        let label = self.label(position)?;
        let dims = Dims::square(label.side).map_err(|error| error.to_string())?;
        let rules = Rules {
            friendly_pass_ok: false,
            ..Rules::default()
        };
        let mut game = game::Game::new(dims, rules, 0.0);
        game.set_komi(label.komi)
            .map_err(|error| error.to_string())?;
        for (number, &mv) in label.moves.iter().enumerate() {
            let mv =
                move_of(dims, mv).ok_or_else(|| format!("move {} is off the board", number + 1))?;
            let color = Color::from_index(number);
            game.play(color, mv)
                .map_err(|error| format!("move {}: {error}", number + 1))?;
        }
        Ok(Sample {
            game,
            answer: label.answer,
        })
    }
}

/// The value of an IEEE half-precision number.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let fraction = f32::from(bits & 0x3FF);
    sign * match bits >> 10 & 31 {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        exponent => (fraction + 1024.0) * 2f32.powi(i32::from(exponent) - 25),
    }
}

impl Source for Labels {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        let (side, moves) = self.stored_game(position);
        let dims = Dims::square(side).expect("sides have been checked");
        (dims, game_number(dims, moves))
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let sample = self.checked(position);
        sample.map_err(|fault| format!("position {}: {fault}", position + 1))
    }
}
