//! What the terminal can show.

use crate::console::Style;
use std::env;
use std::io::{self, IsTerminal};

/// Whether a person types the commands and reads standard error.
pub fn is_at_both_ends() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Colours for a terminal that has them, unless the user asks for none with `NO_COLOR` (<https://no-color.org>). The
/// board in colours has lines that only UTF-8 can write.
pub fn style_for(output: &impl IsTerminal) -> Style {
    if output.is_terminal()
        && !anstyle_query::no_color()
        && anstyle_query::term_supports_color()
        && reads_escapes()
        && writes_utf8(|name| env::var(name).ok())
    {
        return Style::Color;
    }
    Style::Plain
}

/// Asks a console of Windows to read colours in what is written to it, which it else shows as they are; other terminals
/// read them anyway.
fn reads_escapes() -> bool {
    // The consoles of both outputs are asked. Where one is no console, this fails when the other is enabled already;
    // terminals that are no consoles, such as mintty, set TERM.
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
        || anstyle_query::term_supports_ansi_color()
        || !io::stderr().is_terminal()
}

/// Whether the language that the environment names is written in UTF-8. Where it names none, terminals are.
fn writes_utf8(variable: impl Fn(&'static str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty());
    locale.is_none_or(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_locale_that_is_set_decides() {
        let writes = |set: &[(&str, &str)]| {
            let value = |name| set.iter().find(|(set, _)| *set == name);
            writes_utf8(|name| value(name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(writes(&[]) && writes(&[("LANG", "de_DE.UTF-8")]));
        assert!(writes(&[
            ("LC_ALL", ""),
            ("LC_CTYPE", "C.utf8"),
            ("LANG", "C")
        ]));
        assert!(!writes(&[("LANG", "C")]));
        assert!(!writes(&[("LC_ALL", "POSIX"), ("LANG", "C.UTF-8")]));
    }
}
