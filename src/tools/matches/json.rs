//! A match for programs.

use super::game_json::to_json;
use super::repeats::repeats;
use super::schedule::Schedule;
use super::standings;
use super::{Contestant, Options, Outcome};
use crate::tools::statistics::Tally;
use crate::tools::statistics::elo::Elo;
use crate::tools::statistics::sprt::Verdict;
use serde_json::{Value, json};

/// The whole match as one JSON object, described in `docs/match.md`.
pub fn json(options: &Options, contestants: &[Contestant], outcome: &Outcome) -> Value {
    let schedule = Schedule::new(options);
    let games = &outcome.games;
    let ratings = standings::ratings(games, options.entrants.len(), schedule.pairings());
    let engines = contestants.iter().zip(&options.entrants).enumerate();
    let engines: Vec<Value> = engines
        .map(|(index, (contestant, entrant))| {
            let mut value = tally(standings::tally(games, index, |_| true));
            value["label"] = json!(entrant.label);
            value["command"] = json!(entrant.command);
            value["name"] = json!(contestant.name);
            value["version"] = json!(contestant.version);
            value["networks"] = json!(contestant.networks);
            value["elo"] = json!(ratings.as_ref().map(|ratings| elo(ratings.of(index))));
            value
        })
        .collect();
    let pairings: Vec<Value> = schedule
        .pairings()
        .iter()
        .map(|&[a, b]| {
            let mut value = tally(standings::between(games, a, b));
            value["engines"] = json!([options.label(a), options.label(b)]);
            value["elo"] = json!(
                ratings
                    .as_ref()
                    .map(|ratings| elo(ratings.difference(a, b)))
            );
            value
        })
        .collect();
    let played: Vec<Value> = games.iter().map(|game| to_json(options, game)).collect();
    let repeated: Vec<Value> = repeats(games)
        .iter()
        .map(|(game, of)| json!({ "game": game, "of": of }))
        .collect();
    json!({
        "engines": engines,
        "pairings": pairings,
        "games": played,
        "planned": schedule.games(),
        "interrupted": outcome.is_interrupted,
        "failure": outcome.failure.as_ref().map(ToString::to_string),
        "repeats": repeated,
        "smoothed": ratings.is_some_and(|ratings| ratings.is_smoothed),
        "sprt": sprt(options, outcome),
    })
}

fn tally(tally: Tally) -> Value {
    json!({
        "wins": tally.wins,
        "losses": tally.losses,
        "draws": tally.draws,
        "rate": tally.rate(),
        "interval": tally.interval().map(|(low, high)| [low, high]),
    })
}

fn elo(elo: Elo) -> Value {
    json!({ "value": elo.value, "error": elo.error })
}

fn sprt(options: &Options, outcome: &Outcome) -> Option<Value> {
    let test = options.sprt?;
    let (lower, upper) = test.bounds();
    Some(json!({
        "llr": test.llr(standings::between(&outcome.games, 0, 1)),
        "bounds": [lower, upper],
        "verdict": match outcome.verdict? {
            Verdict::Open => "undecided",
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        },
    }))
}
