//! `tengen bench superko`.

use crate::cli::printing::Lines;
use crate::cli::{Done, values};
use crate::game::KoRule;
use crate::tools::bench::superko::{self, Cost, Plan};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

const EXPLANATION: &str = "\
The same searches with positional superko and with simple ko, in turn, in two
positions where stones were taken before. On a busy machine processor time varies by
more than superko costs; counts of instructions do not:

  valgrind --tool=callgrind tengen bench superko --only simple --pairs 1
  valgrind --tool=callgrind tengen bench superko --only positional --pairs 1";

/// Superko's share of the time of a search
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct SuperkoArgs {
    /// Pairs of searches in each position
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::whole::<u16>(1..=u16::MAX))]
    pairs: u16,

    /// Playouts of each search [default: a fixed number for each board size]
    #[arg(long, value_name = "N", value_parser = values::whole_from(1))]
    playouts: Option<u64>,

    /// Search with this rule only
    #[arg(long, value_name = "RULE")]
    only: Option<Rule>,

    /// One board alone: 9 or 19 [default: both]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    size: Option<usize>,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rule {
    Simple,
    Positional,
}

/// A side of one of the boards.
fn side(text: &str) -> Result<usize, String> {
    let sides = superko::sides();
    let side = text.parse().ok().filter(|side| sides.contains(side));
    side.ok_or_else(|| {
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        format!("give {}", sides.join(" or "))
    })
}

/// Searches and prints what it took.
pub fn run(args: &SuperkoArgs) -> Done {
    let plan = Plan {
        pairs: usize::from(args.pairs),
        playouts: args.playouts,
        rules: match args.only {
            None => vec![KoRule::PositionalSuperko, KoRule::Simple],
            // One of them alone, for a profiler that counts instructions.
            Some(Rule::Simple) => vec![KoRule::Simple],
            Some(Rule::Positional) => vec![KoRule::PositionalSuperko],
        },
        side: args.size,
        seed: args.seed,
    };
    if args.json {
        let mut boards = Vec::new();
        superko::run(&plan, &mut |cost| boards.push(to_json(cost)));
        writeln!(io::stdout(), "{:#}", json!({ "boards": boards }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = Lines::default();
    lines.print("board  playouts  with, s  without, s  share");
    superko::run(&plan, &mut |cost| lines.print(row(cost)));
    lines.end()?;
    Ok(ExitCode::SUCCESS)
}

/// Seconds of each search, and the share of superko in them.
fn to_json(cost: &Cost) -> Value {
    json!({
        "size": cost.dims.to_string(),
        "playouts": cost.playouts,
        "with": cost.with,
        "without": cost.without,
        "share": cost.share(),
    })
}

fn row(cost: &Cost) -> String {
    let mean = |times: &[f64]| match times.len() {
        0 => "-".to_owned(),
        count => format!("{:.3}", times.iter().sum::<f64>() / count as f64),
    };
    let share = cost.share();
    format!(
        "{:<5}  {:>8}  {:>7}  {:>10}  {:>5}",
        cost.dims.to_string(),
        cost.playouts,
        mean(&cost.with),
        mean(&cost.without),
        share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share)),
    )
}
