//! What becomes of the processes that a match has started: by a hang, an interrupt, the end of the terminal.

use super::{SCRIPT, changed_script, match_command, run_match, script, stdout};
use crate::engines::{begun, until_left};
use crate::process::{collect, in_time, lines_of, next_line, send_signal, wait};
use crate::temporary::Directory;
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::Path;
use std::process::Child;
use std::thread;

/// An engine whose own child thinks, and tells a pipe when it begins and when it is still there half a minute later.
pub fn parent(pipe: &Path) -> String {
    let think = format!(
        "(echo begun; sleep 30; echo survived) > \"{}\"",
        pipe.display()
    );
    let text = SCRIPT.replace("die)", &format!("hang) {think} ;; die)"));
    assert!(text.contains(&think));
    changed_script(&text, "hang")
}

#[test]
fn a_hang_is_killed_with_all_that_it_has_started() {
    let directory = Directory::new("family");
    let pipe = directory.pipe("pipe");
    let heard = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    // A clock limits the move alone: a reply to another command may take longer.
    let options = ["--games=1", "--size=5", "--time-settings=absolute 4"];
    let output = run_match(&parent(&pipe), &script(""), &options);
    let told = "A: hang: 'genmove black': no reply within 6.0 s";
    assert!(stdout(&output).contains(told), "{output:?}");
    // Where the engine has never come so far, this ends the wait for it.
    drop(File::options().read(true).write(true).open(pipe).unwrap());
    assert_eq!(heard.join().unwrap(), "begun\n");
}

/// The second time once the first has been understood.
pub fn interrupt_twice(running: &mut Child) {
    send_signal(running.id(), Signal::SIGINT);
    let errors = lines_of(running.stderr.take().unwrap());
    while !next_line(&errors).contains("ending after the moves") {}
    send_signal(running.id(), Signal::SIGINT);
    assert_eq!(wait(running).code(), Some(130));
}

#[test]
fn a_second_interrupt_leaves_nothing_behind() {
    let directory = Directory::new("second");
    let pipe = directory.pipe("pipe");
    // A clock, so that the hang outlasts the interrupts.
    let options = ["--size=5", "--time-settings=absolute 600"];
    let mut command = match_command(&parent(&pipe), &script(""), &options);
    let mut running = command.spawn().unwrap();
    let heard = begun(&pipe);
    interrupt_twice(&mut running);
    // The engine's child is gone.
    until_left(heard);
}

/// Standard error is a pipe that is full, as where a pager waits.
#[cfg(target_os = "linux")]
#[test]
fn a_second_interrupt_ends_a_match_whose_errors_nobody_reads() {
    use std::io::{self, Write};
    use std::time::Duration;
    let directory = Directory::new("unread");
    let pipe = directory.pipe("pipe");
    let (_reader, mut full) = io::pipe().unwrap();
    let full = in_time(move || {
        full.write_all(&[b'x'; 1 << 16]).unwrap();
        full
    });
    let options = ["--size=5", "--time-settings=absolute 600"];
    let mut command = match_command(&parent(&pipe), &script(""), &options);
    let mut running = command.stderr(full).spawn().unwrap();
    let heard = begun(&pipe);
    send_signal(running.id(), Signal::SIGINT);
    // Two at once might be taken for one.
    thread::sleep(Duration::from_secs(1));
    send_signal(running.id(), Signal::SIGINT);
    assert_eq!(wait(&mut running).code(), Some(130));
    until_left(heard);
}

#[test]
fn a_match_that_is_interrupted_before_its_first_game_ends_at_once() {
    let directory = Directory::new("early");
    let pipe = directory.pipe("pipe");
    let engine = format!("sh -c 'echo begun > \"{0}\"; cat \"{0}\"'", pipe.display());
    let mut command = match_command(&engine, &script(""), &["--size=5", "--json"]);
    let mut running = command.spawn().unwrap();
    drop(begun(&pipe));
    send_signal(running.id(), Signal::SIGINT);
    let errors = lines_of(running.stderr.take().unwrap());
    while next_line(&errors) != "interrupted" {}
    // The engine is not waited for.
    let ended = collect(running);
    assert_eq!(ended.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(json["interrupted"], true);
    assert_eq!(json["games"], json!([]));
}

/// As `nohup` starts it.
#[cfg(target_os = "linux")]
#[test]
fn a_match_that_ignores_hang_ups_outlives_its_terminal() {
    let [black, white] = super::slow();
    let of_match = match_command(&black, &white, &["--games=6", "--size=9"]);
    let mut shell = crate::process::tengen_in_shell("trap '' HUP; exec \"$0\" \"$@\"");
    let mut running = shell.args(of_match.get_args()).spawn().unwrap();
    let lines = lines_of(running.stdout.take().unwrap());
    let wait_for = |start: &str| while !next_line(&lines).starts_with(start) {};
    wait_for("game 1:");
    send_signal(running.id(), Signal::SIGHUP);
    wait_for("game 6:");
    assert_eq!(wait(&mut running).code(), Some(0));
}
