//! Which kernel computes a network: the one that is named, or the fastest in which the network errs little enough. The
//! reference, which needs none and is the slowest, goes by a kernel's name too.

use super::compiled::{Compiled, errs_too_much, said_in_trial};
use super::file::Model;
use super::kernel::{Kernel, Precision, available};
use super::model::{Prepared, Reference};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// A kernel and the precision of nearly all its products.
type Way = (&'static dyn Kernel, Precision);

static WAYS: LazyLock<Vec<Way>> = LazyLock::new(ways);

/// Each kernel in the precisions that are worth while, the fastest first.
fn ways() -> Vec<Way> {
    let kernels = available().into_iter();
    kernels
        .flat_map(|kernel| {
            kernel
                .precisions()
                .iter()
                .map(move |&precision| (kernel, precision))
        })
        .collect()
}

/// The names that may be asked for, the fastest first; the reference is the last.
pub fn kernel_names() -> Vec<&'static str> {
    let names = WAYS
        .iter()
        .map(|(kernel, precision)| kernel.name(*precision));
    names.chain([Reference::NAME]).collect()
}

/// A kernel that does not exist, or not on this processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKernel(String);

impl fmt::Display for UnknownKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = kernel_names().join(", ");
        write!(
            f,
            "kernel '{}' is not here; this processor has {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownKernel {}

/// Makes a network ready for a kernel. If none is named, it is the fastest one in which the network errs little
/// enough; see [`errs_too_much`].
///
/// # Errors
/// If there is no such kernel.
pub fn prepare(model: Arc<Model>, name: Option<&str>) -> Result<Arc<dyn Prepared>, UnknownKernel> {
    let Some(name) = name else {
        return Ok(fastest(&model));
    };
    if name == Reference::NAME {
        return Ok(Arc::new(Reference::new(model)));
    }
    let mut ways = WAYS.iter();
    match ways.find(|(kernel, precision)| kernel.name(*precision) == name) {
        Some(&(kernel, precision)) => Ok(Arc::new(Compiled::new(kernel, precision, &model))),
        None => Err(UnknownKernel(name.to_owned())),
    }
}

fn fastest(model: &Model) -> Arc<dyn Prepared> {
    let (kernel, _) = WAYS[0];
    let compiled = |precision| Arc::new(Compiled::new(kernel, precision, model));
    let precisions = kernel.precisions().iter().copied();
    let coarser = precisions.take_while(|&precision| precision != Precision::Float);
    let coarser: Vec<Precision> = coarser.collect();
    if coarser.is_empty() {
        return compiled(Precision::Float);
    }
    // One network after the other: two of them might be more than the system has memory for.
    let expected = said_in_trial(&compiled(Precision::Float));
    let mut coarse = coarser.into_iter().map(compiled);
    let accepted = coarse.find(|coarse| !errs_too_much(coarse, &expected));
    accepted.unwrap_or_else(|| compiled(Precision::Float))
}
