//! `tengen bench playouts` and `tengen bench search`.

use super::grid::{Grid, speed_up};
use crate::cli::{Done, values};
use crate::console;
use crate::tools::bench::rates::{self, Kind, Plan, Rate};
use clap::Args;
use serde_json::{Value, json};
use std::time::Duration;

/// What is measured, and for how long.
#[derive(Args, Debug)]
pub struct RatesArgs {
    #[command(flatten)]
    grid: Grid,

    /// Seconds for each rate
    #[arg(long, value_name = "SECONDS", default_value = "1.2", value_parser = values::seconds)]
    time: Duration,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,
}

/// Measures these rates.
pub fn run(args: &RatesArgs, kinds: &[Kind]) -> Done {
    let plan = Plan {
        kinds: kinds.to_vec(),
        boards: args.grid.sizes.clone(),
        threads: args.grid.threads.clone(),
        time: args.time,
        seed: args.seed,
    };
    let mut rates = args.grid.rates(kinds.len());
    rates.heading("kind     board  threads  playouts/s  over 1 thread  moves  ns/move");
    let mut single = None;
    rates::run(&plan, &mut |rate| {
        if rate.threads == 1 {
            single = Some(rate.clone());
        }
        rates.take(row(rate, single.as_ref()), to_json(rate));
    })?;
    rates.end(json!({}))
}

fn to_json(rate: &Rate) -> Value {
    let mut object = json!({
        "kind": rate.kind.name(),
        "size": rate.dims.to_string(),
        "threads": rate.threads,
        "per_second": rounded(rate.per_second),
    });
    if let (Some(moves), Some(nanoseconds)) = (rate.moves_per_playout, rate.ns_per_move()) {
        object["moves_per_playout"] = rounded(moves);
        object["ns_per_move"] = rounded(nanoseconds);
    }
    object
}

/// One digit behind the point says more than can be measured.
fn rounded(value: f64) -> Value {
    json!(console::rounded(value, 1))
}

/// A line of the table; `single` is the last rate measured with one thread.
fn row(rate: &Rate, single: Option<&Rate>) -> String {
    let single = single.filter(|single| single.kind == rate.kind && single.dims == rate.dims);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
    format!(
        "{:<7}  {:<5}  {:>7}  {:>10.0}  {:>13}  {:>5}  {:>7}",
        rate.kind.name(),
        rate.dims.to_string(),
        rate.threads,
        rate.per_second,
        speed_up(rate.per_second, single.map(|single| single.per_second)),
        number(rate.moves_per_playout),
        number(rate.ns_per_move()),
    )
}
