//! How often the vertices of one surface are inside the other.

use super::crossing::Crossing;
use super::surface::Surface;
use crate::geometry::predicates::Sign;
use crate::geometry::{Aabb, infinitesimal_move};
use glam::DVec3;

const UNKNOWN: i32 = i32::MIN;

/// The winding numbers of the other surface round the vertices of one; zero for vertices that no face
/// uses.
///
/// Along an edge the number changes by the signs of its crossings, so one vertex of each connected
/// component is enough to know all. It is one outside the box of the other, if there is such; only
/// components that are wholly in that box cost a look at all faces of the other.
pub fn of_vertices(surfaces: [&Surface; 2], of: usize, crossings: &[Crossing]) -> Vec<i32> {
    let (own, other) = (surfaces[of], surfaces[1 - of]);
    let mut windings = vec![UNKNOWN; own.mesh.vertices.len()];
    let changes = changes(own.edges.len(), crossings);
    let neighbours = Neighbours::build(own);
    let is_outside = |v: u32| !other.bounds.contains(&Aabb::from_points([own.position(v)]));
    let mut open = Vec::new();
    let mut spread = |windings: &mut [i32], seed: u32, winding: i32| {
        windings[seed as usize] = winding;
        open.push(seed);
        while let Some(v) = open.pop() {
            for &(next, edge) in neighbours.of(v) {
                if windings[next as usize] == UNKNOWN {
                    let change = changes[edge as usize];
                    let along = if v < next { change } else { -change };
                    windings[next as usize] = windings[v as usize] + along;
                    open.push(next);
                }
            }
        }
    };
    let used = own.edges.as_flattened();
    for &v in used {
        if windings[v as usize] == UNKNOWN && is_outside(v) {
            spread(&mut windings, v, 0);
        }
    }
    for &v in used {
        if windings[v as usize] == UNKNOWN {
            let winding = at_vertex(own.position(v), other, of == 0);
            spread(&mut windings, v, winding);
        }
    }
    windings.iter_mut().filter(|winding| **winding == UNKNOWN).for_each(|winding| *winding = 0);
    windings
}

/// By how much the winding number grows along each edge.
fn changes(edges: usize, crossings: &[Crossing]) -> Vec<i32> {
    let mut changes = vec![0; edges];
    for crossing in crossings {
        changes[crossing.edge as usize] += i32::from(crossing.sign);
    }
    changes
}

/// The winding number of a surface round a vertex of the other: what a segment along x crosses until it
/// is beyond the surface.
fn at_vertex(vertex: DVec3, other: &Surface, surface_moves: bool) -> i32 {
    let beyond = other.bounds.max.x.max(vertex.x);
    let beyond = (beyond + other.bounds.size().x.max(beyond.abs()) + 1.0).min(f64::MAX);
    let segment = [vertex, DVec3::new(beyond, vertex.y, vertex.z)];
    let crosses = |face: u32| -> Sign {
        let corners = other.corners(face);
        let bounds = Aabb::from_points(corners);
        let may_cross = crate::geometry::ray_crossing::may_cross(vertex, &bounds);
        if may_cross { infinitesimal_move::crossing(segment, corners, surface_moves) } else { 0 }
    };
    -(0..other.mesh.elements.len() as u32).map(|face| i32::from(crosses(face))).sum::<i32>()
}

/// The edges at each vertex.
struct Neighbours {
    starts: Vec<u32>,
    /// The vertex at the other end, and the edge.
    ends: Vec<(u32, u32)>,
}

impl Neighbours {
    fn build(surface: &Surface) -> Neighbours {
        let mut starts = vec![0u32; surface.mesh.vertices.len() + 1];
        for &v in surface.edges.as_flattened() {
            starts[v as usize + 1] += 1;
        }
        for v in 1..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut next = starts.clone();
        let mut ends = vec![(0, 0); 2 * surface.edges.len()];
        for (edge, &[low, high]) in surface.edges.iter().enumerate() {
            for (v, other) in [(low, high), (high, low)] {
                ends[next[v as usize] as usize] = (other, edge as u32);
                next[v as usize] += 1;
            }
        }
        Neighbours { starts, ends }
    }

    fn of(&self, vertex: u32) -> &[(u32, u32)] {
        let v = vertex as usize;
        &self.ends[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}
