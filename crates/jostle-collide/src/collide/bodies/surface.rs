//! What the boundary of one body says of it.

use super::outer_faces::OuterFaces;
use crate::candidates::TopologyCache;
use crate::conditions::{Condition, bound, required};
use crate::geometry::predicates::orient3d;
use crate::mesh::{Object, ObjectId, Scene, TriangleMesh};
use jostle_support::parallel;

/// The boundary of an object of tetrahedra, by which engines prove that the object has no self pairs without
/// comparing its tetrahedra.
///
/// There are none if [all tetrahedra have one sign](Self::has_one_sign), no two triangles of the
/// [boundary](Self::mesh) are a self pair, and its components are [beside each other](Self::is_simple).
///
/// ```
/// use jostle::Scene;
/// use jostle::candidates::TopologyCache;
/// use jostle::collide::BodySurface;
/// use jostle::mesh::shapes;
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::ball_tets(4, 1.0))?;
/// let mut topology = TopologyCache::new();
/// topology.update(&scene);
/// let mut surface = BodySurface::new(&scene, &topology, ball).expect("a boundary that is a manifold");
/// assert!(BodySurface::has_one_sign(&scene, ball) && surface.is_simple(&scene));
/// assert!(surface.mesh(&scene).elements.len() < scene.element_count() / 2);
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Debug)]
pub struct BodySurface {
    object: ObjectId,
    /// The vertices of the boundary, within the object.
    vertices: Vec<u32>,
    pub(super) faces: OuterFaces,
}

impl BodySurface {
    /// The boundary of an object of tetrahedra, if its triangles form one ring round each of its vertices.
    ///
    /// # Panics
    ///
    /// If the scene has no such object, or if it changed since the last [update](TopologyCache::update) of the
    /// cache.
    pub fn new(scene: &Scene, topology: &TopologyCache, object: ObjectId) -> Option<BodySurface> {
        let boundary = topology.object(scene, object).body_boundary()?;
        // Numbered within the boundary, in the order in which faces have them.
        const NONE: u32 = u32::MAX;
        let own = &scene.objects()[object.index()];
        let mut numbers = vec![NONE; own.vertices().len()];
        let mut vertices = Vec::new();
        let mut number = |v: u32| {
            let number = &mut numbers[v as usize];
            if *number == NONE {
                *number = vertices.len() as u32;
                vertices.push(v);
            }
            *number
        };
        let faces: Vec<[u32; 3]> =
            boundary.faces().iter().map(|face| face.map(&mut number)).collect();
        let outer = OuterFaces::new(&faces, vertices.len());
        if outer.is_none() && required(Condition::BodyHasRings) {
            return None;
        }
        Some(BodySurface { object, vertices, faces: outer.unwrap_or_default() })
    }

    /// The vertices of the boundary, numbered within the object.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// The boundary as a mesh of its own, with its [vertices](Self::vertices) in their order.
    pub fn mesh(&self, scene: &Scene) -> TriangleMesh {
        let positions = &scene.vertices()[self.object_of(scene).vertices()];
        let positions = self.vertices.iter().map(|&v| positions[v as usize]).collect();
        TriangleMesh::new(positions, self.faces.faces().to_vec())
    }

    /// Whether no component of the boundary can be within another, given that no two of its triangles are a self pair.
    pub fn is_simple(&mut self, scene: &Scene) -> bool {
        // From the farthest vertex of the only one all of it is reached.
        if self.faces.component_count() <= 1 {
            return true;
        }
        let positions = self.mesh(scene).vertices;
        self.faces.find(&positions, std::iter::empty());
        self.faces.are_all_outer()
    }

    /// Whether all tetrahedra of an object have volumes of the same sign, which is not zero.
    ///
    /// # Panics
    ///
    /// If the scene has no such object.
    pub fn has_one_sign(scene: &Scene, object: ObjectId) -> bool {
        let elements = scene.objects()[object.index()].elements();
        let sign = |e: usize| volume_sign(scene, e);
        let Some(first) = elements.clone().next().map(sign) else { return true };
        let has_same = |i: usize| sign(elements.start + i) == first;
        first != 0 && parallel::all(elements.len(), 4096, |mut range| range.all(has_same))
    }

    fn object_of<'s>(&self, scene: &'s Scene) -> &'s Object {
        &scene.objects()[self.object.index()]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<u32>() + self.faces.bytes()
    }
}

/// The sign of a tetrahedron's volume.
///
/// With `X, Y, Z` the extents of its box, the volume is off by at most `46u XYZ`, as in
/// `narrow/filter.rs`; where that leaves it open, or products may vanish or overflow, exact arithmetic decides.
pub(super) fn volume_sign(scene: &Scene, element: usize) -> i8 {
    const ERROR: f64 = 46.0 * (f64::EPSILON / 2.0);
    const SMALLEST: f64 = f64::from_bits((1023 - 200) << 52);
    const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);
    let [a, b, c, d] = scene.tetrahedron_at(element);
    let extent = a.max(b).max(c.max(d)) - a.min(b).min(c.min(d));
    let volume = (b - a).cross(c - a).dot(d - a);
    let error = bound(Condition::BodyVolumeBound, ERROR * extent.x * extent.y * extent.z);
    let is_in_range = extent.min_element() >= SMALLEST && extent.max_element() <= LARGEST;
    match volume.abs() > error && is_in_range {
        true => volume.signum() as i8,
        false => orient3d(a, b, c, d),
    }
}
