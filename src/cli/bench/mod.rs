//! `tengen bench`.

mod net;
mod rates;
mod superko;
mod visits;

use super::lines::Lines;
use super::{Done, values};
use crate::search::Settings;
use crate::tools::bench::rates::Kind;
use crate::tools::bench::search::{self, Effort, Line};
use crate::tools::progress::Progress;
use crate::types::{Dims, format_move};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

const EXPLANATION: &str = "\
Searches a few fixed positions without a network and shows how fast that went.
The last line, 'Bench: N', is a checksum of what this search did: without options
it is the same on every machine, and changes only if the search without a network
plays differently. The search by a network has no checksum.";

/// Which network can be measured: any, but there must be one.
const NETWORK: &str = "Neural network: a file of KataGo, such as a .bin.gz, or 'built-in' for the one that Tengen carries [default: what TENGEN_NET names, or built-in]";

/// Measure speed, with networks and without; alone: a checksum of the search without a network
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION, args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    #[command(subcommand)]
    job: Option<Job>,

    /// Playouts in each position [default: a fixed number for each board size]
    #[arg(long, value_name = "N", value_parser = values::whole_from(1))]
    playouts: Option<u64>,

    /// Seconds in each position; the checksum then means nothing
    #[arg(long, value_name = "SECONDS", conflicts_with = "playouts", value_parser = values::seconds)]
    time: Option<Duration>,

    /// Threads that search; the checksum means something with one only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole::<usize>(1..=1024))]
    threads: usize,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,
}

/// Boards and numbers of threads, each of which is measured with each, and how the rates are printed.
#[derive(Args, Debug)]
struct Grid {
    /// Boards: sides, or COLUMNSxROWS
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "9,13,19", value_parser = values::dims)]
    sizes: Vec<Dims>,

    /// Numbers of threads
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "1,2", value_parser = values::whole::<usize>(1..=1024))]
    threads: Vec<usize>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl Grid {
    /// Where the rates go: so many for each board and number of threads.
    fn rates(&self, kinds: usize) -> Rates {
        let rates = kinds * self.sizes.len() * self.threads.len();
        Rates {
            json: self.json,
            progress: Progress::new(rates as u64, "rates"),
            lines: Lines::default(),
            values: Vec::new(),
        }
    }
}

/// Rates as they are measured: lines of a table, or the values of one JSON object.
struct Rates {
    json: bool,
    progress: Progress,
    lines: Lines,
    values: Vec<Value>,
}

impl Rates {
    /// Prints a line of the table that is no rate.
    fn heading(&mut self, text: impl Display) {
        if !self.json {
            self.progress.aside(|| self.lines.print(text));
        }
    }

    /// Takes a rate.
    fn take(&mut self, row: String, value: Value) {
        match self.json {
            true => self.values.push(value),
            false => self.heading(row),
        }
        self.progress.step();
    }

    /// Ends the table; or prints the object, of which these fields tell the rest.
    fn end(mut self, mut fields: Value) -> Done {
        drop(self.progress);
        if self.json {
            fields["rates"] = json!(self.values);
            self.lines.print(format_args!("{fields:#}"));
        }
        self.lines.end()?;
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Subcommand, Debug)]
enum Job {
    /// Playouts per second without a tree: uniformly random, and by the policy
    Playouts(rates::RatesArgs),
    /// Playouts per second of the whole search without a network, on empty boards
    Search(rates::RatesArgs),
    Superko(superko::SuperkoArgs),
    Net(net::NetArgs),
    Visits(visits::VisitsArgs),
}

/// Runs the benchmark and prints it.
pub fn run(args: &BenchArgs) -> Done {
    match &args.job {
        Some(Job::Playouts(args)) => rates::run(args, &[Kind::Uniform, Kind::Policy]),
        Some(Job::Search(args)) => rates::run(args, &[Kind::Search]),
        Some(Job::Superko(args)) => superko::run(args),
        Some(Job::Net(args)) => net::run(args),
        Some(Job::Visits(args)) => visits::run(args),
        None => run_fixed(args),
    }
}

fn run_fixed(args: &BenchArgs) -> Done {
    let effort = match (args.playouts, args.time) {
        (Some(playouts), _) => Effort::Playouts(playouts),
        (None, Some(time)) => Effort::Time(time),
        (None, None) => Effort::Standard,
    };
    let settings = Settings {
        threads: args.threads,
        seed: args.seed,
        ..Settings::default()
    };
    let mut total = (0, Duration::ZERO);
    let mut lines = Lines::default();
    let checksum = search::run(&settings, effort, &mut |line| {
        total = (total.0 + line.playouts, total.1 + line.time);
        lines.print(text(line));
    });
    lines.end()?;
    let mut out = io::stdout();
    writeln!(out, "{:<24}{}", "total", speed(total.0, total.1))?;
    writeln!(out, "Bench: {checksum}")?;
    Ok(ExitCode::SUCCESS)
}

fn text(line: &Line) -> String {
    let best = line
        .best
        .map_or("-".to_owned(), |mv| format_move(line.dims, mv));
    let name = format!("{} {}", line.dims, line.name);
    format!("{name:<24}{}  {best}", speed(line.playouts, line.time))
}

fn speed(playouts: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = playouts as f64 / seconds.max(1e-9);
    format!("{playouts:>8} playouts {seconds:>7.3} s {speed:>8.0} /s")
}

/// How many times as fast as one thread something is, for a table; `single` is the rate of one thread, if it is known.
fn speed_up(per_second: f64, single: Option<f64>) -> String {
    let times = single.map(|single| format!("{:.2}", per_second / single));
    times.unwrap_or("-".to_owned())
}
