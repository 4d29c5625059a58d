//! `avoidMoves` and `allowMoves`: the moves of a query that are left out near the root.

use super::fields::{Fields, Refusal};
use super::moves;
use crate::search::{Restriction, RestrictionKind, Restrictions};
use crate::types::Dims;
use serde_json::{Map, Value};

/// The greatest `untilDepth`, as in KataGo.
const GREATEST_DEPTH: i64 = 1_000_000_000;

/// What each entry has.
const PARTS: [&str; 3] = ["player", "moves", "untilDepth"];

/// One entry of `avoidMoves` or `allowMoves`.
type Entry = Map<String, Value>;

/// Takes both lists out, of which a query may have one.
///
/// # Errors
/// If there are both, or one has an entry that cannot be understood.
pub fn restrictions(fields: &mut Fields, dims: Dims) -> Result<Restrictions, Refusal> {
    const AVOID: &str = "avoidMoves";
    const ALLOW: &str = "allowMoves";
    let expected = "a list of objects with player, moves and untilDepth";
    let avoid: Option<Vec<Entry>> = fields.list(AVOID, expected)?;
    let allow: Option<Vec<Entry>> = fields.list(ALLOW, expected)?;
    if avoid.is_some() && allow.is_some() {
        let message = "give either this or avoidMoves, not both";
        return Err(Refusal::new(ALLOW, message));
    }
    let (field, kind) = match allow.is_some() {
        true => (ALLOW, RestrictionKind::Only),
        false => (AVOID, RestrictionKind::Not),
    };
    let mut restrictions = Restrictions::default();
    for (index, entry) in avoid.or(allow).unwrap_or_default().into_iter().enumerate() {
        if let Some(part) = PARTS.iter().find(|&&part| !entry.contains_key(part)) {
            return Err(Refusal::new(field, format!("{part} is missing")).at(field, index));
        }
        let restriction = restriction(Fields::new(entry), dims, kind);
        let restriction = restriction.map_err(|refusal| refusal.at(field, index))?;
        if kind == RestrictionKind::Only && restrictions.allows_only_some(restriction.color) {
            let message = format!("a second entry for {}", restriction.color);
            return Err(Refusal::new(field, message).at(field, index));
        }
        restrictions.add(restriction);
    }
    Ok(restrictions)
}

/// A wrong part of an entry is told by its own name, as in KataGo.
fn restriction(
    mut entry: Fields,
    dims: Dims,
    kind: RestrictionKind,
) -> Result<Restriction, Refusal> {
    let player: String = entry.required("player", "B or W")?;
    let vertices: Vec<String> = entry.required("moves", "a list of vertices")?;
    let until_depth = entry.required_integer("untilDepth", 1..=GREATEST_DEPTH)?;
    let moves = vertices
        .iter()
        .map(|text| moves::vertex("moves", dims, text));
    Ok(Restriction {
        color: moves::player("player", &player)?,
        moves: moves.collect::<Result<_, _>>()?,
        kind,
        until_depth: until_depth as u32,
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
    fn a_list_that_repeats_itself_is_a_short_one() {
        let few = ["A1", "pass", "(8,8)"];
        for field in ["avoidMoves", "allowMoves"] {
            let [few, many] = [few.to_vec(), few.repeat(300_000)]
                .map(|moves| read(field, vec![entry("B", &moves)]).unwrap());
            assert_eq!(few, many);
        }
        let entries = |count| read("avoidMoves", vec![entry("W", &["A1"]); count]).unwrap();
        assert_eq!(entries(1), entries(3000));
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
                        refusal
                            .message
                            .contains(&format!(": {depth} (allowMoves[0])")),
                        "{refusal:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_wrong_part_of_an_entry_is_told_by_its_name_and_a_missing_one_by_that_of_the_list() {
        for (part, wrong, message) in [
            ("player", json!("X"), "no player, which is B or W: 'X'"),
            ("player", json!(null), "not B or W: null"),
            ("moves", json!("A1"), "not a list of vertices: \"A1\""),
            ("moves", json!(["Z9"]), "vertex Z9 is off the 9x9 board"),
        ] {
            let mut entry = entry("B", &["A1"]);
            entry[part] = wrong;
            let refusal = read("avoidMoves", vec![entry]).unwrap_err();
            assert_eq!(refusal.field, part);
            assert!(refusal.message.starts_with(message), "{refusal:?}");
        }
        for part in PARTS {
            let mut last = entry("B", &["A1"]);
            last.as_object_mut().unwrap().remove(part);
            let entries = vec![entry("W", &["A1"]), last];
            let refusal = read("avoidMoves", entries).unwrap_err();
            assert_eq!(refusal.field, "avoidMoves");
            let message = format!("{part} is missing (avoidMoves[1])");
            assert_eq!(refusal.message, message);
        }
        let refusal = read("allowMoves", vec![entry("B", &["A1"]), json!(["B"])]).unwrap_err();
        assert_eq!(refusal.field, "allowMoves");
        assert!(
            refusal
                .message
                .ends_with("it holds [\"B\"] (allowMoves[1])"),
            "{refusal:?}"
        );
    }

    #[test]
    fn two_entries_that_allow_a_player_something_contradict_each_other() {
        let entries = |players: [&str; 2]| {
            let entries = players.map(|player| entry(player, &["A1"]));
            read("allowMoves", entries.to_vec())
        };
        assert!(entries(["B", "W"]).is_ok() && entries(["W", "W"]).is_err());
    }
}
