//! `tengen bench visits`.

use super::grid::{Grid, speed_up};
use crate::cli::network::NetworkChoice;
use crate::cli::{Done, values};
use crate::console::rounded;
use crate::search::networks_know;
use crate::tools::bench::visits::{self, Rate};
use clap::Args;
use serde_json::{Value, json};

const EXPLANATION: &str = "\
Searches a few positions on each board, each from an empty tree and with nothing
remembered, and tells which number of threads makes the most visits per second.
'evaluated' and 'remembered' are the shares of the visits for which the network judged
a position, or had judged it before; the others came to nodes that were known.
'met' is the share that came to a position which another thread was having
judged, and had to begin anew.";

/// Visits per second of a search by a network
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(mut_arg("net", |net| net.help(super::NETWORK)))]
pub struct VisitsArgs {
    #[command(flatten)]
    network: NetworkChoice,

    #[command(flatten)]
    grid: Grid,

    /// Visits of each search
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = values::whole_from(1))]
    visits: u64,
}

/// Measures and prints.
pub fn run(args: &VisitsArgs) -> Done {
    let network = args.network.read_some()?;
    if let Some(dims) = args.grid.sizes.iter().find(|&&dims| !networks_know(dims)) {
        return Err(format!(
            "--sizes {dims}: boards with fewer than five lines are searched without a network"
        )
        .into());
    }
    let (grid, visits) = (&args.grid, args.visits);
    let mut rates = grid.rates(1);
    rates.heading(format_args!(
        "{}; {visits} visits in each position\n\
         board  threads  visits/s  over 1 thread  evaluated  remembered    met  nodes",
        network.name()
    ));
    let mut single = None;
    visits::run(&network, &grid.sizes, &grid.threads, visits, &mut |rate| {
        if rate.threads == 1 {
            single = Some(*rate);
        }
        rates.take(row(rate, single.as_ref()), to_json(rate));
    })?;
    rates.end(json!({ "network": network.name() }))
}

/// A line of the table; `single` is the last rate measured with one thread.
fn row(rate: &Rate, single: Option<&Rate>) -> String {
    let percent = |count: u64| format!("{:.1}%", 100.0 * count as f64 / rate.visits as f64);
    let single = single.filter(|single| single.dims == rate.dims);
    format!(
        "{:<5}  {:>7}  {:>8.0}  {:>13}  {:>9}  {:>10}  {:>5}  {:>5}",
        rate.dims.to_string(),
        rate.threads,
        rate.per_second(),
        speed_up(rate.per_second(), single.map(Rate::per_second)),
        percent(rate.evaluations),
        percent(rate.remembered),
        percent(rate.collisions),
        rate.nodes,
    )
}

fn to_json(rate: &Rate) -> Value {
    json!({
        "size": rate.dims.to_string(),
        "threads": rate.threads,
        "visits": rate.visits,
        "per_second": rounded(rate.per_second(), 1),
        "evaluations": rate.evaluations,
        "remembered": rate.remembered,
        "collisions": rate.collisions,
        "nodes": rate.nodes,
    })
}
