//! `tengen match`.

use super::printing::Lines;
use super::{Done, FAILURE, printed, values};
use crate::console::stderr;
use crate::game::Rules;
use crate::time::TimeSystem;
use crate::tools::matches::conditions::Conditions;
use crate::tools::matches::openings::{self, Opening};
use crate::tools::matches::summary::Summary;
use crate::tools::matches::{
    self, Entrant, GameReport, Options, Outcome, report, results_path, time_control,
};
use crate::tools::process::{self, INTERRUPTED};
use crate::tools::progress::Bar;
use crate::tools::statistics::Tally;
use crate::tools::statistics::sprt::{Sprt, SprtError, Verdict};
use crate::types::Dims;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Games of each pair without a sequential test, and at most with one.
const GAMES: u32 = 10;
const GAMES_OF_A_TEST: u32 = 10_000;

/// The sequential test could not decide within its games.
const UNDECIDED: u8 = 3;

const EXPLANATION: &str = "\
Colours alternate, and each game has fresh processes. Every move is checked
under the rules in force: an illegal move, an error reply, nonsense, a crash, a
hang or a loss on time loses the game and is reported. Finished games are scored
as both engines agree. Where they do not, the case is listed: under area scoring
they play on until what is dead has been captured, if both know
kgs-genmove_cleanup; otherwise, or with --referee, a third engine or Tengen
itself decides.

TIME is in seconds, either 'MAIN BYO STONES' as in GTP, or one of
'absolute MAIN', 'byoyomi MAIN PERIOD PERIODS', 'canadian MAIN PERIOD STONES',
'fischer MAIN INCREMENT', 'fischer-capped MAIN INCREMENT LIMIT MAX_PER_MOVE':
after each move the clock is cut to LIMIT, and no move may take longer than
MAX_PER_MOVE; -1 stands for no such cap.

An interrupt (^C) ends the match after the moves being thought about; what is
finished is kept, and --resume goes on from there. A second one ends it at once.

Exit codes: 0 all games are played, or the test accepts ELO1; 1 it accepts ELO0;
2 the match could not be played, or not to its end; 3 the test is undecided; 130 interrupted.

Example:
  tengen match --size 9 --games 10 --sgf-dir games \\
    --black 'tengen --time 0.5' \\
    --white 'gnugo --mode gtp --chinese-rules --positional-superko --seed {game}'";

/// Play games between GTP engines and count the wins
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct MatchArgs {
    /// Command line of engine A, black in the first game; {game} becomes the game's number
    #[arg(long, value_name = "COMMAND")]
    black: Option<String>,

    /// Command line of engine B, white in the first game
    #[arg(long, value_name = "COMMAND")]
    white: Option<String>,

    /// An engine with a name for the reports, two times or more: every pair of them meets
    #[arg(long, value_name = "NAME=COMMAND", conflicts_with_all = ["black", "white"], value_parser = entrant)]
    engine: Vec<Entrant>,

    /// Of several engines, only the first meets all others
    #[arg(long, conflicts_with_all = ["black", "white"])]
    gauntlet: bool,

    /// Games to play, of each pair [default: 10; with --sprt at most 10000]
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(1..=1_000_000))]
    games: Option<u32>,

    /// Games side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole::<u32>(1..=1024))]
    jobs: u32,

    /// The first engine of each pair always has Black
    #[arg(long)]
    keep_colours: bool,

    /// Board: its side, or COLUMNSxROWS
    #[arg(long, value_name = "SIZE", default_value = "19", value_parser = values::dims)]
    size: Dims,

    #[arg(long, value_name = "POINTS", help = format!("Points for White [default: {}]", Rules::USUAL_KOMI), value_parser = values::komi, allow_negative_numbers = true)]
    komi: Option<f32>,

    /// Handicap stones for Black, on the points of the GTP standard
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = values::whole::<u16>(2..=u16::MAX))]
    handicap: Option<u16>,

    /// How games begin: a text with the moves of an opening on each line, an SGF file, or a directory of those
    #[arg(long, value_name = "PATH")]
    openings: Option<PathBuf>,

    /// Rules, told to engines that list kata-set-rules
    /// [default: area scoring, positional superko, no suicide]
    #[arg(long, value_name = "NAME", value_parser = Rules::parse)]
    rules: Option<Rules>,

    /// Clocks that the referee keeps, see below [default: none]
    #[arg(long, value_name = "TIME", value_parser = time_control::parse)]
    time_settings: Option<TimeSystem>,

    /// Seconds to wait for a reply, other than a move on a clock
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = values::seconds)]
    hang: Duration,

    /// Count the board after this many moves [default: three for each point]
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(1..=u32::MAX))]
    max_moves: Option<u32>,

    /// Command line of a third engine that counts games which the players count differently
    #[arg(long, value_name = "COMMAND")]
    referee: Option<String>,

    /// Stop as soon as it is clear whether A is stronger by ELO1 rather than ELO0
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Directory for the games, game-001.sgf and so on [default: not kept]
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,

    /// File for the results, to resume from [default: results.jsonl in the directory for the games]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Go on with the match whose results are kept there; start it if there are none
    #[arg(long)]
    resume: bool,

    /// Print the whole match as one JSON object at the end, and nothing else
    #[arg(long)]
    json: bool,
}

