//! `tengen regress` as a person and a script see it, with engines that are shell scripts.
#![cfg(unix)]

mod engines;
mod networks;
mod process;
mod skipped;
mod temporary;

use engines::{Wrapped, until_left};
use networks::half_a_network;
use nix::sys::signal::Signal;
use process::{collect, lines_of, next_line, output, program, send_signal, text, wait};
use serde_json::Value;
use skipped::skipped;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use temporary::Directory;

/// Knows the files of its directory, and what it is told to say; dies and hangs when told to.
const ENGINE: &str = r#"sh -c 'while read -r id name rest; do
  case "$id" in
    [0-9]*) ;;
    *) rest="$name $rest"; name="$id"; id="" ;;
  esac
  case "$name" in
    loadsgf) if [ -f ${rest} ]; then printf "=%s \n\n" "$id"; else printf "?%s no such file\n\n" "$id"; fi ;;
    boardsize|play) said="$said $name $rest"; printf "=%s \n\n" "$id" ;;
    said) printf "=%s %s\n\n" "$id" "$said" ;;
    echo) printf "=%s %s\n\n" "$id" "$rest" ;;
    die) exit 3 ;;
    hang) exec sleep 1000 ;;
    quit) printf "=%s \n\n" "$id"; exit ;;
    *) printf "?%s unknown command\n\n" "$id" ;;
  esac
done'"#;

/// The program testing this engine.
fn regress(engine: &str, args: &[impl AsRef<OsStr>]) -> Command {
    let mut command = program(["regress", "--engine", engine]);
    command.args(args);
    command
}

/// Exit code, standard output, standard error.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    run_engine(ENGINE, args)
}

fn run_engine(engine: &str, args: &[impl AsRef<OsStr>]) -> (Option<i32>, String, String) {
    let output = output(regress(engine, args));
    (
        output.status.code(),
        text(&output.stdout),
        process::errors(&output),
    )
}

#[test]
fn games_are_found_beside_the_file() {
    let directory = Directory::new("beside");
    directory.write("game.sgf", "(;SZ[9])");
    let path = directory.write(
        "a.tst",
        "loadsgf game.sgf\n1 echo A1\n#? [A1]\n2 echo A1\n#? [B1]*\n",
    );
    let (code, text, errors) = run(&[&path]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("2 tests: 1 PASS, 0 FAIL (unexpected)"),
        "{text}"
    );
    assert_eq!(errors, "", "no progress bar without a terminal");
}

#[test]
fn exit_codes_tell_failures_from_trouble() {
    let directory = Directory::new("codes");
    let code_of = |text: &str| {
        let (code, text, _) = run(&[&directory.write("a.tst", text)]);
        (code, text)
    };
    let (code, text) = code_of("1 echo A1\n#? [B1]\n");
    assert_eq!(code, Some(1));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut unread = regress(ENGINE, &[directory.path("a.tst")]);
    let unread = unread.stdout(writer).status().unwrap();
    assert_eq!(unread.code(), Some(1), "though nobody reads it");
    assert!(
        text.contains(":1: 1 FAIL (unexpected): wanted 'B1', got 'A1'"),
        "{text}"
    );
    let (code, text) = code_of("loadsgf missing.sgf\n1 echo A1\n#? [A1]\n");
    assert_eq!(code, Some(1));
    assert!(text.contains("1 failed in set-up"), "{text}");
    // A pattern that cannot be read costs its test, not the file.
    let (code, text) = code_of("1 echo A1\n#? (A1)\n2 echo A1\n#? [A1]\n");
    assert_eq!(code, Some(1));
    assert!(text.contains("a.tst:2: "), "{text}");
    assert!(text.contains("1 PASS"), "the rest is run: {text}");
    assert_eq!(run(&[&directory.path("missing.tst")]).0, Some(2));
    let empty = directory.write("empty.tst", "boardsize 9\n# nothing\n");
    let (code, _, errors) = run(&[&empty]);
    assert_eq!(code, Some(2));
    assert!(errors.contains(&format!("no tests in {empty}")), "{errors}");
    assert_eq!(run(&["@/no/such/suite"]).0, Some(2));
    let fine = directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    assert_eq!(run(&[&fine, "--compare", "/no/such/run.json"]).0, Some(2));
    for report in ["--json", "--junit", "--html"] {
        let (code, text, errors) = run(&[&fine, report, "/no/such/file"]);
        assert_eq!(code, Some(2));
        assert_eq!(text, "", "nothing is run in vain");
        assert!(
            errors.contains("/no/such/file cannot be written"),
            "{errors}"
        );
    }
}

