//! Rules read from text: names, KataGo's JSON, and the compact form in its records (`cpp/game/rules.cpp`).

use super::{Departure, Rule, Rules, RulesError};
use crate::game::is_komi;
use crate::types::excerpt;
use serde_json::{Map, Value};

/// The largest komi that KataGo takes, and so the largest among rules, in either direction.
pub const KATAGO_MAX_KOMI: f32 = 400.0;
const KOMI: &str = "a whole or half number from -400 to 400";

/// What a text says of rules, as near as Tengen comes to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The rules.
    pub rules: Rules,
    /// Komi, where the text names it among the rules.
    pub komi: Option<f32>,
    /// Where the rules differ from what the text asked for.
    pub departures: Vec<Departure>,
}

impl Rules {
    /// A preset name, a JSON object or the compact form of KataGo's records, whichever `text` is.
    ///
    /// # Errors
    /// If it is none of these, or names rules that Tengen does not have or a komi.
    pub fn parse(text: &str) -> Result<Rules, RulesError> {
        Rules::read(text)?.exactly()
    }

    /// As [`Rules::parse`]; but where Tengen has no such rule it takes the nearest and returns the departure, and there may be a komi.
    ///
    /// # Errors
    /// If the text names no rules, or a komi that is none.
    ///
    /// ```
    /// use tengen::game::{Departure, Rules};
    /// let reading = Rules::read("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1komi7")?;
    /// assert_eq!(reading.rules, Rules::preset("aga")?);
    /// assert_eq!(reading.komi, Some(7.0));
    /// assert_eq!(reading.departures, [Departure::Button]);
    /// # Ok::<(), tengen::game::RulesError>(())
    /// ```
    pub fn read(text: &str) -> Result<Reading, RulesError> {
        if text.trim_start().starts_with('{') {
            return json(text);
        }
        match Rules::preset(text) {
            Ok(rules) => Ok(rules.into()),
            // There is one preset with a button.
            Err(RulesError::Unsupported(departure)) => Ok(Reading {
                departures: vec![departure],
                ..Rules::preset("aga")?.into()
            }),
            Err(unknown) => compact(text).ok_or(unknown),
        }
    }

    /// Reads what [`Rules::to_json`] writes. What is left out is as in `tromp-taylor`, as KataGo has it: suicide is legal and
    /// dead stones are taken off. Only `tax` is SEKI under territory scoring.
    ///
    /// # Errors
    /// If the text is not a JSON object, names an unknown rule or value, or asks for the button or Spight's ko rule.
    pub fn from_json(text: &str) -> Result<Rules, RulesError> {
        json(text)?.exactly()
    }

    /// The compact form with every rule, which [`Rules::parse`] reads.
    ///
    /// ```
    /// use tengen::game::Rules;
    /// assert_eq!(Rules::default().to_compact(), "koPOSITIONALscoreAREAtaxNONEsui0whb0fpok1");
    /// ```
    pub fn to_compact(&self) -> String {
        let part = |rule: &Rule| {
            // "score" stands behind "scoring", and is what KataGo writes.
            let key = KEYS.iter().rfind(|&&(_, name)| name == rule.name);
            let (key, _) = key.expect("every rule has a key");
            let value = match rule.value(self) {
                "true" => "1",
                "false" => "0",
                word => word,
            };
            format!("{key}{value}")
        };
        Rules::TABLE.iter().map(part).collect()
    }
}

impl From<Rules> for Reading {
    fn from(rules: Rules) -> Reading {
        Reading {
            rules,
            komi: None,
            departures: Vec::new(),
        }
    }
}

impl Reading {
    /// The rules, if they are just those of the text, and no more was said.
    ///
    /// # Errors
    /// Otherwise.
    fn exactly(self) -> Result<Rules, RulesError> {
        if let Some(&departure) = self.departures.first() {
            return Err(RulesError::Unsupported(departure));
        }
        Ok(self.without_komi()?.rules)
    }

    /// The same, where komi is told elsewhere.
    ///
    /// # Errors
    /// If there is a komi.
    pub fn without_komi(self) -> Result<Reading, RulesError> {
        match self.komi {
            Some(_) => Err(RulesError::UnknownKey("komi".to_owned())),
            None => Ok(self),
        }
    }
}

/// Rules that are put together one by one.
struct Builder {
    reading: Reading,
    has_tax: bool,
}

impl Builder {
    fn new() -> Builder {
        Builder {
            reading: Rules::tromp_taylor().into(),
            has_tax: false,
        }
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), RulesError> {
        if key == "komi" {
            self.reading.komi = Some(komi(value)?);
            return Ok(());
        }
        self.has_tax |= key == "tax";
        let departures = &mut self.reading.departures;
        if let Some(departure) = self.reading.rules.set(key, value)?
            && !departures.contains(&departure)
        {
            departures.push(departure);
        }
        Ok(())
    }

    fn finished(mut self) -> Reading {
        let rules = &mut self.reading.rules;
        if !self.has_tax {
            rules.tax = rules.scoring.usual_tax();
        }
        self.reading
    }
}

fn komi(value: &Value) -> Result<f32, RulesError> {
    let komi = value.as_f64().map(|komi| komi as f32);
    let bad = || RulesError::BadValue("komi", excerpt(&value.to_string()), KOMI.to_owned());
    komi.filter(|&komi| is_komi(komi) && komi.abs() <= KATAGO_MAX_KOMI)
        .ok_or_else(bad)
}

/// An object with each rule.
fn json(text: &str) -> Result<Reading, RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Syntax(error.to_string()))?;
    let mut builder = Builder::new();
    for (key, value) in &object {
        builder.set(key, value)?;
    }
    Ok(builder.finished())
}

