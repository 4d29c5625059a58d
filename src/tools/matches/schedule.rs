//! Who plays whom, with which colours, from which opening.
//!
//! Games are numbered from 1, round by round: every pairing plays its first
//! game, then every pairing its second. The number alone decides what is
//! played, so that a match can be longer, or resumed, without changing its first games.

use super::{GameReport, Options};
use std::collections::HashSet;

/// What one game is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// From 1.
    pub number: u32,
    /// Black and White.
    pub players: [usize; 2],
    /// Which of the openings; none if there are none.
    pub opening: Option<usize>,
}

/// All games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
    keep_colours: bool,
    openings: usize,
}

impl Schedule {
    /// The games of these options.
    pub fn new(options: &Options) -> Schedule {
        let entrants = options.entrants.len();
        let hosts = match options.gauntlet {
            true => entrants.min(1),
            false => entrants,
        };
        let pairings = (0..hosts).flat_map(|a| (a + 1..entrants).map(move |b| [a, b]));
        Schedule {
            pairings: pairings.collect(),
            rounds: options.games,
            keep_colours: options.keep_colours,
            openings: options.openings.len(),
        }
    }

    /// Who meets whom: the first of each pair has Black in the first round.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        let games = self.pairings.len() as u64 * u64::from(self.rounds);
        u32::try_from(games).unwrap_or(u32::MAX)
    }

    /// The numbers of the games that are not among these.
    pub fn without(&self, played: &[GameReport]) -> Vec<u32> {
        let played: HashSet<u32> = played.iter().map(|game| game.number).collect();
        let all = 1..=self.games();
        all.filter(|number| !played.contains(number)).collect()
    }

    /// The game with this number, from 1.
    ///
    /// Colours alternate, and every opening is played with both colours before the next one.
    pub fn slot(&self, number: u32) -> Slot {
        let index = number.saturating_sub(1) as usize;
        let round = index / self.pairings.len();
        let [a, b] = self.pairings[index % self.pairings.len()];
        let swapped = !self.keep_colours && round % 2 == 1;
        let cycle = if self.keep_colours { round } else { round / 2 };
        Slot {
            number,
            players: if swapped { [b, a] } else { [a, b] },
            opening: (self.openings > 0).then(|| cycle % self.openings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(pairings: &[[usize; 2]], keep_colours: bool, openings: usize) -> Schedule {
        Schedule {
            pairings: pairings.to_vec(),
            rounds: 4,
            keep_colours,
            openings,
        }
    }

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (1..=schedule.games())
            .map(|n| schedule.slot(n).players)
            .collect()
    }

    #[test]
    fn two_engines_take_turns_with_black() {
        let schedule = schedule(&[[0, 1]], false, 0);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(schedule.slot(1).opening, None);
    }

    #[test]
    fn colours_stay_if_asked() {
        assert_eq!(players(&schedule(&[[0, 1]], true, 0)), [[0, 1]; 4]);
    }

    #[test]
    fn rounds_hold_every_pairing_once() {
        let all = players(&schedule(&[[0, 1], [0, 2], [1, 2]], false, 0));
        assert_eq!(all.len(), 12);
        assert_eq!(all[..3], [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(all[3..6], [[1, 0], [2, 0], [2, 1]]);
    }

    #[test]
    fn openings_are_played_with_both_colours() {
        let schedule = schedule(&[[0, 1]], false, 3);
        let openings: Vec<_> = (1..=8).filter_map(|n| schedule.slot(n).opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 0, 0]);
    }
}
