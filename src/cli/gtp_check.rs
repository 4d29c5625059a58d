//! `tengen gtp-check`.

use super::{Done, FAILURE, printed, values};
use crate::console::{counted, on_one_line};
use crate::tools::gtp_check::code::Code;
use crate::tools::gtp_check::{self, Report};
use crate::tools::process;
use crate::tools::progress::Bar;
use clap::Args;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

const EXPLANATION: &str = "\
The engine is asked what clients ask and what careless people type, and every
byte of its replies is looked at: ids, blanks and line ends, the lists of
commands, sizes, komi, legal and illegal moves, ko, undo, its own moves, time,
handicap, scores, and how it leaves. Each finding has a code, what should be,
whether GTP 2 or only clients want it, and the lines that show it:

  resign-case (clients): 'resign' is in lower case: on KGS anything else loses the game
      > genmove w
      < = RESIGN

An engine that chooses its time by itself should be told to be quick by its own
options; where it lists time_settings it gets a second for each move.

Exit codes: 0 nothing found; 1 something found; 2 the engine could not be started,
or ended before its first reply; 130 an interrupt ended it, and the engine.";

/// Check whether a GTP engine keeps to the protocol and suits the clients
#[derive(Args, Debug)]
#[command(name = "gtp-check", after_help = EXPLANATION)]
pub struct GtpCheckArgs {
    /// Command line of the engine
    #[arg(value_name = "COMMAND", required_unless_present = "codes")]
    engine: Option<String>,

    /// Seconds that a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = values::seconds)]
    limit: Duration,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    /// List the codes of all findings there can be, and do nothing else
    #[arg(long, conflicts_with_all = ["engine", "json", "limit"])]
    codes: bool,
}

/// Checks the engine and prints what is wrong.
pub fn run(args: &GtpCheckArgs) -> Done {
    let Some(command) = &args.engine else {
        return list_codes();
    };
    process::end_on_interrupt(|| ())?;
    let report = checked(command, args.limit);
    // An interrupt has killed the engine: that is no finding.
    process::wait_for_the_end();
    let report = report?;
    let mut out = io::stdout();
    printed(match args.json {
        true => writeln!(out, "{:#}", report.to_json(command)),
        false => write!(out, "{}", text(&report, command)),
    })?;
    Ok(match report.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(FAILURE),
    })
}

fn checked(command: &str, limit: Duration) -> Result<Report, String> {
    let bar = Bar::new(gtp_check::parts() as u64, "parts");
    let mut begun = 0;
    gtp_check::check(command, limit, &mut |part| {
        bar.set(begun);
        bar.tell(part);
        begun += 1;
    })
}

fn list_codes() -> Done {
    let mut out = io::stdout();
    for code in Code::ALL {
        let rule = code.rule();
        writeln!(out, "{} ({}): {}", rule.name, rule.source, rule.sentence)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(report: &Report, command: &str) -> String {
    let title = on_one_line(&format!("{} {}", report.name, report.version));
    let mut text = match title.as_str() {
        "" => format!("{command}\n"),
        title => format!("{title}\n"),
    };
    for finding in &report.findings {
        text += &format!("\n{finding}\n");
    }
    if report.incomplete {
        text += "\nThe engine broke down too often: not everything was asked.\n";
    }
    let findings = counted(report.findings.len(), "finding", "findings");
    text + &format!("\n{findings}\n")
}
