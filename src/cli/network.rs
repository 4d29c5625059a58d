//! Which network judges: options shared by every command that searches.

use super::{effects, human, values};
use crate::console::stderr;
use crate::net::features::Profile;
use crate::net::file::Model;
use crate::net::{Loading, LoadingError, Network, NetworkOptions, Networks, embedded};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{self, Path};
use std::sync::Arc;

/// The name of the network that is in the program itself.
pub const BUILT_IN: &str = "built-in";
/// The name that stands for playing without a network.
const NONE: &str = "none";
/// What is wrong where there must be a network.
const NO_NETWORK: &str = "'none' leaves no network to work with";
/// The environment may name the network.
const VARIABLE: &str = "TENGEN_NET";

/// The network and how it is computed.
#[derive(Args, Clone, Debug)]
pub struct NetworkChoice {
    /// Neural network: a file of KataGo, such as a .bin.gz ('tengen net FILE' checks it); 'built-in' for the one that
    /// Tengen carries; or 'none', which plays by playouts alone [default: what TENGEN_NET names, or built-in]
    #[arg(
        long,
        visible_alias = "model",
        value_name = "FILE",
        env = VARIABLE,
        hide_env = true
    )]
    net: Option<OsString>,

    /// How to compute the network [default: the fastest way that this processor has]
    #[arg(long, value_name = "NAME", value_parser = values::kernel)]
    kernel: Option<String>,

    #[arg(long, value_name = "NAME", help = format!("Whom a human-style network imitates: {}", Profile::CHOICES))]
    human_profile: Option<Profile>,
}

impl NetworkChoice {
    /// The network of this name, computed by this kernel, or as the processor does it fastest.
    pub fn computed(net: Option<OsString>, kernel: Option<String>) -> NetworkChoice {
        NetworkChoice {
            net,
            kernel,
            human_profile: None,
        }
    }

    /// Whether a network is named on the command line, and not by the environment alone.
    pub fn is_named_here(&self) -> bool {
        self.net.is_some() && !is_of_environment(self.net.as_deref())
    }

    /// Whom a human-style network imitates.
    pub fn profile(&self) -> Option<Profile> {
        self.human_profile
    }

    /// The network, which another thread reads from now on; nothing if playouts are to judge.
    ///
    /// # Errors
    /// If the file is no network's.
    pub fn start(&self) -> Result<Option<Arc<Loading>>, String> {
        self.begin(match is_of_environment(self.net.as_deref()) {
            true => |error| tell_of_failure(with_variable(error)),
            false => |error| tell_of_failure(error),
        })
    }

    /// The network, and a human-style one beside it if there is a file for one.
    ///
    /// # Errors
    /// If one of the files is no network's, or the second no human-style network's.
    pub fn start_with(&self, human: Option<&Path>) -> Result<Networks, String> {
        let judge = self.start()?;
        let human = human.map(|path| human::start(path, self.kernel.clone()));
        Ok(Networks {
            judge,
            human: human.transpose()?,
        })
    }

    /// As [`NetworkChoice::start`], but read to its end: what is written down for good should not be judged by another
    /// network than was asked for.
    ///
    /// # Errors
    /// If the file is no network's, or damaged.
    pub fn read(&self) -> Result<Option<Arc<Loading>>, String> {
        let network = self.begin(|_| ())?;
        if let Some(loading) = &network {
            loading
                .wait()
                .map_err(|error| with_origin(self.net.as_deref(), error))?;
        }
        Ok(network)
    }

    /// As [`NetworkChoice::start`], but read to its end; the one in the program itself takes the place of one that is
    /// damaged.
    ///
    /// # Errors
    /// If the file is no network's.
    pub fn read_or_built_in(&self) -> Result<Option<Arc<Loading>>, String> {
        let network = self.begin(|_| ())?;
        let Some(Err(error)) = network.as_ref().map(|loading| loading.wait()) else {
            return Ok(network);
        };
        built_in_instead(
            &with_origin(self.net.as_deref(), error),
            self.kernel.clone(),
        )
    }

    /// As [`NetworkChoice::read`], where there must be a network; says as [`NetworkChoice::tell_of_use`] what is of no use with it.
    ///
    /// # Errors
    /// As [`NetworkChoice::read`], and if playouts are to judge.
    pub fn read_some(&self) -> Result<Arc<Loading>, String> {
        let network = self.read()?;
        self.tell_of_use(network.as_ref());
        network.ok_or_else(|| self.missing())
    }

    /// What is wrong with 'none' where there must be a network.
    pub fn missing(&self) -> String {
        with_origin(self.net.as_deref(), NO_NETWORK)
    }

    /// Says where the profile is missing, and where it or the kernel is of no use with this network.
    pub fn tell_of_use(&self, network: Option<&Arc<Loading>>) {
        let networks = network.cloned().into();
        human::tell_of_profile(self.human_profile, &networks);
        self.tell_of_kernel(&networks);
    }

    /// Says where the kernel is of no use with these networks.
    pub fn tell_of_kernel(&self, networks: &Networks) {
        if let (Some(kernel), None) = (&self.kernel, networks.all().next()) {
            let what = format_args!("the kernel {kernel}");
            effects::tell(what, "there is no network");
        }
    }

