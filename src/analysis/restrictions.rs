//! `avoidMoves` and `allowMoves`: the moves of a query that are left out near the root.

use super::fields::{Fields, Refusal};
use super::moves;
use crate::search::{Restriction, RestrictionKind, Restrictions};
use crate::types::{Dims, MAX_SIDE, excerpt};
use serde::Deserialize;
use serde_json::Value;

/// The most entries of a list: enough for one about every move of both players on the largest board. Each is asked about
/// every move that a search considers.
const MOST_ENTRIES: usize = 2 * (MAX_SIDE as usize * MAX_SIDE as usize + 1);

/// The greatest `untilDepth`, as in KataGo.
const GREATEST_DEPTH: f64 = 1e9;

/// One entry of `avoidMoves` or `allowMoves`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    player: String,
    moves: Vec<String>,
    /// Any value, so that a wrong one is told by its own name.
    until_depth: Value,
}

/// Takes both lists out, of which a query may have one. Moves that a list names more than once are kept once.
///
/// # Errors
/// If there are both, or one has too many entries or one that cannot be understood.
pub fn restrictions(fields: &mut Fields, dims: Dims) -> Result<Restrictions, Refusal> {
    const AVOID: &str = "avoidMoves";
    const ALLOW: &str = "allowMoves";
    let expected = "a list of objects with player, moves and untilDepth";
    let avoid: Option<Vec<Entry>> = fields.optional(AVOID, expected)?;
    let allow: Option<Vec<Entry>> = fields.optional(ALLOW, expected)?;
    if avoid.is_some() && allow.is_some() {
        let message = "give either this or avoidMoves, not both";
        return Err(Refusal::new(ALLOW, message));
    }
    let (field, kind) = match allow.is_some() {
        true => (ALLOW, RestrictionKind::Only),
        false => (AVOID, RestrictionKind::Not),
    };
    let entries = avoid.or(allow).unwrap_or_default();
    if entries.len() > MOST_ENTRIES {
        let message = format!("{} entries, of {MOST_ENTRIES} at most", entries.len());
        return Err(Refusal::new(field, message));
    }
    let mut restrictions = Restrictions::default();
    for entry in entries {
        let restriction = restriction(field, dims, kind, &entry)?;
        let is_known = |known: &Restriction| known.color == restriction.color;
        if kind == RestrictionKind::Only && restrictions.iter().any(is_known) {
            let message = format!("there are two entries for {}", restriction.color);
            return Err(Refusal::new(field, message));
        }
        restrictions.add(restriction);
    }
    Ok(restrictions.without_repeats())
}

fn restriction(
    field: &'static str,
    dims: Dims,
    kind: RestrictionKind,
    entry: &Entry,
) -> Result<Restriction, Refusal> {
    let color = moves::player(field, &entry.player)?;
    let vertices = entry.moves.iter();
    let moves = vertices.map(|text| moves::vertex(field, dims, text));
    Ok(Restriction {
        color,
        moves: moves.collect::<Result<_, _>>()?,
        kind,
        until_depth: until_depth(&entry.until_depth)?,
    })
}

fn until_depth(value: &Value) -> Result<usize, Refusal> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0);
    let number = number.filter(|number| (1.0..=GREATEST_DEPTH).contains(number));
    number.map(|number| number as usize).ok_or_else(|| {
        let found = excerpt(&value.to_string());
        let message = format!("not an integer from 1 to {GREATEST_DEPTH}: {found}");
        Refusal::new("untilDepth", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(field: &str, entries: Vec<Value>) -> Result<Restrictions, Refusal> {
        let Value::Object(object) = json!({ field: entries }) else {
            unreachable!("it is an object");
        };
        restrictions(&mut Fields::new(object), Dims::square(9).unwrap())
    }

    fn entry(player: &str, moves: &[&str]) -> Value {
        json!({"player": player, "moves": moves, "untilDepth": 3})
    }

    #[test]
    fn a_list_of_a_million_moves_is_as_short_as_the_moves_are_few() {
        let many = ["A1", "pass", "(8,8)"].repeat(300_000);
        for field in ["avoidMoves", "allowMoves"] {
            let read = read(field, vec![entry("B", &many)]).unwrap();
            assert_eq!(read.iter().count(), 1);
            assert_eq!(read.iter().next().unwrap().moves.len(), 3, "{field}");
        }
    }

    #[test]
    fn a_wrong_depth_is_told_by_its_name() {
        for (depth, is_right) in [
            (json!(1), true),
            (json!(2.0), true),
            (json!(0), false),
            (json!(1.5), false),
            (json!(5_000_000_000_u64), false),
            (json!("1"), false),
        ] {
            let entry = json!({"player": "B", "moves": ["E5"], "untilDepth": depth});
            match read("allowMoves", vec![entry]) {
                Ok(_) => assert!(is_right, "{depth}"),
                Err(refusal) => {
                    assert!(!is_right, "{depth}");
                    assert_eq!(refusal.field, "untilDepth");
                    assert!(
                        refusal.message.ends_with(&format!(": {depth}")),
                        "{refusal:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn too_many_entries_are_refused() {
        let entries = |count| read("avoidMoves", vec![entry("W", &["A1"]); count]);
        assert_eq!(entries(MOST_ENTRIES).unwrap().iter().count(), 1);
        let refusal = entries(MOST_ENTRIES + 1).unwrap_err();
        assert_eq!(refusal.field, "avoidMoves");
        assert_eq!(refusal.message, "1253 entries, of 1252 at most");
    }

    #[test]
    fn two_entries_that_allow_a_player_something_contradict_each_other() {
        let entries = |players: [&str; 2]| {
            let entries = players.map(|player| entry(player, &["A1"]));
            read("allowMoves", entries.to_vec())
        };
        assert_eq!(entries(["B", "W"]).unwrap().iter().count(), 2);
        assert!(entries(["W", "W"]).is_err());
    }
}
