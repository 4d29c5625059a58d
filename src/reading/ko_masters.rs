//! Answers a question by proofs against up to three ko masters, the hardest first: for each with near limits before far
//! ones, and for the side that prevents after each of its moves.

use super::proof::{self, Proof, Terms, Verdict};
use super::{Answer, Goal, KoMaster, Side, Success, least_success};
use crate::board::Board;
use crate::types::{Color, Point};
use std::sync::atomic::AtomicBool;

/// How often all moves that one proof may take can be used up for one question. To refute what was given up there are as many
/// once more, and the last refutation may take as many again.
pub const MOST_PROOFS: u32 = 8;

/// Answers are looked at with this part of these moves first.
const FIRST_LOOK: u32 = 10;

/// How much is read for one question at most.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Moves that one proof may take.
    pub moves: u32,
    /// Proofs that may use all of them up.
    pub proofs: u32,
}

/// The proofs for one position and goal, with one ko master after the other.
pub struct KoMasters<'a, const N: usize, const W: usize> {
    board: &'a Board<N, W>,
    goal: &'a Goal,
    effort: Effort,
    stop: &'a AtomicBool,
    proof: Proof<'a, N, W>,
    moves_left: u32,
    /// Moves that are left to refute what was given up.
    refutations_left: u32,
    moves_made: u64,
}

/// What a side achieves against one ko master.
struct Tried {
    succeeds: bool,
    point: Option<Point>,
    is_certain: bool,
}

impl<'a, const N: usize, const W: usize> KoMasters<'a, N, W> {
    /// Nothing read yet.
    pub fn new(board: &'a Board<N, W>, goal: &'a Goal, stop: &'a AtomicBool) -> Self {
        let effort = Effort {
            moves: goal.bounds().moves,
            proofs: MOST_PROOFS,
        };
        KoMasters::with_effort(board, goal, effort, stop)
    }

    /// One that makes this effort at most.
    pub fn with_effort(
        board: &'a Board<N, W>,
        goal: &'a Goal,
        effort: Effort,
        stop: &'a AtomicBool,
    ) -> Self {
        KoMasters {
            board,
            goal,
            effort,
            stop,
            proof: Proof::new(goal, stop),
            moves_left: effort.proofs * effort.moves,
            refutations_left: effort.proofs * effort.moves,
            moves_made: 0,
        }
    }

    /// What a color that moves achieves: against the hardest ko master first, and the others only if any ko was met.
    pub fn answer(&mut self, color: Color) -> Answer {
        let mut is_certain = true;
        for ko_master in from_hardest(color) {
            let tried = match self.goal.side(color) {
                Side::Seeker => self.try_to_reach(self.board, ko_master, self.effort.moves),
                Side::Opponent => self.try_to_prevent(ko_master),
            };
            is_certain &= tried.is_certain;
            if tried.succeeds {
                return Answer {
                    success: least_success(color, ko_master),
                    point: tried.point,
                    is_certain,
                    moves: self.moves_made,
                };
            }
            let is_worth_nothing = !is_certain && self.goal.must_be_certain(color);
            if !self.proof.has_met_a_ko() || is_worth_nothing {
                break;
            }
        }
        Answer {
            success: Success::No,
            point: None,
            is_certain,
            moves: self.moves_made,
        }
    }

    /// Whether the goal is reached where its seeker moves. Near limits are read first: a ladder is found long before a net.
    fn try_to_reach(&mut self, board: &Board<N, W>, ko_master: KoMaster, most: u32) -> Tried {
        let mut is_certain = false;
        for limit in self.goal.bounds().limits {
            let most = most.min(self.moves_left);
            let verdict = self.proof.verdict(
                board,
                Terms {
                    limit,
                    most,
                    ko_master,
                },
            );
            self.moves_left -= self.proof.moves_made().min(self.moves_left);
            self.moves_made += u64::from(self.proof.moves_made());
            if let Some(Verdict::Reached(point)) = verdict {
                return Tried {
                    succeeds: true,
                    point,
                    is_certain: true,
                };
            }
            is_certain = verdict.is_some();
        }
        Tried {
            succeeds: false,
            point: None,
            is_certain,
        }
    }

    /// Whether the other side prevents it if it moves; without a point if it need not.
    fn try_to_prevent(&mut self, ko_master: KoMaster) -> Tried {
        let board = self.board;
        let most = self.effort.moves;
        let without_a_move = self.try_to_reach(board, ko_master, most);
        if !without_a_move.succeeds
            && (without_a_move.is_certain || !self.is_refuted(board, ko_master))
        {
            return without_a_move.for_opponent(None);
        }
        let mut open = self.proof.moves(board, Side::Opponent, ko_master);
        // The seeker's own move may be a defence that is not among those.
        if let Some(point) = without_a_move.point
            && !open.contains(&point)
            && board.is_legal(!self.goal.seeker(), point)
        {
            open.push(point);
        }
        let mut after = proof::on_the_heap(board);
        // Where one of them is easily found to do, the hard ones need not be read to their end.
        for most in [most / FIRST_LOOK, most] {
            for point in std::mem::take(&mut open) {
                after.copy_from(board);
                after.play_unchecked(!self.goal.seeker(), point);
                self.moves_made += 1;
                let tried = self.try_to_reach(&after, ko_master, most);
                match (tried.succeeds, tried.is_certain) {
                    (true, _) => {}
                    (false, true) => return tried.for_opponent(Some(point)),
                    (false, false) => open.push(point),
                }
            }
        }
        for point in open {
            after.copy_from(board);
            after.play_unchecked(!self.goal.seeker(), point);
            self.moves_made += 1;
            if !self.is_refuted(&after, ko_master) {
                return Tried {
                    succeeds: true,
                    point: Some(point),
                    is_certain: false,
                };
            }
        }
        Tried {
            succeeds: false,
            point: None,
            is_certain: true,
        }
    }

    /// Whether the goal is reached after all where that was not found out: asked as a question of its own, so that no defence is
    /// told of which the attack behind it says otherwise.
    fn is_refuted(&mut self, board: &Board<N, W>, ko_master: KoMaster) -> bool {
        let seeker = self.goal.seeker();
        if self.refutations_left == 0 || self.goal.must_be_certain(!seeker) {
            return false;
        }
        let mut reader = KoMasters::with_effort(board, self.goal, self.effort, self.stop);
        let least = least_success(seeker, ko_master);
        let is_reached = from_hardest(seeker)
            .into_iter()
            .filter(|&master| least_success(seeker, master) >= least)
            .any(|master| {
                reader
                    .try_to_reach(board, master, self.effort.moves)
                    .succeeds
            });
        let made = u32::try_from(reader.moves_made).unwrap_or(u32::MAX);
        self.refutations_left = self.refutations_left.saturating_sub(made);
        self.moves_made += reader.moves_made;
        is_reached
    }

    /// Whether the other side cannot prevent it even if it wins every ko; and the moves that were made to find that out.
    pub fn cannot_be_prevented(&mut self) -> (bool, u64) {
        let tried = self.try_to_prevent(Some(!self.goal.seeker()));
        (!tried.succeeds, self.moves_made)
    }
}

/// The ko masters, from the hardest for a side to the easiest.
fn from_hardest(side: Color) -> [KoMaster; 3] {
    [Some(!side), None, Some(side)]
}

impl Tried {
    /// The same in the eyes of the other side, which has made this move before.
    fn for_opponent(self, point: Option<Point>) -> Tried {
        Tried {
            succeeds: !self.succeeds,
            point,
            is_certain: self.is_certain,
        }
    }
}
