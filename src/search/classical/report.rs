//! What the tree says of the moves at the root.

use super::node::Node;
use super::tree::Tree;
use crate::search::driver::method::RootReport;
use crate::search::report::{LONGEST_LINE, MoveReport, Rave, RootMove};
use crate::types::Move;

/// A line goes on while its nodes have at least this many visits.
const LINE_VISITS: u64 = 2;

/// The root and its moves, the most visited first.
pub fn root_report(tree: &Tree) -> RootReport {
    let children = tree.children(tree.root());
    let mut moves: Vec<MoveReport> = children.iter().map(|child| report(tree, child)).collect();
    moves.sort_by(|a, b| {
        b.visits
            .cmp(&a.visits)
            .then(b.winrate.total_cmp(&a.winrate))
    });
    let odds: f32 = children.iter().map(odds).sum();
    for found in &mut moves {
        found.prior /= odds.max(f32::MIN_POSITIVE);
    }
    let (visits, opponent_wins) = tree.root().stats.read();
    let winrate = if visits > 0.0 {
        1.0 - opponent_wins / visits
    } else {
        0.5
    };
    RootReport {
        visits: tree.root().stats.visits(),
        winrate,
        utility: utility(winrate),
        weight: visits,
        points: None,
        symmetries: Vec::new(),
        moves,
    }
}

/// Visits and mean utility of each move at the root.
pub fn root_moves(tree: &Tree) -> Vec<RootMove> {
    let of = |child: &Node| {
        let (visits, wins) = child.stats.read();
        RootMove {
            mv: child.mv(),
            visits: child.stats.visits(),
            utility: utility(wins / visits.max(1.0)),
        }
    };
    tree.children(tree.root()).iter().map(of).collect()
}

fn report(tree: &Tree, child: &Node) -> MoveReport {
    let (visits, wins) = child.stats.read();
    let (rave_visits, rave_wins) = child.rave.read();
    let prior = child.prior();
    let winrate = if visits > 0.0 {
        wins / visits
    } else {
        prior.value
    };
    let rave_mean = if rave_visits > 0.0 {
        rave_wins / rave_visits
    } else {
        0.5
    };
    let lcb = lower_bound(winrate, visits);
    let (line, line_visits) = line_from(tree, child).into_iter().unzip();
    MoveReport {
        visits: child.stats.visits(),
        winrate,
        won: winrate,
        lcb,
        utility: utility(winrate),
        utility_lcb: utility(lcb),
        prior: odds(child),
        rave: Rave {
            visits: rave_visits as u64,
            mean: rave_mean,
        },
        weight: visits,
        line,
        line_visits,
        ..MoveReport::of(child.mv())
    }
}

/// A prior value as odds, kept away from certainty.
fn odds(child: &Node) -> f32 {
    let value = child.prior().value.clamp(0.0, 0.99);
    value / (1.0 - value)
}

/// A winning rate on the scale from −1, a loss, to 1.
fn utility(winrate: f32) -> f32 {
    2.0 * winrate - 1.0
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
