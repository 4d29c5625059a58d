//! GTP 2 text, both ends: reading requests and writing replies for the engine's
//! own side ([`Input`], [`LineReader`], [`success`], [`failure`], [`more`]), and talking to
//! other engines ([`Client`], and [`Process`] under it). Beside it the arguments of a command that two ends read
//! ([`loadsgf`]).
//!
//! The syntax is that of Gunnar Farnebäck's *GTP version 2 specification*
//! (<https://www.lysator.liu.se/~gunnar/gtp/>), read as leniently as clients
//! need. The module knows the form of what is exchanged, and carries out no command.
//!
//! Whatever arrives, memory stays bounded: a request is at most
//! [`MAX_LINE`] bytes long, and the queue of requests is limited.

mod client;
mod group;
mod input;
pub mod loadsgf;
mod reply;
mod request;

pub use client::{Client, Process, StartError, Trouble, read_bytes};
pub use group::kill_groups;
pub use input::{Armed, Input, StopOn};
pub use reply::{failure, more, success, success_head};
pub use request::{Line, LineReader, MAX_LINE, Request};
