//! What shards are made of, as a file beside them tells it.

use super::lots::Options;
use crate::version::VERSION;
use flate2::{Crc, CrcReader};
use serde_json::{Value, json};
use std::fs::File;
use std::io;
use std::path::Path;

/// A file that positions come from, as a plan tells it from others.
pub struct Input {
    name: String,
    positions: usize,
    /// Of the unpacked content: it may be packed again.
    bytes: usize,
    checksum: u32,
}

impl Input {
    /// A file with this unpacked content, from which so many positions are taken.
    pub fn new(path: &Path, content: &[u8], positions: usize) -> Input {
        let mut checksum = Crc::new();
        checksum.update(content);
        Input {
            name: file_name(path),
            positions,
            bytes: content.len(),
            checksum: checksum.sum(),
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "positions": self.positions,
            "bytes": self.bytes,
            "crc32": format!("{:08x}", self.checksum),
        })
    }
}

/// The checksum of a file as it lies there: what stands in a network's file may change, its name and the name within stay.
///
/// # Errors
/// What the system says.
pub fn checksum(path: &Path) -> io::Result<String> {
    let mut file = CrcReader::new(File::open(path)?);
    io::copy(&mut file, &mut io::sink())?;
    Ok(format!("{:08x}", file.crc().sum()))
}

/// A file as plans name it: by its name, wherever it lies.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What decides which shards come of positions: two jobs may share a directory only if it is the same.
pub fn describe(inputs: &[Input], answers: &str, options: &Options) -> String {
    let inputs: Vec<Value> = inputs.iter().map(Input::to_json).collect();
    let plan = json!({
        // Another version may make other shards of the same inputs.
        "tengen": VERSION,
        "inputs": inputs,
        "answers": answers,
        "seed": options.seed,
        "shard_size": options.shard_size,
        "hold_back": options.hold_back,
    });
    format!("{plan:#}\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::OPTIONS;
    use super::*;
    use crate::temporary::Directory;
    use std::fs;

    #[test]
    fn a_plan_tells_files_of_the_same_name_and_length_apart() {
        let plan = |path: &str, content: &[u8], positions| {
            let input = Input::new(Path::new(path), content, positions);
            describe(&[input], "labels", &OPTIONS)
        };
        let there = plan("labels/a.lab", b"one", 7);
        assert_eq!(there, plan("elsewhere/a.lab", b"one", 7));
        for other in [
            plan("labels/b.lab", b"one", 7),
            plan("labels/a.lab", b"two", 7),
            plan("labels/a.lab", b"three", 7),
            plan("labels/a.lab", b"one", 8),
        ] {
            assert_ne!(there, other);
        }
    }

    #[test]
    fn a_checksum_tells_files_of_the_same_name_apart() {
        let directory = Directory::new("checksum");
        let path = directory.join("net.bin");
        fs::write(&path, b"123456789").unwrap();
        assert_eq!(checksum(&path).unwrap(), "cbf43926");
        fs::write(&path, b"123456788").unwrap();
        assert_ne!(checksum(&path).unwrap(), "cbf43926");
    }
}
