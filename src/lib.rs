pub mod types;
pub mod zobrist;
