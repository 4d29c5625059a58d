//! A JSON object taken apart field by field, so that a fault is told with the field that has it.

use crate::types::excerpt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Why a query was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field at fault.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl Refusal {
    /// A fault of a field.
    pub fn new(field: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            field,
            message: message.into(),
        }
    }

    /// The same with the place in a list at which the fault stands, counted from 0 as KataGo counts moves.
    pub fn at(self, list: &str, index: usize) -> Refusal {
        let message = format!("{} ({list}[{index}])", self.message);
        Refusal { message, ..self }
    }
}

/// What a client ought to hear of a query that was accepted all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field that it is about.
    pub field: String,
    /// What there is to say.
    pub text: String,
}

/// The fields of an object that nobody has taken yet, and what was remarkable about the others.
pub struct Fields {
    left: Map<String, Value>,
    warnings: Vec<Warning>,
}

impl Fields {
    /// All fields of an object.
    pub fn new(object: Map<String, Value>) -> Fields {
        Fields {
            left: object,
            warnings: Vec::new(),
        }
    }

    /// Remarks on a field.
    pub fn warn(&mut self, field: &str, text: impl Into<String>) {
        self.warnings.push(Warning {
            field: field.to_owned(),
            text: text.into(),
        });
    }

    /// Takes a field out as it is.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.left.remove(name)
    }

    /// Takes a field out; `expected` tells in words what it has to be.
    ///
    /// # Errors
    /// If it is there and is something else.
    pub fn optional<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        T::deserialize(&value)
            .map(Some)
            .map_err(|_| unlike(name, expected, &value))
    }

    /// As [`Fields::optional`], for a field that must be there.
    ///
    /// # Errors
    /// If it is missing or is something else.
    pub fn required<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<T, Refusal> {
        let found = self.optional(name, expected)?;
        found.ok_or_else(|| Refusal::new(name, format!("missing: it has to be {expected}")))
    }

    /// Takes a number within bounds out.
    ///
    /// # Errors
    /// If it is there and no such number.
    pub fn number(
        &mut self,
        name: &'static str,
        bounds: RangeInclusive<f64>,
    ) -> Result<Option<f64>, Refusal> {
        self.within(name, "a number", bounds, Number::as_f64)
    }

    /// Takes a whole number within bounds out.
    ///
    /// # Errors
    /// If it is there and no such number.
    pub fn integer(
        &mut self,
        name: &'static str,
        bounds: RangeInclusive<i64>,
    ) -> Result<Option<i64>, Refusal> {
        self.within(name, "an integer", bounds, integer_of)
    }

    /// As [`Fields::integer`], for a field that must be there.
    ///
    /// # Errors
    /// If it is missing or no such number.
    pub fn required_integer(
        &mut self,
        name: &'static str,
        bounds: RangeInclusive<i64>,
    ) -> Result<i64, Refusal> {
        let found = self.integer(name, bounds)?;
        found.ok_or_else(|| Refusal::new(name, "missing: it has to be an integer"))
    }

    fn within<T: PartialOrd + Display>(
        &mut self,
        name: &'static str,
        kind: &str,
        bounds: RangeInclusive<T>,
        read: fn(&Number) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let expected = format!("{kind} from {} to {}", bounds.start(), bounds.end());
        let Some(found) = self.optional::<Number>(name, &expected)? else {
            return Ok(None);
        };
        let value = read(&found).filter(|value| bounds.contains(value));
        let refusal = || Refusal::new(name, format!("not {expected}: {found}"));
        value.ok_or_else(refusal).map(Some)
    }

    /// Takes a list out, and tells of an entry that is wrong instead of all of them.
    ///
    /// # Errors
    /// If it is there and no list, or an entry is something else.
    pub fn list<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Option<Vec<T>>, Refusal> {
        let list = match self.take(name) {
            None => return Ok(None),
            Some(Value::Array(list)) => list,
            Some(other) => return Err(unlike(name, expected, &other)),
        };
        let entries = list.into_iter().enumerate().map(|(index, entry)| {
            T::deserialize(&entry).map_err(|_| {
                let found = excerpt(&entry.to_string());
                Refusal::new(name, format!("not {expected}: it holds {found}")).at(name, index)
            })
        });
        entries.collect::<Result<_, _>>().map(Some)
    }

    /// Takes a list of whole numbers out.
    ///
    /// # Errors
    /// If it is there and no such list.
    pub fn integers(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Option<Vec<i64>>, Refusal> {
        let Some(found) = self.list::<Number>(name, expected)? else {
            return Ok(None);
        };
        let whole = found.iter().map(|number| {
            let refusal = || Refusal::new(name, format!("not {expected}: it holds {number}"));
            integer_of(number).ok_or_else(refusal)
        });
        whole.collect::<Result<_, _>>().map(Some)
    }

    /// Takes a truth value out; false if it is not there.
    ///
    /// # Errors
    /// If it is something else.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, Refusal> {
        Ok(self.optional(name, "true or false")?.unwrap_or(false))
    }

    /// All warnings, and the names of what nobody has taken.
    pub fn finish(self) -> (Vec<Warning>, Vec<String>) {
        let unused = self.left.into_iter().map(|(name, _)| name);
        (self.warnings, unused.collect())
    }
}

