//! Text that GoGui shows: its `gfx` commands, dialogs, and boards of words.

use crate::console::{counted, lead_in_words};
use crate::search::Report;
use crate::types::{Dims, Point, format_vertex};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Marks on a board, put together into one line for each kind.
pub(super) struct Gfx {
    dims: Dims,
    /// Arguments by command, a colour included: `COLOR #ff0000`.
    commands: BTreeMap<String, Vec<String>>,
    text: Option<String>,
}

impl Gfx {
    pub fn new(dims: Dims) -> Gfx {
        Gfx {
            dims,
            commands: BTreeMap::new(),
            text: None,
        }
    }

    /// A background, by name or `#rrggbb`.
    pub fn color(&mut self, point: Point, color: &str) {
        self.mark(&format!("COLOR {color}"), point);
    }

    /// A few letters.
    pub fn label(&mut self, point: Point, text: &str) {
        let vertex = format_vertex(self.dims, point);
        self.add("LABEL", format!("{vertex} {text}"));
    }

    /// A sign: `MARK`, `SQUARE`, `CIRCLE` or `TRIANGLE`.
    pub fn mark(&mut self, command: &str, point: Point) {
        self.add(command, format_vertex(self.dims, point));
    }

    /// A line below the board.
    pub fn text(&mut self, text: &str) {
        self.text = Some(text.to_owned());
    }

    fn add(&mut self, command: &str, argument: String) {
        let arguments = self.commands.entry(command.to_owned()).or_default();
        arguments.push(argument);
    }

    /// All commands, one on each line.
    pub fn finish(self) -> String {
        let lines = self.commands.into_iter();
        let mut lines: Vec<String> = lines
            .map(|(command, arguments)| format!("{command} {}", arguments.join(" ")))
            .collect();
        lines.extend(self.text.map(|text| format!("TEXT {text}")));
        lines.join("\n")
    }
}

/// A line of a parameter dialog: type, name and value.
pub(super) fn dialog_line(kind: &str, name: &str, value: impl Display) -> String {
    format!("[{kind}] {name} {value}")
}

/// Playouts, winning rate and lead in one line.
pub(super) fn summary(report: &Report) -> String {
    format!(
        "{}, {} wins {:.1} %, {}",
        counted(report.playouts as usize, "playout", "playouts"),
        report.to_move.name(),
        report.won * 100.0,
        lead_in_words(report.black_lead),
    )
}

/// A word for every point, row by row from the top; `""` stands for nothing.
pub(super) fn board_text(dims: Dims, word: impl Fn(Point) -> String) -> String {
    let rows = dims.rows_from_top();
    let lines = rows.map(|row| row.map(&word).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}
