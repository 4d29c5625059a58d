//! KataGo's names for numbers of the search.

use crate::search::{ParamInfo, Params};

/// KataGo's name of each number that it has too, and its name here.
const NAMES: &[(&str, &str)] = &[
    ("cpuctExploration", "cpuct"),
    ("cpuctExplorationLog", "cpuct_log"),
    ("fpuReductionMax", "first_play_reduction"),
    ("rootFpuReductionMax", "root_first_play_reduction"),
    ("rootPolicyTemperature", "root_policy_temperature"),
    ("staticScoreUtilityFactor", "static_score_utility"),
    ("dynamicScoreUtilityFactor", "dynamic_score_utility"),
    ("drawEquivalentWinsForWhite", "draw_value_for_white"),
    ("noResultUtilityForWhite", "no_result_utility_for_white"),
    ("subtreeValueBiasFactor", "bias_correction"),
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

/// KataGo's name of each number, and the number.
pub fn all() -> impl Iterator<Item = (&'static str, &'static ParamInfo)> {
    let info = |ours| Params::TABLE.iter().find(|info| info.name == ours);
    NAMES
        .iter()
        .filter_map(move |&(katagos, ours)| Some((katagos, info(ours)?)))
}

/// The number that KataGo calls so.
pub fn param(name: &str) -> Option<&'static ParamInfo> {
    all().find_map(|(katagos, info)| (katagos == name).then_some(info))
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
