//! How games end.

use super::count::Count;
use crate::game::sgf::VOID;
use crate::tools::engine::Trouble;
use crate::types::Color;
use std::fmt;

/// What an engine may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offence {
    /// A move that the rules in force forbid.
    IllegalMove,
    /// An error reply to a command that must work, a legal `play` of the opponent among them.
    ErrorReply,
    /// A reply that is no GTP or no move.
    Nonsense,
    /// The process ended.
    Crash,
    /// No reply for too long.
    Hang,
    /// The clock ran out.
    Time,
}

impl Offence {
    /// All kinds, in the order of reports.
    pub const ALL: [Offence; 6] = [
        Offence::IllegalMove,
        Offence::ErrorReply,
        Offence::Nonsense,
        Offence::Crash,
        Offence::Hang,
        Offence::Time,
    ];
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Offence::IllegalMove => "illegal move",
            Offence::ErrorReply => "error reply",
            Offence::Nonsense => "nonsense",
            Offence::Crash => "crash",
            Offence::Hang => "hang",
            Offence::Time => "loss on time",
        })
    }
}

impl From<&Trouble> for Offence {
    fn from(trouble: &Trouble) -> Offence {
        match trouble {
            Trouble::Refusal(_) => Offence::ErrorReply,
            Trouble::Ended(_) => Offence::Crash,
            Trouble::Hang(_) => Offence::Hang,
            Trouble::Nonsense(_) | Trouble::Unasked { .. } => Offence::Nonsense,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// Counted, after two passes or at the limit of moves.
    Counted(Count),
    /// This player gave up.
    Resigned(Color),
    /// This player did what it may not.
    Forfeit {
        /// The loser.
        loser: Color,
        /// The kind.
        offence: Offence,
        /// What happened, in words.
        detail: String,
    },
    /// The same position again and again under rules that allow it.
    NoResult,
}

impl Ending {
    /// The winner; `None` if there is none.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Counted(count) => count.score.winner(),
            Ending::Resigned(loser) | Ending::Forfeit { loser, .. } => Some(loser.opponent()),
            Ending::NoResult => None,
        }
    }

    /// The result as SGF's `RE` has it.
    pub fn result(&self) -> String {
        let reason = match self {
            Ending::Counted(count) => return count.score.to_string(),
            Ending::NoResult => return VOID.to_owned(),
            Ending::Resigned(_) => "R",
            Ending::Forfeit {
                offence: Offence::Time,
                ..
            } => "T",
            Ending::Forfeit { .. } => "F",
        };
        let winner = match self.winner() {
            Some(Color::White) => 'W',
            _ => 'B',
        };
        format!("{winner}+{reason}")
    }
}