    fn begin(&self, on_failure: fn(&LoadingError)) -> Result<Option<Arc<Loading>>, String> {
        let options = NetworkOptions {
            kernel: self.kernel.clone(),
            ..NetworkOptions::default()
        };
        if self.is_named_here() && self.net.as_deref() == Some("".as_ref()) {
            return Err("--net names no file".to_owned());
        }
        let loading = match self.name() {
            None => Loading::start_embedded(options),
            Some(name) if name == NONE => return Ok(None),
            Some(name) => Loading::start(Path::new(name), options, on_failure),
        };
        loading
            .map(Some)
            .map_err(|error| with_origin(self.net.as_deref(), error))
    }

    /// The options that make a Tengen in another directory choose the same.
    pub fn arguments(&self) -> Vec<OsString> {
        let net = match self.name() {
            None => BUILT_IN.into(),
            Some(name) if name == NONE => NONE.into(),
            // A path that cannot be made absolute is empty, and was taken for none above.
            Some(name) => path::absolute(name).map_or_else(|_| name.to_owned(), OsString::from),
        };
        let kernel = self
            .kernel
            .as_ref()
            .map(|name| option("kernel", name.as_ref()));
        let profile = self.human_profile.map(|profile| profile.to_string());
        let profile = profile.map(|name| option("human-profile", name.as_ref()));
        let net = [option("net", &net)].into_iter();
        net.chain(kernel).chain(profile).collect()
    }

    /// What was given, unless it is the network in the program itself.
    fn name(&self) -> Option<&OsStr> {
        let given = self.net.as_deref().map(unless_empty);
        given.filter(|&net| net != BUILT_IN)
    }
}

/// A network's name; an empty variable is as good as none.
pub fn unless_empty(name: &OsStr) -> &OsStr {
    match name.is_empty() && is_of_environment(Some(name)) {
        true => BUILT_IN.as_ref(),
        false => name,
    }
}

/// What is wrong with a network, and where its name comes from if that is the environment.
pub fn with_origin(name: Option<&OsStr>, wrong: impl fmt::Display) -> String {
    match is_of_environment(name) {
        true => with_variable(wrong),
        false => wrong.to_string(),
    }
}

/// Whether a network's name is the one that the environment gives.
fn is_of_environment(name: Option<&OsStr>) -> bool {
    name.is_some() && name == std::env::var_os(VARIABLE).as_deref()
}

fn with_variable(wrong: impl fmt::Display) -> String {
    format!("{wrong} (from {VARIABLE})")
}

/// Reads the network of this name, which may be that of the one in the program itself.
///
/// # Errors
/// In words: if the file is no network that Tengen can read, or none is wanted.
pub fn read_model(name: &Path) -> Result<Model, String> {
    let name = name.as_os_str();
    if name == NONE {
        return Err(NO_NETWORK.to_owned());
    }
    let model = match name == BUILT_IN {
        true => embedded::model(),
        false => Model::open(Path::new(name)),
    };
    model.map_err(|error| error.to_string())
}

/// The same, made ready.
///
/// # Errors
/// As [`read_model`], or if the kernel is not there.
pub fn open_network(name: &Path, options: &NetworkOptions) -> Result<Network, String> {
    Network::new(read_model(name)?, options).map_err(|error| error.to_string())
}

/// A file may begin like a network and be damaged further on. A game that has begun then goes on with playouts, which
/// nobody should learn from the moves.
fn tell_of_failure(reason: impl fmt::Display) {
    stderr::say(format!(
        "tengen: {reason}; playing by playouts, without a network"
    ));
}

/// The network in the program itself, in the place of one that cannot be used.
///
/// # Errors
/// None, unless the program was built from a damaged file.
pub fn built_in_instead(
    reason: &str,
    kernel: Option<String>,
) -> Result<Option<Arc<Loading>>, String> {
    stderr::warn(format_args!(
        "{reason}: the built-in network takes its place"
    ));
    NetworkChoice::computed(None, kernel).start()
}

/// `--NAME=VALUE`
fn option(name: &str, value: &OsStr) -> OsString {
    let mut option = OsString::from(format!("--{name}="));
    option.push(value);
    option
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(net: &str) -> NetworkChoice {
        NetworkChoice::computed(Some(net.into()), None)
    }

    #[test]
    fn the_built_in_network_is_the_usual_one() {
        let loading = choice(BUILT_IN).start().unwrap().expect("a network");
        assert_eq!(loading.path(), None);
        assert_eq!(choice(BUILT_IN).arguments(), ["--net=built-in"]);
        assert_eq!(choice("").start().unwrap_err(), "--net names no file");
        assert!(choice(NONE).start().unwrap().is_none());
        assert_eq!(choice(NONE).arguments(), ["--net=none"]);
        // Nor is it looked for as a file.
        let refused = open_network(NONE.as_ref(), &NetworkOptions::default());
        assert_eq!(refused.err().as_deref(), Some(NO_NETWORK));
    }

    #[test]
    fn a_file_is_found_from_anywhere() {
        let here = path::absolute("net.bin.gz").unwrap();
        let argument = option("net", here.as_ref());
        assert_eq!(
            choice("net.bin.gz").arguments(),
            std::slice::from_ref(&argument)
        );
        let imitating = NetworkChoice {
            human_profile: "rank_5k_1d".parse().ok(),
            ..choice("net.bin.gz")
        };
        let profile = OsString::from("--human-profile=rank_5k_1d");
        assert_eq!(imitating.arguments(), [argument, profile]);
        assert!(choice("/nowhere/net.bin.gz").start().is_err());
    }
}
