//! The file in which findings are kept, so that a job which was interrupted can go on.

use super::{Finding, Graph};
use crate::files;
use crate::tools::learn::ReadError;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 30;
/// How each line begins.
const BEGINNING: &[u8] = b"{\"size\":";

/// A file with a [`Finding`] on each line, all by one network, to which more can be added.
#[derive(Debug)]
pub struct Findings {
    file: File,
    unsigned: usize,
}

/// What has been read of a file.
#[derive(Default)]
struct Content {
    /// Bytes of whole lines.
    whole: usize,
    /// Findings that do not say by which network they are.
    unsigned: usize,
}

impl Findings {
    /// Adds what stands in the file to the graph, and opens it for more by this network; it is made if it is missing. What an
    /// interrupted job has left of a last line is cut off.
    ///
    /// # Errors
    /// If it can be neither read nor written, and if a line is no finding, is by another network or does not fit into the graph; the
    /// file is as it was then.
    pub fn open(path: &Path, network: &str, graph: &mut Graph) -> Result<Findings, ReadError> {
        let fault = |error: io::Error| ReadError::new(path, error);
        let mut file = files::open_to_append(path).map_err(fault)?;
        let content = files::read_regular(path, LONGEST).map_err(fault)?;
        let added = add_lines(&content, network, graph);
        let Content { whole, unsigned } = added.map_err(|wrong| ReadError::new(path, wrong))?;
        if whole < content.len() {
            file.set_len(whole as u64).map_err(fault)?;
        } else if content.last().is_some_and(|&byte| byte != b'\n') {
            file.write_all(b"\n").map_err(fault)?;
        }
        Ok(Findings { file, unsigned })
    }

    /// How many of those that stood in the file do not say by which network they are.
    pub fn unsigned(&self) -> usize {
        self.unsigned
    }

    /// Writes one more.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, finding: &Finding) -> io::Result<()> {
        let line = serde_json::to_string(finding).map_err(io::Error::other)?;
        // In one piece: an interrupted job leaves no half of it, or hardly ever.
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// Whether a line begins as a finding does, or ends before that can be told.
fn is_of_a_finding(line: &[u8]) -> bool {
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

/// Adds the lines of a file.
fn add_lines(content: &[u8], network: &str, graph: &mut Graph) -> Result<Content, String> {
    let mut added = Content::default();
    for (index, line) in content.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let at = |wrong: String| format!("line {}: {wrong}", index + 1);
        let finding: Finding = match serde_json::from_slice(line) {
            Ok(finding) => finding,
            Err(error) if error.is_eof() && is_of_a_finding(line) && !line.ends_with(b"\n") => {
                break;
            }
            Err(error) => return Err(at(error.to_string())),
        };
        match &finding.network {
            None => added.unsigned += 1,
            Some(other) if other == network => {}
            Some(other) => return Err(at(format!("it is by {other}, and not by {network}"))),
        }
        graph.add(&finding).map_err(at)?;
        added.whole += line.len();
    }
    Ok(added)
}
