//! The star of a vertex: the triangles around it, as fans and rings.

use super::SurfaceTopology;
use super::union_find::UnionFind;

/// For each vertex, whether its star is anything but one fan or one ring.
///
/// A star whose edges have at most two triangles is a set of fans and rings; it is a single one if
/// the corners at the vertex all reach each other across its edges.
pub(super) fn non_manifold(surface: &SurfaceTopology) -> Vec<bool> {
    let mut flags = vec![false; surface.vertex_count];
    let mut corners = UnionFind::new(3 * surface.triangles.len());
    for (edge, ends) in surface.edges.corners().iter().enumerate() {
        let users = surface.edges.elements(edge);
        for &end in ends {
            flags[end as usize] |= users.len() > 2;
            let slot = |triangle: u32| 3 * triangle + surface.corner(triangle, end) as u32;
            for &user in &users[1..] {
                corners.unite(slot(users[0]), slot(user));
            }
        }
    }
    let mut met = vec![false; surface.vertex_count];
    for (slot, &vertex) in surface.triangles.as_flattened().iter().enumerate() {
        if corners.find(slot as u32) == slot as u32 {
            flags[vertex as usize] |= met[vertex as usize];
            met[vertex as usize] = true;
        }
    }
    flags
}

/// Where the fan ends that starts at a vertex with an edge of one triangle, if it ends with another
/// such edge and not at an edge of three or more.
pub(super) fn fan_end(surface: &SurfaceTopology, vertex: u32, first: usize) -> Option<usize> {
    let mut edge = first;
    let mut triangle = surface.edges.elements(edge)[0];
    loop {
        edge = other_edge(surface, triangle, vertex, edge);
        match *surface.edges.elements(edge) {
            [_] => return Some(edge),
            [a, b] => triangle = if a == triangle { b } else { a },
            _ => return None,
        }
    }
}

/// The other edge of the triangle at the vertex.
fn other_edge(surface: &SurfaceTopology, triangle: u32, vertex: u32, edge: usize) -> usize {
    let edges = surface.edges.element_facets(triangle as usize);
    let corner = surface.corner(triangle, vertex);
    let [a, b] = [edges[(corner + 1) % 3], edges[(corner + 2) % 3]].map(|e| e as usize);
    if a == edge { b } else { a }
}
