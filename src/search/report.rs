//! What a search has found so far.

use crate::types::{Color, Dims, Move, Symmetry, Viewer};
use std::borrow::Cow;

/// The longest line reported: as long as anybody can ask for.
pub(super) const LONGEST_LINE: usize = 1001;

/// What is told of a move and of a position alike, as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// Playouts through it, earlier searches of the same tree included.
    pub visits: u64,
    /// Mean result, 0..=1.
    pub winrate: f32,
    /// What the search maximises: −1 a loss, 1 a win, and points beside it in a network's search.
    pub utility: f32,
    /// The expected lead in points, komi included.
    pub lead: f32,
    /// Its standard deviation.
    pub lead_stdev: f32,
    /// As [`MoveReport::score`].
    pub score: f32,
    /// As [`MoveReport::weight`].
    pub weight: f32,
}

/// How often a move was played later by the same player, and how that went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// In so many playouts.
    pub visits: u64,
    /// Their mean result, 0..=1.
    pub mean: f32,
}

/// The nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCount {
    /// Those in use.
    pub used: usize,
    /// As many as fit, those in use included.
    pub room: usize,
}

/// One move at the root. Values are from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// The move that was searched in place of this one, because the board looks the same when it is turned: all else is
    /// what was found there, turned. Only [`Report::moves_and_copies`] has such.
    pub copy_of: Option<Move>,
    /// Playouts through it, earlier searches of the same tree included.
    pub visits: u64,
    /// Mean result, 0..=1.
    pub winrate: f32,
    /// A lower confidence bound of the mean result.
    pub lcb: f32,
    /// What the search maximises: −1 a loss, 1 a win, and points beside it in a network's search.
    pub utility: f32,
    /// A lower confidence bound of that.
    pub utility_lcb: f32,
    /// The share that the move has of what was thought good before any search, 0..=1.
    pub prior: f32,
    /// What RAVE says of it.
    pub rave: Rave,
    /// Mean lead of the player to move in points, komi included: over the playouts through the move of this search and of the
    /// earlier ones from the same root, or, where a network judges, over all visits of the tree.
    pub lead: f32,
    /// Standard deviation of that in points; where a network judges, of the final score that it expects.
    pub lead_stdev: f32,
    /// How many playouts or visits the lead is the mean of.
    pub lead_visits: u64,
    /// The final score that a network expects where players of its own strength go on, in points: who leads by much gives some of them
    /// back. Where no network judges, the lead.
    pub score: f32,
    /// How much evidence the values rest on, in visits: more where a network is sure of what it says, as far as it tells.
    pub weight: f32,
    /// How likely the game ends without a result, by endless repetition; 0..=1, and 0 where no network judges.
    pub no_result: f32,
    /// The share of the playouts behind [`lead`](Self::lead) that were won, 0..=1, draws counting half; it knows neither margin
    /// nor dynamic komi. Where a network judges, the winning rate.
    pub won: f32,
    /// The expected line, this move first.
    pub line: Vec<Move>,
    /// Playouts through each move of the line.
    pub line_visits: Vec<u64>,
    /// As [`Report::ownership`], from the playouts through the move, or from all of them where none has been counted by its move;
    /// empty for a move without visits, and unless asked for by [`Guidance::ownership_by_move`](super::Guidance::ownership_by_move).
    pub ownership: Vec<f32>,
    /// As [`Report::ownership_stdev`], likewise.
    pub ownership_stdev: Vec<f32>,
}

impl MoveReport {
    /// A move of which nothing is known.
    pub(super) fn of(mv: Move) -> MoveReport {
        MoveReport {
            mv,
            copy_of: None,
            visits: 0,
            winrate: 0.5,
            lcb: 0.0,
            utility: 0.0,
            utility_lcb: -1.0,
            prior: 0.0,
            rave: Rave {
                visits: 0,
                mean: 0.5,
            },
            lead: 0.0,
            lead_stdev: 0.0,
            lead_visits: 0,
            score: 0.0,
            weight: 0.0,
            no_result: 0.0,
            won: 0.5,
            line: vec![mv],
            line_visits: vec![0],
            ownership: Vec::new(),
            ownership_stdev: Vec::new(),
        }
    }

    /// Its values as the viewer has them.
    pub fn seen_by(&self, viewer: Viewer) -> Values {
        Values {
            visits: self.visits,
            winrate: viewer.rate(self.winrate),
            utility: viewer.value(self.utility),
            lead: viewer.value(self.lead),
            lead_stdev: self.lead_stdev,
            score: viewer.value(self.score),
            weight: self.weight,
        }
    }

