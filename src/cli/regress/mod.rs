//! `tengen regress`.

mod engine;
mod reports;

use super::network::NetworkChoice;
use super::printing::Lines;
use super::{Done, FAILURE, TROUBLE, printed, values};
use crate::console::{counted, stderr};
use crate::files;
use crate::game::Rules;
use crate::monitor::Monitor;
use crate::tools::process;
use crate::tools::progress::Bar;
use crate::tools::regress::compare::{Changes, Earlier};
use crate::tools::regress::missing::missing_commands;
use crate::tools::regress::report;
use crate::tools::regress::run_files::{Watcher, run_files};
use crate::tools::regress::suite;
use crate::tools::regress::totals::Totals;
use crate::tools::regress::{Event, Outcome, Run, load};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The longest file of an earlier run, whose results take some hundred bytes each.
const MOST_RESULTS: u64 = 256 << 20;

const EXPLANATION: &str = "\
A test is a numbered GTP command and, behind it, the reply it must get:

  loadsgf ladder.sgf 12        no number: sets up the position
  10 reg_genmove black         a test
  #? [D4|E5]                   a regular expression for the whole reply
  20 reg_genmove white
  #? [!D4]*                    '!' anything else; '*' known to fail today
  30 estimate_score
  #? [B\\+5.*]&                 '&' shown but not judged

Each file has an engine process of its own, started in the file's directory, so
that loadsgf finds games beside the file. Capitals count in a reply, unless it is
nothing but vertices, pass, resign and colours. A '#?' line judges the last command,
or the last numbered one before it if that has no '#?' line yet. An error reply fails
a test, and so does a pattern that cannot be read. A numbered command without a '#?' line behind it
passes with every reply but an error. An engine that dies or hangs fails the test it
was asked, whatever its mark; a new one is told again what made the position, numbered
or not, and goes on, as it does after quit. After a line of set-up that failed the
tests go on, on whatever board is there. @FILE stands for the files that FILE names,
one on a line; names count from here or else from beside FILE.

In the table, PASS and FAIL count the tests without a '*'; 'pass' counts tests that
passed although marked '*', 'fail' those that failed as marked.

Exit codes: 0 no test failed without a '*'; 1 one did, or a line of set-up; with
--compare, 1 only if a test that passed in the earlier run fails now, or a line of
set-up that did not fail there; 2 a file or a line that is no test's could not be
read, the engine not started, a report not written, there is no test, or the earlier
run has none of them; 130 an interrupt ended it, and its engines: the counts so far
are on standard error, and no report is written.";

/// Run regression tests in GNU Go's .tst format
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct RegressArgs {
    /// The test files, or @FILE for a list of them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<OsString>,

    /// Command line of the engine to test [default: this program]
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["playouts", "seed", "kernel", "human_profile"])]
    engine: Option<String>,

    /// Playouts for each move of this program, which runs on one thread
    #[arg(long, value_name = "N", default_value_t = 2000, conflicts_with = "time", value_parser = values::whole_from(1))]
    playouts: u64,

    /// Seconds for each move; to another engine sent as 'time_settings 0 SECONDS 1', rounded up if it takes no fractions
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    time: Option<Duration>,

    #[command(flatten)]
    network: NetworkChoice,

    /// Rules for files and records that name none, as for kata-set-rules
    #[arg(long, value_name = "NAME", value_parser = Rules::parse)]
    rules: Option<Rules>,

    /// Komi for files and records that name none
    #[arg(long, value_name = "POINTS", value_parser = values::komi, allow_negative_numbers = true)]
    komi: Option<f32>,

    /// Seed of this program
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,

    /// Seconds that a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = values::seconds)]
    limit: Duration,

    /// Files to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole::<u16>(1..=1024))]
    jobs: u16,

    /// Show unexpected results and totals alone
    #[arg(long, short)]
    quiet: bool,

    /// Show what has changed since an earlier run, of which FILE is the --json
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Write every result as JSON; '-' writes it to standard output and nothing else
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a JUnit XML file, for continuous integration
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write a web page with the boards of the failed tests
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl RegressArgs {
    fn earlier(&self) -> Result<Option<Earlier>, String> {
        let Some(path) = &self.compare else {
            return Ok(None);
        };
        let name = path.display();
        let text = files::read(path, MOST_RESULTS).map_err(|error| format!("{name}: {error}"))?;
        let text = files::text(text).map_err(|error| format!("{name}: {error}"))?;
        let earlier = Earlier::parse(&text).map_err(|error| format!("{name}: {error}"))?;
        Ok(Some(earlier))
    }
}

/// Prints what happens, line by line.
struct Printer<'a> {
    args: &'a RegressArgs,
    bar: Bar,
    lines: Lines,
    totals: Arc<Monitor<Totals>>,
    alone: bool,
}

