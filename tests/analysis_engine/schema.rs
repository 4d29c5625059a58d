//! The answers of the analysis engine as KataGo's documentation describes them.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What a query asked for, as far as its answers show it.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub width: usize,
    pub height: usize,
    pub max_visits: u64,
    pub pv_len: usize,
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub pv_visits: bool,
    pub no_result: bool,
    pub policy: bool,
    /// Whose values they are: `B`, `W`, or of the player to move if none.
    pub viewer: Option<char>,
    /// Moves of a player that may not be searched at the root.
    pub avoided: Vec<(char, BTreeSet<String>)>,
    /// The only moves of a player that may.
    pub allowed: Vec<(char, BTreeSet<String>)>,
}

const TOP: [&str; 9] = [
    "id",
    "isDuringSearch",
    "turnNumber",
    "moveInfos",
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "policy",
    "noResults",
];
const ROOT: [&str; 19] = [
    "thisHash",
    "symHash",
    "winrate",
    "scoreLead",
    "scoreMean",
    "scoreStdev",
    "scoreSelfplay",
    "utility",
    "visits",
    "weight",
    "currentPlayer",
    "rawWinrate",
    "rawLead",
    "rawScoreSelfplay",
    "rawScoreSelfplayStdev",
    "rawNoResultProb",
    "rawStWrError",
    "rawStScoreError",
    "rawVarTimeLeft",
];
const MOVE: [&str; 23] = [
    "playSelectionValue",
    "move",
    "visits",
    "edgeVisits",
    "winrate",
    "scoreMean",
    "scoreStdev",
    "scoreLead",
    "scoreSelfplay",
    "prior",
    "noResultValue",
    "utility",
    "lcb",
    "utilityLcb",
    "weight",
    "edgeWeight",
    "order",
    "isSymmetryOf",
    "pv",
    "pvVisits",
    "pvEdgeVisits",
    "ownership",
    "ownershipStdev",
];

/// Checks one result against what was asked.
pub fn check(answer: &Map<String, Value>, asked: &Asked) {
    let see = || Value::Object(answer.clone()).to_string();
    only(answer, &TOP);
    assert!(answer["turnNumber"].is_u64(), "{}", see());
    let is_during_search = answer["isDuringSearch"].as_bool().expect("a truth value");
    if let Some(nothing) = answer.get("noResults") {
        assert_eq!(nothing, true);
        assert!(!is_during_search);
        assert_eq!(answer.len(), 4, "{}", see());
        return;
    }
    let root = answer["rootInfo"].as_object().expect("an object");
    only(root, &ROOT);
    let player = root["currentPlayer"].as_str().expect("a player");
    assert!(["B", "W"].contains(&player), "{player}");
    let visits = root["visits"].as_u64().expect("a whole number");
    // Each thread may have begun a visit when the last one counted ends.
    assert!(
        visits >= 1 && visits <= asked.max_visits + 64,
        "{visits} visits"
    );
    for hash in ["thisHash", "symHash"] {
        let hash = root[hash].as_str().expect("digits");
        assert!(
            hash.len() == 32 && u128::from_str_radix(hash, 16).is_ok(),
            "{hash}"
        );
    }
    share(root, "winrate");
    numbers(root, &["scoreLead", "scoreStdev"]);
    let moves = answer["moveInfos"].as_array().expect("a list");
    let player = player.chars().next().expect("a letter");
    check_moves(moves, visits, player, asked);
    let area = asked.width * asked.height;
    board(answer, "ownership", asked.ownership, area, -1.0);
    board(answer, "ownershipStdev", asked.ownership_stdev, area, 0.0);
    policy(answer, asked);
}

/// A share for each point and the pass, −1 for what is not legal.
fn policy(answer: &Map<String, Value>, asked: &Asked) {
    let Some(shares) = answer.get("policy") else {
        return assert!(!asked.policy, "policy is missing");
    };
    assert!(asked.policy, "policy was not asked for");
    let shares = shares.as_array().expect("a list").iter();
    let shares: Vec<f64> = shares
        .map(|share| share.as_f64().expect("a number"))
        .collect();
    assert_eq!(shares.len(), asked.width * asked.height + 1);
    let legal = shares.iter().filter(|&&share| share != -1.0);
    assert!(legal.clone().all(|share| (0.0..=1.0).contains(share)));
    let sum: f64 = legal.sum();
    assert!((sum - 1.0).abs() < 0.01, "they sum up to {sum}");
}

