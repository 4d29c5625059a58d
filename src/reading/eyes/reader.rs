//! Who reads what becomes of a space.

use super::Eyes;
use super::apart::Apart;
use super::space::{Corners, Space};
use crate::board::AnyBoard;
use crate::reading::{Answer, Goal, Success, prevent, reach};
use crate::types::{Color, Point};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Moves that are made on the board at most before no more questions are read.
const MOST_MOVES: u64 = 500_000;
/// Chains with so many liberties are not captured.
const MANY_LIBERTIES: usize = 4;

/// Reads, and counts the moves for it.
pub struct Reader<'a> {
    stop: &'a AtomicBool,
    pub moves: u64,
}

/// The move by which something is got, if one is needed; none of these if it is not got.
type Gain = Option<Option<Point>>;

/// What one of the two sides finds.
type Find = fn(&AnyBoard, &Goal, &AtomicBool) -> Answer;

impl<'a> Reader<'a> {
    pub fn new(stop: &'a AtomicBool) -> Self {
        Reader { stop, moves: 0 }
    }

    pub fn eyes(&mut self, space: &Space) -> Option<Eyes> {
        let corners = self.corners(space)?;
        let (mut least, mut attack) = (2, None);
        // A wall that is one chain has an eye.
        while least > usize::from(corners.are_kept()) {
            let (answer, moves) = self.life(space, &corners, least, reach)?;
            if answer.success == Success::No {
                if !answer.is_certain {
                    return None;
                }
                break;
            }
            (least, attack) = (least - 1, moves[0]);
        }
        let (mut most, mut defence) = (2, None);
        while most > least {
            let (answer, moves) = self.life(space, &corners, most, prevent)?;
            if !answer.is_certain {
                return None;
            }
            if answer.success == Success::Yes {
                defence = moves[1];
                break;
            }
            most -= 1;
        }
        // What is played outside is no move of the game.
        let vital = match least < most {
            true => Some([attack?, defence?]),
            false => None,
        };
        Some(Eyes { least, most, vital })
    }

    /// What a side finds of the life of a wall that needs so many eyes; with the move for either side, if it is one of the game.
    fn life(
        &mut self,
        space: &Space,
        corners: &Corners,
        needed: usize,
        find: Find,
    ) -> Option<(Answer, [Option<Point>; 2])> {
        let (apart, goal) = Apart::of(space, corners, needed == 1)?;
        let answer = self.read(&apart.board, &goal, find)?;
        let inside = space.points.iter().map(|point| (point, [Some(point); 2]));
        let mut places = inside.chain(corners.open.iter().copied());
        let place = |point| Some(apart.place(space.board.dims(), point));
        let found = places.find(|&(point, _)| place(point) == answer.point);
        Some((answer, found.map_or([None; 2], |(_, moves)| moves)))
    }

    /// Who gets the points diagonal to a space. Whoever moves first gets what a ko decides.
    fn corners(&mut self, space: &Space) -> Option<Corners> {
        let mut corners = Corners::default();
        for point in space.corners().iter() {
            let [opponent, owner] = match space.board.color_at(point) {
                Some(_) if space.is_of_wall(point) => [None, Some(None)],
                Some(color) => self.of_stone(space, point, color)?,
                None => self.of_empty(space, point)?,
            };
            match (opponent, owner) {
                (None, _) => _ = corners.kept.insert(point),
                (_, None) => _ = corners.lost.insert(point),
                (Some(opponent), Some(owner)) => corners.open.push((point, [opponent, owner])),
            }
        }
        Some(corners)
    }

    /// Which moves get a point with a stone for the opponent of a space and for its owner, where they do.
    fn of_stone(&mut self, space: &Space, stone: Point, color: Color) -> Option<[Gain; 2]> {
        let attack = self.capture(space.board, stone, reach, Success::NeedsThreat)?;
        let defence = match attack {
            None => Some(None),
            Some(_) => self.capture(space.board, stone, prevent, Success::NeedsThreat)?,
        };
        Some(match color == space.owner {
            true => [attack, defence],
            false => [defence, attack],
        })
    }

    /// The same of an empty point: there the owner's stone is of the wall, and the opponent's has to stay.
    fn of_empty(&mut self, space: &Space, point: Point) -> Option<[Gain; 2]> {
        let (opponent, gain) = (!space.owner, Some(Some(point)));
        if !space.board.is_legal(opponent, point) {
            return Some([None, gain]);
        }
        let mut after = space.board.clone();
        after.play_unchecked(opponent, point);
        Some(match self.capture(&after, point, reach, Success::Yes)? {
            Some(_) => [None, gain],
            None => [gain, gain],
        })
    }

    /// What one side finds of the capture of a chain, if it succeeds so well at least; a capture that is not found counts as none.
    fn capture(
        &mut self,
        board: &AnyBoard,
        stone: Point,
        find: Find,
        least: Success,
    ) -> Option<Gain> {
        if board.liberties(stone) >= MANY_LIBERTIES {
            return Some(None);
        }
        let goal = Goal::capture(board, &[stone]).ok()?;
        let answer = self.read(board, &goal, find)?;
        Some((answer.success >= least).then_some(answer.point))
    }

    /// What one side finds, if there is time for it.
    fn read(&mut self, board: &AnyBoard, goal: &Goal, find: Find) -> Option<Answer> {
        if self.moves >= MOST_MOVES || self.stop.load(Relaxed) {
            return None;
        }
        let answer = find(board, goal, self.stop);
        self.moves += answer.moves;
        Some(answer)
    }
}
