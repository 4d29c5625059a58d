//! The ways to compute a network, by name.

use super::compiled::Compiled;
use super::file::Model;
use super::kernel::{Kernel, available};
use super::model::{Prepared, Reference};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The reference: plain loops, which need no kernel and are the slowest way.
const SCALAR: &str = "scalar";

static KERNELS: LazyLock<Vec<&'static dyn Kernel>> = LazyLock::new(available);

/// The kernels that this processor has, the one chosen by default first.
pub fn names() -> Vec<&'static str> {
    let kernels = KERNELS.iter().map(|kernel| kernel.name());
    kernels.chain([SCALAR]).collect()
}

/// A kernel that does not exist, or not on this processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKernel(String);

impl fmt::Display for UnknownKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = names().join(", ");
        write!(
            f,
            "kernel '{}' is not here; this processor has {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownKernel {}

/// Makes a network ready for a kernel; for the default one if none is named.
///
/// # Errors
/// If there is no such kernel.
pub fn prepare(model: Arc<Model>, name: Option<&str>) -> Result<Arc<dyn Prepared>, UnknownKernel> {
    let name = name.unwrap_or(names()[0]);
    if name == SCALAR {
        return Ok(Arc::new(Reference::new(model)));
    }
    match KERNELS.iter().find(|kernel| kernel.name() == name) {
        Some(&kernel) => Ok(Arc::new(Compiled::new(kernel, &model))),
        None => Err(UnknownKernel(name.to_owned())),
    }
}