/// Reads `NAME=COMMAND`.
fn entrant(text: &str) -> Result<Entrant, String> {
    let hint = || "give NAME=COMMAND; a name has no blanks and no '/'".to_owned();
    let (label, command) = text.split_once('=').ok_or_else(hint)?;
    let is_name = |c: char| !c.is_whitespace() && !c.is_control() && c != '/';
    if label.is_empty() || !label.chars().all(is_name) || command.trim().is_empty() {
        return Err(hint());
    }
    Ok(Entrant {
        label: label.to_owned(),
        command: command.to_owned(),
    })
}

impl MatchArgs {
    fn options(&self) -> Result<Options, Box<dyn std::error::Error>> {
        let conditions = self.conditions();
        let sprt = self.test()?;
        let options = Options {
            entrants: self.entrants()?,
            gauntlet: self.gauntlet,
            games: self.games.unwrap_or(match sprt {
                Some(_) => GAMES_OF_A_TEST,
                None => GAMES,
            }),
            keep_colours: self.keep_colours,
            openings: self.openings(&conditions)?,
            jobs: self.jobs,
            sgf_dir: self.sgf_dir.clone(),
            results: self.results.clone(),
            resume: self.resume,
            sprt,
            umpire: self.referee.clone(),
            conditions,
        };
        if options.resume && results_path(&options).is_none() {
            return Err("--resume needs --sgf-dir or --results, where the results are".into());
        }
        if options.sprt.is_some() && options.entrants.len() != 2 {
            return Err("--sprt tests two engines, no more".into());
        }
        Ok(options)
    }

    fn entrants(&self) -> Result<Vec<Entrant>, String> {
        if let (Some(black), Some(white)) = (&self.black, &self.white) {
            let entrant = |(label, command): (&str, &String)| Entrant {
                label: label.to_owned(),
                command: command.clone(),
            };
            return Ok([("A", black), ("B", white)].map(entrant).to_vec());
        }
        if self.engine.len() < 2 {
            return Err("give --black and --white, or --engine twice or more".to_owned());
        }
        for (index, entrant) in self.engine.iter().enumerate() {
            if self.engine[..index]
                .iter()
                .any(|other| other.label == entrant.label)
            {
                return Err(format!("two engines are called '{}'", entrant.label));
            }
        }
        Ok(self.engine.clone())
    }

    fn conditions(&self) -> Conditions {
        let rules = self.rules.unwrap_or_default();
        let usual_komi = rules.usual_komi(self.handicap.unwrap_or(0).into());
        Conditions {
            dims: self.size,
            rules,
            komi: self.komi.unwrap_or(usual_komi),
            time: self.time_settings.unwrap_or_default(),
            max_moves: match self.max_moves {
                Some(moves) => moves as usize,
                None => 3 * self.size.area(),
            },
            patience: self.hang,
        }
    }

