//! Wald's sequential probability ratio test: a match that ends as soon as it has shown enough.
//!
//! Source: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945. The
//! two hypotheses name an Elo difference and leave the share of draws open, so
//! the ratio compares the likeliest distributions of wins, draws and losses
//! with the one and with the other mean score (the generalised test of chess engines' test
//! frameworks). Without draws this is Wald's test itself.

use super::Tally;
use std::fmt;

/// The Elo difference beyond which nobody tests: the score is 99.999 %.
const MOST_ELO: f64 = 2000.0;
/// In place of no games of a kind, so that likelihoods stay positive.
const HARDLY_ANY: f64 = 1e-3;

/// A test whether one engine is stronger by `elo1` (accepted) or only by `elo0` (refuted).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the games so far have decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is rather `elo0`.
    H0,
    /// The difference is rather `elo1`.
    H1,
}

/// Numbers that make no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtError {
    /// The hypotheses are not in order, or absurd.
    Elo,
    /// An error rate is not between 0 and one half.
    Rate,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Elo => write!(
                f,
                "the test needs ELO0 below ELO1, both between -{MOST_ELO} and {MOST_ELO}"
            ),
            SprtError::Rate => f.write_str("the test's error rates are between 0 and 0.5"),
        }
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test that accepts `elo1` wrongly with probability `alpha` at most, and `elo0` with `beta`.
    ///
    /// # Errors
    /// If the Elo differences are not in ascending order, or a rate is not one.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let is_elo = |elo: f64| elo.abs() <= MOST_ELO;
        if !is_elo(elo0) || !is_elo(elo1) || elo0 >= elo1 {
            return Err(SprtError::Elo);
        }
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_rate(alpha) || !is_rate(beta) {
            return Err(SprtError::Rate);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Below the first bound of [`Sprt::llr`] the test accepts H0, above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The logarithm of the likelihood ratio of H1 to H0 after these games.
    pub fn llr(&self, games: Tally) -> f64 {
        let [low, high] = [self.elo0, self.elo1].map(expected_score);
        let counts = [games.losses, games.draws, games.wins].map(f64::from);
        let [losses, draws, wins] = counts;
        if draws == 0.0 {
            return wins * (high / low).ln() + losses * ((1.0 - high) / (1.0 - low)).ln();
        }
        let counts = counts.map(|count| count.max(HARDLY_ANY));
        let [under0, under1] = [low, high].map(|score| likeliest(counts, score));
        (0..3)
            .map(|i| counts[i] * (under1[i] / under0[i]).ln())
            .sum()
    }

    /// Whether these games decide the test.
    pub fn verdict(&self, games: Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(games) {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        }
    }

    /// One line: the ratio, its bounds and what follows.
    pub fn describe(&self, games: Tally) -> String {
        let (lower, upper) = self.bounds();
        let verdict = match self.verdict(games) {
            Verdict::Open => "undecided".to_owned(),
            Verdict::H0 => format!("H0 accepted: rather {} Elo than {}", self.elo0, self.elo1),
            Verdict::H1 => format!("H1 accepted: rather {} Elo than {}", self.elo1, self.elo0),
        };
        format!(
            "SPRT of {self}: LLR {:.2} ({lower:.2} to {upper:.2}), {verdict}",
            self.llr(games)
        )
    }
}

/// `0 against 50 Elo, errors 0.05 and 0.05`
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} against {} Elo, errors {} and {}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

/// The expected score, 0 to 1, of the player who is stronger by so much.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probabilities of loss, draw and win that make these counts likeliest
/// among those with the mean score `score`.
///
/// By Lagrange's multipliers they are `f / (1 + t (a - score))` for the
/// frequency `f` of the result worth `a`; that the mean is right gives a
/// quadratic equation for `t`, with one solution that leaves all positive.
fn likeliest(counts: [f64; 3], score: f64) -> [f64; 3] {
    let games: f64 = counts.iter().sum();
    let frequency = counts.map(|count| count / games);
    let d = [0.0, 0.5, 1.0].map(|worth| worth - score);
    let a = d[0] * d[1] * d[2];
    let b: f64 = (0..3)
        .map(|i| frequency[i] * d[i] * (d[0] + d[1] + d[2] - d[i]))
        .sum();
    let c: f64 = (0..3).map(|i| frequency[i] * d[i]).sum();
    // Positive for all results exactly between these two.
    let (least, most) = (-1.0 / d[2], -1.0 / d[0]);
    let fits = |t: &f64| *t > least && *t < most;
    let t = roots(a, b, c).into_iter().find(fits).unwrap_or(0.0);
    [0, 1, 2].map(|i| frequency[i] / (1.0 + t * d[i]))
}

