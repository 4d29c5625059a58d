//! What the terminal can show.

use crate::console::picture::Style;
use std::env;
use std::io::{self, IsTerminal};

/// Whether a person types the commands and reads standard error.
pub fn is_at_both_ends() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Colours for a terminal that has them, unless the user asks for none with `NO_COLOR` (<https://no-color.org>).
pub fn style_for(output: &impl IsTerminal) -> Style {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    if output.is_terminal() && !is_dumb && !is_set("NO_COLOR") {
        return Style::Color;
    }
    Style::Plain
}
