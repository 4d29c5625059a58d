//! Who owns what when nobody can gain more: dead stones, seki, territory.
//!
//! Two searches, one with each player to move, tell whose every point becomes: by
//! the network, or by playouts for points rather than for the win, or both ways where
//! the network is the small one in the program. Chains that Benson's algorithm proves
//! alive are alive whatever they say.

use super::{Limits, MethodChoice, Search, Settings, Stance};
use crate::game::{Game, Scoring, Territory, pass_alive};
use crate::types::{Color, Dims, Point};
use std::time::{Duration, Instant};

/// Playouts of each of the two searches, and visits where a network says whose the points are.
const PLAYOUTS: u64 = 1000;
const NETWORK_VISITS: u64 = 40;
/// How long each of the two looks by a network may take: a large one on a slow processor makes fewer visits.
const LONGEST_LOOK: Duration = Duration::from_secs(5);
/// A chain is dead when its points belong to the opponent in the mean by more than this.
const DEAD: f32 = 0.4;
/// A point is decided, so that no move gains anything there, when its owner is this clear.
const DECIDED: f32 = 0.8;
/// Judgements do not depend on the player's own seed.
const SEED: u64 = 20;

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

/// The judgement of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    dims: Dims,
    /// Owner by padded index, −1 White to 1 Black; the nearer to 0 the less certain.
    ownership: Vec<f32>,
    status: Vec<Option<Status>>,
}

impl Judgement {
    /// Judges the current position of a game, by less if deadline or stop of `limits` cut it short.
    pub fn new(game: &Game, settings: &Settings, limits: &Limits) -> Judgement {
        Judgement::of_owners(game, agreed_ownership(game, settings, limits))
    }

    fn of_owners(game: &Game, ownership: Vec<f32>) -> Judgement {
        let mut judgement = Judgement {
            dims: game.dims(),
            status: vec![None; ownership.len()],
            ownership,
        };
        judgement.judge_chains(game);
        judgement
    }

    /// A judgement from ownership that a search has measured already, in the order of [`Dims::points`].
    pub fn from_ownership(game: &Game, ownership: &[f32]) -> Judgement {
        let dims = game.dims();
        let mut by_index = vec![0.0; dims.class().capacity()];
        for (point, &owner) in dims.points().zip(ownership) {
            by_index[point.index()] = owner;
        }
        Judgement::of_owners(game, by_index)
    }

    /// Every stone lives and owns what it surrounds: how a finished game is
    /// counted where nobody agrees on dead stones.
    pub fn as_it_stands(game: &Game) -> Judgement {
        let territory = Territory::new(game.board(), &[]);
        Judgement::from_ownership(game, &territory.ownership(game.dims()))
    }

    /// Who owns what, with these stones dead and those groups in seki.
    pub fn territory(&self, game: &Game) -> Territory {
        let stones = |status| self.stones(status);
        Territory::with_seki(game.board(), &stones(Status::Dead), &stones(Status::Seki))
    }

