//! What Tengen takes over from KataGo, whatever the protocol: the form of its configuration ([`config`]), names of
//! settings ([`keys`]) and of numbers of the search ([`params`]), the values of settings (`values`), what an analysis tells only
//! if asked ([`Included`]), what is told of networks ([`model`]).

pub mod config;
mod included;
pub mod keys;
mod models;
pub mod params;
pub(crate) mod values;

pub use included::Included;
pub use models::model;

/// The release of KataGo whose protocols are spoken: clients ask for the version to know what they may send.
pub const RELEASE: &str = "1.16.0";
