//! Monte Carlo tree search with RAVE.
//!
//! A [`Search`] is stepped from outside: [`Search::start`] returns at once,
//! [`Search::report`] may be asked at any time, [`Search::stop`] ends it. It
//! knows nothing of GTP and prints nothing. A [`Player`] on top of it decides
//! when to stop, to pass and to resign; a [`Judgement`] tells dead stones.
//!
//! # One playout
//!
//! ```text
//!   worker: descend ──> evaluate ──> expand ──> back up
//!             │            │           │           └ visits and values on the way, RAVE for siblings
//!             │            │           └ children with priors; each is asked for superko, once
//!             │            └ the seam: `evaluate::Evaluator`; playouts answer it today
//!             └ best blend of own and RAVE statistics; a visit is counted on the way down
//! ```
//!
//! Superko holds inside the tree: when children are made, each is asked
//! against the game's history and the positions of the descent, so no line
//! the search believes in is illegal. Playouts know simple ko only.
//!
//! # Threads
//!
//! All workers share one tree. Nobody locks: children are claimed by one
//! compare-and-swap and published when they are written; statistics are
//! atomic additions of a visit count and a value in one word. A visit
//! counted on the way down is the virtual loss. A lone worker uses plain
//! loads and stores instead, and its result depends on nothing but the seed,
//! the playouts and the searches before.
//!
//! # What was tried
//!
//! Graded positions are 160 on each size, each move's loss known from a strong
//! network's analysis; *points* are the mean points lost by the move chosen,
//! the difference to the search without the change with its standard error.
//! Where percentages of games have a sign, each side had a random half of many
//! changes, and a regression tells what each adds to the winning rate.
//!
//! | technique | kept | what it gave |
//! |---|---|---|
//! | RAVE, minimum-MSE schedule (Gelly & Silver 2011) | yes | the base of everything else |
//! | RAVE equivalence 3000, 1000, 400, 150 | 600 | 9×9, 10 000 playouts: 0, −0.11, −0.10, +0.03 ± 0.09 points; 19×19, 600 against 3000 −0.21 ± 0.26, 200 and 80 against 600 +0.10 and +0.18 ± 0.20 |
//! | RAVE counting early moves of a playout more (Pachi) | no | +0.15 ± 0.08 and +0.06 ± 0.08 on 9×9, +0.05 ± 0.25 on 19×19 |
//! | exploration term | 0.001 | −0.06 ± 0.08, −0.05 ± 0.08; 0.003 spreads the visits too much, 0.005 on 19×19 +0.19 ± 0.23 |
//! | margin of victory in the value | 3 % | 8 %: +0.06 ± 0.07; 10 % scored 42 % of 60 games |
//! | 20 % more margin once the game is decided | no | nothing on graded positions (−0.006 ± 0.007, −0.003 ± 0.002); wins stay as narrow; sure losses look like 6 % and are not resigned |
//! | hand-made priors as virtual playouts | yes | see [`Params`] |
//! | prior: near the last moves 6, 12, 20 | 12 | 6 loses 0.13 ± 0.09, 20 nothing |
//! | prior: 3×3 patterns 8, 16 | 12 | 16 against 8: −0.03 ± 0.07 |
//! | prior: even visits 8, 4 | 8 | 4: +0.04 ± 0.07 |
//! | prior: losses of a self-atari 30, 12 | 30 | 12 loses 0.11 ± 0.07 |
//! | prior: criticality (Coulom 2009) | no | 9×9 +0.05 ± 0.09, 19×19 +0.20 ± 0.22 |
//! | prior: corner openings and approaches | no | 19×19 +0.01 ± 0.10, first 30 moves +0.13; before: 3 of 12 games |
//! | prior: vital points of small spaces, ataris that leave no way out | no | 9×9, 3000 playouts: −0.13 ± 0.07 points together, but 47.5 % (± 2.8) of 300 games at 1500 playouts |
//! | prior: moves that give a chain of two liberties a third | no | +0.04 ± 0.11 |
//! | ladders read for the priors | yes | 52.5 % of 60 games 9×9, 5 of 10 on 13×13, same time; 4 more ladder tests pass |
//! | expansion after 2, 4, 8 visits | 4 | 2: +0.01 ± 0.08, 8: +0.12 ± 0.13 |
//! | progressive widening: 10 + 5 log₂ n, 20 + 10 log₂ n, 5 + 2 log₂ n moves by prior | no | 19×19, 5000 playouts: +0.04, +0.27, +0.50 ± 0.25 |
//! | at the root alone: RAVE equivalence 150, 50; exploration 0.004, 0.012 | no | 19×19, 4000 playouts: +0.56, +0.85 ± 0.30; +0.29 ± 0.24, +0.85 ± 0.36 |
//! | each 8th choice without RAVE, each 24th by UCB (after Fuego) | no | finds refutations that RAVE starves, but 36.7 % and 46.5 % (± 3.1) of 240 games of 2000 playouts |
//! | priors as shares of a product of factors (Coulom 2007), by hand | no | 9×9 +0.01 ± 0.16, 19×19 +0.05 ± 0.37, games +2.3 % ± 3.3: no better than the sums, before tuning |
//! | RAVE trusted less at nodes of more than 3000, 800 visits | no | 9×9, 16 000 playouts: −0.01 ± 0.08, +0.02 ± 0.10 |
//! | the best lower confidence bound at the root instead of the most visits | no | 19×19 +0.30 ± 0.11, among moves with 30 % of the visits |
//! | playouts: patterns near the own last move too | yes | −0.12 ± 0.07, and playouts get 12 % faster |
//! | playouts: cut short when decided by 30 % of the area | no | 18 % less time, but 0.00 ± 0.07 and +0.16 ± 0.07 points; at 20 % of the area +0.10 ± 0.09 |
//! | playouts: every rule always followed | no | 9×9 −0.01 ± 0.08; always nakade loses 0.11 ± 0.08, two liberties at 0.5 or 0.9 instead of 0.7 lose 0.05 and 0.07; at 0.85 with ataris around attacked chains 50.4 % (± 3.1) of 240 games |
//! | playouts: the last good reply, with forgetting (Baier & Drake 2010) | no | 9×9, 3000 playouts: always +0.18 ± 0.10, every other time +0.11 ± 0.12, to two moves +0.38 ± 0.10 |
//! | playouts: captures among four random points first | no | +0.03 ± 0.11 |
//! | playouts: out of the own area to the open (Fuego's clump correction) | no | +0.02 ± 0.10 |
//! | playouts: ataris around own chains of two liberties that are attacked, of three or four | no | +0.04 and +0.01 ± 0.07 on 9×9, 3000 playouts; +0.24 ± 0.26 on 19×19; games +1.6 % ± 3.3 and +2.6 % ± 2.7 |
//! | playouts: outside liberties in races, liberties by bit sets | no | 300 games of 1000 playouts: −7.0 % ± 4.4 |
//! | playouts: kos retaken; no single stone connected out of a ko; no capture into a snapback | no | 0.00, −0.01, +0.01 ± 0.07; games −2.3 %, +2.7 %, −0.6 % (± 3.3) |
//! | playouts: the third liberty not filled; the other liberty instead of a self-atari; captures instead of false eyes filled | no | 0.00, +0.04, +0.07 ± 0.07; games −5.9 %, −3.4 % and −0.6 % (± 4) |
//! | playouts: no running along the edge; no self-atari of chains that can run | no | +0.06 and +0.07 ± 0.08 |
//! | dynamic komi in handicap games | yes, from 13×13 on | 19×19, Black with 4 stones against GNU Go, 2000 playouts: 4 of 10 at 7 points a stone, 0 of 5 at none, 1 of 4 at 14 |
//! | RAVE statistics gathered by each worker for busy nodes | yes | two threads over one: 1.83 → 1.96 on 9×9, 1.86 → 1.99 on 19×19 |
//! | RAVE at busy nodes from every fourth playout, counted four times | no | the row above does more and loses nothing |

