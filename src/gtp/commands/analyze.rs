//! Analysis as Leela Zero and KataGo give it.
//!
//! Plain `analyze` and `genmove_analyze` are missing on purpose: a client that
//! finds them listed expects other numbers.

use super::NOTHING;
use crate::gtp::analysis::{Analysis, Lines};
use crate::gtp::call::{Call, parse_color};
use crate::gtp::failure::Failure;
use crate::gtp::info::{Content, Dialect};
use crate::gtp::session::Session;
use crate::gtp::table::{Command, Family, Reply};
use crate::gtp::thinking::Manner;
use crate::search::{Choice, Restriction, Search};
use crate::types::{Color, Dims, Move, excerpt, format_move, parse_move};
use std::time::Duration;

const LEELA_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [interval|minmoves|maxmoves NUMBER]... \
    [avoid|allow COLOR VERTEX,... DEPTH]...";
const KATA_ARGUMENTS: &str = "[COLOR] [CENTISECONDS] [interval|minmoves|maxmoves NUMBER]... \
    [avoid|allow COLOR VERTEX,... DEPTH]... [rootInfo|ownership|ownershipStdev|movesOwnership|\
    pvVisits|pvEdgeVisits true|false]...";

/// Analysis.
pub const FAMILY: Family = Family {
    title: "Analysis",
    commands: &[
        Command {
            name: "lz-analyze",
            arguments: LEELA_ARGUMENTS,
            summary: "Tells what the search sees, in integers, until any input",
            run: |session, call| analyze(session, call, Dialect::Leela),
        },
        Command {
            name: "kata-analyze",
            arguments: KATA_ARGUMENTS,
            summary: "Tells what the search sees, in decimals, until any input",
            run: |session, call| analyze(session, call, Dialect::Kata),
        },
        Command {
            name: "lz-genmove_analyze",
            arguments: LEELA_ARGUMENTS,
            summary: "As genmove, with lines like those of lz-analyze before the move",
            run: |session, call| genmove_analyze(session, call, Dialect::Leela),
        },
        Command {
            name: "kata-genmove_analyze",
            arguments: KATA_ARGUMENTS,
            summary: "As genmove, with lines like those of kata-analyze before the move",
            run: |session, call| genmove_analyze(session, call, Dialect::Kata),
        },
        Command {
            name: "kata-search",
            arguments: "[COLOR]",
            summary: "As genmove, but the move is not played, the clock not touched",
            run: search,
        },
        Command {
            name: "kata-search_analyze",
            arguments: KATA_ARGUMENTS,
            summary: "As kata-search, with lines like those of kata-analyze before the move",
            run: search_analyze,
        },
        Command {
            name: "stop",
            arguments: "",
            summary: "Ends an analysis, as any input does",
            run: |_, _| Ok(NOTHING),
        },
    ],
};

/// From line to line when nothing is said about it.
const INTERVAL: f64 = 50.0;
/// The shortest and the longest interval, in centiseconds.
const INTERVALS: (f64, f64) = (1.0, 1e6);

fn analyze(session: &mut Session, call: &mut Call, dialect: Dialect) -> Reply {
    let analysis = parse(session, call, dialect)?;
    call.begin();
    session.analyze(&analysis, call);
    Ok(NOTHING)
}

fn genmove_analyze(session: &mut Session, call: &mut Call, dialect: Dialect) -> Reply {
    let analysis = parse(session, call, dialect)?;
    // Before the reply begins: a record that is full takes no move at all.
    session.game.check(analysis.color, Move::Pass)?;
    call.begin();
    let choice = choose(session, call, &analysis);
    if let Choice::Move(mv) = choice {
        session.game.play(analysis.color, mv)?;
        session.ponder();
    }
    Ok(format!("play {}", text_of(session, choice)))
}

fn search(session: &mut Session, call: &mut Call) -> Reply {
    let color = match call.optional() {
        Some(word) => color_of(call, word)?,
        None => session.game.to_move(),
    };
    let input = call.input();
    let choice = aside(session, |session| {
        session.choose(color, Manner::Game, input, None)
    });
    Ok(text_of(session, choice))
}

fn search_analyze(session: &mut Session, call: &mut Call) -> Reply {
    let analysis = parse(session, call, Dialect::Kata)?;
    call.begin();
    let choice = aside(session, |session| choose(session, call, &analysis));
    Ok(format!("play {}", text_of(session, choice)))
}

/// Chooses a move that will not be played: clocks stand, and nothing is said or written down of it.
fn aside(session: &mut Session, choose: impl FnOnce(&mut Session) -> Choice) -> Choice {
    let clocks = session.clocks.clone();
    let (cleaning_up, talk) = (session.cleaning_up, session.aside.take());
    let record = session.record.clone();
    let choice = choose(session);
    session.clocks = clocks;
    session.cleaning_up = cleaning_up;
    session.aside = talk;
    session.record = record;
    choice
}

