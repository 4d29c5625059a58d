//! `tengen learn shards`: records and judged positions become training files.

use super::{Failure, Output, open, tell, title};
use crate::cli::printing::aside;
use crate::cli::{Done, values};
use crate::console::counted;
use crate::game::Rules;
use crate::tools::learn::{
    self, Changed, Choice, Disputed, Input, Joined, Labels, Options, ReadError, RecordSource,
    Source,
};
use crate::tools::progress::Bar;
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};

/// Positions with what is learnt of them, and how that was found in words.
type Judgement = (Box<dyn Source>, String);

/// Turn game records, and positions that a network has judged, into training files
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("inputs").args(["labels", "games"]).required(true).multiple(true)))]
pub struct ShardsArgs {
    /// Files with positions that another network has judged, compressed with xz or not
    #[arg(long, value_name = "FILE", num_args = 1..)]
    labels: Vec<PathBuf>,

    /// Files with game records, one SGF or more on each line, compressed with xz or not
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Positions of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = values::whole::<u16>(1..=u16::MAX), requires = "games")]
    per_game: u16,

    /// They are among the last so many moves [default: all moves]
    #[arg(long, value_name = "MOVES", value_parser = values::whole::<u16>(1..=u16::MAX), requires = "games")]
    last: Option<u16>,

    /// The rules of records that name none; without this, what their counts say of the lead is not learnt
    #[arg(long, value_name = "NAME", value_parser = Rules::parse, requires = "games")]
    rules: Option<Rules>,

    /// A network that judges all positions: its answers are learnt instead of the files'
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// How to compute the network [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel, requires = "net")]
    kernel: Option<String>,

    /// Ways to turn the board that the network's answers are the mean of
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole::<u8>(1..=8), requires = "net")]
    symmetries: u8,

    /// The percentage of positions that the network judges after one to three more moves, drawn from a policy
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = values::whole::<u8>(0..=100), requires = "net")]
    detours: u8,

    /// The network whose policy they are drawn from: the student's leads to what it gets wrong [default: the judge]
    #[arg(long, value_name = "FILE", requires = "net")]
    guide: Option<PathBuf>,

    /// A network with other weaknesses than the guide: only the positions of which they think most differently are judged
    #[arg(long, value_name = "FILE", requires = "guide")]
    rival: Option<PathBuf>,

    /// Of so many positions of a game one is judged where there is a rival
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = values::whole::<u8>(1..=64), requires = "rival")]
    candidates: u8,

    /// Positions in each file
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = values::whole::<u32>(1..=1_000_000))]
    shard_size: u32,

    #[command(flatten)]
    output: Output,
}

impl ShardsArgs {
    pub fn run(&self) -> Done {
        let (mut sources, mut inputs): (Vec<Box<dyn Source>>, _) = (Vec::new(), Vec::new());
        let mut left_out = Vec::new();
        for path in &self.labels {
            let content = learn::read_file(path)?;
            let labels = Labels::parse(&content);
            let labels = labels.map_err(|error| ReadError::new(path, error))?;
            inputs.push(Input::new(path, &content, labels.len()));
            sources.push(Box::new(labels));
        }
        for path in &self.games {
            let content = learn::read_file(path)?;
            let (records, faults) = self.records(path, &content);
            left_out.extend(faults);
            inputs.push(Input::new(path, &content, records.len()));
            sources.push(Box::new(records));
        }
        let (source, answers) = self.learnt(Box::new(Joined::new(sources)))?;
        let options = Options {
            seed: self.output.seed,
            shard_size: self.shard_size as usize,
            hold_back: self.output.hold_back,
        };
        let plan = learn::describe(&inputs, &answers, &options);
        let bar = Bar::new(source.len() as u64, "positions");
        let made = learn::make(&*source, &options, &self.output.making(plan), &|done| {
            bar.set(done as u64);
        });
        drop(bar);
        let mut made = made?;
        made.skipped += left_out.len();
        made.first_fault = left_out.into_iter().next().or(made.first_fault);
        tell(&made)
    }

    /// The records in the content of a file, and what is wrong with those that are left out; tells how many are by rules
    /// that nobody knows.
    fn records(&self, path: &Path, content: &[u8]) -> (RecordSource, Vec<String>) {
        let choice = Choice {
            per_game: self.per_game.into(),
            last: self.last.map(usize::from),
            seed: self.output.seed,
            rules: self.rules,
        };
        let (records, faults) = RecordSource::read(content, choice);
        let file = path.display();
        if records.uncounted() > 0 && self.net.is_none() {
            let are = counted(
                records.uncounted(),
                "record has a count and names no rules that Tengen knows",
                "records have counts and name no rules that Tengen knows",
            );
            aside(format_args!(
                "{file}: {are}; that is not learnt without --rules"
            ));
        }
        let name_file = |fault| format!("{file}: {fault}");
        (records, faults.into_iter().map(name_file).collect())
    }

    /// What is learnt of the positions, and how it was found in words.
    fn learnt(&self, positions: Box<dyn Source>) -> Result<Judgement, Failure> {
        let (source, mut answers) = match &self.net {
            Some(teacher) => self.judged(positions, teacher)?,
            None => (positions, "those of the files".to_owned()),
        };
        if let Some(last) = self.last {
            answers += &format!(", of the last {last} moves");
        }
        if let Some(rules) = &self.rules {
            answers += &format!(", of records without rules by {}", rules.to_json());
        }
        Ok((source, answers))
    }

    /// The positions as the network of a file judges them, and how in words.
    fn judged(&self, mut positions: Box<dyn Source>, teacher: &Path) -> Result<Judgement, Failure> {
        if self.guide.is_some() && self.detours == 0 && self.rival.is_none() {
            return Err("--guide needs --detours or --rival".into());
        }
        let open = |path: &Path| open(path, &self.kernel);
        let network = open(teacher)?;
        let mut words = format!("{}, mean of {}", title(teacher, &network)?, self.symmetries);
        let mut guide = network.clone();
        if let Some(path) = &self.guide {
            guide = open(path)?;
            words.push_str(&format!(", guided by {}", title(path, &guide)?));
        }
        if self.detours > 0 {
            words.push_str(&format!(", detours {} %", self.detours));
            let share = f32::from(self.detours) / 100.0;
            let change = learn::detours(guide.clone(), share, self.output.seed);
            positions = Box::new(Changed { positions, change });
        }
        if let Some(path) = &self.rival {
            let (rival, candidates) = (open(path)?, self.candidates);
            words.push_str(&format!(
                ", of {candidates} the one most disputed by {}",
                title(path, &rival)?
            ));
            let measure = learn::between(guide, rival);
            positions = Box::new(Disputed::new(positions, candidates.into(), measure));
        }
        let change = learn::judged(network, self.symmetries.into(), self.output.seed);
        Ok((Box::new(Changed { positions, change }), words))
    }
}
