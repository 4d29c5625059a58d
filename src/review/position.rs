//! One position of the game: its value, its best moves, whose each point becomes.

use crate::game::{Game, Territory};
use crate::search::{Judgement, Limits, MoveReport, Report, Search, Settings};
use crate::types::{Color, Dims, Move};

/// How many moves of a position are kept.
const CANDIDATES: usize = 4;

/// A move that could be played. Values are Black's.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts through it.
    pub visits: u64,
    /// What the search expected of it before it had read anything, as a share.
    pub prior: f32,
    /// Black's chance to win after it.
    pub winrate: f32,
    /// Black's lead in points after it.
    pub lead: f32,
    /// The variance of `winrate` by chance alone, as if judgements knew nothing of each other.
    pub winrate_variance: f32,
    /// The same of `lead`.
    pub lead_variance: f32,
    /// The expected line, this move first.
    pub line: Vec<Move>,
}

impl Candidate {
    /// What a search says of a move of `to_move`; `spread` is that of its judgements.
    pub(super) fn of(to_move: Color, found: MoveReport, spread: f32) -> Candidate {
        let visits = found.visits as f32 + 1.0;
        let mean = found.winrate.clamp(0.0, 1.0);
        Candidate {
            winrate_variance: spread * (mean * (1.0 - mean) + 0.01) / visits,
            lead_variance: spread * found.lead_stdev * found.lead_stdev / visits,
            mv: found.mv,
            visits: found.visits,
            prior: found.prior,
            winrate: to_move.winrate(found.winrate),
            lead: to_move.sign() * found.lead,
            line: found.line,
        }
    }
}

/// How far single judgements of a position are from their mean: the share that they have of the variance of a game
/// that is won or lost. A playout is such a game; a network's judgement is a mean itself.
pub(super) fn spread(settings: &Settings, dims: Dims) -> f32 {
    match settings.method.has_sound_network(dims) {
        true => 0.1,
        false => 1.0,
    }
}

/// A position of the game. Values are Black's. Where the game is over they are its count, and there are no candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
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

/// Searches a position by itself: what was found for another must not help.
pub(super) fn evaluate(
    search: &mut Search,
    game: &Game,
    to_move: Color,
    limits: Limits,
) -> ReviewedPosition {
    let mut position = ReviewedPosition::unknown(game, to_move);
    if game.is_over() {
        position.count(game, search.settings(), &Limits::until(limits.stop));
        return position;
    }
    search.clear();
    search.set_game(game, to_move);
    if let Some(report) = search.run(limits) {
        position.take(report, spread(search.settings(), game.dims()));
    }
    position
}

impl ReviewedPosition {
    pub(super) fn unknown(game: &Game, to_move: Color) -> ReviewedPosition {
        let board = game.board();
        let stones = game.dims().points().map(|point| board.color_at(point));
        ReviewedPosition {
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
    fn count(&mut self, game: &Game, settings: &Settings, limits: &Limits) {
        let territory = match game.counts_as_it_stands() {
            true => Territory::new(game, &[]),
            false => Judgement::new(game, settings, limits).territory(game),
        };
        let score = game.score_of(&territory);
        self.lead = score.black_lead();
        self.winrate = match score.winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        self.ownership = territory.ownership(game.dims());
    }

    fn take(&mut self, report: Report, spread: f32) {
        let to_move = self.to_move;
        self.candidates = report
            .moves
            .into_iter()
            .filter(|found| found.visits > 0)
            .take(CANDIDATES)
            .map(|found| Candidate::of(to_move, found, spread))
            .collect();
        (self.winrate, self.lead) = match self.candidates.first() {
            Some(best) => (best.winrate, best.lead),
            None => (to_move.winrate(report.winrate), report.black_lead),
        };
        self.playouts = report.playouts;
        self.ownership = report.ownership;
    }
}
