//! What KataGo's clients type: options with one dash, and configurations.

use crate::files;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A configuration is shorter than this by far.
const MAX_CONFIG: u64 = 1 << 20;

/// The commands that KataGo has too.
const COMMANDS: [&str; 2] = ["analysis", "gtp"];

/// The text of a configuration.
///
/// # Errors
/// If the file cannot be read, with its name.
pub fn read(path: &Path) -> Result<String, String> {
    let text = files::read(path, MAX_CONFIG);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The arguments of the program with `-config` and the like, as KataGo's
/// clients type them, written with two dashes; those of other commands are left alone.
pub fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let command = arguments.get(1);
    if command.is_some_and(|command| COMMANDS.iter().any(|known| command == known)) {
        for argument in &mut arguments[2..] {
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
        assert_eq!(dashed("tengen"), "tengen");
    }
}
