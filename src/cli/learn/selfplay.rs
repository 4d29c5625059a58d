//! `tengen learn selfplay`: games against itself become training files.

use super::{Failure, Output, sides, tell, title_of};
use crate::cli::network::NetworkChoice;
use crate::cli::{Done, values};
use crate::search::{MethodChoice, Settings};
use crate::tools::learn::{self, SelfPlay};
use crate::tools::progress::Bar;
use crate::version::VERSION;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Play games against itself and keep what the searches found and how the games ended
#[derive(Args, Debug)]
pub struct SelfPlayArgs {
    /// The network that plays: a file, or 'built-in' [default: none, a search with playouts]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// How to compute the network [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel, requires = "net")]
    kernel: Option<String>,

    /// Files to write
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::whole::<u64>(1..=1_000_000))]
    files: u64,

    /// The number of the first file: several machines share out the numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole::<u64>(0..=u32::MAX.into()))]
    first: u64,

    /// Games in each file
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::whole::<u64>(1..=10_000))]
    games: u64,

    /// The smallest and the largest board
    #[arg(long, value_name = "SIDES", default_value = "7..19", value_parser = sides)]
    sizes: (usize, usize),

    /// Playouts for a position that is learnt from: one alone would try no move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = values::whole_from(2))]
    playouts: u64,

    /// Playouts for the others
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = values::whole_from(1))]
    quick_playouts: u64,

    /// The percentage of positions that are learnt from
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = values::whole::<u8>(1..=100))]
    share: u8,

    #[command(flatten)]
    output: Output,
}

impl SelfPlayArgs {
    pub fn run(&self) -> Done {
        let (method, network) = match &self.net {
            None => (MethodChoice::Classical, None),
            Some(path) => self.method(path)?,
        };
        let self_play = SelfPlay {
            settings: Settings {
                method,
                ..Settings::default()
            },
            playouts: self.playouts,
            quick_playouts: self.quick_playouts,
            share: f32::from(self.share) / 100.0,
            sides: self.sizes,
            seed: self.output.seed,
        };
        let bar = Bar::new(self.files * self.games, "games");
        let made = learn::play_games(
            &self_play,
            (self.first, self.files),
            self.games,
            self.output.hold_back,
            &self.output.making(self.plan(network)),
            &|done| bar.set(done as u64),
        );
        drop(bar);
        tell(&made?)
    }

    /// The search by the network of this name, with its title for the plan; the classical search, without a title, where
    /// the name says that there is none.
    fn method(&self, name: &Path) -> Result<(MethodChoice, Option<String>), Failure> {
        let choice = NetworkChoice::computed(Some(name.into()), self.kernel.clone());
        let loading = choice.read()?;
        choice.tell_of_use(loading.as_ref());
        let Some(loading) = loading else {
            return Ok((MethodChoice::Classical, None));
        };
        let title = title_of(&loading)?;
        Ok((MethodChoice::Network(loading), Some(title)))
    }

    /// What makes the files what they are; `network` is the title of the one that plays.
    fn plan(&self, network: Option<String>) -> String {
        let plan = json!({
            "tengen": VERSION,
            "network": network,
            "games_per_file": self.games,
            "sizes": [self.sizes.0, self.sizes.1],
            "playouts": self.playouts,
            "quick_playouts": self.quick_playouts,
            "share": self.share,
            "seed": self.output.seed,
            "hold_back": self.output.hold_back,
        });
        format!("{plan:#}\n")
    }
}
