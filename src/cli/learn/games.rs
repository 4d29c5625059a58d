//! `tengen learn games`: games by policies alone, for a network to judge.

use super::{open, sides};
use crate::cli::paths::check_writable;
use crate::cli::printing::print_or_aside;
use crate::cli::{Done, values};
use crate::console::counted;
use crate::files::Draft;
use crate::tools::learn::PolicyGames;
use crate::tools::progress::Bar;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games by the policies of networks alone and write them down, for a network to judge
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// The networks; each side of each game is one of them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    net: Vec<PathBuf>,

    /// How to compute them [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel)]
    kernel: Option<String>,

    /// The smallest and the largest board
    #[arg(long, value_name = "SIDES", default_value = "7..19", value_parser = sides)]
    sizes: (usize, usize),

    /// Games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = values::whole::<u32>(1..=100_000))]
    count: u32,

    /// The lowest temperature of a side: below 1 likely moves are played more often than the policy says
    #[arg(long, value_name = "T", default_value_t = 0.3, value_parser = temperature)]
    coldest: f32,

    /// The highest
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = temperature)]
    hottest: f32,

    /// The file to write, one SGF on each line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace a file that is there
    #[arg(long)]
    force: bool,

    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = values::whole::<u16>(1..=1024))]
    threads: Option<u16>,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_from(0))]
    seed: u64,
}

impl GamesArgs {
    pub fn run(&self) -> Done {
        let (coldest, hottest) = (self.coldest, self.hottest);
        if coldest > hottest {
            let text =
                format!("the lowest temperature, {coldest}, is above the highest, {hottest}");
            return Err(text.into());
        }
        let name = self.out.display();
        if self.out.is_file() && !self.force {
            return Err(format!("{name} is there: --force replaces it").into());
        }
        check_writable(&self.out)?;
        let networks = self.net.iter().map(|path| open(path, &self.kernel));
        let games = PolicyGames {
            networks: networks.collect::<Result<_, _>>()?,
            sides: self.sizes,
            temperatures: (coldest, hottest),
            seed: self.seed,
        };
        self.write(&games)
            .map_err(|error| format!("{name} cannot be written: {error}"))?;
        // The games may have gone where this would go.
        if self.out.is_file() {
            let games = counted(self.count as usize, "game", "games");
            print_or_aside(&format!("{games} written: {name}"))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, games: &PolicyGames) -> io::Result<()> {
        let bar = Bar::new(self.count.into(), "games");
        let mut done = 0;
        let mut file = Draft::new(&self.out)?;
        games.play(
            self.count as usize,
            values::threads(self.threads),
            &mut |record| {
                done += 1;
                bar.set(done);
                file.write_all(record.as_bytes())
            },
        )?;
        file.publish()
    }
}

fn temperature(text: &str) -> Result<f32, String> {
    let wrong = || "give a temperature from 0.05 to 5".to_owned();
    let temperature = text.trim().parse().map_err(|_| wrong())?;
    let is_possible = (0.05..=5.0).contains(&temperature);
    is_possible.then_some(temperature).ok_or_else(wrong)
}
