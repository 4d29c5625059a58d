//! Pictures of the board in the forms that GoGui draws.

use super::board::stone;
use super::scoring::Count;
use super::vertices;
use crate::game::{Game, IllegalMove, Position, pass_alive};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::gfx::{Gfx, board_text};
use crate::types::{Color, Move, format_vertex};
use std::collections::BTreeMap;

pub const FAMILY: Family = Family {
    title: "Pictures of the board, for GoGui",
    commands: &[
        Command {
            name: "tengen-chains",
            arguments: "",
            summary: "Every chain with the number of its liberties, as colors and labels",
            run: chains,
        },
        Command {
            name: "tengen-chain",
            arguments: "VERTEX",
            summary: "The stones of a chain",
            run: chain,
        },
        Command {
            name: "tengen-pass_alive",
            arguments: "",
            summary: "What lives even if its owner always passes: Black's cyan, White's pink",
            run: pass_alive_map,
        },
        Command {
            name: "tengen-forbidden",
            arguments: "COLOR",
            summary: "The empty points where a color may not play, and why",
            run: forbidden,
        },
        Command {
            name: "tengen-repetitions",
            arguments: "",
            summary: "Positions that came more than once, and moves that would bring one back",
            run: repetitions,
        },
        Command {
            name: "tengen-territory",
            arguments: "",
            summary: "Whose each point is as final_score counts it, row by row from the top",
            run: territory,
        },
    ],
};

/// Chains in the colour of danger: red in atari, then orange, yellow, green.
fn chains(engine: &mut Engine, _: &mut Call) -> Reply {
    let board = engine.game().board();
    let mut gfx = Gfx::new(board.dims());
    for point in board.dims().points() {
        if board.color_at(point).is_none() {
            continue;
        }
        let liberties = board.liberties(point);
        gfx.color(
            point,
            match liberties {
                0 | 1 => "#ff0000",
                2 => "#ff9000",
                3 => "#ffff00",
                _ => "#00c000",
            },
        );
        gfx.label(point, &liberties.to_string());
    }
    Ok(gfx.finish())
}

fn chain(engine: &mut Engine, call: &mut Call) -> Reply {
    let point = stone(engine, call)?;
    let board = engine.game().board();
    Ok(vertices(board.dims(), board.chain_stones(point)))
}

fn pass_alive_map(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.game();
    let (board, suicide) = (game.board(), game.rules().suicide);
    let [black, white] = Color::BOTH.map(|color| pass_alive(board, color, suicide));
    let color = |point| match (black.contains(point), white.contains(point)) {
        (true, _) => "cyan",
        (_, true) => "pink",
        _ => "\"\"",
    };
    Ok(board_text(board.dims(), |point| color(point).to_owned()))
}

/// Crosses for suicide, squares for ko, triangles with the number of the move repeated for superko.
fn forbidden(engine: &mut Engine, call: &mut Call) -> Reply {
    let color = call.color()?;
    let game = engine.game();
    let dims = game.dims();
    let mut gfx = Gfx::new(dims);
    let mut count = 0;
    let empty = dims
        .points()
        .filter(|&point| game.board().color_at(point).is_none());
    for point in empty {
        match game.check(color, Move::Place(point)) {
            Ok(()) => continue,
            Err(IllegalMove::Superko { repeats }) => {
                gfx.mark("TRIANGLE", point);
                gfx.label(point, &repeats.to_string());
            }
            Err(IllegalMove::Ko) => gfx.mark("SQUARE", point),
            Err(_) => gfx.mark("MARK", point),
        }
        count += 1;
    }
    gfx.text(&format!(
        "{count} empty points forbidden to {color}: crosses suicide, squares ko, triangles superko"
    ));
    Ok(gfx.finish())
}

fn repetitions(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.game();
    let mut lines = positions_that_came_again(game);
    for color in Color::BOTH {
        for point in game.dims().points() {
            if let Err(IllegalMove::Superko { repeats }) = game.check(color, Move::Place(point)) {
                let vertex = format_vertex(game.dims(), point);
                lines.push(format!(
                    "{color} {vertex} would bring back the position after move {repeats}"
                ));
            }
        }
    }
    if lines.is_empty() {
        lines.push("No position has come twice, and no move would bring one back".to_owned());
    }
    Ok(lines.join("\n"))
}

/// One line for each set of stones that stood on the board more than once; passes alone repeat nothing.
fn positions_that_came_again(game: &Game) -> Vec<String> {
    let mut position: Position = game.start().clone();
    let mut came: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    came.entry(position.hash()).or_default().push(0);
    for (index, &(color, mv)) in game.moves().iter().enumerate() {
        position.play_unchecked(color, mv);
        if mv != Move::Pass {
            came.entry(position.hash()).or_default().push(index + 1);
        }
    }
    let mut again: Vec<Vec<usize>> = came.into_values().filter(|moves| moves.len() > 1).collect();
    again.sort();
    let words = |moves: &[usize]| -> String {
        let numbers: Vec<String> = moves.iter().map(usize::to_string).collect();
        numbers.join(", ")
    };
    let line = |moves: &Vec<usize>| format!("The same stones after moves {}", words(moves));
    again.iter().map(line).collect()
}

fn territory(engine: &mut Engine, call: &mut Call) -> Reply {
    let count = Count::new(engine, call);
    Ok(board_text(engine.game().dims(), |point| {
        let name = match count.territory.owner(point) {
            Some(Color::Black) => "b",
            Some(Color::White) => "w",
            None => "\"\"",
        };
        name.to_owned()
    }))
}
