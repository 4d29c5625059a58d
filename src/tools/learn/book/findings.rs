//! The file in which findings are kept, so that a job which was interrupted can go on.

use super::{Finding, Graph};
use crate::files;
use crate::tools::learn::ReadError;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// A file with a [`Finding`] on each line, to which more can be added.
#[derive(Debug)]
pub struct Findings(File);

impl Findings {
    /// Adds what stands in the file to the graph, and opens it for more; it is made if it is missing. What an interrupted job has
    /// left of a last line is cut off.
    ///
    /// # Errors
    /// If it can be neither read nor written, and if a line is no finding or does not fit into the graph.
    pub fn open(path: &Path, graph: &mut Graph) -> Result<Findings, ReadError> {
        let fault = |error: io::Error| ReadError::new(path, error);
        let mut options = OpenOptions::new();
        let file = options
            .append(true)
            .create(true)
            .open(path)
            .map_err(fault)?;
        let content = files::read_regular(path, LONGEST).map_err(fault)?;
        let end = content.iter().rposition(|&byte| byte == b'\n');
        let whole = &content[..end.map_or(0, |last| last + 1)];
        add_lines(whole, graph).map_err(|wrong| ReadError::new(path, wrong))?;
        if whole.len() < content.len() {
            file.set_len(whole.len() as u64).map_err(fault)?;
        }
        Ok(Findings(file))
    }

    /// Writes one more.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, finding: &Finding) -> io::Result<()> {
        let line = serde_json::to_string(finding).map_err(io::Error::other)?;
        // In one piece: an interrupted job leaves no half of it, or hardly ever.
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}

fn add_lines(text: &[u8], graph: &mut Graph) -> Result<(), String> {
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let at = |wrong: String| format!("line {}: {wrong}", index + 1);
        let finding = serde_json::from_slice(line).map_err(|error| at(error.to_string()))?;
        graph.add(&finding).map_err(at)?;
    }
    Ok(())
}
