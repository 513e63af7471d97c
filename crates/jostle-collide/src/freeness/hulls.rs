//! Polygons and polyhedra: hulls of any number of vertices.

use super::diameter::diameter;
use super::elements::Elements;
use crate::convex::{Hull, Proximity, proximity};
use crate::geometry::BoundingSphere;
use glam::DVec3;
use jostle_support::text::grouped;
use thiserror::Error;

/// Why polygons or polyhedra have no certificate.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HullError {
    /// A coordinate is NaN or infinite.
    #[error("vertex {} is at ({}, {}, {}), but coordinates must be finite; remove the vertex or repair the coordinate", grouped(*.vertex), position.x, position.y, position.z)]
    NonFinite {
        /// Index of the vertex.
        vertex: usize,
        /// Its position as given.
        position: DVec3,
    },
    /// An element refers to a vertex that does not exist.
    #[error("{what} {} refers to vertex {}, but there are {} vertices, counted from 0; remove the element or add the vertex", grouped(*.element), grouped(*.vertex as usize), grouped(*.vertices))]
    BadIndex {
        /// What the element is.
        what: &'static str,
        /// Index of the element.
        element: usize,
        /// The index it holds.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// An element names one vertex twice.
    #[error("{what} {} names vertex {} more than once; remove the repeated one", grouped(*.element), grouped(*.vertex as usize))]
    RepeatedVertex {
        /// What the element is.
        what: &'static str,
        /// Index of the element.
        element: usize,
        /// The index it holds more than once.
        vertex: u32,
    },
    /// An element of too few corners.
    #[error("{what} {} has {corners} corners, but it takes {least}; remove the element", grouped(*.element))]
    TooFewCorners {
        /// What the element is.
        what: &'static str,
        /// Index of the element.
        element: usize,
        /// How many corners it has.
        corners: usize,
        /// How many it takes.
        least: usize,
    },
    /// More vertices, elements or corners than 32-bit indices can name.
    #[error("{} {what} are more than the 4,294,967,295 that indices can name; split the mesh", grouped(*.count))]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
    },
}

/// Elements by their corners, which fill space or do not.
pub struct Hulls<'m, const SOLID: bool> {
    positions: &'m [DVec3],
    /// The corners of all elements, one after the other: which vertices they are, and where.
    vertices: Vec<u32>,
    corners: Vec<DVec3>,
    /// Where each element begins, and where the last ends.
    starts: Vec<u32>,
}

impl<'m, const SOLID: bool> Hulls<'m, SOLID> {
    const WHAT: &'static str = if SOLID { "polyhedron" } else { "polygon" };

    /// Checks the elements.
    pub fn new(
        positions: &'m [DVec3],
        elements: &[impl AsRef<[u32]>],
    ) -> Result<Hulls<'m, SOLID>, HullError> {
        let count = elements.iter().map(|element| element.as_ref().len()).sum();
        for (what, count) in
            [("vertices", positions.len()), ("elements", elements.len()), ("corners", count)]
        {
            if count > u32::MAX as usize {
                return Err(HullError::TooMany { what, count });
            }
        }
        if let Some(vertex) = positions.iter().position(|p| !p.is_finite()) {
            return Err(HullError::NonFinite { vertex, position: positions[vertex] });
        }
        let (mut vertices, mut starts) = (Vec::with_capacity(count), vec![0]);
        let mut sorted = Vec::new();
        for (element, own) in elements.iter().map(AsRef::as_ref).enumerate() {
            check::<SOLID>(Self::WHAT, element, own, positions.len(), &mut sorted)?;
            vertices.extend_from_slice(own);
            starts.push(vertices.len() as u32);
        }
        let corners = vertices.iter().map(|&v| positions[v as usize]).collect();
        Ok(Hulls { positions, vertices, corners, starts })
    }

    /// Balls of half an element's diameter that cover any of these; see the
    /// [proof](crate::freeness).
    pub fn covering_balls(&self) -> u32 {
        let balls = |e: usize| {
            let corners = self.corners(e);
            let most = if !SOLID && is_flat(corners) { FLAT_Q } else { SOLID_Q };
            most.min(corners.len() as u32)
        };
        (0..self.starts.len() - 1).map(balls).max().unwrap_or(0)
    }

    fn corners(&self, element: usize) -> &[DVec3] {
        &self.corners[self.starts[element] as usize..self.starts[element + 1] as usize]
    }
}

/// Balls of half the diameter that cover a ball.
const SOLID_Q: u32 = 21;
/// Those that cover a thick disc.
const FLAT_Q: u32 = 8;
/// How thick it may be at most, in diameters: `(1/4 - 1/(1 + 2 cos(2 pi / 7))^2)^(1/2)`, rounded down.
const THICKNESS: f64 = 0.22;

fn check<const SOLID: bool>(
    what: &'static str,
    element: usize,
    own: &[u32],
    vertices: usize,
    sorted: &mut Vec<u32>,
) -> Result<(), HullError> {
    let least = if SOLID { 4 } else { 3 };
    if own.len() < least {
        return Err(HullError::TooFewCorners { what, element, corners: own.len(), least });
    }
    if let Some(&vertex) = own.iter().find(|&&v| v as usize >= vertices) {
        return Err(HullError::BadIndex { what, element, vertex, vertices });
    }
    sorted.clear();
    sorted.extend_from_slice(own);
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(&[vertex, _]) => Err(HullError::RepeatedVertex { what, element, vertex }),
        _ => Ok(()),
    }
}

/// Whether points certainly lie between two planes that are less than the thickness apart.
fn is_flat(points: &[DVec3]) -> bool {
    let BoundingSphere { centre, radius } = BoundingSphere::smallest(points);
    let longest = |vector: &dyn Fn(DVec3) -> DVec3| {
        points
            .iter()
            .map(|&p| vector(p))
            .fold(DVec3::ZERO, |a, b| if b.length_squared() > a.length_squared() { b } else { a })
    };
    // In radii, so that squares do not overflow.
    let from_centre = |p: DVec3| (p - centre) / radius;
    let along = longest(&from_centre);
    let normal = longest(&|p| along.cross(from_centre(p))).normalize_or_zero();
    let heights = points.iter().map(|&p| normal.dot(from_centre(p)));
    let (low, high) =
        heights.fold((f64::INFINITY, -f64::INFINITY), |(low, high), h| (low.min(h), high.max(h)));
    // A point or a segment has no normal, and is flat. In diameters, of which a radius is half.
    (high - low) * 0.5 <= THICKNESS
}

impl<'m, const SOLID: bool> Elements for &'m Hulls<'m, SOLID> {
    type Vertices = &'m [u32];

    const SOLID: bool = SOLID;
    const CORNERS: usize = usize::MAX;

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn positions(&self) -> &[DVec3] {
        self.positions
    }

    fn vertices(&self, element: usize) -> &'m [u32] {
        &self.vertices[self.starts[element] as usize..self.starts[element + 1] as usize]
    }

    fn diameter(&self, element: usize) -> f64 {
        diameter(self.corners(element))
    }

    fn proximity(&self, a: usize, b: usize) -> Proximity {
        let [a, b] =
            [a, b].map(|e| Hull::from_points(self.corners(e)).expect("three corners or more"));
        proximity(&a, &b).expect("coordinates are finite")
    }
}

#[cfg(test)]
mod tests;
