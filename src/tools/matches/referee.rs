//! One game between two engines, watched by Tengen's own rules and clocks.
//!
//! The referee plays every move on a [`Game`] of its own and believes no
//! engine. What an engine may not do loses the game and is recorded as an
//! [`Offence`]. Players who count the game differently play on, as on KGS, until what is dead has been captured.

use super::conditions::Conditions;
use super::count::{self, Claims, Count, Umpire};
use super::ending::{Ending, Offence};
use super::openings::Opening;
use super::seat::{MoveTime, Seat};
use super::thinking::Thinking;
use crate::game::{Game, Scoring};
use crate::tools::engine::{Complaint, Engine, Trouble};
use crate::types::{Color, Move, VertexError, parse_move};

/// Asks for a move that captures dead stones, and is a pass only when none is left.
const CLEANUP: &str = "kgs-genmove_cleanup";

/// A game that is over.
pub struct Finished {
    /// The record.
    pub game: Game,
    /// The times of the moves after the opening.
    pub times: Vec<MoveTime>,
    /// How it ended.
    pub ending: Ending,
    /// Whether it was stopped at the limit of moves.
    pub capped: bool,
    /// Black's and White's time.
    pub thinking: [Thinking; 2],
}

/// Who is there besides the two players.
pub struct Staff<'a> {
    /// Counts games that the players count differently; Tengen does without one.
    pub umpire: Option<&'a Umpire<'a>>,
    /// Asked between moves: whether to give up the game.
    pub stop: &'a (dyn Fn() -> bool + 'a),
}

/// Why there is no game to speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// It was given up because the staff said so.
    Stopped,
    /// This player's engine ended before its first reply, in this way. That is no play: it cannot be started.
    NotStarted(Color, String),
    /// The opening does not fit the conditions, for this reason.
    Unfit(String),
}

/// Plays one game: `players` are Black and White.
///
/// # Errors
/// If there is no game.
pub fn play(
    conditions: &Conditions,
    opening: &Opening,
    players: [Box<dyn Engine>; 2],
    staff: &Staff<'_>,
) -> Result<Finished, NoGame> {
    let game = opening.game(conditions);
    let game = game.map_err(|error| NoGame::Unfit(error.to_string()))?;
    let seat = |engine| Seat::new(engine, conditions.time, conditions.patience);
    let mut table = Table {
        conditions,
        opening,
        staff,
        game,
        seats: players.map(seat),
        times: Vec::new(),
        capped: false,
    };
    let ending = match table.play() {
        // Whoever stops the match may have ended the engines too: that is no crash.
        Err(Halt::Over(Ending::Forfeit { .. }) | Halt::Void(_)) if (staff.stop)() => {
            Err(NoGame::Stopped)
        }
        Ok(ending) | Err(Halt::Over(ending)) => Ok(ending),
        Err(Halt::Void(reason)) => Err(reason),
    };
    table.seats.iter_mut().for_each(Seat::dismiss);
    Ok(Finished {
        ending: ending?,
        game: table.game,
        times: table.times,
        capped: table.capped,
        thinking: table.seats.map(|seat| seat.thinking),
    })
}

struct Table<'a> {
    conditions: &'a Conditions,
    opening: &'a Opening,
    staff: &'a Staff<'a>,
    game: Game,
    seats: [Seat; 2],
    times: Vec<MoveTime>,
    capped: bool,
}

/// Why a game does not go on.
enum Halt {
    Over(Ending),
    Void(NoGame),
}

type Step<T> = Result<T, Halt>;

