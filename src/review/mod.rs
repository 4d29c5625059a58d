//! A finished game, analysed move by move, so that its players can trust what is said of their moves.
//!
//! Every position is searched by itself, from the last to the first, so that each gets the same effort and none gains
//! by what was found for another. What a move cost is at first the difference between the best move's value before it
//! and the best reply's after it. Two searches of the same thing differ by chance, so a loss comes with its
//! uncertainty; a move that may be a mistake is searched again, deeper and against the best one in a tree of their
//! own (`compare`), until the difference is clear or given up as unclear.
//!
//! ```text
//!  game ─> a search of every position ─> doubtful moves: a comparison each ─> Review ─> its users: page, record, words
//! ```

mod compare;
mod loss;
mod position;
mod summary;

pub use loss::{Loss, Verdict};
pub use position::{Candidate, ReviewedPosition};
pub use summary::{Cost, Phase, Summary};

use crate::game::{Game, sgf};
use crate::search::{Limits, Search, Settings};
use crate::types::Color;
use position::evaluate;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A move that costs less of the winning chances than this is not mentioned.
const SLIP: f32 = 0.03;
/// A move that costs as much as this is a mistake.
pub const MISTAKE: f32 = 0.08;
/// A move that costs as much as this is a blunder.
pub const BLUNDER: f32 = 0.2;
/// Where chances are nearer to 0 or 1 than this the game is decided: they tell nothing of moves any more.
const DECIDED: f32 = 0.05;
/// What a point counts for there, as a share of the chances: six are a mistake, fifteen a blunder.
const SHARE_OF_A_POINT: f32 = MISTAKE / 6.0;

/// How long each position is searched; whichever limit is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Playouts.
    pub playouts: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Effort {
    /// What is usual: a network needs fewer playouts, and takes longer for each.
    pub fn usual(has_network: bool) -> Effort {
        Effort {
            playouts: Some(if has_network { 200 } else { 2000 }),
            time: None,
        }
    }

    /// The limits of a search with so many times this effort.
    fn limits(self, times: u32, stop: &Arc<AtomicBool>) -> Limits {
        let time = self.time.map(|time| time.saturating_mul(times));
        Limits {
            playouts: self
                .playouts
                .map(|playouts| playouts.saturating_mul(times.into())),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            ..Limits::until(Arc::clone(stop))
        }
    }
}

/// A step that a review has done.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A position has been searched: 0 is the one before the first move.
    Position(usize, &'a ReviewedPosition),
    /// Doubtful moves have been compared: so many, of so many.
    Compared(usize, usize),
}

/// A game and what is to be said of it.
pub struct Review {
    /// The game.
    pub game: Game,
    /// Names, result and remarks.
    pub info: sgf::Info,
    /// What limited the searches.
    pub effort: Effort,
    /// Every position: before the first move, after it, and so on.
    pub positions: Vec<ReviewedPosition>,
    /// What each move cost.
    pub losses: Vec<Loss>,
}

impl Review {
    /// Analyses a game. `watch` hears of every step and says whether to go on; `None` if it does not, or as soon as
    /// `stop` is set.
    pub fn new(
        game: &Game,
        info: sgf::Info,
        settings: &Settings,
        effort: Effort,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> Option<Review> {
        let mut reviewer = Reviewer {
            search: Search::new(settings.clone()),
            effort,
            stop,
            watch,
        };
        let positions = reviewer.positions(game)?;
        let losses = reviewer.losses(game, &positions)?;
        Some(Review {
            game: game.clone(),
            info,
            effort,
            positions,
            losses,
        })
    }

    /// The moves that cost most, by number from 0, the worst first: those that are mistakes for certain before others.
    pub fn worst(&self, most: usize) -> Vec<usize> {
        let mut moves: Vec<usize> = (0..self.losses.len())
            .filter(|&number| self.losses[number].cost() >= SLIP)
            .collect();
        moves.sort_by(|&a, &b| self.losses[b].weight().total_cmp(&self.losses[a].weight()));
        moves.truncate(most);
        moves
    }

    /// What was better than a move of the game, if that was worth a word.
    pub fn better(&self, number: usize) -> Option<&Candidate> {
        let best = self.positions[number].candidates.first()?;
        let (_, played) = self.game.moves()[number];
        (self.losses[number].cost() >= SLIP && best.mv != played).then_some(best)
    }

    /// What is to be said of a player's game.
    pub fn summary(&self, color: Color) -> Summary {
        Summary::of(self, color)
    }
}

/// The state of a review in the making.
struct Reviewer<'a> {
    search: Search,
    effort: Effort,
    stop: &'a Arc<AtomicBool>,
    watch: &'a mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
}

impl Reviewer<'_> {
    /// Every position of the game; none if it was told to end.
    fn positions(&mut self, game: &Game) -> Option<Vec<ReviewedPosition>> {
        let mut walk = game.clone();
        let mut to_move = game.to_move();
        let mut positions = Vec::new();
        loop {
            let limits = self.effort.limits(1, self.stop);
            positions.push(evaluate(&mut self.search, &walk, to_move, limits));
            self.tell(Step::Position(walk.moves().len(), positions.last()?))?;
            let Some(&(mover, _)) = walk.moves().last() else {
                break;
            };
            to_move = mover;
            walk.undo();
        }
        positions.reverse();
        Some(positions)
    }

    /// What each move cost; the doubtful ones are looked into.
    fn losses(&mut self, game: &Game, positions: &[ReviewedPosition]) -> Option<Vec<Loss>> {
        let pairs = positions.windows(2).zip(game.moves());
        let mut losses: Vec<Loss> = pairs
            .map(|(pair, &(_, mv))| Loss::by_sight(&pair[0], mv, &pair[1]))
            .collect();
        let is_doubtful =
            |number: &usize| losses[*number].may_be_a_mistake() && !positions[number + 1].is_over;
        let doubtful: Vec<usize> = (0..losses.len()).rev().filter(is_doubtful).collect();
        let mut walk = game.clone();
        for (done, &number) in doubtful.iter().enumerate() {
            self.tell(Step::Compared(done, doubtful.len()))?;
            walk.undo_moves(walk.moves().len() - number);
            let (mover, played) = game.moves()[number];
            losses[number] = self.compare(&walk, mover, played, losses[number]);
        }
        self.tell(Step::Compared(doubtful.len(), doubtful.len()))?;
        Some(losses)
    }

    /// Tells of a step while there is no tree, since whoever listens may wait for long.
    fn tell(&mut self, step: Step<'_>) -> Option<()> {
        self.search.clear();
        let is_stopped = self.stop.load(std::sync::atomic::Ordering::SeqCst);
        match is_stopped {
            true => None,
            false => (self.watch)(step).is_continue().then_some(()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
