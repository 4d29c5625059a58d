//! The table of Tengen's own settings.

use super::draft::Draft;
use super::playout_limits::{Limit, PlayoutLimits};
use crate::console::rounded;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::katago::values;
use crate::search::Level;
use crate::session::Resign;
use crate::time::LONGEST;
use std::time::Duration;

/// One setting.
pub(in crate::gtp) struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its type in the words of GoGui's parameter dialogs.
    pub kind: &'static str,
    /// Its value as text.
    pub get: fn(&Engine) -> String,
    /// Sets it from text, or tells what it can be.
    pub set: fn(&mut Draft, &str) -> Result<(), &'static str>,
}

impl Setting {
    /// The setting of this name, whatever the case.
    pub fn named(name: &str) -> Option<&'static Setting> {
        SETTINGS
            .iter()
            .find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    /// Sets it from text, or refuses.
    pub fn put(&self, draft: &mut Draft, text: &str) -> Result<(), Failure> {
        (self.set)(draft, text).map_err(|wanted| Failure::bad_value(self.name, wanted, text))
    }
}

/// Every setting.
pub(in crate::gtp) const SETTINGS: &[Setting] = &[
    Setting {
        name: "accept_repetition",
        kind: "bool",
        get: |engine| u8::from(engine.session.config().accept_repetition).to_string(),
        set: |draft, text| {
            draft.config.accept_repetition = switch(text)?;
            Ok(())
        },
    },
    Setting {
        name: "ponder",
        kind: "bool",
        get: |engine| u8::from(engine.session.config().ponder).to_string(),
        set: set_ponder,
    },
    Setting {
        name: "level",
        kind: "list/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20",
        get: |engine| engine.session.config().level.to_string(),
        set: |draft, text| {
            draft.config.level = text.parse().map_err(|_| Level::CHOICES)?;
            Ok(())
        },
    },
    Setting {
        name: "sgf_comments",
        kind: "bool",
        get: |engine| u8::from(engine.preferences.sgf_comments).to_string(),
        set: |draft, text| {
            draft.preferences.sgf_comments = switch(text)?;
            Ok(())
        },
    },
    Setting {
        name: "live_graphics",
        kind: "bool",
        get: |engine| u8::from(engine.preferences.live_graphics).to_string(),
        set: |draft, text| {
            draft.preferences.live_graphics = switch(text)?;
            Ok(())
        },
    },
    Setting {
        name: "playouts",
        kind: "string",
        get: |engine| engine.session.config().playouts.unwrap_or(0).to_string(),
        set: |draft, text| {
            let count: u64 = text
                .parse()
                .map_err(|_| "a number of playouts, or 0 to go by the time")?;
            let value = (count > 0).then_some(count);
            // The user's own word takes the place of all that a client has set.
            draft.preferences.limits = PlayoutLimits {
                playouts: Limit::new(value),
                ..PlayoutLimits::default()
            };
            Ok(())
        },
    },
    Setting {
        name: "time",
        kind: "string",
        get: |engine| {
            engine
                .session
                .config()
                .time_per_move
                .as_secs_f64()
                .to_string()
        },
        set: |draft, text| {
            draft.config.time_per_move = seconds(text, 0.001)?;
            Ok(())
        },
    },
    Setting {
        name: "lag",
        kind: "string",
        get: |engine| engine.session.config().lag.as_secs_f64().to_string(),
        set: set_lag,
    },
    Setting {
        name: "resign",
        kind: "string",
        get: |engine| match engine.session.config() {
            config if config.resigns => rounded(config.resign_below * 100.0, 4).to_string(),
            _ => "never".to_owned(),
        },
        set: set_resign,
    },
    Setting {
        name: "threads",
        kind: "string",
        get: |engine| engine.session.config().threads.to_string(),
        set: set_threads,
    },
    Setting {
        name: "memory",
        kind: "string",
        get: |engine| engine.session.config().memory_mb.to_string(),
        set: set_memory,
    },
];

// Settings that clients also know by other names. Each sets one from text, or tells what it can be.

/// Whether to think on while the opponent does.
pub(in crate::gtp) fn set_ponder(draft: &mut Draft, text: &str) -> Result<(), &'static str> {
    draft.config.ponder = switch(text)?;
    Ok(())
}

/// What is held back from every clock, in seconds.
pub(in crate::gtp) fn set_lag(draft: &mut Draft, text: &str) -> Result<(), &'static str> {
    draft.config.lag = seconds(text, 0.0)?;
    Ok(())
}

/// When to give up.
pub(in crate::gtp) fn set_resign(draft: &mut Draft, text: &str) -> Result<(), &'static str> {
    let resign = Resign::parse(text).ok_or("a percentage from 0 to 50, or never")?;
    draft.config.set_resign(resign);
    Ok(())
}

/// How many threads search.
pub(in crate::gtp) fn set_threads(draft: &mut Draft, text: &str) -> Result<(), &'static str> {
    draft.config.threads = number(text, 1, 1024).ok_or("a whole number from 1 to 1024")?;
    Ok(())
}

/// The memory for the program, in MB.
pub(in crate::gtp) fn set_memory(draft: &mut Draft, text: &str) -> Result<(), &'static str> {
    draft.config.memory_mb =
        number(text, 1, u32::MAX as usize).ok_or("a whole number of MB from 1 to 4294967295")?;
    Ok(())
}

/// People may also say it in other words.
fn switch(text: &str) -> Result<bool, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "yes" => Ok(true),
        "off" | "no" => Ok(false),
        _ => values::flag(text).map_err(|_| "0 or 1"),
    }
}

fn number(text: &str, least: usize, most: usize) -> Option<usize> {
    text.parse()
        .ok()
        .filter(|value| (least..=most).contains(value))
}

fn seconds(text: &str, least: f64) -> Result<Duration, &'static str> {
    values::decimal_within(text, least..=LONGEST.as_secs_f64())
        .map(Duration::from_secs_f64)
        .ok_or(match least > 0.0 {
            true => "a number of seconds from 0.001 to 1000000000",
            false => "a number of seconds from 0 to 1000000000",
        })
}
