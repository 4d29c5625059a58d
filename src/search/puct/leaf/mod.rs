//! What a leaf is worth, and which moves it offers.

pub mod evaluate;
mod finished;
pub mod oracle;
mod vital;