/// The keys of the compact form, each with its name in the JSON. No key begins a later one, so that the first
/// that fits is right.
const KEYS: [(&str, &str); 9] = [
    ("komi", "komi"),
    ("ko", "ko"),
    ("scoring", "scoring"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
];

/// Keys and values without anything between them but perhaps blanks, as in `koPOSITIONALscoreAREAtaxNONEsui1whb0`.
fn compact(text: &str) -> Option<Reading> {
    let mut rest = text.trim();
    let mut builder = Builder::new();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let (key, after) = KEYS.iter().find_map(|&(key, rule)| {
            let after = rest.strip_prefix(key)?;
            Some((rule, after.trim_start()))
        })?;
        let (value, after) = value(key, after)?;
        builder.set(key, &value).ok()?;
        rest = after.trim_start();
    }
    Some(builder.finished())
}

/// The value of a rule, and what stands behind it.
fn value<'a>(key: &str, text: &'a str) -> Option<(Value, &'a str)> {
    if key == "komi" {
        let end = text.find(|c: char| c.is_alphabetic() || c.is_whitespace());
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        return Some((Value::from(number.parse::<f64>().ok()?), rest));
    }
    let rule = Rules::TABLE.iter().find(|rule| rule.name == key);
    // The button is a flag too, though no rule of Tengen's.
    let Some(rule) = rule.filter(|rule| !rule.is_flag()) else {
        let is_set = text.starts_with('1');
        let rest = text.strip_prefix(['0', '1'])?;
        return Some((Value::from(is_set), rest));
    };
    let spight = (key == "ko").then_some("SPIGHT");
    let words = rule.words().chain(spight);
    // One word is the beginning of another: N and N-1.
    let word = words
        .filter(|word| text.starts_with(word))
        .max_by_key(|word| word.len())?;
    Some((Value::from(word), &text[word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{HandicapBonus, KoRule, Tax};

    #[test]
    fn what_an_object_leaves_out_is_as_in_tromp_taylor() {
        assert_eq!(Rules::parse("{}"), Rules::preset("tromp-taylor"));
        let japanese = r#"{"ko":"SIMPLE","scoring":"TERRITORY","suicide":false}"#;
        assert_eq!(Rules::parse(japanese), Rules::preset("japanese"));
    }

    #[test]
    fn komi_may_stand_among_the_rules_where_it_is_asked_for() {
        let text = r#"{"komi":-6.5}"#;
        assert_eq!(Rules::read(text).unwrap().komi, Some(-6.5));
        let strict = Rules::parse(text).unwrap_err();
        assert_eq!(strict.to_string(), "unknown rule 'komi'");
        for wrong in ["7.3", "401", "\"much\"", "1e300"] {
            let error = Rules::read(&format!(r#"{{"komi":{wrong}}}"#)).unwrap_err();
            assert!(error.to_string().contains(KOMI), "{error}");
        }
    }

    #[test]
    fn what_there_is_no_rule_for_is_told() {
        let spight = Rules::read(r#"{"ko":"SPIGHT","hasButton":true}"#).unwrap();
        assert_eq!(spight.rules.ko, KoRule::SituationalSuperko);
        assert_eq!(
            spight.departures,
            [Departure::Button, Departure::Spight],
            "in the order of the keys"
        );
        let button = Rules::read("AGA button").unwrap();
        assert_eq!(Ok(button.rules), Rules::preset("aga"));
        assert_eq!(button.departures, [Departure::Button]);
        assert!(Rules::parse("aga-button").is_err());
        // Each once, however often the text says it.
        let again = Rules::read("koSPIGHTbutton1koSPIGHT").unwrap();
        assert_eq!(again.departures, [Departure::Spight, Departure::Button]);
    }

    #[test]
    fn the_compact_form_of_records_is_read() {
        let rules = |text: &str| Rules::parse(text).unwrap();
        assert_eq!(
            rules("koPOSITIONALscoreAREAtaxNONEsui1"),
            Rules::preset("tromp-taylor").unwrap()
        );
        assert_eq!(
            rules("koSIMPLEscoreTERRITORYtaxSEKIsui0"),
            Rules::preset("japanese").unwrap()
        );
        assert_eq!(
            rules(" koSIMPLE scoringAREA taxNONE sui0 whbN fpok1 "),
            Rules::preset("chinese").unwrap()
        );
        assert_eq!(rules("scoreTERRITORY").tax, Tax::Seki);
        assert_eq!(rules("whb0").handicap_bonus, HandicapBonus::Zero);
        assert_eq!(
            rules("button0whbN-1").handicap_bonus,
            HandicapBonus::NMinusOne
        );
        let read = Rules::read("koSPIGHTscoreAREAtaxALLsui0komi-7.5fpok1").unwrap();
        assert_eq!((read.komi, read.rules.tax), (Some(-7.5), Tax::All));
        assert_eq!(read.departures, [Departure::Spight]);
    }

    #[test]
    fn what_is_nearly_the_compact_form_is_no_rules() {
        for text in [
            "",
            "ko",
            "koSIMPL",
            "kosimple",
            "koAREA",
            "sui2",
            "sui",
            "whbM",
            "komi",
            "komi7.3",
            "koSIMPLEx",
            "koSIMPLE,sui0",
            "fpokN",
            "sui\u{e9}",
        ] {
            let error = Rules::parse(text).unwrap_err();
            assert!(
                error.to_string().starts_with("unknown rules"),
                "{text}: {error}"
            );
        }
    }
}
