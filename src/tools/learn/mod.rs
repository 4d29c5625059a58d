//! `tengen learn`: the data that networks are trained with, and opening books.
//!
//! ```text
//! source     positions with answers: labels of another network, game records  (any of them, by number)
//!   └> detours, disputed, judged   the same after other moves, the hardest of them, as a teacher judges them
//!   └> lots      which position goes into which shard: by size, split by game, shuffled
//!        └> make      threads that fill the shards and write them, one file at a time, with the plan of what they are made of
//! ```
//!
//! `book` stands beside them: it makes an opening book of what a network's searches find.
//!
//! The format of the files is described in `docs/training-data.md`.

pub mod book;
mod detours;
mod disputed;
mod judged;
mod labels;
mod lots;
mod make;
mod numbers;
mod pack;
mod plan;
mod policy;
mod policy_games;
mod random;
mod records;
mod selfplay;
mod shard;
mod source;

#[cfg(test)]
mod tests;

pub use detours::detours;
pub use disputed::{Disputed, between};
pub use judged::judged;
pub use labels::{LabelError, Labels};
pub use lots::Options;
pub use make::{Made, Making, MakingError, Tell, make, play_games};
pub use pack::{ReadError, read_file};
pub use plan::{Input, checksum, describe, file_name};
pub use policy_games::PolicyGames;
pub use records::{Choice, RecordSource};
pub use selfplay::SelfPlay;
pub use shard::{Answer, Shard, UNKNOWN_OWNER};
pub use source::{Change, Changed, Joined, Sample, Source};
