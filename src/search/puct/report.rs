//! What the tree says of the moves at the root, and which it would play.
//!
//! The choice goes by the lower confidence bound of the utility among the moves
//! with a fair share of the visits, else by visits. After KataGo (`docs/KataGoMethods.md`: *LCB*).

use super::backup::Sums;
use super::root_symmetry::RootSymmetry;
use super::select::Selection;
use super::tree::Tree;
use super::tree::edge::Edge;
use super::tree::node::Node;
use super::tree::stats::Stats;
use crate::search::driver::descent::Descent;
use crate::search::driver::method::{RootPoints, RootReport};
use crate::search::driver::root::Root;
use crate::search::report::{LONGEST_LINE, MoveReport, RootMove};
use crate::types::{Color, Move};

/// Standard deviations from the mean to the bound.
const BOUND_STDEVS: f32 = 5.0;
/// How far the bound of a move is from the mean of which nothing has been seen.
const UNKNOWN_RADIUS: f32 = 2.0;
/// A move needs this share of the most visits to be chosen for its bound.
pub const FAIR_SHARE: f32 = 0.15;

/// A root of which something is to be told.
pub struct RootView<'a, const N: usize, const W: usize> {
    /// The tree.
    pub tree: &'a Tree,
    /// What the root was made of.
    pub root: &'a Root<N, W>,
    /// What it is worth.
    pub stats: Stats,
    /// Which of its moves are alike.
    pub root_symmetry: &'a RootSymmetry,
    /// No utility is farther from 0.
    pub utility_bound: f32,
}

impl<const N: usize, const W: usize> RootView<'_, N, W> {
    /// The root and its moves, the one to play first. Of symmetric moves only one is searched; the others have a prior and no
    /// visits.
    pub fn report(&self) -> RootReport {
        let mut moves = self.move_reports();
        put_best_first(&mut moves);
        RootReport {
            visits: u64::from(self.tree.root().visits()),
            winrate: winrate(&self.stats, self.color()),
            utility: self.color().sign() * self.stats.utility,
            weight: self.tree.root().weight(),
            points: Some(RootPoints {
                lead: self.stats.value.lead,
                lead_stdev: self.stats.value.score_stdev(),
                score: self.stats.value.score,
            }),
            symmetries: self.root_symmetry.symmetries.clone(),
            moves,
        }
    }

    fn color(&self) -> Color {
        self.root.stance.to_move
    }

    /// The moves that the root's policy knows, in its order.
    fn move_reports(&self) -> Vec<MoveReport> {
        let node = self.tree.root();
        let policy = node
            .evaluation()
            .and_then(|evaluation| evaluation.policy.as_ref());
        let Some(policy) = policy else {
            return Vec::new();
        };
        let unknown = |mv| MoveReport {
            utility_lcb: self.color().sign() * self.stats.utility - UNKNOWN_RADIUS,
            ..worth(mv, &self.stats, self.color())
        };
        let told = |(mv, prior)| {
            let edge = node.find_edge(mv);
            let edge = edge.filter(|_| !self.root_symmetry.is_duplicate(mv));
            let searched = edge.and_then(|edge| self.searched_move(edge));
            MoveReport {
                prior,
                ..searched.unwrap_or_else(|| unknown(mv))
            }
        };
        policy.moves(self.root.board.dims()).map(told).collect()
    }

    /// What is known of a move at the root that has been visited.
    fn searched_move(&self, edge: &Edge) -> Option<MoveReport> {
        let (child, weight) = self.tree.evidence(edge)?;
        let stats = child.stats();
        let found = worth(edge.mv(), &stats, self.color());
        let radius = bound_radius(&stats, weight);
        let (line, line_visits) = line_from(self.tree, self.root, edge).into_iter().unzip();
        Some(MoveReport {
            visits: u64::from(edge.visits()),
            weight,
            // The winning rate moves by half of what wins less losses do, which are only a part of the utility. As KataGo shows it.
            lcb: (found.winrate - radius / (2.0 * self.utility_bound)).clamp(0.0, 1.0),
            utility_lcb: found.utility - radius,
            line,
            line_visits,
            ..found
        })
    }
}

