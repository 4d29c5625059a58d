//! Reads what can be forced on a small part of the board: whether chains can be captured, and whether two can be
//! connected, or one gets into an area. These are the questions of GNU Go's `attack`, `defend`, `connect`, `break_in` and others.
//!
//! * `goal.rs` with `capture.rs`, `race.rs` and `connection.rs` knows Go: when something is reached or out of reach, and which moves
//!   near the chains (`near.rs`) may matter;
//! * `proof.rs` searches these moves by proof numbers, and `ko_masters.rs` asks it with one ko master after the other;
//! * `combination.rs`, `in_a_row.rs`, `dragon.rs` and `eyes` ask more from these answers: which move threatens several chains at
//!   once, what two moves in a row achieve, which chains hang together, and how many eyes a small space yields.
//!
//! For [`Goal::capture`] a chain with five liberties has escaped: this is reading of the kind of ladders, nets, snapbacks and
//! races. [`Goal::kill`] lets none escape, and reads enclosed groups to their end; of others [`search`](crate::search) asks a
//! network. [`Goal::race`] reads which of two chains captures the other, if any. In rare cases an answer may be wrong:
//!
//! * moves far from the chains are not looked at;
//! * in a race, walls with three liberties elsewhere are taken for safe;
//! * what is known of a position does not say by which repetition it was found.
//!
//! Two rules are left out: suicide of several stones, where it is allowed, and superko as far as the positions before the one
//! that is read matter.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use tengen::game::board_from_diagram;
//! use tengen::reading::{Goal, Success, prevent, reach};
//! use tengen::types::parse_vertex;
//!
//! // White has three points for two eyes: whoever plays on the middle one decides.
//! let board = board_from_diagram(
//!     "O...OX..
//!      OOOOOX..
//!      XXXXXX..
//!      ........",
//! )?;
//! let [stone, middle] = ["A4", "C4"].map(|vertex| parse_vertex(board.dims(), vertex));
//! let kill = Goal::kill(&board, stone?)?;
//! let stop = AtomicBool::new(false);
//! for answer in [reach(&board, &kill, &stop), prevent(&board, &kill, &stop)] {
//!     assert_eq!((answer.success, answer.point), (Success::Yes, Some(middle.clone()?)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Kos
//!
//! What a ko decides is found by reading up to three times, each time with another *ko master*, who wins every ko because the other
//! side has to answer all threats. The first line that holds tells how well a side succeeds:
//!
//! | it gets what it wants where the ko master is | [`Success`] |
//! |---|---|
//! | the other side | [`Yes`](Success::Yes) |
//! | nobody: there are no threats | [`WinsKo`](Success::WinsKo) |
//! | the side itself | [`NeedsThreat`](Success::NeedsThreat) |
//! | in no case | [`No`](Success::No) |

mod capture;
mod combination;
mod connection;
mod dragon;
mod eyes;
mod goal;
mod in_a_row;
mod ko_masters;
mod near;
mod proof;
mod race;
#[cfg(test)]
mod tests;

use crate::board::{AnyBoard, each};
use crate::types::{Color, Point};
use ko_masters::{Effort, KoMasters};
use near::Near;
use std::sync::atomic::AtomicBool;

pub use combination::{Combination, Combinations};
pub use dragon::dragon;
pub use eyes::{Eyes, NoEyes, eyes};
pub use goal::{Goal, GoalError};
pub use in_a_row::{TwoMoves, two_in_a_row};

/// The two sides of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    /// Who wants to reach the goal.
    Seeker,
    /// Who wants to prevent it.
    Opponent,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Seeker => Side::Opponent,
            Side::Opponent => Side::Seeker,
        }
    }
}

/// How well a side gets what it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Not at all.
    No,
    /// By a ko for which it has to find the first threat.
    NeedsThreat,
    /// By a ko for which the other side has to find the first threat.
    WinsKo,
    /// Whatever the other side does.
    Yes,
}

impl Success {
    /// What the other side achieves.
    pub fn of_other(self) -> Success {
        match self {
            Success::No => Success::Yes,
            Success::NeedsThreat => Success::WinsKo,
            Success::WinsKo => Success::NeedsThreat,
            Success::Yes => Success::No,
        }
    }
}

/// What reading has found for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How well it succeeds. A goal of which nothing was found out counts as not reached.
    pub success: Success,
    /// The move by which it does; none where it fails, or need not move.
    pub point: Option<Point>,
    /// Whether all moves near the chains have been read to their end.
    pub is_certain: bool,
    /// Moves that were made on the board for it.
    pub moves: u64,
}

/// The colour that wins every ko; none if there are no threats.
type KoMaster = Option<Color>;

/// What a side achieves at least that gets what it wants against this ko master.
fn least_success(side: Color, ko_master: KoMaster) -> Success {
    match ko_master {
        None => Success::WinsKo,
        Some(master) if master == side => Success::NeedsThreat,
        Some(_) => Success::Yes,
    }
}

/// Whether the side that wants to reach the goal does so if it moves. The reading is given up once `stop` is set.
pub fn reach(board: &AnyBoard, goal: &Goal, stop: &AtomicBool) -> Answer {
    answer(board, goal, goal.seeker(), stop)
}

/// Whether the other side prevents it if it moves. [`Success::Yes`] without a point says that it need not move. The reading is
/// given up once `stop` is set.
pub fn prevent(board: &AnyBoard, goal: &Goal, stop: &AtomicBool) -> Answer {
    answer(board, goal, !goal.seeker(), stop)
}

/// What `to_move` finds: how to [`reach`] the goal if that is what it wants, or else how to [`prevent`] it.
pub fn answer(board: &AnyBoard, goal: &Goal, to_move: Color, stop: &AtomicBool) -> Answer {
    each!(board, board => KoMasters::new(board, goal, stop).answer(to_move))
}

/// How many proofs may take all their moves in [`answer_by_few_moves`].
const FEW_PROOFS: u32 = 2;

/// As [`answer`], by so many moves for each proof at most, and six times as many for all: for what few moves tell, if it is
/// there.
pub fn answer_by_few_moves(
    board: &AnyBoard,
    goal: &Goal,
    to_move: Color,
    moves: u32,
    stop: &AtomicBool,
) -> Answer {
    let effort = Effort {
        moves,
        proofs: FEW_PROOFS,
    };
    each!(board, board => {
        KoMasters::with_effort(board, goal, effort, stop).answer(to_move)
    })
}

/// One stone of each chain of the other color that touches the chain of this stone; none where there is no stone.
pub fn enemies_beside(board: &AnyBoard, stone: Point) -> Vec<Point> {
    let Some(color) = board.color_at(stone) else {
        return Vec::new();
    };
    each!(board, board => Near::new(board).chains_beside(stone, !color).to_vec())
}

/// The legal moves of a color that may matter; none that takes a ko back.
fn legal_moves(board: &AnyBoard, goal: &Goal, color: Color) -> goal::Moves {
    let mut moves = each!(board, board => goal.moves_near(board, goal.side(color)));
    moves.retain(|&mut point| board.is_legal(color, point));
    moves
}
