//! Faults while playing, each provoked against the program itself: nothing is lost, nothing hangs, and the program goes
//! on or ends with a clear message. `docs/faults.md` lists them, with those that unit tests provoke. They look into
//! `/proc`.
#![cfg(target_os = "linux")]

mod commands;
mod files;
mod memory;
mod numbers;
#[path = "../process/mod.rs"]
mod process;
mod signals;
#[path = "../skipped/mod.rs"]
mod skipped;
mod streams;
mod surroundings;
#[path = "../temporary/mod.rs"]
mod temporary;

/// Whether a reply names a move, not necessarily on the board.
fn is_move(reply: &str) -> bool {
    let word = reply.strip_prefix("= ").unwrap_or_default();
    let on_board = || {
        let (letter, number) = word.split_at(1);
        letter.chars().all(|letter| letter.is_ascii_uppercase()) && number.parse::<u8>().is_ok()
    };
    word == "pass" || (!word.is_empty() && on_board())
}
