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
        let (children, roots) = pair_up(clusters, &links);
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
fn pair_up(clusters: usize, links: &[ClusterLink]) -> (Vec<[u32; 2]>, Vec<u32>) {
    let mut children = Vec::new();
    let mut round = PairingRound::first(clusters, links);
    for _ in 0..ROUNDS {
        let before = round.patches.len();
        round = round.pair(clusters, &mut children);
        // Few pairs in a round, as round a hub, would make rounds without end.
        if before - round.patches.len() <= before / 16 {
            break;
        }
    }
    (children, round.patches)
}

/// The patches of a round, numbered from zero.
struct PairingRound {
    /// The number of each among all patches.
    patches: Vec<u32>,
    /// Where the neighbours of each begin, and the last end.
    starts: Vec<u32>,
    neighbours: Vec<Neighbour>,
}

/// A patch of the round, and how many edges lie between.
#[derive(Clone, Copy)]
struct Neighbour {
    patch: u32,
    length: u32,
}

const NO_PARTNER: u32 = u32::MAX;

impl PairingRound {
    /// All clusters.
    fn first(clusters: usize, links: &[ClusterLink]) -> PairingRound {
        let neighbour = |link: &ClusterLink| Neighbour { patch: link.to, length: link.length };
        let begin = |cluster: u32| links.partition_point(|link| link.from < cluster) as u32;
        PairingRound {
            patches: (0..clusters as u32).collect(),
            starts: (0..=clusters as u32).map(begin).collect(),
            neighbours: links.iter().map(neighbour).collect(),
        }
    }

    fn neighbours(&self, patch: usize) -> &[Neighbour] {
        &self.neighbours[self.starts[patch] as usize..self.starts[patch + 1] as usize]
    }

    /// Pairs what it can, each patch in turn, and tells the patches of the next round; adds the pairs to the children.
    fn pair(&self, clusters: usize, children: &mut Vec<[u32; 2]>) -> PairingRound {
        let mut partner = vec![NO_PARTNER; self.patches.len()];
        let mut number = vec![0; self.patches.len()];
        let mut patches = Vec::with_capacity(self.patches.len());
        for own in 0..self.patches.len() {
            // It was chosen by one before.
            if partner[own] != NO_PARTNER {
                continue;
            }
            // Those before it have a partner, or had none to choose.
            let free = self.neighbours(own).iter().filter(|other| {
                other.patch as usize > own && partner[other.patch as usize] == NO_PARTNER
            });
            let mut patch = self.patches[own];
            if let Some(best) = free.max_by_key(|other| other.length) {
                let other = best.patch as usize;
                (partner[own], partner[other]) = (other as u32, own as u32);
                number[other] = patches.len() as u32;
                patch = (clusters + children.len()) as u32;
                children.push([self.patches[own], self.patches[other]]);
            }
            number[own] = patches.len() as u32;
            patches.push(patch);
        }
        let (starts, neighbours) = self.neighbours_of_next(&partner, &number, patches.len());
        PairingRound { patches, starts, neighbours }
    }

    /// The neighbours of the patches of the next round, given their numbers there.
    fn neighbours_of_next(
        &self,
        partner: &[u32],
        number: &[u32],
        count: usize,
    ) -> (Vec<u32>, Vec<Neighbour>) {
        let mut starts = Vec::with_capacity(count + 1);
        let mut all: Vec<Neighbour> = Vec::with_capacity(self.neighbours.len());
        // Where each stands in the list, if that is behind where the present one's neighbours begin.
        let mut places = vec![0; count];
        starts.push(0);
        for own in 0..self.patches.len() {
            let other = partner[own];
            // With its partner, which comes after it.
            if other != NO_PARTNER && (other as usize) < own {
                continue;
            }
            let (begin, old) = (all.len(), [own, other as usize]);
            let parts = if other == NO_PARTNER { &old[..1] } else { &old[..] };
            for neighbour in parts.iter().flat_map(|&part| self.neighbours(part)) {
                let patch = number[neighbour.patch as usize];
                if patch == number[own] {
                    continue;
                }
                let known = all.get_mut(begin..).and_then(|own| {
                    own.get_mut((places[patch as usize] as usize).wrapping_sub(begin))
                });
                match known.filter(|known| known.patch == patch) {
                    Some(known) => known.length += neighbour.length,
                    None => {
                        places[patch as usize] = all.len() as u32;
                        all.push(Neighbour { patch, length: neighbour.length });
                    }
                }
            }
            starts.push(all.len() as u32);
        }
        (starts, all)
    }
}
