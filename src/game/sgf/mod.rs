//! Game records in the Smart Game Format, read leniently and written strictly.
//!
//! Source: the specification of FF\[4\], <https://www.red-bean.com/sgf/>.
//!
//! What users send is often not quite SGF. Reading takes any encoding (that of the byte order mark; else UTF-16 or UTF-8 where
//! the bytes show it; else what `CA` names), junk around the record, a missing `(;`, a
//! forgotten `]` after a point, an end cut off within a move or a text, the long
//! property names of FF\[3\], komi with a decimal comma, and moves that repeat a
//! position. It follows the first variation only. What would change the game
//! is never guessed: a move that cannot be read or played is a fault, named
//! with line and column. Size, length and set-ups are limited, nothing is
//! recursive, and nothing but the game, the names and the notes on moves is kept in memory.
//!
//! The crate `sgf-parse` was considered: it takes UTF-8 only, forgets where
//! in the text a value stood, in its lenient mode drops the rest of a record after a
//! fault without a word, and leaves the rules of the game to its user as well.
//!
//! ```
//! use tengen::game::{diagram_of, sgf};
//! let text = b"(;SZ[5:3]KM[6,5]AB[aa:ba]PL[W];W[cb];B[])";
//! let loaded = sgf::load(text, None).unwrap();
//! assert_eq!(diagram_of(loaded.game.board()), "XX...\n..O..\n.....\n");
//! assert_eq!(loaded.komi, Some(6.5));
//! // The position before move 1.
//! let start = sgf::load(text, Some(1)).unwrap();
//! assert!(start.game.moves().is_empty());
//!
//! let fault = sgf::load(b"(;SZ[9]\n;B[dd];W[dundefined])", None).unwrap_err();
//! assert_eq!(fault.to_string(), "line 2, column 10: 'dundefined' is not a point of a 9x9 board");
//! ```

mod collection;
mod counted_handicap;
mod encoding;
mod error;
mod header;
mod info;
mod load;
mod name;
mod node;
mod not_understood;
mod note;
mod part;
mod point;
mod read;
mod result;
mod save;
mod start;
mod stray;
mod trees;

pub use collection::split_games;
pub use error::{Fault, SgfError};
pub use info::Info;
pub use load::{Loaded, load};
pub use not_understood::NotUnderstood;
pub use note::{Line, Note};
pub use part::{Before, PartError, load_before};
pub use point::{format_point, parse_point};
pub use result::{VOID, resignation};
pub use save::{save, save_with_notes};

use super::MAX_MOVES;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The most nodes of the main line that are read: room for the longest game that is kept.
pub const MAX_NODES: usize = MAX_MOVES + 2;

/// The most points and rectangles that a record may set up.
pub const MAX_SETUPS: usize = 20_000;

/// The most nodes of the main line that may change stones: each makes a board, which takes up to half a millisecond.
pub const MAX_SETUP_NODES: usize = 2_000;

#[cfg(test)]
mod tests;
