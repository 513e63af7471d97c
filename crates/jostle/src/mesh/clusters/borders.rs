//! Where clusters of a surface end.

use super::growth::Grown;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::joined;
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

/// The borders of all clusters.
pub(super) struct Borders {
    /// Where the borders of each cluster begin, and the last end.
    pub starts: Vec<u32>,
    pub list: Vec<Border>,
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

/// Clusters that a thread takes at a time.
const AT_A_TIME: usize = 32;

impl Borders {
    /// The borders of clusters as they have grown.
    pub fn build(object: &ObjectElements, half_edges: &HalfEdges, grown: &Grown) -> Borders {
        let clusters = grown.starts.len() - 1;
        let parts: Vec<Borders> = (0..clusters.div_ceil(AT_A_TIME))
            .into_par_iter()
            .map(|part| {
                let mut borders = Borders::empty();
                for c in part * AT_A_TIME..((part + 1) * AT_A_TIME).min(clusters) {
                    borders.add(object, half_edges, grown, c);
                }
                borders
            })
            .collect();
        let mut borders = Borders::empty();
        let mut length = 0;
        for part in &parts {
            let before = length as u32;
            borders.starts.extend(part.starts[1..].iter().map(|start| before + start));
            borders.links.extend_from_slice(&part.links);
            length += part.list.len();
        }
        borders.list = joined(parts.iter().map(|part| &part.list[..]), length);
        borders
    }

    fn empty() -> Borders {
        Borders { starts: vec![0], list: Vec::new(), links: Vec::new() }
    }

    /// Adds the borders of the next cluster.
    fn add(
        &mut self,
        object: &ObjectElements,
        half_edges: &HalfEdges,
        grown: &Grown,
        cluster: usize,
    ) {
        let first = self.list.len();
        let own = grown.starts[cluster] as usize..grown.starts[cluster + 1] as usize;
        for &e in &grown.elements[own] {
            let across = half_edges.all_across(e).map(|other| match other {
                HalfEdges::NOTHING => Border::OPEN,
                other => grown.cluster(other),
            });
            if across == [cluster as u32; 3] {
                continue;
            }
            let corners = object.triangle(e as usize);
            for (i, across) in across.into_iter().enumerate() {
                if across != cluster as u32 {
                    self.list.push(Border { from: corners[i], to: corners[(i + 1) % 3], across });
                }
            }
        }
        self.starts.push(self.list.len() as u32);
        let first_link = self.links.len();
        for border in self.list[first..].iter().filter(|border| border.across != Border::OPEN) {
            // Those along one neighbour mostly follow each other.
            let known = self.links[first_link..].iter_mut().rev();
            match known.into_iter().find(|link| link.to == border.across) {
                Some(link) => link.length += 1,
                None => {
                    let (from, to) = (cluster as u32, border.across);
                    self.links.push(ClusterLink { from, to, length: 1 });
                }
            }
        }
        self.links[first_link..].sort_unstable_by_key(|link| link.to);
    }
}