    fn judge_chains(&mut self, game: &Game) {
        let board = game.board();
        let alive = Color::BOTH.map(|color| pass_alive(board, color));
        for point in self.dims.points() {
            let Some(color) = board.color_at(point) else {
                continue;
            };
            if self.status[point.index()].is_some() {
                continue;
            }
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
        self.find_seki(game);
    }

    /// Living chains that own no empty point nearby and share a neutral liberty with a living enemy are in seki.
    fn find_seki(&mut self, game: &Game) {
        let board = game.board();
        let before = self.status.clone();
        for point in self.dims.points() {
            let Some(color) = board.color_at(point) else {
                continue;
            };
            if before[point.index()] != Some(Status::Alive) {
                continue;
            }
            let liberties = board.liberty_points(point);
            let owns_liberty = liberties.iter().any(|&p| self.owner_for(p, color) > 0.5);
            // What is dead beside it will be taken off, and its points are eyes.
            let owns_liberty = owns_liberty
                || board.chain_stones(point).into_iter().any(|stone| {
                    let mut near = self.dims.neighbors(stone);
                    near.any(|n| before[n.index()] == Some(Status::Dead))
                });
            let shares_liberty = liberties.iter().any(|&p| {
                self.owner_for(p, color).abs() <= 0.5
                    && self.dims.neighbors(p).any(|n| {
                        board.color_at(n) == Some(!color)
                            && before[n.index()] == Some(Status::Alive)
                    })
            });
            if shares_liberty && !owns_liberty && liberties.len() <= 3 {
                self.status[point.index()] = Some(Status::Seki);
            }
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

    /// The number of points where a move might gain something under the rules in force: those whose owner is not
    /// decided. Points that only divide the territories (dame) are worth a move under area scoring alone, and not beside
    /// sekis.
    pub fn open_points(&self, game: &Game) -> usize {
        let dame_count = game.rules().scoring == Scoring::Area;
        let is_open =
            |&point: &Point| !self.is_dame(game, point) || dame_count && !self.touches_seki(point);
        self.undecided().filter(is_open).count()
    }

    /// Whether no point is open, so that no move gains anything.
    pub fn is_settled(&self, game: &Game) -> bool {
        self.open_points(game) == 0
    }

    /// Whether nothing but dame is left to play for, whatever these are worth.
    pub fn has_only_dame_left(&self, game: &Game) -> bool {
        self.undecided().all(|point| self.is_dame(game, point))
    }

    /// The points whose owner is not decided, but for those of sekis.
    fn undecided(&self) -> impl Iterator<Item = Point> {
        self.dims.points().filter(|&point| {
            let is_decided = self.owner(point).abs() >= DECIDED;
            !is_decided && self.status(point) != Some(Status::Seki)
        })
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
        game.board().color_at(point).is_none() && touches(Color::Black) && touches(Color::White)
    }
}

/// The mean of what all judges say of each point's owner, each with its weight; by padded index.
fn agreed_ownership(game: &Game, settings: &Settings, limits: &Limits) -> Vec<f32> {
    let judges = match settings.method.has_sound_network(game.dims()) {
        true => settings.method.judges(),
        // Without its network the search is the classical one, and needs the playouts of one.
        false => vec![(MethodChoice::Classical, 1.0)],
    };
    let mut owners = vec![0.0; game.dims().class().capacity()];
    for (method, share) in judges {
        let seen = owners_seen_by(method, game, settings, limits);
        for (point, owner) in game.dims().points().zip(seen) {
            owners[point.index()] += share * owner;
        }
    }
    owners
}

/// The owners that two searches by one method agree on, in the order of [`Dims::points`].
fn owners_seen_by(
    method: MethodChoice,
    game: &Game,
    settings: &Settings,
    limits: &Limits,
) -> Vec<f32> {
    let (visits, longest) = match method.has_network() {
        true => (NETWORK_VISITS, Some(LONGEST_LOOK)),
        false => (PLAYOUTS, None),
    };
    let mut settings = Settings {
        threads: 1,
        memory_mb: 64,
        sharers: 1,
        seed: SEED,
        method,
        ..settings.clone()
    };
    settings.params.margin_weight = 0.9;
    settings.params.playout_doubling_advantage = 0.0;
    let [black_first, white_first] = Color::BOTH.map(|to_move| {
        let mut search = Search::new(settings.clone());
        // Whether the players agree is what the judgement is asked for.
        let stance = Stance {
            must_capture: false,
            ..search.stance(game, to_move)
        };
        search.set_game_as(game, stance);
        let latest = longest.map(|longest| Instant::now() + longest);
        let report = search.run(Limits {
            playouts: Some(visits),
            deadline: limits.deadline.into_iter().chain(latest).min(),
            ..limits.beside()
        });
        report.map(|report| report.ownership).unwrap_or_default()
    });
    let both = black_first.into_iter().zip(white_first);
    both.map(|(a, b)| agreed_owner(a, b)).collect()
}

/// What two opinions have in common: the less certain one, or their mean if
/// they contradict each other. So a chain that whoever moves first saves or
/// kills is neither dead nor decided.
fn agreed_owner(a: f32, b: f32) -> f32 {
    if a * b <= 0.0 {
        (a + b) / 2.0
    } else if a.abs() < b.abs() {
        a
    } else {
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The judgement of a position whose points belong to Black (`B`), to White (`W`) or to nobody yet (`?`).
    fn judged(stones: &str, owners: &str) -> (Game, Judgement) {
        let game = Game::from_diagram(stones).unwrap();
        let marks = owners.split_whitespace().flat_map(str::chars);
        let owner = |mark| match mark {
            'B' => 1.0,
            'W' => -1.0,
            _ => 0.0,
        };
        let dims = game.dims();
        let by_point: HashMap<Point, f32> = dims.points_from_top().zip(marks.map(owner)).collect();
        let ownership: Vec<f32> = dims.points().map(|point| by_point[&point]).collect();
        let judgement = Judgement::from_ownership(&game, &ownership);
        (game, judgement)
    }

    /// Black's wall in the middle has no liberties but two neutral points, and eyes where White's stones are dead.
    #[test]
    fn dead_stones_beside_a_chain_keep_it_out_of_seki() {
        let stones = "
            ...XO.O..
            .X.XO..O.
            XXXOXOO..
            .XOOX.O.O
            .X.OX.OO.
            .XOOXOO..
            XXXOXOO.O
            .X.XO.O..
            ...XO..O.";
        let owners = "
            BBBBWWWWW
            BBBBWWWWW
            BBBBBWWWW
            BBBBB?WWW
            BBBBB?WWW
            BBBBBWWWW
            BBBBBWWWW
            BBBBWWWWW
            BBBBWWWWW";
        let (game, judgement) = judged(stones, owners);
        assert_eq!(judgement.stones(Status::Seki), []);
        assert_eq!(judgement.stones(Status::Dead).len(), 7);
        assert!(judgement.has_only_dame_left(&game));
    }
}
