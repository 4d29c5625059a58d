//! What an engine is asked, part by part.
//!
//! A part returns `None` where the engine broke down, cannot be asked further or does not list what the part needs.

mod admin;
mod board;
mod extras;
mod form;
mod leave;
mod moves;

use super::checker::Checker;

/// A part of the check.
type Part = fn(&mut Checker) -> Option<()>;

/// All parts in their order. The first tells what the engine can do, the last ends it.
pub(super) const PARTS: &[(&str, Part)] = &[
    ("commands", admin::commands),
    ("identity", admin::identity),
    ("ids", form::ids),
    ("form of commands", form::commands),
    ("pipelining", form::pipelining),
    ("known commands", admin::known),
    ("board sizes", board::sizes),
    ("other boards", board::rectangular),
    ("clearing", board::clearing),
    ("komi", board::komi),
    ("moves", moves::legal),
    ("illegal moves", moves::illegal),
    ("ko", moves::ko),
    ("undo", moves::undo),
    ("time", extras::time),
    ("genmove", moves::genmove),
    ("reg_genmove", moves::reg_genmove),
    ("fixed handicap", extras::fixed_handicap),
    ("free handicap", extras::place_free_handicap),
    ("handicap points", extras::set_free_handicap),
    ("score", extras::score),
    ("files", extras::files),
    ("quit", leave::quit),
    ("end of input", leave::end_of_input),
];
