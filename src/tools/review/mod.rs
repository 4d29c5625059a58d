//! A finished game, analysed move by move.
//!
//! Every position is searched by itself, from the last to the first, so that
//! each gets the same effort and none gains by what was found for another. What a move cost is
//! the difference between the best move's value before it and the best reply's after it.
//!
//! ```text
//!  game ─> a search of every position ─> Review ─┬> record: an annotated SGF
//!                                                └> page: one HTML file
//! ```

mod page;
mod record;
mod report;

use crate::game::{Game, Territory, sgf};
use crate::search::{Judgement, Limits, Report, Search, Settings};
use crate::types::{Color, Move};
use std::time::{Duration, Instant};

pub use page::html;
pub use record::sgf;
pub use report::{json, summary};

/// How many moves of a position are kept.
const CANDIDATES: usize = 4;
/// A move that costs less of the winning chances than this is not mentioned.
const SLIP: f32 = 0.03;
/// A move that costs as much as this is a mistake.
pub const MISTAKE: f32 = 0.08;
/// A move that costs as much as this is a blunder.
pub const BLUNDER: f32 = 0.2;

/// How long each position is searched; whichever limit is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Playouts.
    pub playouts: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// A move that could be played. Values are Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts through it.
    pub visits: u64,
    /// Black's chance to win after it.
    pub winrate: f32,
    /// Black's lead in points after it.
    pub lead: f32,
    /// The expected line, this move first.
    pub line: Vec<Move>,
}

/// A position of the game. Values are Black's. Where the game is over they are its count, and there are no candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Who moves.
    pub to_move: Color,
    /// Whether the game is over.
    pub is_over: bool,
    /// Black's chance to win when the best move is played.
    pub winrate: f32,
    /// Black's lead in points then.
    pub lead: f32,
    /// Playouts spent; none on a game that is over.
    pub playouts: u64,
    /// The moves most looked at, the best first.
    pub candidates: Vec<Candidate>,
    /// The stones, in the order of [`crate::types::Dims::points`].
    pub stones: Vec<Option<Color>>,
    /// Whose each point becomes, −1 White to 1 Black, in the same order.
    pub ownership: Vec<f32>,
}

/// What a move of the game cost the player who made it; never negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Chance to win, 0 to 1.
    pub winrate: f32,
    /// Points.
    pub points: f32,
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
    pub positions: Vec<Evaluation>,
    /// What each move cost.
    pub losses: Vec<Loss>,
}

impl Review {
    /// Analyses a game, telling `observe` after each of its positions.
    pub fn new(
        game: &Game,
        info: sgf::Info,
        settings: &Settings,
        effort: Effort,
        observe: &mut dyn FnMut(),
    ) -> Review {
        let mut search = Search::new(settings.clone());
        let mut walk = game.clone();
        let mut positions = Vec::new();
        let mut to_move = game.to_move();
        loop {
            positions.push(evaluate(&mut search, &walk, to_move, effort));
            observe();
            let Some(&(mover, _)) = walk.moves().last() else {
                break;
            };
            to_move = mover;
            walk.undo();
        }
        positions.reverse();
        let pairs = positions.windows(2).zip(game.moves());
        let losses = pairs
            .map(|(pair, &(_, mv))| loss(&pair[0], mv, &pair[1]))
            .collect();
        Review {
            game: game.clone(),
            info,
            effort,
            positions,
            losses,
        }
    }

    /// The moves that cost most, by number from 0, the worst first.
    pub fn worst(&self, most: usize) -> Vec<usize> {
        let mut moves: Vec<usize> = (0..self.losses.len())
            .filter(|&number| self.losses[number].winrate >= SLIP)
            .collect();
        moves.sort_by(|&a, &b| {
            let (a, b) = (self.losses[a], self.losses[b]);
            let by_winrate = b.winrate.total_cmp(&a.winrate);
            by_winrate.then(b.points.total_cmp(&a.points))
        });
        moves.truncate(most);
        moves
    }

    /// What was better than a move of the game, if that was worth a word.
    pub fn better(&self, number: usize) -> Option<&Candidate> {
        let best = self.positions[number].candidates.first()?;
        let (_, played) = self.game.moves()[number];
        (self.losses[number].winrate >= SLIP && best.mv != played).then_some(best)
    }

