//! What KataGo's clients type: options with one dash, and configurations.

use crate::files;
use crate::katago::config::Source;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A configuration is shorter than this by far.
const MAX_CONFIG: u64 = 1 << 20;

/// The commands that KataGo has too.
const COMMANDS: [&str; 2] = ["analysis", "gtp"];

/// What configurations say, first those in files, then those on the command line.
///
/// # Errors
/// If a file cannot be read, or there is something that is no setting, in words.
pub fn sources(files: &[PathBuf], lists: &[String]) -> Result<Vec<Source>, String> {
    let files = files.iter().map(|path| read(path));
    let place = "--override-config";
    let lists = lists
        .iter()
        .map(|text| Source::list(place.to_owned(), text));
    files.chain(lists).collect()
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
    use crate::temporary::TemporaryFile;

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
