//! What a search has found: what the tree says, and beside it what the workers have counted.

use super::count::{Count, Owners, Ownership};
use super::method::{Method, RootPoints};
use super::shared::Shared;
use crate::search::report::{MoveReport, Report};

impl<M: Method, const N: usize, const W: usize> Shared<M, N, W> {
    /// What has been found so far.
    pub fn report(&self) -> Report {
        let to_move = self.root.stance.to_move;
        // Before all are counted: the first playout may end between the two.
        let playouts = self.playouts();
        let counted = self.counted();
        let leads = counted.leads();
        let mut tree = self.method.report(&self.root);
        for found in &mut tree.moves {
            found.lead_visits = found.visits;
            if tree.points.is_none() {
                self.add_lead(found, &counted);
            }
            // Of the hundreds of moves without visits nobody asks.
            if self.guidance.ownership_by_move && found.visits > 0 {
                self.add_ownership(found, &counted);
            }
        }
        let counted_points = RootPoints {
            lead: leads.mean(),
            lead_stdev: leads.stdev(),
            score: leads.mean(),
        };
        let (points, lead_visits) = match tree.points {
            Some(points) => (points, tree.visits),
            None => (counted_points, leads.visits),
        };
        let owners = self.told(counted.owners());
        Report {
            playouts,
            visits: tree.visits,
            to_move,
            winrate: tree.winrate,
            utility: tree.utility,
            won: match tree.points {
                None if leads.visits > 0 => to_move.winrate(leads.wins()),
                _ => tree.winrate,
            },
            is_komi_virtual: self.root.stance.virtual_komi != 0.0,
            black_lead: points.lead,
            lead_stdev: points.lead_stdev,
            lead_visits,
            black_score: points.score,
            weight: tree.weight,
            moves: tree.moves,
            ownership: owners.mean,
            ownership_stdev: owners.stdev,
            owner_visits: leads.visits,
            symmetries: tree.symmetries,
            nodes: self.method.nodes(),
            collisions: self.method.collisions(),
        }
    }

    /// Fills in the lead after a move, and how often it won, by the workers' counts. A move that they have not tried gets the mean
    /// lead of all visits.
    fn add_lead(&self, found: &mut MoveReport, all: &Count<N>) {
        let to_move = self.root.stance.to_move;
        let leads = all.leads_by(found.mv);
        let known = if leads.visits > 0 { leads } else { all.leads() };
        found.lead_visits = leads.visits;
        found.lead = to_move.sign() * known.mean();
        found.lead_stdev = known.stdev();
        found.score = found.lead;
        if leads.visits > 0 {
            found.won = to_move.winrate(leads.wins());
        }
    }

    /// Fills in whose the points are after a move. The tree may know one of whose owners nothing has been counted: all visits are
    /// the best guess.
    fn add_ownership(&self, found: &mut MoveReport, all: &Count<N>) {
        let owners = match self.owners_by_move.of(found.mv) {
            Some(owners) => self.told(&owners),
            None => self.told(all.owners()),
        };
        found.ownership = owners.mean;
        found.ownership_stdev = owners.stdev;
    }

    fn told(&self, owners: &Owners) -> Ownership {
        owners.told(self.root.board.dims(), M::OWNER_UNITS)
    }
}
