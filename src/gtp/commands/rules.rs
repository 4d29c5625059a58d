//! The rules of the game.

use super::NOTHING;
use crate::console::stderr;
use crate::game::{Departure, Rule, Rules};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::dialog_line;
use crate::types::excerpt;

pub const FAMILY: Family = Family {
    title: "Rules",
    commands: &[
        Command {
            name: "kata-get-rules",
            arguments: "",
            summary: "The rules in force, as JSON",
            run: |engine, _| Ok(engine.game().rules().to_json()),
        },
        Command {
            name: "kata-set-rules",
            arguments: "NAME|JSON",
            summary: "Sets the rules, by name or as JSON; the position stays",
            run: |engine, call| set_rules(engine, call.some_text("name of the rules")?),
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
    let rules = *engine.game().rules();
    let (mut near, departure) = rules.nearly_with_rule(rule, value)?;
    // Where no tax is named, KataGo has the usual one.
    if near.scoring != rules.scoring {
        near.tax = near.scoring.usual_tax();
    }
    engine.session.set_rules(near);
    departure.iter().for_each(tell);
    Ok(NOTHING)
}

fn tell(departure: &Departure) {
    stderr::say(format!("tengen: {departure}"));
}

fn rules_param(engine: &mut Engine, call: &mut Call) -> Reply {
    let rules = engine.game().rules();
    let Some(name) = call.optional() else {
        let line = |rule: &Rule| dialog_line(&kind(rule), rule.name, dialog_value(rule, rules));
        let lines: Vec<String> = Rules::TABLE.iter().map(line).collect();
        return Ok(lines.join("\n"));
    };
    let Some(rule) = Rules::TABLE
        .iter()
        .find(|rule| rule.name.eq_ignore_ascii_case(name))
    else {
        let unknown = format!("unknown rule '{}'", excerpt(name));
        return Err(Failure::refused(unknown));
    };
    let Some(value) = call.optional() else {
        return Ok(dialog_value(rule, rules).to_owned());
    };
    let value = match value {
        "1" if rule.is_flag() => "true",
        "0" if rule.is_flag() => "false",
        value => value,
    };
    change(engine, rule.name, value)
}

/// The type of a rule in the words of GoGui's parameter dialogs.
fn kind(rule: &Rule) -> String {
    if rule.is_flag() {
        return "bool".to_owned();
    }
    let words: Vec<&str> = rule.words().collect();
    format!("list/{}", words.join("/"))
}

/// The value of a rule as a dialog takes it: a word, or 1 or 0.
fn dialog_value(rule: &Rule, rules: &Rules) -> &'static str {
    match rule.value(rules) {
        "true" => "1",
        "false" => "0",
        word => word,
    }
}

fn set_rule(engine: &mut Engine, call: &mut Call) -> Reply {
    let key = call.word("rule")?;
    let value = call.word("value")?;
    change(engine, key, value)
}

/// Changes one rule, as near as Tengen comes to it.
fn change(engine: &mut Engine, rule: &str, value: &str) -> Reply {
    let (rules, departure) = engine.game().rules().nearly_with_rule(rule, value)?;
    engine.session.set_rules(rules);
    departure.iter().for_each(tell);
    Ok(NOTHING)
}
