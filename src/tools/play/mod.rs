//! A person against Tengen, line by line: on a terminal in colours, over a pipe in plain text.

mod count;
mod order;
mod saved;
mod table;
mod words;

use crate::console::Style;
use crate::game::Game;
use crate::lines::{self, Read};
use crate::session::Config;
use crate::types::Color;
use std::io::{self, BufRead, Write};
use table::{Table, Turn};

/// The longest line that is understood, in bytes.
const LONGEST_LINE: usize = 4096;

/// What the game is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// How Tengen plays.
    pub config: Config,
    /// The game that begins: without moves, perhaps with handicap stones.
    pub game: Game,
    /// The person's colour.
    pub person: Color,
    /// How boards are drawn.
    pub style: Style,
}

/// Plays until the person quits or the input ends.
///
/// # Errors
/// If nothing can be read any more, or nothing written.
pub fn run(options: Options, mut input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut table = Table::new(options, output);
    table.greet()?;
    loop {
        match table.turn() {
            Turn::Tengen => table.tengen_moves()?,
            Turn::Count => table.begin_count()?,
            Turn::Person => {
                table.prompt()?;
                let Some(line) = read_line(&mut input)? else {
                    return table.leave();
                };
                if table.obey(&line)? == order::After::Quit {
                    return Ok(());
                }
            }
        }
    }
}

/// The next line without blanks around it; `None` at the end. Of one that is too long the end is thrown away, so that it
/// is no order of its own.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = lines::read_line(input, &mut bytes, LONGEST_LINE, |_| true)?;
    let line = || String::from_utf8_lossy(&bytes).trim().to_owned();
    Ok((read != Read::End).then(line))
}

#[cfg(test)]
mod tests;
