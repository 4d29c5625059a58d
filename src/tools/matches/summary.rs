//! The outcome of a match as a person reads it.

use super::ending::{Ending, Offence};
use super::introduce::GAME_NUMBER;
use super::repeats::repeats;
use super::schedule::Schedule;
use super::standings::{self, between, tally};
use super::thinking::Thinking;
use super::{GameReport, Options, Outcome};
use crate::console::{counted, listed};
use crate::types::Color;
use std::fmt;
use std::time::Duration;

/// More examples of repeated games than these tell nothing new.
const MOST_NAMED: usize = 5;

/// All that there is to say after the last game.
///
/// Displayed as lines, each with its end; nothing is said of what did not occur.
pub struct Summary<'a> {
    options: &'a Options,
    outcome: &'a Outcome,
    schedule: Schedule,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &pairing in self.schedule.pairings() {
            self.pairing(f, pairing)?;
        }
        self.elo(f)?;
        self.repeats(f)?;
        self.endings(f)?;
        self.forfeits(f)?;
        self.disputes(f)?;
        self.thinking(f)?;
        self.test(f)?;
        self.end(f)
    }
}

impl Summary<'_> {
    /// The summary of a match with these options.
    pub fn new<'a>(options: &'a Options, outcome: &'a Outcome) -> Summary<'a> {
        Summary {
            options,
            outcome,
            schedule: Schedule::new(options),
        }
    }

    fn games(&self) -> &[GameReport] {
        &self.outcome.games
    }

    fn players(&self) -> std::ops::Range<usize> {
        0..self.options.entrants.len()
    }

    fn pairing(&self, f: &mut fmt::Formatter<'_>, [a, b]: [usize; 2]) -> fmt::Result {
        let [name, other] = [a, b].map(|player| self.options.label(player));
        writeln!(f, "{name} against {other}: {}", between(self.games(), a, b))?;
        if self.players().len() > 2 {
            return Ok(());
        }
        for color in Color::BOTH {
            let tally = tally(self.games(), a, |game| game.player(color) == a);
            writeln!(f, "  as {color}: {tally}")?;
        }
        Ok(())
    }

    fn elo(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entrants = self.players().len();
        let pairings = self.schedule.pairings();
        let Some(ratings) = standings::ratings(self.games(), entrants, pairings) else {
            return Ok(());
        };
        let remark = match ratings.is_smoothed {
            true => {
                ", with one draw added to every pairing that has games, since somebody won or lost all"
            }
            false => "",
        };
        let label = |player| self.options.label(player);
        if entrants == 2 {
            let difference = ratings.difference(0, 1);
            let (a, b) = (label(0), label(1));
            return writeln!(f, "Elo of {a} over {b}: {difference} (95 %{remark})");
        }
        writeln!(f, "Elo, mean 0 (95 %{remark}):")?;
        let mut order: Vec<usize> = self.players().collect();
        order.sort_by(|&a, &b| ratings.of(b).value.total_cmp(&ratings.of(a).value));
        let width = |&player: &usize| label(player).chars().count();
        let widest = order.iter().map(width).max().unwrap_or_default();
        for player in order {
            let tally = tally(self.games(), player, |_| true);
            let (name, elo) = (label(player), ratings.of(player).to_string());
            writeln!(f, "  {name:<widest$}  {elo:>11}  {tally}")?;
        }
        Ok(())
    }

    /// Games that are no new evidence, which the numbers above cannot know.
    fn repeats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let repeats = repeats(self.games());
        if repeats.is_empty() {
            return Ok(());
        }
        let named = repeats
            .iter()
            .map(|(game, of)| format!("game {game} = game {of}"));
        let remedy = match self.has_seeds() {
            true => "use --openings",
            false => "use {game} in the command lines for a seed, or --openings",
        };
        writeln!(
            f,
            "{} the same moves and result as another ({}), but the intervals count each as new: {remedy}",
            counted(repeats.len(), "game has", "games have"),
            listed(named, MOST_NAMED)
        )
    }

    /// Whether each engine can play every game with another seed.
    fn has_seeds(&self) -> bool {
        let mut entrants = self.options.entrants.iter();
        entrants.all(|entrant| entrant.command.contains(GAME_NUMBER))
    }

    fn endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games();
        let count =
            |is_one: fn(&GameReport) -> bool| games.iter().filter(|game| is_one(game)).count();
        let parts = [
            (
                count(|game| matches!(game.ending, Ending::Counted(_)) && !game.capped),
                "counted",
            ),
            (count(|game| game.capped), "stopped at the limit of moves"),
            (
                count(|game| matches!(game.ending, Ending::Resigned(_))),
                "resigned",
            ),
            (
                count(|game| matches!(game.ending, Ending::Forfeit { .. })),
                "forfeited",
            ),
            (
                count(|game| matches!(game.ending, Ending::NoResult)),
                "without result",
            ),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        match parts.is_empty() {
            true => Ok(()),
            false => writeln!(f, "endings: {}", parts.join(", ")),
        }
    }

    fn forfeits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in self.players() {
            for kind in Offence::ALL {
                let games = self.forfeited(player, kind);
                if !games.is_empty() {
                    writeln!(
                        f,
                        "forfeits of {}: {}x {kind} (game {})",
                        self.options.label(player),
                        games.len(),
                        games.join(", ")
                    )?;
                }
            }
        }
        Ok(())
    }

    /// The numbers of the games that a player has lost by offences of a kind.
    fn forfeited(&self, player: usize, kind: Offence) -> Vec<String> {
        let is_one = |game: &&GameReport| match game.ending {
            Ending::Forfeit { loser, offence, .. } => {
                game.player(loser) == player && offence == kind
            }
            _ => false,
        };
        let games = self.games().iter().filter(is_one);
        games.map(|game| game.number.to_string()).collect()
    }

    fn disputes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in self.games() {
            let Ending::Counted(count) = &game.ending else {
                continue;
            };
            let names = Color::BOTH.map(|color| self.options.label(game.player(color)));
            let Some(claims) = count.claims(names) else {
                continue;
            };
            let place = match &game.sgf {
                Some(path) => path.display().to_string(),
                None => format!("game {}", game.number),
            };
            let (what, score) = (count.disagreement(), count.score);
            writeln!(f, "{what} in {place}: {claims}, counted as {score}")?;
        }
        Ok(())
    }

    fn thinking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in self.players() {
            let mut thinking = Thinking::default();
            for game in self.games() {
                thinking += game.thinking_of(player);
            }
            if thinking.moves == 0 {
                continue;
            }
            write!(
                f,
                "time per move of {}: {} s on average, {} s at most",
                self.options.label(player),
                seconds(thinking.average()),
                seconds(thinking.longest)
            )?;
            if let Some(reserve) = thinking.reserve {
                write!(f, "; never less than {} s left", seconds(reserve))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn test(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options.sprt {
            Some(test) => writeln!(f, "{}", test.describe(between(self.games(), 0, 1))),
            None => Ok(()),
        }
    }

    /// That games are missing.
    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.outcome.failure.is_some() {
            "cannot go on"
        } else if self.outcome.is_interrupted {
            "interrupted"
        } else {
            return Ok(());
        };
        let (played, all) = (self.games().len(), self.schedule.games());
        writeln!(f, "{how} after {played} of {all} games")
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.2}", duration.as_secs_f64())
}
