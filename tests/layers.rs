//! What uses what, read from the sources: no arrow points up, none leads back to where it came from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders and files of `src`, from the lowest layer to the highest. Each may use those above it in this list and
/// nothing else: not those on its own line, nor those below.
const LAYERS: &[&[&str]] = &[
    &["types", "files", "version"],
    &["zobrist"],
    &["board"],
    &["game"],
    &["book", "playout", "random", "reading", "net", "time"],
    &["search"],
    &["lines", "monitor"],
    &["wire", "katago", "console"],
    &["session", "review"],
    &["page"],
    &["gtp", "tools", "analysis", "web"],
    &["cli"],
    &["main"],
];

/// The folders in which no files use each other in a circle.
const WITHOUT_CIRCLE: [&str; 4] = ["game", "session", "gtp", "analysis"];

/// What the order would allow, and the tables in `src/lib.rs` and `src/net/mod.rs` say that it is not known.
const STRANGERS: &[(&str, &[&str])] = &[
    ("web", &["wire", "playout"]),
    ("analysis", &["playout"]),
    ("gtp", &["playout"]),
    ("session", &["wire"]),
    ("console", &["search"]),
    ("net/file", &["game", "board", "types"]),
    ("net/kernel", &["game", "board", "types"]),
];

/// A file of `src`: where it stands in the tree of modules, and what it uses.
struct Source {
    /// `["gtp", "commands", "play"]`; a `mod.rs` has the name of its folder.
    module: Vec<String>,
    is_folder: bool,
    /// Paths from the crate's root: `["game", "Game"]`.
    uses: BTreeSet<Vec<String>>,
}

impl Source {
    fn read(root: &Path, file: &Path) -> Source {
        let relative = file.strip_prefix(root).unwrap().with_extension("");
        let mut module: Vec<String> = relative
            .components()
            .map(|part| part.as_os_str().to_str().unwrap().to_owned())
            .collect();
        let is_folder = module.last().is_some_and(|name| name == "mod");
        if is_folder {
            module.pop();
        }
        let text = fs::read_to_string(file).unwrap();
        let uses = uses(&module, &without_comments(&text));
        Source {
            module,
            is_folder,
            uses,
        }
    }

    fn top(&self) -> &str {
        &self.module[0]
    }

    /// `gtp/commands/play`.
    fn path(&self) -> String {
        self.module.join("/")
    }
}

/// All files below `src`.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => open.push(path),
                Some("rs") => files.push(path),
                _ => {}
            }
        }
    }
    files.retain(|file| !file.ends_with("src/lib.rs"));
    files.sort();
    files.iter().map(|file| Source::read(&root, file)).collect()
}

/// Leaves comments, and with them the examples in them, out of a text. Strings are left in: none of ours holds a path
/// of a module, and one that did would be found at once.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("//") {
        // Two slashes inside a string, as in an address.
        Some(at) if line[..at].matches('"').count() % 2 == 1 => line,
        Some(at) => &line[..at],
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path that begins with `crate` or `super`, or is imported from a module of the file's own, from the root of
/// the crate.
fn uses(module: &[String], text: &str) -> BTreeSet<Vec<String>> {
    let words = words(text);
    let mut found = BTreeSet::new();
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| words[before].as_str());
        if word == "use" && !matches!(before, Some("pub" | ")")) && is_child(&words, index + 1) {
            collect(module, &words[index + 1..], &mut found);
        }
        let is_inside_a_path = before == Some("::");
        if is_inside_a_path || !matches!(word.as_str(), "crate" | "super") {
            continue;
        }
        let mut start = match word.as_str() {
            "crate" => Vec::new(),
            _ => match enclosing(module, &words[..index]) {
                Some(start) => start,
                None => continue,
            },
        };
        let mut rest = &words[index + 1..];
        while let [colons, next, after @ ..] = rest
            && colons == "::"
            && next == "super"
        {
            start.pop();
            rest = after;
        }
        if let [colons, tree @ ..] = rest
            && colons == "::"
        {
            collect(&start, tree, &mut found);
        }
    }
    found
}

