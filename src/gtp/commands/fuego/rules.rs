//! The rules by Fuego's names.

use super::super::NOTHING;
use crate::console::{stderr, without_effect};
use crate::game::{HandicapBonus, KoRule, Rules, Scoring};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::dialog_line;
use crate::gtp::settings::set_rules;
use crate::types::excerpt;

pub const FAMILY: Family = Family {
    title: "Fuego: rules",
    commands: &[
        Command {
            name: "go_rules",
            arguments: "cgos|chinese|japanese|kgs",
            summary: "Sets the rules by name, as Fuego understands it, until a record is loaded that names its own",
            run: named,
        },
        Command {
            name: "go_param_rules",
            arguments: "[NAME VALUE]",
            summary: "The rules one by one: all, or sets one",
            run: param,
        },
    ],
};

/// Fuego's Chinese rules know superko, and no points for a handicap.
fn named(engine: &mut Engine, call: &mut Call) -> Reply {
    let name = call.word("name of the rules")?;
    let name = match name.to_ascii_lowercase().as_str() {
        "chinese" => "default",
        "kgs" => "chinese-kgs",
        _ => name,
    };
    set_rules(engine, name)?;
    Ok(NOTHING)
}

/// A rule that is true or false.
struct Flag {
    name: &'static str,
    get: fn(&Rules) -> bool,
    set: fn(&mut Rules, bool),
}

const FLAGS: [Flag; 5] = [
    Flag {
        name: "allow_suicide",
        get: |rules| rules.suicide,
        set: |rules, value| rules.suicide = value,
    },
    Flag {
        name: "capture_dead",
        get: |rules| !rules.dead_stones_are_agreed(),
        set: |rules, value| rules.friendly_pass_ok = !value,
    },
    Flag {
        name: "extra_handicap_komi",
        get: |rules| rules.handicap_bonus != HandicapBonus::Zero,
        set: |rules, value| {
            rules.handicap_bonus = match value {
                true => HandicapBonus::N,
                false => HandicapBonus::Zero,
            }
        },
    },
    Flag {
        name: "japanese_scoring",
        get: |rules| rules.scoring == Scoring::Territory,
        set: |rules, value| {
            rules.friendly_pass_ok = rules.dead_stones_are_agreed();
            rules.scoring = match value {
                true => Scoring::Territory,
                false => Scoring::Area,
            };
            rules.tax = rules.scoring.usual_tax();
        },
    },
    Flag {
        name: "two_passes_end_game",
        get: |_| true,
        set: |_, _| {},
    },
];

const KO_RULES: [(&str, KoRule); 3] = [
    ("simple", KoRule::Simple),
    ("superko", KoRule::SituationalSuperko),
    ("pos_superko", KoRule::PositionalSuperko),
];

fn param(engine: &mut Engine, call: &mut Call) -> Reply {
    let mut rules = *engine.game().rules();
    let Some(name) = call.optional() else {
        return Ok(all(&rules));
    };
    let value = call.word("value")?;
    if name == "ko_rule" {
        let ko = KO_RULES
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(value));
        let &(_, ko) = ko.ok_or_else(|| call.not_a("ko rule", value))?;
        rules.ko = ko;
    } else {
        let flag = FLAGS.iter().find(|flag| flag.name == name);
        let flag =
            flag.ok_or_else(|| Failure::refused(format!("unknown parameter: {}", excerpt(name))))?;
        let value = match value {
            "1" => true,
            "0" => false,
            _ => return Err(call.syntax(format!("{name} is 1 or 0"))),
        };
        if (flag.get)(&rules) != value {
            (flag.set)(&mut rules, value);
        }
        if (flag.get)(&rules) != value {
            stderr::say(format!("tengen: {}", without_effect(name)));
        }
    }
    engine.session.set_rules(rules);
    Ok(NOTHING)
}

/// All rules, in the form of GoGui's parameter dialogs.
fn all(rules: &Rules) -> String {
    let mut lines = FLAGS
        .map(|flag| dialog_line("bool", flag.name, u8::from((flag.get)(rules))))
        .to_vec();
    let ko = KO_RULES.iter().find(|(_, ko)| *ko == rules.ko);
    let kind = format!("list/{}", KO_RULES.map(|(word, _)| word).join("/"));
    lines.extend(ko.map(|(word, _)| dialog_line(&kind, "ko_rule", word)));
    lines.join("\n")
}
