//! Stands in for the search until it lands: a random legal move that fills no eye.
#![allow(dead_code, missing_docs)]

use crate::game::{Game, Territory, pass_alive};
use crate::time::Budget;
use crate::types::{Color, Dims, Move, Point};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Clone, Debug, Default)]
pub struct Params {
    pub resign_below: f32,
}

pub struct ParamInfo {
    pub name: &'static str,
}

impl Params {
    pub const TABLE: &'static [ParamInfo] = &[ParamInfo {
        name: "resign_below",
    }];

    pub fn get(&self, name: &str) -> Option<f32> {
        (name == "resign_below").then_some(self.resign_below)
    }

    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        if name != "resign_below" {
            return Err(format!("unknown parameter '{name}'"));
        }
        self.resign_below = text
            .parse()
            .map_err(|_| format!("'{text}' is not a number"))?;
        Ok(())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub threads: usize,
    pub memory_mb: usize,
    pub seed: u64,
    pub params: Params,
}

#[derive(Clone, Debug)]
pub struct Request {
    pub color: Color,
    pub playouts: Option<u64>,
    pub budget: Option<Budget>,
    pub stop: Arc<AtomicBool>,
    pub cleanup: bool,
    pub may_resign: bool,
    pub only: Vec<Move>,
}

impl Request {
    pub fn new(color: Color) -> Request {
        Request {
            color,
            playouts: None,
            budget: None,
            stop: Arc::default(),
            cleanup: false,
            may_resign: true,
            only: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Move(Move),
    #[expect(dead_code, reason = "the stub never resigns")]
    Resign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Alive,
    Dead,
    Seki,
}

#[derive(Clone)]
pub struct Judgement {
    dims: Dims,
    owner: Vec<f32>,
    status: Vec<Option<Status>>,
}

impl Judgement {
    pub fn from_ownership(game: &Game, owner: &[f32]) -> Judgement {
        let dims = game.dims();
        let status = dims
            .points()
            .map(|p| game.board().color_at(p).map(|_| Status::Alive))
            .collect();
        Judgement {
            dims,
            owner: owner.to_vec(),
            status,
        }
    }

    fn index(&self, point: Point) -> usize {
        let (x, y) = self.dims.xy(point);
        y * self.dims.width() + x
    }

    pub fn owner(&self, point: Point) -> f32 {
        self.owner[self.index(point)]
    }

    pub fn status(&self, point: Point) -> Option<Status> {
        self.status[self.index(point)]
    }

    pub fn stones(&self, status: Status) -> Vec<Point> {
        self.dims
            .points()
            .filter(|&p| self.status(p) == Some(status))
            .collect()
    }
}

pub struct Player {
    random: Pcg64Mcg,
    seed: u64,
}

impl Player {
    pub fn new(settings: Settings) -> Player {
        Player {
            random: Pcg64Mcg::new(u128::from(settings.seed)),
            seed: settings.seed,
        }
    }

    pub fn clear(&mut self) {
        self.random = Pcg64Mcg::new(u128::from(self.seed));
    }

    pub fn genmove(&mut self, game: &Game, request: &Request) -> (Choice, ()) {
        let color = request.color;
        let mut moves: Vec<Move> = game.dims().points().map(Move::Place).collect();
        if !request.only.is_empty() {
            moves.retain(|mv| request.only.contains(mv));
        }
        let alive = pass_alive(game.board(), color);
        moves.retain(|&mv| {
            game.check(color, mv).is_ok()
                && mv
                    .point()
                    .is_some_and(|p| !game.board().is_eye(color, p) && !alive.contains(p))
        });
        if moves.is_empty() {
            return (Choice::Move(Move::Pass), ());
        }
        let index = self.random.next_u64() as usize % moves.len();
        (Choice::Move(moves[index]), ())
    }

    pub fn judge(&mut self, game: &Game) -> Judgement {
        let territory = Territory::new(game.board(), &[]);
        let mut judgement = Judgement::from_ownership(game, &[]);
        judgement.owner = game
            .dims()
            .points()
            .map(|p| match territory.owner(p) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                None => 0.0,
            })
            .collect();
        for p in game.dims().points() {
            let Some(color) = game.board().color_at(p) else {
                continue;
            };
            let enemy = pass_alive(game.board(), !color);
            if enemy.contains(p) {
                let index = judgement.index(p);
                judgement.status[index] = Some(Status::Dead);
            }
        }
        judgement
    }
}