/// A field is something else than what it has to be.
fn unlike(name: &'static str, expected: &str, value: &Value) -> Refusal {
    let found = excerpt(&value.to_string());
    Refusal::new(name, format!("not {expected}: {found}"))
}

/// A whole number; `1.0` is one, as clients write it that divide.
fn integer_of(number: &Number) -> Option<i64> {
    let whole = |value: &f64| value.fract() == 0.0 && value.abs() < (1_u64 << 53) as f64;
    let of_fraction = || number.as_f64().filter(whole).map(|value| value as i64);
    number.as_i64().or_else(of_fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        match value {
            Value::Object(object) => Fields::new(object),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_fault_names_its_field_and_what_was_expected() {
        let mut fields =
            fields(json!({"komi": "much", "moves": [1], "size": 40, "far": 1e300, "on": 1}));
        let error = fields.number("komi", -1.0..=1.0).unwrap_err();
        assert_eq!(error.field, "komi");
        assert_eq!(error.message, "not a number from -1 to 1: \"much\"");
        let error = fields
            .required::<Vec<String>>("moves", "a list")
            .unwrap_err();
        assert_eq!(error.message, "not a list: [1]");
        let error = fields.integer("size", 1..=25).unwrap_err();
        assert_eq!(error.message, "not an integer from 1 to 25: 40");
        let error = fields.number("far", -1.0..=1.0).unwrap_err();
        assert_eq!(error.message, "not a number from -1 to 1: 1e+300");
        let error = fields.required::<String>("rules", "a name").unwrap_err();
        assert_eq!(error.message, "missing: it has to be a name");
        assert!(fields.flag("on").is_err());
        assert_eq!(fields.flag("off"), Ok(false));
        assert_eq!(fields.finish().1, Vec::<String>::new());
    }

    #[test]
    fn whole_numbers_may_have_a_point_and_others_are_named() {
        let read = |list: Value| fields(json!({ "turns": list })).integers("turns", "a list");
        assert_eq!(read(json!([1.0, 2])), Ok(Some(vec![1, 2])));
        assert_eq!(read(json!([i64::MAX])), Ok(Some(vec![i64::MAX])));
        let mut one = fields(json!({"visits": 3.0, "time": 3.5}));
        assert_eq!(one.integer("visits", 1..=25), Ok(Some(3)));
        assert!(one.integer("time", 1..=25).is_err());
        for (list, wrong) in [(json!([1, 1.5]), "1.5"), (json!([1e300]), "1e")] {
            let message = read(list).unwrap_err().message;
            assert!(
                message.starts_with(&format!("not a list: it holds {wrong}")),
                "{message}"
            );
        }
        let mut long = vec![json!(7); 60];
        long.push(json!("8"));
        let message = read(json!(long)).unwrap_err().message;
        assert_eq!(message, "not a list: it holds \"8\" (turns[60])");
    }

    #[test]
    fn a_megabyte_is_not_repeated() {
        let mut fields = fields(json!({"komi": "x".repeat(1 << 20)}));
        let error = fields.number("komi", 0.0..=1.0).unwrap_err();
        assert!(error.message.len() < 200);
    }
}
