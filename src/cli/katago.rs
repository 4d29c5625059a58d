//! What KataGo's clients type: options with one dash, and configurations.

use crate::files;
use crate::katago::config::Source;
use crate::types::excerpt;
use std::ffi::{OsStr, OsString};
use std::mem;
use std::path::{Path, PathBuf};

/// A configuration is shorter than this by far.
const MAX_CONFIG: u64 = 1 << 20;

/// The longest name of a file to include, in bytes.
const LONGEST_NAME: usize = 400;
/// How many files may lead to one by including each other.
const DEEPEST: usize = 8;
/// The most files, and parts of files between others that they include.
const MOST_SOURCES: usize = 200;

/// The commands that KataGo has too.
const COMMANDS: [&str; 2] = ["analysis", "gtp"];

/// What configurations say, first those in files, with those that they include where they do, then those on the command line.
///
/// # Errors
/// If a file cannot be read, or there is something that is no setting, in words.
pub fn sources(files: &[PathBuf], lists: &[String]) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for path in files {
        read_all(path, 0, &mut sources)?;
    }
    let place = "--override-config";
    for text in lists {
        sources.push(Source::list(place.to_owned(), text)?);
    }
    Ok(sources)
}

/// Adds what stands in a file, which so many others have led to, and in those that it includes: their names are as seen from its
/// folder.
fn read_all(path: &Path, depth: usize, sources: &mut Vec<Source>) -> Result<(), String> {
    if depth > DEEPEST || sources.len() > MOST_SOURCES {
        return Err("files include others without end".to_owned());
    }
    let mut source = read(path)?;
    for entry in mem::take(&mut source.settings) {
        let Some(name) = entry.included() else {
            source.settings.push(entry);
            continue;
        };
        let (before, place) = (source.clone(), source.place_of(entry.line));
        if name.len() > LONGEST_NAME {
            let name = excerpt(name);
            return Err(format!("{place}: '{name}' is too long for a file's name"));
        }
        source.settings.clear();
        sources.extend(Some(before).filter(|part| !part.settings.is_empty()));
        let file = path.parent().unwrap_or(Path::new("")).join(name);
        let read = read_all(&file, depth + 1, sources);
        read.map_err(|error| format!("{place}: {error}"))?;
    }
    sources.push(source);
    Ok(())
}

fn read(path: &Path) -> Result<Source, String> {
    let place = path.display().to_string();
    let bytes = files::read(path, MAX_CONFIG);
    let bytes = bytes.map_err(|error| format!("configuration {place}: {error}"))?;
    Source::file(place, &files::text_lossy(bytes))
}

/// The arguments of the program with `-config` and the like, as KataGo's
/// clients type them, written with two dashes; those of other commands than KataGo's are left alone.
pub fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let Some(first) = arguments.get(1) else {
        return arguments;
    };
    let is_katagos = COMMANDS.iter().any(|known| first == known);
    // Without a command these are options for GTP.
    if is_katagos || first.as_encoded_bytes().starts_with(b"-") {
        for argument in &mut arguments[1..] {
            if is_long_with_one_dash(argument) {
                *argument = [OsStr::new("-"), argument].into_iter().collect();
            }
        }
    }
    arguments
}

fn is_long_with_one_dash(argument: &OsStr) -> bool {
    let bytes = argument.as_encoded_bytes();
    matches!(bytes, [b'-', first, _, ..] if first.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::{Directory, TemporaryFile};

    fn dashed(line: &str) -> String {
        let words = with_two_dashes(line.split(' ').map(OsString::from));
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn configurations_may_be_in_utf_16_or_begin_with_a_byte_order_mark() {
        let text = "\u{feff}koRule = SIMPLE\r\nmaxVisits = 5\r\n";
        let wide = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [wide, text.as_bytes().to_vec()] {
            let file = TemporaryFile::new("wide.cfg", bytes);
            let sources = sources(&[file.to_path_buf()], &[]).unwrap();
            let keys: Vec<&str> = sources[0]
                .settings
                .iter()
                .map(|entry| &*entry.key)
                .collect();
            assert_eq!(keys, ["koRule", "maxVisits"]);
        }
    }

    #[test]
    fn files_include_others_from_their_own_folder() {
        let directory = Directory::new("include");
        std::fs::create_dir(directory.join("b")).unwrap();
        directory.write("a.cfg", "x = 1\n@include b/b.cfg\nx = 4\n");
        directory.write("b/b.cfg", "x = 2\n@include c.cfg\n");
        directory.write("b/c.cfg", "x = 3\n");
        let found = sources(&[directory.join("a.cfg")], &["x=5".to_owned()]).unwrap();
        let settings = found.iter().flat_map(|source| &source.settings);
        let values: Vec<&str> = settings.map(|entry| &*entry.value).collect();
        assert_eq!(values, ["1", "2", "3", "4", "5"]);
        for (file, fault) in [("loop.cfg", "without end"), ("none.cfg", "none.cfg: ")] {
            let text = format!("\n@include {file}\n");
            let path = directory.write("loop.cfg", text);
            let error = sources(&[(&path).into()], &[]).unwrap_err();
            let place = format!("{path}: line 2: ");
            assert!(
                error.starts_with(&place) && error.contains(fault),
                "{error}"
            );
        }
    }

    #[test]
    fn options_of_katago_get_their_second_dash() {
        assert_eq!(
            dashed("tengen analysis -config a.cfg -model b -quit-without-waiting --seed 3 -h -1"),
            "tengen analysis --config a.cfg --model b --quit-without-waiting --seed 3 -h -1"
        );
        assert_eq!(
            dashed("tengen gtp -model b -override-config maxVisits=5 --komi -0.5"),
            "tengen gtp --model b --override-config maxVisits=5 --komi -0.5"
        );
        assert_eq!(dashed("tengen bench -config"), "tengen bench -config");
        assert_eq!(dashed("tengen -size 9 -h"), "tengen --size 9 -h");
        assert_eq!(dashed("tengen"), "tengen");
    }
}
