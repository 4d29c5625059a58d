//! The scripts of pages: JavaScript modules, each a file of its own to read, sent as one text.
//!
//! A browser asks for a module only when it has read one that imports it, and each answer costs it more than the
//! few kilobytes that are in it.

use std::fmt::Write;

/// A module: what others call it, and its text.
type Module = (&'static str, &'static str);

macro_rules! modules {
    ($($folder:literal: $($name:literal),*;)*) => {
        &[$($(($name, include_str!(concat!("assets/", $folder, $name, ".js")))),*),*]
    };
}

/// All modules by the folders in which they are; no two have the same name.
const MODULES: &[Module] = modules![
    "": "app", "files", "keys", "review";
    "board/": "board", "entry", "marks", "pointing", "region", "variation", "view", "walking";
    "dialogs/": "dialogs", "forms", "help", "newgame";
    "engine/": "engine", "thinker";
    "game/": "clock", "handicap", "komi", "levels", "results", "rulenames", "rules", "tree";
    "page/": "dom", "language", "words";
    "panel/": "actions", "comment", "graph", "notices", "panel", "players", "reviewing", "tables", "treeview";
    "play/": "edit", "games", "play", "sound";
    "record/": "collection", "encoding", "judged", "link", "scan", "sgf", "sgfread", "sgfstart", "strays";
    "state/": "evaluation", "grades", "kept", "state", "storage";
];

/// The module `name` and all that it imports, as one module without imports: each becomes a function that is called
/// once and returns what it exports, after those it imports. One that awaits something is awaited by those behind it.
///
/// An import is a line `import { A, B } from "./other.js";` or `import * as other from "../folder/other.js";`, an export a
/// line that begins with `export` and names one thing.
///
/// # Panics
/// If a module is named that there is not, which a test excludes.
pub fn joined(name: &str) -> String {
    let mut order = Vec::new();
    add(name, &mut order);
    order.into_iter().map(wrapped).collect()
}

/// Adds a module after those it imports. One that is there already stays where it is.
fn add(name: &str, order: &mut Vec<Module>) {
    if order.iter().any(|module| module.0 == name) {
        return;
    }
    let module = module(name);
    for (_, other) in module.1.lines().filter_map(import) {
        add(other, order);
    }
    order.push(module);
}

fn module(name: &str) -> Module {
    let module = MODULES.iter().find(|module| module.0 == name);
    *module.unwrap_or_else(|| panic!("there is no module {name}"))
}

/// What a line imports, and from which module.
fn import(line: &str) -> Option<(&str, &str)> {
    let (what, from) = line.strip_prefix("import ")?.split_once(" from \"")?;
    let (_, name) = from.strip_suffix(".js\";")?.rsplit_once('/')?;
    Some((what, name))
}

/// What a line exports.
fn export(line: &str) -> Option<&str> {
    let words = line.strip_prefix("export ")?.split_whitespace();
    let mut names = words.skip_while(|word| {
        matches!(
            *word,
            "async" | "const" | "function" | "function*" | "class"
        )
    });
    names
        .next()?
        .split(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)))
        .next()
}

/// The lines of a module, but for those that are comments alone: they are for who reads the file, and a fifth of all.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_comment = false;
    text.lines().filter(move |line| {
        let start = line.trim_start();
        is_comment |= start.starts_with("/*");
        let is_code = !is_comment && !start.starts_with("//");
        is_comment &= !line.ends_with("*/");
        is_code
    })
}

/// Whether a module awaits something before it is there, which is not in a function: in a line that is not indented.
fn awaits(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("const ") && line.contains(" = await "))
}

fn wrapped((name, text): Module) -> String {
    let opening = match awaits(text) {
        true => "await (async () => {",
        false => "(() => {",
    };
    let mut script = format!("const from_{name} = {opening}\n");
    for line in code(text) {
        let line = match import(line) {
            Some((what, other)) => {
                format!("const {} = from_{other};", what.trim_start_matches("* as "))
            }
            None => line.strip_prefix("export ").unwrap_or(line).to_owned(),
        };
        script.push_str(&line);
        script.push('\n');
    }
    let exports: Vec<&str> = text.lines().filter_map(export).collect();
    let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_comes_once_and_after_those_it_imports() {
        for page in ["app", "review"] {
            let script = joined(page);
            let place = |name: &str| script.find(&format!("const from_{name} = "));
            for (name, text) in MODULES.iter().filter(|module| place(module.0).is_some()) {
                assert_eq!(script.matches(&format!("const from_{name} = ")).count(), 1);
                for (what, other) in text.lines().filter_map(import) {
                    assert!(place(other) < place(name), "{name} uses {other}");
                    let exported: Vec<&str> = module(other).1.lines().filter_map(export).collect();
                    let wanted = what
                        .trim_matches(['{', '}', ' '])
                        .split(", ")
                        .filter(|_| what.starts_with('{'));
                    for thing in wanted {
                        assert!(exported.contains(&thing), "{name} wants {thing} of {other}");
                    }
                }
            }
            assert!(!script.lines().any(|line| line.starts_with("import ")));
            assert!(!script.lines().any(|line| line.starts_with("export ")));
        }
        let missed = |(name, _): &&Module| {
            !["app", "review"]
                .map(joined)
                .concat()
                .contains(&format!("from_{name} = "))
        };
        assert_eq!(MODULES.iter().find(missed), None, "used by no page");
    }

    #[test]
    fn imports_and_exports_are_read() {
        assert_eq!(
            import("import { A, B } from \"./dom.js\";"),
            Some(("{ A, B }", "dom"))
        );
        assert_eq!(
            import("import * as sgf from \"../record/sgf.js\";"),
            Some(("* as sgf", "sgf"))
        );
        assert_eq!(import("const a = 1;"), None);
        for (line, name) in [
            ("export const $ = id => id;", "$"),
            ("export function show(a) {", "show"),
            ("export async function load() {", "load"),
            ("export function* steps(from) {", "steps"),
            ("export class Board {", "Board"),
        ] {
            assert_eq!(export(line), Some(name));
        }
        assert_eq!(export("const a = 1;"), None);
    }

    #[test]
    fn comments_are_left_out() {
        let text = "// What it is.\nconst a = 1; // One.\n/**\n * Two\n * lines.\n */\n  /** One. */\n  const b = \"*/\";\n";
        let left: Vec<&str> = code(text).collect();
        assert_eq!(left, ["const a = 1; // One.", "  const b = \"*/\";"]);
        for (name, text) in MODULES {
            for line in text
                .lines()
                .filter(|line| line.trim_start().starts_with("/*"))
            {
                assert_eq!(line.contains("*/"), line.ends_with("*/"), "{name}: {line}");
            }
        }
    }

    #[test]
    fn a_module_becomes_a_function_that_returns_its_exports() {
        let text = "import * as sgf from \"./sgf.js\";\nexport const A = 1;\nexport class B {}\n";
        assert_eq!(
            wrapped(("both", text)),
            "const from_both = (() => {\nconst sgf = from_sgf;\nconst A = 1;\nclass B {}\nreturn { A, B };\n})();\n"
        );
        let text = "export const A = 1;\nconst B = await C;\n";
        assert_eq!(
            wrapped(("late", text)),
            "const from_late = await (async () => {\nconst A = 1;\nconst B = await C;\nreturn { A };\n})();\n"
        );
    }
}
