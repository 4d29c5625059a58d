//! Races between two groups, of which one may capture the other; if neither can, that is a seki.

use super::super::board::stone;
use super::groups::color_of;
use super::{Reader, after, code, move_point, vertex_or_pass};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{Goal, Success};
use crate::search::Fate;
use crate::types::{Color, Move, Point};

pub const FAMILY: Family = Family {
    title: "Races",
    commands: &[
        Command {
            name: "analyze_semeai",
            arguments: "VERTEX VERTEX",
            summary: "How well the owner of the first group, to move, saves it and kills the second: twice 0 to 3; and the move",
            run: |engine, call| analyze(engine, call, Means::All),
        },
        Command {
            name: "tactical_analyze_semeai",
            arguments: "VERTEX VERTEX",
            summary: "As analyze_semeai, by reading alone",
            run: |engine, call| analyze(engine, call, Means::Reading),
        },
        Command {
            name: "analyze_semeai_after_move",
            arguments: "COLOR VERTEX VERTEX VERTEX",
            summary: "As analyze_semeai, after a move",
            run: |engine, call| {
                let (color, point) = (call.color()?, move_point(engine, call)?);
                let race = Race::of(engine, call, Means::All)?;
                let mut game = engine.game().clone();
                game.play(color, Move::Place(point))?;
                race.answer(&mut Reader::new(engine, call, &game))
            },
        },
    ],
};

fn analyze(engine: &mut Engine, call: &mut Call, means: Means) -> Reply {
    let game = engine.game().clone();
    let race = Race::of(engine, call, means)?;
    race.answer(&mut Reader::new(engine, call, &game))
}

/// A race in which the owner of the first group moves.
struct Race {
    own: Point,
    enemy: Point,
    mover: Color,
    means: Means,
}

/// Who tells what becomes of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    Reading,
    /// A network as well, where reading does not come to its end.
    All,
}

impl Race {
    /// The race of the groups of two stones that a call names.
    fn of(engine: &Engine, call: &mut Call, means: Means) -> Result<Race, Failure> {
        let (own, enemy) = (stone(engine, call)?, stone(engine, call)?);
        let mover = color_of(engine, own);
        if mover == color_of(engine, enemy) {
            return Err(Failure::refused("the stones must be of two colors"));
        }
        Ok(Race {
            own,
            enemy,
            mover,
            means,
        })
    }

    /// How well one group is saved and the other one killed, and the move. One move has to do both: where another saves better
    /// than the one that kills, it is preferred.
    fn answer(&self, reader: &mut Reader) -> Reply {
        let game = reader.game;
        let save = self.fate(reader, self.own)?;
        let kill = self.fate(reader, self.enemy)?;
        let answer = |save, kill, point| {
            let vertex = vertex_or_pass(game.dims(), point);
            Ok(format!("{} {} {vertex}", code(save), code(kill)))
        };
        // A kill that has to wait for a ko, or would repeat a position, cannot be tried.
        let cannot_be_tried = |point| after(game, self.mover, point).is_none();
        if kill.point.is_none_or(cannot_be_tried) || kill.point == save.point {
            return answer(save.success, kill.success, save.point.or(kill.point));
        }
        let saved = self.survival_after(reader, kill.point, self.own)?;
        if saved >= save.success {
            return answer(saved, kill.success, kill.point);
        }
        let escaped = self.survival_after(reader, save.point, self.enemy)?;
        answer(save.success, escaped.of_other(), save.point)
    }

    /// The owner of the group of one of the two stones, and the stone of its rival.
    fn owner_and_rival(&self, stone: Point) -> (Color, Point) {
        match stone == self.own {
            true => (self.mover, self.enemy),
            false => (!self.mover, self.own),
        }
    }

    /// How well the mover saves its own group, or kills the other one.
    fn fate(&self, reader: &mut Reader, stone: Point) -> Result<Fate, Failure> {
        if reader.board().color_at(stone).is_some() {
            return self.tell(reader, stone, self.mover);
        }
        let (owner, _) = self.owner_and_rival(stone);
        let success = match owner == self.mover {
            true => Success::No,
            false => Success::Yes,
        };
        Ok(Fate {
            success,
            point: None,
        })
    }

    /// How well the group of `stone` stands once the mover has played `point`. Without a legal point nothing happens to it: it is
    /// saved.
    fn survival_after(
        &self,
        reader: &mut Reader,
        point: Option<Point>,
        stone: Point,
    ) -> Result<Success, Failure> {
        let Some(after) = point.and_then(|point| after(reader.game, self.mover, point)) else {
            return Ok(Success::Yes);
        };
        let (owner, _) = self.owner_and_rival(stone);
        let mut reader = reader.in_game(&after);
        reader.survival(stone, owner, |reader, stone, to_move| {
            self.tell(reader, stone, to_move)
        })
    }

    /// What becomes of one of the two groups that is there if `to_move` moves.
    fn tell(&self, reader: &mut Reader, stone: Point, to_move: Color) -> Result<Fate, Failure> {
        let board = reader.board();
        let (owner, rival) = self.owner_and_rival(stone);
        let race = reader.read(Goal::race(board, stone, rival), Counter::Owl, to_move)?;
        if race.is_certain {
            return Ok(race.into());
        }
        if self.means == Means::All {
            // What reading has found a way to do can be done, whether anybody knows more or not.
            let is_found = to_move != owner && race.success > Success::No;
            return match reader.fate(stone, to_move) {
                Err(_) if is_found => Ok(race.into()),
                told => told,
            };
        }
        let life = reader.read(Goal::kill(board, stone), Counter::Owl, to_move)?;
        Ok(match life.is_certain {
            true => life.into(),
            false => race.into(),
        })
    }
}