/// Orders moves by their visits, but the one to play first.
fn put_best_first(moves: &mut [MoveReport]) {
    moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior)));
    let most = moves.first().map_or(0, |found| found.visits);
    let is_fair =
        |found: &MoveReport| found.visits > 1 && found.visits as f32 >= FAIR_SHARE * most as f32;
    let best = (0..moves.len())
        .filter(|&index| is_fair(&moves[index]))
        .max_by(|&a, &b| moves[a].utility_lcb.total_cmp(&moves[b].utility_lcb));
    if let Some(best) = best {
        moves[..=best].rotate_right(1);
    }
}

/// What the root is worth by its own judgement and by its moves, each as far as it was tried for its own sake: what chance has
/// tried besides makes no position worse. After KataGo's `getPrunedRootValues`.
pub fn pruned_root_stats(selection: &Selection) -> Stats {
    let root = selection.node;
    let mut sums = Sums::default();
    let own = selection.evaluation.stats(selection.own_utility);
    sums.add(&own, own.weight, own.weight_square);
    for (mv, weight) in selection.reduced_weights() {
        let edge = root.find_edge(mv);
        if let Some((child, _)) = edge.and_then(|edge| selection.tree.evidence(edge)) {
            let stats = child.stats();
            let share = weight / stats.weight;
            sums.add(&stats, weight, stats.weight_square * share);
        }
    }
    sums.mean()
}

/// Visits and mean utility of each move at the root that has been visited, without those that are as another one.
pub fn root_moves(tree: &Tree, root_symmetry: &RootSymmetry, color: Color) -> Vec<RootMove> {
    let of = |edge: &Edge| {
        let child = tree.node(edge.child()?);
        Some(RootMove {
            mv: edge.mv(),
            visits: u64::from(edge.visits()),
            utility: color.sign() * child.utility(),
        })
    };
    let visited = tree.root().edges().filter(|edge| edge.visits() > 0);
    let searched = visited.filter(|edge| !root_symmetry.is_duplicate(edge.mv()));
    searched.filter_map(of).collect()
}

/// A move of this player that is worth so much.
fn worth(mv: Move, stats: &Stats, color: Color) -> MoveReport {
    MoveReport {
        winrate: winrate(stats, color),
        won: winrate(stats, color),
        utility: color.sign() * stats.utility,
        lead: color.sign() * stats.value.lead,
        lead_stdev: stats.value.score_stdev(),
        score: color.sign() * stats.value.score,
        no_result: stats.value.no_result,
        ..MoveReport::of(mv)
    }
}

/// A player's winning rate, half of the games without result included.
fn winrate(stats: &Stats, color: Color) -> f32 {
    (0.5 + 0.5 * color.sign() * stats.value.win_loss).clamp(0.0, 1.0)
}

/// How far the lower confidence bound is from the mean utility, of which so much weight came by the move itself.
fn bound_radius(stats: &Stats, weight: f32) -> f32 {
    let weight_square = stats.weight_square * weight / stats.weight;
    let samples = weight * weight / weight_square.max(1e-9);
    // One more result, far off, that fades as results come in.
    let prior = weight / (samples * samples * samples);
    let variance = (stats.utility_square - stats.utility * stats.utility).max(1e-8);
    let weight = weight + prior;
    let samples = weight * weight / (weight_square + prior * prior).max(1e-9);
    BOUND_STDEVS * ((variance + prior / weight) / samples).sqrt()
}

/// The expected line with the visits of each move, as far as it breaks no rule: nodes that several ways share may offer
/// moves that superko forbids on this one. It ends where a situation comes back.
fn line_from<const N: usize, const W: usize>(
    tree: &Tree,
    root: &Root<N, W>,
    first: &Edge,
) -> Vec<(Move, u64)> {
    let mut way = Descent::new(root);
    let mut line = vec![(first.mv(), u64::from(first.visits()))];
    let mut passed: Vec<*const Node> = vec![tree.root()];
    let mut edge = first;
    while let Some(node) = edge.child().map(|child| tree.node(child))
        && line.len() < LONGEST_LINE
        && !passed.contains(&std::ptr::from_ref(node))
    {
        way.play(edge.mv());
        passed.push(node);
        if way.is_cycle() {
            break;
        }
        let may_play = |mv| !way.is_banned(mv);
        let Some(next) = most_visited(node, may_play) else {
            break;
        };
        line.push((next.mv(), u64::from(next.visits())));
        edge = next;
    }
    line
}

