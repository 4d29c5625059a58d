//! What may stand on the command line.

#[cfg(feature = "web")]
use super::web;
use super::{
    EngineOptions, analysis, bench, gtp_check, learn, manual, matches, net, perft, play, regress,
    review, version,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// Tengen plays Go. Without a command it speaks the Go Text Protocol (GTP).
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version,
    long_version = version::long(),
    propagate_version = true,
    args_conflicts_with_subcommands = true,
    verbatim_doc_comment,
    after_help = EXPLANATION
)]
pub struct Cli {
    /// What to do, if not to speak GTP.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How the engine plays without a command.
    #[command(flatten)]
    pub engine: EngineOptions,
}

// The explanation stands behind the options, because clap then prints one line for each option.
const EXPLANATION: &str = "\
To play: 'tengen web' in the browser, 'tengen play' in the terminal.

In Sabaki, GoGui, Lizzie and other GTP clients give the path of this program as the
engine; in KaTrain the command 'tengen analysis'. docs/clients.md has the details, and
how to run a bot on KGS and OGS. To try it by hand, start it and type GTP commands,
such as 'showboard', 'play black D4', 'genmove white' and 'quit'.

Exit codes: 0 all is well; 1 the job ran and found a failure; 2 it could not be run.
If the reader of standard output closes the pipe, that is no failure.";

/// What a person asks for, in the order of the help: first what most people want.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[cfg(feature = "web")]
    Web(web::WebArgs),
    Play(play::PlayArgs),
    Review(review::ReviewArgs),
    /// Speak GTP on standard input and output, as without a command
    Gtp(EngineOptions),
    Analysis(analysis::AnalysisArgs),
    Match(matches::MatchArgs),
    Regress(regress::RegressArgs),
    #[command(name = "gtp-check")]
    GtpCheck(gtp_check::GtpCheckArgs),
    Net(net::NetArgs),
    Bench(bench::BenchArgs),
    Perft(perft::PerftArgs),
    Learn(learn::LearnArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// What the words of a command line ask for.
///
/// # Errors
/// If they ask for nothing that there is, for help or for the version: what to print.
pub fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut line: Vec<OsString> = line.into_iter().collect();
    // Programs made for KataGo ask it so.
    if line.len() == 2 && line[1] == "version" {
        line[1] = "--version".into();
    }
    let matches = with_negative_numbers(Cli::command()).try_get_matches_from(line);
    Cli::from_arg_matches(&matches.map_err(with_hint)?)
}

/// Adds what was probably meant, where clap has no words for the slip.
fn with_hint(mut error: clap::Error) -> clap::Error {
    if let Some(hint) = hint(&error) {
        let hints = ContextValue::StyledStrs(vec![hint.into()]);
        error.insert(ContextKind::Suggested, hints);
    }
    error
}

fn hint(error: &clap::Error) -> Option<String> {
    let command = error.get(ContextKind::InvalidSubcommand);
    let Some(ContextValue::String(word)) = command.or(error.get(ContextKind::InvalidArg)) else {
        return None;
    };
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    let is_for = |name: &str| usage.as_ref().is_some_and(|usage| usage.contains(name));
    let is_number = word.starts_with(|sign: char| sign.is_ascii_digit());
    match error.kind() {
        ErrorKind::ArgumentConflict if command.is_some() => {
            Some(format!("options stand behind '{word}'"))
        }
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument
            if word.ends_with(".sgf") && !word.starts_with('-') && !is_for(" review ") =>
        {
            Some(format!(
                "'tengen review {word}' judges its moves; 'tengen web' opens records"
            ))
        }
        ErrorKind::UnknownArgument if is_number && is_for(" play ") => {
            Some(format!("--size {word}"))
        }
        ErrorKind::UnknownArgument if is_number && is_for(" web ") => {
            Some(format!("--listen {word}"))
        }
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Resign;

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
        assert_eq!(plain.engine.komi, Some(-0.5));
        assert_eq!(plain.engine.resign, Some(Resign::Never));
        let named = parse("tengen gtp --rules cgos --size 9").unwrap();
        assert!(matches!(named.command, Some(Command::Gtp(_))));
    }

    #[test]
    fn the_version_is_told_to_whoever_asks_as_for_katagos() {
        for line in ["tengen --version", "tengen version"] {
            let told = parse(line).unwrap_err();
            assert_eq!(told.kind(), ErrorKind::DisplayVersion);
            assert!(told.to_string().contains("\ncommit: "));
        }
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
            ("tengen --time 3 play", "options stand behind 'play'"),
            ("tengen plan", "unrecognized subcommand"),
            ("tengen game.sgf", "'tengen review game.sgf'"),
            ("tengen web game.sgf", "'tengen web' opens records"),
            ("tengen web 9000", "--listen 9000"),
            ("tengen play 9", "--size 9"),
            ("tengen.exe play 9", "--size 9"),
            ("tengen play --handicap 1", "2 to 25 stones"),
            ("tengen regress", "FILE"),
            ("tengen review a.sgf --playouts -5", "invalid value '-5'"),
            ("tengen perft -5", "from 1 to 1000"),
            ("tengen bench superko --seed x", "a whole number, 0 or more"),
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
