//! Clusters of a surface, paired with neighbours into patches, and these again.

use super::borders::Neighbour;
use crate::mesh::range_lists::{PartedRanges, RangeList};
use glam::DVec3;
use jostle_support::parallel;
use std::borrow::Cow;
use std::ops::Range;

/// Patches of clusters. The first nodes are the clusters themselves, and children come before their
/// parents; clusters have places, in which each patch is a range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchTree {
    nodes: Vec<PatchNode>,
    roots: Vec<u32>,
    /// The cluster in each place.
    clusters: Vec<u32>,
    /// The place of each cluster, or [`PatchTree::NO_PLACE`].
    places: Vec<u32>,
}

/// A patch: one cluster or two smaller patches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchNode {
    /// The places of its clusters.
    pub places: Range<u32>,
    /// The two patches that it is made of, if it is not a cluster.
    pub children: Option<[u32; 2]>,
}

/// Rounds of pairing: one each doubles the patches.
const ROUNDS: usize = 24;

impl PatchTree {
    /// Stands for the place of a cluster that is in no patch of the tree.
    pub const NO_PLACE: u32 = u32::MAX;

    /// The tree of all clusters with these neighbours and normals, and the clusters in its order, in which they are to
    /// be numbered from now: each is in the place of its number.
    pub(super) fn build(
        neighbours: &PartedRanges<Neighbour>,
        normals: &[DVec3],
    ) -> (PatchTree, Vec<u32>) {
        let pairs = Pairs::of_all(neighbours, normals);
        let mut tree = PatchTree::default();
        let places = tree.place(normals.len(), &pairs);
        let order = std::mem::replace(&mut tree.clusters, (0..normals.len() as u32).collect());
        debug_assert_eq!(order.len(), places.len());
        tree.places = tree.clusters.clone();
        (tree, order)
    }

    /// The tree of what is along seams, which are between some of the clusters that are next to each other: these are
    /// paired. Takes what is next to each cluster, and the sum of its normals.
    pub fn along_seams(
        neighbours: &PartedRanges<Neighbour>,
        normals: &[DVec3],
        is_seam: impl Fn([u32; 2]) -> bool + Sync,
    ) -> PatchTree {
        let sections = parallel::map(normals.len().div_ceil(SECTION), 1, |section| {
            let first = section * SECTION;
            let own = first as u32..(first + SECTION).min(normals.len()) as u32;
            let most = own.clone().map(|c| neighbours.range(c as usize).len()).sum();
            let mut list = RangeList::with_capacity(own.len(), most);
            for cluster in own {
                let others = neighbours.range(cluster as usize).iter();
                list.list.extend(others.filter(|other| is_seam([cluster, other.patch])));
                list.end_range();
            }
            list
        });
        let across = PartedRanges::new(sections);
        let pairs = Pairs::of_neighbours(&across, normals);
        let mut tree = PatchTree::default();
        tree.places = tree.place(normals.len(), &pairs);
        tree
    }

    /// Gives places to the clusters of those that are paired, or of all if these are all, makes the nodes, and tells the
    /// place of each cluster.
    fn place(&mut self, clusters: usize, pairs: &Pairs) -> Vec<u32> {
        let Pairs { children, roots } = pairs;
        let empty = PatchNode { places: 0..0, children: None };
        // Each pair has a patch less than it is made of.
        let placed = roots.len() + children.len();
        self.nodes = vec![empty; placed + children.len()];
        self.clusters = Vec::with_capacity(placed);
        let mut places = vec![PatchTree::NO_PLACE; clusters];
        // Down to the clusters, and then up again to close the ranges.
        let mut stack: Vec<(u32, bool)> = roots.iter().rev().map(|&r| (r, false)).collect();
        while let Some((node, is_done)) = stack.pop() {
            let count = self.clusters.len() as u32;
            let Some(own) = (node as usize).checked_sub(clusters) else {
                places[node as usize] = count;
                self.nodes[count as usize].places = count..count + 1;
                self.clusters.push(node);
                continue;
            };
            let range = &mut self.nodes[placed + own].places;
            if is_done {
                range.end = count;
                continue;
            }
            *range = count..count;
            let [a, b] = children[own];
            stack.extend([(node, true), (b, false), (a, false)]);
        }
        let renumber = |node: u32| match (node as usize).checked_sub(clusters) {
            Some(own) => (placed + own) as u32,
            None => places[node as usize],
        };
        for (own, &[a, b]) in children.iter().enumerate() {
            let mut own_children = [renumber(a), renumber(b)];
            own_children.sort_unstable();
            self.nodes[placed + own].children = Some(own_children);
        }
        self.roots = roots.iter().map(|&root| renumber(root)).collect();
        places
    }

    /// All patches; the first are the clusters, in their places.
    pub fn nodes(&self) -> &[PatchNode] {
        &self.nodes
    }

    /// The node of a patch.
    #[inline]
    pub fn node(&self, patch: u32) -> &PatchNode {
        &self.nodes[patch as usize]
    }

    /// The patches that are part of no other.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The clusters of all patches, each in its place.
    pub fn clusters(&self) -> &[u32] {
        &self.clusters
    }

    /// The clusters of a patch.
    #[inline]
    pub fn members(&self, node: &PatchNode) -> &[u32] {
        &self.clusters[node.places.start as usize..node.places.end as usize]
    }

