//! Stones on points: chains with exact liberties, captures, simple ko and the
//! Zobrist hash. This is what playouts run on.
//!
//! A [`Board`] is plain data. It knows neither turn, history nor komi; those
//! belong to [`crate::game`]. It is generic over its layout, so that the
//! compiler knows every stride and array length; [`AnyBoard`] chooses the
//! layout at run time.
//!
//! # Layout, and what was tried
//!
//! * Each point has a *code* of its eight neighbours' cells, kept by XOR when
//!   a cell changes. Eye shape, "has an empty neighbour" and 3×3 patterns are
//!   then one load and a few bit operations.
//! * Each chain owns a bit set of its liberties and their number. Taking a
//!   liberty away from the four neighbours is the same branch-free operation
//!   whatever they hold: empty and off-board points belong to a dummy chain
//!   whose contents mean nothing. A set makes merging two chains an OR.
//! * Chains have dense ids, so that copying a board copies the chains in use
//!   and not one slot per point.
//! * Array lengths are powers of two and indices are masked: no bounds check
//!   is left in the hot loop, without `unsafe`.
//!
//! # The hash
//!
//! Mixing one stone into the hash takes 0.75 ns, hashing the stones of a whole
//! 19x19 board in the middle of a game 590 ns (9x9: 126 ns); the hash after a
//! move, without playing it, about 5 ns (`cargo bench -- hash`).

mod any;
mod keys;
pub mod layout;
mod least_view;
mod sized;

pub use any::AnyBoard;
pub(crate) use any::each;
pub use keys::StoneKeys;
pub use least_view::LeastView;
pub use sized::{Board, Board9, Board13, Board19, Board25};
