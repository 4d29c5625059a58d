//! The options of the engine, shared by every command that runs one.

use super::book::BookChoice;
use super::network::NetworkChoice;
use super::search::SearchOptions;
use super::terminal::style_for;
use super::values;
use super::{effects, human, katago};
use crate::game::{Game, Rules};
use crate::gtp::{Config, Decided};
use crate::katago::config::Source;
use crate::katago::keys;
use crate::search::{Level, Params};
use crate::session::{self, Resign};
use crate::types::Dims;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// RAVE and playouts; needs no network
    Classical,
    /// The network's policy and value
    Network,
}

/// How Tengen plays.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub struct EngineOptions {
    /// Playouts for each move, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = values::whole_from(1))]
    pub playouts: Option<u64>,

    /// Visits for each move, those kept from earlier moves included, instead of a time: KataGo's maxVisits
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = values::whole_from(1))]
    pub visits: Option<u64>,

    /// Seconds for each move while no clock is set [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Option<Duration>,

    /// Which network judges.
    #[command(flatten)]
    pub network: NetworkChoice,

    /// A second, human-style network of KataGo: it shows in analyses what people would play, once --human-profile or humanSLProfile says whom it imitates
    #[arg(long, visible_alias = "human-model", value_name = "FILE")]
    pub human_net: Option<PathBuf>,

    /// Where the first moves come from.
    #[command(flatten)]
    pub book: BookChoice,

    /// How to search [default: by the network if there is one]
    #[arg(long, value_name = "METHOD", value_enum)]
    pub method: Option<Method>,

    /// Threads, memory, seed.
    #[command(flatten)]
    pub search: SearchOptions,

    /// Rules at the start: chinese, japanese, aga, cgos ... or JSON as for kata-set-rules
    /// [default: area scoring, positional superko, no suicide]
    #[arg(long, value_name = "NAME", value_parser = Rules::parse)]
    pub rules: Option<Rules>,

    /// Komi at the start: the points White gets for playing second [default: 7.5]
    #[arg(long, value_name = "POINTS", value_parser = values::komi, allow_negative_numbers = true)]
    pub komi: Option<f32>,

    /// Board at the start: its side, or COLUMNSxROWS [default: 19]
    #[arg(long, value_name = "SIZE", value_parser = values::dims)]
    pub size: Option<Dims>,

    /// Resign when the chance to win has stayed below this many percent for three of Tengen's moves in a row; or 'never'.
    /// Not before the game has as many moves as a quarter of the board's points (half in handicap games) [default: 5]
    #[arg(long, value_name = "PERCENT", value_parser = values::resign)]
    pub resign: Option<Resign>,

    /// Strength, from 1 (the weakest, about 16 kyu on 19x19) to 20 (full strength)
    #[arg(long, value_name = "LEVEL", default_value_t = Level::FULL)]
    pub level: Level,

    /// A number of the search, such as cpuct=1.2; may be given again for others
    /// (the GTP command tengen-search_param lists them)
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = values::param)]
    pub params: Vec<values::Param>,

    /// Record moves that repeat a position or kill several of one's own stones, for servers that allow
    /// them, instead of refusing them
    #[arg(long)]
    pub accept_repetition: bool,

    /// Seconds of every clock to hold back for delays on the way to the server [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds_from_zero)]
    pub lag: Option<Duration>,

    /// Think on while the opponent does; only at full strength
    #[arg(long)]
    pub ponder: bool,

    /// Say a line about each move on standard error, which gtp2ogs makes chat for the spectators
    #[arg(long)]
    pub chat: bool,

    /// Write what Tengen saw at each move into the records of printsgf
    #[arg(long)]
    pub sgf_comments: bool,

    /// Refuse commands that read or write files, for clients that are not to be trusted
    #[arg(long)]
    pub safe: bool,

    /// A configuration of KataGo's for GTP: the names that kata-set-param knows, the rules, the size of the first board, the komi of
    /// all games, reportAnalysisWinratesAs and ogsChatToStderr. It counts more than the options here, but has no more threads than
    /// --threads; may be given again. What has no effect is named and ignored
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,

    /// Settings on top of the configuration; may be given again
    #[arg(long, value_name = "KEY=VALUE,...")]
    pub override_config: Vec<String>,

    /// The answer to the command 'name': some clients show ownership, scores and more only of an engine called KataGo
    #[arg(long, value_name = "NAME", value_parser = values::name)]
    pub name: Option<String>,

    /// The answer to the command 'version', for clients that compare it
    #[arg(long, value_name = "VERSION", value_parser = values::name)]
    pub override_version: Option<String>,

    /// Append everything that is received and sent to this file, with the time
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