impl Table<'_> {
    fn play(&mut self) -> Step<Ending> {
        for color in Color::BOTH {
            self.set_up(color)?;
        }
        let mut color = self.game.to_move();
        while !self.game.is_over() {
            if (self.staff.stop)() {
                return Err(Halt::Void(NoGame::Stopped));
            }
            if self.game.moves().len() >= self.conditions.max_moves {
                self.capped = true;
                break;
            }
            self.turn(color, "genmove")?;
            if self.game.no_result() {
                return Ok(Ending::NoResult);
            }
            color = color.opponent();
        }
        let count = match count::agreed(&self.game, &mut self.seats) {
            Ok(count) => count,
            Err(claims) => self.settle(claims)?,
        };
        Ok(Ending::Counted(count))
    }

    /// Counts a game that the players count differently.
    fn settle(&mut self, claims: Claims) -> Step<Count> {
        let played_on = match self.can_play_on() {
            true => Some(self.play_on()?),
            false => None,
        };
        if let Some(moves) = played_on
            && self.game.is_over()
        {
            return Ok(Count::played_on(claims, &self.game, moves));
        }
        let count = count::decided(
            self.conditions,
            self.opening,
            &self.game,
            claims,
            self.staff.umpire,
        );
        Ok(Count { played_on, ..count })
    }

    /// Whether to play on shows who is right: under territory rules it would change the score, who asked for an umpire wants to hear
    /// it, and an engine that has broken down at the count has lost nothing by that.
    fn can_play_on(&self) -> bool {
        let is_area = self.game.rules().scoring == Scoring::Area;
        let can = |seat: &Seat| seat.lists(CLEANUP) && !seat.is_gone;
        let know_how = self.seats.iter().all(can);
        is_area && know_how && !self.capped && self.staff.umpire.is_none()
    }

    /// Lets the players go on until both pass, or for twice as many moves as there are points, and returns how many moves that took.
    fn play_on(&mut self) -> Step<usize> {
        let start = self.game.moves().len();
        let (mut color, mut passes) = (self.game.to_move(), 0);
        let last = start + 2 * self.conditions.dims.area();
        while passes < 2 && self.game.moves().len() < last {
            if (self.staff.stop)() {
                return Err(Halt::Void(NoGame::Stopped));
            }
            self.turn(color, CLEANUP)?;
            if self.game.no_result() {
                return Err(Halt::Over(Ending::NoResult));
            }
            passes = if self.game.follows_pass() {
                passes + 1
            } else {
                0
            };
            color = color.opponent();
        }
        Ok(self.game.moves().len() - start)
    }

    fn set_up(&mut self, color: Color) -> Step<()> {
        let seat = &mut self.seats[color.index()];
        let set_up = seat.set_up(self.conditions, self.opening);
        set_up.map_err(|complaint| match complaint.trouble {
            Trouble::Ended(how) if !seat.has_answered => Halt::Void(NoGame::NotStarted(color, how)),
            _ => broken(color, complaint),
        })
    }

    /// Has a player move whom this command asks for it.
    fn turn(&mut self, color: Color, command: &str) -> Step<()> {
        let told = self.seats[color.index()].send_time_left(color);
        told.map_err(|complaint| broken(color, complaint))?;
        let (reply, time) = self.genmove(color, command)?;
        if reply.eq_ignore_ascii_case("resign") {
            return Err(Halt::Over(Ending::Resigned(color)));
        }
        let mv = self.read_move(color, command, &reply)?;
        if let Err(illegal) = self.game.play(color, mv) {
            let detail = format!("{reply}: {illegal}");
            return Err(forfeit(color, Offence::IllegalMove, detail));
        }
        self.times.push(time);
        let other = color.opponent();
        let shown = self.seats[other.index()].show(self.conditions.dims, color, mv);
        shown.map_err(|complaint| broken(other, complaint))
    }

    fn genmove(&mut self, color: Color, command: &str) -> Step<(String, MoveTime)> {
        let answer = self.seats[color.index()].genmove(color, command);
        if let Some(allowed) = answer.exceeded {
            let [spent, allowed] = [answer.time.spent, allowed].map(|time| time.as_secs_f64());
            let detail = format!("{spent:.3} s spent, {allowed:.3} s allowed");
            return Err(forfeit(color, Offence::Time, detail));
        }
        let reply = answer.reply.map_err(|complaint| broken(color, complaint))?;
        Ok((reply, answer.time))
    }

    fn read_move(&self, color: Color, command: &str, reply: &str) -> Step<Move> {
        parse_move(self.conditions.dims, reply).map_err(|error| {
            let offence = match error {
                VertexError::Syntax(_) => Offence::Nonsense,
                VertexError::OffBoard(..) => Offence::IllegalMove,
            };
            forfeit(color, offence, format!("{command} answered: {error}"))
        })
    }
}

fn forfeit(loser: Color, offence: Offence, detail: String) -> Halt {
    Halt::Over(Ending::Forfeit {
        loser,
        offence,
        detail,
    })
}

fn broken(loser: Color, complaint: Complaint) -> Halt {
    let offence = Offence::from(&complaint.trouble);
    forfeit(loser, offence, complaint.to_string())
}

#[cfg(test)]
#[path = "referee_tests/mod.rs"]
mod tests;