    /// What is known of a move on the board turned.
    fn turned(&self, dims: Dims, symmetry: Symmetry) -> MoveReport {
        let owners = |values: &[f32]| {
            let mut turned = vec![0.0; values.len()];
            for (point, &value) in dims.points().zip(values) {
                turned[dims.index(symmetry.apply(dims, point))] = value;
            }
            turned
        };
        let turn = |mv: &Move| symmetry.apply_move(dims, *mv);
        MoveReport {
            mv: turn(&self.mv),
            copy_of: Some(self.mv),
            line: self.line.iter().map(turn).collect(),
            line_visits: self.line_visits.clone(),
            ownership: owners(&self.ownership),
            ownership_stdev: owners(&self.ownership_stdev),
            ..*self
        }
    }
}

/// A move at the root in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Visits that have come back from it.
    pub visits: u64,
    /// Their mean utility for the player to move: see [`MoveReport::utility`].
    pub utility: f32,
}

/// How a running search stands: much cheaper than a [`Report`], to be asked all the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Playouts of this search.
    pub playouts: u64,
    /// The moves at the root, in no order.
    pub moves: Vec<RootMove>,
    /// A move with this share of the most visits may be played in place of the most visited one; 1 where none may.
    pub fair_share: f32,
}

impl Standing {
    /// The two most visited moves.
    pub fn leaders(&self) -> [Option<RootMove>; 2] {
        let mut leaders: [Option<RootMove>; 2] = [None; 2];
        for &found in &self.moves {
            let has_more =
                |leader: Option<RootMove>| leader.is_none_or(|leader| found.visits > leader.visits);
            if has_more(leaders[0]) {
                leaders = [Some(found), leaders[0]];
            } else if has_more(leaders[1]) {
                leaders[1] = Some(found);
            }
        }
        leaders
    }

    /// Whether no move that has at least this share of the visits of the most visited one, or could have it after so many
    /// more visits, is worth more.
    pub fn is_clear(&self, share: f32, to_come: f32) -> bool {
        let [Some(first), _] = self.leaders() else {
            return false;
        };
        let least = share * first.visits as f32 - to_come;
        let is_no_rival =
            |found: &RootMove| (found.visits as f32) < least || found.utility <= first.utility;
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
    /// As [`MoveReport::utility`].
    pub utility: f32,
    /// As [`MoveReport::won`], over all moves.
    pub won: f32,
    /// Whether winning rates were judged under dynamic komi, and are not those of the true game.
    pub is_komi_virtual: bool,
    /// Black's mean lead in points, komi included: as [`MoveReport::lead`], over all moves.
    pub black_lead: f32,
    /// As [`MoveReport::lead_stdev`].
    pub lead_stdev: f32,
    /// How many playouts or visits the lead is the mean of.
    pub lead_visits: u64,
    /// As [`MoveReport::score`], for Black.
    pub black_score: f32,
    /// As [`MoveReport::weight`], of all visits.
    pub weight: f32,
    /// The moves at the root, those first that the search would rather play: in a
    /// classical search the most visited.
    pub moves: Vec<MoveReport>,
    /// Whose each point is in the mean, −1 White to 1 Black, in the order of [`crate::types::Dims::points`]: over the leaves of this
    /// search and of the earlier ones from the same root, as long as the tree has them.
    pub ownership: Vec<f32>,
    /// The standard deviation of that over the same leaves.
    pub ownership_stdev: Vec<f32>,
    /// How many leaves these are.
    pub owner_visits: u64,
    /// The ways to turn the board that leave the position as it is, if of moves that are alike for that reason only one is
    /// searched.
    pub symmetries: Vec<Symmetry>,
    /// How full the tree is.
    pub nodes: NodeCount,
    /// Visits of this search that came to a position which another thread was having judged, and had to begin anew.
    pub collisions: u64,
}

impl Report {
    /// Of a search that has not begun.
    #[cfg(test)]
    pub(super) fn nothing(to_move: Color) -> Report {
        Report {
            playouts: 0,
            visits: 0,
            to_move,
            winrate: 0.5,
            utility: 0.0,
            won: 0.5,
            is_komi_virtual: false,
            black_lead: 0.0,
            lead_stdev: 0.0,
            lead_visits: 0,
            black_score: 0.0,
            weight: 0.0,
            moves: Vec::new(),
            ownership: Vec::new(),
            ownership_stdev: Vec::new(),
            owner_visits: 0,
            symmetries: Vec::new(),
            nodes: NodeCount { used: 1, room: 1 },
            collisions: 0,
        }
    }

