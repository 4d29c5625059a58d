//! `tengen perft`.

use super::{Done, values};
use crate::game::{Game, Rules};
use crate::tools::perft::perft;
use crate::types::Dims;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

const EXPLANATION: &str = "\
Counts the sequences of moves from the empty board, a pass being a move and two
passes ending a game. Programs that agree about the rules agree about these
numbers, which makes them a test of captures, ko and suicide.";

/// Count the sequences of moves of each length: a test of the rules
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct PerftArgs {
    /// The greatest length
    #[arg(value_name = "DEPTH", default_value_t = 5, value_parser = values::whole::<u32>(1..=1000))]
    depth: u32,

    /// Board: its side, or COLUMNSxROWS
    #[arg(long, value_name = "SIZE", default_value = "3", value_parser = values::dims)]
    size: Dims,

    /// Rules [default: area scoring, positional superko, no suicide]
    #[arg(long, value_name = "NAME", value_parser = Rules::parse)]
    rules: Option<Rules>,

    /// Print one JSON object at the end instead of a table
    #[arg(long)]
    json: bool,
}

/// Counts and prints each length as it is done.
pub fn run(args: &PerftArgs) -> Done {
    let rules = args.rules.unwrap_or_default();
    let game = Game::new(args.size, rules, 0.0);
    let mut out = io::stdout();
    let mut rows = Vec::new();
    for depth in 1..=args.depth as usize {
        let started = Instant::now();
        let count = perft(&game, depth)[depth];
        let seconds = started.elapsed().as_secs_f64();
        rows.push(json!({ "depth": depth, "sequences": count, "seconds": seconds }));
        if !args.json {
            writeln!(out, "{depth:>5} {count:>20} {seconds:>10.3} s")?;
        }
        if count == 0 {
            break;
        }
    }
    if args.json {
        let size = args.size.to_string();
        writeln!(out, "{:#}", json!({ "size": size, "counts": rows }))?;
    }
    Ok(ExitCode::SUCCESS)
}
