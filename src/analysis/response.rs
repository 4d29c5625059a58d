//! What was found about a position, in the fields of the protocol.

use super::options::Options;
use super::position_hash;
use super::queue::Job;
use super::searcher::Found;
use crate::console;
use crate::katago::or_minus_one;
use crate::net::model::Evaluation;
use crate::search::{self, MoveReport};
use crate::types::{Dims, Move, Viewer, format_move};
use serde::Serialize;

/// The answer to one position of a query. Its fields follow each other by the alphabet, but for the human policy, as KataGo's
/// do: some clients cut the line where they expect them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response<'a> {
    id: &'a str,
    is_during_search: bool,
    #[serde(flatten)]
    findings: Option<Findings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_results: Option<bool>,
    turn_number: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Findings {
    #[serde(skip_serializing_if = "Option::is_none")]
    human_policy: Option<Vec<f64>>,
    move_infos: Vec<MoveInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    root_info: RootInfo,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Values {
    visits: u64,
    winrate: f64,
    utility: f64,
    score_lead: f64,
    score_mean: f64,
    score_selfplay: f64,
    score_stdev: f64,
    weight: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: char,
    this_hash: String,
    sym_hash: String,
    #[serde(flatten)]
    values: Values,
    #[serde(flatten)]
    raw: Option<RawInfo>,
    #[serde(flatten)]
    human: Option<HumanInfo>,
}

/// What a network says without any search.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RawInfo {
    raw_winrate: f64,
    raw_lead: f64,
    raw_score_selfplay: f64,
    raw_score_selfplay_stdev: f64,
    raw_no_result_prob: f64,
    raw_st_wr_error: f64,
    raw_st_score_error: f64,
    raw_var_time_left: f64,
}

/// What a human-style network says.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HumanInfo {
    human_winrate: f64,
    human_score_mean: f64,
    human_score_stdev: f64,
    human_st_wr_error: f64,
    human_st_score_error: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    mv: String,
    order: usize,
    #[serde(flatten)]
    values: Values,
    edge_visits: u64,
    edge_weight: f64,
    prior: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_prior: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_symmetry_of: Option<String>,
    lcb: f64,
    utility_lcb: f64,
    play_selection_value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f64>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
}

/// The line for what has been found about a position so far.
pub fn found_so_far(job: &Job, found: &Found) -> String {
    written(&Response {
        is_during_search: true,
        ..response(job, Some(findings(job, found)))
    })
}

/// The line that ends a position about which something was found.
pub fn found(job: &Job, found: &Found) -> String {
    written(&response(job, Some(findings(job, found))))
}

/// The line that ends a position about which nothing was found.
pub fn nothing(job: &Job) -> String {
    written(&response(job, None))
}

fn findings(job: &Job, found: &Found) -> Findings {
    let options = &job.query.options;
    let view = View {
        options,
        found,
        dims: found.game.dims(),
        viewer: options.settings.perspective.of(found.report.to_move),
    };
    view.findings()
}

/// What is answered when the search has ended.
fn response(job: &Job, findings: Option<Findings>) -> Response<'_> {
    Response {
        id: &job.query.id,
        is_during_search: false,
        no_results: findings.is_none().then_some(true),
        findings,
        turn_number: job.turn,
    }
}

fn written(response: &Response) -> String {
    serde_json::to_string(response).expect("plain fields can always be written")
}

/// What was found, as somebody looks at it.
struct View<'a> {
    options: &'a Options,
    found: &'a Found,
    dims: Dims,
    viewer: Viewer,
}

