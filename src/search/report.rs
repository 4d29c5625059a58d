//! What a search has found so far.

use super::node::Node;
use super::tree::Tree;
use crate::types::{Color, Move};

/// The longest line reported.
const LONGEST_LINE: usize = 30;
/// A line goes on while its nodes have at least this many visits.
const LINE_VISITS: u64 = 2;

/// One move at the root. Values are from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Playouts through it, earlier searches of the same tree included.
    pub visits: u64,
    /// Mean result, 0..=1.
    pub winrate: f32,
    /// A lower confidence bound of the mean result.
    pub lcb: f32,
    /// The prior's mean value, 0..=1.
    pub prior: f32,
    /// RAVE: how often the move was played later by the same player, and the mean result then.
    pub rave: (u64, f32),
    /// Mean lead in points in this search's playouts through the move, komi included.
    pub lead: f32,
    /// Standard deviation of the lead over these playouts.
    pub lead_stdev: f32,
    /// How many playouts of this search went through the move.
    pub playouts: u64,
    /// The share of these that were won, draws counting half. Unlike the
    /// winning rate it knows neither margin nor dynamic komi.
    pub won: f32,
    /// The expected line, this move first.
    pub line: Vec<Move>,
    /// Playouts through each move of the line.
    pub line_visits: Vec<u64>,
    /// As [`Report::ownership`], from this search's playouts through the move;
    /// empty unless asked for by [`Limits::ownership_by_move`](super::Limits::ownership_by_move).
    pub ownership: Vec<f32>,
}

/// What this search's playouts say of the lead.
pub(super) struct LeadStats {
    pub playouts: u64,
    pub mean: f32,
    pub stdev: f32,
    /// The share of playouts won, draws counting half.
    pub wins: f32,
}

/// What this search's playouts through one move say, for the player to move.
pub(super) struct MoveTally {
    pub leads: LeadStats,
    pub ownership: Vec<f32>,
}

/// How a running search stands: much cheaper than a [`Report`], to be asked all the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Playouts of this search.
    pub playouts: u64,
    /// Visits and mean result of each move at the root, in no order.
    pub moves: Vec<(u64, f32)>,
    /// Whether no move has more visits than the pass.
    pub would_pass: bool,
}

/// What a [`Standing`] says of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leader {
    /// Playouts through the move.
    pub visits: u64,
    /// Their mean result, 0..=1.
    pub winrate: f32,
}

impl Standing {
    /// The two most visited moves.
    pub fn leaders(&self) -> [Option<Leader>; 2] {
        let mut leaders: [Option<Leader>; 2] = [None; 2];
        for &(visits, winrate) in &self.moves {
            let found = Some(Leader { visits, winrate });
            let visits_of = |leader: Option<Leader>| leader.map(|leader| leader.visits);
            if Some(visits) > visits_of(leaders[0]) {
                leaders = [found, leaders[0]];
            } else if Some(visits) > visits_of(leaders[1]) {
                leaders[1] = found;
            }
        }
        leaders
    }

    /// Whether no move with at least half the visits of the most visited one has a better result.
    pub fn is_clear(&self) -> bool {
        let [Some(first), _] = self.leaders() else {
            return false;
        };
        let is_no_rival =
            |&(visits, winrate): &(u64, f32)| visits * 2 < first.visits || winrate <= first.winrate;
        self.moves.iter().all(is_no_rival)
    }
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Playouts of this search alone.
    pub playouts: u64,
    /// Playouts through the root, earlier searches included.
    pub visits: u64,
    /// Who moves at the root.
    pub to_move: Color,
    /// Mean result for the player to move, 0..=1.
    pub winrate: f32,
    /// The share of this search's playouts that the player to move won, draws
    /// counting half; as [`MoveReport::won`].
    pub won: f32,
    /// Whether winning rates were judged under dynamic komi, and are not those of the true game.
    pub is_komi_virtual: bool,
    /// Black's mean lead in points, komi included.
    pub black_lead: f32,
    /// Standard deviation of the lead over the playouts.
    pub lead_stdev: f32,
    /// The moves at the root, most visited first.
    pub moves: Vec<MoveReport>,
    /// Whose each point is in the mean, −1 White to 1 Black, in the order of [`crate::types::Dims::points`].
    pub ownership: Vec<f32>,
    /// Nodes in use and nodes that fit.
    pub nodes: (usize, usize),
}

