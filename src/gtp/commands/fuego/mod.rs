//! What Fuego's regression files ask for besides the standard.

pub mod compare;
pub mod distance;
pub mod ladders;
pub mod rules;
pub mod safety;
pub mod values;
