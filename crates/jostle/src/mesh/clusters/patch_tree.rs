//! Clusters of a surface, paired with neighbours into patches, and these again.

use super::borders::{Border, Borders, ClusterLink};
use crate::mesh::range_lists::reordered;
use rayon::prelude::*;
use std::ops::Range;

/// Patches of clusters. The first nodes are the clusters themselves, and children come before their
/// parents; clusters are numbered so that each patch is a range of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchTree {
    nodes: Vec<PatchNode>,
    roots: Vec<u32>,
    border_starts: Vec<u32>,
    borders: Vec<Border>,
}

/// A patch: one cluster or two smaller patches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchNode {
    /// Its clusters.
    pub clusters: Range<u32>,
    /// The two patches that it is made of, if it is not a cluster.
    pub children: Option<[u32; 2]>,
}

/// Rounds of pairing: one each doubles the patches.
const ROUNDS: usize = 24;

impl PatchTree {
    /// The tree of clusters with these borders, and the clusters in its order, in which they are numbered from now.
    pub(super) fn build(borders: Borders) -> (PatchTree, Vec<u32>) {
        let Borders { starts, list, links } = borders;
        let clusters = starts.len() - 1;
        let (children, roots) = pair_up(clusters, links);
        let mut tree = PatchTree { roots, ..PatchTree::default() };
        let numbers = tree.number(clusters, &children);
        let mut order = vec![0; numbers.len()];
        for (old, &new) in (0..).zip(&numbers) {
            order[new as usize] = old;
        }
        (tree.border_starts, tree.borders) = reordered(&starts, &list, &order);
        tree.borders.par_iter_mut().with_min_len(4096).for_each(|border| {
            if border.across != Border::OPEN {
                border.across = numbers[border.across as usize];
            }
        });
        (tree, order)
    }

    /// Numbers the clusters in the order of the tree, makes the nodes, and tells the new numbers.
    fn number(&mut self, clusters: usize, children: &[[u32; 2]]) -> Vec<u32> {
        let empty = PatchNode { clusters: 0..0, children: None };
        self.nodes = vec![empty; clusters + children.len()];
        let mut numbers = vec![0; clusters];
        let mut count = 0;
        // Down to the clusters, and then up again to close the ranges.
        let mut stack: Vec<(u32, bool)> = self.roots.iter().rev().map(|&r| (r, false)).collect();
        while let Some((node, is_done)) = stack.pop() {
            let Some(own) = (node as usize).checked_sub(clusters) else {
                numbers[node as usize] = count;
                self.nodes[count as usize].clusters = count..count + 1;
                count += 1;
                continue;
            };
            let node_range = &mut self.nodes[node as usize].clusters;
            if is_done {
                node_range.end = count;
                continue;
            }
            *node_range = count..count;
            let [a, b] = children[own];
            stack.extend([(node, true), (b, false), (a, false)]);
        }
        let renumber = |node: u32| numbers.get(node as usize).copied().unwrap_or(node);
        for (own, &[a, b]) in children.iter().enumerate() {
            let mut own_children = [renumber(a), renumber(b)];
            own_children.sort_unstable();
            self.nodes[clusters + own].children = Some(own_children);
        }
        self.roots.iter_mut().for_each(|root| *root = renumber(*root));
        numbers
    }

    /// All patches; the first are the clusters.
    pub fn nodes(&self) -> &[PatchNode] {
        &self.nodes
    }

    /// The patches that are part of no other.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The borders of a cluster.
    #[inline]
    pub fn borders(&self, cluster: usize) -> &[Border] {
        &self.borders
            [self.border_starts[cluster] as usize..self.border_starts[cluster + 1] as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<PatchNode>()
            + (self.roots.capacity() + self.border_starts.capacity()) * size_of::<u32>()
            + self.borders.capacity() * size_of::<Border>()
    }
}

/// Pairs patches with the neighbour that they share the longest border with, round after round, given which
/// clusters are next to each other. Returns the children of each pair, numbered on from the clusters, and the
/// patches that are left.
fn pair_up(clusters: usize, mut links: Vec<ClusterLink>) -> (Vec<[u32; 2]>, Vec<u32>) {
    let mut children = Vec::new();
    let mut patches: Vec<u32> = (0..clusters as u32).collect();
    for _ in 0..ROUNDS {
        let mut partner = vec![None; clusters + children.len()];
        for links in links.chunk_by(|a, b| a.from == b.from) {
            let from = links[0].from;
            if partner[from as usize].is_some() {
                continue;
            }
            let free = links.iter().filter(|link| partner[link.to as usize].is_none());
            if let Some(best) = free.max_by_key(|link| link.length) {
                let pair = (clusters + children.len()) as u32;
                children.push([from, best.to]);
                partner[from as usize] = Some(pair);
                partner[best.to as usize] = Some(pair);
            }
        }
        let before = patches.len();
        let becomes = |patch: u32| partner[patch as usize].unwrap_or(patch);
        patches.iter_mut().for_each(|patch| *patch = becomes(*patch));
        patches.sort_unstable();
        patches.dedup();
        for link in &mut links {
            (link.from, link.to) = (becomes(link.from), becomes(link.to));
        }
        links.retain(|link| link.from != link.to);
        combine(&mut links);
        // Few pairs in a round, as round a hub, would make rounds without end.
        if before - patches.len() <= before / 16 {
            break;
        }
    }
    (children, patches)
}

/// Sorts links and adds up those between the same patches.
fn combine(links: &mut Vec<ClusterLink>) {
    links.par_sort_unstable_by_key(|link| (link.from, link.to));
    let mut kept = 0;
    for i in 0..links.len() {
        let link = links[i];
        if kept > 0 && (links[kept - 1].from, links[kept - 1].to) == (link.from, link.to) {
            links[kept - 1].length += link.length;
        } else {
            links[kept] = link;
            kept += 1;
        }
    }
    links.truncate(kept);
}