impl EngineOptions {
    /// How a GTP engine starts with these options.
    ///
    /// # Errors
    /// If the network's file is none, or if one is to search that is not there.
    pub fn engine_config(&self) -> Result<Config, String> {
        let sources = katago::sources(&self.config, &self.override_config)?;
        Ok(Config {
            session: self.session(&sources)?,
            game: Game::new(
                self.size.unwrap_or_else(|| Game::default().dims()),
                self.rules.unwrap_or_default(),
                self.komi.unwrap_or_else(|| Game::default().komi()),
            ),
            name: self.name.clone(),
            version: self.override_version.clone(),
            sources,
            typed: self.typed(),
            chat: self.chat,
            sgf_comments: self.sgf_comments,
            style: style_for(&io::stdout()),
            safe: self.safe,
            log: self.log.clone(),
        })
    }

    /// What was typed, of what a configuration may decide otherwise.
    fn typed(&self) -> Vec<Decided> {
        let all = [
            (Decided::Size, self.size.is_some()),
            (Decided::Rules, self.rules.is_some()),
            (Decided::Komi, self.komi.is_some()),
            (Decided::Threads, self.search.threads.is_some()),
            (Decided::Memory, self.search.memory.is_some()),
            (Decided::Playouts, self.playouts.is_some()),
            (Decided::Visits, self.visits.is_some()),
            (Decided::Time, self.time.is_some()),
            (Decided::Resign, self.resign.is_some()),
            (Decided::Lag, self.lag.is_some()),
            (Decided::Level, !self.level.is_full()),
            (Decided::AcceptRepetition, self.accept_repetition),
            (Decided::Ponder, self.ponder),
            (Decided::HumanProfile, self.network.profile().is_some()),
            (Decided::Chat, self.chat),
            (Decided::SgfComments, self.sgf_comments),
        ];
        let typed = all.into_iter().filter(|&(_, is_typed)| is_typed);
        let typed = typed.map(|(decided, _)| decided);
        let names: BTreeSet<&String> = self.params.iter().map(|(name, _)| name).collect();
        let params = names.into_iter().cloned().map(Decided::Param);
        typed.chain(params).collect()
    }

    /// How it plays before what the `sources` say is set.
    fn session(&self, sources: &[Source]) -> Result<session::Config, String> {
        // Whom a human-style network imitates may stand in a configuration.
        let mut lines = sources.iter().flat_map(|source| &source.settings);
        let names_profile = lines.any(|line| line.key == keys::HUMAN_PROFILE);
        let networks = self.network.start_with(self.human_net.as_deref())?;
        if !names_profile {
            human::tell_of_profile(self.network.profile(), &networks);
        }
        if networks.judge.is_none() && self.method == Some(Method::Network) {
            return Err(format!("--method network: {}", self.network.missing()));
        }
        let usual = session::Config::default();
        let mut config = session::Config {
            accept_repetition: self.accept_repetition,
            playouts: self.playouts,
            visits: self.visits,
            time_per_move: self.time.unwrap_or(usual.time_per_move),
            lag: self.lag.unwrap_or(usual.lag),
            ponder: self.ponder,
            level: self.level,
            params: self.params(),
            networks,
            profile: self.network.profile(),
            book: self.book.open()?,
            classical: self.method == Some(Method::Classical),
            ..self.search.session()
        };
        if let Some(resign) = self.resign {
            config.set_resign(resign);
        }
        self.tell_of_use(&config);
        Ok(config)
    }

    /// Says which options change nothing for who begins so.
    fn tell_of_use(&self, config: &session::Config) {
        self.network.tell_of_kernel(&config.networks);
        self.book.tell_of_use(config);
        effects::tell_of_params(&self.params, config);
        if self.ponder && !self.level.is_full() {
            effects::tell("--ponder", "it is for full strength");
        }
    }

    fn params(&self) -> Params {
        let mut params = Params::default();
        for (name, value) in &self.params {
            let set = params.set(name, value);
            set.expect("it was tried when the option was read");
        }
        params
    }
}
