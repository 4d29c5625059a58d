//! What is told of a record that was not understood in all.

use crate::game::{Departure, Game};
use crate::types::excerpt;

/// What a record says of rules, komi and handicap that cannot be understood, or not be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Rules that no one has heard of.
    pub rules: Option<String>,
    /// Where Tengen's rules differ from those that the record names.
    pub departures: Vec<Departure>,
    /// Komi that is no number, or one that cannot be given.
    pub komi: Option<String>,
    /// A handicap that is no number of stones.
    pub handicap: Option<String>,
    /// The number of handicap stones that are not on the board and cannot have stood on the usual points.
    pub unplaced_handicap: Option<usize>,
}

impl NotUnderstood {
    /// What to tell people of the rules, in place of which those are `used` that these words name.
    pub fn rules_remarks(&self, used: &str) -> impl Iterator<Item = String> {
        let unknown = self.rules.as_ref().map(|text| {
            let text = excerpt(text);
            format!("rules '{text}' are not understood; using {used}")
        });
        let departures = self.departures.iter().map(Departure::to_string);
        unknown.into_iter().chain(departures)
    }

    /// What to tell people of the komi, and what is given in its place.
    pub fn komi_remark(&self, game: &Game) -> Option<String> {
        let text = excerpt(self.komi.as_ref()?);
        let komi = game.komi();
        Some(format!("komi '{text}' is not understood; using {komi}"))
    }

    /// What to tell people of the handicap.
    pub fn handicap_remark(&self) -> Option<String> {
        if let Some(text) = &self.handicap {
            let text = excerpt(text);
            return Some(format!(
                "handicap '{text}' is not understood; no stones are placed for it"
            ));
        }
        let stones = self.unplaced_handicap?;
        Some(format!(
            "the record counts {stones} handicap stones, but does not say where they stand; none are placed"
        ))
    }
}
