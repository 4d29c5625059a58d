//! `tengen regress`.

use super::{Done, FAILURE, TROUBLE, values};
use crate::tools::engine::Engine;
use crate::tools::process;
use crate::tools::regress::report::{self, Totals};
use crate::tools::regress::{self, Event};
use clap::{Args, value_parser};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const EXPLANATION: &str = "\
A test is a numbered GTP command and, on the next line, the reply it must get:

  loadsgf ladder.sgf 12        no number: sets up the position
  10 reg_genmove black         a test
  #? [D4|E5]                   a regular expression for the whole reply
  20 reg_genmove white
  #? [!D4]*                    '!' anything else; '*' known to fail today

Each file has an engine process of its own, started in the file's directory, so
that loadsgf finds games beside the file. An error reply fails a test.

Exit codes: 0 no test failed without a '*'; 1 one did, or a line of set-up;
2 a file could not be read or the engine not started.";

/// Run regression tests in GNU Go's .tst format
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct RegressArgs {
    /// The test files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Command line of the engine to test [default: this program]
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["playouts", "seed"])]
    engine: Option<String>,

    /// Playouts for each move of this program, which runs on one thread
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    playouts: u64,

    /// Seed of this program
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds that a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = values::seconds)]
    limit: Duration,

    /// Show unexpected results and totals alone
    #[arg(long, short)]
    quiet: bool,
}

impl RegressArgs {
    fn launch(&self, directory: &Path) -> Result<Box<dyn Engine>, String> {
        if let Some(command) = &self.engine {
            return process::launch_in(command, directory);
        }
        let options = [
            "gtp".to_owned(),
            "--threads=1".to_owned(),
            format!("--playouts={}", self.playouts),
            format!("--seed={}", self.seed),
        ];
        process::launch_self(&options, directory)
    }
}

/// Runs the files and prints what came of them.
pub fn run(args: &RegressArgs) -> Done {
    let mut out = io::stdout();
    let mut totals = Totals::default();
    for path in &args.files {
        let mut observe = |event: &Event| {
            if !args.quiet || report::is_unexpected(event) {
                // A reader that went away is noticed at the totals.
                let _ = writeln!(out, "{}", report::line(path, event));
            }
        };
        let launch = |directory: &Path| args.launch(directory);
        match regress::run_file(path, &launch, args.limit, &mut observe) {
            Ok(file) => {
                let counts = Totals::of(&file);
                let seconds = file.time.as_secs_f64();
                writeln!(out, "{}: {counts}, {seconds:.1} s", path.display())?;
                totals += counts;
            }
            Err(error) => {
                writeln!(out, "{error}")?;
                totals.unrun_files += 1;
            }
        }
    }
    if args.files.len() > 1 {
        writeln!(out, "total: {totals}")?;
    }
    Ok(if totals.unrun_files > 0 {
        ExitCode::from(TROUBLE)
    } else if totals.all_well() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILURE)
    })
}
