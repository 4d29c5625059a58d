//! `tengen bench`.

mod fixed;
mod grid;
mod net;
mod rates;
mod superko;
mod visits;

use super::{Done, values};
use crate::tools::bench::rates::Kind;
use clap::{Args, Subcommand};
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
        None => fixed::run(args),
    }
}