    fn openings(&self, conditions: &Conditions) -> Result<Vec<Opening>, openings::OpeningError> {
        match (&self.openings, self.handicap) {
            (Some(path), _) => openings::read(path, conditions),
            (None, Some(stones)) => Ok(vec![Opening::handicap(conditions, stones.into())?]),
            (None, None) => Ok(Vec::new()),
        }
    }

    fn test(&self) -> Result<Option<Sprt>, SprtError> {
        let Some(&[elo0, elo1, alpha, beta]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        Sprt::new(elo0, elo1, alpha, beta).map(Some)
    }
}

/// What interrupts have done, and have to know.
#[derive(Default)]
struct Interrupts {
    /// Set by the first one; the second ends the program.
    stop: AtomicBool,
    /// Whether games are played: before that there is nothing to end properly.
    has_begun: AtomicBool,
}

impl Interrupts {
    fn heeded() -> Result<Arc<Interrupts>, ctrlc::Error> {
        let interrupts = Arc::new(Interrupts::default());
        let handled = Arc::clone(&interrupts);
        ctrlc::set_handler(move || handled.handle())?;
        Ok(interrupts)
    }

    fn handle(&self) {
        let is_second = self.stop.swap(true, Ordering::SeqCst);
        if is_second {
            process::kill_apart();
            std::process::exit(INTERRUPTED.into());
        }
        let ending = match self.has_begun.load(Ordering::SeqCst) {
            true => ": ending after the moves being thought about",
            false => {
                process::kill_engines();
                ""
            }
        };
        // Nobody may be reading, and the second one must come through.
        stderr::say(format!("\ninterrupted{ending}"));
    }
}

/// Plays a match and prints it.
pub fn run(args: &MatchArgs) -> Done {
    let options = args.options()?;
    let interrupts = Interrupts::heeded()?;
    let stop = &interrupts.stop;
    let launch = &process::launch_apart;
    let Some(contestants) = matches::introduce(&options, launch, stop)? else {
        return interrupted(&options, args.json);
    };
    interrupts.has_begun.store(true, Ordering::SeqCst);
    if stop.load(Ordering::SeqCst) {
        return interrupted(&options, args.json);
    }
    let mut lines = Lines::default();
    if !args.json {
        lines.print(report::heading(&options, &contestants));
    }
    for warning in report::warnings(&options, &contestants) {
        stderr::say_and_wait(format!("note: {warning}"));
    }
    let bar = Bar::new(options.total_games().into(), "games");
    let mut observe = |game: &GameReport, tally: Tally| {
        bar.step();
        bar.tell(report::score(&options, tally));
        if !args.json {
            let line = report::line(&options, game);
            bar.aside(|| lines.print(line));
        }
    };
    let outcome = matches::run(&options, &contestants, launch, stop, &mut observe)?;
    drop(bar);
    if args.json {
        let value = matches::json(&options, &contestants, &outcome);
        lines.print(format_args!("{value:#}"));
    } else {
        let summary = Summary::new(&options, &outcome).to_string();
        lines.print(format_args!("\n{}", summary.trim_end()));
    }
    let code = code(&outcome);
    if let Some(error) = outcome.failure {
        return Err(error.into());
    }
    printed(lines.end())?;
    Ok(ExitCode::from(code))
}

/// Tells of a match that was interrupted before its first game.
fn interrupted(options: &Options, json: bool) -> Done {
    let outcome = Outcome {
        is_interrupted: true,
        verdict: options.sprt.map(|_| Verdict::Open),
        ..Outcome::default()
    };
    if json {
        let value = matches::json(options, &[], &outcome);
        printed(writeln!(io::stdout(), "{value:#}"))?;
    }
    Ok(ExitCode::from(code(&outcome)))
}

fn code(outcome: &Outcome) -> u8 {
    match outcome.verdict {
        _ if outcome.is_interrupted => INTERRUPTED,
        None | Some(Verdict::H1) => 0,
        Some(Verdict::H0) => FAILURE,
        Some(Verdict::Open) => UNDECIDED,
    }
}
