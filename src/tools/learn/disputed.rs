//! Positions that are worth the time of a slow teacher: those of which two quick networks think differently.

use super::policy::ask;
use super::source::{Sample, Source};
use crate::game::Game;
use crate::net::Network;
use crate::net::model::Evaluation;
use crate::types::Dims;
use std::ops::Range;
use std::sync::Arc;

/// How much a position is disputed.
pub type Measure = Box<dyn Fn(&Game) -> f32 + Sync>;

/// Takes the positions of each game in a source in groups of so many neighbours, and of each group the one that is
/// disputed most.
pub struct Disputed {
    positions: Box<dyn Source>,
    /// Neighbours of one game.
    groups: Vec<Range<usize>>,
    measure: Measure,
}

impl Disputed {
    /// One position stands for each `candidates` of a game, from 1 on, and one for those left over at its end.
    pub fn new(positions: Box<dyn Source>, candidates: usize, measure: Measure) -> Disputed {
        Disputed {
            groups: groups(&*positions, candidates),
            positions,
            measure,
        }
    }
}

fn groups(positions: &dyn Source, candidates: usize) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for position in 0..positions.len() {
        let is_of_last = |group: &Range<usize>| {
            group.len() < candidates
                && positions.game_of(group.start) == positions.game_of(position)
        };
        match groups.last_mut().filter(|group| is_of_last(group)) {
            Some(group) => group.end += 1,
            None => groups.push(position..position + 1),
        }
    }
    groups
}

impl Source for Disputed {
    fn len(&self) -> usize {
        self.groups.len()
    }

    fn game_of(&self, position: usize) -> (Dims, u64) {
        self.positions.game_of(self.groups[position].start)
    }

    fn sample(&self, position: usize) -> Result<Sample, String> {
        let (mut best, mut most) = (Err("a group of no positions".to_owned()), f32::MIN);
        for candidate in self.groups[position].clone() {
            match self.positions.sample(candidate) {
                Ok(sample) => {
                    let disputed = (self.measure)(&sample.game);
                    if best.is_err() || disputed > most {
                        (best, most) = (Ok(sample), disputed);
                    }
                }
                // A bad position is told of only if there is none that is good.
                Err(fault) if best.is_err() => best = Err(fault),
                Err(_) => (),
            }
        }
        best
    }
}

/// How much two networks differ in the winning rate and in the owners of all points, 0 to 3.
pub fn between(one: Arc<Network>, other: Arc<Network>) -> Measure {
    Box::new(move |game| difference(&ask(&one, game, 0), &ask(&other, game, 0)))
}

fn difference(one: &Evaluation, other: &Evaluation) -> f32 {
    let owners = one.ownership.iter().zip(&other.ownership);
    let area = one.ownership.len().max(1) as f32;
    let of_owners = owners.map(|(one, other)| (one - other).abs()).sum::<f32>() / area;
    (one.win_rate() - other.win_rate()).abs() + of_owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::tools::learn::Answer;
    use crate::types::{Color, Move};

    /// Positions of games: the number of a game, and how much the position is disputed, which its komi says.
    struct Games(Vec<(u64, f32)>);

    impl Source for Games {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn game_of(&self, position: usize) -> (Dims, u64) {
            (Dims::square(3).unwrap(), self.0[position].0)
        }

        fn sample(&self, position: usize) -> Result<Sample, String> {
            let (_, komi) = self.0[position];
            if komi < 0.0 {
                return Err(format!("position {position} is bad"));
            }
            let mut game = Game::new(Dims::square(3).unwrap(), Rules::default(), komi);
            game.play(Color::Black, Move::Pass).unwrap();
            let answer = Answer::default();
            Ok(Sample { game, answer })
        }
    }

    fn disputed(positions: &[(u64, f32)], candidates: usize) -> Disputed {
        let games = Box::new(Games(positions.to_vec()));
        Disputed::new(games, candidates, Box::new(Game::komi))
    }

    #[test]
    fn the_most_disputed_of_each_group_of_a_game_is_taken() {
        let positions = [
            (7, 1.0),
            (7, 3.0),
            (7, 2.0),
            (7, 0.5),
            (8, 9.0),
            (9, 1.0),
            (9, 4.0),
        ];
        let source = disputed(&positions, 3);
        let taken: Vec<(u64, f32)> = (0..source.len())
            .map(|number| {
                let komi = source.sample(number).unwrap().game.komi();
                (source.game_of(number).1, komi)
            })
            .collect();
        assert_eq!(taken, [(7, 3.0), (7, 0.5), (8, 9.0), (9, 4.0)]);
    }

    #[test]
    fn a_bad_position_costs_its_group_nothing() {
        let source = disputed(&[(7, -1.0), (7, 3.0), (7, -1.0), (8, -1.0), (8, -1.0)], 3);
        assert_eq!(source.sample(0).unwrap().game.komi(), 3.0);
        assert!(
            source
                .sample(1)
                .is_err_and(|fault| fault.contains("is bad"))
        );
    }

    #[test]
    fn winning_rate_and_owners_are_what_networks_dispute() {
        let evaluation = |win: f32, owner: f32| Evaluation {
            win,
            loss: 1.0 - win,
            ownership: vec![owner, 0.5],
            ..Evaluation::default()
        };
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        let sure = evaluation(0.9, 1.0);
        assert_eq!(difference(&sure, &sure), 0.0);
        assert!(near(difference(&sure, &evaluation(0.4, 1.0)), 0.5));
        assert!(near(difference(&sure, &evaluation(0.9, -1.0)), 1.0));
    }
}
