//! Where clusters of a surface end.

use crate::mesh::ObjectElements;
use crate::mesh::topology::Incidence;

/// An edge of a cluster's triangle across which another cluster lies, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A cluster and one of its borders, in the order of the elements.
    pub list: Vec<(u32, Border)>,
    /// Clusters with an edge of three triangles or more, or of two that turn against each other.
    pub irregular: Vec<bool>,
}

/// A vertex with more elements than this is not searched for the triangle across an edge: where
/// both ends of an edge are such hubs, the edge counts as irregular.
const HUB: usize = 256;

impl Borders {
    pub fn build(
        object: &ObjectElements,
        incidence: &Incidence,
        element_cluster: &[u32],
    ) -> Borders {
        let clusters = element_cluster.iter().max().map_or(0, |&last| last as usize + 1);
        let mut borders = Borders { list: Vec::new(), irregular: vec![false; clusters] };
        for (e, &cluster) in element_cluster.iter().enumerate() {
            let [a, b, c] = object.triangle(e);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                match across(object, incidence, e as u32, from, to) {
                    EdgeNeighbour::Triangle(other) => {
                        let across = element_cluster[other as usize];
                        if across != cluster {
                            borders.list.push((cluster, Border { from, to, across }));
                        }
                    }
                    EdgeNeighbour::Nothing => {
                        let border = Border { from, to, across: Border::OPEN };
                        borders.list.push((cluster, border));
                    }
                    EdgeNeighbour::Irregular => borders.irregular[cluster as usize] = true,
                }
            }
        }
        borders
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
