//! Networks that tests play with: a small one, and what is left of a large one.

#![allow(dead_code, reason = "not every test needs all of it")]

mod sample;

use crate::temporary::TemporaryFile;
use sample::{Weights, plans};

/// The file of a small network with random weights, which is told of the players or not.
pub fn random_network(is_human_style: bool, name: &str) -> TemporaryFile {
    let mut plans = plans().into_iter();
    let plan = plans.find(|plan| plan.metadata == is_human_style).unwrap();
    TemporaryFile::new(name, plan.file(5, Weights::Binary))
}

/// A file that begins as a network does and breaks off.
pub fn half_a_network() -> &'static [u8] {
    let whole = include_bytes!("../../src/net/built-in.bin.gz");
    &whole[..whole.len() / 2]
}
