//! Life and death of one group.
//!
//! Where the group is enclosed, [`reading`] finds out. Elsewhere a search decides: who owns the points of the chain in the end.
//! It is the usual search with a network, of which only moves and owners are heard, among moves near the group.

use super::driver::memory::room_with;
use super::driver::sized::search_by;
use super::puct::Puct;
use super::puct::leaf::oracle::Oracle;
use super::usual_komi::with_usual_komi;
use super::{Limits, Restriction, Restrictions, Settings};
use crate::game::{Game, dragon};
use crate::net::features::Situation;
use crate::net::model::Evaluation;
use crate::net::{Evaluator, Manner, Network};
use crate::reading::{self, Answer, Goal, Success};
use crate::types::{Color, Dims, Move, Point, PointSet};
use std::sync::Arc;

/// Visits of a search, and how many of them tell something where it was stopped.
const VISITS: u64 = 300;
const LEAST_VISITS: u64 = 100;
/// Moves are made at most so many lines and columns from a stone of the group, and not more than one point further in steps.
const REACH: usize = 3;

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fate {
    /// How well the player to move succeeds: an owner wants to live, an opponent to kill. A network tells nothing of kos.
    pub success: Success,
    /// The move by which they do; none if they fail, or need not move.
    pub point: Option<Point>,
}

impl From<Answer> for Fate {
    fn from(read: Answer) -> Fate {
        Fate {
            success: read.success,
            point: read.point,
        }
    }
}

/// What could be found out about the fate of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inquest {
    /// `None` if there is no stone, or if neither reading nor a network that knows the board could tell before the stop.
    pub fate: Option<Fate>,
    /// What it took: moves made on the board and visits of searches.
    pub work: u64,
}

/// Finds out what becomes of the group of a stone if `to_move` moves.
pub fn fate(
    game: &Game,
    stone: Point,
    to_move: Color,
    settings: &Settings,
    limits: &Limits,
) -> Inquest {
    let mut inquiry = Inquiry {
        game,
        stone,
        settings,
        limits,
        work: 0,
    };
    Inquest {
        fate: inquiry.fate(to_move),
        work: inquiry.work,
    }
}

/// Finds out what becomes of the group of a stone, and counts what it takes.
struct Inquiry<'a> {
    game: &'a Game,
    stone: Point,
    settings: &'a Settings,
    limits: &'a Limits,
    work: u64,
}

impl Inquiry<'_> {
    fn fate(&mut self, to_move: Color) -> Option<Fate> {
        let goal = Goal::kill(self.game.board(), self.stone).ok()?;
        let answer = reading::answer(self.game.board(), &goal, to_move, &self.limits.stop);
        self.work += answer.moves;
        let read = Fate::from(answer);
        if answer.is_certain {
            return Some(read);
        }
        // What reading has found a way to do can be done, and perhaps more.
        let is_attack = to_move == goal.seeker();
        let read = (is_attack && read.success > Success::No).then_some(read);
        let told = self.fate_by_network(to_move);
        let best = [read, told].into_iter().flatten();
        let best = best.max_by_key(|fate| fate.success)?;
        if is_attack || best.success == Success::No {
            return Some(best);
        }
        // Where reading names a move, one is needed.
        if answer.point.is_some() {
            let point = best.point.or(answer.point);
            return Some(Fate { point, ..best });
        }
        // The network names a move also for who need not move.
        let attack = self.fate_by_network(!to_move);
        let needs_no_move = attack.is_some_and(|attack| attack.success == Success::No);
        Some(Fate {
            point: best.point.filter(|_| !needs_no_move),
            ..best
        })
    }

    fn fate_by_network(&mut self, to_move: Color) -> Option<Fate> {
        let (game, method) = (self.game, &self.settings.method);
        if !method.is_ready(game.dims(), None, &self.limits.stop) {
            return None;
        }
        let network = method.network_on(game.dims())?;
        let game = &with_usual_komi(game);
        let settings = self.settings.for_judges();
        let bytes = room_with(&settings, &network);
        let watcher = Watcher::new(network, game, self.stone);
        let method = Puct::new(Arc::new(watcher), settings.params.clone(), bytes);
        let stance = settings.stance_of_judges(game, to_move);
        let near = near(game.dims(), &dragon(game.board(), self.stone));
        let restrictions =
            Color::BOTH.map(|color| Restriction::only(color, near.clone()).to_the_end());
        let mut search = search_by(method, game, stance, &settings);
        let limits = Limits {
            playouts: Some(VISITS),
            ..self.limits.beside()
        };
        search.start_guided(limits, Restrictions::from_iter(restrictions).into());
        search.join();
        let report = search.report();
        self.work += report.visits;
        if report.visits < LEAST_VISITS {
            return None;
        }
        let best = report.best().and_then(|best| best.mv.point());
        let (success, point) = match report.winrate > 0.5 {
            true => (Success::Yes, best),
            false => (Success::No, None),
        };
        Some(Fate { success, point })
    }
}

/// The pass and the moves on points near a group.
fn near(dims: Dims, group: &PointSet) -> Vec<Move> {
    let stones: Vec<(usize, usize)> = group.iter().map(|stone| dims.xy(stone)).collect();
    let is_near = |point: &Point| {
        let (x, y) = dims.xy(*point);
        stones.iter().any(|&(stone_x, stone_y)| {
            let (columns, rows) = (stone_x.abs_diff(x), stone_y.abs_diff(y));
            columns.max(rows) <= REACH && columns + rows <= REACH + 1
        })
    };
    let points = dims.points().filter(is_near).map(Move::Place);
    points.chain([Move::Pass]).collect()
}

/// A network of which nothing is heard but moves, and whose some points become: that is the result of the game.
struct Watcher {
    network: Arc<Network>,
    /// Where the points stand, counted from the top.
    watched: Vec<usize>,
}

impl Watcher {
    /// Watches the chain of a stone.
    fn new(network: Arc<Network>, game: &Game, stone: Point) -> Watcher {
        let chain = game.board().chain_stones(stone).into_iter();
        Watcher {
            network,
            watched: chain
                .map(|stone| game.dims().index_from_top(stone))
                .collect(),
        }
    }

    /// The mean owner of the points: 1 the side to move, −1 the opponent.
    fn owner(&self, said: &Evaluation) -> f32 {
        let owners = self.watched.iter().map(|&place| said.ownership[place]);
        owners.sum::<f32>() / self.watched.len() as f32
    }
}

impl Oracle for Watcher {
    type Asker<const N: usize, const W: usize> = (Arc<Watcher>, Evaluator<N, W>);

    fn asker<const N: usize, const W: usize>(self: &Arc<Self>) -> Self::Asker<N, W> {
        (Arc::clone(self), self.network.asker())
    }

    fn ask<const N: usize, const W: usize>(
        (watcher, evaluator): &mut Self::Asker<N, W>,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        let said = evaluator.evaluate(situation, manner);
        let owner = watcher.owner(&said);
        Arc::new(Evaluation {
            policy: said.policy.clone(),
            pass: said.pass,
            win: (1.0 + owner) / 2.0,
            loss: (1.0 - owner) / 2.0,
            // Of no point the owner is known, so that a game which both have passed is not counted.
            ownership: vec![0.0; said.ownership.len()],
            ..Evaluation::default()
        })
    }
}
