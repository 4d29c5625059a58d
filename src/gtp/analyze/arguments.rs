//! What an analysis is asked for: the arguments of `lz-analyze` and `kata-analyze`.

use super::line::{Content, Dialect};
use crate::gtp::call::Call;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::katago::values;
use crate::search::{Restriction, RestrictionKind};
use crate::types::{Color, Dims, Move, excerpt, parse_move};
use std::time::Duration;

/// From line to line when nothing is said about it.
const INTERVAL: f64 = 50.0;
/// The shortest and the longest interval, in centiseconds.
const INTERVALS: (f64, f64) = (1.0, 1e6);

/// What to analyse and what to show of it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::gtp) struct Analysis {
    /// Who is to move.
    pub color: Color,
    /// From line to line.
    pub interval: Duration,
    /// What each line holds.
    pub content: Content,
}

impl Analysis {
    /// Whether lines were asked for as often as there can be any.
    pub fn is_as_often_as_possible(&self) -> bool {
        self.interval == centiseconds(0.0)
    }
}

/// Reads colour, interval and pairs of names and values, in this order.
pub(in crate::gtp) fn read(
    engine: &Engine,
    call: &mut Call,
    dialect: Dialect,
) -> Result<Analysis, Failure> {
    let mut analysis = Analysis {
        color: engine.game().to_move(),
        interval: centiseconds(INTERVAL),
        content: Content {
            pv_length: engine.preferences.analysis.pv_length,
            perspective: engine.preferences.analysis.perspective,
            ..Content::new(dialect)
        },
    };
    let mut next = call.optional();
    if let Some(color) = next.and_then(Color::parse) {
        analysis.color = color;
        next = call.optional();
    }
    if let Some(interval) = next.and_then(number) {
        analysis.interval = centiseconds(interval);
        next = call.optional();
    }
    while let Some(key) = next {
        set(&mut analysis, engine.game().dims(), key, call)?;
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
            let interval =
                number(word).ok_or_else(|| call.not_a("number of centiseconds", word))?;
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
        "avoid" => return restrict(content, dims, RestrictionKind::Not, call),
        "allow" => return restrict(content, dims, RestrictionKind::Only, call),
        "rootinfo" if is_kata => &mut content.root_info,
        "ownership" if is_kata => &mut content.included.ownership,
        "ownershipstdev" if is_kata => &mut content.included.ownership_stdev,
        "movesownership" if is_kata => &mut content.included.moves_ownership,
        "movesownershipstdev" if is_kata => &mut content.included.moves_ownership_stdev,
        "noresultvalue" if is_kata => &mut content.included.no_result,
        "pvvisits" if is_kata => &mut content.included.pv_visits,
        "pvedgevisits" if is_kata => &mut content.pv_edge_visits,
        _ => return Err(call.not_a("known option", key)),
    };
    let word = call.word("value, true or false,")?;
    let neither = |_| call.syntax(format!("'{}' is neither true nor false", excerpt(word)));
    *flag = values::flag(word).map_err(neither)?;
    Ok(())
}

fn restrict(
    content: &mut Content,
    dims: Dims,
    kind: RestrictionKind,
    call: &mut Call,
) -> Result<(), Failure> {
    let color = call.color()?;
    let words = call.word("list of vertices")?;
    let moves: Vec<Move> = words
        .split(',')
        .filter(|word| !word.is_empty())
        .map(|word| parse_move(dims, word))
        .collect::<Result<_, _>>()?;
    let until_depth: u64 = call.number("depth")?;
    if until_depth == 0 {
        return Err(call.syntax("the depth must be 1 at least"));
    }
    if kind == RestrictionKind::Only && content.restrictions.allows_only_some(color) {
        return Err(call.syntax("allow can be given once for each color"));
    }
    content.restrictions.add(Restriction {
        color,
        moves,
        kind,
        until_depth: until_depth.try_into().unwrap_or(u32::MAX),
    });
    Ok(())
}
