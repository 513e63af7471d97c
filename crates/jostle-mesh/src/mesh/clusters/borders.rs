//! Where clusters of a surface end.

use super::block_mesh::BlockMesh;
use super::cluster_edges::ClusterEdges;
use super::growth::Region;
use crate::mesh::range_lists::{PartedRanges, RangeList};
use jostle_support::parallel;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// An edge of a cluster's triangle that no other of its triangles runs along the other way: across it another cluster
/// lies, or nothing. Edges of a cluster that run against each other cancel as chains, and so do two borders that are
/// across each other: as a chain, a set of clusters is bounded by those borders of theirs that have none of it across.
/// Two of these may run against each other, at hubs or along an edge of many triangles: a border of loops that do not
/// touch has no such two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Border {
    /// Where the edge begins, in the order of its triangle.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The cluster across, or [`Border::OPEN`].
    pub across: u32,
}

impl Border {
    /// Stands for a cluster across where the surface ends.
    pub const OPEN: u32 = u32::MAX;
}

/// Numbers clusters anew, given the number that each has had in the new one's place.
pub(super) fn renumber(
    borders: &mut PartedRanges<Border>,
    neighbours: &mut PartedRanges<Neighbour>,
    order: &[u32],
) {
    let mut numbers = vec![0; order.len()];
    for (new, &old) in (0..).zip(order) {
        numbers[old as usize] = new;
    }
    borders.renumber(order);
    borders.for_each_mut(|border| {
        if border.across != Border::OPEN {
            border.across = numbers[border.across as usize];
        }
    });
    neighbours.renumber(order);
    neighbours.for_each_mut(|other| other.patch = numbers[other.patch as usize]);
}

/// The borders and the vertices of all clusters.
pub(super) struct Borders {
    pub borders: PartedRanges<Border>,
    /// What lies next to each cluster.
    pub neighbours: PartedRanges<Neighbour>,
    pub vertices: PartedRanges<u32>,
}

/// A cluster, or a patch of clusters, next to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub patch: u32,
    /// The number of edges between.
    pub length: u32,
}

impl Neighbour {
    /// Adds the edges between to those that the open range of a list has with the same patch. For ranges of a few.
    #[inline]
    pub fn add_to(self, neighbours: &mut RangeList<Neighbour>) {
        // Edges along one neighbour mostly follow each other.
        let mut known = neighbours.open_range().iter_mut().rev();
        match known.find(|known| known.patch == self.patch) {
            Some(known) => known.length += self.length,
            None => neighbours.list.push(self),
        }
    }
}

/// The borders of the clusters of a block.
pub(super) struct BordersPart {
    borders: RangeList<Border>,
    /// The least and the greatest vertex of the borders of each cluster.
    border_vertices: Vec<[u32; 2]>,
    vertices: RangeList<u32>,
    /// Vertices of many triangles of the block, ascending.
    hubs: Vec<u32>,
}

/// Entries of most clusters, at most.
const BORDERS: usize = 56;
const NEIGHBOURS: usize = 8;
pub(super) const VERTICES: usize = 112;

impl Borders {
    /// The borders of all clusters, given how many vertices the object has, and those of each block.
    pub fn build(vertices: usize, mut parts: Vec<BordersPart>) -> Borders {
        let neighbours = match_borders(vertices, &mut parts);
        let (borders, vertices): (Vec<RangeList<Border>>, _) =
            parts.into_iter().map(|part| (part.borders, part.vertices)).unzip();
        Borders {
            borders: PartedRanges::new(borders),
            neighbours: PartedRanges::new(neighbours),
            vertices: PartedRanges::new(vertices),
        }
    }
}

impl BordersPart {
    /// The vertices and the borders of the clusters of a block; what is across borders is not known yet.
    pub fn build(grown: &Region<3>, edges: &mut ClusterEdges) -> BordersPart {
        let mesh = grown.mesh();
        let corners = 3 * mesh.element_count();
        let hubs = hubs(mesh).map(|vertex| mesh.vertex(vertex));
        let capacity = |of_cluster: usize| corners.min(of_cluster * grown.len());
        let capacities = [VERTICES, BORDERS].map(capacity);
        let mut part = BordersPart::with_capacity(grown.len(), capacities, hubs);
        for cluster in grown.clusters() {
            edges.update(cluster);
            let vertices = cluster.vertices.iter().map(|&vertex| mesh.vertex(vertex));
            part.push(vertices, edges.left(cluster.vertices.len()));
        }
        part
    }