#[cfg(test)]
pub(crate) mod broken;
mod dynamic_komi;
pub mod evaluate;
mod judge;
mod ladders;
mod level;
mod node;
mod params;
mod passing;
mod player;
mod prior;
mod rave_buffer;
mod report;
mod root;
mod sized;
mod tree;
mod worker;

use crate::board::AnyBoard;
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Move};
use sized::SizedSearch;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use judge::{Judgement, Status};
pub use level::{Level, LevelError};
pub use params::{ParamError, ParamInfo, Params};
pub use player::{Choice, Player, Request};
pub use report::{Leader, MoveReport, Report, Standing};
pub use root::Path;
use root::{Root, Stance};

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Worker threads on one shared tree, at least 1.
    pub threads: usize,
    /// The most memory that the program may take with its tree, in MB.
    pub memory_mb: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Everything that may be tuned.
    pub params: Params,
    /// How strong a [`Player`] plays.
    pub level: Level,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            memory_mb: 512,
            seed: 1,
            params: Params::default(),
            level: Level::FULL,
        }
    }
}

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most playouts of this search.
    pub playouts: Option<u64>,
    /// When to end at the latest.
    pub deadline: Option<Instant>,
    /// Ends the search as soon as it is set.
    pub stop: Arc<AtomicBool>,
    /// The only moves to consider at the root; all if empty.
    pub only: Vec<Move>,
    /// Moves not to consider in the tree. What the tree has learned under
    /// restrictions below the root is true under them alone: clear it before
    /// and after.
    pub restrictions: Vec<Restriction>,
    /// Whether to count whose the points are for each move at the root by itself.
    pub ownership_by_move: bool,
}