#[test]
fn an_engine_that_dies_or_hangs_is_started_again_where_it_was() {
    let directory = Directory::new("mortal");
    let path = directory.write(
        "a.tst",
        "boardsize 9\n\
         1 play black C3\n\
         2 die\n#? [x]*\n\
         3 said\n#? [boardsize 9 +play black C3]\n\
         4 hang\n#? [x]\n\
         5 said\n#? [boardsize 9 +play black C3]\n",
    );
    // Far longer than any other reply takes.
    let (code, text, _) = run(&["--limit", "5", &path]);
    assert_eq!(code, Some(1));
    assert!(text.contains("5 tests: 3 PASS, 2 FAIL"), "{text}");
    assert!(text.contains("exit status: 3"), "{text}");
    assert!(text.contains("no reply within 5.0 s"), "{text}");
}

#[test]
fn suites_and_jobs_keep_the_order_of_the_files() {
    let directory = Directory::new("suite");
    let mut names = String::from("# all\n");
    for name in ["c", "a", "b"] {
        directory.write(
            &format!("{name}.tst"),
            "1 echo A1\n#? [A1]\n2 echo A1\n#? [B1]*\n",
        );
        names += &format!("{name}.tst\n");
    }
    let suite = format!("@{}", directory.write("all", &names));
    let (code, one, _) = run(&[&suite]);
    assert_eq!(code, Some(0), "{one}");
    let files: Vec<&str> = one
        .lines()
        .filter(|line| line.contains("PASS: "))
        .filter_map(|line| {
            line.rsplit_once(".tst")
                .map(|(name, _)| &name[name.len() - 1..])
        })
        .collect();
    assert_eq!(files, ["c", "a", "b"]);
    let (_, three, _) = run(&["--jobs", "3", &suite]);
    let verdicts = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(".tst:"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(verdicts(&three), verdicts(&one));
    assert!(
        one.contains("total: 6 tests: 3 PASS, 0 FAIL (unexpected)"),
        "{one}"
    );
}

#[test]
fn reports_are_written_and_compared() {
    let directory = Directory::new("reports");
    let text =
        "boardsize 5\nplay b C3\n1 echo A1\n#? [A1]\n2 echo A1\n#? [B1]\n3 echo A1\n#? [B1]\n";
    let path = directory.write("a.tst", text);
    let [json, junit, html] = ["a.json", "a.xml", "a.html"].map(|name| directory.path(name));
    let (code, _, _) = run(&[
        "--json", &json, "--junit", &junit, "--html", &html, "--quiet", &path,
    ]);
    assert_eq!(code, Some(1));
    let object: Value = serde_json::from_str(&directory.read("a.json")).unwrap();
    assert_eq!(object["totals"]["fail"], 2);
    assert!(directory.read("a.xml").contains("failures=\"2\""));
    let page = directory.read("a.html");
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(page.contains("<title>played A1</title>"));
    assert!(page.contains("<title>wanted B1</title>"));

    // The same failures are no change; that one passes now and another fails is.
    let (code, text, _) = run(&["--compare", &json, &path]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.ends_with("0 pass now, 0 fail now, 0 new, 0 gone\n"),
        "{text}"
    );
    let later = "1 echo A2\n#? [A1]\n2 echo B1\n#? [B1]\n4 echo A1\n";
    directory.write("a.tst", later);
    let (code, text, _) = run(&["--compare", &json, &path]);
    assert_eq!(code, Some(1));
    assert!(text.contains("\nFAIL "), "{text}");
    assert!(text.contains("\nPASS "), "{text}");
    assert!(
        text.ends_with("1 pass now, 1 fail now, 1 new, 1 gone\n"),
        "{text}"
    );
}

#[test]
fn json_alone_may_go_to_standard_output() {
    let directory = Directory::new("stdout");
    let path = directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    let (code, text, _) = run(&["--json", "-", &path]);
    assert_eq!(code, Some(0));
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["files"][0]["tests"][0]["verdict"], "pass");
}

#[test]
fn our_own_engine_is_the_default_and_takes_a_time() {
    let directory = Directory::new("own");
    let path = directory.write("a.tst", "boardsize 5\n1 reg_genmove black\n#? [C3]\n");
    for effort in [["--playouts", "300"], ["--time", "0.2"]] {
        let mut command = program(["regress"]);
        command.args(effort).arg(&path);
        let output = output(command);
        let text = text(&output.stdout);
        assert!(output.status.success(), "{effort:?}: {text}");
        assert!(text.contains("1 test: 1 PASS"), "{text}");
    }
}

