//! Colours and bold letters, where they may be used.

/// How boards and text are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Nothing but ASCII, for files, pipes and programs that read it.
    #[default]
    Plain,
    /// Stones on wood, for a terminal with colours.
    Color,
}

impl Style {
    /// The text in bold, or as it is where nothing but ASCII may be used.
    pub fn emphasized(self, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Color => format!("{}{text}{}", paint::BOLD, paint::RESET),
        }
    }
}

/// The colours of a terminal with 256 of them.
pub(super) mod paint {
    pub const WOOD: &str = "\x1b[48;5;179m";
    pub const LINE: &str = "\x1b[38;5;94m";
    pub const BLACK: &str = "\x1b[38;5;16m";
    pub const WHITE: &str = "\x1b[38;5;231m";
    pub const MARK: &str = "\x1b[1;38;5;160m";
    pub const PLAIN: &str = "\x1b[22m";
    pub const BOLD: &str = "\x1b[1m";
    pub const RESET: &str = "\x1b[0m";
}
