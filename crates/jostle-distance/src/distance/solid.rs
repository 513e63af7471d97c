//! The boundary of an object that has an inside.

use super::largest_extent;
use crate::candidates::{CachedTopology, TopologyCache};
use crate::geometry::Aabb;
use crate::mesh::{ElementKind, Scene, SurfacePoint, TriangleTree};
use glam::DVec3;

/// The boundary of an object that has an inside, ready for distances.
pub(super) struct Solid<'s> {
    scene: &'s Scene,
    object: usize,
    topology: CachedTopology<'s>,
    triangles: usize,
    tree: TriangleTree,
}

impl<'s> Solid<'s> {
    /// `None` if the object is a surface with a rim.
    pub fn build(
        scene: &'s Scene,
        topology: &'s TopologyCache,
        object: usize,
    ) -> Option<Solid<'s>> {
        let topology = topology.object_at(scene, object);
        let is_surface = scene.objects()[object].kind() == ElementKind::Triangle;
        if is_surface && !topology.is_closed_surface() {
            return None;
        }
        let count = match is_surface {
            true => scene.objects()[object].elements().len(),
            false => topology.faces().len(),
        };
        let tree = TriangleTree::build(count, |t| corners(scene, &topology, object, t));
        Some(Solid { scene, object, topology, triangles: count, tree })
    }

    /// The corners of a triangle of the boundary.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        corners(self.scene, &self.topology, self.object, triangle)
    }

    /// The edges of the box of the largest triangle, summed.
    pub fn largest_extent(&self) -> f64 {
        largest_extent((0..self.triangles).map(|t| Aabb::from_points(self.corners(t))))
    }

    /// The nearest point of the boundary, or `None` as soon as it is known to be nearer than a
    /// distance.
    pub fn nearest_from(&self, point: DVec3, least: f64) -> Option<SurfacePoint> {
        self.tree.nearest(&|t| self.corners(t), point, least)
    }

    /// Whether a point that is not on the boundary is inside.
    pub fn encloses(&self, point: DVec3) -> bool {
        self.tree.encloses(&|t| self.corners(t), point)
    }

    /// The element of the object that a triangle of the boundary belongs to.
    pub fn element(&self, triangle: u32) -> u32 {
        match self.scene.objects()[self.object].kind() {
            ElementKind::Triangle => triangle,
            ElementKind::Tetrahedron => self.topology.features().face_owner(triangle),
        }
    }
}

fn corners(scene: &Scene, topology: &CachedTopology, object: usize, triangle: usize) -> [DVec3; 3] {
    let own = &scene.objects()[object];
    let at = |v: usize| scene.vertices()[v];
    match own.kind() {
        ElementKind::Triangle => {
            let corners = scene.corners_at(own.elements().start + triangle);
            [0, 1, 2].map(|i| at(corners[i] as usize))
        }
        ElementKind::Tetrahedron => {
            topology.faces()[triangle].map(|v| at(own.vertices().start + v as usize))
        }
    }
}