/// Forbids the search some moves of a player near the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// The moves forbidden, or the only ones allowed.
    pub moves: Vec<Move>,
    /// Whether `moves` are the only ones allowed.
    pub allows: bool,
    /// Holds for so many moves from the root; 1 restricts the moves at the root alone.
    pub until_depth: usize,
}

impl Restriction {
    /// Whether a move of `color` that `depth` moves lead to may not be considered.
    pub fn forbids(&self, depth: usize, color: Color, mv: Move) -> bool {
        depth < self.until_depth && color == self.color && self.moves.contains(&mv) != self.allows
    }
}

/// A search in whatever layout the board needs.
enum AnySearch {
    UpTo9(SizedSearch<128, 2>),
    UpTo13(SizedSearch<256, 4>),
    UpTo19(SizedSearch<512, 8>),
    UpTo25(SizedSearch<1024, 16>),
}

/// Runs one expression for the search inside, whatever its layout.
macro_rules! each {
    ($any:expr, $search:ident => $call:expr) => {
        match $any {
            AnySearch::UpTo9($search) => $call,
            AnySearch::UpTo13($search) => $call,
            AnySearch::UpTo19($search) => $call,
            AnySearch::UpTo25($search) => $call,
        }
    };
}

/// What the tree depends on besides the moves since its root.
#[derive(Clone, PartialEq)]
struct Origin {
    dims: Dims,
    rules: Rules,
    komi: f32,
    start: u64,
    must_capture: bool,
    is_komi_virtual: bool,
}

/// The position the tree was built for.
struct Rooted {
    origin: Origin,
    moves: Vec<(Color, Move)>,
    to_move: Color,
    search: AnySearch,
}

/// A tree search that keeps its tree from move to move.
pub struct Search {
    settings: Settings,
    rooted: Option<Rooted>,
}

