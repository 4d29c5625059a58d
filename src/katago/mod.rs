//! What Tengen takes over from KataGo, whatever the protocol: the form of its configuration ([`config`]), names of
//! settings ([`keys`]), of numbers of the search ([`params`]) and of those without use here ([`unused`]), the values of settings
//! (`values`), how many [`threads`] they get, what an analysis tells only if asked ([`Included`]), what is told of networks ([`model`]), the
//! numbers by which clients know positions again ([`hashes`]).

pub mod config;
pub mod hashes;
mod included;
pub mod keys;
mod models;
pub mod params;
pub mod threads;
pub mod unused;
pub(crate) mod values;

pub use included::Included;
pub use models::model;

/// The release of KataGo whose protocols are spoken: clients ask for the version to know what they may send.
pub const RELEASE: &str = "1.17.2";

/// What KataGo takes with a query and the tables leave out.
const OF_QUERIES: [&str; 9] = [
    keys::SEARCH_THREADS,
    keys::MAX_PLAYOUTS_PONDERING,
    keys::MAX_VISITS_PONDERING,
    keys::MAX_TIME_PONDERING,
    "avoidRepeatedPatternUtility",
    "evalCacheMinVisits",
    "lagBuffer",
    "nodeTableShardsPowerOfTwo",
    "useEvalCache",
];

/// A number that not every network tells: −1 if this one does not.
pub fn or_minus_one(number: Option<f32>) -> f32 {
    number.unwrap_or(-1.0)
}

/// Whether a client of KataGo can set a number of its search by this name, be it of use here or not.
pub fn knows(name: &str) -> bool {
    let is_unused = || unused::UNUSED.iter().any(|&(unused, _)| unused == name);
    OF_QUERIES.contains(&name) || params::param(name).is_some() || is_unused()
}
