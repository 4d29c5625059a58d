//! The Go Text Protocol: commands for a [`Session`](crate::session::Session), and the loop that serves them.
//!
//! An [`Engine`] holds a session and what its client has asked for;
//! [`Engine::execute`] carries out one request and answers it. [`run`] connects
//! an engine to two streams: requests are read on a thread of their own, so that
//! input can interrupt a search, and carried out in order on the caller's.
//! Nothing but replies is ever written; an analysis gives its reply line by line
//! while it thinks.
//!
//! From above to below: [`serve`](run) reads and writes, `dispatch` finds the
//! command in the [`table`], which lists every command once, one file for each
//! family; a command reads its arguments from a [`Call`] and uses the verbs of
//! the session. It checks everything before it changes anything: after a failure
//! nothing has changed. A panic in a command is a fault of Tengen's own; it is
//! answered like one and costs no game.
//!
//! The protocol is Gunnar Farnebäck's *GTP version 2 specification*
//! (<https://www.lysator.liu.se/~gunnar/gtp/>); further commands answer as GNU
//! Go (<https://www.gnu.org/software/gnugo/gnugo_19.html>), KataGo
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>)
//! and Fuego (<https://fuego.sourceforge.net>) document them.

mod analyze;
mod call;
mod chat;
mod command;
mod commands;
mod config;
mod counters;
mod dispatch;
mod engine;
mod failure;
mod gfx;
mod live;
mod outgoing;
mod serve;
mod settings;
pub mod table;
mod tried;

pub use call::{Call, Reply};
pub use command::{Command, Family};
pub use config::Config;
pub use engine::Engine;
pub use failure::Failure;
pub use serve::{run, run_after};
pub use settings::Decided;