impl Printer<'_> {
    fn print(&mut self, line: &str) {
        if !self.args.json_only() {
            self.bar.aside(|| self.lines.print(line));
        }
    }
}

impl Watcher for Printer<'_> {
    fn tick(&mut self, event: &Event) {
        let Totals {
            passes,
            unexpected_fails,
            ..
        } = self.totals.change(|totals| {
            totals.count(event);
            *totals
        });
        if matches!(event, Event::Test(_)) {
            self.bar.step();
        }
        self.bar
            .tell(format!("{passes} PASS, {unexpected_fails} FAIL"));
    }

    fn event(&mut self, path: &Path, event: &Event) {
        if !self.args.quiet || report::is_unexpected(event) {
            self.print(&report::line(path, event));
        }
    }

    fn done(&mut self, path: &Path, outcome: &Outcome) {
        match outcome {
            Ok(file) => {
                for problem in &file.problems {
                    self.print(&report::problem(path, problem));
                }
                if self.alone {
                    let (counts, seconds) = (Totals::of(outcome), file.time.as_secs_f64());
                    self.print(&format!("{}: {counts}, {seconds:.1} s", path.display()));
                }
            }
            Err(error) => self.print(&error.to_string()),
        }
    }
}

/// Runs the files and prints what came of them.
pub fn run(args: &RegressArgs) -> Done {
    let files = suite::expand(&args.files)?;
    args.check_reports(&files)?;
    let earlier = args.earlier()?;
    args.check_engine()?;
    let tests = count(&files)?;
    let totals = Arc::<Monitor<Totals>>::default();
    tell_when_interrupted(Arc::clone(&totals))?;
    let (run, lines) = tested(args, files, tests, totals);
    let changes = earlier.as_ref().map(|earlier| earlier.changes(&run));
    let written = args.write_reports(&run, changes.as_ref());
    let summary = match args.json_only() {
        true => Ok(()),
        false => summarize(&run, changes.as_ref()),
    };
    written?;
    printed(lines.and(summary))?;
    Ok(exit_code(&run.totals(), changes.as_ref()))
}

/// The number of tests, unless all files can be read and there is none.
fn count(files: &[PathBuf]) -> Result<usize, String> {
    let scripts: Vec<_> = files.iter().map(|path| load(path)).collect();
    let tests = scripts.iter().flatten().map(|script| script.tests()).sum();
    if tests == 0 && scripts.iter().all(Result::is_ok) {
        let names: Vec<_> = files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(format!("no tests in {}", names.join(", ")));
    }
    Ok(tests)
}

/// Has an interrupt end the run, with a line on how it stood. Not on standard output: that may be a pipe whose reader has stopped.
fn tell_when_interrupted(totals: Arc<Monitor<Totals>>) -> Result<(), ctrlc::Error> {
    process::end_on_interrupt(move || {
        let totals = *totals.lock();
        stderr::say(format!("\ninterrupted; so far {totals}"));
        stderr::flush();
    })
}

/// Runs the files and counts in `totals`; beside what came of them, whether all lines about it could be printed.
fn tested(
    args: &RegressArgs,
    files: Vec<PathBuf>,
    tests: usize,
    totals: Arc<Monitor<Totals>>,
) -> (Run, io::Result<()>) {
    let mut printer = Printer {
        args,
        bar: Bar::new(tests as u64, "tests"),
        lines: Lines::default(),
        totals,
        alone: files.len() == 1,
    };
    let launch = |directory: &Path| args.launch(directory);
    let jobs = usize::from(args.jobs);
    let outcomes = run_files(&files, jobs, &launch, args.limit, &mut printer);
    let run = Run {
        engine: args.engine_name(),
        files: files.into_iter().zip(outcomes).collect(),
    };
    (run, printer.lines.end())
}

fn summarize(run: &Run, changes: Option<&Changes<'_>>) -> io::Result<()> {
    let mut out = io::stdout();
    if run.files.len() > 1 {
        write!(out, "\n{}", report::table(run))?;
        writeln!(out, "total: {}", run.totals())?;
    }
    let missing = missing_commands(run);
    if !missing.is_empty() {
        writeln!(out, "commands that the engine does not know:")?;
    }
    for (name, lines) in missing {
        let lines = counted(lines, "line", "lines");
        writeln!(out, "  {name}, needed by {lines}")?;
    }
    if let Some(changes) = changes {
        writeln!(out, "{changes}")?;
    }
    out.flush()
}

fn exit_code(totals: &Totals, changes: Option<&Changes<'_>>) -> ExitCode {
    let well = match changes {
        Some(changes) => !changes.is_worse(),
        None => totals.all_well(),
    };
    let is_compared = changes.is_none_or(|changes| !changes.is_of_other_tests);
    match (totals.all_run() && is_compared, well) {
        (false, _) => ExitCode::from(TROUBLE),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::from(FAILURE),
    }
}
