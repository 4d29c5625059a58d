//! Who owns what when nobody can gain more.

mod bent_four;
mod owners;
mod seki;

use super::{Limits, Settings};
use crate::game::{Game, Scoring, Tax, Territory, pass_alive};
use crate::net::model::Evaluation;
use crate::types::{Color, Dims, Point};
use owners::{Opinion, agreed_ownership};

pub(super) use owners::{LEAST_OWNER_PLAYOUTS, LEAST_OWNER_VISITS, Thoroughness};

/// A chain is dead when its points belong to the opponent in the mean by more than this.
const DEAD: f32 = 0.4;
/// What nobody surrounds yet is to be counted for the player to whom it belongs at least so surely, from 0 to 1.
const LIKELY_OWNER: f32 = 0.5;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Stays on the board and has territory.
    Alive,
    /// Will be captured.
    Dead,
    /// Stays on the board without territory: neither player can capture.
    Seki,
}

/// Who owns what in a position when nobody can gain more: dead stones, seki, territory.
///
/// Searches say whose every point becomes, and chains follow their points. Chains that Benson's algorithm proves alive are
/// alive whatever the searches say, and groups with a bent four in their corner dead.
///
/// ```
/// use std::sync::Arc;
/// use tengen::game::Game;
/// use tengen::search::{Player, Settings, Status};
/// use tengen::types::parse_vertex;
///
/// let game = Game::from_diagram(
///     ".X.O.
///      XXXO.
///      O.XO.
///      .XXO.
///      .X.O.",
/// )?;
/// let judgement = Player::new(Settings::default()).judge(&game, Arc::default());
/// assert_eq!(judgement.stones(Status::Dead), [parse_vertex(game.dims(), "A3")?]);
/// assert_eq!(game.score_of(&judgement.territory(&game)).to_string(), "B+3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    dims: Dims,
    /// Owner by padded index, −1 White to 1 Black; the nearer to 0 the less certain.
    ownership: Vec<f32>,
    status: Vec<Option<Status>>,
    thoroughness: Thoroughness,
}

impl Judgement {
    /// A point is decided, so that no move gains anything there, when its owner is this clear.
    pub const DECIDED: f32 = 0.8;
    /// A point is likely to stay whose it is when its owner is this clear.
    pub const LIKELY: f32 = 0.6;

    /// Judges the current position of a game. Once the deadline of `limits` has passed or their stop is set, what has been
    /// seen by then decides.
    pub fn new(game: &Game, settings: &Settings, limits: &Limits) -> Judgement {
        let opinion = agreed_ownership(game, settings, limits);
        Judgement::of_opinion(game, opinion, Some(limits))
    }

    /// What becomes of the chains whose points are these; within the limits, if there are any, what a bent four kills is read out.
    fn of_opinion(game: &Game, opinion: Opinion, limits: Option<&Limits>) -> Judgement {
        let mut judgement = Judgement::of_points(game, opinion);
        judgement.judge_chains(game);
        if let Some(limits) = limits {
            judgement.find_bent_fours(game, limits);
        }
        judgement.find_seki(game);
        judgement
    }

    /// Whose the points are, and nothing yet of what becomes of the stones.
    fn of_points(game: &Game, opinion: Opinion) -> Judgement {
        let dims = game.dims();
        let mut ownership = vec![0.0; dims.class().capacity()];
        for (point, owner) in dims.points().zip(opinion.owners) {
            ownership[point.index()] = owner;
        }
        Judgement {
            dims,
            status: vec![None; ownership.len()],
            ownership,
            thoroughness: opinion.thoroughness,
        }
    }

    /// A judgement from ownership that a search has measured already, in the order of [`Dims::points`]. Nothing is read out for
    /// it: that takes time.
    pub fn from_ownership(game: &Game, ownership: &[f32]) -> Judgement {
        let opinion = Opinion {
            owners: ownership.to_vec(),
            thoroughness: Thoroughness::Whole,
        };
        Judgement::of_opinion(game, opinion, None)
    }

    /// A judgement by what a network says of a game's present position, for who is to move.
    fn from_evaluation(game: &Game, said: &Evaluation) -> Judgement {
        let sign = game.to_move().sign();
        let dims = game.dims();
        let owner = |point| sign * said.ownership[dims.index_from_top(point)];
        Judgement::from_ownership(game, &dims.points().map(owner).collect::<Vec<_>>())
    }

    /// How thoroughly the judges have looked.
    pub(super) fn thoroughness(&self) -> Thoroughness {
        self.thoroughness
    }

    /// Every stone lives and owns what it surrounds: how a finished game is
    /// counted where nobody agrees on dead stones.
    pub fn as_it_stands(game: &Game) -> Judgement {
        let territory = Territory::new(game, &[]);
        let opinion = Opinion {
            owners: territory.ownership(game.dims()),
            thoroughness: Thoroughness::Whole,
        };
        let mut judgement = Judgement::of_points(game, opinion);
        // Where sekis count as they stand, too, nobody has to know them.
        let are_told = game.rules().tax != Tax::None;
        for point in game.dims().points() {
            let is_seki = are_told && territory.seki().contains(point);
            let status = if is_seki { Status::Seki } else { Status::Alive };
            let stone = game.board().color_at(point);
            judgement.status[point.index()] = stone.map(|_| status);
        }
        judgement
    }