impl View<'_> {
    fn findings(&self) -> Findings {
        let (included, report) = (self.options.included, &self.found.report);
        let moves = report.moves_and_copies(self.dims);
        let visited = moves.iter().filter(|found| found.visits > 0);
        let most_visits = visited.clone().map(|found| found.visits).max();
        let infos = visited.enumerate();
        let infos = infos.map(|(order, found)| self.move_info(order, found));
        let mut move_infos: Vec<MoveInfo> = infos.collect();
        // It may have fewer visits than others and is to be played all the same.
        if let (Some(best), Some(most)) = (moves.first(), most_visits) {
            let best = format_move(self.dims, best.mv);
            let is_best = |info: &&mut MoveInfo| {
                info.mv == best || info.is_symmetry_of.as_ref() == Some(&best)
            };
            let all_alike = move_infos.iter_mut().filter(is_best);
            all_alike.for_each(|info| info.play_selection_value = most as f64);
        }
        let human = self.found.human.as_ref().filter(|_| self.options.policy);
        let (owners, spread) = (&report.ownership, &report.ownership_stdev);
        Findings {
            human_policy: human.map(|human| self.shares(|mv| human.chance_of(self.dims, mv))),
            move_infos,
            ownership: included.ownership.then(|| self.owners(owners)),
            ownership_stdev: included.ownership_stdev.then(|| self.spreads(spread)),
            policy: self.options.policy.then(|| self.policy()),
            root_info: self.root_info(),
        }
    }

    fn root_info(&self) -> RootInfo {
        let Found {
            report, raw, human, ..
        } = self.found;
        let [this_hash, sym_hash] = position_hash::of(&self.found.game);
        RootInfo {
            current_player: report.to_move.letter(),
            this_hash,
            sym_hash,
            values: values(report.seen_by(self.viewer)),
            raw: raw.as_deref().map(|raw| self.raw_info(raw)),
            human: human.as_ref().map(|human| self.human_info(human)),
        }
    }

    fn raw_info(&self, raw: &Evaluation) -> RawInfo {
        RawInfo {
            raw_winrate: rounded(self.viewer.rate(raw.win_rate())),
            raw_lead: self.signed(raw.lead),
            raw_score_selfplay: self.signed(raw.score_mean),
            raw_score_selfplay_stdev: rounded(raw.score_stdev()),
            raw_no_result_prob: rounded(raw.no_result),
            raw_st_wr_error: rate_error(or_minus_one(raw.outcome_error)),
            raw_st_score_error: rounded(or_minus_one(raw.score_error)),
            raw_var_time_left: rounded(or_minus_one(raw.time_left)),
        }
    }

    fn human_info(&self, human: &Evaluation) -> HumanInfo {
        HumanInfo {
            human_winrate: rounded(self.viewer.rate(human.win_rate())),
            human_score_mean: self.signed(human.score_mean),
            human_score_stdev: rounded(human.score_stdev()),
            human_st_wr_error: rate_error(or_minus_one(human.outcome_error)),
            human_st_score_error: rounded(or_minus_one(human.score_error)),
        }
    }

    /// What is thought of every move before any search. Without a network it is what the search's own knowledge
    /// expects.
    fn policy(&self) -> Vec<f64> {
        match &self.found.raw {
            Some(raw) => self.shares(|mv| raw.chance_of(self.dims, mv)),
            None => self.shares(|mv| self.prior(mv)),
        }
    }

    /// A number for every move: row by row from the top left, then the pass; −1 for what is not legal.
    fn shares(&self, share: impl Fn(Move) -> f32) -> Vec<f64> {
        let of_point = |point| {
            let mv = Move::Place(point);
            let Found { game, report, .. } = self.found;
            let is_legal = game.check(report.to_move, mv).is_ok();
            if is_legal { rounded(share(mv)) } else { -1.0 }
        };
        let points = self.dims.points_from_top().map(of_point);
        points.chain([rounded(share(Move::Pass))]).collect()
    }

    /// The search's prior of a move, a share of all; 0 for one that it never considers, such as filling an own eye.
    fn prior(&self, mv: Move) -> f32 {
        let found = self.found.report.find(mv);
        found.map_or(0.0, |found| found.prior)
    }

    fn move_info(&self, order: usize, found: &MoveReport) -> MoveInfo {
        let included = self.options.included;
        let human = self.found.human.as_ref();
        let length = self.options.settings.pv_len.saturating_add(1);
        let line = found.line.iter().take(length);
        let line_visits = || found.line_visits.iter().copied().take(length).collect();
        MoveInfo {
            mv: format_move(self.dims, found.mv),
            order,
            values: values(found.seen_by(self.viewer)),
            edge_visits: found.visits,
            edge_weight: rounded(found.weight),
            prior: rounded(found.prior),
            human_prior: human.map(|human| rounded(human.chance_of(self.dims, found.mv))),
            is_symmetry_of: found.copy_of.map(|mv| format_move(self.dims, mv)),
            lcb: rounded(self.viewer.rate(found.lcb)),
            utility_lcb: self.signed(found.utility_lcb),
            play_selection_value: found.visits as f64,
            no_result_value: included.no_result.then(|| rounded(found.no_result)),
            pv: line.map(|&mv| format_move(self.dims, mv)).collect(),
            pv_visits: included.pv_visits.then(line_visits),
            pv_edge_visits: included.pv_visits.then(line_visits),
            ownership: (included.moves_ownership && !found.ownership.is_empty())
                .then(|| self.owners(&found.ownership)),
            ownership_stdev: (included.moves_ownership_stdev && !found.ownership_stdev.is_empty())
                .then(|| self.spreads(&found.ownership_stdev)),
        }
    }

    fn signed(&self, own: f32) -> f64 {
        rounded(self.viewer.value(own))
    }

    /// Whose each point is, row by row from the top left; 1 is the viewer's.
    fn owners(&self, black: &[f32]) -> Vec<f64> {
        let sign = self.viewer.sign();
        self.dims
            .values_from_top(black)
            .map(|owner| brief(sign * owner))
            .collect()
    }

    fn spreads(&self, stdevs: &[f32]) -> Vec<f64> {
        self.dims.values_from_top(stdevs).map(brief).collect()
    }
}

fn values(seen: search::Values) -> Values {
    let lead = rounded(seen.lead);
    Values {
        visits: seen.visits,
        winrate: rounded(seen.winrate),
        utility: rounded(seen.utility),
        score_lead: lead,
        score_mean: lead,
        score_selfplay: rounded(seen.score),
        score_stdev: rounded(seen.lead_stdev),
        weight: rounded(seen.weight),
    }
}

/// The error of a winning rate, from that of wins less losses.
fn rate_error(error: f32) -> f64 {
    rounded(0.5 * error)
}

/// Six decimals: more than any of it is worth. JSON knows no infinity.
fn rounded(value: f32) -> f64 {
    decimals(value, 6)
}

/// Three decimals, for the many numbers of a board.
fn brief(value: f32) -> f64 {
    decimals(value, 3)
}

fn decimals(value: f32, digits: i32) -> f64 {
    console::rounded(if value.is_finite() { value } else { 0.0 }, digits)
}
