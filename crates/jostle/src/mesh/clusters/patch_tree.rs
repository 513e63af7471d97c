//! Clusters of a surface, paired with neighbours into patches, and these again.

use super::borders::{Border, Neighbour};
use crate::mesh::range_lists::{PartedRanges, RangeList};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::Range;

/// Patches of clusters. The first nodes are the clusters themselves, and children come before their
/// parents; clusters are numbered so that each patch is a range of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchTree {
    nodes: Vec<PatchNode>,
    roots: Vec<u32>,
    borders: PartedRanges<Border>,
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
    /// The tree of clusters with these borders, neighbours and normals, and the clusters in its order, in which they
    /// are numbered from now.
    pub(super) fn build(
        mut borders: PartedRanges<Border>,
        neighbours: PartedRanges<Neighbour>,
        normals: Vec<DVec3>,
    ) -> (PatchTree, Vec<u32>) {
        let clusters = borders.len();
        let (children, roots) = pair_up(neighbours, normals);
        let mut tree = PatchTree { roots, ..PatchTree::default() };
        let numbers = tree.number(clusters, &children);
        let mut order = vec![0; numbers.len()];
        for (old, &new) in (0..).zip(&numbers) {
            order[new as usize] = old;
        }
        borders.renumber(&order);
        borders.for_each_mut(|border| {
            if border.across != Border::OPEN {
                border.across = numbers[border.across as usize];
            }
        });
        tree.borders = borders;
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
        self.borders.range(cluster)
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<PatchNode>()
            + self.roots.capacity() * size_of::<u32>()
            + self.borders.bytes()
    }
}

/// Pairs patches with neighbours that they share a long border with and that face the same way, round after round,
/// given what lies next to each cluster. Returns the children of each pair, numbered on from the clusters, and the
/// patches that are left.
fn pair_up(neighbours: PartedRanges<Neighbour>, normals: Vec<DVec3>) -> (Vec<[u32; 2]>, Vec<u32>) {
    let clusters = neighbours.len();
    let mut children = Vec::new();
    let mut round = PairingRound { patches: (0..clusters as u32).collect(), neighbours, normals };
    // First those that can be seen at once as they are, and then what they have become.
    let mut over_folds = false;
    for _ in 0..ROUNDS {
        let before = round.patches.len();
        round = round.pair(clusters, &mut children, over_folds);
        // Few pairs in a round, as round a hub, would make rounds without end.
        if before - round.patches.len() <= before / 16 {
            if over_folds {
                break;
            }
            over_folds = true;
        }
    }
    (children, round.patches)
}

/// The patches of a round, numbered from zero.
struct PairingRound {
    /// The number of each among all patches.
    patches: Vec<u32>,
    /// What lies next to each in this round.
    neighbours: PartedRanges<Neighbour>,
    /// The sum of the normals of each.
    normals: Vec<DVec3>,
}

const NO_PARTNER: u32 = u32::MAX;
/// Patches in a row that are paired among themselves by one thread, where there are many: they are close to each other,
/// as clusters are numbered where they grow.
const SECTION: usize = 256;
/// Fewer neighbours than that are looked for one by one.
const FEW_NEIGHBOURS: usize = 32;
/// So many patches and more are paired in sections.
const MANY: usize = 4 * SECTION;

