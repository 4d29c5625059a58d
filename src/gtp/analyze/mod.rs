//! Analyses over GTP: what is asked for, what a line says, and when each is due.

pub(super) mod arguments;
mod cgos;
pub(super) mod line;
mod timing;

pub(super) use arguments::Analysis;
pub(super) use cgos::json_line;
pub(super) use line::Dialect;
pub(super) use timing::Schedule;
