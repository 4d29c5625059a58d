//! `tengen bench net`.

use super::grid::Grid;
use crate::cli::network::{BUILT_IN, open_network, unless_empty, with_origin};
use crate::cli::{Done, values};
use crate::console::rounded;
use crate::net::{Network, NetworkOptions, kernel_names};
use crate::tools::bench::net::{self, Rate};
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EXPLANATION: &str = "\
Evaluates positions from beginning to end of a game, each thread for itself, without
a search and without remembering anything. An evaluation is all that a search needs
of the network: features, trunk, heads, and their numbers as probabilities and points.";

/// Evaluations of a neural network per second
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct NetArgs {
    #[arg(long, value_name = "FILE", env = "TENGEN_NET", hide_env = true, default_value = BUILT_IN, hide_default_value = true, help = super::NETWORK)]
    net: OsString,

    /// How to compute it; may be given again for others, or 'all' [default: the fastest way here]
    #[arg(long = "kernel", value_name = "NAME", value_parser = kernel)]
    kernels: Vec<String>,

    #[command(flatten)]
    grid: Grid,

    /// Seconds for each rate
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = values::seconds)]
    time: Duration,
}

/// Stands for every kernel that this processor has.
const ALL: &str = "all";

fn kernel(text: &str) -> Result<String, String> {
    match text {
        ALL => Ok(text.to_owned()),
        _ => values::kernel(text),
    }
}

/// Measures and prints.
pub fn run(args: &NetArgs) -> Done {
    let (grid, kernels) = (&args.grid, kernels_of(args));
    let mut rates = grid.rates(kernels.len());
    let mut networks = Vec::new();
    for kernel in kernels {
        let ready = open(args, kernel)?;
        rates.heading(ready.heading());
        networks.push(ready.to_json());
        let network = &ready.network;
        net::run(
            network,
            &grid.sizes,
            &grid.threads,
            args.time,
            &mut |rate| {
                rates.take(row(rate), to_json(network, rate));
            },
        )?;
    }
    let memory = memory("VmHWM:");
    if let Some(bytes) = memory {
        rates.heading(format_args!("the program took at most {} MB", bytes >> 20));
    }
    rates.end(json!({ "networks": networks, "peak_memory_bytes": memory }))
}

/// The kernels asked for; `None` is the default one.
fn kernels_of(args: &NetArgs) -> Vec<Option<String>> {
    if args.kernels.iter().any(|name| name == ALL) {
        let names = kernel_names().into_iter();
        return names.map(|name| Some(name.to_owned())).collect();
    }
    if args.kernels.is_empty() {
        return vec![None];
    }
    args.kernels.iter().cloned().map(Some).collect()
}

/// A network that has been read.
struct Ready {
    network: Arc<Network>,
    /// How long it took.
    seconds: f64,
    /// By how much the program has grown, where the system tells.
    bytes: Option<u64>,
}

fn open(args: &NetArgs, kernel: Option<String>) -> Result<Ready, String> {
    let options = NetworkOptions {
        kernel,
        cache_bytes: 0,
    };
    let (started, before) = (Instant::now(), memory("VmRSS:"));
    let network = open_network(unless_empty(&args.net).as_ref(), &options)
        .map_err(|error| with_origin(Some(&args.net), error))?;
    let after = memory("VmRSS:");
    Ok(Ready {
        network: Arc::new(network),
        seconds: started.elapsed().as_secs_f64(),
        bytes: before
            .zip(after)
            .map(|(before, after)| after.saturating_sub(before)),
    })
}

impl Ready {
    fn heading(&self) -> String {
        let network = &self.network;
        let size = match self.bytes {
            Some(bytes) => format!(", {:.1} MB", bytes as f64 / f64::from(1 << 20)),
            None => String::new(),
        };
        format!(
            "{}, kernel {}: ready after {:.2} s{size}\n\
             board  threads  evaluations/s  features  trunk  heads",
            network.about().name,
            network.kernel(),
            self.seconds,
        )
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.network.about().name,
            "kernel": self.network.kernel(),
            "memory_bytes": self.bytes,
            "seconds_to_load": rounded(self.seconds, 3),
        })
    }
}

fn row(rate: &Rate) -> String {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    format!(
        "{:<5}  {:>7}  {:>13.1}  {:>8}  {:>5}  {:>5}",
        rate.dims.to_string(),
        rate.threads,
        rate.per_second,
        percent(rate.features),
        percent(rate.trunk),
        percent(rate.heads),
    )
}

fn to_json(network: &Network, rate: &Rate) -> Value {
    json!({
        "kernel": network.kernel(),
        "size": rate.dims.to_string(),
        "threads": rate.threads,
        "per_second": rounded(rate.per_second, 3),
        "features": rounded(rate.features, 3),
        "trunk": rounded(rate.trunk, 3),
        "heads": rounded(rate.heads, 3),
    })
}

/// A number of `/proc/self/status` in bytes, where the system has that.
fn memory(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
