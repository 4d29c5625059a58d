//! A board in the browser: a small server for this machine.
//!
//! ```text
//!  GET ──> request ──> guard ──> answer: a file of the page (crate::page)
//!                        └────> socket: orders (JSON) ──> table ──> session (crate::session)
//!                                                           └ pool: a seat for whoever thinks
//! ```
//!
//! The page keeps the game, its variations and its clocks; the server keeps nothing but a search for each window. Each
//! order says on which game it is meant ([`order`]). So a reload, a second
//! window or a server that is started again lose nothing.
//!
//! # Threads
//!
//! One waits for connections, one serves each of them, and a window has two more, for its session and its answers.
//! All of it is bounded: connections, windows, searches, messages, and the time that anything may take. The server is
//! built on `std::net` with `httparse` and `tungstenite`, the parsers under hyper and axum:
//! a handful of windows needs no event loop, and the engine's threads block anyway.
//!
//! # Safety
//!
//! See [`guard`] for who may use it. Nothing on the machine is read or written: what is opened and saved
//! goes through the browser.

mod analyse;
mod answer;
pub mod guard;
mod hurried;
pub mod order;
mod pool;
mod request;
mod review;
mod server;
mod socket;
mod table;
mod tell;

pub use server::Server;

use crate::session::Config;
use std::net::SocketAddr;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: SocketAddr,
    /// What must stand in the address of the page.
    pub token: Option<String>,
    /// Names under which the server is known besides `localhost`.
    pub hosts: Vec<String>,
    /// How each session starts and plays; the memory is for all together.
    pub config: Config,
    /// How many may think at once.
    pub seats: usize,
}
