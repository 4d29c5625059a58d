//! Ratings from results: the Bradley–Terry model, by maximum likelihood.
//!
//! Source: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block
//! designs", 1952; Elo's scale, on which 400 points are odds of ten to one. A draw
//! counts as half a win. Errors come from how much the results vary about the model,
//! so draws narrow them as they should.

use super::{Tally, Z_95};
use std::collections::VecDeque;

/// Elo points for one unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method needs about six.
const STEPS: usize = 100;
/// Log odds that are close enough.
const CLOSE: f64 = 1e-10;

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The players, by number from 0.
    pub players: [usize; 2],
    /// Their games, as the first one sees them.
    pub tally: Tally,
}

/// A number of Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// `+35 ± 48`
impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The sum makes a negative zero positive.
        write!(f, "{:+.0} ± {:.0}", self.value.round() + 0.0, self.error)
    }
}

/// How strong some players are, on a scale whose mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    strength: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// Whether a draw was added to every pairing that has games, because some players won all
    /// or lost all against the others and no finite rating is likeliest.
    pub is_smoothed: bool,
}

impl Ratings {
    /// Rates `players` players. `None` without games, or if the games played leave somebody apart.
    pub fn new(players: usize, pairings: &[Pairing]) -> Option<Ratings> {
        if pairings.iter().all(|pairing| pairing.tally.games() == 0) {
            return None;
        }
        let mut results = vec![vec![Tally::default(); players]; players];
        for pairing in pairings {
            let [a, b] = pairing.players;
            results[a][b] = results[a][b] + pairing.tally;
            results[b][a] = results[b][a] + pairing.tally.reversed();
        }
        let is_smoothed = !all_are_linked(&results);
        if is_smoothed {
            let played = pairings.iter().filter(|pairing| pairing.tally.games() > 0);
            for pairing in played {
                let [a, b] = pairing.players;
                results[a][b].draws += 1;
                results[b][a].draws += 1;
            }
            if !all_are_linked(&results) {
                return None;
            }
        }
        let strength = likeliest(&results)?;
        let covariance = covariance(&results, &strength)?;
        Some(Ratings {
            strength,
            covariance,
            is_smoothed,
        })
    }

    /// The rating of a player.
    pub fn of(&self, player: usize) -> Elo {
        elo(self.strength[player], self.covariance[player][player])
    }

    /// By how much the first player is stronger than the second.
    pub fn difference(&self, a: usize, b: usize) -> Elo {
        let cov = &self.covariance;
        let variance = cov[a][a] + cov[b][b] - 2.0 * cov[a][b];
        elo(self.strength[a] - self.strength[b], variance)
    }
}

fn elo(log_odds: f64, variance: f64) -> Elo {
    Elo {
        value: log_odds * ELO,
        error: Z_95 * variance.max(0.0).sqrt() * ELO,
    }
}

/// How far the results scatter about the expected score `p`.
///
/// Half a win and half a loss more keep a handful of draws from looking like certainty.
fn scatter(results: Tally, p: f64) -> f64 {
    if results.games() == 0 {
        return 0.0;
    }
    let [wins, losses, draws] = [results.wins, results.losses, results.draws].map(f64::from);
    (wins + 0.5) * (1.0 - p).powi(2) + draws * (0.5 - p).powi(2) + (losses + 0.5) * p.powi(2)
}

/// Whether everybody scored against somebody who scored against somebody ... down to everybody else:
/// exactly then the likeliest ratings are finite (Zermelo 1929, Ford 1957).
fn all_are_linked(results: &[Vec<Tally>]) -> bool {
    let reaches_all = |scored: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; results.len()];
        let mut queue = VecDeque::from([0]);
        seen[0] = true;
        while let Some(a) = queue.pop_front() {
            let next: Vec<usize> = (0..results.len())
                .filter(|&b| !seen[b] && scored(a, b))
                .collect();
            next.iter().for_each(|&b| seen[b] = true);
            queue.extend(next);
        }
        seen.into_iter().all(|seen| seen)
    };
    reaches_all(&|a, b| results[a][b].score() > 0.0)
        && reaches_all(&|a, b| results[b][a].score() > 0.0)
}

fn expected(strength: &[f64], a: usize, b: usize) -> f64 {
    1.0 / (1.0 + (strength[b] - strength[a]).exp())
}