/// Fuego's files begin by telling its search how to think.
#[test]
fn a_file_written_for_fuego_runs_without_an_error() {
    let file = "\
uct_param_search number_threads 1
uct_param_search max_nodes 100000
uct_param_player ignore_clock 1
uct_param_player reuse_subtree 0
uct_param_player max_games 500
uct_param_policy statistics_enabled 1
uct_param_globalsearch live_gfx none
uct_param_rootfilter check_ladders 0
uct_param_treefilter check_ladders 0
uct_param_feature_knowledge prior_knowledge_type none
uct_max_memory 100000000
uct_stat_player_clear
deterministic_mode
go_param timelimit 60
go_param_timecontrol fast_open_moves 0
sg_param time_mode cpu
book_load ../book.dat
quiet 1
set_random_seed 1
go_rules cgos
go_param_rules ko_rule pos_superko
boardsize 5
1 reg_genmove_toplay
#? [C3]
2 sg_compare_float 0.3 uct_value
#? [1]
play b C3
3 go_ladder C3
#? [escaped]
4 sg_compare_int 4 countlib C3
#? [0]
";
    let directory = Directory::new("fuego");
    let path = directory.write("a.tst", file);
    let output = output(program(["regress", "--playouts", "300", &path]));
    let text = text(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("4 tests: 4 PASS"), "{text}");
}

#[test]
fn no_report_overwrites_what_is_read_or_another_report() {
    let directory = Directory::new("kept");
    let test = "1 echo A1\n#? [A1]\n";
    let [one, two] = ["one.tst", "two.tst"].map(|name| directory.write(name, test));
    let list = directory.write("list", "one.tst\n");
    let [json, page] = ["a.json", "a.html"].map(|name| directory.path(name));
    let in_list = format!("@{list}");
    let other_name = directory.path("./a.html");
    for args in [
        &["--json", &one, &two][..],
        &["--json", &one, &one],
        &["--html", &two, &one, &two],
        &["--junit", &list, &in_list],
        &["--junit", &one, &in_list],
        &["--html", &page, "--junit", &other_name, &one],
    ] {
        let (code, text, errors) = run(args);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{args:?}");
        assert!(errors.contains("would overwrite"), "{errors}");
    }
    assert_eq!(run(&["--json", &json, &two]).0, Some(0));
    let (code, _, errors) = run(&["--compare", &json, "--html", &json, &two]);
    assert_eq!(code, Some(2), "{errors}");
    assert_eq!(run(&["--compare", &json, "--json", &json, &two]).0, Some(0));
    assert_eq!(directory.read("one.tst"), test);
    assert_eq!(directory.read("two.tst"), test);
}

#[test]
fn another_engine_has_a_network_of_its_own() {
    let directory = Directory::new("network");
    let path = directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    for option in ["--net=built-in", "--human-profile=rank_5k"] {
        let (code, _, errors) = run(&[option, &path]);
        assert_eq!(code, Some(2), "{option}");
        assert!(errors.contains("cannot be used with"), "{errors}");
    }
    assert_eq!(run(&[&path]).0, Some(0), "TENGEN_NET is set here");
}

#[test]
fn a_damaged_network_tests_nothing() {
    let directory = Directory::new("damaged");
    let path = directory.write("a.tst", "1 name\n#? [Tengen]\n");
    let net = directory.write("half.bin.gz", half_a_network());
    let output = output(program(["regress", "--net", &net, &path]));
    let errors = process::errors(&output);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("half.bin.gz") && output.stdout.is_empty(),
        "{errors}"
    );
}

