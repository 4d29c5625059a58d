//! What the search sees in the present position, told and drawn in the forms that GoGui draws.

use super::NOTHING;
use crate::game::Game;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::{Gfx, board_text, summary};
use crate::search::{MoveReport, NodeCount, Rave, Report};
use crate::session::Session;
use crate::types::{Point, excerpt, format_move, format_moves, format_vertex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

pub const FAMILY: Family = Family {
    title: "Pictures of the search, for GoGui",
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
        let Rave { visits, mean } = found.rave;
        (visits > 0).then(|| (mean, percent(mean)))
    }),
    ("prior", |found| Some((found.prior, percent(found.prior)))),
];

fn heatmap(engine: &mut Engine, call: &mut Call) -> Reply {
    let word = call.word("name of the map")?.to_ascii_lowercase();
    let Some(&(_, layer)) = LAYERS.iter().find(|(name, _)| *name == word) else {
        return Err(call.syntax(format!("there is no map '{}'", excerpt(&word))));
    };
    let dims = engine.game().dims();
    let report = look(engine, call)?;
    let moves = report.moves_and_copies(dims);
    let cells: Vec<(Point, f32, String)> = moves
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
    let dims = engine.game().dims();
    let report = look(engine, call)?;
    let moves = report.moves_and_copies(dims);
    let visited = moves.iter().filter(|found| found.visits > 0);
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
    let dims = engine.game().dims();
    let report = look(engine, call)?;
    Ok(report
        .best()
        .map_or(NOTHING, |best| format_moves(dims, &best.line)))
}

fn ownership(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let report = look(engine, call)?;
    Ok(board_text(dims, |point| {
        let owner = report.ownership.get(dims.index(point));
        format!("{:.2}", owner.copied().unwrap_or(0.0))
    }))
}

fn search_summary(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let report = look(engine, call)?;
    let NodeCount { used, room } = report.nodes;
    let mut text = format!(
        "Search: {}\nVisits: {}, those of earlier searches included\nDeviation: {:.1} points\nNodes: {used} of {room}\n",
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
            found.rave.mean * 100.0,
            found.lead,
            format_moves(dims, &found.line),
        ));
    }
    Ok(text)
}

/// What the search sees in the present position; it thinks for a moment if it has not looked yet.
fn look<'a>(engine: &'a mut Engine, call: &Call) -> Result<&'a Report, Failure> {
    seen_or_failure(engine, call, Session::look)
}

/// Where the last search began, and what it has seen there; the present position if there was none.
pub(super) fn last_seen<'a>(
    engine: &'a mut Engine,
    call: &Call,
) -> Result<(&'a Game, &'a Report), Failure> {
    seen_or_failure(engine, call, Session::last_seen)
}

fn seen_or_failure<'a, T>(
    engine: &'a mut Engine,
    call: &Call,
    find: impl FnOnce(&'a mut Session, Arc<AtomicBool>) -> Option<T>,
) -> Result<T, Failure> {
    let (stop, _armed) = call.interruptible();
    let seen = find(&mut engine.session, Arc::clone(&stop));
    seen.ok_or_else(|| match stop.load(SeqCst) {
        true => Failure::refused("interrupted before anything was found"),
        false => Failure::Internal("the search has found nothing".to_owned()),
    })
}
