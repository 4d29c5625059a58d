//! `tengen play`.

use super::Done;
use super::book::BookChoice;
use super::network::NetworkChoice;
use super::search::SearchOptions;
use super::terminal::style_for;
use super::values;
use crate::game::{Game, Rules};
use crate::search::Level;
use crate::session::{Config, Resign};
use crate::tools::play::{self, Options};
use crate::types::{Color, Dims};
use clap::{Args, ValueEnum};
use std::io;
use std::process::ExitCode;
use std::time::Duration;

/// Play against Tengen in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Type moves such as d4, and help for what else there is.")]
pub struct PlayArgs {
    /// Board: its side, or COLUMNSxROWS
    #[arg(long, value_name = "SIZE", default_value = "19", value_parser = values::dims)]
    size: Dims,

    /// Your colour
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,

    /// Black's handicap stones, 2 to 25
    #[arg(long, value_name = "STONES", default_value_t = 0, value_parser = handicap)]
    handicap: usize,

    #[arg(long, value_name = "POINTS", help = format!("Points for White [default: {}]", Rules::USUAL_KOMI), value_parser = values::komi, allow_negative_numbers = true)]
    komi: Option<f32>,

    /// Rules: chinese, japanese, aga ... or JSON as for kata-set-rules
    #[arg(long, value_name = "NAME", default_value = "chinese", value_parser = Rules::parse)]
    rules: Rules,

    /// Strength, from 1 (the weakest, about 16 kyu on 19x19) to 20 (full strength)
    #[arg(long, value_name = "LEVEL", default_value_t = Level::FULL)]
    level: Level,

    /// Seconds for each of Tengen's moves
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = values::seconds)]
    time: Duration,

    /// Playouts for each of Tengen's moves, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = values::whole_from(1))]
    playouts: Option<u64>,

    /// Visits for each of Tengen's moves, those kept from earlier moves included, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = values::whole_from(1))]
    visits: Option<u64>,

    #[command(flatten)]
    network: NetworkChoice,

    #[command(flatten)]
    book: BookChoice,

    #[command(flatten)]
    search: SearchOptions,

    /// Tengen resigns when its chance to win stays below this many percent; or 'never'
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = values::resign)]
    resign: Resign,
}

/// A colour on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

impl PlayArgs {
    fn options(&self) -> Result<Options, String> {
        let game = self.game()?;
        let network = self.network.start()?;
        self.network.tell_of_use(network.as_ref());
        let mut config = Config {
            playouts: self.playouts,
            visits: self.visits,
            time_per_move: self.time,
            level: self.level,
            networks: network.into(),
            profile: self.network.profile(),
            book: self.book.open()?,
            ..self.search.session()
        };
        config.set_resign(self.resign);
        self.book.tell_of_use(&config);
        Ok(Options {
            config,
            game,
            person: match self.color {
                Side::Black => Color::Black,
                Side::White => Color::White,
            },
            style: style_for(&io::stdout()),
        })
    }

    /// The game that begins.
    fn game(&self) -> Result<Game, String> {
        let stones = self.handicap;
        let komi = self.komi.unwrap_or(self.rules.usual_komi(stones));
        let mut game = Game::new(self.size, self.rules, komi);
        game.end_handicap_at_passes();
        if stones > 0 {
            let dims = self.size;
            if stones >= dims.area() {
                return Err(format!(
                    "--handicap {stones}: a {dims} board has no room for so many stones"
                ));
            }
            game.place_free_handicap(stones)
                .expect("they fit on an empty board");
        }
        Ok(game)
    }
}

/// A number of stones: 0, or 2 and more.
fn handicap(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(stones) if stones == 0 || (2..=25).contains(&stones) => Ok(stones),
        _ => Err("give 2 to 25 stones, or 0 for none".to_owned()),
    }
}

/// Carries out `tengen play`.
pub fn run(args: &PlayArgs) -> Done {
    play::run(args.options()?, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
