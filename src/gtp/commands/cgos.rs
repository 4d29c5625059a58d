//! What the client of the computer Go server CGOS asks for.

use super::NOTHING;
use super::analyze::{analyze, begin_choosing};
use super::kgs::game_over;
use crate::gtp::analyze::{Dialect, json_line};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::search::Request;
use crate::session::{choice_in_words, choice_text};

pub const FAMILY: Family = Family {
    title: "CGOS",
    commands: &[
        Command {
            name: "cgos-genmove_analyze",
            arguments: "COLOR [avoid|allow COLOR VERTEX,... DEPTH]...",
            summary: "As genmove, with one line of JSON about the search before the move",
            run: genmove_analyze,
        },
        Command {
            name: "cgos-analyze",
            arguments: "[COLOR] [CENTISECONDS] [interval NUMBER]... [avoid|allow COLOR VERTEX,... DEPTH]...",
            summary: "Tells what the search sees, in lines of JSON, until any input",
            run: |engine, call| analyze(engine, call, Dialect::Cgos),
        },
        Command {
            name: "cgos-opponent_name",
            arguments: "NAME",
            summary: "Tells who the opponent is",
            run: |_, _| Ok(NOTHING),
        },
        Command {
            name: "cgos-opponent_rating",
            arguments: "RATING",
            summary: "Tells how strong the opponent is",
            run: |_, _| Ok(NOTHING),
        },
        Command {
            name: "cgos-gameover",
            arguments: "RESULT",
            summary: "Says that a game is over; the board stays as it is",
            run: game_over,
        },
    ],
};

fn genmove_analyze(engine: &mut Engine, call: &mut Call) -> Reply {
    let analysis = begin_choosing(engine, call, Dialect::Cgos)?;
    let (stop, _armed) = call.interruptible();
    let request = Request {
        stop,
        guidance: analysis.content.restrictions.into(),
        ..Request::new(analysis.color)
    };
    let answer = engine.genmove(request, None)?;
    let game = engine.game();
    if let Some(report) = &answer.report {
        let comment = choice_in_words(game, answer.choice, report);
        call.put_line(json_line(game.dims(), report, Some(comment)));
    }
    Ok(format!("play {}", choice_text(game.dims(), answer.choice)))
}
