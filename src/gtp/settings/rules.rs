//! Setting the rules, as near to what is asked for as there are; what is played otherwise is told on standard error.

use crate::console::stderr;
use crate::game::{Departure, Rules};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;

/// Sets the rules of a text: a name, or an object of JSON.
pub(in crate::gtp) fn set_rules(engine: &mut Engine, text: &str) -> Result<(), Failure> {
    let reading = Rules::read(text)?.without_komi()?;
    put_in_force(engine, reading.rules, reading.departures);
    Ok(())
}

/// Sets one rule.
pub(in crate::gtp) fn set_rule(
    engine: &mut Engine,
    rule: &str,
    value: &str,
) -> Result<(), Failure> {
    let (rules, departure) = engine.game().rules().nearly_with_rule(rule, value)?;
    put_in_force(engine, rules, departure);
    Ok(())
}

/// Sets one rule as a configuration of KataGo's does.
pub(super) fn set_rule_of_katago(
    engine: &mut Engine,
    rule: &str,
    value: &str,
) -> Result<(), Failure> {
    let rules = *engine.game().rules();
    let (mut near, departure) = rules.nearly_with_rule(rule, value)?;
    // Where no tax is named, KataGo has the usual one.
    if near.scoring != rules.scoring {
        near.tax = near.scoring.usual_tax();
    }
    put_in_force(engine, near, departure);
    Ok(())
}

/// Tells as well where the rules depart from what was asked for.
fn put_in_force(
    engine: &mut Engine,
    rules: Rules,
    departures: impl IntoIterator<Item = Departure>,
) {
    engine.session.set_rules(rules);
    for departure in departures {
        stderr::say(format!("tengen: {departure}"));
    }
}
