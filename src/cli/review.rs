//! `tengen review`.

use super::network::NetworkChoice;
use super::paths::{check_writable, is_same_file};
use super::search::SearchOptions;
use super::{Done, values};
use crate::console::{counted, rules_in_words};
use crate::files;
use crate::game::Rules;
use crate::game::sgf::{self, Fault, SgfError};
use crate::review::{Effort, Progress, Review};
use crate::search::Settings;
use crate::tools::{progress, review};
use crate::types::Dims;
use clap::Args;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The longest file that is looked at to see whether it is a review and may be replaced.
const LONGEST_REVIEW: u64 = 64 << 20;
/// How many of the worst moves the summary lists.
const WORST: usize = 5;

const EXPLANATION: &str = "\
Writes NAME.html, one page for any browser, which needs no internet: winning chances
and score over the game, the board at each move, territory, best moves, and the
moves that cost most; and NAME.sgf, the same as comments and variations. Earlier
reviews are replaced, other files only with --force.

Example:
  tengen review game.sgf --time 2 --threads 4

Exit codes: 0 the review is written; 2 it could not be.";

/// Analyse every move of a game and write a page and an annotated record
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
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
    let sgf::Loaded {
        game, info, notes, ..
    } = args.load()?;
    let [page, record] = ["html", "sgf"].map(|extension| args.output(extension));
    args.check_output(&page, review::is_html)?;
    args.check_output(&record, review::is_sgf)?;
    let settings = args.settings()?;
    let bar = progress::Progress::new(game.moves().len() as u64 + 1, "positions");
    let watch = &mut |progress: Progress<'_>| {
        match progress {
            Progress::Position(..) => bar.step(),
            Progress::Compared(done, all) => bar.tell(format!("doubtful moves: {done} of {all}")),
        }
        ControlFlow::Continue(())
    };
    let effort = args.effort(&settings, game.dims());
    let review = Review::new(&game, info, &settings, effort, &Arc::default(), watch);
    drop(bar);
    let review = review.expect("nobody stops it");
    let written = write(&[
        (page.as_path(), review::html(&review, &notes)),
        (record.as_path(), review::sgf(&review, &notes)),
    ]);
    // The work is not lost if they cannot be written.
    let mut out = io::stdout();
    let told = match args.json {
        true => writeln!(out, "{:#}", review::json(&review)),
        false => write!(out, "{}", review::summary(&review, WORST)),
    };
    written?;
    told?;
    if !args.json {
        writeln!(out, "written: {} and {}", page.display(), record.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl ReviewArgs {
    /// The record, its game with the rules and the komi by which it is reviewed.
    fn load(&self) -> Result<sgf::Loaded, String> {
        let name = self.file.display();
        let text = files::read(&self.file, sgf::MAX_BYTES as u64);
        let text = text.map_err(|error| format!("{name}: {error}"))?;
        let text = self.chosen(&text)?;
        let loaded = sgf::load(&text, None).or_else(|error| before_the_fault(&text, error));
        let mut loaded = loaded.map_err(|error| format!("{name}: {error}"))?;
        let handicap = loaded.not_understood.handicap_remark();
        let remarks = [loaded.forgotten_remark(), handicap];
        remarks.into_iter().flatten().for_each(note);
        let game = &mut loaded.game;
        if let Some(rules) = self.rules {
            game.set_rules(rules);
        } else {
            let used = rules_in_words(game.rules());
            loaded.not_understood.rules_remarks(&used).for_each(note);
        }
        let usual = game.rules().usual_komi(game.handicap());
        game.set_komi(self.komi.or(loaded.komi).unwrap_or(usual))
            .map_err(|error| error.to_string())?;
        if let (Some(remark), None) = (loaded.not_understood.komi_remark(game), self.komi) {
            note(remark);
        }
        Ok(loaded)
    }

    /// The part of a record with several games that is to be reviewed.
    fn chosen<'a>(&self, text: &'a [u8]) -> Result<Cow<'a, [u8]>, String> {
        let name = self.file.display();
        let games = sgf::split_games(text);
        let count = games.len();
        let number = self.game.unwrap_or(1) as usize;
        if self.game.is_none() && count > 1 {
            note(format!("{name} has {count} games; the first is reviewed"));
        }
        match number {
            // Whatever stands around it, reading is lenient with a single game.
            1 => Ok(Cow::Borrowed(text)),
            _ => games.into_iter().nth(number - 1).ok_or_else(|| {
                let games = counted(count, "game", "games");
                format!("{name} has {games}, no game {number}")
            }),
        }
    }

    /// Refuses to write over the game or, unless told to, over anything but an earlier review, and what cannot be
    /// written at all.
    fn check_output(&self, path: &Path, is_review: fn(&[u8]) -> bool) -> Result<(), String> {
        let name = path.display();
        if is_same_file(path, &self.file) {
            return Err(format!("--output would overwrite {name}"));
        }
        if path.is_file() && !self.force {
            let earlier = files::read_regular(path, LONGEST_REVIEW);
            if !earlier.is_ok_and(|text| text.is_empty() || is_review(&text)) {
                return Err(format!(
                    "{name} is there and no review: --force replaces it"
                ));
            }
        }
        check_writable(path)
    }

    fn settings(&self) -> Result<Settings, String> {
        let network = self.network.read()?;
        self.network.tell_of_profile(network.as_ref());
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

    fn output(&self, extension: &str) -> PathBuf {
        let mut usual = self.file.file_stem().unwrap_or_default().to_owned();
        usual.push(".review");
        let mut name: OsString = match &self.output {
            Some(directory) if directory.is_dir() => directory.join(usual).into(),
            Some(name) => without_extension(name).into(),
            None => usual,
        };
        name.push(".");
        name.push(extension);
        name.into()
    }
}

/// The game up to a move that cannot be played; an error if there is none before it, or something else is wrong.
fn before_the_fault(text: &[u8], error: SgfError) -> Result<sgf::Loaded, SgfError> {
    let (Fault::BadMove(number @ 2.., _) | Fault::NoMove(number @ 2.., ..)) = error.fault else {
        return Err(error);
    };
    let loaded = sgf::load(text, Some(number))?;
    if loaded.game.moves().is_empty() {
        return Err(error);
    }
    note(format!("{error}; the moves before it are reviewed"));
    Ok(loaded)
}

/// A name without the extension that one of the files gets anyway.
fn without_extension(name: &Path) -> PathBuf {
    let is_ours = |extension: &OsStr| ["html", "sgf"].iter().any(|ours| extension == *ours);
    match name.extension().is_some_and(is_ours) {
        true => name.with_extension(""),
        false => name.to_owned(),
    }
}

/// A word beside the work. It does not matter if nobody reads it.
fn note(words: String) {
    let _ = writeln!(io::stderr(), "note: {words}");
}

/// Writes both files, or leaves both as they were.
fn write(files: &[(&Path, String); 2]) -> Result<(), String> {
    let cannot =
        |path: &Path, error: io::Error| format!("{} cannot be written: {error}", path.display());
    let mut drafts = Vec::new();
    for (path, text) in files {
        let draft = files::written(path, text).map_err(|error| cannot(path, error))?;
        drafts.push((path, draft));
    }
    drafts
        .into_iter()
        .try_for_each(|(path, draft)| draft.publish().map_err(|error| cannot(path, error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_one_of_the_files_will_do_for_both() {
        for (name, bare) in [
            ("d/game.html", "d/game"),
            ("game.sgf", "game"),
            ("game.1", "game.1"),
        ] {
            assert_eq!(without_extension(Path::new(name)), Path::new(bare));
        }
    }
}