    /// No clusters, with space for so many, and for so many vertices and borders, given the [`hubs`] of the block.
    pub fn with_capacity(
        clusters: usize,
        [vertices, borders]: [usize; 2],
        hubs: impl Iterator<Item = u32>,
    ) -> BordersPart {
        let mut hubs: Vec<u32> = hubs.collect();
        hubs.sort_unstable();
        BordersPart {
            borders: RangeList::with_capacity(clusters, borders),
            border_vertices: Vec::with_capacity(clusters),
            vertices: RangeList::with_capacity(clusters, vertices),
            hubs,
        }
    }

    /// Adds a cluster with these vertices, and borders from one of them to another.
    #[inline]
    pub fn push(&mut self, vertices: impl Iterator<Item = u32>, borders: &[[u16; 2]]) {
        self.vertices.list.extend(vertices);
        let vertices = self.vertices.open_range();
        let [mut least, mut greatest] = [u32::MAX, 0];
        self.borders.list.extend(borders.iter().map(|ends| {
            let [from, to] = ends.map(|end| vertices[usize::from(end)]);
            least = least.min(from).min(to);
            greatest = greatest.max(from).max(to);
            Border { from, to, across: Border::OPEN }
        }));
        self.border_vertices.push([least, greatest]);
        self.vertices.end_range();
        self.borders.end_range();
    }

    /// The end that a border is looked for at, and by all blocks alike where a vertex is a hub in all that it is in.
    #[inline]
    fn place(&self, border: &Border) -> Option<usize> {
        let ends = [border.from.min(border.to), border.from.max(border.to)];
        if self.hubs.is_empty() {
            return Some(ends[0] as usize);
        }
        let end = ends.into_iter().find(|end| self.hubs.binary_search(end).is_err());
        end.map(|end| end as usize)
    }
}

/// The vertices of many triangles of a block.
pub(super) fn hubs(mesh: &BlockMesh<3>) -> impl Iterator<Item = u32> {
    (0..mesh.vertex_count() as u32).filter(|&vertex| mesh.star(vertex).len() > HUB)
}

/// The clusters next to each of some, whose borders are matched.
fn neighbours_of(borders: &RangeList<Border>) -> RangeList<Neighbour> {
    let clusters = borders.len();
    let most = borders.list.len().min(NEIGHBOURS * clusters);
    let mut neighbours = RangeList::with_capacity(clusters, most);
    for range in borders.starts.windows(2) {
        let own = &borders.list[range[0] as usize..range[1] as usize];
        for border in own.iter().filter(|border| border.across != Border::OPEN) {
            Neighbour { patch: border.across, length: 1 }.add_to(&mut neighbours);
        }
        neighbours.end_range();
    }
    neighbours
}

const NONE: u32 = u32::MAX;
/// A border is looked for at one of its ends that has no more triangles than this in its block; where both have, none is
/// across it.
const HUB: usize = 256;
/// Borders that are looked at: where more wait at one vertex, none is across the others.
const LOOKS: usize = 1024;
/// Clusters that one thread matches as fast as several.
const FEW: usize = 256;
/// Parts of the vertices at most: for each, all clusters are looked at.
const MOST_PARTS: usize = 64;