impl PairingRound {
    /// Pairs what it can, each patch in turn, over folds or not, and tells the patches of the next round; adds the
    /// pairs to the children.
    fn pair(
        &self,
        clusters: usize,
        children: &mut Vec<[u32; 2]>,
        over_folds: bool,
    ) -> PairingRound {
        let count = self.patches.len();
        let section = if count < MANY { count.max(1) } else { SECTION };
        let facing: Vec<DVec3> = self.normals.iter().map(|own| own.normalize_or_zero()).collect();
        let mut partners = vec![NO_PARTNER; count];
        let sections = partners.par_chunks_mut(section).enumerate();
        sections.for_each(|(s, partners)| {
            self.choose_partners(s * section, partners, &facing, over_folds);
        });
        let mut numbers = vec![0; count];
        let mut patches = Vec::with_capacity(count);
        let mut normals = Vec::with_capacity(count);
        for (own, &other) in partners.iter().enumerate() {
            if other == NO_PARTNER {
                numbers[own] = patches.len() as u32;
                patches.push(self.patches[own]);
                normals.push(self.normals[own]);
            } else if other as usize > own {
                numbers[own] = patches.len() as u32;
                numbers[other as usize] = patches.len() as u32;
                patches.push((clusters + children.len()) as u32);
                normals.push(self.normals[own] + self.normals[other as usize]);
                children.push([self.patches[own], self.patches[other as usize]]);
            }
        }
        let sections = partners.par_chunks(section).enumerate();
        let lists = sections.map(|(s, own)| self.neighbours_of_next(s * section, own, &numbers));
        PairingRound { patches, neighbours: PartedRanges::new(lists.collect()), normals }
    }

    /// Chooses partners of each other among patches that follow each other from the first on, given where each faces.
    fn choose_partners(
        &self,
        first: usize,
        partners: &mut [u32],
        facing: &[DVec3],
        over_folds: bool,
    ) {
        for own in first..first + partners.len() {
            // It was chosen by one before.
            if partners[own - first] != NO_PARTNER {
                continue;
            }
            // Those before it have a partner, or had none to choose.
            let free = self.neighbours.range(own).iter().filter(|other| {
                let partner = partners.get((other.patch as usize).wrapping_sub(first));
                other.patch as usize > own && partner == Some(&NO_PARTNER)
            });
            // The longer the border and the less the angle between them; the last of the best.
            let worth = |other: &Neighbour| {
                let cosine = facing[own].dot(facing[other.patch as usize]);
                let worth =
                    f64::from(other.length) * if over_folds { 1.0 + cosine } else { cosine };
                (over_folds || cosine >= 0.0).then_some((worth, other.patch))
            };
            let best = free.filter_map(worth).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, best)) = best {
                partners[own - first] = best;
                partners[best as usize - first] = own as u32;
            }
        }
    }

    /// The neighbours of those patches of the next round that are made of some of this one, from the first on, given
    /// their partners and the numbers of all in the next round.
    fn neighbours_of_next(
        &self,
        first: usize,
        partners: &[u32],
        numbers: &[u32],
    ) -> RangeList<Neighbour> {
        let most = self.neighbours_of(first..first + partners.len());
        let mut next = RangeList::with_capacity(partners.len(), most);
        let mut many: Vec<Neighbour> = Vec::new();
        for (own, &other) in (first..).zip(partners) {
            // With its partner, which comes after it.
            if other != NO_PARTNER && (other as usize) < own {
                continue;
            }
            let parts = [own, other as usize];
            let parts = if other == NO_PARTNER { &parts[..1] } else { &parts[..] };
            let neighbours = parts.iter().flat_map(|&part| self.neighbours.range(part));
            let around = neighbours.filter_map(|&Neighbour { patch, length }| {
                let patch = numbers[patch as usize];
                (patch != numbers[own]).then_some(Neighbour { patch, length })
            });
            match parts.iter().map(|&part| self.neighbours.range(part).len()).sum::<usize>() {
                ..FEW_NEIGHBOURS => around.for_each(|neighbour| neighbour.add_to(&mut next)),
                _ => {
                    many.clear();
                    many.extend(around);
                    many.sort_unstable_by_key(|neighbour| neighbour.patch);
                    let same = many.chunk_by(|a, b| a.patch == b.patch);
                    next.list.extend(same.map(|same| Neighbour {
                        patch: same[0].patch,
                        length: same.iter().map(|neighbour| neighbour.length).sum(),
                    }));
                }
            }
            next.end_range();
        }
        next
    }

    /// How many neighbours some patches have.
    fn neighbours_of(&self, patches: Range<usize>) -> usize {
        patches.map(|patch| self.neighbours.range(patch).len()).sum()
    }
}
