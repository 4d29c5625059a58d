//! `tengen bench playouts` and `tengen bench search`.

use super::{Grid, speed_up};
use crate::cli::lines::Lines;
use crate::cli::{Done, values};
use crate::console;
use crate::tools::bench::rates::{self, Kind, Plan, Rate};
use crate::tools::progress::Progress;
use crate::types::Dims;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
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
    let progress = args.grid.progress(kinds.len());
    match args.grid.json {
        true => print_json(&plan, progress),
        false => print_table(&plan, progress),
    }
}

fn print_json(plan: &Plan, progress: Progress) -> Done {
    let mut rates = Vec::new();
    rates::run(plan, &mut |rate| {
        rates.push(to_json(rate));
        progress.step();
    });
    drop(progress);
    writeln!(io::stdout(), "{:#}", json!({ "rates": rates }))?;
    Ok(ExitCode::SUCCESS)
}

fn to_json(rate: &Rate) -> Value {
    let mut object = json!({
        "kind": rate.kind.name(),
        "size": size(rate.dims),
        "threads": rate.threads,
        "per_second": rounded(rate.per_second),
    });
    if let (Some(moves), Some(nanoseconds)) = (rate.moves_per_playout, rate.ns_per_move()) {
        object["moves_per_playout"] = rounded(moves);
        object["ns_per_move"] = rounded(nanoseconds);
    }
    object
}

/// The side of a square; columns and rows of another board.
fn size(dims: Dims) -> Value {
    if dims.width() == dims.height() {
        return json!(dims.width());
    }
    json!(dims.to_string())
}

/// One digit behind the point says more than can be measured.
fn rounded(value: f64) -> Value {
    json!(console::rounded(value, 1))
}

fn print_table(plan: &Plan, progress: Progress) -> Done {
    let mut lines = Lines::default();
    progress.aside(|| {
        lines.print("kind     board  threads  playouts/s  over 1 thread  moves  ns/move");
    });
    let mut single = None;
    rates::run(plan, &mut |rate| {
        if rate.threads == 1 {
            single = Some(rate.clone());
        }
        let line = row(rate, single.as_ref());
        progress.aside(|| lines.print(line));
        progress.step();
    });
    drop(progress);
    lines.end()?;
    Ok(ExitCode::SUCCESS)
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