/// Newton's method on the log likelihood, which is concave.
fn likeliest(results: &[Vec<Tally>]) -> Option<Vec<f64>> {
    let players = results.len();
    let mut strength = vec![0.0; players];
    for _ in 0..STEPS {
        let gradient: Vec<f64> = (0..players)
            .map(|a| {
                let surplus = |b: usize| {
                    let games = f64::from(results[a][b].games());
                    results[a][b].score() - games * expected(&strength, a, b)
                };
                (0..players).map(surplus).sum()
            })
            .collect();
        let inverse = inverse_laplacian(&information(results, &strength))?;
        let step = |a: usize| (0..players).map(|b| inverse[a][b] * gradient[b]).sum();
        let steps: Vec<f64> = (0..players).map(step).collect();
        // From far away a full step may overshoot into where the likelihood is flat.
        let longest = steps
            .iter()
            .fold(0.0, |most: f64, step| most.max(step.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (strength, step) in strength.iter_mut().zip(&steps) {
            *strength += scale * step;
        }
        if longest < CLOSE {
            break;
        }
    }
    Some(strength)
}

type Weights = Vec<Vec<f64>>;

fn weights(results: &[Vec<Tally>], weight: impl Fn(usize, usize) -> f64) -> Weights {
    let players = results.len();
    (0..players)
        .map(|a| {
            (0..players)
                .map(|b| if a == b { 0.0 } else { weight(a, b) })
                .collect()
        })
        .collect()
}

/// Fisher's information, as weights between players.
fn information(results: &[Vec<Tally>], strength: &[f64]) -> Weights {
    weights(results, |a, b| {
        let p = expected(strength, a, b);
        f64::from(results[a][b].games()) * p * (1.0 - p)
    })
}

/// Between the inverses of the information stands how much the results really scatter.
fn covariance(results: &[Vec<Tally>], strength: &[f64]) -> Option<Weights> {
    let inverse = inverse_laplacian(&information(results, strength))?;
    let scatter = laplacian(&weights(results, |a, b| {
        scatter(results[a][b], expected(strength, a, b))
    }));
    Some(product(&product(&inverse, &scatter), &inverse))
}

fn laplacian(weights: &Weights) -> Weights {
    let mut matrix: Weights = weights
        .iter()
        .map(|row| row.iter().map(|weight| -weight).collect())
        .collect();
    for (a, row) in weights.iter().enumerate() {
        matrix[a][a] = row.iter().sum();
    }
    matrix
}

fn product(left: &Weights, right: &Weights) -> Weights {
    let columns = right.len();
    left.iter()
        .map(|row| {
            let entry = |column| {
                row.iter()
                    .zip(right)
                    .map(|(l, r): (_, &Vec<f64>)| l * r[column])
                    .sum()
            };
            (0..columns).map(entry).collect()
        })
        .collect()
}

/// The inverse of the Laplacian on ratings with mean 0, on which it has one.
fn inverse_laplacian(weights: &Weights) -> Option<Weights> {
    let players = weights.len() as f64;
    let shift = |matrix: &mut Weights, by: f64| {
        for entry in matrix.iter_mut().flatten() {
            *entry += by;
        }
    };
    let mut matrix = laplacian(weights);
    shift(&mut matrix, 1.0 / players);
    let mut inverse = invert(matrix)?;
    shift(&mut inverse, -1.0 / players);
    Some(inverse)
}

/// Gauss and Jordan, with the largest pivot of each column.
fn invert(mut matrix: Weights) -> Option<Weights> {
    let n = matrix.len();
    let mut inverse: Weights = (0..n)
        .map(|a| (0..n).map(|b| if a == b { 1.0 } else { 0.0 }).collect())
        .collect();
    for column in 0..n {
        let size = |&row: &usize| matrix[row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let divisor = matrix[column][column];
        for b in 0..n {
            matrix[column][b] /= divisor;
            inverse[column][b] /= divisor;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for b in 0..n {
                matrix[row][b] -= factor * matrix[column][b];
                inverse[row][b] -= factor * inverse[column][b];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(players: [usize; 2], wins: u32, losses: u32, draws: u32) -> Pairing {
        Pairing {
            players,
            tally: Tally {
                wins,
                losses,
                draws,
            },
        }
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() < tolerance,
            "{found}, not {expected}"
        );
    }

    /// For two players the answer is known: the logarithm of the odds, and
    /// the deviation of a binomial share on Elo's scale.
    #[test]
    fn two_players_have_a_closed_form() {
        let ratings = Ratings::new(2, &[pairing([0, 1], 60, 40, 0)]).unwrap();
        let difference = ratings.difference(0, 1);
        assert_near(difference.value, 70.437, 0.001);
        let slope = ELO / (0.6 * 0.4);
        assert_near(
            difference.error,
            Z_95 * (0.24f64 / 100.0).sqrt() * slope,
            0.5,
        );
        assert_near(ratings.of(0).value, 70.437 / 2.0, 0.001);
        assert_near(ratings.difference(1, 0).value, -difference.value, 1e-9);
        assert!(!ratings.is_smoothed);
    }

    #[test]
    fn draws_are_halves_and_narrow_the_error() {
        let decided = Ratings::new(2, &[pairing([0, 1], 60, 40, 0)]).unwrap();
        let drawn = Ratings::new(2, &[pairing([0, 1], 30, 10, 60)]).unwrap();
        let [decided, drawn] = [decided, drawn].map(|ratings| ratings.difference(0, 1));
        assert_near(decided.value, drawn.value, 1e-6);
        assert!(drawn.error < 0.7 * decided.error, "{drawn} {decided}");
    }

    /// Shares that a model with strengths 0, 100 and 300 expects give these strengths back.
    #[test]
    fn consistent_results_give_the_strengths_back() {
        let share = |elo: f64| (1e6 * super::super::sprt::expected_score(elo)).round() as u32;
        let match_of = |a, b, elo| pairing([a, b], share(elo), 1_000_000 - share(elo), 0);
        let pairings = [
            match_of(0, 1, -100.0),
            match_of(0, 2, -300.0),
            match_of(1, 2, -200.0),
        ];
        let ratings = Ratings::new(3, &pairings).unwrap();
        assert_near(ratings.difference(1, 0).value, 100.0, 0.01);
        assert_near(ratings.difference(2, 0).value, 300.0, 0.01);
        let sum: f64 = (0..3).map(|player| ratings.of(player).value).sum();
        assert_near(sum, 0.0, 1e-6);
    }

    /// In a gauntlet, two players who never met are compared through the third; that is less certain.
    #[test]
    fn players_who_never_met_are_compared() {
        let pairings = [pairing([0, 1], 30, 70, 0), pairing([0, 2], 70, 30, 0)];
        let ratings = Ratings::new(3, &pairings).unwrap();
        assert_near(ratings.difference(1, 2).value, 2.0 * 147.19, 0.01);
        let direct = ratings.difference(0, 1).error;
        assert_near(ratings.difference(1, 2).error, direct * 2f64.sqrt(), 0.01);
    }

    #[test]
    fn who_wins_all_is_rated_with_one_draw_more() {
        let ratings = Ratings::new(2, &[pairing([0, 1], 10, 0, 0)]).unwrap();
        assert!(ratings.is_smoothed);
        let difference = ratings.difference(0, 1);
        assert_near(difference.value, ELO * (10.5f64 / 0.5).ln(), 0.01);
        assert!(difference.error > 250.0, "{difference}");
        let lopsided = [
            pairing([0, 1], 100_000, 0, 0),
            pairing([1, 2], 100_000, 1, 0),
        ];
        let ratings = Ratings::new(3, &lopsided).unwrap();
        assert!(ratings.difference(0, 2).value.is_finite());
    }

    #[test]
    fn less_than_half_a_point_has_no_sign_of_its_own() {
        let pairings = [pairing([0, 1], 1000, 1001, 0)];
        let difference = Ratings::new(2, &pairings).unwrap().difference(0, 1);
        assert!(difference.value < 0.0);
        assert_eq!(difference.to_string(), "+0 ± 15");
    }

    #[test]
    fn one_draw_is_not_certainty() {
        let ratings = Ratings::new(2, &[pairing([0, 1], 0, 0, 1)]).unwrap();
        assert!(ratings.difference(0, 1).error > 300.0);
        assert_eq!(ratings.of(0).value, 0.0);
    }

    #[test]
    fn nothing_is_known_without_games() {
        assert!(Ratings::new(2, &[pairing([0, 1], 0, 0, 0)]).is_none());
        assert!(Ratings::new(2, &[]).is_none());
        // Somebody whom nobody was to meet, and somebody whom nobody has met yet.
        let drawn = pairing([0, 1], 1, 1, 0);
        assert!(Ratings::new(3, &[drawn]).is_none());
        let to_come = [[0, 2], [1, 2]].map(|players| pairing(players, 0, 0, 0));
        assert!(Ratings::new(3, &[drawn, to_come[0], to_come[1]]).is_none());
    }
}