/// Chooses a move with the lines of an analysis on the way; the last one tells what the choice was made from.
fn choose(session: &mut Session, call: &mut Call, analysis: &Analysis) -> Choice {
    let input = call.input();
    let mut lines = Lines::new(analysis, session.game.dims());
    let mut watch = |search: &Search| {
        if let Some(line) = lines.next(search) {
            call.line(line);
        }
    };
    session.seen = None;
    let manner = Manner::Analysis(analysis.content.clone());
    let choice = session.choose(analysis.color, manner, input, Some(&mut watch));
    let last = session.seen.as_ref().map(|seen| lines.line(&seen.report));
    if let Some(line) = last.filter(|line| !line.is_empty()) {
        call.line(line);
    }
    if !analysis.content.restrictions.is_empty() {
        session.seen = None;
    }
    choice
}

fn text_of(session: &Session, choice: Choice) -> String {
    match choice {
        Choice::Move(mv) => format_move(session.game.dims(), mv),
        Choice::Resign => "resign".to_owned(),
    }
}

/// Reads colour, interval and pairs of names and values, in this order.
fn parse(session: &Session, call: &mut Call, dialect: Dialect) -> Result<Analysis, Failure> {
    let mut analysis = Analysis {
        color: session.game.to_move(),
        interval: centiseconds(INTERVAL),
        content: Content::new(dialect),
    };
    let mut next = call.optional();
    if let Some(color) = next.and_then(parse_color) {
        analysis.color = color;
        next = call.optional();
    }
    if let Some(interval) = next.and_then(number) {
        analysis.interval = centiseconds(interval);
        next = call.optional();
    }
    while let Some(key) = next {
        set(&mut analysis, session.game.dims(), key, call)?;
        next = call.optional();
    }
    Ok(analysis)
}

/// A number of centiseconds; not `nan` or `inf`, which are words here.
fn number(word: &str) -> Option<f64> {
    word.parse()
        .ok()
        .filter(|value: &f64| value.is_finite() && *value >= 0.0)
}

fn centiseconds(count: f64) -> Duration {
    let (least, most) = INTERVALS;
    Duration::from_secs_f64(count.clamp(least, most) / 100.0)
}

fn set(analysis: &mut Analysis, dims: Dims, key: &str, call: &mut Call) -> Result<(), Failure> {
    let content = &mut analysis.content;
    let is_kata = content.dialect == Dialect::Kata;
    let flag = match key.to_ascii_lowercase().as_str() {
        "interval" => {
            let word = call.word("interval")?;
            let interval = number(word).ok_or_else(|| bad(call, word, "number of centiseconds"))?;
            analysis.interval = centiseconds(interval);
            return Ok(());
        }
        "minmoves" => {
            content.min_moves = call.number("number of moves")?;
            return Ok(());
        }
        "maxmoves" => {
            content.max_moves = call.number("number of moves")?;
            return Ok(());
        }
        "avoid" => return restrict(content, dims, false, call),
        "allow" => return restrict(content, dims, true, call),
        "rootinfo" if is_kata => &mut content.root_info,
        "ownership" if is_kata => &mut content.ownership,
        "ownershipstdev" if is_kata => &mut content.ownership_stdev,
        "movesownership" if is_kata => &mut content.moves_ownership,
        "pvvisits" if is_kata => &mut content.pv_visits,
        "pvedgevisits" if is_kata => &mut content.pv_edge_visits,
        _ => return Err(bad(call, key, "known option")),
    };
    let word = call.word("value, true or false,")?;
    *flag = match word.to_ascii_lowercase().as_str() {
        "true" | "1" => true,
        "false" | "0" => false,
        _ => return Err(call.syntax(format!("'{}' is neither true nor false", excerpt(word)))),
    };
    Ok(())
}

fn restrict(
    content: &mut Content,
    dims: Dims,
    allows: bool,
    call: &mut Call,
) -> Result<(), Failure> {
    let word = call.word("color")?;
    let color = color_of(call, word)?;
    let words = call.word("list of vertices")?;
    let moves: Result<Vec<Move>, _> = words
        .split(',')
        .filter(|word| !word.is_empty())
        .map(|word| parse_move(dims, word))
        .collect();
    let moves = moves.map_err(Failure::InvalidCoordinate)?;
    let until_depth = call.number("depth")?;
    if until_depth == 0 {
        return Err(call.syntax("the depth must be 1 at least"));
    }
    let same = |other: &Restriction| allows && other.allows && other.color == color;
    if content.restrictions.iter().any(same) {
        return Err(call.syntax("allow can be given once for each color"));
    }
    content.restrictions.push(Restriction {
        color,
        moves,
        allows,
        until_depth,
    });
    Ok(())
}

fn color_of(call: &Call, word: &str) -> Result<Color, Failure> {
    parse_color(word).ok_or_else(|| bad(call, word, "color"))
}

fn bad(call: &Call, word: &str, wanted: &str) -> Failure {
    call.syntax(format!("'{}' is not a {wanted}", excerpt(word)))
}