/// Whether the word there is the name of a module that the file declares.
fn is_child(words: &[String], index: usize) -> bool {
    let declares = |pair: &[String]| pair[0] == "mod" && Some(&pair[1]) == words.get(index);
    words.windows(2).any(declares)
}

/// What `super` means after these words of a file; `None` if it is the file itself, as in a module of tests in it.
fn enclosing(module: &[String], words_before: &[String]) -> Option<Vec<String>> {
    let mut depth = 0;
    let mut inner = Vec::new();
    for (index, word) in words_before.iter().enumerate() {
        match word.as_str() {
            "{" => {
                depth += 1;
                if index >= 2 && words_before[index - 2] == "mod" {
                    inner.push(depth);
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                }
                depth -= 1;
            }
            _ => {}
        }
    }
    inner
        .is_empty()
        .then(|| module[..module.len() - 1].to_vec())
}

/// Names, `::` and every other sign by itself.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign.is_alphanumeric() || sign == '_' {
            let mut word = String::from(sign);
            while let Some(next) = signs.next_if(|c| c.is_alphanumeric() || *c == '_') {
                word.push(next);
            }
            words.push(word);
        } else if sign == ':' && signs.next_if_eq(&':').is_some() {
            words.push("::".to_owned());
        } else if !sign.is_whitespace() {
            words.push(sign.to_string());
        }
    }
    words
}

/// Puts the paths of a tree, as after `use`, into the set; returns how many words it took.
fn collect(start: &[String], tree: &[String], found: &mut BTreeSet<Vec<String>>) -> usize {
    let mut path = start.to_vec();
    let mut taken = 0;
    while let Some(word) = tree.get(taken) {
        if word == "{" {
            taken += 1;
            while tree.get(taken).is_some_and(|word| word != "}") {
                taken += match tree[taken].as_str() {
                    "," => 1,
                    _ => collect(&path, &tree[taken..], found).max(1),
                };
            }
            return taken + 1;
        }
        let is_name = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name && word != "*" {
            break;
        }
        if word != "self" && word != "*" {
            path.push(word.clone());
        }
        taken += 1;
        if tree.get(taken).is_none_or(|next| next != "::") {
            break;
        }
        taken += 1;
    }
    found.insert(path);
    taken
}

/// The place of each folder in the order of the layers.
fn heights() -> BTreeMap<&'static str, usize> {
    let layers = LAYERS.iter().enumerate();
    layers
        .flat_map(|(height, layer)| layer.iter().map(move |name| (*name, height)))
        .collect()
}

