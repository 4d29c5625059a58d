//! The fixed positions, and the checksum.

use super::BenchArgs;
use crate::cli::Done;
use crate::cli::printing::Lines;
use crate::search::Settings;
use crate::tools::bench::search::{self, Effort, Line};
use crate::types::format_move;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Searches the positions and prints how fast that went.
pub fn run(args: &BenchArgs) -> Done {
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
