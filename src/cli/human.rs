//! Human-style networks: how one is started beside the network that judges, and what is said about profiles.

use super::effects;
use super::network::BUILT_IN;
use crate::console::stderr;
use crate::net::features::Profile;
use crate::net::{Loading, LoadingError, NetworkOptions, Networks};
use std::path::Path;
use std::sync::Arc;

/// The human-style network in a file, which another thread reads from now on.
///
/// # Errors
/// If the file is no network's, or its network is told nothing of the players.
pub fn start(path: &Path, kernel: Option<String>) -> Result<Arc<Loading>, String> {
    if path.as_os_str() == BUILT_IN {
        return Err("the built-in network is no human-style one".to_owned());
    }
    let options = NetworkOptions {
        kernel,
        // Each position is asked about once.
        cache_bytes: 0,
    };
    let loading = Loading::start(path, options, tell_of_failure);
    let loading = loading.map_err(|error| error.to_string())?;
    match loading.is_human_style() {
        true => Ok(loading),
        false => Err(format!("{}: no human-style network", path.display())),
    }
}

fn tell_of_failure(error: &LoadingError) {
    stderr::say(format!("tengen: {error}; without the human-style network"));
}

/// Says where a profile is missing or of no use with these networks.
pub fn tell_of_profile(profile: Option<Profile>, networks: &Networks) {
    let imitates = networks.judge_is_human_style();
    let remark = match profile {
        Some(profile) if !imitates && networks.human.is_none() => {
            let what = format_args!("the profile {profile}");
            return effects::tell(what, "there is no human-style network");
        }
        None if imitates => {
            let usual = Profile::default();
            format!(
                "the network imitates {usual}, since no --human-profile or humanSLProfile names others"
            )
        }
        None if networks.human.is_some() => {
            "the human-style network is not asked before --human-profile or humanSLProfile \
            says whom it imitates"
                .to_owned()
        }
        _ => return,
    };
    stderr::say(format!("tengen: {remark}"));
}
