//! Settings by any of their names.

use super::draft::Draft;
use super::katagos::{PARAMS, Param};
use super::ours::{SETTINGS, Setting};
use super::unused::keep;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::katago;
use crate::katago::unused::{UNUSED, Unused};
use crate::search::{ParamError, ParamInfo, Params};

/// A setting, by one of its names.
#[derive(Clone, Copy)]
pub(in crate::gtp) enum Named {
    /// KataGo's name, in KataGo's units, for what Tengen has too.
    Katas(&'static Param),
    /// KataGo's name for a number of the search.
    KatasNumber(&'static str, &'static ParamInfo),
    /// KataGo's, of which Tengen has no use.
    Unused(&'static Unused),
    /// A setting of Tengen's.
    Ours(&'static Setting),
    /// A number of the search.
    OurNumber(&'static ParamInfo),
}

impl Named {
    /// All settings by all their names.
    pub fn all() -> impl Iterator<Item = Named> {
        let katas = PARAMS.iter().map(Named::Katas);
        let numbers = katago::params::all();
        let numbers = numbers.map(|(name, info)| Named::KatasNumber(name, info));
        let unused = UNUSED.iter().map(Named::Unused);
        let ours = SETTINGS.iter().map(Named::Ours);
        let our_numbers = Params::TABLE.iter().map(Named::OurNumber);
        katas
            .chain(numbers)
            .chain(unused)
            .chain(ours)
            .chain(our_numbers)
    }

    /// The setting that is spelt so.
    pub fn spelt(name: &str) -> Option<Named> {
        Named::all().find(|named| named.name() == name)
    }

    /// The setting of this name, whatever the case.
    ///
    /// # Errors
    /// If no setting has it.
    pub fn find(name: &str) -> Result<Named, Failure> {
        let found = Named::all().find(|named| named.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| Failure::unknown_setting(name, "kata-list-params"))
    }

    /// The name, spelt as its program does.
    pub fn name(self) -> &'static str {
        match self {
            Named::Katas(param) => param.name,
            Named::KatasNumber(name, _) | Named::Unused(&(name, _)) => name,
            Named::Ours(setting) => setting.name,
            Named::OurNumber(info) => info.name,
        }
    }

    /// Whether this is Tengen's name of what KataGo has a name for too.
    pub fn has_name_of_katagos(self) -> bool {
        match self {
            Named::Ours(setting) => PARAMS
                .iter()
                .any(|param| param.stands_for == Some(setting.name)),
            Named::OurNumber(info) => {
                katago::params::all().any(|(_, known)| known.name == info.name)
            }
            Named::Katas(_) | Named::KatasNumber(..) | Named::Unused(_) => false,
        }
    }

    /// Whether it can be set to nothing at all.
    pub fn may_be_nothing(self) -> bool {
        self.usual().is_some()
    }

    /// What it is set to when it is taken back; none if it cannot be.
    fn usual(self) -> Option<String> {
        match self {
            Named::Katas(param) => param.usual.map(|usual| usual()),
            Named::KatasNumber(name, info) => {
                Some(katago::params::in_katagos_words(name, info.default))
            }
            Named::Unused(&(_, usual)) => Some(usual.to_owned()),
            Named::Ours(_) | Named::OurNumber(_) => None,
        }
    }

    /// Its value as text.
    pub fn value(self, engine: &Engine) -> String {
        let number = |info: &ParamInfo| {
            let params = &engine.session.config().params;
            params.get(info.name).unwrap_or(info.default)
        };
        match self {
            Named::Katas(param) => (param.get)(engine),
            Named::KatasNumber(name, info) => katago::params::in_katagos_words(name, number(info)),
            Named::Unused(&(name, usual)) => {
                let kept = engine.preferences.unused_params.get(name);
                kept.map_or(usual, String::as_str).to_owned()
            }
            Named::Ours(setting) => (setting.get)(engine),
            Named::OurNumber(info) => number(info).to_string(),
        }
    }

    /// As [`Named::set`]; but what is set to nothing is taken back, as KataGo does: clients lift limits so.
    ///
    /// # Errors
    /// If it cannot have this value.
    pub fn set_or_take_back(self, draft: &mut Draft, value: &str) -> Result<(), Failure> {
        let usual = self.usual().filter(|_| value.is_empty());
        self.set(draft, usual.as_deref().unwrap_or(value))
    }

    /// Sets it from text.
    ///
    /// # Errors
    /// If it cannot have this value.
    pub fn set(self, draft: &mut Draft, value: &str) -> Result<(), Failure> {
        match self {
            Named::Katas(param) => {
                let refused = |wanted| Failure::bad_value(param.name, wanted, value);
                (param.set)(draft, value).map_err(refused)?;
            }
            Named::KatasNumber(name, info) => {
                let refused = |wanted: &str| Failure::bad_value(name, wanted, value);
                let text = katago::params::in_numbers(name, value).map_err(refused)?;
                let set = set_number(draft, info, name, text);
                set.map_err(|_| refused(&info.range()))?;
            }
            Named::Unused(row) => {
                if keep(draft, row, value)? {
                    draft.ineffective.push(row.0);
                }
            }
            Named::Ours(setting) => setting.put(draft, value)?,
            Named::OurNumber(info) => {
                set_number(draft, info, info.name, value)?;
            }
        }
        Ok(())
    }
}

/// Sets a number of the search, and notes if that has no effect here; the client knows it by the name `asked`.
fn set_number(
    draft: &mut Draft,
    info: &ParamInfo,
    asked: &'static str,
    text: &str,
) -> Result<(), ParamError> {
    let params = &mut draft.config.params;
    let before = params.get(info.name);
    params.set(info.name, text)?;
    let is_new = params.get(info.name) != before;
    // Whom it imitates may still be said.
    let has_people = draft.config.networks.human.is_some();
    if is_new && info.is_of_people() && !has_people {
        draft.ineffective.push(asked);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::dispatch::tests::engine;
    use std::collections::HashSet;

    #[test]
    fn a_number_without_effect_is_told_by_the_name_it_was_set_by() {
        let mut engine = engine();
        for (name, value) in [
            ("human_move_share", "0.5"),
            ("humanSLChosenMoveProp", "0.25"),
        ] {
            let named = Named::all().find(|named| named.name() == name).unwrap();
            let mut set = |value| engine.change_silently(|draft| named.set(draft, value));
            assert_eq!(set(value).unwrap(), [name]);
            assert!(set(value).unwrap().is_empty(), "{name} is as it was");
        }
    }

    #[test]
    fn a_name_means_one_thing() {
        let mut seen = HashSet::new();
        for named in Named::all() {
            assert!(
                seen.insert(named.name().to_ascii_lowercase()),
                "{}",
                named.name()
            );
        }
    }
}