/// Finds the cluster across each border, and tells what lies next to each cluster. Threads share the vertices; all
/// borders are met in order, so that what is found does not depend on how many there are.
fn match_borders(vertices: usize, parts: &mut [BordersPart]) -> Vec<RangeList<Neighbour>> {
    let clusters: usize = parts.iter().map(|part| part.borders.len()).sum();
    let shares = if clusters < FEW { 1 } else { rayon::current_num_threads().min(MOST_PARTS) };
    let share = vertices.div_ceil(shares).max(1);
    let count: usize = parts.iter().map(|part| part.borders.list.len()).sum();
    // The clusters across all borders, in order.
    let across: Vec<AtomicU32> = parallel::map(count, 1 << 16, |_| AtomicU32::new(Border::OPEN));
    parallel::for_each(vertices.div_ceil(share), 1, |own| {
        let own = own * share..((own + 1) * share).min(vertices);
        // One of each two waits, where all threads have as many.
        let waiting = 0.6 * across.len() as f64 * own.len() as f64 / vertices as f64;
        BorderMatching::new(&across, own, waiting as usize).run(parts);
    });
    let mut rest = &across[..];
    let own = parts.iter_mut().map(|part| {
        let own = rest.split_off(..part.borders.list.len()).expect("one for each border");
        (part, own, None)
    });
    let mut all: Vec<(&mut BordersPart, &[AtomicU32], Option<_>)> = own.collect();
    parallel::for_each_mut(&mut all, 1, |_, (part, across, neighbours)| {
        for (border, across) in part.borders.list.iter_mut().zip(*across) {
            border.across = across.load(Relaxed);
        }
        *neighbours = Some(neighbours_of(&part.borders));
    });
    all.into_iter().map(|(_, _, neighbours)| neighbours.expect("all are noted")).collect()
}

/// Borders that look for each other at some vertices that follow each other.
struct BorderMatching<'m> {
    across: &'m [AtomicU32],
    vertices: Range<usize>,
    /// The last border that waits at each vertex.
    last_waiting: Vec<u32>,
    waiting: Vec<WaitingBorder>,
}

/// A border whose opposite has not been met.
#[derive(Clone, Copy)]
struct WaitingBorder {
    edge: [u32; 2],
    /// Its own cluster.
    cluster: u32,
    /// Its number among all.
    number: u32,
    /// What waited at the vertex before it, and still may.
    before: u32,
}

impl<'m> BorderMatching<'m> {
    fn new(across: &'m [AtomicU32], vertices: Range<usize>, waiting: usize) -> BorderMatching<'m> {
        let last_waiting = vec![NONE; vertices.len()];
        BorderMatching { across, vertices, last_waiting, waiting: Vec::with_capacity(waiting) }
    }

    fn run(mut self, parts: &[BordersPart]) {
        let (mut number, mut cluster) = (0, 0);
        for part in parts {
            let ranges = part.borders.starts.windows(2);
            for (range, [least, greatest]) in ranges.zip(&part.border_vertices) {
                let borders = &part.borders.list[range[0] as usize..range[1] as usize];
                let is_near = (*least as usize) < self.vertices.end
                    && self.vertices.start <= *greatest as usize;
                if is_near {
                    for (number, border) in (number..).zip(borders) {
                        if let Some(vertex) = part.place(border) {
                            self.meet(number, cluster, border, vertex);
                        }
                    }
                }
                number += borders.len() as u32;
                cluster += 1;
            }
        }
    }

    /// Gives a border of a cluster and one that waits at a vertex each other's clusters, or lets it wait.
    #[inline]
    fn meet(&mut self, number: u32, cluster: u32, border: &Border, vertex: usize) {
        let Some(&last) = self.last_waiting.get(vertex.wrapping_sub(self.vertices.start)) else {
            return;
        };
        let (mut after, mut own) = (NONE, last);
        let mut looks = LOOKS;
        while let Some(waiting) = self.waiting.get(own as usize).copied() {
            if waiting.edge == [border.to, border.from] {
                self.across[number as usize].store(waiting.cluster, Relaxed);
                self.across[waiting.number as usize].store(cluster, Relaxed);
                match after {
                    NONE => self.last_waiting[vertex - self.vertices.start] = waiting.before,
                    after => self.waiting[after as usize].before = waiting.before,
                }
                return;
            }
            looks -= 1;
            if looks == 0 {
                return;
            }
            (after, own) = (own, waiting.before);
        }
        self.last_waiting[vertex - self.vertices.start] = self.waiting.len() as u32;
        let edge = [border.from, border.to];
        self.waiting.push(WaitingBorder { edge, cluster, number, before: last });
    }
}
