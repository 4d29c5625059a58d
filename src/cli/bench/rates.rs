//! `tengen bench playouts`, `tengen bench search` and `tengen bench --json`.

use super::speed_up;
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

/// Boards, threads and time, the same for all rates.
#[derive(Args, Debug)]
pub struct RatesArgs {
    /// Boards: sides, or COLUMNSxROWS
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = SIZES, value_parser = values::dims)]
    sizes: Vec<Dims>,

    /// Numbers of threads
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "1,2", value_parser = values::whole::<u16>(1..=1024))]
    threads: Vec<u16>,

    /// Seconds for each rate
    #[arg(long, value_name = "SECONDS", default_value = TIME, value_parser = values::seconds)]
    time: Duration,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

const SIZES: &str = "9,13,19";
const THREADS: [u16; 2] = [1, 2];
const TIME: &str = "1.2";

/// Measures these rates.
pub fn run(args: &RatesArgs, kinds: &[Kind]) -> Done {
    let plan = Plan {
        kinds: kinds.to_vec(),
        boards: args.sizes.clone(),
        threads: args.threads.iter().copied().map(usize::from).collect(),
        time: args.time,
        seed: args.seed,
    };
    if args.json {
        return print_json(&plan);
    }
    print_table(&plan)
}

/// Measures every kind of rate on the usual boards and prints JSON.
pub fn run_all(threads: Option<u16>, time: Option<Duration>, seed: u64) -> Done {
    let threads = threads.map_or(THREADS.to_vec(), |threads| vec![threads]);
    let boards: Result<_, String> = SIZES.split(',').map(values::dims).collect();
    print_json(&Plan {
        kinds: vec![Kind::Uniform, Kind::Policy, Kind::Search],
        boards: boards?,
        threads: threads.into_iter().map(usize::from).collect(),
        time: time.map_or_else(|| values::seconds(TIME), Ok)?,
        seed,
    })
}

fn progress(plan: &Plan) -> Progress {
    let rates = plan.kinds.len() * plan.boards.len() * plan.threads.len();
    Progress::new(rates as u64, "rates")
}

fn print_json(plan: &Plan) -> Done {
    let mut rates = Vec::new();
    let progress = progress(plan);
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

fn print_table(plan: &Plan) -> Done {
    let mut lines = Lines::default();
    lines.print("kind     board  threads  playouts/s  over 1 thread  moves  ns/move");
    let mut single = None;
    let progress = progress(plan);
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
