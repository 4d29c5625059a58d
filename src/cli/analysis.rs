//! `tengen analysis`.

use super::network::{NetworkChoice, built_in_instead};
use super::search::SearchOptions;
use super::{Done, human, input, katago, values};
use crate::analysis::{self, Config, SEARCH_KEYS};
use crate::console::{Log, counted, fault, stderr};
use crate::katago::threads;
use crate::net::{Loading, Networks};
use crate::version::NAME_AND_VERSION;
use clap::Args;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

const EXPLANATION: &str = "\
Reads queries, one JSON object a line, and answers them as KataGo's analysis
engine does: for KaTrain, Ogatak, LizzieYzy and everything else that speaks its
protocol. Options may be written with one dash, as KataGo has them.

Examples:
  tengen analysis
  tengen analysis -config analysis.cfg -model net.bin.gz -quit-without-waiting
  tengen analysis -override-config maxVisits=2000,reportAnalysisWinratesAs=BLACK

Exit codes: 0 the input has ended; 2 the engine could not be run.";

/// Analyse positions for other programs, in KataGo's analysis protocol
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(mut_arg("threads", |threads| threads.help("Processors to use [default: all]")))]
pub struct AnalysisArgs {
    /// A configuration, as KataGo's: settings that Tengen has no use for are named and ignored
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,

    /// Settings on top of the configuration; may be given again
    #[arg(long, value_name = "KEY=VALUE,...")]
    override_config: Vec<String>,

    /// Neural network: a file of KataGo, such as a .bin.gz; or 'none' [default: the one that Tengen carries, also for
    /// a file that is no network or damaged]
    #[arg(
        long,
        visible_alias = "net",
        value_name = "FILE",
        env = "TENGEN_NET",
        hide_env_values = true
    )]
    model: Option<OsString>,

    /// A second, human-style network of KataGo: it says what people would play, in answers to queries with a humanSLProfile
    #[arg(long, visible_alias = "human-net", value_name = "FILE")]
    human_model: Option<PathBuf>,

    /// Positions searched at once [default, and at most: one for each processor, two if there is only one]
    #[arg(long, value_name = "N", value_parser = values::whole(1..=analysis::MOST_THREADS))]
    analysis_threads: Option<u16>,

    /// End with the input, whatever is unfinished
    #[arg(long)]
    quit_without_waiting: bool,

    /// Append everything that is received and sent to this file, with the time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    // LizzieYzy Next makes this command line of that for GTP.
    /// Without effect here: an option for GTP
    #[arg(long, value_name = "NAME", hide = true)]
    name: Option<String>,

    /// Without effect here: an option for GTP
    #[arg(long, value_name = "VERSION", hide = true)]
    override_version: Option<String>,

    #[command(flatten)]
    search: SearchOptions,
}

/// Serves the protocol.
pub fn run(args: &AnalysisArgs) -> Done {
    fault::tell_panics();
    let config = args.read()?;
    let at_once = config.at_once();
    // The second line is the one that clients of KataGo wait for.
    stderr::say_and_wait(format!(
        "{NAME_AND_VERSION}, {} at a time\nStarted, ready to begin handling requests",
        counted(at_once, "position", "positions")
    ));
    analysis::run(config, input::watched(), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

impl AnalysisArgs {
    fn read(&self) -> Result<Config, String> {
        let log = Log::open(self.log.as_deref()).map_err(|error| error.to_string())?;
        let search = self.search.settings();
        let mut config = Config {
            processors: search.threads,
            memory_mb: search.memory_mb,
            seed: search.seed,
            log: Arc::new(log),
            quit_without_waiting: self.quit_without_waiting,
            networks: Networks {
                judge: self.network()?,
                human: self.human_network(),
            },
            ..Config::default()
        };
        let sources = katago::sources(&self.config, &self.override_config)?;
        for source in &sources {
            let ignored = config.read(source)?;
            stderr::tell_ignored(&source.place, &ignored);
        }
        if let Some(words) = threads::remark_on_cut(&sources, &SEARCH_KEYS, config.processors) {
            stderr::warn(words);
        }
        if let Some(threads) = self.analysis_threads {
            config.analysis_threads = Some(usize::from(threads));
        }
        // A profile without such a network has been told of as a setting without effect.
        if config.networks.has_human_style() {
            human::tell_of_profile(config.defaults.profile, &config.networks);
        }
        Ok(config)
    }

    /// The human-style network. One that cannot be used is left out, since clients insist on a file for it too.
    fn human_network(&self) -> Option<Arc<Loading>> {
        let started = human::start(self.human_model.as_deref()?, None);
        let told = |error| stderr::warn(format_args!("{error}: nothing is said of people"));
        started.map_err(told).ok()
    }

    /// The network. Its file is read to the end, so that no other judges than the one that clients are told of.
    ///
    /// Clients of KataGo insist on a file, and users who have none give them any: the one in the program itself takes
    /// its place.
    fn network(&self) -> Result<Option<Arc<Loading>>, String> {
        if self.model.is_none() {
            return NetworkChoice::computed(None, None).start();
        }
        let read = NetworkChoice::computed(self.model.clone(), None).read();
        read.or_else(|error| built_in_instead(&error, None))
    }
}
