//! The closed, oriented surface of an object.

use super::LayeredError;
use crate::mesh::topology::{Boundary, SurfaceTopology};
use crate::mesh::{ElementKind, Mesh, Object, ObjectElements, ObjectId, Scene, TriangleMesh};
use jostle_support::parallel;
use rayon::prelude::*;

/// The triangles of an object's surface, known to be closed and oriented; made again when the mesh is
/// replaced.
///
/// The surface of tetrahedra is made of the faces that an odd number of them use, turned as the corners of
/// the tetrahedra are listed. So it stays oriented while tetrahedra invert; only if it is not oriented from
/// the start, because they are listed in no consistent way, does the sign of their volumes decide, as it is
/// then.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectSurface {
    /// The [`Object::topology_id`] that this is of.
    topology_id: u64,
    /// Corners, numbered within the object.
    pub triangles: Vec<[u32; 3]>,
    /// The element of each triangle.
    pub elements: Vec<u32>,
}

impl ObjectSurface {
    /// Makes the surface if the topology is another than before.
    pub fn update(&mut self, scene: &Scene, id: ObjectId) -> Result<(), LayeredError> {
        let object = scene.present(id)?;
        if self.topology_id == object.topology_id() {
            return Ok(());
        }
        *self = ObjectSurface::build(scene, id, object)?;
        Ok(())
    }

    fn build(scene: &Scene, id: ObjectId, object: &Object) -> Result<ObjectSurface, LayeredError> {
        let own = ObjectElements::new(scene, object);
        let (mut triangles, mut elements) = match object.kind() {
            ElementKind::Triangle => {
                let all = 0..own.len();
                (all.clone().map(|e| own.triangle(e)).collect(), all.map(|e| e as u32).collect())
            }
            ElementKind::Tetrahedron => listed_boundary(&own),
        };
        let mut bad = unbalanced_edge(&triangles);
        if let (Some(_), Mesh::Tets(mesh)) = (&bad, scene.mesh(id)?) {
            let boundary = Boundary::from_mesh(&mesh).expect("the scene holds checked meshes");
            let in_object = |corners: &[u32; 3]| corners.map(|v| boundary.vertices[v as usize]);
            triangles = boundary.surface.elements.iter().map(in_object).collect();
            elements = boundary.tets;
            bad = unbalanced_edge(&triangles);
        }
        match bad {
            Some(edge) => Err(describe(scene, id, object, triangles, edge)),
            None => Ok(ObjectSurface { topology_id: object.topology_id(), triangles, elements }),
        }
    }

    pub fn bytes(&self) -> usize {
        self.triangles.capacity() * size_of::<[u32; 3]>() + self.elements.capacity() * 4
    }
}

/// The faces that an odd number of tetrahedra use, turned as most of these turn them, with the lowest of
/// those tetrahedra.
fn listed_boundary(own: &ObjectElements) -> (Vec<[u32; 3]>, Vec<u32>) {
    let faces_of = |e: usize| {
        let [a, b, c, d] = own.tetrahedron(e);
        // Those of a positive tetrahedron, seen counter-clockwise from outside.
        [[b, c, d], [a, d, c], [a, b, d], [a, c, b]].map(|face| {
            let mut sorted = face;
            sorted.sort_unstable();
            (sorted, e as u32, face)
        })
    };
    let mut faces = parallel::map(own.len(), 1, faces_of).into_flattened();
    faces.par_sort_unstable();
    let mut boundary = (Vec::new(), Vec::new());
    for uses in faces.chunk_by(|f, g| f.0 == g.0).filter(|uses| uses.len() % 2 == 1) {
        let is_even = |face: &[u32; 3], sorted: &[u32; 3]| {
            let first = face.iter().position(|v| *v == sorted[0]).unwrap_or(0);
            face[(first + 1) % 3] == sorted[1]
        };
        let even = uses.iter().filter(|(sorted, _, face)| is_even(face, sorted)).count();
        let most = 2 * even > uses.len();
        let used = uses.iter().find(|(sorted, _, face)| is_even(face, sorted) == most);
        let (_, element, face) = used.expect("more than half are turned so");
        boundary.0.push(*face);
        boundary.1.push(*element);
    }
    boundary
}

/// An edge, lower vertex first, and how many triangles walk it in that direction and against it.
type EdgeUses = ([u32; 2], usize, usize);

/// The lowest edge that is not used as often one way as the other. An edge of an odd number of triangles,
/// which is a hole, goes before all others.
fn unbalanced_edge(triangles: &[[u32; 3]]) -> Option<EdgeUses> {
    let edges_of = |t: usize| {
        let [a, b, c] = triangles[t];
        [[a, b], [b, c], [c, a]].map(|[p, q]| ([p.min(q), p.max(q)], p < q))
    };
    let mut edges = parallel::map(triangles.len(), 1, edges_of).into_flattened();
    edges.par_sort_unstable();
    let bad = edges.chunk_by(|e, f| e.0 == f.0).filter_map(|uses| {
        let forward = uses.iter().filter(|used| used.1).count();
        (2 * forward != uses.len()).then_some((uses[0].0, forward, uses.len() - forward))
    });
    bad.min_by_key(|&(edge, forward, backward)| ((forward + backward) % 2 == 0, edge))
}

/// The error for a surface with an edge that is not balanced.
fn describe(
    scene: &Scene,
    id: ObjectId,
    object: &Object,
    triangles: Vec<[u32; 3]>,
    (edge, forward, backward): EdgeUses,
) -> LayeredError {
    let name = object.name().to_owned();
    if (forward + backward) % 2 == 0 {
        return LayeredError::Misoriented { object: id, name, edge, forward, backward };
    }
    let mesh = TriangleMesh::new(scene.vertices()[object.vertices()].to_vec(), triangles);
    let topology = SurfaceTopology::from_mesh(&mesh);
    let loops = topology.map(|topology| topology.boundary_loops());
    let first = loops.as_ref().ok().and_then(|loops| loops.get(0)).unwrap_or(&edge);
    let vertices = first.iter().copied().take(LayeredError::SHOWN_VERTICES).collect();
    LayeredError::Open { object: id, name, length: first.len(), vertices }
}
