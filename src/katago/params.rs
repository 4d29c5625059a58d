//! KataGo's names for numbers of the search.

use super::values;
use crate::search::{ParamInfo, Params};

/// KataGo's name of each number that it has too, and its name here.
const NAMES: &[(&str, &str)] = &[
    ("cpuctExploration", "cpuct"),
    ("cpuctExplorationLog", "cpuct_log"),
    ("fpuReductionMax", "first_play_reduction"),
    ("rootFpuReductionMax", "root_first_play_reduction"),
    ("rootPolicyTemperature", "root_policy_temperature"),
    ("policyOptimism", "policy_optimism"),
    ("rootPolicyOptimism", "root_policy_optimism"),
    ("rootNumSymmetriesToSample", "root_symmetries"),
    ("staticScoreUtilityFactor", "static_score_utility"),
    ("dynamicScoreUtilityFactor", "dynamic_score_utility"),
    ("drawEquivalentWinsForWhite", "draw_value_for_white"),
    ("noResultUtilityForWhite", "no_result_utility_for_white"),
    ("subtreeValueBiasFactor", "bias_correction"),
    ("useGraphSearch", "graph"),
    ("playoutDoublingAdvantage", "playout_doubling_advantage"),
    (
        "dynamicPlayoutDoublingAdvantageCapPerOppLead",
        "handicap_advantage",
    ),
    ("chosenMoveTemperature", "move_temperature"),
    ("chosenMoveTemperatureEarly", "early_move_temperature"),
    ("chosenMoveTemperatureHalflife", "move_temperature_halflife"),
    ("humanSLChosenMoveProp", "human_move_share"),
    ("humanSLChosenMovePiklLambda", "human_move_lambda"),
    ("resignConsecTurns", "resign_after"),
    ("resignMinScoreDifference", "resign_behind"),
    ("resignMinMovesPerBoardArea", "resign_from"),
];

/// KataGo's names of those that it says `true` or `false` of: they are 1 or 0 here.
const SWITCHES: &[&str] = &["useGraphSearch"];

/// KataGo's names of those that it says whole numbers of.
const COUNTS: &[&str] = &["rootNumSymmetriesToSample", "resignConsecTurns"];

/// KataGo's name of each number, and the number.
pub fn all() -> impl Iterator<Item = (&'static str, &'static ParamInfo)> {
    NAMES
        .iter()
        .filter_map(|&(katagos, ours)| Some((katagos, Params::info(ours)?)))
}

/// The number that KataGo calls so.
pub fn param(name: &str) -> Option<&'static ParamInfo> {
    all().find_map(|(katagos, info)| (katagos == name).then_some(info))
}

/// The number that KataGo's name has, as KataGo writes it: with a point, as a whole one, or as `true` or `false`.
pub fn in_katagos_words(katagos: &str, number: f32) -> String {
    if SWITCHES.contains(&katagos) {
        return (number > 0.0).to_string();
    }
    match COUNTS.contains(&katagos) {
        true => number.to_string(),
        false => format!("{number:?}"),
    }
}

/// What is said of KataGo's name, as text of a number.
///
/// # Errors
/// If it has to be `true` or `false`, or a whole number, and is not, these words.
pub fn in_numbers<'v>(katagos: &str, value: &'v str) -> Result<&'v str, &'static str> {
    if SWITCHES.contains(&katagos) {
        return values::flag(value).map(|is_on| if is_on { "1" } else { "0" });
    }
    match COUNTS.contains(&katagos) && value.parse::<i64>().is_err() {
        true => Err("a whole number"),
        false => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_a_number() {
        for (katagos, ours) in NAMES {
            assert_eq!(param(katagos).unwrap().name, *ours);
        }
        for unknown in ["cpuct", "CPUCTEXPLORATION"] {
            assert_eq!(param(unknown), None);
        }
    }

    #[test]
    fn katago_says_true_or_false_of_some() {
        for (text, number) in [("true", 1.0), ("false", 0.0)] {
            let read = in_numbers("useGraphSearch", text).unwrap().parse();
            assert_eq!(read, Ok(number));
            assert_eq!(in_katagos_words("useGraphSearch", number), text);
        }
        assert_eq!(in_numbers("useGraphSearch", "0.5"), Err("true or false"));
        assert_eq!(in_numbers("cpuctExploration", "0.5"), Ok("0.5"));
        assert_eq!(in_katagos_words("cpuctExploration", 1.0), "1.0");
        let is_known = |name: &&str| param(name).is_some();
        assert!(SWITCHES.iter().all(is_known));
    }

    #[test]
    fn katago_counts_in_whole_numbers() {
        for name in COUNTS {
            assert!(param(name).is_some(), "{name}");
            assert_eq!(in_katagos_words(name, 3.0), "3");
            assert_eq!(in_numbers(name, "3"), Ok("3"));
            assert_eq!(in_numbers(name, "2.5"), Err("a whole number"));
        }
    }

    #[test]
    fn the_table_for_users_has_every_name() {
        let page = include_str!("../../docs/parameters.md");
        for (katagos, ours) in NAMES {
            let row = format!("| `{katagos}` | `{ours}` |");
            assert!(page.lines().any(|line| line == row), "missing: {row}");
        }
        let is_row = |line: &&str| line.starts_with("| `") && line.matches('|').count() == 3;
        assert_eq!(page.lines().filter(is_row).count(), NAMES.len());
    }
}
