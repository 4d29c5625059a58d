//! What Tengen is made of, from `cargo metadata`: licences that go with its
//! own, no code in other languages, and no crate that nobody has looked at.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Licences under which a dependency may be used in a program under MIT or Apache-2.0.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that compile, or look for, code in other languages.
const COMPILERS: &[&str] = &["bindgen", "cc", "cmake", "pkg-config", "vcpkg"];

/// Direct dependencies; `Cargo.toml` says of each what for.
const DIRECT: &[&str] = &[
    "anstyle-query",
    "clap",
    "clap_complete",
    "clap_mangen",
    "cpu-time",
    "ctrlc",
    "encoding_rs",
    "flate2",
    "getrandom",
    "hashbrown",
    "httparse",
    "indicatif",
    "jiff",
    "lzma-rust2",
    "maud",
    "nix",
    "quick-xml",
    "rand_core",
    "rand_pcg",
    "regex-lite",
    "serde",
    "serde_json",
    "shlex",
    "smallvec",
    "tungstenite",
];

/// The crates that these are and bring in on Linux.
#[cfg(target_os = "linux")]
const CRATES: usize = 84;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What `cargo metadata` says of this package and of all that it is built from on this system.
struct Metadata(Value);

impl Metadata {
    fn read() -> Metadata {
        let about = cargo(&["-vV"]);
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        // The crates of other systems need not be at hand where there is no network.
        let text = cargo(&[
            "metadata",
            "--offline",
            "--locked",
            "--format-version=1",
            "--filter-platform",
            host.expect("cargo names its host"),
        ]);
        Metadata(serde_json::from_str(&text).unwrap())
    }

    fn list(&self, pointer: &str) -> &[Value] {
        let list = self.0.pointer(pointer).and_then(Value::as_array);
        list.expect("a list in cargo's metadata")
    }

    /// What a package needs to be built and to run, not to be tested.
    fn needs_of(&self, id: &str) -> Vec<&str> {
        let node = self
            .list("/resolve/nodes")
            .iter()
            .find(|node| node["id"] == id);
        let needs = node.and_then(|node| node["deps"].as_array());
        let is_for_tests = |need: &Value| {
            let kinds = need["dep_kinds"].as_array();
            kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind["kind"] == "dev"))
        };
        let needs = needs.expect("a node for every package").iter();
        let needs = needs.filter(|need| !is_for_tests(need));
        needs.filter_map(|need| need["pkg"].as_str()).collect()
    }

    fn root(&self) -> &str {
        self.0["resolve"]["root"].as_str().expect("a root")
    }

    /// All that Tengen needs, and what that needs in turn.
    fn all_needs(&self) -> Vec<&Value> {
        let mut found = BTreeSet::new();
        let mut open = vec![self.root()];
        while let Some(id) = open.pop() {
            open.extend(self.needs_of(id).into_iter().filter(|id| found.insert(*id)));
        }
        found.into_iter().map(|id| self.package(id)).collect()
    }

    fn package(&self, id: &str) -> &Value {
        let package = self
            .list("/packages")
            .iter()
            .find(|package| package["id"] == id);
        package.expect("every package is described")
    }
}

/// Whether an SPDX expression leaves a choice of licences that are all allowed. `AND` binds closer than `OR`.
fn is_allowed(expression: &str) -> bool {
    // Older crates write a slash for OR.
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let allowed = any_of(&mut words);
    allowed && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words) -> bool {
    let mut allowed = all_of(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= all_of(words);
    }
    allowed
}

fn all_of(words: &mut Words) -> bool {
    let mut allowed = one(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= one(words);
    }
    allowed
}

fn one(words: &mut Words) -> bool {
    match words.next() {
        Some("(") => any_of(words) & words.next_if_eq(&")").is_some(),
        Some(licence) => ALLOWED.contains(&licence),
        None => false,
    }
}

#[test]
fn expressions_of_licences_are_understood() {
    for allowed in [
        "MIT",
        "MIT/GPL-3.0",
        "GPL-3.0 OR (MIT AND Zlib)",
        "GPL-3.0 AND MIT OR ISC",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for forbidden in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR ISC) AND LGPL-2.1",
        "MIT ISC",
        "(MIT",
        "GPL-3.0 AND (MIT OR ISC)",
    ] {
        assert!(!is_allowed(forbidden), "{forbidden}");
    }
}

#[test]
fn every_licence_goes_with_ours() {
    let metadata = Metadata::read();
    // Those of the tests too.
    for package in metadata.list("/packages") {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(
            is_allowed(licence),
            "{} is under {licence:?}",
            package["name"]
        );
    }
}

#[test]
fn nothing_but_rust_is_compiled() {
    for package in Metadata::read().all_needs() {
        let name = package["name"].as_str().unwrap();
        assert!(
            !COMPILERS.contains(&name),
            "{name} compiles or looks for other languages"
        );
        assert!(
            package["links"].is_null(),
            "{name} links {}",
            package["links"]
        );
    }
}

#[test]
fn there_are_no_more_crates_than_we_know_of() {
    let metadata = Metadata::read();
    let direct: BTreeSet<&str> = metadata
        .needs_of(metadata.root())
        .into_iter()
        .filter_map(|id| metadata.package(id)["name"].as_str())
        .collect();
    let known: BTreeSet<&str> = DIRECT.iter().copied().collect();
    // nix is for Unix alone.
    assert!(
        direct.is_subset(&known),
        "new: {:?}",
        direct.difference(&known)
    );
    #[cfg(target_os = "linux")]
    {
        assert_eq!(direct, known);
        let all = metadata.all_needs();
        let names: Vec<&str> = all
            .iter()
            .filter_map(|package| package["name"].as_str())
            .collect();
        assert_eq!(names.len(), CRATES, "{names:?}");
    }
}
