//! Setting parameters of KataGo's that Tengen's search has no use for.

use super::draft::Draft;
use crate::gtp::failure::Failure;
use crate::katago::unused::Unused;
use crate::katago::values;

/// As much of a value as is kept.
const LONGEST_VALUE: usize = 100;

/// Keeps a value that changes nothing, if it is of the kind of the usual one; tells whether it is another than before.
pub(super) fn keep(
    draft: &mut Draft,
    &(name, usual): &Unused,
    value: &str,
) -> Result<bool, Failure> {
    if value.len() > LONGEST_VALUE {
        let wanted = format!("at most {LONGEST_VALUE} bytes long");
        return Err(Failure::bad_value(name, &wanted, value));
    }
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let (kept, wanted) = if usual.parse::<bool>().is_ok() {
        let flag = values::flag(value).ok();
        (flag.map(|flag| flag.to_string()), "true or false")
    } else if number(usual).is_some() {
        (number(value).map(|_| value.to_owned()), "a number")
    } else {
        (Some(value.to_owned()), "a word")
    };
    let kept = kept.ok_or_else(|| Failure::bad_value(name, wanted, value))?;
    let before = draft.preferences.unused_params.insert(name, kept.clone());
    let before = before.as_deref().unwrap_or(usual);
    Ok(match number(&kept) {
        Some(value) => number(before) != Some(value),
        None => kept != before,
    })
}
