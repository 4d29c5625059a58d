//! The command line: what a person types, turned into plain options for the
//! protocol and the tools, and their results into text and an exit code.

mod analysis;
mod bench;
mod engine;
mod gtp_check;
mod human;
mod katago;
mod learn;
mod lines;
mod manual;
mod matches;
mod net;
mod network;
mod perft;
mod play;
mod regress;
mod review;
mod search;
mod terminal;
mod values;
mod version;
#[cfg(feature = "web")]
mod web;

pub use engine::EngineOptions;
pub use values::Resign;

use crate::console::stderr;
use crate::gtp;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The job ran and found a failure.
const FAILURE: u8 = 1;
/// The job could not be run. What clap returns for arguments it cannot read.
const TROUBLE: u8 = 2;

/// Tengen plays Go. Without a command it speaks the Go Text Protocol (GTP).
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version,
    long_version = version::long(),
    args_conflicts_with_subcommands = true,
    verbatim_doc_comment,
    after_help = EXPLANATION
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    engine: EngineOptions,
}

// The explanation stands behind the options, because clap then prints one line for each option.
const EXPLANATION: &str = "\
To play in Sabaki, GoGui, Lizzie or on KGS, give the path of this program as an
engine. To try it by hand, start it and type GTP commands, such as 'showboard',
'play black D4', 'genmove white' and 'quit'.

Exit codes: 0 all is well; 1 the job ran and found a failure; 2 it could not be run.
Whoever reads standard output through a pipe may leave at any time: that is no failure.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak GTP on standard input and output, as without a command
    Gtp(EngineOptions),
    Analysis(analysis::AnalysisArgs),
    Bench(bench::BenchArgs),
    Learn(learn::LearnArgs),
    Match(matches::MatchArgs),
    Net(net::NetArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Regress(regress::RegressArgs),
    Review(review::ReviewArgs),
    #[command(name = "gtp-check")]
    GtpCheck(gtp_check::GtpCheckArgs),
    #[cfg(feature = "web")]
    Web(web::WebArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// Does what the arguments of this process say.
pub fn main() -> ExitCode {
    let cli = match parse(katago::with_two_dashes(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return told(&error),
    };
    let done = match cli.command {
        None => gtp(&cli.engine),
        Some(Command::Gtp(engine)) => gtp(&engine),
        Some(Command::Analysis(args)) => analysis::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Net(args)) => net::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Regress(args)) => regress::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::GtpCheck(args)) => gtp_check::run(&args),
        #[cfg(feature = "web")]
        Some(Command::Web(args)) => web::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::man(&args),
    };
    match done {
        Ok(code) => code,
        Err(trouble) => {
            let failure = trouble.downcast_ref::<io::Error>();
            if failure.is_some_and(is_unread_output) {
                return ExitCode::SUCCESS;
            }
            let hint = match failure {
                Some(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    ": the system refuses another thread; fewer --threads may do"
                }
                _ => "",
            };
            // If nobody reads standard error, the exit code says it alone.
            let _ = writeln!(io::stderr(), "tengen: {trouble}{hint}");
            ExitCode::from(TROUBLE)
        }
    }
}

/// Whether standard output was a pipe whose reader has seen enough. Errors of other files have words of their own.
fn is_unread_output(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe && error.get_ref().is_none()
}

fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let matches = with_negative_numbers(Cli::command()).try_get_matches_from(line)?;
    Cli::from_arg_matches(&matches)
}

/// Has -5 taken for a number and refused in a number's words, not for an option that nobody knows.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let with = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command
        .mut_args(with)
        .mut_subcommands(with_negative_numbers)
}

/// Prints the help or the version, or what is wrong with the command line.
fn told(text: &clap::Error) -> ExitCode {
    let printed = text.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !text.use_stderr() && !is_unread_output(&error) => {
            let _ = writeln!(io::stderr(), "tengen: {error}");
            ExitCode::from(TROUBLE)
        }
        _ => ExitCode::from(u8::try_from(text.exit_code()).unwrap_or(TROUBLE)),
    }
}

