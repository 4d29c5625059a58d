//! Pictures of board and search in the forms that GoGui draws.

use super::board::stone;
use super::{NOTHING, vertices};
use crate::game::{Game, IllegalMove, Position, pass_alive};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::{Gfx, board_text};
use crate::gtp::live::summary;
use crate::search::{MoveReport, Report};
use crate::types::{Color, Dims, Move, Point, excerpt, format_move, format_vertex};
use crate::wire::StopOn;
use std::collections::BTreeMap;

/// Pictures.
pub const FAMILY: Family = Family {
    title: "Pictures for GoGui",
    commands: &[
        Command {
            name: "tengen-heatmap",
            arguments: "winrate|visits|rave|prior",
            summary: "What the search knows of each move, as colors and labels",
            run: heatmap,
        },
        Command {
            name: "tengen-best_moves",
            arguments: "",
            summary: "The best moves in their order, as pairs of vertex and percentage to win",
            run: best_moves,
        },
        Command {
            name: "tengen-pv",
            arguments: "",
            summary: "The line of moves that the search expects",
            run: pv,
        },
        Command {
            name: "tengen-ownership",
            arguments: "",
            summary: "Whose each point will be, 1 Black's to -1 White's, row by row from the top",
            run: ownership,
        },
        Command {
            name: "tengen-search_summary",
            arguments: "",
            summary: "All numbers of the search",
            run: search_summary,
        },
        Command {
            name: "clear_cache",
            arguments: "",
            summary: "Forgets what earlier searches have found, but not what the network said of single positions",
            run: clear_cache,
        },
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

/// The most moves that are shown as the best.
const RANKED: usize = 9;

/// What a heat map shows: the value that colours a move, and its label.
type Layer = fn(&MoveReport) -> Option<(f32, String)>;

const LAYERS: [(&str, Layer); 4] = [
    ("winrate", |found| {
        (found.visits > 0).then(|| (found.winrate, percent(found.winrate)))
    }),
    ("visits", |found| {
        let visits = found.visits;
        (visits > 0).then(|| ((visits as f32).sqrt(), short(visits)))
    }),
    ("rave", |found| {
        let (count, mean) = found.rave;
        (count > 0).then(|| (mean, percent(mean)))
    }),
    ("prior", |found| Some((found.prior, percent(found.prior)))),
];

fn heatmap(engine: &mut Engine, call: &mut Call) -> Reply {
    let word = call.word("name of the map")?.to_ascii_lowercase();
    let Some(&(_, layer)) = LAYERS.iter().find(|(name, _)| *name == word) else {
        return Err(call.syntax(format!("there is no map '{}'", excerpt(&word))));
    };
    let dims = engine.session.game().dims();
    let report = look(engine, call)?;
    let cells: Vec<(Point, f32, String)> = report
        .moves
        .iter()
        .filter_map(|found| {
            let (value, label) = layer(found)?;
            Some((found.mv.point()?, value, label))
        })
        .collect();
    let values = || cells.iter().map(|&(_, value, _)| value);
    let least = values().fold(f32::INFINITY, f32::min);
    let range = values().fold(f32::NEG_INFINITY, f32::max) - least;
    let mut gfx = Gfx::new(dims);
    for (point, value, label) in &cells {
        let heat = if range > 0.0 {
            (value - least) / range
        } else {
            1.0
        };
        gfx.color(*point, &heat_color(heat));
        gfx.label(*point, label);
    }
    gfx.text(&summary(report));
    Ok(gfx.finish())
}

/// From blue, the least, over green to red, the most.
fn heat_color(heat: f32) -> String {
    let heat = heat.clamp(0.0, 1.0);
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    let green = 0.8 * (1.0 - (2.0 * heat - 1.0).abs());
    format!(
        "#{:02x}{:02x}{:02x}",
        byte(heat),
        byte(green),
        byte(1.0 - heat)
    )
}

fn percent(share: f32) -> String {
    format!("{:.0}", share * 100.0)
}

/// At most four characters, to fit a point.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

fn best_moves(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.session.game().dims();
    let report = look(engine, call)?;
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    let pairs: Vec<String> = visited
        .take(RANKED)
        .filter_map(|found| {
            let vertex = format_vertex(dims, found.mv.point()?);
            Some(format!("{vertex} {}%", percent(found.winrate)))
        })
        .collect();
    Ok(pairs.join(" "))
}

fn pv(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.session.game().dims();
    let report = look(engine, call)?;
    Ok(report
        .best()
        .map_or(NOTHING, |best| line_text(dims, &best.line)))
}

fn line_text(dims: Dims, line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(|&mv| format_move(dims, mv)).collect();
    moves.join(" ")
}

fn ownership(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.session.game().dims();
    let report = look(engine, call)?;
    let values: BTreeMap<Point, f32> = dims
        .points()
        .zip(report.ownership.iter().copied())
        .collect();
    Ok(board_text(dims, |point| {
        format!("{:.2}", values.get(&point).copied().unwrap_or(0.0))
    }))
}

fn search_summary(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.session.game().dims();
    let report = look(engine, call)?;
    let (used, capacity) = report.nodes;
    let mut text = format!(
        "Search: {}\nVisits: {}, those of earlier searches included\nDeviation: {:.1} points\nNodes: {used} of {capacity}\n",
        summary(report),
        report.visits,
        report.lead_stdev,
    );
    text.push_str("Moves: visits, win rate, its lower bound, prior, RAVE, lead, line\n");
    for found in report.moves.iter().filter(|found| found.visits > 0) {
        text.push_str(&format!(
            "{} {} {:.1} {:.1} {:.1} {:.1} {:.1} {}\n",
            format_move(dims, found.mv),
            found.visits,
            found.winrate * 100.0,
            found.lcb * 100.0,
            found.prior * 100.0,
            found.rave.1 * 100.0,
            found.lead,
            line_text(dims, &found.line),
        ));
    }
    Ok(text)
}

fn clear_cache(engine: &mut Engine, _: &mut Call) -> Reply {
    engine.session.forget();
    Ok(NOTHING)
}

/// What the search sees in the present position; it thinks for a moment if it has not looked yet.
fn look<'a>(engine: &'a mut Engine, call: &Call) -> Result<&'a Report, Failure> {
    let (stop, _armed) = call.stop_on(StopOn::Interrupt);
    let report = engine.session.look(stop);
    report.ok_or_else(|| Failure::Internal("the search has failed".to_owned()))
}

/// Chains in the colour of danger: red in atari, then orange, yellow, green.
fn chains(engine: &mut Engine, _: &mut Call) -> Reply {
    let board = engine.session.game().board();
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
    let board = engine.session.game().board();
    Ok(vertices(board.dims(), board.chain_stones(point)))
}

fn pass_alive_map(engine: &mut Engine, _: &mut Call) -> Reply {
    let board = engine.session.game().board();
    let [black, white] = Color::BOTH.map(|color| pass_alive(board, color));
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
    let game = engine.session.game();
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
    let game = engine.session.game();
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

fn territory(engine: &mut Engine, _: &mut Call) -> Reply {
    let judgement = engine.session.judge();
    let territory = judgement.territory(engine.session.game());
    Ok(board_text(engine.session.game().dims(), |point| {
        let name = match territory.owner(point) {
            Some(Color::Black) => "b",
            Some(Color::White) => "w",
            None => "\"\"",
        };
        name.to_owned()
    }))
}
