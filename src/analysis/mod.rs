//! KataGo's analysis protocol: one JSON object a line, many positions at once.
//!
//! The protocol is described by
//! <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>;
//! what Tengen gives and what it leaves out stands in `docs/analysis-engine.md`.
//!
//! ```text
//! line ─> server ─┬> query ──> queue ──> pool: a search for each position ──> response ─┐
//!                 └> action (version, terminate, ...) ─────────────────────────────────┴> outbox ─> line
//! ```
//!
//! One thread reads, the workers of the pool search, and the thread that
//! called [`run`] writes. What waits to be searched and what waits to be
//! written are bounded ([`MAX_WAITING`], [`MAX_UNREAD`]): beyond that the side that fills waits for
//! the side that empties.
//!
//! A field that the search cannot give is left out, never invented.

/// How many names of one query that nobody knows are told one by one.
const MOST_NAMED: usize = 20;

mod action;
mod config;
mod fields;
mod moves;
mod options;
mod outbox;
mod pool;
mod position_hash;
mod query;
mod queue;
mod response;
mod restrictions;
mod searcher;
mod server;
mod settings;
mod stones;
mod turns;

pub use config::{Config, MOST_THREADS, SEARCH_KEYS};
pub use outbox::MAX_UNREAD;
pub use queue::MAX_WAITING;
pub use server::{MAX_LINE, run};
pub use settings::Settings;
