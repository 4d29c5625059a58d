//! The handle by which everyone else starts, asks and stops a search.

use super::memory::{room, room_with};
use super::root::Stance;
use super::sized::{AnySearch, search_by};
use crate::game::Game;
use crate::net::model::Evaluation;
#[cfg(test)]
use crate::search::MethodChoice;
use crate::search::classical::{Classical, give_back_spare_room};
use crate::search::puct::Puct;
use crate::search::{Guidance, Limits, Report, Settings, Standing};
use crate::types::Color;
use std::sync::Arc;

/// A tree search that keeps its tree from move to move. Dropping it ends what goes on.
pub struct Search {
    settings: Settings,
    search: Option<Box<dyn AnySearch>>,
}

impl Search {
    /// A search without a position.
    pub fn new(settings: Settings) -> Search {
        Search {
            settings,
            search: None,
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the seed of the searches to come. The tree stays; a search that goes on ends.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        if let Some(search) = &mut self.search {
            search.set_seed(seed);
        }
    }

    /// Forgets the tree and starts the sequence of random numbers anew.
    pub fn clear(&mut self) {
        self.search = None;
    }

    /// Takes the position of `game`, with `to_move` to move, as the root.
    ///
    /// The tree is kept if the game continues the one it was built for
    /// ([`Game::continues`]); what depends on anything else is dropped. A search that goes on ends. Where a network is to judge,
    /// this waits until it has been read: see [`MethodChoice::is_ready`](crate::search::MethodChoice::is_ready).
    pub fn set_game(&mut self, game: &Game, to_move: Color) {
        self.set_game_as(game, self.settings.stance(game, to_move));
    }

    /// As [`Search::set_game`], in a stance of the caller's.
    pub fn set_game_as(&mut self, game: &Game, stance: Stance) {
        match &mut self.search {
            Some(search) if search.dims() == game.dims() => search.set_root(game, stance),
            // Not two trees at a time.
            search => {
                *search = None;
                *search = Some(search_for(game, stance, &self.settings));
            }
        }
    }

    /// Begins a search in the background; one that goes on ends. Does nothing before [`Search::set_game`].
    pub fn start(&mut self, limits: Limits) {
        if let Some(search) = &mut self.search {
            search.start(limits);
        }
    }

    /// As [`Search::start`], with a say in what the search looks at.
    pub fn start_guided(&mut self, limits: Limits, guidance: Guidance) {
        if let Some(search) = &mut self.search {
            search.start_guided(limits, guidance);
        }
    }

    /// Searches until the limits are reached, and tells what has been found; none before [`Search::set_game`].
    pub fn run(&mut self, limits: Limits) -> Option<Report> {
        self.run_guided(limits, Guidance::default())
    }

    /// As [`Search::run`], with a say in what the search looks at.
    pub fn run_guided(&mut self, limits: Limits, guidance: Guidance) -> Option<Report> {
        self.start_guided(limits, guidance);
        self.wait();
        self.report()
    }

    /// Whether a search is going on.
    pub fn is_running(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| search.is_running())
    }

    /// What has been found so far; none before [`Search::set_game`].
    pub fn report(&self) -> Option<Report> {
        self.search.as_ref().map(|search| search.report())
    }

    /// What the network says of the root without any search; none before [`Search::set_game`] or if playouts judge.
    pub fn raw_evaluation(&self) -> Option<Arc<Evaluation>> {
        self.search.as_ref()?.raw_evaluation()
    }

    /// How the search stands, at little cost; none before [`Search::set_game`].
    pub fn standing(&self) -> Option<Standing> {
        self.search.as_ref().map(|search| search.standing())
    }

    /// Ends the search and waits for the workers.
    pub fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop();
        }
    }

    /// Waits until the search has reached its limits.
    pub fn wait(&mut self) {
        if let Some(search) = &mut self.search {
            search.join();
        }
    }
}

/// A search by the method that is asked for: chosen here, once.
fn search_for(game: &Game, stance: Stance, settings: &Settings) -> Box<dyn AnySearch> {
    let params = settings.params.clone();
    #[cfg(test)]
    if let MethodChoice::Double(double) = &settings.method {
        let method = Puct::new(double.clone(), params, room(settings, 0));
        return search_by(method, game, stance, settings);
    }
    let Some(network) = settings.method.network_on(game.dims()) else {
        let method = Classical::new(params, room(settings, 0));
        return search_by(method, game, stance, settings);
    };
    // Trees of playouts leave theirs to one another.
    give_back_spare_room();
    let bytes = room_with(settings, &network);
    search_by(Puct::new(network, params, bytes), game, stance, settings)
}