    /// The place of a cluster, or [`PatchTree::NO_PLACE`]; so for what is none.
    #[inline]
    pub fn place_of(&self, cluster: u32) -> u32 {
        self.places.get(cluster as usize).copied().unwrap_or(PatchTree::NO_PLACE)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<PatchNode>()
            + (self.roots.capacity() + self.clusters.capacity() + self.places.capacity())
                * size_of::<u32>()
    }
}

/// Patches that are paired, and these again.
struct Pairs {
    /// The children of each pair, numbered on from the clusters.
    children: Vec<[u32; 2]>,
    /// The patches that are left.
    roots: Vec<u32>,
}

impl Pairs {
    /// Pairs all clusters, given what lies next to each; in the end those too that do not face the same way.
    fn of_all(neighbours: &PartedRanges<Neighbour>, normals: &[DVec3]) -> Pairs {
        let round = PairingRound {
            patches: (0..normals.len() as u32).collect(),
            neighbours: Cow::Borrowed(neighbours),
            normals: Cow::Borrowed(normals),
        };
        Pairs::build(normals.len(), round, true)
    }

    /// Pairs those clusters that lie next to some, and leaves out what stays by itself.
    fn of_neighbours(neighbours: &PartedRanges<Neighbour>, normals: &[DVec3]) -> Pairs {
        let clusters = normals.len();
        let has_some = |&cluster: &u32| !neighbours.range(cluster as usize).is_empty();
        let patches: Vec<u32> = (0..clusters as u32).filter(has_some).collect();
        let mut numbers = vec![0; clusters];
        let mut list = RangeList::with_capacity(patches.len(), 0);
        for (number, &cluster) in (0..).zip(&patches) {
            numbers[cluster as usize] = number;
        }
        for &cluster in &patches {
            let others = neighbours.range(cluster as usize).iter();
            list.list
                .extend(others.map(|own| Neighbour { patch: numbers[own.patch as usize], ..*own }));
            list.end_range();
        }
        let round = PairingRound {
            neighbours: Cow::Owned(PartedRanges::new(vec![list])),
            normals: patches.iter().map(|&cluster| normals[cluster as usize]).collect(),
            patches,
        };
        let mut pairs = Pairs::build(clusters, round, false);
        pairs.roots.retain(|&root| root as usize >= clusters);
        pairs
    }

    /// Pairs patches with neighbours that they share a long border with and that face the same way, round after round.
    /// Of all clusters, those are near each other that have near numbers, and those are paired in the end that do not
    /// face the same way.
    fn build(clusters: usize, mut round: PairingRound, of_all: bool) -> Pairs {
        let mut children = Vec::new();
        // First those that can be seen at once as they are, and then what they have become.
        let mut over_folds = false;
        for _ in 0..ROUNDS {
            let pairable = round.pairable();
            let before = children.len();
            let in_sections = of_all && round.patches.len() >= MANY;
            round = round.pair(clusters, &mut children, over_folds, in_sections);
            // Few pairs in a round, as round a hub, would make rounds without end.
            if children.len() - before <= pairable / 16 {
                if over_folds || !of_all {
                    break;
                }
                over_folds = true;
            }
        }
        Pairs { children, roots: round.patches }
    }
}

/// The patches of a round, numbered from zero.
struct PairingRound<'r> {
    /// The number of each among all patches.
    patches: Vec<u32>,
    /// What lies next to each in this round.
    neighbours: Cow<'r, PartedRanges<Neighbour>>,
    /// The sum of the normals of each.
    normals: Cow<'r, [DVec3]>,
}

const NO_PARTNER: u32 = u32::MAX;
/// Patches in a row that are paired among themselves by one thread, where there are many: they are close to each other,
/// as clusters are numbered where they grow.
const SECTION: usize = 256;
/// Fewer neighbours than that are looked for one by one.
const FEW_NEIGHBOURS: usize = 32;
/// So many patches of all clusters and more are paired in sections.
const MANY: usize = 4 * SECTION;

impl<'r> PairingRound<'r> {
    /// How many patches lie next to another.
    fn pairable(&self) -> usize {
        (0..self.patches.len()).filter(|&own| !self.neighbours.range(own).is_empty()).count()
    }

    /// Pairs what it can, each patch in turn, over folds or not, those of each section among themselves or all, and tells
    /// the patches of the next round; adds the pairs to the children.
    fn pair(
        &self,
        clusters: usize,
        children: &mut Vec<[u32; 2]>,
        over_folds: bool,
        in_sections: bool,
    ) -> PairingRound<'r> {
        let count = self.patches.len();
        let section = if in_sections { SECTION } else { count.max(1) };
        let facing: Vec<DVec3> = self.normals.iter().map(|own| own.normalize_or_zero()).collect();
        let mut partners = vec![NO_PARTNER; count];
        parallel::for_each_chunk_mut(&mut partners, section, |s, partners| {
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
        let lists = parallel::map(count.div_ceil(SECTION), 1, |s| {
            let own = s * SECTION..count.min((s + 1) * SECTION);
            self.neighbours_of_next(own.start, &partners[own], &numbers)
        });
        let neighbours = Cow::Owned(PartedRanges::new(lists));
        PairingRound { patches, neighbours, normals: Cow::Owned(normals) }
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
