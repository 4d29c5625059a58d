//! Handicap stones.

use super::NOTHING;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Point, format_vertices, parse_vertex};

pub const FAMILY: Family = Family {
    title: "Handicap",
    commands: &[
        Command {
            name: "fixed_handicap",
            arguments: "STONES",
            summary: "Puts 2 to 9 stones on their usual points",
            run: fixed_handicap,
        },
        Command {
            name: "place_free_handicap",
            arguments: "STONES",
            summary: "Chooses points for handicap stones and puts them there",
            run: place_free_handicap,
        },
        Command {
            name: "set_free_handicap",
            arguments: "VERTEX...",
            summary: "Puts handicap stones on these points",
            run: set_free_handicap,
        },
    ],
};

fn fixed_handicap(engine: &mut Engine, call: &mut Call) -> Reply {
    let stones = call.number("number of stones")?;
    let points = engine.session.place_fixed_handicap(stones)?;
    Ok(format_vertices(engine.game().dims(), points))
}

fn place_free_handicap(engine: &mut Engine, call: &mut Call) -> Reply {
    let stones = call.number("number of stones")?;
    let points = engine.session.place_free_handicap(stones)?;
    Ok(format_vertices(engine.game().dims(), points))
}

fn set_free_handicap(engine: &mut Engine, call: &mut Call) -> Reply {
    let dims = engine.game().dims();
    let mut points: Vec<Point> = Vec::new();
    for word in call.others() {
        let point = parse_vertex(dims, word).map_err(Failure::bad_vertex_list)?;
        if points.contains(&point) {
            return Err(Failure::named_twice(dims, point));
        }
        points.push(point);
    }
    if points.is_empty() {
        return Err(Failure::bad_vertex_list("no point is named"));
    }
    engine.session.set_free_handicap(&points)?;
    Ok(NOTHING)
}