fn check_moves(moves: &[Value], root_visits: u64, player: char, asked: &Asked) {
    let mut seen = BTreeSet::new();
    let mut all_visits = 0;
    let mut before = u64::MAX;
    let visits = moves.iter().filter_map(|info| info["visits"].as_u64());
    let most_visits = visits.max().unwrap_or(0);
    for (index, info) in moves.iter().enumerate() {
        let info = info.as_object().expect("an object");
        only(info, &MOVE);
        assert_eq!(info["order"].as_u64(), Some(index as u64));
        let mv = info["move"].as_str().expect("a vertex");
        assert!(is_vertex(mv, asked), "{mv}");
        assert!(seen.insert(mv.to_owned()), "{mv} twice");
        is_not_restricted(mv, player, asked);
        let visits = info["visits"].as_u64().expect("a whole number");
        assert!(visits <= before, "the most visited first");
        before = visits;
        // What is played comes first, with those that are the same on a turned board, though they may have fewer visits than others.
        let value = number(info, "playSelectionValue");
        let is_best = index == 0 || info.get("isSymmetryOf") == moves[0].get("move");
        let expected = match is_best {
            true => most_visits,
            false => visits,
        };
        assert_eq!(value, expected as f64);
        all_visits += visits;
        assert_eq!(info["edgeVisits"], info["visits"]);
        share(info, "winrate");
        share(info, "prior");
        numbers(
            info,
            &["scoreLead", "scoreMean", "scoreStdev", "lcb", "weight"],
        );
        assert_eq!(info["scoreMean"], info["scoreLead"]);
        let (rate, lcb) = (number(info, "winrate"), number(info, "lcb"));
        match asked.viewer.is_none_or(|viewer| viewer == player) {
            true => assert!(lcb <= rate + 1e-6, "{lcb} {rate}"),
            false => assert!(lcb >= rate - 1e-6, "{lcb} {rate}"),
        }
        let pv = info["pv"].as_array().expect("a list");
        assert_eq!(pv.first(), Some(&info["move"]));
        assert!(pv.len() <= asked.pv_len + 1);
        assert!(pv.iter().all(|mv| is_vertex(mv.as_str().unwrap(), asked)));
        for name in ["pvVisits", "pvEdgeVisits"] {
            assert_eq!(info.contains_key(name), asked.pv_visits);
            let count = info.get(name).map(|list| list.as_array().unwrap().len());
            assert!(count.is_none_or(|count| count == pv.len()));
        }
        assert_eq!(info.contains_key("noResultValue"), asked.no_result);
        if asked.no_result {
            share(info, "noResultValue");
        }
        let area = asked.width * asked.height;
        board(info, "ownership", asked.moves_ownership, area, -1.0);
        board(
            info,
            "ownershipStdev",
            asked.moves_ownership_stdev,
            area,
            0.0,
        );
    }
    assert!(all_visits <= root_visits, "{all_visits} of {root_visits}");
}

fn only(object: &Map<String, Value>, known: &[&str]) {
    for name in object.keys() {
        assert!(known.contains(&name.as_str()), "field '{name}'");
    }
}

fn number(object: &Map<String, Value>, name: &str) -> f64 {
    let value = object.get(name).and_then(Value::as_f64);
    value.unwrap_or_else(|| panic!("{name} has to be a number in {object:?}"))
}

fn numbers(object: &Map<String, Value>, names: &[&str]) {
    for name in names {
        number(object, name);
    }
}

fn share(object: &Map<String, Value>, name: &str) {
    let value = number(object, name);
    assert!((0.0..=1.0).contains(&value), "{name} {value}");
}

fn board(object: &Map<String, Value>, name: &str, is_asked: bool, area: usize, least: f64) {
    let Some(values) = object.get(name) else {
        return assert!(!is_asked, "{name} is missing");
    };
    assert!(is_asked, "{name} was not asked for");
    let values = values.as_array().expect("a list");
    assert_eq!(values.len(), area);
    let fits = |value: &Value| value.as_f64().is_some_and(|v| (least..=1.0).contains(&v));
    assert!(values.iter().all(fits), "{name}: {values:?}");
}

fn is_vertex(text: &str, asked: &Asked) -> bool {
    if text == "pass" {
        return true;
    }
    let (letter, row) = text.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter);
    let row = row.parse::<usize>().unwrap_or(0);
    column.is_some_and(|column| column < asked.width) && (1..=asked.height).contains(&row)
}

fn is_not_restricted(mv: &str, player: char, asked: &Asked) {
    for (who, moves) in &asked.avoided {
        assert!(
            *who != player || !moves.contains(mv),
            "{mv} was to be avoided"
        );
    }
    for (who, moves) in &asked.allowed {
        assert!(*who != player || moves.contains(mv), "{mv} was not allowed");
    }
}
