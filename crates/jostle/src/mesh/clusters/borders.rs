//! Where clusters of a surface end.

use super::Part;
use super::incidence::Incidence;

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

/// The borders of all clusters, and which clusters have an odd edge.
pub(super) struct Borders {
    /// A cluster and one of its borders, in the order of the elements.
    pub list: Vec<(u32, Border)>,
    /// Clusters with an edge of three triangles or more, or of two that turn against each other.
    pub odd: Vec<bool>,
}

/// A vertex with more elements than this is not searched for the triangle across an edge: where
/// both ends of an edge are such hubs, the edge counts as odd.
const HUB: usize = 256;

impl Borders {
    pub fn of(part: &Part, incidence: &Incidence, of_element: &[u32]) -> Borders {
        let clusters = of_element.iter().max().map_or(0, |&last| last as usize + 1);
        let mut borders = Borders { list: Vec::new(), odd: vec![false; clusters] };
        for (e, &cluster) in of_element.iter().enumerate() {
            let [a, b, c] = corners(part, e);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                match across(part, incidence, e as u32, from, to) {
                    Across::Triangle(other) => {
                        let across = of_element[other as usize];
                        if across != cluster {
                            borders.list.push((cluster, Border { from, to, across }));
                        }
                    }
                    Across::Nothing => {
                        let border = Border { from, to, across: Border::OPEN };
                        borders.list.push((cluster, border));
                    }
                    Across::Odd => borders.odd[cluster as usize] = true,
                }
            }
        }
        borders
    }
}

enum Across {
    Triangle(u32),
    Nothing,
    Odd,
}

fn across(part: &Part, incidence: &Incidence, own: u32, from: u32, to: u32) -> Across {
    let stars = [incidence.at(from), incidence.at(to)];
    let star = if stars[0].len() <= stars[1].len() { stars[0] } else { stars[1] };
    if star.len() > HUB {
        return Across::Odd;
    }
    let mut found = Across::Nothing;
    for &other in star.iter().filter(|&&other| other != own) {
        let [a, b, c] = corners(part, other as usize);
        let edges = [[a, b], [b, c], [c, a]];
        let is_against = edges.contains(&[to, from]);
        if is_against && matches!(found, Across::Nothing) {
            found = Across::Triangle(other);
        } else if is_against || edges.contains(&[from, to]) {
            return Across::Odd;
        }
    }
    found
}

fn corners(part: &Part, element: usize) -> [u32; 3] {
    let mut corners = part.corners(element);
    [0; 3].map(|_| corners.next().expect("a triangle"))
}