#[test]
fn a_comparison_sees_failures_of_set_up_and_other_spellings() {
    let directory = Directory::new("spelling");
    let path = directory.write("a.tst", "boardsize 5\n1 echo A1\n#? [A1]\n");
    let json = directory.path("a.json");
    assert_eq!(run(&["--json", &json, &path]).0, Some(0));
    directory.write("a.tst", "loadsgf no.sgf\n1 echo A1\n#? [A1]\n");
    let spelled = directory.path("./a.tst");
    let (code, text, _) = run(&["--compare", &json, &spelled]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("0 fail now, 0 new, 0 gone"), "{text}");
    let nothing = directory.write("none.json", "{\"files\":[]}");
    let (code, text, _) = run(&["--compare", &nothing, &path]);
    assert_eq!(code, Some(2));
    assert!(text.contains("none of these tests"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told_before_anything_is_run() {
    let directory = Directory::new("unwritable");
    let path = directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    let (code, text, errors) = run(&["--html", "/proc/report.html", &path]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(errors.contains("/proc/report.html cannot be written"));
}

#[test]
fn nothing_that_an_engine_has_started_is_left() {
    let directory = Directory::new("wrapped");
    let path = directory.write("a.tst", "1 name\n");
    let engine = Wrapped::new();
    let start = |limit: &str| {
        let args = ["--limit", limit, &path];
        let running = regress(&engine.command_line(), &args).spawn();
        (running.unwrap(), engine.begun())
    };
    let (mut running, pipe) = start("5");
    assert_eq!(wait(&mut running).code(), Some(1), "it hung");
    until_left(pipe);
    let (mut running, pipe) = start("1000");
    send_signal(running.id(), Signal::SIGINT);
    assert_eq!(wait(&mut running).code(), Some(130), "it was interrupted");
    until_left(pipe);
}

#[test]
fn an_interrupt_tells_how_the_tests_stood() {
    let directory = Directory::new("interrupted");
    let path = directory.write("a.tst", "1 echo A1\n#? [A1]\n2 hang\n3 echo A1\n");
    let args = ["--limit", "1000", &path];
    let mut running = regress(ENGINE, &args).spawn().unwrap();
    let lines = lines_of(running.stdout.take().unwrap());
    let first = next_line(&lines);
    assert!(first.ends_with("1 PASS: got 'A1'"), "{first}");
    send_signal(running.id(), Signal::SIGINT);
    let ended = collect(running);
    assert_eq!(ended.status.code(), Some(130));
    let errors = process::errors(&ended);
    let told = "interrupted; so far 1 test: 1 PASS, 0 FAIL (unexpected)";
    assert!(errors.contains(told), "{errors}");
}

/// Takes whole seconds alone, as GNU Go does, and refuses every komi.
const PLAIN: &str = r#"sh -c 'while read -r name rest; do
  case "$name $rest" in
    time_settings*.*) printf "? not three integers\n\n" ;;
    time_settings*) time="$rest"; printf "= \n\n" ;;
    time*) printf "= %s\n\n" "$time" ;;
    komi*) printf "? no\n\n" ;;
    *) printf "= \n\n" ;;
  esac
done'"#;

#[test]
fn what_an_engine_is_told_before_the_tests() {
    let directory = Directory::new("told");
    let path = directory.write("a.tst", "1 time\n#? [0 1 1]\n");
    let (code, text, _) = run_engine(PLAIN, &["--time", "0.5", &path]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text, _) = run_engine(PLAIN, &["--komi", "5.5", &path]);
    assert_eq!(code, Some(2), "{text}");
    let told = "a.tst: before the tests, to 'komi 5.5': error reply 'no'";
    assert!(text.contains(told), "{text}");
}

#[test]
fn names_of_files_need_not_be_utf_8() {
    let directory = Directory::new("bytes");
    let place = |name: &[u8]| directory.join(OsStr::from_bytes(name));
    let test = place(b"\xe9.tst");
    if let Err(error) = fs::write(&test, "1 echo A1\n#? [A1]\n") {
        skipped(format!("names of files are UTF-8 here: {error}"));
        return;
    }
    let (code, text, errors) = run_engine(ENGINE, &[&test]);
    assert_eq!(code, Some(0), "{text}{errors}");
    let list = place(b"l\xe9");
    directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    fs::write(&list, "a.tst\n").unwrap();
    let mut name = OsString::from("@");
    name.push(&list);
    let args = [&*name, OsStr::new("--junit"), list.as_os_str()];
    let (_, _, errors) = run_engine(ENGINE, &args);
    assert!(errors.contains("would overwrite"), "{errors}");
    let json = directory.path("a.json");
    let args = |option: &str| {
        [
            name.clone(),
            test.clone().into(),
            option.into(),
            json.clone().into(),
        ]
    };
    assert_eq!(run_engine(ENGINE, &args("--json")).0, Some(0));
    let (code, text, _) = run_engine(ENGINE, &args("--compare"));
    assert_eq!(code, Some(0));
    assert!(text.ends_with("0 fail now, 0 new, 0 gone\n"), "{text}");
}

/// `>` of PowerShell writes UTF-16.
#[test]
fn an_earlier_run_may_be_in_utf_16() {
    let directory = Directory::new("wide");
    let path = directory.write("a.tst", "1 echo A1\n#? [A1]\n");
    let (_, text, _) = run(&["--json", "-", &path]);
    let wide = format!("\u{feff}{text}");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let json = directory.write("wide.json", wide);
    let (code, text, errors) = run(&["--compare", &json, &path]);
    assert_eq!(code, Some(0), "{text}{errors}");
}
