//! The score of a finished game.
//!
//! Under rules where the players agree about dead stones, both engines are
//! asked for `final_score`; what they agree on stands. Where they differ, or
//! do not know, they play on if they can ([`super::referee`]), or the umpire decides: a third engine, or Tengen's own
//! judgement. The case is kept, so that somebody can look at it. Under rules that want dead stones to be captured, the board is
//! counted as it stands and nobody is asked.

use super::conditions::Conditions;
use super::openings::Opening;
use super::seat::Seat;
use crate::console::{counted, on_one_line};
use crate::game::{Game, Score};
use crate::net::features::Players;
use crate::net::{Loading, Manner, NetworkOptions, evaluate_game};
use crate::search::{Judgement, Limits, MethodChoice, Settings};
use crate::time::TimeSystem;
use crate::tools::engine::Engine;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Starts the third engine.
pub type Umpire<'a> = dyn Fn() -> Result<Box<dyn Engine>, String> + Sync + 'a;

/// A counted game.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The score that stands.
    pub score: Score,
    /// Where the engines did not agree: what Black's and White's said.
    pub dispute: Option<[String; 2]>,
    /// What the third engine said, if it was asked.
    pub umpire: Option<String>,
    /// By how many moves the players went on, to capture what they thought dead. If both passed in the end, the score is that of the
    /// board as it stood then.
    pub played_on: Option<usize>,
}

/// What Black's and White's engines say the score is, or why they say nothing.
pub(super) type Claims = [Result<Score, String>; 2];

impl Count {
    /// A score that nobody disputes.
    fn agreed(score: Score) -> Count {
        Count {
            score,
            dispute: None,
            umpire: None,
            played_on: None,
        }
    }

    /// The score of a game whose players, after they had made these claims, have played on by so many moves.
    pub(super) fn played_on(claims: Claims, game: &Game, moves: usize) -> Count {
        Count {
            dispute: Some(claims.map(in_words)),
            played_on: Some(moves),
            ..Count::agreed(game.score(&[]))
        }
    }

    /// What there is to say about the score, on one line; nothing if the engines agreed. `names` are Black's and White's.
    pub fn remark(&self, names: [&str; 2]) -> Option<String> {
        let claims = self.claims(names)?;
        Some(format!("{}: {claims}", self.disagreement()))
    }

    /// Who said what, on one line, if the engines did not agree; the third engine last. `names` are Black's and White's.
    pub fn claims(&self, [black, white]: [&str; 2]) -> Option<String> {
        let [black_says, white_says] = self
            .dispute
            .as_ref()?
            .each_ref()
            .map(|says| on_one_line(says));
        let mut claims = format!("{black} says {black_says}, {white} says {white_says}");
        if let Some(says) = &self.umpire {
            let _ = write!(claims, ", the referee says {}", on_one_line(says));
        }
        if let Some(moves) = self.played_on {
            let moves = counted(moves, "move was", "moves were");
            let _ = write!(claims, "; {moves} played on");
        }
        Some(claims)
    }

    /// What to call it that the engines disagree: a dispute if all of them named scores.
    pub fn disagreement(&self) -> &'static str {
        let mut claims = self.dispute.iter().flatten();
        match claims.all(|claim| claim.parse::<Score>().is_ok()) {
            true => "score disputed",
            false => "no score agreed on",
        }
    }
}

/// Counts a game that is over, unless its players differ.
///
/// # Errors
/// What they say, if they do not agree.
pub(super) fn agreed(game: &Game, seats: &mut [Seat; 2]) -> Result<Count, Claims> {
    if !game.rules().dead_stones_are_agreed() {
        return Ok(Count::agreed(game.score(&[])));
    }
    let claims = seats.each_mut().map(claim);
    match claims {
        [Ok(black), Ok(white)] if black == white => Ok(Count::agreed(black)),
        claims => Err(claims),
    }
}

/// Counts a game whose players do not agree and cannot play on.
pub(super) fn decided(
    conditions: &Conditions,
    opening: &Opening,
    game: &Game,
    claims: Claims,
    umpire: Option<&Umpire<'_>>,
) -> Count {
    let verdict = umpire.map(|start| ask_umpire(start, conditions, opening, game));
    let score = match verdict {
        Some(Ok(score)) => score,
        _ => judge(game, conditions.patience),
    };
    Count {
        dispute: Some(claims.map(in_words)),
        umpire: verdict.map(in_words),
        ..Count::agreed(score)
    }
}

fn in_words(claim: Result<Score, String>) -> String {
    claim.map_or_else(|why| why, |score| score.to_string())
}

/// What an engine says the score is, or why it says nothing.
fn claim(seat: &mut Seat) -> Result<Score, String> {
    let reply = seat
        .tell("final_score")
        .map_err(|complaint| on_one_line(&complaint.trouble.to_string()))?;
    let score = reply.parse();
    score.map_err(|_| format!("'{}' (not understood)", on_one_line(&reply)))
}

/// Shows the whole game to a third engine.
fn ask_umpire(
    start: &Umpire<'_>,
    conditions: &Conditions,
    opening: &Opening,
    game: &Game,
) -> Result<Score, String> {
    let mut seat = Seat::new(start()?, TimeSystem::None, conditions.patience);
    let replay = Opening {
        moves: game.moves().to_vec(),
        ..opening.clone()
    };
    seat.set_up(conditions, &replay)
        .map_err(|complaint| complaint.to_string())?;
    let score = claim(&mut seat);
    seat.dismiss();
    score
}

/// The score by Tengen's own judgement of what is dead and what is in seki, and in a game that has not ended of what is still open: by
/// its network and playouts.
fn judge(game: &Game, patience: Duration) -> Score {
    let network = Loading::start_embedded(NetworkOptions::default());
    // The time to judge begins when the network has been read.
    let _ = network.as_ref().map(|network| network.wait());
    let limits = Limits {
        deadline: Instant::now().checked_add(patience),
        ..Limits::default()
    };
    let settings = Settings {
        method: network.map_or(MethodChoice::Classical, MethodChoice::Network),
        ..Settings::default()
    };
    let judgement = Judgement::new(game, &settings, &limits);
    let territory = judgement.territory_so_far(game, || {
        let network = settings.method.network_on(game.dims())?;
        Some(evaluate_game(
            &network,
            game,
            &Players::default(),
            &Manner::default(),
        ))
    });
    game.score_of(&territory)
}
