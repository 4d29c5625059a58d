//! What settings are: their names, their values, and how they change together.
//!
//! * `ours`: the table of Tengen's own;
//! * `katagos`: parameters of KataGo's that Tengen has too, by other names or in other units;
//! * `unused`: parameters of KataGo's that are kept and change nothing;
//! * `named`: one setting by any of its names, whichever of these it is;
//! * `draft`: all settings as they will be once a command has succeeded;
//! * `preferences`: those beside the configuration of the session;
//! * `playout_limits`: those on playouts and visits, which several commands say;
//! * `rules`: the rules, as near as Tengen comes to what is asked for;
//! * `configuration`: what configurations of KataGo's say;
//! * `overruled`: options of the command line that give way to these.

mod configuration;
mod draft;
mod katagos;
mod named;
mod ours;
mod overruled;
mod playout_limits;
mod preferences;
mod rules;
mod unused;

pub(super) use configuration::configure;
pub(super) use draft::Draft;
pub(super) use named::Named;
pub(super) use ours::{SETTINGS, Setting, set_lag, set_memory, set_ponder, set_resign};
pub use overruled::Decided;
pub(super) use overruled::InForce;
pub(super) use playout_limits::{Limit, PlayoutLimits};
pub(super) use preferences::Preferences;
pub(super) use rules::{set_rule, set_rules};
