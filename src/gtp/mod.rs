//! The Go Text Protocol: a session, its commands and the loop that serves them.
//!
//! A [`Session`] holds a game and a player; [`Session::execute`] carries out one
//! request and answers it. [`run`] connects a session to two streams: requests
//! are read on a thread of their own, so that input can interrupt a search, and
//! carried out in order on the caller's. Nothing but replies is ever written;
//! an analysis gives its reply line by line while it thinks.
//!
//! The commands are listed once, in [`table`], one file for each family. A
//! command takes its arguments, checks everything, and only then changes the
//! session: after a failure nothing has changed. A panic in a command is a
//! fault of Tengen's own; it is answered like one and costs no game.
//!
//! The protocol is Gunnar Farnebäck's *GTP version 2 specification*
//! (<https://www.lysator.liu.se/~gunnar/gtp/>); further commands answer as GNU
//! Go (<https://www.gnu.org/software/gnugo/gnugo_19.html>) and KataGo
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>)
//! document them.

mod analysis;
mod aside;
mod call;
mod chat;
mod commands;
mod config;
mod failure;
mod fallback;
mod fault;
mod gfx;
mod info;
mod live;
mod log;
pub mod picture;
pub(crate) mod pipe;
mod record;
mod serve;
mod session;
mod settings;
pub mod table;
mod thinking;

pub use call::{Call, Link, Output};
pub use config::Config;
pub use failure::Failure;
pub use fault::tell_panics;
pub use serve::run;
pub use session::Session;
