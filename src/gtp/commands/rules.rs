//! The rules of the game.

use super::NOTHING;
use crate::game::{Rule, Rules};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::gfx::dialog_line;
use crate::gtp::settings;
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
            run: set_rules,
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

fn set_rules(engine: &mut Engine, call: &mut Call) -> Reply {
    settings::set_rules(engine, call.some_text("name of the rules")?)?;
    Ok(NOTHING)
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
    settings::set_rule(engine, rule.name, value)?;
    Ok(NOTHING)
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
    settings::set_rule(engine, key, value)?;
    Ok(NOTHING)
}