    /// Who owns what, with these stones dead and those groups in seki.
    pub fn territory(&self, game: &Game) -> Territory {
        let stones = |status| self.stones(status);
        Territory::with_seki(game.board(), &stones(Status::Dead), &stones(Status::Seki))
    }

    /// Who owns what so far. Before the end of a game walls are still open: what both colours touch, and nobody surrounds, belongs to
    /// whoever is likely to have it by what a network says, which is asked for only then, or else by this judgement.
    pub fn territory_so_far(
        &self,
        game: &Game,
        said: impl FnOnce() -> Option<Evaluation>,
    ) -> Territory {
        let mut territory = self.territory(game);
        let unclaimed = territory.unclaimed(self.dims);
        if game.is_over() || unclaimed.is_empty() {
            return territory;
        }
        let said = said().map(|said| Judgement::from_evaluation(game, &said));
        let clear = said.as_ref().unwrap_or(self);
        for point in unclaimed.iter() {
            let is_likely = |color: &Color| clear.owner_for(point, *color) >= LIKELY_OWNER;
            if let Some(color) = Color::BOTH.into_iter().find(is_likely) {
                territory.give(point, color);
            }
        }
        territory
    }

    fn judge_chains(&mut self, game: &Game) {
        let board = game.board();
        let suicide = game.rules().suicide;
        let alive = Color::BOTH.map(|color| pass_alive(board, color, suicide));
        for (point, color) in board.chains() {
            let stones = board.chain_stones(point);
            let status = if alive[color.index()].contains(point) {
                Status::Alive
            } else if self.mean(&stones, color) < -DEAD {
                Status::Dead
            } else {
                Status::Alive
            };
            stones
                .iter()
                .for_each(|stone| self.status[stone.index()] = Some(status));
        }
    }

    fn owner_for(&self, point: Point, color: Color) -> f32 {
        color.sign() * self.ownership[point.index()]
    }

    fn mean(&self, points: &[Point], color: Color) -> f32 {
        points
            .iter()
            .map(|&point| self.owner_for(point, color))
            .sum::<f32>()
            / points.len() as f32
    }

    /// The owner of a point, −1 White to 1 Black; the nearer to 0 the less certain.
    pub fn owner(&self, point: Point) -> f32 {
        self.ownership[point.index()]
    }

    /// Whether the point is decided to be the player's.
    pub fn gives(&self, point: Point, color: Color) -> bool {
        self.owner_for(point, color) >= Self::DECIDED
    }

    /// What becomes of the chain on the point; none without a stone.
    pub fn status(&self, point: Point) -> Option<Status> {
        self.status[point.index()]
    }

    /// The stones with this status, in the order of [`Dims::points`].
    pub fn stones(&self, status: Status) -> Vec<Point> {
        self.dims
            .points()
            .filter(|&point| self.status(point) == Some(status))
            .collect()
    }

    /// The points where a move might gain something under the rules in force: those whose owner is less clear than
    /// `least`. Points that only divide the territories (dame) are worth a move under area scoring alone, and not beside
    /// sekis.
    pub fn open_points(&self, game: &Game, least: f32) -> impl Iterator<Item = Point> {
        let dame_count = game.rules().scoring == Scoring::Area;
        self.unclear(least).filter(move |&point| {
            !self.is_dame(game, point) || dame_count && !self.touches_seki(point)
        })
    }

    /// Whether no point is open, so that no move gains anything.
    pub fn is_settled(&self, game: &Game) -> bool {
        self.open_points(game, Self::DECIDED).next().is_none()
    }

    /// Whether nothing but dame is left to play for, whatever these are worth.
    pub fn has_only_dame_left(&self, game: &Game) -> bool {
        self.unclear(Self::DECIDED)
            .all(|point| self.is_dame(game, point))
    }

    /// The points whose owner is less clear than `least`, but for those of sekis.
    fn unclear(&self, least: f32) -> impl Iterator<Item = Point> {
        let points = self.dims.points();
        points.filter(move |&point| self.owner(point).abs() < least && !self.is_of_seki(point))
    }

    /// Whether a point has a stone in seki, or nothing but such stones around it.
    fn is_of_seki(&self, point: Point) -> bool {
        let is_in_seki = |point| self.status(point) == Some(Status::Seki);
        is_in_seki(point) || self.touches_seki(point) && self.dims.neighbors(point).all(is_in_seki)
    }

    fn touches_seki(&self, point: Point) -> bool {
        self.dims
            .neighbors(point)
            .any(|n| self.status(n) == Some(Status::Seki))
    }

    /// Whether a point is empty and touches stones of both colours that stay on the board.
    fn is_dame(&self, game: &Game, point: Point) -> bool {
        let touches = |color| {
            self.dims.neighbors(point).any(|n| {
                game.board().color_at(n) == Some(color) && self.status(n) != Some(Status::Dead)
            })
        };
        game.board().color_at(point).is_none() && Color::BOTH.into_iter().all(touches)
    }
}
