//! The handle by which everyone else starts, asks and stops a search.

#[cfg(test)]
use super::MethodChoice;
use super::classical::Classical;
use super::memory::{bytes_of, room};
use super::method::Method;
use super::puct::Puct;
use super::root::Stance;
use super::sized::{AnySearch, SizedSearch};
use super::{Limits, Report, Restrictions, Settings, Standing};
use crate::game::Game;
use crate::net::model::Evaluation;
use crate::types::{Color, Move, SizeClass};
use std::sync::Arc;

/// A tree search that keeps its tree from move to move.
pub struct Search {
    settings: Settings,
    rooted: Option<Rooted>,
}

/// A search with the position that its tree was built for.
struct Rooted {
    game: Game,
    stance: Stance,
    /// What the tree has been grown under, seen from its root.
    restrictions: Restrictions,
    noise: f32,
    search: Box<dyn AnySearch>,
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

    /// Changes the seed for the trees to come. The present one goes on as it has begun.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// Forgets the tree and starts the sequence of random numbers anew.
    pub fn clear(&mut self) {
        self.rooted = None;
    }

    /// Takes the position of `game`, with `to_move` to move, as the root.
    ///
    /// The tree is kept if the game continues the one it was built for
    /// ([`Game::continues`]); what depends on anything else is dropped.
    pub fn set_game(&mut self, game: &Game, to_move: Color) {
        self.set_game_as(game, self.stance(game, to_move));
    }

    /// How [`Search::set_game`] looks at the position of `game`: dead stones as the rules say, and no dynamic komi.
    pub fn stance(&self, game: &Game, to_move: Color) -> Stance {
        self.settings.stance(game, to_move)
    }

    /// As [`Search::set_game`], in a stance of the caller's.
    pub fn set_game_as(&mut self, game: &Game, stance: Stance) {
        match &mut self.rooted {
            Some(rooted) if rooted.game.dims() == game.dims() => rooted.set_root(game, stance),
            // Not two trees at a time.
            rooted => {
                *rooted = None;
                *rooted = Some(Rooted::new(game, stance, self.settings.clone()));
            }
        }
    }

    /// Begins a search in the background. Does nothing before [`Search::set_game`].
    pub fn start(&mut self, limits: Limits) {
        if let Some(rooted) = &mut self.rooted {
            rooted.start(limits);
        }
    }

    /// Searches until the limits are reached, and tells what has been found; none before [`Search::set_game`].
    pub fn run(&mut self, limits: Limits) -> Option<Report> {
        self.start(limits);
        self.wait();
        self.report()
    }

    /// Whether a search is going on.
    pub fn is_running(&self) -> bool {
        let search = self.rooted.as_ref().map(|rooted| &rooted.search);
        search.is_some_and(|search| search.is_running())
    }

    /// What has been found so far; none before [`Search::set_game`].
    pub fn report(&self) -> Option<Report> {
        self.rooted.as_ref().map(|rooted| rooted.search.report())
    }

    /// What the network says of the root without any search; none before [`Search::set_game`] or if playouts judge.
    pub fn raw_evaluation(&self) -> Option<Arc<Evaluation>> {
        self.rooted.as_ref()?.search.raw_evaluation()
    }

    /// How the search stands, at little cost; none before [`Search::set_game`].
    pub fn standing(&self) -> Option<Standing> {
        self.rooted.as_ref().map(|rooted| rooted.search.standing())
    }

    /// Ends the search and waits for the workers.
    pub fn stop(&mut self) {
        if let Some(rooted) = &mut self.rooted {
            rooted.search.stop();
        }
    }

    /// Waits until the search has reached its limits.
    pub fn wait(&mut self) {
        if let Some(rooted) = &mut self.rooted {
            rooted.search.join();
        }
    }
}

impl Rooted {
    fn new(game: &Game, stance: Stance, settings: Settings) -> Rooted {
        Rooted {
            game: game.clone(),
            stance,
            restrictions: Restrictions::default(),
            noise: 0.0,
            search: search_for(game, stance, settings),
        }
    }

    fn set_root(&mut self, game: &Game, stance: Stance) {
        let added = self.moves_to(game, stance);
        let count = added.as_ref().map_or(usize::MAX, Vec::len);
        self.restrictions = self.restrictions.after(count);
        if count > 0 {
            // Chance moves the choice at the root alone.
            self.noise = 0.0;
        }
        self.search.set_root(game, stance, added.as_deref());
        self.game = game.clone();
        self.stance = stance;
    }

    /// The moves from the present root to another one, if what the tree knows is true there.
    fn moves_to(&self, game: &Game, stance: Stance) -> Option<Vec<Move>> {
        let mut to_move = self.stance.to_move;
        let mut moves = Vec::new();
        for &(color, mv) in game.continues(&self.game)? {
            if color != to_move {
                return None;
            }
            moves.push(mv);
            to_move = !to_move;
        }
        if stance.conservative_pass && !moves.is_empty() {
            // At this root the last pass counts for nothing. In the tree that led here it counted, and another pass ended the game.
            return None;
        }
        let same_stance = Stance {
            to_move,
            ..self.stance
        }
        .is_compatible_with(stance);
        same_stance.then_some(moves)
    }

    /// What a search with other restrictions or more noise has left in the tree would mislead: it is forgotten.
    fn start(&mut self, limits: Limits) {
        self.search.stop();
        let noise = limits.wide_root_noise;
        if self.restrictions != limits.restrictions || self.noise > noise {
            self.search.forget();
            self.restrictions.clone_from(&limits.restrictions);
        }
        self.noise = noise;
        self.search.start(limits);
    }
}

/// A search by the method and in the layout that are asked for: chosen here, once.
fn search_for(game: &Game, stance: Stance, settings: Settings) -> Box<dyn AnySearch> {
    let params = settings.params.clone();
    #[cfg(test)]
    if let MethodChoice::Double(double) = &settings.method {
        let method = Puct::new(double.clone(), params, room(&settings, 0));
        return search_by(method, game, stance, settings);
    }
    let Some(network) = settings.method.network_on(game.dims()) else {
        let method = Classical::new(params, room(&settings, 0));
        return search_by(method, game, stance, settings);
    };
    let bytes = room(&settings, bytes_of(&network));
    search_by(Puct::new(network, params, bytes), game, stance, settings)
}

fn search_by<M: Method>(
    method: M,
    game: &Game,
    stance: Stance,
    settings: Settings,
) -> Box<dyn AnySearch> {
    match game.dims().class() {
        SizeClass::UpTo9 => Box::new(SizedSearch::<M, 128, 2>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo13 => Box::new(SizedSearch::<M, 256, 4>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo19 => Box::new(SizedSearch::<M, 512, 8>::new(
            method, game, stance, settings,
        )),
        SizeClass::UpTo25 => Box::new(SizedSearch::<M, 1024, 16>::new(
            method, game, stance, settings,
        )),
    }
}