impl Search {
    /// A search without a position.
    pub fn new(settings: Settings) -> Search {
        Search {
            settings,
            rooted: None,
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches with other settings from now on; the tree is forgotten.
    pub fn set_settings(&mut self, settings: Settings) {
        self.rooted = None;
        self.settings = settings;
    }

    /// Forgets the tree and starts the sequence of random numbers anew.
    pub fn clear(&mut self) {
        self.rooted = None;
    }

    /// Takes the position of `game`, with `to_move` to move, as the root.
    ///
    /// `must_capture` tells that a finished game will be counted as it
    /// stands; else the players will agree on dead stones.
    /// The tree is kept if the game continues the one it was built for; it is
    /// dropped if rules, komi or the moves before its root differ.
    pub fn set_game(&mut self, game: &Game, to_move: Color, must_capture: bool) {
        let stance = Stance {
            to_move,
            must_capture,
            virtual_komi: 0.0,
        };
        self.set_game_as(game, stance);
    }

    /// As [`Search::set_game`], and perhaps with dynamic komi.
    fn set_game_as(&mut self, game: &Game, stance: Stance) {
        let to_move = stance.to_move;
        let origin = Origin {
            dims: game.dims(),
            rules: *game.rules(),
            komi: game.white_bonus(),
            start: game.start().situation_hash(),
            must_capture: stance.must_capture,
            is_komi_virtual: stance.virtual_komi != 0.0,
        };
        let old = self.rooted.take();
        let moves = game.moves().to_vec();
        self.rooted = Some(match old {
            Some(mut rooted) if rooted.origin == origin => {
                let added = added_moves(&rooted.moves, rooted.to_move, &moves, to_move);
                rooted.search.set_root(game, stance, added.as_deref());
                Rooted {
                    moves,
                    to_move,
                    ..rooted
                }
            }
            _ => {
                let search = AnySearch::new(game, stance, self.settings.clone());
                Rooted {
                    origin,
                    moves,
                    to_move,
                    search,
                }
            }
        });
    }

    /// Begins a search in the background. Does nothing before [`Search::set_game`].
    pub fn start(&mut self, limits: Limits) {
        if let Some(rooted) = &mut self.rooted {
            each!(&mut rooted.search, search => search.start(limits));
        }
    }

    /// Whether a search is going on.
    pub fn is_running(&self) -> bool {
        self.rooted
            .as_ref()
            .is_some_and(|rooted| each!(&rooted.search, search => search.is_running()))
    }

    /// What has been found so far; none before [`Search::set_game`].
    pub fn report(&self) -> Option<Report> {
        self.rooted
            .as_ref()
            .map(|rooted| each!(&rooted.search, search => search.report()))
    }

    /// How the search stands, at little cost; none before [`Search::set_game`].
    pub fn standing(&self) -> Option<Standing> {
        self.rooted
            .as_ref()
            .map(|rooted| each!(&rooted.search, search => search.standing()))
    }

    /// Ends the search and waits for the workers.
    pub fn stop(&mut self) {
        if let Some(rooted) = &mut self.rooted {
            each!(&mut rooted.search, search => search.stop());
        }
    }

    /// Waits until the search has reached its limits.
    pub fn wait(&mut self) {
        if let Some(rooted) = &mut self.rooted {
            each!(&mut rooted.search, search => search.join());
        }
    }
}

/// The moves that lead from one record to the other, if it continues it with the turns in order.
fn added_moves(
    old: &[(Color, Move)],
    old_to_move: Color,
    new: &[(Color, Move)],
    to_move: Color,
) -> Option<Vec<Move>> {
    let added = new.strip_prefix(old)?;
    let mut color = old_to_move;
    for &(mover, _) in added {
        if mover != color {
            return None;
        }
        color = !color;
    }
    (color == to_move).then(|| added.iter().map(|&(_, mv)| mv).collect())
}

impl AnySearch {
    fn new(game: &Game, stance: Stance, settings: Settings) -> AnySearch {
        match game.board() {
            AnyBoard::UpTo9(board) => {
                AnySearch::UpTo9(SizedSearch::new(Root::new(game, board, stance), settings))
            }
            AnyBoard::UpTo13(board) => {
                AnySearch::UpTo13(SizedSearch::new(Root::new(game, board, stance), settings))
            }
            AnyBoard::UpTo19(board) => {
                AnySearch::UpTo19(SizedSearch::new(Root::new(game, board, stance), settings))
            }
            AnyBoard::UpTo25(board) => {
                AnySearch::UpTo25(SizedSearch::new(Root::new(game, board, stance), settings))
            }
        }
    }

    /// The layouts agree, because the dimensions do.
    fn set_root(&mut self, game: &Game, stance: Stance, moves: Option<&[Move]>) {
        match (self, game.board()) {
            (AnySearch::UpTo9(search), AnyBoard::UpTo9(board)) => {
                search.set_root(Root::new(game, board, stance), moves);
            }
            (AnySearch::UpTo13(search), AnyBoard::UpTo13(board)) => {
                search.set_root(Root::new(game, board, stance), moves);
            }
            (AnySearch::UpTo19(search), AnyBoard::UpTo19(board)) => {
                search.set_root(Root::new(game, board, stance), moves);
            }
            (AnySearch::UpTo25(search), AnyBoard::UpTo25(board)) => {
                search.set_root(Root::new(game, board, stance), moves);
            }
            _ => unreachable!("a search is kept only for boards of its own dimensions"),
        }
    }
}