/// What a job returns: its exit code, or why it could not be run.
type Done = Result<ExitCode, Box<dyn std::error::Error>>;

/// Checks before a long job whether its result can be written to this path, as far as that can be known.
fn check_writable(path: &Path) -> Result<(), String> {
    let cannot = |why: String| Err(format!("{} cannot be written: {why}", path.display()));
    if path.is_dir() {
        return cannot("it is a directory".to_owned());
    }
    if let Some(parent) = path.parent()
        && !parent.as_os_str().is_empty()
        && !parent.is_dir()
    {
        return cannot(format!("there is no directory {}", parent.display()));
    }
    let is_there = fs::symlink_metadata(path).is_ok();
    if is_there && !path.is_file() {
        // A pipe would wait for its reader.
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    if opened.is_ok() && !is_there {
        // If it stays, it is an empty file in the place of the result.
        let _ = fs::remove_file(path);
    }
    opened.map(drop).or_else(|error| cannot(error.to_string()))
}

/// Whether two paths lead to the same file, which need not be there yet.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let is_kept = |path: &Path| !path.exists() || path.is_file();
    is_kept(a) && place(a).is_some_and(|place_of_a| Some(place_of_a) == place(b))
}

/// Where a file is or would be.
fn place(path: &Path) -> Option<PathBuf> {
    let planned = || {
        let parent = path.parent()?;
        let here = parent.as_os_str().is_empty();
        let parent = if here { Path::new(".") } else { parent };
        Some(parent.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(planned)
}

fn gtp(options: &EngineOptions) -> Done {
    stderr::tell_panics();
    // Clients take the greeting for a promise, so it comes after what can be wrong.
    let config = options.engine_config()?;
    stderr::say(greeting(terminal::is_at_both_ends()));
    gtp::run(config, BufReader::new(io::stdin()), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// What is said on standard error before the first command: a hint to a person, or to a program the line that
/// KataGo has there and clients such as LizGoban wait for.
fn greeting(to_a_person: bool) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match to_a_person {
        true => format!(
            "Tengen {version} speaks GTP: type 'genmove black', 'help' or 'quit'. \
             For a game in the terminal leave and start 'tengen play'."
        ),
        false => "GTP ready, beginning main protocol loop".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        super::parse(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_definition_is_consistent() {
        with_negative_numbers(Cli::command()).debug_assert();
    }

    #[test]
    fn options_do_with_and_without_a_command() {
        let plain = parse("tengen --threads 2 --komi -0.5 --resign never").unwrap();
        assert!(plain.command.is_none());
        assert_eq!(plain.engine.search.threads, Some(2));
        assert_eq!(plain.engine.komi, -0.5);
        assert_eq!(plain.engine.resign, Resign::Never);
        let named = parse("tengen gtp --rules cgos --size 9").unwrap();
        assert!(matches!(named.command, Some(Command::Gtp(_))));
    }

    #[test]
    fn wrong_values_are_explained() {
        let cases = [
            ("tengen --size 30", "between 1x1 and 25x25"),
            ("tengen --komi 7.3", "whole or half"),
            ("tengen --rules none", "tromp-taylor"),
            ("tengen --threads 0", "from 1 to 1024"),
            ("tengen --time 5s", "a number of seconds"),
            ("tengen --memory 2G", "whole number of MB"),
            ("tengen --resign often", "percentage"),
            ("tengen --name=", "one line of 1 to 60"),
            ("tengen plan", "unrecognized subcommand"),
            ("tengen play --handicap 1", "2 to 25 stones"),
            ("tengen regress", "FILE"),
            ("tengen review a.sgf --playouts -5", "invalid value '-5'"),
            ("tengen perft -5", "from 1 to 1000"),
            (
                "tengen match --black a --white b --time-settings 5",
                "MAIN BYO STONES",
            ),
        ];
        for (line, hint) in cases {
            let text = parse(line).unwrap_err().to_string();
            assert!(text.contains(hint), "{line}: {text}");
        }
    }
}