    /// The mean loss of a player's moves; zero without moves.
    pub fn mean_loss(&self, color: Color) -> Loss {
        let own = self.game.moves().iter().zip(&self.losses);
        let own: Vec<&Loss> = own
            .filter(|((mover, _), _)| *mover == color)
            .map(|(_, loss)| loss)
            .collect();
        let mean = |value: fn(&Loss) -> f32| {
            // `sum` would give -0 for no moves.
            let sum = own.iter().fold(0.0, |sum, &loss| sum + value(loss));
            sum / own.len().max(1) as f32
        };
        Loss {
            winrate: mean(|loss| loss.winrate),
            points: mean(|loss| loss.points),
        }
    }
}

fn evaluate(search: &mut Search, game: &Game, to_move: Color, effort: Effort) -> Evaluation {
    let mut evaluation = Evaluation::unknown(game, to_move);
    if game.is_over() {
        evaluation.count(game, search.settings());
        return evaluation;
    }
    let must_capture = !game.rules().dead_stones_are_agreed();
    // What was found for a later position must not help an earlier one.
    search.clear();
    search.set_game(game, to_move, must_capture);
    search.start(Limits {
        playouts: effort.playouts,
        deadline: effort
            .time
            .and_then(|time| Instant::now().checked_add(time)),
        ..Limits::default()
    });
    search.wait();
    if let Some(report) = search.report() {
        evaluation.take(report);
    }
    evaluation
}

impl Evaluation {
    fn unknown(game: &Game, to_move: Color) -> Evaluation {
        let board = game.board();
        let stones = game.dims().points().map(|point| board.color_at(point));
        Evaluation {
            to_move,
            is_over: game.is_over(),
            winrate: 0.5,
            lead: 0.0,
            playouts: 0,
            candidates: Vec::new(),
            stones: stones.collect(),
            ownership: vec![0.0; game.dims().area()],
        }
    }

    /// Takes the values of a game that is over from its count. A search would play on.
    fn count(&mut self, game: &Game, settings: &Settings) {
        let territory = match game.counts_as_it_stands() {
            true => Territory::new(game.board(), &[]),
            false => Judgement::new(game, settings, None).territory(game),
        };
        let score = game.score_of(&territory);
        self.lead = score.black_lead();
        self.winrate = match score.winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        let owner = |point| match territory.owner(point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        self.ownership = game.dims().points().map(owner).collect();
    }

    fn take(&mut self, report: Report) {
        // Values at the root are the mover's.
        let is_black = self.to_move == Color::Black;
        let winrate = |own: f32| if is_black { own } else { 1.0 - own };
        let lead = |own: f32| if is_black { own } else { -own };
        self.candidates = report
            .moves
            .into_iter()
            .filter(|found| found.visits > 0)
            .take(CANDIDATES)
            .map(|found| Candidate {
                mv: found.mv,
                visits: found.visits,
                winrate: winrate(found.winrate),
                lead: lead(found.lead),
                line: found.line,
            })
            .collect();
        (self.winrate, self.lead) = match self.candidates.first() {
            Some(best) => (best.winrate, best.lead),
            None => (winrate(report.winrate), report.black_lead),
        };
        self.playouts = report.playouts;
        self.ownership = report.ownership;
    }
}

fn loss(before: &Evaluation, played: Move, after: &Evaluation) -> Loss {
    let is_best = before
        .candidates
        .first()
        .is_some_and(|best| best.mv == played);
    if is_best || before.is_over {
        // Two searches of the same move differ by chance alone, and a game that is over has no best move to compare
        // with: neither is a loss.
        return Loss {
            winrate: 0.0,
            points: 0.0,
        };
    }
    let sign = match before.to_move {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let points = at_least_nothing(sign * (before.lead - after.lead));
    // At the end chances become certainty. That is no loss of the pass that ends the game,
    // unless it turns the game by giving points away.
    let was_ahead = sign * (before.winrate - 0.5) > 0.0;
    let is_mere_end = after.is_over && (points < 1.0 || !was_ahead);
    let winrate = match is_mere_end {
        true => 0.0,
        false => at_least_nothing(sign * (before.winrate - after.winrate)),
    };
    Loss { winrate, points }
}

/// As `max` with 0, which could return -0.
fn at_least_nothing(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// The words for a chance to win: `Black 56.1 %`.
fn chance(evaluation: &Evaluation) -> String {
    format!("Black {:.1} %", 100.0 * evaluation.winrate)
}

/// The words for a lead: `B+3.5`.
fn lead(points: f32) -> String {
    let side = if points < 0.0 { 'W' } else { 'B' };
    format!("{side}+{:.1}", points.abs())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
