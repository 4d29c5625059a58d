//! The rules of the game.

use super::NOTHING;
use crate::console::stderr;
use crate::game::{Departure, Rules, Scoring, Tax};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::excerpt;
use serde_json::Value;

/// Rules.
pub const FAMILY: Family = Family {
    title: "Rules",
    commands: &[
        Command {
            name: "kata-get-rules",
            arguments: "",
            summary: "The rules in force, as JSON",
            run: |engine, _| Ok(engine.session.game().rules().to_json()),
        },
        Command {
            name: "kata-set-rules",
            arguments: "NAME|JSON",
            summary: "Sets the rules, by name or as JSON; the position stays",
            run: |engine, call| {
                if call.text().is_empty() {
                    call.word("name of the rules")?;
                }
                set_rules(engine, call.text())
            },
        },
        Command {
            name: "kata-set-rule",
            arguments: "RULE VALUE",
            summary: "Sets one of the rules in the JSON",
            run: set_rule,
        },
        Command {
            name: "tengen-rules_param",
            arguments: "[NAME [VALUE]]",
            summary: "The rules one by one: all, one, or sets one",
            run: rules_param,
        },
    ],
};

/// Sets rules as near to a text as there are; what is played otherwise is told on standard error.
pub(super) fn set_rules(engine: &mut Engine, text: &str) -> Reply {
    let reading = Rules::read(text)?.without_komi()?;
    engine.session.set_rules(reading.rules);
    reading.departures.iter().for_each(tell);
    Ok(NOTHING)
}

/// Sets one rule, as near to what a configuration of KataGo's says as there is.
pub(super) fn set_rule_of_katago(engine: &mut Engine, rule: &str, value: &str) -> Reply {
    let rules = *engine.session.game().rules();
    let (mut near, departure) = rules.nearly_with_rule(rule, value)?;
    // Where no tax is named, KataGo has the usual one.
    if near.scoring != rules.scoring {
        near.tax = match near.scoring {
            Scoring::Area => Tax::None,
            Scoring::Territory => Tax::Seki,
        };
    }
    engine.session.set_rules(near);
    departure.iter().for_each(tell);
    Ok(NOTHING)
}

fn tell(departure: &Departure) {
    stderr::say(format!("tengen: {departure}"));
}

/// Each rule with its type in the words of GoGui's parameter dialogs.
const RULES: [(&str, &str); 6] = [
    ("ko", "list/SIMPLE/POSITIONAL/SITUATIONAL"),
    ("scoring", "list/AREA/TERRITORY"),
    ("tax", "list/NONE/SEKI/ALL"),
    ("suicide", "bool"),
    ("whiteHandicapBonus", "list/0/N/N-1"),
    ("friendlyPassOk", "bool"),
];

fn rules_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let rules = engine.session.game().rules();
    let Some(name) = call.optional() else {
        let lines: Vec<String> = RULES
            .iter()
            .map(|(name, kind)| format!("[{kind}] {name} {}", rule_value(rules, name, kind)))
            .collect();
        return Ok(lines.join("\n"));
    };
    let Some((name, kind)) = RULES
        .iter()
        .find(|(rule, _)| rule.eq_ignore_ascii_case(name))
    else {
        let unknown = format!("unknown rule '{}'", excerpt(name));
        return Err(Failure::Setting(unknown));
    };
    let Some(value) = call.optional() else {
        return Ok(rule_value(rules, name, kind));
    };
    let value = match (*kind, value) {
        ("bool", "1") => "true",
        ("bool", "0") => "false",
        (_, value) => value,
    };
    let rules = rules.with_rule(name, value)?;
    engine.session.set_rules(rules);
    Ok(NOTHING)
}

/// The value of a rule as a dialog takes it: a word, or 1 or 0.
fn rule_value(rules: &Rules, name: &str, kind: &str) -> String {
    let json: Value = serde_json::from_str(&rules.to_json()).unwrap_or_default();
    match &json[name] {
        Value::Bool(value) if kind == "bool" => u8::from(*value).to_string(),
        Value::String(value) => value.clone(),
        other => other.to_string(),
    }
}

fn set_rule(engine: &mut Engine, call: &mut Call) -> Reply {
    let key = call.word("rule")?;
    let value = call.word("value")?;
    let rules = engine.session.game().rules().with_rule(key, value)?;
    engine.session.set_rules(rules);
    Ok(NOTHING)
}
