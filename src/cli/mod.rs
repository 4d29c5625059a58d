//! The command line: what a person types, turned into plain options for the
//! protocol and the tools, and their results into text and an exit code.

mod analysis;
mod arguments;
mod bench;
mod book;
#[cfg(feature = "web")]
mod browser;
mod effects;
mod engine;
mod gtp;
mod gtp_check;
mod human;
mod input;
mod katago;
mod learn;
mod manual;
mod matches;
mod net;
mod network;
mod paths;
mod perft;
mod play;
mod printing;
mod regress;
mod review;
mod search;
mod signals;
mod terminal;
mod values;
mod version;
#[cfg(feature = "web")]
mod web;

pub use engine::EngineOptions;

use crate::console::stderr;
use arguments::{Cli, Command};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// The job ran and found a failure.
const FAILURE: u8 = 1;
/// The job could not be run. What clap returns for arguments it cannot read.
const TROUBLE: u8 = 2;

/// Does what the arguments of this process say.
pub fn main() -> ExitCode {
    signals::block();
    let cli = match arguments::parse(katago::with_two_dashes(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return told(&error),
    };
    let code = run(cli).unwrap_or_else(|trouble| tell_of_trouble(&*trouble));
    stderr::flush();
    code
}

fn run(cli: Cli) -> Done {
    match cli.command {
        None => gtp::run(&cli.engine),
        Some(Command::Gtp(engine)) => gtp::run(&engine),
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
    }
}

/// Says why a job could not be run, unless it is only that nobody reads its output.
fn tell_of_trouble(trouble: &(dyn Error + 'static)) -> ExitCode {
    if trouble.downcast_ref().is_some_and(is_unread_output) {
        return ExitCode::SUCCESS;
    }
    // If nobody reads standard error, the exit code says it alone.
    stderr::say(format!("tengen: {}", in_words(trouble)));
    ExitCode::from(TROUBLE)
}

/// Why a job could not be run, and what may be done about it.
fn in_words(trouble: &(dyn Error + 'static)) -> String {
    let of_output = trouble.downcast_ref().filter(|&error| is_of_output(error));
    match of_output.map(io::Error::kind) {
        // The system says the same of a thread for which it has no room.
        Some(io::ErrorKind::WouldBlock) => format!(
            "{trouble}: the system has no room for another thread (look at ulimit -u and -v, or give fewer --threads), \
             or standard output is non-blocking and full"
        ),
        Some(io::ErrorKind::OutOfMemory) | None => trouble.to_string(),
        Some(_) => format!("standard output: {trouble}"),
    }
}

/// What printing came to for a job that tells its result by more than what it prints: it is none of its failures that nobody reads on.
fn printed(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| {
        if is_unread_output(&error) {
            Ok(())
        } else {
            Err(error)
        }
    })
}

/// Whether standard output was a pipe whose reader has seen enough.
fn is_unread_output(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe && is_of_output(error)
}

/// Whether this is what the system says of standard output. Errors of the input and of other files have words of their own.
fn is_of_output(error: &io::Error) -> bool {
    error.get_ref().is_none()
}

/// Prints the help or the version, or what is wrong with the command line.
fn told(text: &clap::Error) -> ExitCode {
    let printed = text.print().and_then(|()| io::stdout().flush());
    match printed {
        Err(error) if !text.use_stderr() && !is_unread_output(&error) => {
            printing::aside(format_args!("tengen: standard output: {error}"));
            ExitCode::from(TROUBLE)
        }
        _ => ExitCode::from(u8::try_from(text.exit_code()).unwrap_or(TROUBLE)),
    }
}

/// What a job returns: its exit code, or why it could not be run.
type Done = Result<ExitCode, Box<dyn Error>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_named() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let words = in_words(&full());
        assert_eq!(words, format!("standard output: {}", full()));
        let report = "report.html: no space left on device";
        let of_a_file = io::Error::new(full().kind(), report);
        assert_eq!(in_words(&of_a_file), report);
    }
}
