//! Records and logs that cannot be read or written.

use crate::process::{errors, program, replies, run, session, tengen, tengen_in_shell, text};
use crate::temporary::Directory;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn records_that_cannot_be_read() {
    let directory = Directory::new("faults read");
    let pipe = directory.pipe("pipe");
    let locked = directory.write("locked.sgf", "");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let folder = directory.to_str().unwrap();
    for file in [
        pipe.to_str().unwrap(),
        folder,
        &locked,
        "/dev/zero",
        "/dev/stdin",
        "/no/such/folder/with-a-rather-long-name/and-another-one/game.sgf",
        "",
    ] {
        let text = replies("", format!("play b D4\nloadsgf {file}\nlast_move\n"));
        let error = text.split("\n\n").nth(1).unwrap();
        assert!(error.starts_with("? "), "{file}: {text}");
        assert!(error.contains(file), "{file}: {error}");
        assert!(text.ends_with("= black D4\n\n"), "{file}: {text}");
    }
}

#[test]
fn records_that_cannot_be_written() {
    let directory = Directory::new("faults write");
    let pipe = directory.pipe("pipe");
    let [pipe, folder] = [&*pipe, &*directory].map(|path| path.to_str().unwrap());
    for file in [
        pipe,
        folder,
        "/no/such/folder/with-a-rather-long-name/and-another-one/game.sgf",
        "/dev/full",
        "/proc/x.sgf",
    ] {
        let told = replies("", format!("play b D4\nprintsgf {file}\nlast_move\n"));
        let error = told.split("\n\n").nth(1).unwrap();
        let expected = format!("? cannot save file '{file}': ");
        assert!(error.starts_with(&expected), "{file}: {told}");
        assert!(told.ends_with("= black D4\n\n"), "{file}: {told}");
        let mut play = program(["play", "--size", "5", "--memory", "16"]);
        let said = run(&mut play, format!("save {file}\nquit\n"));
        let expected = format!("{file} cannot be written: ");
        assert!(text(&said.stdout).contains(&expected), "{said:?}");
        assert!(said.status.success(), "{said:?}");
    }
}

#[test]
fn a_log_that_cannot_be_opened() {
    let directory = Directory::new("faults log");
    let pipe = directory.pipe("pipe");
    let [pipe, folder] = [&*pipe, &*directory].map(|path| path.to_str().unwrap());
    let files = [pipe, folder, "/no/such/folder/log"];
    let cases = files.map(|file| ["", "analysis"].map(|command| (file, command)));
    for (file, command) in cases.into_iter().flatten() {
        let mut command = tengen(command);
        let output = run(command.args(["--log", file]), "name\n");
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(output.stdout.is_empty(), "{file}");
        let errors = errors(&output);
        assert!(
            errors.contains("cannot log to") && errors.contains(file),
            "{errors}"
        );
        assert!(!errors.contains("ready"), "{errors}");
    }
}

#[test]
fn a_log_without_room() {
    let output = session("--log /dev/full", "name\nversion\n");
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("= Tengen\n\n= "));
    let errors = errors(&output);
    assert_eq!(errors.matches("the log ends here").count(), 1, "{errors}");
}

#[test]
fn a_log_that_may_grow_no_further() {
    let directory = Directory::new("faults grown log");
    let mut limited = tengen_in_shell("ulimit -f 1; exec \"$0\" \"$@\"");
    limited.args(["--net", "none", "--log", &directory.path("log")]);
    let output = run(&mut limited, "list_commands\n".repeat(20) + "name\n");
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).ends_with("= Tengen\n\n"));
    let errors = errors(&output);
    assert_eq!(errors.matches("the log ends here").count(), 1, "{errors}");
}
