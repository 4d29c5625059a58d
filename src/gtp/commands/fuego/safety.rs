//! Safe points, as Fuego's suites ask for them.

use crate::game::SafePoints;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, PointSet, excerpt, format_vertices};

/// Safe points.
pub const FAMILY: Family = Family {
    title: "Safe points, as in Fuego",
    commands: &[
        Command {
            name: "go_safe",
            arguments: "benson|static [COLOR]",
            summary: "How many points are safe if their owner always passes (benson) or answers (static), and which",
            run: safe_points,
        },
        Command {
            name: "go_safe_dame_static",
            arguments: "",
            summary: "The empty points between safe stones that matter to nothing",
            run: dame,
        },
        Command {
            name: "go_safe_winner",
            arguments: "",
            summary: "Who is sure to win by safe points: black, white or unknown",
            run: winner,
        },
        Command {
            name: "go_safe_gfx",
            arguments: "benson|static",
            summary: "Safe points as territory, dame colored, circles where neither player can get territory",
            run: picture,
        },
    ],
};

/// What the next argument asks for, and its name.
fn asked(engine: &Engine, call: &mut Call) -> Result<(SafePoints, &'static str), Failure> {
    let board = engine.game().board();
    match call.word("kind of safety")? {
        "benson" => Ok((SafePoints::if_passing(board), "benson")),
        "static" => Ok((SafePoints::if_answering(board), "static")),
        word => Err(call.syntax(format!("there is no kind of safety '{}'", excerpt(word)))),
    }
}

/// Row by row from A1, as Fuego lists points.
fn listed(dims: Dims, points: &PointSet) -> String {
    format_vertices(dims, points.iter())
}

fn safe_points(engine: &mut Engine, call: &mut Call) -> Reply {
    let (safe, _) = asked(engine, call)?;
    let points = match call.is_empty() {
        true => safe.both(),
        false => *safe.of(call.color()?),
    };
    let words = format!("{} {}", points.len(), listed(engine.game().dims(), &points));
    Ok(words.trim_end().to_owned())
}

fn dame(engine: &mut Engine, _: &mut Call) -> Reply {
    let board = engine.game().board();
    let dame = SafePoints::if_answering(board).dame(board);
    Ok(listed(board.dims(), &dame))
}

fn winner(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.game();
    let safe = SafePoints::if_answering(game.board());
    let winner = safe.winner(game.board(), game.komi(), game.to_move());
    Ok(winner.map_or_else(|| "unknown".to_owned(), |color| color.name().to_lowercase()))
}

fn picture(engine: &mut Engine, call: &mut Call) -> Reply {
    let (safe, name) = asked(engine, call)?;
    let board = engine.game().board();
    let dims = board.dims();
    let marks = [
        ("BLACK", *safe.of(Color::Black)),
        ("WHITE", *safe.of(Color::White)),
        ("COLOR #980098", safe.dame(board)),
        ("CIRCLE", safe.shared(board)),
    ];
    let mut lines: Vec<String> = Vec::new();
    for (command, points) in marks {
        let line = format!("{command} {}", listed(dims, &points));
        lines.push(line.trim_end().to_owned());
    }
    let [black, white] = Color::BOTH.map(|color| safe.of(color).len());
    let share = |count: usize| format!("{count} ({} %)", 100 * count / dims.area());
    lines.push(format!(
        "TEXT Solver: {name}  B: {}  W: {}  Both: {}  Regions: {}",
        share(black),
        share(white),
        share(black + white),
        safe.region_count(board),
    ));
    Ok(lines.join("\n"))
}
