//! Parameters of KataGo's that clients set and Tengen's search has no use for.

use crate::gtp::failure::Failure;
use crate::gtp::preferences::Draft;
use crate::katago::values;

/// A parameter's name, and KataGo's value for it.
pub(super) type Unused = (&'static str, &'static str);

/// Their values are those of KataGo (`cpp/search/searchparams.cpp`, `cpp/program/setup.cpp`, 1.17.2): all that KataGo lets a
/// client change in a session, but for what Tengen has too. Three that KataGo's GTP has on are off here, since Tengen does not do
/// what they say: `analysisIgnorePreRootHistory`, `genmoveAntiMirror` and `fillDameBeforePass`.
pub(super) const UNUSED: &[Unused] = &[
    ("analysisIgnorePreRootHistory", "false"),
    ("ignorePreRootHistory", "false"),
    ("ignoreAllHistory", "false"),
    ("genmoveAntiMirror", "false"),
    ("antiMirror", "false"),
    ("fillDameBeforePass", "false"),
    ("enablePassingHacks", "true"),
    ("enableMorePassingHacks", "true"),
    ("alwaysComputePassAliveUnderSuicideRules", "auto"),
    ("wideRootNoise", "0.0"),
    ("rootNoiseEnabled", "false"),
    ("rootDirichletNoiseTotalConcentration", "10.83"),
    ("rootDirichletNoiseWeight", "0.25"),
    ("rootPolicyTemperatureEarly", "1.0"),
    ("rootFpuLossProp", "0.0"),
    ("rootNumSymmetriesToSample", "1"),
    ("rootSymmetryPruning", "true"),
    ("rootDesiredPerChildVisitsCoeff", "0.0"),
    ("rootPolicyOptimism", "0.2"),
    ("rootEndingBonusPoints", "0.5"),
    ("rootPruneUselessMoves", "true"),
    ("policyOptimism", "1.0"),
    ("nnPolicyTemperature", "1.0"),
    ("nnRandomize", "true"),
    ("chosenMoveTemperatureOnlyBelowProb", "1.0"),
    ("chosenMoveSubtract", "0.0"),
    ("chosenMovePrune", "1.0"),
    ("useLcbForSelection", "true"),
    ("lcbStdevs", "5.0"),
    ("minVisitPropForLCB", "0.15"),
    ("useNonBuggyLcb", "true"),
    ("winLossUtilityFactor", "1.0"),
    ("dynamicScoreCenterZeroWeight", "0.2"),
    ("dynamicScoreCenterScale", "0.75"),
    ("cpuctExplorationBase", "500.0"),
    ("cpuctUtilityStdevPrior", "0.4"),
    ("cpuctUtilityStdevPriorWeight", "2.0"),
    ("cpuctUtilityStdevScale", "0.85"),
    ("fpuLossProp", "0.0"),
    ("fpuParentWeightByVisitedPolicy", "true"),
    ("fpuParentWeightByVisitedPolicyPow", "2.0"),
    ("fpuParentWeight", "0.0"),
    ("valueWeightExponent", "0.25"),
    ("useNoisePruning", "true"),
    ("noisePruneUtilityScale", "0.15"),
    ("noisePruningCap", "1e+50"),
    ("useUncertainty", "true"),
    ("uncertaintyCoeff", "0.25"),
    ("uncertaintyExponent", "1.0"),
    ("uncertaintyMaxWeight", "8.0"),
    ("useGraphSearch", "true"),
    ("graphSearchRepBound", "11"),
    ("graphSearchCatchUpLeakProb", "0.0"),
    ("subtreeValueBiasFreeProp", "0.8"),
    ("subtreeValueBiasWeightExponent", "0.85"),
    ("numVirtualLossesPerThread", "1.0"),
    ("minPlayoutsPerThread", "8.0"),
    ("maxVisitsPondering", "1125899906842624"),
    ("maxPlayoutsPondering", "1125899906842624"),
    ("maxTimePondering", "1e+20"),
    ("searchFactorAfterOnePass", "1.0"),
    ("searchFactorAfterTwoPass", "1.0"),
    ("treeReuseCarryOverTimeFactor", "0.0"),
    ("overallocateTimeFactor", "1.0"),
    ("midgameTimeFactor", "1.0"),
    ("midgameTurnPeakTime", "130.0"),
    ("endgameTurnTimeDecay", "100.0"),
    ("obviousMovesTimeFactor", "1.0"),
    ("obviousMovesPolicyEntropyTolerance", "0.3"),
    ("obviousMovesPolicySurpriseTolerance", "0.15"),
    ("futileVisitsThreshold", "0.0"),
    ("delayMoveScale", "0"),
    ("delayMoveMax", "1000000"),
    ("humanSLCpuctExploration", "1.0"),
    ("humanSLCpuctPermanent", "0.0"),
    ("humanSLRootExploreProbWeightless", "0.0"),
    ("humanSLRootExploreProbWeightful", "0.0"),
    ("humanSLPlaExploreProbWeightless", "0.0"),
    ("humanSLPlaExploreProbWeightful", "0.0"),
    ("humanSLOppExploreProbWeightless", "0.0"),
    ("humanSLOppExploreProbWeightful", "0.0"),
    ("humanSLChosenMoveIgnorePass", "false"),
];

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