    /// The position's values as the viewer has them.
    pub fn seen_by(&self, viewer: Viewer) -> Values {
        Values {
            visits: self.visits,
            winrate: viewer.rate(self.winrate),
            utility: viewer.value(self.utility),
            lead: viewer.value(self.own_lead()),
            lead_stdev: self.lead_stdev,
            score: viewer.value(self.to_move.sign() * self.black_score),
            weight: self.weight,
        }
    }

    /// Whether the search has failed: without moves every worker has, and each has told its fault.
    pub fn has_failed(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move that the search would play.
    pub fn best(&self) -> Option<&MoveReport> {
        self.moves.first()
    }

    /// The lead of the player to move, in points, komi included.
    pub fn own_lead(&self) -> f32 {
        self.to_move.sign() * self.black_lead
    }

    /// The moves as people look at them: next to each that was searched those that are the same with the board turned.
    pub fn moves_and_copies(&self, dims: Dims) -> Cow<'_, [MoveReport]> {
        if self.symmetries.is_empty() {
            return Cow::Borrowed(&self.moves);
        }
        let (searched, others): (Vec<_>, Vec<_>) =
            self.moves.iter().partition(|found| found.visits > 0);
        let mut all: Vec<MoveReport> = Vec::with_capacity(self.moves.len());
        for found in &searched {
            all.push((*found).clone());
            for &symmetry in &self.symmetries {
                let mv = symmetry.apply_move(dims, found.mv);
                let is_like = |other: &MoveReport| other.mv == mv;
                if !searched.iter().any(|other| is_like(other)) && !all.iter().any(is_like) {
                    all.push(found.turned(dims, symmetry));
                }
            }
        }
        let is_new = |found: &&MoveReport| all.iter().all(|other| other.mv != found.mv);
        let others: Vec<MoveReport> = others.into_iter().filter(is_new).cloned().collect();
        all.extend(others);
        Cow::Owned(all)
    }

    /// The report on a move, if it was considered.
    pub fn find(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|report| report.mv == mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse_move;

    fn standing(moves: &[(u64, f32)]) -> Standing {
        Standing {
            playouts: 100,
            moves: moves
                .iter()
                .map(|&(visits, utility)| RootMove {
                    mv: Move::Pass,
                    visits,
                    utility,
                })
                .collect(),
            fair_share: 1.0,
        }
    }

    #[test]
    fn moves_that_are_alike_are_shown_with_what_one_of_them_has() {
        let dims = Dims::square(5).unwrap();
        let mv = |vertex| parse_move(dims, vertex).unwrap();
        let mut owners = vec![0.0; 25];
        owners[0] = 1.0;
        let visited = |vertex, visits| MoveReport {
            visits,
            line: vec![mv(vertex), mv("A1")],
            ownership: owners.clone(),
            ..MoveReport::of(mv(vertex))
        };
        let mut report = Report::nothing(Color::Black);
        report.moves = vec![visited("B2", 9), visited("C3", 5), MoveReport::of(mv("D4"))];
        assert_eq!(report.moves_and_copies(dims), report.moves);
        report.symmetries = Symmetry::ALL.to_vec();
        let shown = report.moves_and_copies(dims);
        let of: Vec<_> = shown
            .iter()
            .map(|found| (found.mv, found.copy_of))
            .collect();
        let copies = ["D2", "B4", "D4"].map(|copy| (mv(copy), Some(mv("B2"))));
        assert_eq!(of[0], (mv("B2"), None));
        assert_eq!(of[1..4], copies);
        assert_eq!(of[4..], [(mv("C3"), None)]);
        let far = &shown[3];
        assert_eq!((far.visits, &far.line[..]), (9, &[mv("D4"), mv("E5")][..]));
        assert_eq!((far.ownership[0], far.ownership[24]), (0.0, 1.0));
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
    fn a_rival_that_is_worth_more_makes_the_choice_unclear() {
        let is_clear = |share, to_come| {
            let standing = standing(&[(10, 0.5), (6, 0.4), (2, 0.9)]);
            standing.is_clear(share, to_come)
        };
        assert!(is_clear(0.5, 0.0) && is_clear(0.5, 2.0) && !is_clear(0.2, 0.0));
        assert!(
            !is_clear(0.5, 3.0),
            "it may still come to half of the visits"
        );
        assert!(!standing(&[(10, 0.5), (6, 0.6)]).is_clear(0.5, 0.0));
    }
}
