//! The page's own modules, and people before it in a browser.

use crate::process::{LIMIT, run_within};
use crate::skipped::skipped;
use crate::temporary::Directory;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the page's own modules without a page, and with a socket in which the server hangs up at each order.
#[test]
fn the_modules_of_the_page_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Directory::new("page");
    copy(&root.join("src/page/assets"), &folder);
    // The assets are modules, though their names do not say so.
    folder.write("package.json", r#"{ "type": "module" }"#);
    let scripts = ["languages.mjs", "lost-orders.mjs", "trees.mjs"];
    for script in scripts {
        fs::copy(root.join("tests/web").join(script), folder.join(script)).unwrap();
    }
    let node = Command::new("node").args(["--test", "--version"]).output();
    if !node.is_ok_and(|output| output.status.success()) {
        skipped("the tests of the page's modules need Node 18");
        return;
    }
    run_node(&folder, &["--test", scripts[0], scripts[1], scripts[2]]);
}

#[test]
fn people_find_their_way_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web");
    let chromium = env::var("TENGEN_CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !folder.join("node_modules/playwright-core").exists() || !Path::new(&chromium).exists() {
        skipped("the browser's tests need Chromium and 'npm install' in tests/web");
        return;
    }
    let program = env!("CARGO_BIN_EXE_tengen");
    run_node(&folder, &["browser.mjs", program, &chromium]);
}

/// Copies what is in a folder, and in those in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(source, target).unwrap();
        }
    }
}

/// Runs a script by Node, which has to succeed; what it says is seen as it comes.
fn run_node(folder: &Path, arguments: &[&str]) {
    let mut node = Command::new("node");
    node.env("TENGEN_NET", "none")
        .args(arguments)
        .current_dir(folder);
    // A hundred tests in a browser, on a machine that does much else.
    let output = run_within(20 * LIMIT, &mut node, "");
    assert!(output.status.success(), "{}", output.status);
}
