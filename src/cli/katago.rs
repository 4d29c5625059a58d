//! What KataGo's clients type: options with one dash, and configurations.

use crate::files;
use crate::katago::config::{self, Entry};
use crate::types::excerpt;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A configuration is shorter than this by far.
const MAX_CONFIG: u64 = 1 << 20;

/// The commands that KataGo has too.
const COMMANDS: [&str; 2] = ["analysis", "gtp"];

/// The text of a configuration.
///
/// # Errors
/// If the file cannot be read or has a line that is no setting, with its name.
pub fn read(path: &Path) -> Result<String, String> {
    let text = files::read(path, MAX_CONFIG);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    // KataGo includes other files so, which Tengen does not.
    let is_order = |entry: &Entry<'_>| entry.key.starts_with('@');
    let is_wrong = |entry: &Entry<'_>| entry.value.is_none() && !is_order(entry);
    if let Some(Entry { line, key, .. }) = config::in_file(&text).find(is_wrong) {
        let (path, words) = (path.display(), excerpt(key));
        return Err(format!("{path}: line {line}: '{words}' is not KEY = VALUE"));
    }
    Ok(text)
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

    fn dashed(line: &str) -> String {
        let words = with_two_dashes(line.split(' ').map(OsString::from));
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
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
