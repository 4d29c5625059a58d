//! What Tengen takes over from KataGo, whatever the protocol: the form of its configuration ([`config`]), names of
//! settings ([`keys`]), of numbers of the search ([`params`]) and of those without use here ([`unused`]), the values of settings
//! (`values`), how many [`threads`] they get, what an analysis tells only if asked ([`Included`]), what is told of networks ([`model`]).

pub mod config;
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
const OF_QUERIES: [&str; 3] = [
    keys::SEARCH_THREADS,
    "avoidRepeatedPatternUtility",
    "lagBuffer",
];

/// Whether a client of KataGo can set a number of its search by this name, be it of use here or not.
pub fn knows(name: &str) -> bool {
    let is_unused = || unused::UNUSED.iter().any(|&(unused, _)| unused == name);
    OF_QUERIES.contains(&name) || params::param(name).is_some() || is_unused()
}
