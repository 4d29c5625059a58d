//! Signals.

use crate::is_move;
use crate::process::{Engine, send_signal, tengen};
use crate::skipped::skipped;
use nix::sys::signal::Signal;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::thread;
use std::time::Duration;

/// Whether programs started from here ignore a signal, as under `nohup` or in the background of a script.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .expect("a mask");
    mask >> (signal as i32 - 1) & 1 != 0
}

#[test]
fn signals_that_end_a_program_end_it() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        if is_ignored(signal) {
            skipped(format!("{signal} is ignored here"));
            continue;
        }
        let mut engine = Engine::start(&mut tengen("--time 100 --size 9"));
        assert_eq!(engine.ask("name"), "= Tengen");
        engine.send("kata-genmove_analyze b 10\n");
        while !engine.line().starts_with("info ") {}
        send_signal(engine.child.id(), signal);
        assert_eq!(engine.end().signal(), Some(signal as i32), "{signal}");
    }
}

#[test]
fn signals_that_do_not_end_it() {
    let mut engine = Engine::start(&mut tengen("--time 100 --size 9"));
    assert_eq!(engine.ask("name"), "= Tengen");
    send_signal(engine.child.id(), Signal::SIGPIPE);
    assert_eq!(engine.ask("name"), "= Tengen");
    engine.send("genmove b\n");
    send_signal(engine.child.id(), Signal::SIGSTOP);
    thread::sleep(Duration::from_millis(300));
    send_signal(engine.child.id(), Signal::SIGCONT);
    engine.send("# interrupt\n");
    assert!(is_move(&engine.reply()));
}
