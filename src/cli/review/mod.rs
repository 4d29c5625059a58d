//! `tengen review`.

mod output;
mod record;

use super::network::NetworkChoice;
use super::printing::or_aside;
use super::search::{MEMORY_HELP, SearchOptions};
use super::{Done, values};
use crate::game::Rules;
use crate::game::sgf;
use crate::review::{Effort, Review, Step};
use crate::search::Settings;
use crate::tools::{progress, review};
use crate::types::Dims;
use clap::Args;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

const EXPLANATION: &str = "\
Writes NAME.html, one page for any browser, which needs no internet: winning chances
and score over the game, the board at each move, territory, best moves, and the
moves that cost most; and NAME.sgf, the same as comments and variations. Earlier
reviews are replaced, other files only with --force.

Example:
  tengen review game.sgf --time 2 --threads 4

Exit codes: 0 the review is written; 2 it could not be written, or its result could not be printed.";

/// Analyse every move of a game and write a page and an annotated record
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(mut_arg("memory", |memory| memory.help(MEMORY_HELP).default_value("256")))]
// The same game is reviewed alike.
#[command(mut_arg("seed", |seed| seed.help("Seed of the random numbers").default_value("1")))]
pub struct ReviewArgs {
    /// The game
    #[arg(value_name = "GAME.sgf")]
    file: PathBuf,

    /// Playouts for each position [default: 200 with a network and 2000 without, or no limit if --time is given]
    #[arg(long, value_name = "N", value_parser = values::whole_from(1))]
    playouts: Option<u64>,

    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    time: Option<Duration>,

    #[command(flatten)]
    network: NetworkChoice,

    #[command(flatten)]
    search: SearchOptions,

    /// Rules [default: those of the record; or area scoring, positional superko, no suicide]
    #[arg(long, value_name = "NAME", value_parser = Rules::parse)]
    rules: Option<Rules>,

    #[arg(long, value_name = "POINTS", help = format!("Komi [default: that of the record; or {}]", Rules::USUAL_KOMI), value_parser = values::komi, allow_negative_numbers = true)]
    komi: Option<f32>,

    /// Where to write: NAME.html and NAME.sgf, or a directory [default: GAME.review, in this directory]
    #[arg(long, value_name = "NAME")]
    output: Option<PathBuf>,

    /// The game to review, of a file with several
    #[arg(long, value_name = "N", value_parser = values::whole::<u32>(1..=u32::MAX))]
    game: Option<u32>,

    /// Replace files that are no reviews
    #[arg(long)]
    force: bool,

    /// Print the values of every move as JSON
    #[arg(long)]
    json: bool,
}

/// Reviews a game.
pub fn run(args: &ReviewArgs) -> Done {
    let (loaded, remarks) = args.load()?;
    let sgf::Loaded {
        game, info, notes, ..
    } = loaded;
    let [page, record] = ["html", "sgf"].map(|extension| args.output(extension));
    args.check_output(&page, review::is_html)?;
    args.check_output(&record, review::is_sgf)?;
    let settings = args.settings()?;
    let bar = progress::Bar::new(game.moves().len() as u64 + 1, "positions");
    let watch = &mut |step: Step<'_>| {
        match step {
            Step::Position(..) => bar.step(),
            Step::Compared(done, all) => bar.tell(format!("doubtful moves: {done} of {all}")),
        }
        ControlFlow::Continue(())
    };
    let effort = args.effort(&settings, game.dims());
    let review = Review::new(&game, info, &settings, effort, &Arc::default(), watch);
    drop(bar);
    let review = review.expect("nobody stops it");
    let written = output::write(&[
        (page.as_path(), review::html(&review, &notes)),
        (record.as_path(), review::sgf(&review, &notes)),
    ]);
    // The work is not lost if they cannot be written.
    let mut out = io::stdout();
    let told = match args.json {
        true => writeln!(out, "{:#}", review::json(&review, &remarks)),
        false => write!(out, "{}", review::summary(&review)),
    };
    written?;
    let files = format!("written: {} and {}", page.display(), record.display());
    let told = told.and_then(|()| match args.json {
        true => Ok(()),
        false => writeln!(out, "{files}"),
    });
    or_aside(told, files)?;
    Ok(ExitCode::SUCCESS)
}

impl ReviewArgs {
    fn settings(&self) -> Result<Settings, String> {
        let network = self.network.read()?;
        self.network.tell_of_use(network.as_ref());
        Ok(Settings {
            method: network.into(),
            profile: self.network.profile(),
            ..self.search.settings()
        })
    }

    fn effort(&self, settings: &Settings, dims: Dims) -> Effort {
        let usual = Effort::usual(settings.method.has_sound_network(dims));
        Effort {
            playouts: self
                .playouts
                .or(usual.playouts.filter(|_| self.time.is_none())),
            time: self.time,
        }
    }
}
