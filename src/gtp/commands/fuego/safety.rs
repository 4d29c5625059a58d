//! Safe points, as Fuego's suites ask for them.

use crate::board::AnyBoard;
use crate::game::{Game, SafePoints, Scoring};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, PointSet, excerpt, format_vertices};

pub const FAMILY: Family = Family {
    title: "Fuego: safe points",
    commands: &[
        Command {
            name: "go_safe",
            arguments: "benson|static [COLOR]",
            summary: "How many points are safe if their owner always passes (benson) or answers (static), and which; dead stones count as they lie",
            run: safe_points,
        },
        Command {
            name: "go_safe_dame_static",
            arguments: "",
            summary: "The dame: empty points between safe stones that nobody needs",
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

/// The safe points of the kind that the next argument names, and that name.
fn find_named(engine: &Engine, call: &mut Call) -> Result<(SafePoints, &'static str), Failure> {
    let game = engine.game();
    match call.word("kind of safety")? {
        "benson" => Ok((find(game, SafePoints::if_passing), "benson")),
        "static" => Ok((find(game, SafePoints::if_answering), "static")),
        word => Err(call.syntax(format!("there is no kind of safety '{}'", excerpt(word)))),
    }
}

/// The safe points by `method`; where suicide is allowed, by the one method that holds there.
fn find(game: &Game, method: fn(&AnyBoard) -> SafePoints) -> SafePoints {
    match game.rules().suicide {
        true => SafePoints::with_suicide(game.board()),
        false => method(game.board()),
    }
}

/// Row by row, as Fuego lists points.
fn vertices_from_a1(dims: Dims, points: &PointSet) -> String {
    format_vertices(dims, points.iter())
}

fn safe_points(engine: &mut Engine, call: &mut Call) -> Reply {
    let (safe, _) = find_named(engine, call)?;
    let points = match call.is_empty() {
        true => safe.both(),
        false => *safe.of(call.color()?),
    };
    let vertices = vertices_from_a1(engine.game().dims(), &points);
    let words = format!("{} {vertices}", points.len());
    Ok(words.trim_end().to_owned())
}

fn dame(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.game();
    let safe = find(game, SafePoints::if_answering);
    Ok(vertices_from_a1(game.dims(), &safe.dame(game.board())))
}

fn winner(engine: &mut Engine, _: &mut Call) -> Reply {
    let game = engine.game();
    let safe = find(game, SafePoints::if_answering);
    // By territory a stone on a point that is nobody's wins nothing.
    let last = (game.rules().scoring == Scoring::Area).then(|| game.to_move());
    let winner = safe.winner(game.board(), game.area_komi(), last);
    Ok(winner.map_or_else(|| "unknown".to_owned(), |color| color.name().to_lowercase()))
}

fn picture(engine: &mut Engine, call: &mut Call) -> Reply {
    let (safe, name) = find_named(engine, call)?;
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
        let line = format!("{command} {}", vertices_from_a1(dims, &points));
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
