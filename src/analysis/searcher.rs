//! The one place where the engine meets the search.

use super::config::Config;
use super::options::{Options, Reports};
use super::queue::Claim;
use super::settings::Settings;
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::net::{Loading, Manner, evaluate_game};
use crate::search::{self, Guidance, Limits, Report, Search};
use crate::time::next_due;
use crate::types::Move;
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// How often a search that reports meanwhile is looked at.
const GLANCE: Duration = Duration::from_millis(2);

/// A position is answered with a move, however short its time: the first visit judges it, the second one the move. KataGo, too,
/// looks at the time only then.
const LEAST_VISITS: u64 = 2;

/// However many visits there are, moves that get fewer than one of so many because people would play them are left to the search.
const MOST_MOVES_OF_PEOPLE: u64 = 1000;

/// What is known of a position.
pub struct Found {
    /// The game up to there.
    pub game: Arc<Game>,
    /// What the search says.
    pub report: Report,
    /// What the network says without any search, if one judges.
    pub raw: Option<Arc<Evaluation>>,
    /// What the human-style network says, if there is one beside and it is told whom to imitate.
    pub human: Option<Evaluation>,
}

/// Searches the position of a claim and returns what was found; tells `meanwhile` of it as often as the query wants.
///
/// None if nothing was found at all, as where the claim was told to stop before the networks had been read.
pub fn search(config: &Config, claim: &Claim, meanwhile: &mut dyn FnMut(&Found)) -> Option<Found> {
    let game = Arc::new(claim.job.query.game_at(claim.job.turn as usize));
    let options = &claim.job.query.options;
    let settings = search_settings(config, claim);
    let human = human_network(config, &options.settings);
    let is_ready = settings.method.is_ready(game.dims(), None, &claim.stop)
        && human.is_none_or(|network| network.is_ready_by(None, &claim.stop));
    if !is_ready {
        return None;
    }
    let mut search = Search::new(settings);
    let manner = search.settings().stance(&game, game.to_move()).manner();
    let human = human.and_then(|network| opinion(network, &options.settings, &game, &manner));
    let raw = OnceCell::new();
    let least_shares = match &human {
        Some(human) => shares_of_people(&options.settings, human, &game),
        None => Vec::new(),
    };
    start(&mut search, &game, options, least_shares, &claim.stop);
    let found = |search: &Search| {
        let report = search.report().filter(|report| report.playouts > 0)?;
        Some(Found {
            game: Arc::clone(&game),
            report,
            // The search has asked for it with its first visit.
            raw: raw.get_or_init(|| search.raw_evaluation()).clone(),
            human: human.clone(),
        })
    };
    if let Some(reports) = options.reports {
        let is_worth_it = |found: &Found| found.report.playouts >= LEAST_VISITS;
        report_until_done(&search, reports, &mut || {
            let found = found(&search).filter(is_worth_it);
            found.map(|found| meanwhile(&found)).is_some()
        });
    }
    search.wait();
    found(&search)
}

/// The human-style network, if there is one beside and it is told whom to imitate.
fn human_network<'a>(config: &'a Config, settings: &Settings) -> Option<&'a Loading> {
    settings.profile?;
    config.networks.human.as_deref()
}

fn search_settings(config: &Config, claim: &Claim) -> search::Settings {
    let settings = &claim.job.query.options.settings;
    search::Settings {
        threads: config.threads_for(claim.crowd),
        memory_mb: config.memory_mb,
        sharers: config.sharers(claim.has_large_share),
        seed: config.seed,
        params: settings.params.clone(),
        method: config.networks.judge.clone().into(),
        profile: settings.profile,
        advantage_of: settings.advantage_of,
        hides_past: settings.hides_past,
        conservative_pass: settings.conservative_pass,
        ..search::Settings::default()
    }
}

/// What a network says of the position; nothing if its file is bad.
fn opinion(
    network: &Loading,
    settings: &Settings,
    game: &Game,
    manner: &Manner,
) -> Option<Evaluation> {
    let network = network.wait().ok()?;
    let players = settings.players_seen_by(game.to_move());
    Some(evaluate_game(&network, game, &players, manner))
}

/// The shares of the visits that go to moves because people would play them: to those that get a visit so.
fn shares_of_people(settings: &Settings, human: &Evaluation, game: &Game) -> Vec<(Move, f32)> {
    let whole = settings.share_of_people();
    let least = 1.0 / settings.visits().min(MOST_MOVES_OF_PEOPLE) as f32;
    let moves = game.dims().moves();
    let shares = moves.map(|mv| (mv, whole * human.chance_of(game.dims(), mv)));
    shares.filter(|&(_, share)| share >= least).collect()
}

fn start(
    search: &mut Search,
    game: &Game,
    options: &Options,
    least_shares: Vec<(Move, f32)>,
    stop: &Arc<AtomicBool>,
) {
    let settings = &options.settings;
    search.set_game(game, game.to_move());
    let limits = Limits {
        playouts: Some(settings.visits()),
        deadline: settings
            .max_time
            .and_then(|time| Instant::now().checked_add(time)),
        least_visits: LEAST_VISITS,
        stop: Arc::clone(stop),
        ..Limits::default()
    };
    let guidance = Guidance {
        restrictions: options.restrictions.clone(),
        least_shares,
        wide_root_noise: settings.wide_root_noise,
        ownership_by_move: options.included.needs_ownership_by_move(),
        ..Guidance::default()
    };
    search.start_guided(limits, guidance);
}

/// Has the search reported when that is due, or as soon as there is anything to say, which `report` answers.
fn report_until_done(search: &Search, reports: Reports, report: &mut dyn FnMut() -> bool) {
    let mut next = Instant::now() + reports.first;
    while search.is_running() {
        let now = Instant::now();
        if now < next {
            thread::sleep(GLANCE.min(next - now));
        } else if report() {
            next = next_due(next, Instant::now(), reports.every);
        } else {
            thread::sleep(GLANCE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::Dims;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn a_late_report_is_not_followed_by_another_at_once() {
        let game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.5);
        let mut search = Search::new(search::Settings::default());
        search.set_game(&game, game.to_move());
        let stop = Arc::new(AtomicBool::new(false));
        search.start(Limits {
            stop: Arc::clone(&stop),
            ..Limits::default()
        });
        let every = Duration::from_millis(50);
        let reports = Reports {
            first: every,
            every,
        };
        let (mut first, mut gap) = (None, None);
        report_until_done(&search, reports, &mut || {
            match first {
                // The client takes it so late that others are overdue.
                None => {
                    thread::sleep(3 * every);
                    first = Some(Instant::now());
                }
                Some(first) => {
                    gap.get_or_insert(first.elapsed());
                    stop.store(true, Relaxed);
                }
            }
            true
        });
        assert!(gap.unwrap() > every / 2, "{gap:?}");
    }
}