#[test]
fn no_arrow_points_up() {
    let heights = heights();
    let mut wrong = Vec::new();
    for source in sources() {
        let from = source.top();
        let Some(height) = heights.get(from) else {
            wrong.push(format!("{from} is in no layer: give it one in LAYERS"));
            continue;
        };
        for path in &source.uses {
            let Some(to) = path.first().filter(|to| *to != from) else {
                continue;
            };
            match heights.get(to.as_str()) {
                Some(other) if other < height => {}
                Some(_) => wrong.push(format!("{} uses {}", source.path(), path.join("::"))),
                // A macro of the crate's root, or a name in a macro.
                None => {}
            }
        }
    }
    // Layers make an order, so that without an arrow up there is no circle between folders either.
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn nobody_uses_what_the_table_says_it_does_not_know() {
    let sources = sources();
    let inside = |place: &str| -> Vec<&Source> {
        let files = sources.iter();
        files
            .filter(|file| Path::new(&file.path()).starts_with(place))
            .collect()
    };
    for (place, strangers) in STRANGERS {
        let files = inside(place);
        assert!(!files.is_empty(), "there is no {place}");
        for stranger in *strangers {
            assert!(!inside(stranger).is_empty(), "there is no {stranger}");
            let is_of_it = |path: &Vec<String>| path.first().is_some_and(|top| top == stranger);
            for file in &files {
                let uses = file.uses.iter().any(is_of_it);
                assert!(!uses, "{} uses {stranger}", file.path());
            }
        }
    }
}

/// The files that each file of a folder uses, by their place in the list. What a `mod.rs` hands on with `pub use` is
/// not what it uses.
fn arrows(sources: &[Source]) -> Vec<BTreeSet<usize>> {
    let file_of = |path: &[String]| -> Option<usize> {
        (1..=path.len()).rev().find_map(|length| {
            sources
                .iter()
                .position(|source| source.module == path[..length])
        })
    };
    let arrows = sources.iter().enumerate().map(|(from, source)| {
        let targets = source.uses.iter().filter_map(|path| file_of(path));
        targets.filter(|&to| to != from).collect()
    });
    arrows.collect()
}

/// The largest set of files that can all reach each other.
fn largest_circle(arrows: &[BTreeSet<usize>]) -> Vec<usize> {
    let reach = |start: usize| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = arrows[start].iter().copied().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&arrows[next]);
            }
        }
        seen
    };
    let reached: Vec<BTreeSet<usize>> = (0..arrows.len()).map(reach).collect();
    let circles = (0..arrows.len()).map(|start| {
        let others = reached[start].iter().copied();
        others
            .filter(|&other| reached[other].contains(&start))
            .collect::<Vec<_>>()
    });
    circles.max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn files_use_each_other_in_no_circle() {
    for folder in WITHOUT_CIRCLE {
        let files: Vec<Source> = sources()
            .into_iter()
            .filter(|source| source.top() == folder)
            .collect();
        assert!(files.len() > 8, "the files of {folder} are found");
        let circle = largest_circle(&arrows(&files));
        let names: Vec<String> = circle.iter().map(|&index| files[index].path()).collect();
        assert!(names.is_empty(), "{names:?}");
    }
}

/// For whoever wants to see the circles that are left: `cargo test --test layers -- --ignored --nocapture`.
#[test]
#[ignore = "prints, and checks nothing"]
fn circles_inside_folders() {
    for folder in LAYERS.iter().copied().flatten() {
        let files: Vec<Source> = sources()
            .into_iter()
            .filter(|source| source.top() == *folder)
            .collect();
        let circle = largest_circle(&arrows(&files));
        if !circle.is_empty() {
            let name = |&index: &usize| {
                let source: &Source = &files[index];
                let end = if source.is_folder { "/mod" } else { "" };
                source.path() + end
            };
            let names: Vec<String> = circle.iter().map(name).collect();
            println!("{folder}: {}", names.join(", "));
        }
    }
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let text = "mod inner;\n\
                use inner::Thing;\n\
                pub use inner::Other;\n\
                use crate::game::{Game, sgf::{self, Info}, rules::*};\n\
                // crate::search::Search\n\
                use super::super::wire;\n\
                fn f(x: crate::time::Clock) -> super::call::Call { todo!() }\n\
                mod tests { use super::*; use crate::board; }";
    let module = ["gtp", "commands", "play"].map(str::to_owned);
    let paths: Vec<String> = uses(&module, &without_comments(text))
        .iter()
        .map(|path| path.join("::"))
        .collect();
    let expected = [
        "board",
        "game::Game",
        "game::rules",
        "game::sgf",
        "game::sgf::Info",
        "gtp::commands::call::Call",
        "gtp::commands::play::inner::Thing",
        "gtp::wire",
        "time::Clock",
    ];
    assert_eq!(paths, expected);
}

#[test]
fn circles_are_found() {
    let arrows = [vec![1], vec![2], vec![0, 3], vec![]];
    let arrows = arrows.map(|targets: Vec<usize>| targets.into_iter().collect::<BTreeSet<_>>());
    assert_eq!(largest_circle(&arrows), [0, 1, 2]);
    assert!(largest_circle(&[BTreeSet::from([1]), BTreeSet::new()]).is_empty());
}
