//! The search by a network, with a double in its place, through the whole program's ways to search.

mod counted;
mod kept_trees;
mod legality;
mod memory;
mod player;
mod restrictions;
mod root_noise;
mod stance;
mod symmetric;
mod visits;

use super::double::Double;
use super::*;
use crate::game::{Game, Rules};
use crate::net::file::sample::{self, Plan};
use crate::net::{Network, NetworkOptions};
use crate::search::driver::root::Stance;
use crate::search::driver::sized::{AnySearch, SizedSearch};
use crate::search::{MethodChoice, Settings};

/// The left two columns are Black's. Without the stone at D1 Black has 10 points and White 15.
pub(super) const WALLS: &str = "
    .XO..
    XXOO.
    .XO..
    XXOO.
    .XOX.";

fn settings(threads: usize) -> Settings {
    Settings {
        threads,
        memory_mb: 64,
        method: MethodChoice::Double(Arc::new(Double)),
        ..Settings::default()
    }
}

fn empty(side: usize) -> Game {
    Game::new(Dims::square(side).unwrap(), Rules::default(), 7.0)
}

/// The first small network whose plan is as wanted.
pub(super) fn network(is_wanted: impl Fn(&Plan) -> bool) -> Arc<Network> {
    let plan = sample::plans().into_iter().find(is_wanted).unwrap();
    Arc::new(Network::new(plan.model(1), &NetworkOptions::default()).unwrap())
}

/// A search with its tree at hand.
fn small(threads: usize, bytes: usize, count: u64) -> SizedSearch<Puct<Double>, 128, 2> {
    small_within(
        threads,
        bytes,
        Limits::of_playouts(count),
        Guidance::default(),
    )
}

fn small_within(
    threads: usize,
    bytes: usize,
    limits: Limits,
    guidance: Guidance,
) -> SizedSearch<Puct<Double>, 128, 2> {
    let stance = Stance::plain(Color::Black);
    let method = Puct::new(Arc::new(Double), Params::default(), bytes);
    let mut search = SizedSearch::new(method, &empty(5), stance, &settings(threads));
    search.start_guided(limits, guidance);
    search.join();
    search
}
