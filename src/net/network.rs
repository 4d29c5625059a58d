//! A network ready to be asked.

use super::cache::Cache;
use super::features::ADVANTAGE;
use super::file::{FileError, Model};
use super::kernel_choice::{UnknownKernel, prepare};
use super::model::{Outputs, Prepared};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// How a network is to be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkOptions {
    /// The kernel's name, one of [`kernel_names`](super::kernel_names); the best one that this processor has if there is none.
    pub kernel: Option<String>,
    /// The most memory for evaluations that may be needed again, in bytes.
    pub cache_bytes: usize,
}

impl Default for NetworkOptions {
    fn default() -> NetworkOptions {
        NetworkOptions {
            kernel: None,
            cache_bytes: 64 << 20,
        }
    }
}

/// A network ready to be asked: its weights, once in memory, and the evaluations it has made.
/// Threads share one; each asks it through an [`Evaluator`](super::Evaluator) of its own.
#[derive(Debug)]
pub struct Network {
    about: About,
    outputs: Outputs,
    prepared: Arc<dyn Prepared>,
    cache: Cache,
}

/// What is to be known of a network besides its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The name in the file.
    pub name: String,
    /// The version of its format.
    pub version: u32,
    /// Learned numbers.
    pub parameters: u64,
    /// Whether it is one of the human-style networks, which are told of the players.
    pub has_metadata: bool,
    /// Whether it was taught what a playout doubling advantage means.
    pub knows_advantage: bool,
    /// Whether areas are to be shown to it as if suicide were legal.
    pub areas_allow_suicide: bool,
}

/// Why a network cannot be used.
#[derive(Debug)]
pub enum NetworkError {
    /// The file is no network.
    File(FileError),
    /// There is no such kernel here.
    Kernel(UnknownKernel),
    /// What the network of this name says of an empty board cannot be meant.
    Unsound(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::File(error) => error.fmt(f),
            NetworkError::Kernel(error) => error.fmt(f),
            NetworkError::Unsound(name) => write!(
                f,
                "network {name}: its numbers grow beyond all bounds on an empty board"
            ),
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<FileError> for NetworkError {
    fn from(error: FileError) -> NetworkError {
        NetworkError::File(error)
    }
}

impl From<UnknownKernel> for NetworkError {
    fn from(error: UnknownKernel) -> NetworkError {
        NetworkError::Kernel(error)
    }
}

impl Network {
    /// Reads a file and makes its network ready.
    ///
    /// # Errors
    /// If the file is no network that Tengen can read, or the kernel is not there.
    pub fn open(path: &Path, options: &NetworkOptions) -> Result<Network, NetworkError> {
        Ok(Network::new(Model::open(path)?, options)?)
    }

    /// Makes a network ready.
    ///
    /// # Errors
    /// If the kernel is not there.
    pub fn new(model: Model, options: &NetworkOptions) -> Result<Network, UnknownKernel> {
        let about = About::from(&model);
        let outputs = Outputs::of(&model);
        Ok(Network {
            about,
            outputs,
            prepared: prepare(Arc::new(model), options.kernel.as_deref())?,
            cache: Cache::new(options.cache_bytes),
        })
    }

    /// What is to be known of it.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &'static str {
        self.prepared.kernel_name()
    }

    /// Bytes of memory that its weights take.
    pub fn weight_bytes(&self) -> usize {
        self.about.parameters as usize * self.prepared.bytes_per_parameter()
    }

    /// How its raw numbers are to be read.
    pub fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    /// Its weights, as its kernel wants them.
    pub fn prepared(&self) -> &Arc<dyn Prepared> {
        &self.prepared
    }

    /// The evaluations it has made.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }
}

/// Whether the numbers that tell of a playout doubling advantage have a weight: what was never shown to a network has none.
fn knows_advantage(model: &Model) -> bool {
    let globals = &model.trunk.globals;
    let rows = globals.weights.chunks_exact(globals.outputs);
    let mut weights = rows.skip(ADVANTAGE.start).take(ADVANTAGE.len()).flatten();
    weights.any(|&weight| weight != 0.0)
}

impl From<&Model> for About {
    fn from(model: &Model) -> About {
        About {
            name: model.name.clone(),
            version: model.version,
            parameters: model.cost(1).parameters,
            has_metadata: model.trunk.metadata.is_some(),
            knows_advantage: knows_advantage(model),
            areas_allow_suicide: model.areas_allow_suicide,
        }
    }
}