impl Report {
    /// The most visited move.
    pub fn best(&self) -> Option<&MoveReport> {
        self.moves.first()
    }

    /// The report on a move, if it was considered.
    pub fn find(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|report| report.mv == mv)
    }
}

/// The moves at the root, most visited first; `tally` tells what this search's playouts say of a move.
pub(super) fn move_reports(tree: &Tree, tally: impl Fn(Move) -> MoveTally) -> Vec<MoveReport> {
    let mut reports: Vec<MoveReport> = tree
        .children(tree.root())
        .iter()
        .map(|child| move_report(tree, child, tally(child.mv())))
        .collect();
    reports.sort_by(|a, b| {
        b.visits
            .cmp(&a.visits)
            .then(b.winrate.total_cmp(&a.winrate))
    });
    reports
}

fn move_report(tree: &Tree, child: &Node, tally: MoveTally) -> MoveReport {
    let (visits, wins) = child.stats.read();
    let (rave_visits, rave_wins) = child.rave.read();
    let prior = child.prior();
    let winrate = if visits > 0.0 {
        wins / visits
    } else {
        prior.value
    };
    let (line, line_visits) = line_from(tree, child).into_iter().unzip();
    MoveReport {
        mv: child.mv(),
        visits: visits as u64,
        winrate,
        lcb: lower_bound(winrate, visits),
        prior: prior.value,
        rave: (
            rave_visits as u64,
            if rave_visits > 0.0 {
                rave_wins / rave_visits
            } else {
                0.5
            },
        ),
        lead: tally.leads.mean,
        lead_stdev: tally.leads.stdev,
        playouts: tally.leads.playouts,
        won: if tally.leads.playouts > 0 {
            tally.leads.wins
        } else {
            winrate
        },
        line,
        line_visits,
        ownership: tally.ownership,
    }
}

/// The lower end of a two-sigma interval of a mean of results in 0..=1.
fn lower_bound(mean: f32, visits: f32) -> f32 {
    let mean = mean.clamp(0.0, 1.0);
    let deviation = ((mean * (1.0 - mean) + 0.01) / (visits + 1.0)).sqrt();
    (mean - 2.0 * deviation).max(0.0)
}

/// The expected line with the visits of each move.
fn line_from(tree: &Tree, first: &Node) -> Vec<(Move, u64)> {
    let mut line = vec![(first.mv(), first.stats.visits())];
    let mut node = first;
    while line.len() < LONGEST_LINE {
        // The first of equals, so that the order of the moves decides and not chance.
        let most_visited = tree
            .children(node)
            .iter()
            .rev()
            .max_by_key(|child| child.stats.visits());
        match most_visited {
            Some(child) if child.stats.visits() >= LINE_VISITS => node = child,
            _ => break,
        }
        line.push((node.mv(), node.stats.visits()));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(moves: &[(u64, f32)]) -> Standing {
        Standing {
            playouts: 100,
            moves: moves.to_vec(),
            would_pass: false,
        }
    }

    #[test]
    fn leaders_are_the_most_visited() {
        let visits = |moves: &[(u64, f32)]| {
            standing(moves)
                .leaders()
                .map(|leader| leader.map(|leader| leader.visits))
        };
        assert_eq!(visits(&[(3, 0.1), (9, 0.5), (7, 0.4)]), [Some(9), Some(7)]);
        assert_eq!(visits(&[(9, 0.1), (3, 0.5), (7, 0.4)]), [Some(9), Some(7)]);
        assert_eq!(visits(&[(4, 0.1)]), [Some(4), None]);
        assert_eq!(visits(&[]), [None, None]);
    }

    #[test]
    fn a_rival_with_better_results_makes_the_choice_unclear() {
        assert!(standing(&[(10, 0.5), (6, 0.4), (2, 0.9)]).is_clear());
        assert!(!standing(&[(10, 0.5), (6, 0.6)]).is_clear());
    }
}
