//! Where clusters of a surface end.

use super::growth::Grown;
use super::vertex_set::VertexSet;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::{PartedRanges, RangeList};
use crate::mesh::topology::HalfEdges;
use rayon::prelude::*;

/// An edge of a cluster's triangle across which another cluster lies, or nothing: its half-edge has no opposite in the
/// cluster.
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

/// The borders and the vertices of all clusters, found in one pass.
pub(super) struct Borders {
    pub borders: PartedRanges<Border>,
    /// What lies next to each cluster.
    pub neighbours: PartedRanges<Neighbour>,
    pub vertices: PartedRanges<u32>,
}

/// A cluster, or a patch of clusters, next to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbour {
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

/// The borders of some clusters that follow each other.
struct BordersPart {
    borders: RangeList<Border>,
    neighbours: RangeList<Neighbour>,
    vertices: RangeList<u32>,
}

/// Clusters that a thread takes at a time, of so many.
pub(super) fn at_a_time(clusters: usize) -> usize {
    (clusters / 256).clamp(16, 256)
}

/// Entries of most clusters, at most.
const BORDERS: usize = 56;
const NEIGHBOURS: usize = 8;
pub(super) const VERTICES: usize = 112;

impl Borders {
    /// The borders of clusters as they have grown.
    pub fn build(object: &ObjectElements, half_edges: &HalfEdges, grown: &Grown) -> Borders {
        let clusters: Vec<u32> = (0..grown.elements.len() as u32).collect();
        let parts: Vec<BordersPart> = clusters
            .par_chunks(at_a_time(clusters.len()))
            .map_init(VertexSet::new, |met, clusters| {
                let elements = clusters.iter().map(|&c| grown.elements.range(c as usize).len());
                let corners = 3 * elements.sum::<usize>();
                let capacity = |of_cluster: usize| corners.min(of_cluster * clusters.len());
                let mut part = BordersPart {
                    borders: RangeList::with_capacity(capacity(BORDERS)),
                    neighbours: RangeList::with_capacity(capacity(NEIGHBOURS)),
                    vertices: RangeList::with_capacity(capacity(VERTICES)),
                };
                let range = clusters[0] as usize..clusters[clusters.len() - 1] as usize + 1;
                grown.load(object, half_edges, range);
                for &cluster in clusters {
                    part.add(object, half_edges, grown, cluster, met);
                }
                part
            })
            .collect();
        let (mut borders, mut neighbours, mut vertices) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            borders.push(part.borders);
            neighbours.push(part.neighbours);
            vertices.push(part.vertices);
        }
        Borders {
            borders: PartedRanges::new(borders),
            neighbours: PartedRanges::new(neighbours),
            vertices: PartedRanges::new(vertices),
        }
    }
}

impl BordersPart {
    /// Adds the borders of the next cluster, and its vertices.
    fn add(
        &mut self,
        object: &ObjectElements,
        half_edges: &HalfEdges,
        grown: &Grown,
        cluster: u32,
        met: &mut VertexSet,
    ) {
        met.clear();
        for &e in grown.elements.range(cluster as usize) {
            let corners = object.triangle(e as usize);
            self.vertices.list.extend(corners.into_iter().filter(|&v| met.insert(v)));
            let across = half_edges.all_across(e).map(|other| match other {
                HalfEdges::NOTHING => Border::OPEN,
                other => grown.cluster(other),
            });
            if across == [cluster; 3] {
                continue;
            }
            for (i, across) in across.into_iter().enumerate() {
                if across != cluster {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    self.borders.list.push(Border { from, to, across });
                }
            }
        }
        for border in self.borders.open_range() {
            if border.across == Border::OPEN {
                continue;
            }
            Neighbour { patch: border.across, length: 1 }.add_to(&mut self.neighbours);
        }
        self.vertices.end_range();
        self.borders.end_range();
        self.neighbours.end_range();
    }
}
