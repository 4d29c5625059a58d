//! Whose the points become when nobody can gain more.
//!
//! Two searches, one with each player to move, tell whose every point becomes: by the network, or by playouts for points
//! rather than for the win, or both ways where the network is the small one in the program.

use super::{Limits, MethodChoice, Search, Settings, Stance};
use crate::game::Game;
use crate::types::Color;
use std::time::{Duration, Instant};

/// Playouts of each of the two searches, and visits where a network says whose the points are.
const PLAYOUTS: u64 = 1000;
const NETWORK_VISITS: u64 = 40;
/// How long each of the two looks by a network may take: a large one on a slow processor makes fewer visits.
const LONGEST_LOOK: Duration = Duration::from_secs(5);
/// Judgements do not depend on the player's own seed.
const SEED: u64 = 20;

/// The mean of what all judges say of each point's owner, each with its weight; by padded index.
pub(super) fn agreed_ownership(game: &Game, settings: &Settings, limits: &Limits) -> Vec<f32> {
    let judges = match settings.method.has_sound_network(game.dims()) {
        true => settings.method.judges(),
        // Without its network the search is the classical one, and needs the playouts of one.
        false => vec![(MethodChoice::Classical, 1.0)],
    };
    let mut owners = vec![0.0; game.dims().class().capacity()];
    for (method, share) in judges {
        let seen = owners_seen_by(method, game, settings, limits);
        for (point, owner) in game.dims().points().zip(seen) {
            owners[point.index()] += share * owner;
        }
    }
    owners
}

/// The owners that two searches by one method agree on, in the order of [`Dims::points`](crate::types::Dims::points).
fn owners_seen_by(
    method: MethodChoice,
    game: &Game,
    settings: &Settings,
    limits: &Limits,
) -> Vec<f32> {
    let (visits, longest) = match method.has_network() {
        true => (NETWORK_VISITS, Some(LONGEST_LOOK)),
        false => (PLAYOUTS, None),
    };
    let mut settings = Settings {
        threads: 1,
        memory_mb: 64,
        sharers: 1,
        seed: SEED,
        method,
        ..settings.clone()
    };
    settings.params.margin_weight = 0.9;
    settings.params.playout_doubling_advantage = 0.0;
    let [black_first, white_first] = Color::BOTH.map(|to_move| {
        let mut search = Search::new(settings.clone());
        // Whether the players agree is what the judgement is asked for.
        let stance = Stance {
            must_capture: false,
            ..search.stance(game, to_move)
        };
        search.set_game_as(game, stance);
        let latest = longest.map(|longest| Instant::now() + longest);
        let report = search.run(Limits {
            playouts: Some(visits),
            deadline: limits.deadline.into_iter().chain(latest).min(),
            ..limits.beside()
        });
        report.map(|report| report.ownership).unwrap_or_default()
    });
    let both = black_first.into_iter().zip(white_first);
    both.map(|(a, b)| agreed_owner(a, b)).collect()
}

/// What two opinions have in common: the less certain one, or their mean if
/// they contradict each other. So a chain that whoever moves first saves or
/// kills is neither dead nor decided.
fn agreed_owner(a: f32, b: f32) -> f32 {
    if a * b <= 0.0 {
        (a + b) / 2.0
    } else if a.abs() < b.abs() {
        a
    } else {
        b
    }
}
