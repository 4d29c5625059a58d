//! Nodes that are dropped: those that the game has gone past, and of a full tree those that were visited least.

use super::edge::Edge;
use super::node::Node;
use super::{CHUNK, Tree};
use std::sync::atomic::Ordering::Relaxed;

impl Tree {
    /// The root and the nodes below it, each once, and each after all its parents. Where paths form a cycle, which
    /// happens without superko, one of the nodes on it comes before a parent.
    pub fn reachable(&self) -> Vec<u32> {
        let children = |index| self.node(index).edges().filter_map(Edge::child);
        let mut seen = vec![false; self.end.load(Relaxed) as usize];
        seen[self.root as usize] = true;
        // Depth first: a node is done when everything below it is.
        let mut open = vec![(self.root, children(self.root))];
        let mut done = Vec::new();
        while let Some((index, rest)) = open.last_mut() {
            let is_new = |child: &u32| !std::mem::replace(&mut seen[*child as usize], true);
            match rest.find(is_new) {
                Some(child) => open.push((child, children(child))),
                None => {
                    done.push(*index);
                    open.pop();
                }
            }
        }
        done.reverse();
        done
    }

    /// Drops the least visited nodes, at least half of all but the children of the root. What was found
    /// below a node stays as the judgement of the node itself, with the weight of all its visits; visited again, it
    /// gets new children. `on_drop` is called before a node is dropped or loses its children.
    pub fn prune(&mut self, on_drop: impl Fn(&Node)) {
        let least = self.visits_of_the_upper_half();
        let root = self.root;
        for index in (0..*self.end.get_mut()).filter(|&index| index != root) {
            let node = self.node_mut(index);
            if node.visits() < least && node.edges().next().is_some() {
                on_drop(node);
                node.collapse();
            }
        }
        self.compact(on_drop);
    }

    /// So many visits that at most half of the nodes have a parent with as many.
    fn visits_of_the_upper_half(&self) -> u32 {
        let mut of_parent = vec![0; self.end.load(Relaxed) as usize];
        for index in 0..self.end.load(Relaxed) {
            let parent = self.node(index);
            for child in parent.edges().filter_map(Edge::child) {
                let most = &mut of_parent[child as usize];
                *most = parent.visits().max(*most);
            }
        }
        let middle = of_parent.len() / 2;
        *of_parent.select_nth_unstable(middle).1 + 1
    }

    /// Moves the nodes below the root together and gives the memory of all others back; `on_drop` sees each of these first.
    pub fn compact(&mut self, on_drop: impl Fn(&Node)) {
        let mut kept = self.reachable();
        let mut is_kept = vec![false; *self.end.get_mut() as usize];
        kept.iter()
            .for_each(|&index| is_kept[index as usize] = true);
        let dropped = (0..).zip(&is_kept).filter(|(_, is_kept)| !**is_kept);
        dropped.for_each(|(index, _)| on_drop(self.node(index)));
        // The root first, the others in the order in which they stand: so each moves towards the front.
        kept[1..].sort_unstable();
        // The root's place stays 0: an edge that comes round to it loses its child.
        let mut places = vec![0; *self.end.get_mut() as usize];
        let root = std::mem::take(self.node_mut(self.root));
        *self.node_mut(0) = root;
        for (place, &old) in kept.iter().enumerate().skip(1) {
            places[old as usize] = place as u32;
            let node = std::mem::take(self.node_mut(old));
            *self.node_mut(place as u32) = node;
        }
        let end = kept.len();
        let mut extra = 0;
        for index in 0..end as u32 {
            let node = self.node_mut(index);
            node.move_children(|child| places[child as usize]);
            extra += node.bytes();
        }
        let old_end = std::mem::replace(self.end.get_mut(), end as u32);
        for index in end as u32..old_end.min(end.next_multiple_of(CHUNK) as u32) {
            *self.node_mut(index) = Node::default();
        }
        self.arena.set_aside_from(end.div_ceil(CHUNK));
        *self.extra_bytes.get_mut() = extra;
        self.ask_again();
        self.root = 0;
        self.table.clear();
        for index in (1..end as u32).filter(|&index| self.node(index).key() != 0) {
            self.table.insert(index, |index| self.node(index).key());
        }
    }
}
