//! `tengen gtp`: the engine between its two streams.

use super::{Done, EngineOptions, input, terminal};
use crate::console::{fault, stderr};
use crate::gtp;
use crate::version::NAME_AND_VERSION;
use std::io;
use std::process::ExitCode;

/// Speaks GTP on standard input and output.
pub fn run(options: &EngineOptions) -> Done {
    fault::tell_panics();
    let config = options.engine_config()?;
    // Clients take the greeting for a promise, so it comes after what can be wrong.
    let greet = || stderr::say(greeting(terminal::is_at_both_ends()));
    gtp::run_after(greet, config, input::watched(), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// What is said on standard error before the first command: a hint to a person, or to a program the line that
/// KataGo has there and clients such as LizGoban wait for.
fn greeting(to_a_person: bool) -> String {
    let to_play = match cfg!(feature = "web") {
        true => "'tengen web', in the browser, or 'tengen play', in the terminal",
        false => "'tengen play'",
    };
    match to_a_person {
        true => format!(
            "{NAME_AND_VERSION} speaks GTP: type 'genmove black', 'help' or 'quit'. To play, leave and start {to_play}."
        ),
        false => "GTP ready, beginning main protocol loop".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_told_how_to_play() {
        let words = greeting(true);
        for command in ["'genmove black'", "'tengen play'"] {
            assert!(words.contains(command), "{words}");
        }
        assert_eq!(words.contains("'tengen web'"), cfg!(feature = "web"));
        assert!(!greeting(false).contains("tengen"));
    }
}
