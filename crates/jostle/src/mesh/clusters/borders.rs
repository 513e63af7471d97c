//! Where clusters of a surface end.

use super::growth::Grown;
use crate::mesh::ObjectElements;
use crate::mesh::topology::{Incidence, VertexLinks};
use rayon::prelude::*;

/// An edge of a cluster's triangle across which another cluster lies, or nothing.
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

/// The borders of all clusters, and which clusters have an irregular edge.
pub(super) struct Borders {
    /// Where the borders of each cluster begin, and the last end.
    pub starts: Vec<u32>,
    pub list: Vec<Border>,
    /// Clusters with an edge of three triangles or more, or of two that turn against each other.
    pub irregular: Vec<bool>,
    /// The clusters next to each, sorted by both.
    pub links: Vec<ClusterLink>,
}

/// Two clusters, of which the second lies across some edges of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClusterLink {
    pub from: u32,
    pub to: u32,
    /// The number of edges.
    pub length: u32,
}

/// A vertex with more elements than this is not searched for the triangle across an edge: where
/// both ends of an edge are such hubs, the edge counts as irregular.
const HUB: usize = 256;
/// Clusters that a thread takes at a time.
const AT_A_TIME: usize = 32;

impl Borders {
    /// The borders of clusters as they have grown; links of vertices, if they are known, spare work.
    pub fn build(
        object: &ObjectElements,
        incidence: &Incidence,
        links: Option<&VertexLinks>,
        grown: &Grown,
    ) -> Borders {
        let inner = InnerVertices::find(object, incidence, links, &grown.element_cluster);
        let clusters = grown.starts.len() - 1;
        let parts: Vec<Borders> = (0..clusters.div_ceil(AT_A_TIME))
            .into_par_iter()
            .map(|part| {
                let mut borders = Borders::empty();
                for c in part * AT_A_TIME..((part + 1) * AT_A_TIME).min(clusters) {
                    borders.add(object, incidence, &inner, grown, c);
                }
                borders
            })
            .collect();
        let mut borders = Borders::empty();
        borders.list.reserve_exact(parts.iter().map(|part| part.list.len()).sum());
        for part in parts {
            let before = borders.list.len() as u32;
            borders.starts.extend(part.starts[1..].iter().map(|start| before + start));
            borders.list.extend(part.list);
            borders.irregular.extend(part.irregular);
            borders.links.extend(part.links);
        }
        borders
    }

    fn empty() -> Borders {
        Borders { starts: vec![0], list: Vec::new(), irregular: Vec::new(), links: Vec::new() }
    }

    /// Adds the borders of the next cluster.
    fn add(
        &mut self,
        object: &ObjectElements,
        incidence: &Incidence,
        inner: &InnerVertices,
        grown: &Grown,
        cluster: usize,
    ) {
        let first = self.list.len();
        let mut is_irregular = false;
        for &e in
            &grown.elements[grown.starts[cluster] as usize..grown.starts[cluster + 1] as usize]
        {
            let corners = object.triangle(e as usize);
            let is_inner = corners.map(|v| inner.contains(v));
            for i in 0..3 {
                let j = (i + 1) % 3;
                if is_inner[i] || is_inner[j] {
                    continue;
                }
                let [from, to] = [corners[i], corners[j]];
                let across = match across(object, incidence, e, from, to) {
                    EdgeNeighbour::Triangle(other) => grown.element_cluster[other as usize],
                    EdgeNeighbour::Nothing => Border::OPEN,
                    EdgeNeighbour::Irregular => {
                        is_irregular = true;
                        continue;
                    }
                };
                if across != cluster as u32 {
                    self.list.push(Border { from, to, across });
                }
            }
        }
        self.starts.push(self.list.len() as u32);
        self.irregular.push(is_irregular);
        let mut others: Vec<u32> = self.list[first..].iter().map(|border| border.across).collect();
        others.sort_unstable();
        let runs = others.chunk_by(|a, b| a == b).filter(|run| run[0] != Border::OPEN);
        self.links.extend(runs.map(|run| ClusterLink {
            from: cluster as u32,
            to: run[0],
            length: run.len() as u32,
        }));
    }
}

/// Vertices whose triangles form one simple ring within one cluster: no edge at them is a border or irregular.
struct InnerVertices(Vec<bool>);

impl InnerVertices {
    fn find(
        object: &ObjectElements,
        incidence: &Incidence,
        links: Option<&VertexLinks>,
        element_cluster: &[u32],
    ) -> InnerVertices {
        let Some(links) = links else { return InnerVertices(Vec::new()) };
        let is_inner = |v: u32| {
            let of = |e: &u32| element_cluster[*e as usize];
            let star = incidence.elements_at(v);
            links.is_simple_ring(v) && star.iter().all(|e| of(e) == of(&star[0]))
        };
        let vertices = (0..object.vertex_count() as u32).into_par_iter();
        InnerVertices(vertices.with_min_len(4096).map(is_inner).collect())
    }

    #[inline]
    fn contains(&self, vertex: u32) -> bool {
        self.0.get(vertex as usize).is_some_and(|&is_inner| is_inner)
    }
}

enum EdgeNeighbour {
    Triangle(u32),
    Nothing,
    Irregular,
}

fn across(
    object: &ObjectElements,
    incidence: &Incidence,
    own: u32,
    from: u32,
    to: u32,
) -> EdgeNeighbour {
    let stars = [incidence.elements_at(from), incidence.elements_at(to)];
    let star = if stars[0].len() <= stars[1].len() { stars[0] } else { stars[1] };
    if star.len() > HUB {
        return EdgeNeighbour::Irregular;
    }
    let mut found = EdgeNeighbour::Nothing;
    for &other in star.iter().filter(|&&other| other != own) {
        let [a, b, c] = object.triangle(other as usize);
        let edges = [[a, b], [b, c], [c, a]];
        let is_against = edges.contains(&[to, from]);
        if is_against && matches!(found, EdgeNeighbour::Nothing) {
            found = EdgeNeighbour::Triangle(other);
        } else if is_against || edges.contains(&[from, to]) {
            return EdgeNeighbour::Irregular;
        }
    }
    found
}
