//! Reads a [`Model`] out of a file. Source: KataGo's `cpp/neuralnet/desc.cpp`.

mod blocks;
mod heads;
mod layers;
mod packed;
mod source;

use super::error::{Fault, FileError};
use super::limits;
use super::{GLOBALS, Model, Multipliers, NEWEST_VERSION, OLDEST_VERSION, PLANES};
use crate::files;
use packed::Unpacked;
use source::Source;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The longest name of a network that KataGo allows.
const LONGEST_NAME: usize = 96;

impl Model {
    /// Reads the file at `path`, packed with gzip or not, with weights as text or binary; the
    /// content tells which, not the name.
    ///
    /// # Errors
    /// If it is no regular file or cannot be read, is damaged, is of a version that Tengen does not know or is larger
    /// than any sensible network. Memory stays bounded by what the file really holds.
    pub fn open(path: impl AsRef<Path>) -> Result<Model, FileError> {
        let path = path.as_ref();
        let model = open(path).and_then(Model::read);
        model.map_err(|error| error.of(path))
    }

    /// Reads a network as [`Model::open`] does.
    ///
    /// # Errors
    /// As [`Model::open`].
    pub fn read(input: impl BufRead) -> Result<Model, FileError> {
        model(&mut unpacked(input)?)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, FileError> {
    let file = files::open_regular(path, limits::BYTES).map_err(FileError::io)?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// The text of a file that may be packed.
fn unpacked<'a>(mut input: impl BufRead + 'a) -> Result<Source<Box<dyn BufRead + 'a>>, FileError> {
    let start = input.fill_buf().map_err(FileError::io)?;
    if !start.starts_with(&packed::MARK) {
        return Ok(Source::new(Box::new(input), false));
    }
    let unpacked = BufReader::with_capacity(1 << 16, Unpacked::new(input));
    Ok(Source::new(Box::new(unpacked), true))
}

/// The first lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name of the network.
    pub name: String,
    /// The version of the format.
    pub version: u32,
    /// Whether there is a metadata encoder.
    pub has_metadata: bool,
    areas_allow_suicide: bool,
}

/// What a file says before the layers begin.
struct Beginning {
    head: Head,
    multipliers: Multipliers,
}

impl Head {
    /// Reads the first lines of the file at `path`, which takes no time worth speaking of.
    ///
    /// # Errors
    /// As [`Model::open`], but of the first lines alone.
    pub fn open(path: impl AsRef<Path>) -> Result<Head, FileError> {
        let path = path.as_ref();
        let head = open(path).and_then(Head::read);
        head.map_err(|error| error.of(path))
    }

    /// Reads the first lines of a network as [`Head::open`] does.
    ///
    /// # Errors
    /// As [`Head::open`].
    pub fn read(input: impl BufRead) -> Result<Head, FileError> {
        Ok(beginning(&mut unpacked(input)?)?.head)
    }
}

fn beginning<R: BufRead>(source: &mut Source<R>) -> Result<Beginning, FileError> {
    let name = model_name(source)?;
    let version = version(source)?;
    source.version = version;
    expect_inputs(source, "planes", PLANES)?;
    expect_inputs(source, "numbers of the input", GLOBALS)?;
    let multipliers = match version {
        13.. => multipliers(source)?,
        _ => Multipliers::default(),
    };
    let mut head = Head {
        name,
        version,
        has_metadata: false,
        areas_allow_suicide: false,
    };
    if version >= 15 {
        head.has_metadata = source.flag("version of the metadata encoder")?;
        head.areas_allow_suicide = source.flag("pass-alive option")?;
        source.unused(6)?;
    }
    Ok(Beginning { head, multipliers })
}

fn model<R: BufRead>(source: &mut Source<R>) -> Result<Model, FileError> {
    let Beginning { head, multipliers } = beginning(source)?;
    let trunk = source.trunk(head.has_metadata)?;
    let policy = source.policy_head(trunk.channels())?;
    let value = source.value_head(trunk.channels())?;
    source.end()?;
    let model = Model {
        name: head.name,
        version: head.version,
        multipliers,
        areas_allow_suicide: head.areas_allow_suicide,
        trunk,
        policy,
        value,
    };
    let work = model.cost(19 * 19).multiplications;
    if work > limits::MULTIPLICATIONS {
        let most = limits::MULTIPLICATIONS;
        let text = format!("an evaluation takes {work} multiplications, more than {most}");
        return Err(source.error(text));
    }
    Ok(model)
}

fn model_name<R: BufRead>(source: &mut Source<R>) -> Result<String, FileError> {
    let name = source.word().map_err(|error| match error.fault() {
        Fault::Content(text) => no_network(source, text),
        _ => error,
    })?;
    let usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.chars().all(usual) {
        let text = "it does not start with a name of letters, digits, _ and -";
        return Err(no_network(source, text));
    }
    if name.len() > LONGEST_NAME {
        let text = format!("its name has more than {LONGEST_NAME} bytes");
        return Err(no_network(source, &text));
    }
    Ok(name)
}

fn no_network<R: BufRead>(source: &Source<R>, why: &str) -> FileError {
    source.error(format!("this is not a network of KataGo: {why}"))
}

fn version<R: BufRead>(source: &mut Source<R>) -> Result<u32, FileError> {
    let version: i64 = source.number("model version")?;
    let known = OLDEST_VERSION as i64..=NEWEST_VERSION as i64;
    if known.contains(&version) {
        return Ok(version as u32);
    }
    let text = format!("model version {version} is not from {OLDEST_VERSION} to {NEWEST_VERSION}");
    Err(source.error(text))
}

fn expect_inputs<R: BufRead>(
    source: &mut Source<R>,
    what: &str,
    expected: usize,
) -> Result<(), FileError> {
    let count: i64 = source.number(what)?;
    if count == expected as i64 {
        return Ok(());
    }
    Err(source.error(format!("{count} {what} instead of {expected}")))
}

fn multipliers<R: BufRead>(source: &mut Source<R>) -> Result<Multipliers, FileError> {
    Ok(Multipliers {
        td_score: source.positive("TD score multiplier")?,
        score_mean: source.positive("score mean multiplier")?,
        score_stdev: source.positive("score stdev multiplier")?,
        lead: source.positive("lead multiplier")?,
        variance_time: source.positive("variance time multiplier")?,
        shortterm_value_error: source.positive("short-term value error multiplier")?,
        shortterm_score_error: source.positive("short-term score error multiplier")?,
    })
}
