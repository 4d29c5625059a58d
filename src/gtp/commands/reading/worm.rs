//! All that is told of single chains at once, as GNU Go lists it. What the fields mean is in its manual (*Worms*).

use super::super::all_units;
use super::super::board::stone;
use super::shape::{effective_size, holes, liberties_by_order};
use super::{Reader, chains::cutstone_code, vertex_or_pass};
use crate::board::AnyBoard;
use crate::game::pass_alive;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::counters::Counter;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::reading::{Answer, Goal, Success, enemies_beside};
use crate::types::{Color, Dims, Point, PointSet, format_vertex};

pub const FAMILY: Family = Family {
    title: "Data of chains",
    commands: &[Command {
        name: "worm_data",
        arguments: "[VERTEX]",
        summary: "What is known of a chain, or of each one, a field on each line: its size, its liberties, how it is captured and \
            saved, what it cuts; as GNU Go lists it, without cutstone2 and inessential; the codes are 5 by force, 4 and 1 by a ko, 0 not at all",
        run: worm_data,
    }],
};

fn worm_data(engine: &mut Engine, call: &mut Call) -> Reply {
    let game = engine.game().clone();
    let board = game.board();
    let stones: Vec<Point> = match call.is_empty() {
        true => {
            let chains = all_units(board, None, AnyBoard::chain_set).into_iter();
            chains.map(|(first, _)| first).collect()
        }
        false => vec![stone(engine, call)?],
    };
    let suicide = game.rules().suicide;
    let safe = Color::BOTH.map(|color| pass_alive(board, color, suicide));
    let mut reader = Reader::new(engine, call, &game);
    let mut texts = Vec::new();
    for stone in stones {
        texts.push(reader.data(stone, &safe)?);
    }
    Ok(texts.join("\n"))
}

impl Reader<'_, '_> {
    /// The fields of one chain, under the vertex of `stone`; `safe` is what each color keeps even if it always passes.
    fn data(&mut self, stone: Point, safe: &[PointSet; 2]) -> Reply {
        let (dims, board) = (self.dims(), self.board());
        let color = board.color_at(stone).expect("a stone is there");
        let liberties = liberties_by_order(board, stone);
        let attack = self.capture(stone, !color)?;
        // What nobody can capture need not be saved.
        let defence = match attack.success {
            Success::No => None,
            _ => Some(self.capture(stone, color)?),
        };
        let lunch = self.lunch(stone)?;
        let is_safe_for = |color: Color| safe[color.index()].contains(stone);
        let is_invincible = is_safe_for(color);
        let status = match is_invincible {
            true => "alive",
            false if is_safe_for(!color) => "dead",
            false => "unknown",
        };
        let effective_size = effective_size(board, stone);
        let [attack_code, attack_point] = told(dims, Some(&attack));
        let [defense_code, defense_point] = told(dims, defence.as_ref());
        let fields = [
            ("origin", format_vertex(dims, origin(board, stone))),
            ("color", color.to_string()),
            ("size", board.chain_size(stone).to_string()),
            ("effective_size", format!("{effective_size:.2}")),
            ("liberties", liberties[0].to_string()),
            ("liberties2", liberties[1].to_string()),
            ("liberties3", liberties[2].to_string()),
            ("liberties4", liberties[3].to_string()),
            ("attack_code", attack_code),
            ("attack_point", attack_point),
            ("defense_code", defense_code),
            ("defense_point", defense_point),
            ("lunch", vertex_or_pass(dims, lunch)),
            ("cutstone", cutstone_code(board, stone).to_owned()),
            ("genus", holes(board, stone).to_string()),
            ("invincible", u8::from(is_invincible).to_string()),
            ("unconditional_status", status.to_owned()),
        ];
        let lines = fields
            .iter()
            .map(|(name, value)| format!("\n{name:<20} {value}"));
        Ok(format!("{}:", format_vertex(dims, stone)) + &lines.collect::<String>())
    }

    /// What a side finds if it moves: to capture the chain, or to save it.
    fn capture(&mut self, stone: Point, to_move: Color) -> Result<Answer, Failure> {
        let goal = Goal::capture(self.board(), &[stone]);
        self.read(goal, Counter::Reading, to_move)
    }

    /// The largest chain of the opponent beside this one that can be captured by force, whether it can be saved or not.
    fn lunch(&mut self, stone: Point) -> Result<Option<Point>, Failure> {
        let board = self.board();
        let color = board.color_at(stone).expect("a stone is there");
        let mut enemies = enemies_beside(board, stone);
        enemies.sort_by_key(|&enemy| std::cmp::Reverse(board.chain_size(enemy)));
        for enemy in enemies {
            if self.capture(enemy, color)?.success == Success::Yes {
                return Ok(Some(origin(board, enemy)));
            }
        }
        Ok(None)
    }
}

/// The code and the point of an answer. The numbers are those that GNU Go uses inside; its other commands tell 1, 2 and 3 for 5, 4
/// and 1.
fn told(dims: Dims, answer: Option<&Answer>) -> [String; 2] {
    let success = answer.map_or(Success::No, |answer| answer.success);
    let number = match success {
        Success::No => "0",
        Success::NeedsThreat => "1",
        Success::WinsKo => "4",
        Success::Yes => "5",
    };
    let point = answer.and_then(|answer| answer.point);
    [number.to_owned(), vertex_or_pass(dims, point)]
}

/// The first stone of a chain from the top left.
fn origin(board: &AnyBoard, stone: Point) -> Point {
    let stones = board.chain_stones(stone).into_iter();
    let first = stones.min_by_key(|&stone| board.dims().index_from_top(stone));
    first.expect("a chain has stones")
}
