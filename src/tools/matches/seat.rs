//! A player's side of the table: an engine, its clock and what it is told.

use super::clock::Clock;
use super::conditions::Conditions;
use super::openings::Opening;
use super::thinking::Thinking;
use super::time_control;
use crate::time::TimeSystem;
use crate::tools::engine::{Complaint, Engine, Trouble, dismiss, tell};
use crate::types::{Color, Dims, Move, Point, format_move, format_vertex};
use std::time::{Duration, Instant};

/// How long to wait for an engine that has lost already. A loss on time is judged by the clock, not by the wait: an engine that
/// is late answers still, if only a little.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// The time of one move.
#[derive(Clone, Copy, Debug)]
pub struct MoveTime {
    /// What the move took.
    pub spent: Duration,
    /// The mover's clock after it.
    pub clock: Option<Clock>,
}

/// What came of asking for a move.
pub(super) struct Answer {
    /// The move as the engine writes it.
    pub(super) reply: Result<String, Complaint>,
    pub(super) time: MoveTime,
    /// What the clock allowed for the move, if it took longer.
    pub(super) exceeded: Option<Duration>,
}

/// An engine at the table.
pub(super) struct Seat {
    engine: Box<dyn Engine>,
    pub(super) clock: Option<Clock>,
    pub(super) thinking: Thinking,
    pub(super) commands: Vec<String>,
    /// Whether it has replied to anything.
    pub(super) has_answered: bool,
    /// Whether it has ended or hangs, so that it answers nothing any more.
    pub(super) is_gone: bool,
    patience: Duration,
}

impl Seat {
    pub(super) fn new(engine: Box<dyn Engine>, time: TimeSystem, patience: Duration) -> Seat {
        Seat {
            engine,
            clock: Clock::new(time),
            thinking: Thinking::default(),
            commands: Vec::new(),
            has_answered: false,
            is_gone: false,
            patience,
        }
    }

    pub(super) fn lists(&self, command: &str) -> bool {
        self.commands.iter().any(|listed| listed == command)
    }

    /// Sends a command that must work.
    pub(super) fn tell(&mut self, command: &str) -> Result<String, Complaint> {
        let reply = tell(&mut *self.engine, command, self.patience);
        self.has_answered |= reply.is_ok();
        let failed = reply.as_ref().err();
        self.is_gone |= failed.is_some_and(|complaint| complaint.trouble.is_final());
        reply
    }

    /// Asks the engine to leave.
    pub(super) fn dismiss(&mut self) {
        dismiss(&mut *self.engine);
    }

    /// Tells of a move somebody else made.
    pub(super) fn show(&mut self, dims: Dims, color: Color, mv: Move) -> Result<(), Complaint> {
        self.tell(&format!("play {color} {}", format_move(dims, mv)))?;
        Ok(())
    }

    /// Board, rules, komi, clock, and the moves before the game begins.
    pub(super) fn set_up(
        &mut self,
        conditions: &Conditions,
        opening: &Opening,
    ) -> Result<(), Complaint> {
        let commands = self.tell("list_commands")?;
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        let dims = conditions.dims;
        if dims.is_square() {
            self.tell(&format!("boardsize {}", dims.width()))?;
        } else {
            let sides = format!("{} {}", dims.width(), dims.height());
            self.tell(&format!("rectangular_boardsize {sides}"))?;
        }
        self.tell("clear_board")?;
        if self.lists("kata-set-rules") {
            self.tell(&format!("kata-set-rules {}", conditions.rules.to_json()))?;
        }
        self.tell(&format!("komi {}", conditions.komi))?;
        self.set_up_clock()?;
        self.place(dims, opening)
    }

    fn set_up_clock(&mut self) -> Result<(), Complaint> {
        let system = self.clock.map(|clock| clock.system()).unwrap_or_default();
        let Some(command) = time_control::command(system, |command| self.lists(command)) else {
            return Ok(());
        };
        let name = command.split(' ').next().unwrap_or_default();
        if self.lists(name) {
            self.tell(&command)?;
        }
        Ok(())
    }

    fn place(&mut self, dims: Dims, opening: &Opening) -> Result<(), Complaint> {
        if opening.is_handicap() && self.lists("set_free_handicap") {
            let vertex = |&(_, point): &(Color, Point)| format_vertex(dims, point);
            let vertices: Vec<String> = opening.stones.iter().map(vertex).collect();
            self.tell(&format!("set_free_handicap {}", vertices.join(" ")))?;
        } else {
            self.place_position(dims, &opening.stones)?;
        }
        for &(color, mv) in &opening.moves {
            self.show(dims, color, mv)?;
        }
        Ok(())
    }

    fn place_position(&mut self, dims: Dims, stones: &[(Color, Point)]) -> Result<(), Complaint> {
        if stones.is_empty() {
            return Ok(());
        }
        if self.lists("set_position") {
            let stone = |&(color, point): &(Color, Point)| {
                format!("{color} {}", format_vertex(dims, point))
            };
            let stones: Vec<String> = stones.iter().map(stone).collect();
            self.tell(&format!("set_position {}", stones.join(" ")))?;
            return Ok(());
        }
        // As moves, White's first: black ones at the start of a game would be taken for a handicap.
        for color in [Color::White, Color::Black] {
            for &(_, point) in stones.iter().filter(|(other, _)| *other == color) {
                self.show(dims, color, Move::Place(point))?;
            }
        }
        Ok(())
    }

    /// Tells an engine that wants to know how much time it has.
    pub(super) fn send_time_left(&mut self, color: Color) -> Result<(), Complaint> {
        let Some(clock) = self.clock.filter(|_| self.lists("time_left")) else {
            return Ok(());
        };
        let (seconds, stones) = clock.time_left(|command| self.lists(command));
        self.tell(&format!("time_left {color} {seconds} {stones}"))?;
        Ok(())
    }

    /// Asks for a move by this command, and takes its time off the clock.
    pub(super) fn genmove(&mut self, color: Color, command: &str) -> Answer {
        let command = format!("{command} {color}");
        let longest = self.clock.map(|clock| clock.longest_move());
        let limit = longest.map_or(self.patience, |longest| longest + GRACE);
        let started = Instant::now();
        let reply = tell(&mut *self.engine, &command, limit);
        let spent = started.elapsed();
        let reserve = longest.map(|longest| longest.saturating_sub(spent));
        let failed = reply.as_ref().err().map(|complaint| &complaint.trouble);
        // Its last words are waited for, which is no thinking of its own.
        let has_ended = matches!(failed, Some(Trouble::Ended(_)));
        if !has_ended {
            self.thinking.add(spent, reserve);
        }
        // Whoever does not answer at all has not merely been slow.
        let is_hang = matches!(failed, Some(Trouble::Hang(_)));
        let is_in_time = has_ended || is_hang || self.charge(spent);
        Answer {
            reply,
            time: MoveTime {
                spent,
                clock: self.clock,
            },
            exceeded: longest.filter(|_| !is_in_time),
        }
    }

    /// False if the clock had not enough.
    fn charge(&mut self, spent: Duration) -> bool {
        let clock = self.clock.as_mut();
        clock.is_none_or(|clock| clock.charge(spent))
    }
}
