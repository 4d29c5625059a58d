//! Analysis as Leela Zero and KataGo give it.
//!
//! Plain `analyze` and `genmove_analyze` are missing on purpose: a client that
//! finds them listed expects other numbers.

use super::NOTHING;
use crate::console::stderr;
use crate::gtp::analyze::{Analysis, Dialect, Schedule, arguments};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::net::Manner;
use crate::search::{Guidance, Limits, Request, Search};
use crate::session::{Answer, Patience, Watch, choice_text};
use crate::types::Color;
use crate::wire::{Armed, StopOn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

const LEELA_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [interval|minmoves|maxmoves NUMBER]... \
    [avoid|allow COLOR VERTEX,... DEPTH]...";
const KATA_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [interval|minmoves|maxmoves NUMBER]... \
    [avoid|allow COLOR VERTEX,... DEPTH]... [rootInfo|ownership|ownershipStdev|movesOwnership|\
    movesOwnershipStdev|noResultValue|pvVisits|pvEdgeVisits true|false]...";

pub const FAMILY: Family = Family {
    title: "Analysis",
    commands: &[
        Command {
            name: "lz-analyze",
            arguments: LEELA_ARGUMENTS,
            summary: "Tells what the search sees, in integers, until any input",
            run: |engine, call| analyze(engine, call, Dialect::Leela),
        },
        Command {
            name: "kata-analyze",
            arguments: KATA_ARGUMENTS,
            summary: "Tells what the search sees, in decimals, until any input",
            run: |engine, call| analyze(engine, call, Dialect::Kata),
        },
        Command {
            name: "lz-genmove_analyze",
            arguments: LEELA_ARGUMENTS,
            summary: "As genmove, with lines like those of lz-analyze before the move",
            run: |engine, call| genmove_analyze(engine, call, Dialect::Leela),
        },
        Command {
            name: "kata-genmove_analyze",
            arguments: KATA_ARGUMENTS,
            summary: "As genmove, with lines like those of kata-analyze before the move",
            run: |engine, call| genmove_analyze(engine, call, Dialect::Kata),
        },
        Command {
            name: "kata-search",
            arguments: "[COLOR]",
            summary: "As genmove, but the move is not played; the clock is charged if a play of it follows",
            run: |engine, call| search(engine, call, StopOn::Interrupt),
        },
        Command {
            name: "kata-search_cancellable",
            arguments: "[COLOR]",
            summary: "As kata-search; any input ends it with 'cancelled'",
            run: |engine, call| search(engine, call, StopOn::AnyInput),
        },
        Command {
            name: "kata-search_analyze",
            arguments: KATA_ARGUMENTS,
            summary: "As kata-search, with lines like those of kata-analyze before the move",
            run: |engine, call| search_analyze(engine, call, StopOn::Interrupt),
        },
        Command {
            name: "kata-search_analyze_cancellable",
            arguments: KATA_ARGUMENTS,
            summary: "As kata-search_analyze; any input ends it with 'play cancelled'",
            run: |engine, call| search_analyze(engine, call, StopOn::AnyInput),
        },
        Command {
            name: "stop",
            arguments: "",
            summary: "Ends an analysis, as any input does, and pondering",
            run: |engine, _| {
                engine.session.ponder_no_longer();
                Ok(NOTHING)
            },
        },
    ],
};

/// What a search that was cancelled answers in place of a move.
const CANCELLED: &str = "cancelled";

pub(super) fn analyze(engine: &mut Engine, call: &mut Call, dialect: Dialect) -> Reply {
    let mut analysis = arguments::read(engine, call, dialect)?;
    call.begin();
    engine.session.leave_turn();
    let (stop, armed) = call.stop_on(StopOn::AnyInput);
    let patience = Patience::Until(&stop);
    match dialect {
        Dialect::Leela if analysis.is_as_often_as_possible() => {
            tell_first_opinion(engine, analysis.color, patience);
        }
        Dialect::Kata => {
            let manner = engine.session.analysis_manner(analysis.color);
            add_opinions(engine, &mut analysis, &manner, patience);
        }
        Dialect::Leela | Dialect::Cgos => {}
    }
    if stop.load(SeqCst) {
        return Ok(NOTHING);
    }
    let limits = match armed {
        Some(_) => Limits::default(),
        // A program gets one line, after as much work as a move may take.
        None => engine.session.limits_of_a_move(analysis.interval),
    };
    let limits = Limits { stop, ..limits };
    let guidance = Guidance {
        wide_root_noise: engine.preferences.analysis.wide_root_noise,
        ..analysis.content.guidance()
    };
    let dims = engine.game().dims();
    let mut schedule = Schedule::new(&analysis, dims);
    let follow = |search: &mut Search| match &armed {
        Some(armed) => tell_until_input(search, call, &mut schedule, armed),
        None => tell_result(search, call, &schedule),
    };
    engine
        .session
        .analyze(analysis.color, limits, guidance, follow);
    Ok(NOTHING)
}

/// Tells each line when it is due, until there is input or nobody reads any more.
fn tell_until_input(search: &Search, call: &mut Call, schedule: &mut Schedule, input: &Armed) {
    while call.is_read() && !input.wait(schedule.until_next()) {
        if let Some(line) = schedule.due(search) {
            call.put_line(line);
        }
    }
}

/// Tells one line, when the search has reached its limits.
fn tell_result(search: &mut Search, call: &mut Call, schedule: &Schedule) {
    search.wait();
    let report = search.report();
    if let Some(line) = report.and_then(|report| schedule.line(&report)) {
        call.put_line(line);
    }
}

/// Leela Zero tells what its network thinks of the position when it begins to search. LizGoban asks for lines as
/// often as there can be any, by interval 0, to read that one; others need not wait for it.
fn tell_first_opinion(engine: &Engine, color: Color, patience: Patience<'_>) {
    if let Some(evaluation) = engine.session.first_opinion(color, patience) {
        stderr::say(format!("NN eval={:.6}", evaluation.win_rate()));
    }
}

/// Reads what a move is chosen with and begins the reply, if the game has room for a move.
pub(super) fn begin_choosing(
    engine: &Engine,
    call: &mut Call,
    dialect: Dialect,
) -> Result<Analysis, Failure> {
    let analysis = arguments::read(engine, call, dialect)?;
    engine.game().check_room()?;
    call.begin();
    Ok(analysis)
}

fn genmove_analyze(engine: &mut Engine, call: &mut Call, dialect: Dialect) -> Reply {
    let mut analysis = begin_choosing(engine, call, dialect)?;
    if dialect == Dialect::Kata {
        // The clock runs: no move waits for opinions that are only shown with it.
        let manner = Manner::default();
        add_opinions(engine, &mut analysis, &manner, Patience::IfRead);
    }
    let (stop, _armed) = call.interruptible();
    let answer = with_lines(engine, call, &analysis, stop, Engine::genmove)?;
    Ok(format!("play {}", text_of(engine, &answer)))
}

/// Adds what networks say of the position without any search.
fn add_opinions(engine: &Engine, analysis: &mut Analysis, manner: &Manner, patience: Patience<'_>) {
    let (session, color) = (&engine.session, analysis.color);
    let content = &mut analysis.content;
    content.human = session.human_opinion(color, manner, patience);
    if content.root_info {
        content.raw = session.opinion(color, manner, patience);
    }
}

/// Any input cancels the search, or an interrupt has it answer at once.
fn search(engine: &mut Engine, call: &mut Call, stop_on: StopOn) -> Reply {
    let color = match call.is_empty() {
        true => engine.game().to_move(),
        false => call.color()?,
    };
    let (stop, _armed) = call.stop_on(stop_on);
    let request = Request {
        stop: Arc::clone(&stop),
        ..Request::new(color)
    };
    let answer = engine.suggest(request, None)?;
    engine.session.leave_turn();
    Ok(unless_cancelled(engine, &answer, stop_on, &stop))
}

/// The same with lines on the way.
fn search_analyze(engine: &mut Engine, call: &mut Call, stop_on: StopOn) -> Reply {
    let mut analysis = begin_choosing(engine, call, Dialect::Kata)?;
    add_opinions(engine, &mut analysis, &Manner::default(), Patience::IfRead);
    let (stop, _armed) = call.stop_on(stop_on);
    let answer = with_lines(engine, call, &analysis, Arc::clone(&stop), Engine::suggest)?;
    engine.session.leave_turn();
    let text = unless_cancelled(engine, &answer, stop_on, &stop);
    Ok(format!("play {text}"))
}

/// The move, unless input has cancelled the search.
fn unless_cancelled(
    engine: &mut Engine,
    answer: &Answer,
    stop_on: StopOn,
    stop: &AtomicBool,
) -> String {
    if stop_on == StopOn::AnyInput && stop.load(SeqCst) {
        engine.session.ponder_no_longer();
        return CANCELLED.to_owned();
    }
    text_of(engine, answer)
}

/// Has a move chosen, with the lines of an analysis on the way; the last one tells what the choice was made from.
fn with_lines(
    engine: &mut Engine,
    call: &mut Call,
    analysis: &Analysis,
    stop: Arc<AtomicBool>,
    choose: impl FnOnce(&mut Engine, Request, Watch) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let gone = Arc::clone(&stop);
    let request = Request {
        guidance: analysis.content.guidance(),
        stop,
        ..Request::new(analysis.color)
    };
    let mut schedule = Schedule::new(analysis, engine.game().dims());
    let mut watch = |search: &Search| {
        if let Some(line) = schedule.due(search) {
            call.put_line(line);
        }
        // A client that has gone needs no move.
        if !call.is_read() {
            gone.store(true, SeqCst);
        }
    };
    let answer = choose(engine, request, Some(&mut watch))?;
    let report = answer.report.as_ref();
    if let Some(line) = report.and_then(|report| schedule.line(report)) {
        call.put_line(line);
    }
    Ok(answer)
}

fn text_of(engine: &Engine, answer: &Answer) -> String {
    choice_text(engine.game().dims(), answer.choice)
}