/// The solutions of `a t² + b t + c = 0`, in a form that loses no digits for small `a`.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    let q = -0.5 * (b + root.copysign(b));
    [c / q, q / a]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    fn tally(wins: u32, losses: u32, draws: u32) -> Tally {
        Tally {
            wins,
            losses,
            draws,
        }
    }

    #[test]
    fn constrained_distributions_have_the_mean_they_must() {
        for counts in [
            [10.0, 5.0, 20.0],
            [1.0, 100.0, 3.0],
            [50.0, 1e-3, 1e-3],
            [1e-3, 7.0, 1e-3],
        ] {
            for score in [0.01, 0.3, 0.5, 0.57, 0.9] {
                let p = likeliest(counts, score);
                assert!(p.iter().all(|&p| p > 0.0), "{counts:?} {score} {p:?}");
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{p:?}");
                assert!((p[1] / 2.0 + p[2] - score).abs() < 1e-9, "{p:?}");
            }
        }
    }

    /// A grid over all distributions with the right mean finds none that is likelier.
    #[test]
    fn constrained_distributions_are_the_likeliest() {
        let counts = [12.0, 5.0, 20.0];
        let likelihood = |p: [f64; 3]| (0..3).map(|i| counts[i] * p[i].ln()).sum::<f64>();
        let best = likelihood(likeliest(counts, 0.4));
        for step in 1..1000 {
            let draw = f64::from(step) / 1000.0;
            let win = 0.4 - draw / 2.0;
            let p = [1.0 - draw - win, draw, win];
            if p.iter().all(|&p| p > 0.0) {
                assert!(likelihood(p) <= best + 1e-9, "{p:?}");
            }
        }
    }

    #[test]
    fn without_draws_it_is_walds_test() {
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        let p = expected_score(100.0);
        let llr = 7.0 * (p / 0.5).ln() + 3.0 * ((1.0 - p) / 0.5).ln();
        assert!((test.llr(tally(7, 3, 0)) - llr).abs() < 1e-12);
        assert_eq!(test.llr(Tally::default()), 0.0);
        assert!((test.bounds().1 - 19f64.ln()).abs() < 1e-12);
        assert_eq!(test.verdict(tally(30, 5, 0)), Verdict::H1);
        assert_eq!(test.verdict(tally(5, 30, 0)), Verdict::H0);
        assert_eq!(test.verdict(tally(5, 5, 0)), Verdict::Open);
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for (elo0, elo1, alpha, beta) in [
            (10.0, 10.0, 0.05, 0.05),
            (0.0, -5.0, 0.05, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (0.0, f64::INFINITY, 0.05, 0.05),
            (0.0, 10.0, 0.0, 0.05),
            (0.0, 10.0, 0.05, 0.5),
            (0.0, 10.0, f64::NAN, 0.05),
        ] {
            assert!(Sprt::new(elo0, elo1, alpha, beta).is_err());
        }
    }

    /// Plays until the test is decided, with this true difference and this share of draws.
    fn simulate(test: &Sprt, elo: f64, draws: f64, random: &mut Pcg64) -> (Verdict, u32) {
        let win = expected_score(elo) - draws / 2.0;
        let mut games = Tally::default();
        loop {
            let dice = random.next_u32() as f64 / 2f64.powi(32);
            match dice {
                dice if dice < win => games.wins += 1,
                dice if dice < win + draws => games.draws += 1,
                _ => games.losses += 1,
            }
            match test.verdict(games) {
                Verdict::Open => {}
                verdict => return (verdict, games.games()),
            }
        }
    }

    /// What a test is for: over ten thousand matches at each of its two
    /// hypotheses it errs no more often than it was told to.
    #[test]
    fn error_rates_are_kept() {
        const MATCHES: u32 = 10_000;
        let mut random = Pcg64::seed_from_u64(6);
        for (elo0, elo1, alpha, beta, draws) in [
            (0.0, 60.0, 0.05, 0.05, 0.0),
            (0.0, 60.0, 0.05, 0.05, 0.3),
            (-40.0, 40.0, 0.10, 0.02, 0.05),
            (0.0, 200.0, 0.05, 0.10, 0.1),
        ] {
            let test = Sprt::new(elo0, elo1, alpha, beta).unwrap();
            for (truth, wrong, allowed) in [(elo0, Verdict::H1, alpha), (elo1, Verdict::H0, beta)] {
                let (mut errors, mut games) = (0, 0);
                for _ in 0..MATCHES {
                    let (verdict, length) = simulate(&test, truth, draws, &mut random);
                    errors += u32::from(verdict == wrong);
                    games += length;
                }
                let rate = f64::from(errors) / f64::from(MATCHES);
                let deviation = (allowed * (1.0 - allowed) / f64::from(MATCHES)).sqrt();
                println!(
                    "{test}, draws {draws}, truth {truth}: {rate:.4} wrong, {} games",
                    games / MATCHES
                );
                assert!(rate <= allowed + 3.0 * deviation, "{test}: {rate}");
                // A test that never errs is not this test either.
                assert!(rate >= allowed / 4.0, "{test}: {rate}");
            }
        }
    }
}
