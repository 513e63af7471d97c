//! The components of a surface, one by one.

use super::{SurfaceTopology, loops, orientation, stars};

/// One component of a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of boundary loops.
    pub boundary_loops: usize,
    /// Whether it is manifold at every edge and vertex.
    pub manifold: bool,
    /// Whether it has two sides, however its triangles are turned now.
    pub orientable: bool,
}

impl Piece {
    /// Vertices minus edges plus triangles: 2 for a sphere, 1 for a disc, 0 for a torus.
    pub fn euler(&self) -> i64 {
        self.vertices as i64 - self.edges as i64 + self.triangles as i64
    }

    /// Number of handles, where that means something: the piece is manifold and has two sides.
    pub fn genus(&self) -> Option<u64> {
        // Closing each loop with a disc adds one to the characteristic, which is then 2 - 2 genus.
        let twice = 2 - self.euler() - self.boundary_loops as i64;
        (self.manifold && self.orientable).then_some(twice as u64 / 2)
    }
}

pub(super) fn count(surface: &SurfaceTopology) -> Vec<Piece> {
    let components = surface.components();
    let fresh = Piece { manifold: true, orientable: true, ..Piece::default() };
    let mut pieces = vec![fresh; components.count()];
    let label = |triangle: u32| components.labels()[triangle as usize] as usize;

    let mut of_vertex = vec![None; surface.vertex_count];
    for (triangle, corners) in surface.triangles.iter().enumerate() {
        pieces[label(triangle as u32)].triangles += 1;
        for &corner in corners {
            of_vertex[corner as usize] = Some(label(triangle as u32));
        }
    }
    for piece in of_vertex.iter().flatten() {
        pieces[*piece].vertices += 1;
    }
    for edge in 0..surface.edges.len() {
        let piece = &mut pieces[label(surface.edges.elements(edge)[0])];
        piece.edges += 1;
        piece.manifold &= surface.edges.uses(edge) <= 2;
    }
    for (piece, odd) in of_vertex.iter().zip(stars::non_manifold(surface)) {
        if let (Some(piece), true) = (piece, odd) {
            pieces[*piece].manifold = false;
        }
    }
    for vertices in loops::trace(surface).iter() {
        if let Some(piece) = of_vertex[vertices[0] as usize] {
            pieces[piece].boundary_loops += 1;
        }
    }
    for triangle in orientation::settle(surface).1 {
        pieces[label(triangle)].orientable = false;
    }
    pieces
}