fn most_visited(node: &Node, may_play: impl Fn(Move) -> bool) -> Option<&Edge> {
    // The first of equals.
    let mut best: Option<&Edge> = None;
    for edge in node.edges() {
        if best.is_none_or(|best| edge.visits() > best.visits()) && may_play(edge.mv()) {
            best = Some(edge);
        }
    }
    best.filter(|edge| edge.visits() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::driver::root::Stance;
    use crate::types::{format_move, parse_move};

    const KO: &str = ". X O .
                      X . X O
                      . X O .
                      . . . .";

    /// The line that begins with the root's only edge, White to move. Each edge is from a node to another, with its
    /// vertex and visits.
    fn line(edges: &[(u32, u32, &str, u32)]) -> Vec<(String, u64)> {
        let mut game = Game::from_diagram(KO).unwrap();
        game.set_to_move(Color::White);
        let dims = game.dims();
        let tree = Tree::new(1_000_000);
        for node in 1..4 {
            assert_eq!(tree.allocate(), Some(node));
        }
        for &(from, to, vertex, visits) in edges {
            let mv = parse_move(dims, vertex).unwrap();
            let edge = tree.node(from).edge_or_new(mv, |bytes| tree.grow(bytes));
            edge.set_child(to);
            for _ in 0..visits {
                edge.depart();
                edge.come_back();
            }
        }
        let root = Root::<128, 2>::new(&game, Stance::plain(Color::White));
        let first = tree.root().edges().next().unwrap();
        let line = line_from(&tree, &root, first);
        let vertex = |(mv, visits)| (format_move(dims, mv), visits);
        line.into_iter().map(vertex).collect()
    }

    #[test]
    fn the_best_bound_is_chosen_among_the_moves_with_a_fair_share_of_the_visits() {
        let best = |moves: &[(u64, f32)]| {
            let found = |&(visits, utility_lcb): &(u64, f32)| MoveReport {
                visits,
                utility_lcb,
                ..MoveReport::of(Move::Pass)
            };
            let mut moves: Vec<MoveReport> = moves.iter().map(found).collect();
            put_best_first(&mut moves);
            let order: Vec<u64> = moves.iter().map(|found| found.visits).collect();
            order
        };
        assert_eq!(best(&[(16, 0.2), (100, 0.1), (40, 0.3)]), [40, 100, 16]);
        assert_eq!(best(&[(16, 0.3), (100, 0.1), (40, 0.2)]), [16, 100, 40]);
        // Too few visits, or one alone.
        assert_eq!(best(&[(14, 0.3), (100, 0.1), (40, 0.0)]), [100, 40, 14]);
        assert_eq!(best(&[(1, 0.3), (2, 0.1), (0, 0.5)]), [2, 1, 0]);
    }

    #[test]
    fn equal_results_have_a_bound() {
        for (visits, utility) in (300..5000).flat_map(|n| [0.6, 1.0, 1.037188].map(|u| (n, u))) {
            let weight = visits as f32;
            let stats = Stats {
                utility,
                utility_square: utility * utility,
                weight,
                weight_square: weight,
                ..Stats::default()
            };
            let radius = bound_radius(&stats, weight);
            assert!(
                radius > 0.0 && radius < 0.01,
                "{visits} times {utility}: {radius}"
            );
        }
    }

    #[test]
    fn a_line_goes_no_way_that_superko_forbids() {
        // White takes the ko, which Black may not take back at once.
        let found = line(&[(0, 1, "B3", 20), (1, 2, "C3", 9), (1, 3, "A1", 5)]);
        assert_eq!(found, [("B3".to_owned(), 20), ("A1".to_owned(), 5)]);
    }

    #[test]
    fn a_line_does_not_go_round() {
        let found = line(&[(0, 1, "A1", 20), (1, 2, "B1", 9), (2, 1, "C1", 5)]);
        let moves: Vec<&str> = found.iter().map(|(vertex, _)| vertex.as_str()).collect();
        assert_eq!(moves, ["A1", "B1", "C1"]);
    }
}
