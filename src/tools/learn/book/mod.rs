//! The opening book: positions judged one by one by the search of a strong network, always the one that players of the book
//! come to most often.

mod finding;
mod findings;
mod graph;
mod text;

#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use findings::Findings;
pub use graph::Graph;
pub use text::Heading;

use crate::game::Game;
use crate::katago::keys::USUAL_WIDE_ROOT_NOISE;
use crate::monitor::Monitor;
use crate::search::{Guidance, Limits, Search, Settings};
use crate::tools::crew;
use crate::types::format_moves;
use graph::Key;

/// Who judges.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// How a position is searched.
    pub settings: Settings,
    /// What findings call the network that does it.
    pub network: String,
    /// Visits for each position.
    pub visits: u64,
}

impl Teacher {
    /// Judges so many positions more, `threads` of them at a time, and adds them to the graph; fewer if there are none left that
    /// anybody comes to. `take` gets what was found, or in which position a search has failed.
    ///
    /// # Errors
    /// That of `take`: nothing is begun after it.
    pub fn judge<E>(
        &self,
        graph: &mut Graph,
        positions: usize,
        threads: usize,
        take: impl FnMut(Result<Finding, String>) -> Result<(), E>,
    ) -> Result<(), E> {
        graph.settle();
        let desk = Desk(Monitor::new(Papers {
            graph,
            in_progress: Vec::new(),
            is_done: false,
        }));
        let work = |_, send: &dyn Fn(Result<Finding, String>)| {
            let Some((game, key)) = desk.take() else {
                return;
            };
            let _loan = Loan { desk: &desk, key };
            let found = self.search(&game);
            if let Ok(finding) = &found {
                desk.put(finding);
            }
            send(found);
        };
        crew::run(threads, positions, work, take)
    }

    fn search(&self, game: &Game) -> Result<Finding, String> {
        let mut search = Search::new(self.settings.clone());
        search.set_game(game, game.to_move());
        let limits = Limits {
            visits: Some(self.visits),
            ..Limits::default()
        };
        let guidance = Guidance {
            // Chance gives some visits away, so that no good move is overlooked.
            wide_root_noise: USUAL_WIDE_ROOT_NOISE,
            ..Guidance::default()
        };
        let found = search.run_guided(limits, guidance);
        let report = found.expect("the search has a game");
        match report.has_failed() {
            true => Err(failure(game)),
            false => Ok(Finding::of(game, &self.network, &report)),
        }
    }
}

/// Names the position in which a search has failed.
fn failure(game: &Game) -> String {
    let moves = game.moves().iter().map(|(_, mv)| mv);
    match format_moves(game.dims(), moves) {
        moves if moves.is_empty() => "the search has failed on the empty board".to_owned(),
        moves => format!("the search has failed in the position after {moves}"),
    }
}

/// Where threads fetch positions and bring back what they have found.
struct Desk<'a>(Monitor<Papers<'a>>);

struct Papers<'a> {
    graph: &'a mut Graph,
    in_progress: Vec<Key>,
    /// Whether there is nothing left to judge.
    is_done: bool,
}

/// A position that a thread has taken, until it is done with it or has failed.
struct Loan<'d, 'a> {
    desk: &'d Desk<'a>,
    key: Key,
}

impl Drop for Loan<'_, '_> {
    fn drop(&mut self) {
        self.desk
            .0
            .change(|papers| papers.in_progress.retain(|&other| other != self.key));
    }
}

impl Desk<'_> {
    /// The position to judge next, if there is one or what others are at may lead to one.
    fn take(&self) -> Option<(Game, Key)> {
        let mut taken = None;
        drop(self.0.wait_while(|papers| {
            taken = papers.take();
            taken.is_none() && !papers.is_done
        }));
        taken
    }

    fn put(&self, finding: &Finding) {
        let mut papers = self.0.lock();
        let added = papers.graph.add(finding);
        added.expect("a search of the graph's own game fits into it");
        papers.graph.settle();
    }
}

impl Papers<'_> {
    /// The position to judge next, if there is one by now.
    fn take(&mut self) -> Option<(Game, Key)> {
        if self.is_done {
            return None;
        }
        let Some(wanted) = self.graph.wanted(&self.in_progress) else {
            // What others are at may lead to one.
            self.is_done = self.in_progress.is_empty();
            return None;
        };
        self.in_progress.push(wanted.key);
        let game = self.graph.game_after(&wanted.moves);
        Some((game.expect("moves of a search are legal"), wanted.key))
    }
}
