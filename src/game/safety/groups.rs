//! Chains that hang together, and the groups of them that have two sure liberties.

use super::corridor::is_kept;
use super::miai::pairs_of;
use super::view::{Region, View, union};
use super::vital::Vital;
use crate::types::{Point, PointSet};

/// Chains that hang together by pairs of liberties: whoever takes one of a pair, the owner takes the other and joins them.
pub struct Groups {
    /// The group of each chain: the place of one of its chains.
    of: Vec<usize>,
    /// The liberties of each group, at that place.
    liberties: Vec<PointSet>,
    /// The pairs that hold groups together.
    ties: Vec<[Point; 2]>,
}

impl Groups {
    /// Each chain by itself.
    fn single(view: &View) -> Groups {
        Groups {
            of: (0..view.chains.len()).collect(),
            liberties: view.chains.iter().map(|chain| chain.liberties).collect(),
            ties: Vec::new(),
        }
    }

    /// Joins chains by pairs of liberties in regions that are sure to leave them a liberty.
    pub fn joined(view: &View, vital: &[Vital]) -> Groups {
        let mut groups = Groups::single(view);
        let mut join = || {
            view.regions
                .iter()
                .zip(vital)
                .any(|(region, vital)| groups.join_in(view, region, *vital))
        };
        while join() {}
        groups
    }

    /// The points that hold groups together.
    pub fn tied_points(&self) -> PointSet {
        self.ties.iter().flatten().copied().collect()
    }

    /// The groups beside a region.
    fn beside(&self, region: &Region) -> Vec<usize> {
        let mut groups: Vec<usize> = region.chains.iter().map(|&chain| self.of[chain]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Joins two groups beside a region, if there are two that can be joined.
    fn join_in(&mut self, view: &View, region: &Region, vital: Vital) -> bool {
        let groups = self.beside(region);
        let at_joints = vital.joins_all && groups.len() == 2;
        let in_corridor = vital.is_one_vital && vital.is_corridor;
        if !at_joints && !in_corridor {
            return false;
        }
        let joints = view.joints(region);
        let free = view.empty_in(region).difference(&self.tied_points());
        for [one, two] in pairs_of(&groups) {
            let shared = self.liberties[one].intersection(&self.liberties[two]);
            let shared: Vec<Point> = shared.intersection(&free).iter().collect();
            let can_hold = |pair: &[Point; 2]| {
                at_joints && pair.iter().all(|&point| joints.contains(point))
                    || in_corridor && self.holds_with(view, region, *pair)
            };
            if let Some(pair) = pairs_of(&shared).find(can_hold) {
                self.ties.push(pair);
                self.liberties[one] = self.liberties[one].union(&self.liberties[two]);
                self.of
                    .iter_mut()
                    .filter(|of| **of == two)
                    .for_each(|of| *of = one);
                return true;
            }
        }
        false
    }

    /// Whether the owner of a corridor can look after one more pair in it.
    fn holds_with(&self, view: &View, region: &Region, pair: [Point; 2]) -> bool {
        let is_inside = |tie: &&[Point; 2]| region.points.contains(tie[0]);
        let mut pairs: Vec<[Point; 2]> = self.ties.iter().filter(is_inside).copied().collect();
        pairs.push(pair);
        is_kept(view, region, &pairs)
    }

    /// The chains of the groups that live, and the regions that are their eyes: a group lives if two regions are sure to
    /// leave it a liberty, and only groups that live are beside them.
    pub fn living(&self, view: &View, vital: &[Vital]) -> PointSet {
        let beside = view.regions.iter().map(|region| self.beside(region));
        let beside: Vec<Vec<usize>> = beside.collect();
        let is_healthy = |index: usize, group: usize| {
            vital[index].is_one_vital
                || view
                    .empty_in(&view.regions[index])
                    .is_subset(&self.liberties[group])
        };
        let is_eye = |lives: &[bool], index: usize, group: usize| {
            beside[index].contains(&group)
                && is_healthy(index, group)
                && beside[index].iter().all(|&other| lives[other])
        };
        let mut lives = vec![true; view.chains.len()];
        loop {
            let eyes = |group| {
                let regions = 0..beside.len();
                regions
                    .filter(|&index| is_eye(&lives, index, group))
                    .count()
            };
            let dead = self
                .of
                .iter()
                .find(|&&group| lives[group] && eyes(group) < 2);
            let Some(dead) = dead else {
                break;
            };
            lives[*dead] = false;
        }
        let chains = view.chains.iter().zip(&self.of);
        let chains = chains
            .filter(|&(_, &group)| lives[group])
            .map(|(chain, _)| &chain.stones);
        let is_safe = |index: usize| {
            beside[index]
                .iter()
                .any(|&group| is_eye(&lives, index, group))
        };
        let regions = view.regions.iter().enumerate();
        let regions = regions
            .filter(|&(index, _)| is_safe(index))
            .map(|(_, region)| &region.points);
        union(chains.chain(regions))
    }
}
