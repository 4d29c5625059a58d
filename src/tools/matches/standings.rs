//! What the games of a match add up to.

use super::GameReport;
use super::ending::Ending;
use crate::tools::statistics::Tally;
use crate::tools::statistics::elo::{Pairing, Ratings};

/// The results of `player` in the games that `include` picks; games without result are left out.
pub fn tally(
    reports: &[GameReport],
    player: usize,
    include: impl Fn(&GameReport) -> bool,
) -> Tally {
    let mut tally = Tally::default();
    let own = reports.iter().filter(|game| game.players.contains(&player));
    for report in own.filter(|game| include(game)) {
        match (report.winner(), &report.ending) {
            (_, Ending::NoResult) => {}
            (Some(winner), _) if winner == player => tally.wins += 1,
            (Some(_), _) => tally.losses += 1,
            (None, _) => tally.draws += 1,
        }
    }
    tally
}

/// The results of one player against another.
pub fn between(reports: &[GameReport], a: usize, b: usize) -> Tally {
    tally(reports, a, |game| game.players.contains(&b))
}

/// The ratings after these games; none while some player has no games to be rated by.
pub fn ratings(
    reports: &[GameReport],
    entrants: usize,
    pairings: &[[usize; 2]],
) -> Option<Ratings> {
    let pairings: Vec<Pairing> = pairings
        .iter()
        .map(|&players| Pairing {
            players,
            tally: between(reports, players[0], players[1]),
        })
        .collect();
    Ratings::new(entrants, &pairings)
}
