//! What configurations of KataGo's say, which clients start it with.

use super::named::Named;
use super::rules::{set_rule_of_katago, set_rules};
use crate::console::stderr;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::katago::config::{Entry, Source};
use crate::katago::{keys, threads, values};
use crate::types::{self, Dims, MAX_SIDE, Perspective, excerpt};

/// Sets what configurations of KataGo's say, what comes later on top of what comes before, and tells of the keys without
/// effect, and of threads that are not to be had.
///
/// # Errors
/// If a key has a value that it cannot have, in words.
pub(in crate::gtp) fn configure(engine: &mut Engine, sources: &[Source]) -> Result<(), String> {
    // Configurations made for a graphics card ask for more than there are processors.
    let most_threads = engine.session.config().threads;
    let mut ignored = vec![Vec::new(); sources.len()];
    let all = sources.iter().enumerate().flat_map(|(index, source)| {
        let settings = source.settings.iter();
        settings.map(move |setting| (index, setting))
    });
    let mut all: Vec<(usize, &Entry)> = all.collect();
    // A tax comes last, since setting how to score also sets the tax that is usual then; but 'rules' of a later source replace it.
    let names_rules = |source: &Source| source.settings.iter().any(|entry| entry.key == "rules");
    let rules_until = sources.iter().scan(0, |count, source| {
        *count += usize::from(names_rules(source));
        Some(*count)
    });
    let rules_until: Vec<usize> = rules_until.collect();
    all.sort_by_key(|&(index, setting)| (rules_until[index], setting.key == "taxRule"));
    for (index, setting) in all {
        let key = &setting.key;
        let place = || sources[index].place_of(setting.line);
        let ineffective = configure_one(engine, key, &setting.value, most_threads)
            .map_err(|error| format!("{}: {error}", place()))?;
        ignored[index].extend(ineffective.into_iter().map(excerpt));
    }
    for (source, ignored) in sources.iter().zip(&ignored) {
        stderr::tell_ignored(&source.place, ignored);
    }
    if let Some(words) = threads::remark_on_cut(sources, &[keys::SEARCH_THREADS], most_threads) {
        stderr::warn(words);
    }
    Ok(())
}

/// Sets what a key of a configuration says; answers the names of what has no effect.
fn configure_one<'a>(
    engine: &mut Engine,
    key: &'a str,
    value: &str,
    most_threads: usize,
) -> Result<Vec<&'a str>, Failure> {
    match key {
        "rules" => set_rules(engine, value)?,
        keys::PERSPECTIVE => {
            let perspective = Perspective::parse(value);
            engine.preferences.analysis.perspective =
                perspective.ok_or_else(|| Failure::bad_value(key, Perspective::CHOICES, value))?;
        }
        keys::SEARCH_THREADS => {
            let cut = |count: Option<u64>| {
                count.map_or(most_threads, |count| most_threads.min(count as usize))
            };
            let threads = values::count(value).map(cut);
            let threads = threads.map_or(value.to_owned(), |threads| threads.to_string());
            let named = Named::find(key)?;
            return engine.change_silently(|draft| named.set(draft, &threads));
        }
        keys::FORCED_KOMI => {
            let bad = || Failure::bad_value(key, "a komi", value);
            let komi = types::decimal(value).ok_or_else(bad)?;
            engine.session.force_komi(komi).map_err(|_| bad())?;
        }
        keys::CHAT => {
            let flag = values::flag(value);
            engine.chats = flag.map_err(|wanted| Failure::bad_value(key, wanted, value))?;
        }
        keys::BOARD_SIZE | keys::BOARD_WIDTH | keys::BOARD_HEIGHT => {
            set_board_size(engine, key, value)?;
        }
        key => match (rule_of(key), Named::spelt(key)) {
            (Some(rule), _) => set_rule_of_katago(engine, rule, value)?,
            (None, Some(named)) => return engine.change_silently(|draft| named.set(draft, value)),
            (None, None) => return Ok(vec![key]),
        },
    }
    Ok(Vec::new())
}

/// Begins with a board of another size; a configuration names its sides together or one after the other.
fn set_board_size(engine: &mut Engine, key: &str, value: &str) -> Result<(), Failure> {
    let side = values::whole(value, MAX_SIDE.into()).ok_or_else(|| {
        let wanted = format!("a whole number from 1 to {MAX_SIDE}");
        Failure::bad_value(key, &wanted, value)
    })?;
    let before = engine.game().dims();
    let dims = match key {
        keys::BOARD_WIDTH => Dims::new(side, before.height())?,
        keys::BOARD_HEIGHT => Dims::new(before.width(), side)?,
        _ => Dims::square(side)?,
    };
    engine.session.new_game(dims);
    Ok(())
}

/// What `kata-set-rule` calls a rule that configurations may name by itself instead of `rules`.
fn rule_of(key: &str) -> Option<&str> {
    match key {
        "koRule" => Some("ko"),
        "scoringRule" => Some("scoring"),
        "taxRule" => Some("tax"),
        "multiStoneSuicideLegal" | "whiteHandicapBonus" | "friendlyPassOk" | "hasButton" => {
            Some(key)
        }
        _ => None,
    }
}
