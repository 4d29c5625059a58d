//! `tengen match`.

use super::{Done, values};
use crate::game::Rules;
use crate::tools::matches::clock::TimeControl;
use crate::tools::matches::referee::Conditions;
use crate::tools::matches::{self, GameReport, Options, report};
use crate::tools::process;
use crate::types::Dims;
use clap::{Args, value_parser};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const EXPLANATION: &str = "\
Colours alternate, and each game has fresh processes. Every move is checked
under the rules in force: an illegal move, an error reply, nonsense, a crash, a
hang or a loss on time loses the game and is reported. Finished games are scored
as both engines agree; where they do not, the case is listed.

TIME is in seconds, either 'MAIN BYO STONES' as in GTP, or one of
'absolute MAIN', 'byoyomi MAIN PERIOD PERIODS', 'canadian MAIN PERIOD STONES'.

Example:
  tengen match --size 9 --games 10 --sgf-dir games \\
    --black 'tengen --time 0.5' \\
    --white 'gnugo --mode gtp --level 10 --chinese-rules --seed {game}'";

/// Play games between two GTP engines and count the wins
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct MatchArgs {
    /// Command line of engine A, black in the first game; {game} becomes the game's number
    #[arg(long, value_name = "COMMAND")]
    black: String,

    /// Command line of engine B, white in the first game
    #[arg(long, value_name = "COMMAND")]
    white: String,

    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Games side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    jobs: u32,

    /// Board: its side, or COLUMNSxROWS
    #[arg(long, value_name = "SIZE", default_value = "19", value_parser = values::dims)]
    size: Dims,

    /// Komi
    #[arg(long, value_name = "POINTS", default_value = "7.5", value_parser = values::komi, allow_negative_numbers = true)]
    komi: f32,

    /// Rules, told to engines that list kata-set-rules
    /// [default: area scoring, positional superko, no suicide]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Clocks that the referee keeps, see below [default: none]
    #[arg(long, value_name = "TIME", value_parser = TimeControl::parse)]
    time_settings: Option<TimeControl>,

    /// Seconds to wait for an engine without a clock
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = values::seconds)]
    hang: Duration,

    /// Count the board after this many moves [default: three for each point]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_moves: Option<u32>,

    /// Directory for the games, game-001.sgf and so on [default: not kept]
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,
}

impl MatchArgs {
    fn options(&self) -> Result<Options, Box<dyn std::error::Error>> {
        let rules = match &self.rules {
            Some(text) => Rules::parse(text)?,
            None => Rules::default(),
        };
        let max_moves = match self.max_moves {
            Some(moves) => moves as usize,
            None => 3 * self.size.area(),
        };
        Ok(Options {
            commands: [self.black.clone(), self.white.clone()],
            games: self.games,
            jobs: self.jobs,
            sgf_dir: self.sgf_dir.clone(),
            conditions: Conditions {
                dims: self.size,
                rules,
                rules_command: self.rules.clone(),
                komi: self.komi,
                time: self.time_settings,
                max_moves,
                patience: self.hang,
            },
        })
    }
}

/// Plays a match and prints it.
pub fn run(args: &MatchArgs) -> Done {
    let options = args.options()?;
    let mut out = io::stdout();
    let mut err = io::stderr();
    let contestants = matches::introduce(&options, &process::launch)?;
    writeln!(out, "{}", report::heading(&options, &contestants))?;
    for warning in report::warnings(&options, &contestants) {
        writeln!(err, "note: {warning}")?;
    }
    // A progress line only where a person sees it, and not among the lines it would repeat.
    let progress = err.is_terminal() && !out.is_terminal();
    let mut done: Vec<GameReport> = Vec::new();
    let mut broken = None;
    let mut observe = |game: &GameReport| {
        done.push(game.clone());
        let written = writeln!(out, "{}", report::line(game)).and_then(|()| out.flush());
        broken = broken.take().or(written.err());
        if progress {
            let tally = report::tally(&done, |_| true);
            let _ = write!(
                err,
                "\r{}/{} games, A: {tally}   ",
                done.len(),
                options.games
            );
        }
    };
    let reports = matches::run(&options, &contestants, &process::launch, &mut observe)?;
    if progress {
        writeln!(err)?;
    }
    if let Some(error) = broken {
        return Err(error.into());
    }
    write!(out, "\n{}", report::summary(&reports))?;
    Ok(ExitCode::SUCCESS)
}
