//! What an analysis tells only if asked, whatever the protocol.

/// What is to be told beside the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Included {
    /// Whose every point will be.
    pub ownership: bool,
    /// How sure that is.
    pub ownership_stdev: bool,
    /// Whose every point will be after each move.
    pub moves_ownership: bool,
    /// How sure that is.
    pub moves_ownership_stdev: bool,
    /// How likely each move is to lead to a game without result.
    pub no_result: bool,
    /// The visits of each move of a line.
    pub pv_visits: bool,
}

impl Included {
    /// Whether anything tells of whose points are.
    pub fn needs_ownership(self) -> bool {
        self.ownership || self.ownership_stdev || self.needs_ownership_by_move()
    }

    /// Whether anything tells of each move's ownership.
    pub fn needs_ownership_by_move(self) -> bool {
        self.moves_ownership || self.moves_ownership_stdev
    }
}
