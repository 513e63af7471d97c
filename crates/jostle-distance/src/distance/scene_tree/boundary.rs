//! What the penetration depth of points asks about the boundary of one object.

use super::cast::{CastScratch, FaceHit, FirstHit, HitReceiver};
use super::closest::{ClosestPoint, LeftOut, PointQuery, PointScratch};
use super::frame::FrameBox;
use super::ray::{Ray, RayHit, RaySide};
use super::ray_triangle::RayTest;
use super::wide_tree::{NO_ITEM, Stack};
use super::{ObjectTree, SceneTree};
use crate::geometry::Aabb;
use crate::geometry::distance::point_triangle_weights;
use crate::mesh::{Element, LocalElementId, ObjectId, Scene};
use crate::narrow::{point_triangle, segment_triangle};
use crate::session::Session;
use glam::DVec3;

/// Buffers of a thread, kept from one question to the next.
#[derive(Default)]
pub struct BoundaryScratch {
    cast: CastScratch,
    point: PointScratch,
}

/// Keeps the first hit of a face that has none of two vertices.
struct FirstWithout<'a> {
    first: FirstHit,
    scene: &'a Scene,
    tree: &'a ObjectTree,
    object: usize,
    vertices: [u32; 2],
}

impl HitReceiver for FirstWithout<'_> {
    #[inline(always)]
    fn furthest(&self) -> f64 {
        self.first.furthest()
    }

    fn take(&mut self, test: &RayTest, hit: FaceHit) {
        let object = &self.scene.objects()[self.object];
        let corners = self.tree.vertices(self.scene, object, hit.face);
        if !corners.iter().any(|corner| self.vertices.contains(corner)) {
            self.first.take(test, hit);
        }
    }
}

impl SceneTree {
    /// A tree for questions about boundaries: bodies have none over their tetrahedra, which saves most of the
    /// time of a refit. Boxes, balls and winding numbers of bodies are not to be asked about.
    #[doc(hidden)]
    pub fn of_boundaries(session: &Session) -> SceneTree {
        SceneTree { is_boundary_only: true, ..SceneTree::in_session(session) }
    }

    /// The box of an object; `None` if it has no elements.
    #[doc(hidden)]
    pub fn bounds_of(&self, object: usize) -> Option<&Aabb> {
        self.objects[object].bounds.as_ref()
    }

    /// Shows the objects whose boxes hold a point, and perhaps some next to it.
    #[doc(hidden)]
    pub fn objects_near(
        &self,
        point: DVec3,
        scratch: &mut BoundaryScratch,
        mut visit: impl FnMut(usize, &mut BoundaryScratch),
    ) {
        let query = FrameBox::new(&Aabb::from_points([point]), &self.frame);
        let mut stack = std::mem::take(&mut scratch.point.objects);
        self.top.blocks_in_box(&query, &mut stack, |block| {
            let items = self.top.blocks()[block].into_iter().filter(|&item| item != NO_ITEM);
            items.for_each(|item| visit(self.present[item as usize] as usize, scratch));
        });
        scratch.point.objects = stack;
    }

    /// Whether a point is on a surface, which is closed and oriented, or the surface winds round it. Exact.
    #[doc(hidden)]
    pub fn surface_holds(
        &self,
        object: usize,
        point: DVec3,
        scratch: &mut BoundaryScratch,
    ) -> bool {
        let at = Aabb::from_points([point]);
        let own = &self.objects[object];
        if !own.bounds.is_some_and(|bounds| bounds.contains(&at)) {
            return false;
        }
        let stack = &mut scratch.point.faces;
        // Crossings are told of points that are not on the surface.
        is_on_boundary(own, point, &at, stack) || self.crossings(object, point, stack).1 != 0
    }

    /// Where a segment first meets the boundary of an object, without the faces that have one of two vertices,
    /// numbered within the object (or `u32::MAX`). Its direction is rounded; where nothing is met along that,
    /// the faces that the segment meets are told exactly, and of these the first by computed places.
    #[doc(hidden)]
    pub fn segment_hit(
        &self,
        scene: &Scene,
        object: usize,
        [from, to]: [DVec3; 2],
        vertices: [u32; 2],
        scratch: &mut BoundaryScratch,
    ) -> Option<RayHit> {
        let ray = Ray::segment(from, to);
        if !ray.is_valid() {
            return None;
        }
        let tree = &self.objects[object];
        let first = FirstHit::default();
        let mut receiver = FirstWithout { first, scene, tree, object, vertices };
        self.search_object(object, &RayTest::new(&ray), &mut scratch.cast, &mut receiver);
        match receiver.first.0 {
            Some(found) => Some(self.ray_hit(scene, &found)),
            None => self.touching_face(scene, object, [from, to], vertices, scratch),
        }
    }

    /// The face that a segment meets though its rounded direction misses all: at its end, or by a hair.
    #[cold]
    fn touching_face(
        &self,
        scene: &Scene,
        object: usize,
        [from, to]: [DVec3; 2],
        vertices: [u32; 2],
        scratch: &mut BoundaryScratch,
    ) -> Option<RayHit> {
        let (own, tree) = (&scene.objects()[object], &self.objects[object]);
        let mut best: Option<(f64, u32, [DVec3; 3])> = None;
        let bounds = Aabb::from_points([from, to]);
        tree.faces_in_box(&bounds, &mut scratch.point.faces, |face, corners| {
            let named = tree.vertices(scene, own, face);
            if named.iter().any(|corner| vertices.contains(corner))
                || !segment_triangle(&[from, to], &corners)
            {
                return;
            }
            let [a, b, c] = corners;
            let normal = (b - a).cross(c - a);
            let [start, end] = [from, to].map(|p| normal.dot(p - a));
            let t = start / (start - end);
            // In its plane, or too thin to tell: at the end, which the boundary holds.
            let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 1.0 };
            if best.is_none_or(|found| (t, face) < (found.0, found.1)) {
                best = Some((t, face, corners));
            }
        });
        let (t, face, corners) = best?;
        let weights = point_triangle_weights(from + (to - from) * t, &corners).1;
        let [a, b, c] = corners;
        let element = tree.element(face) as usize;
        let is_inverted = match scene.element_at(own.elements().start + element) {
            Element::Triangle(_) => false,
            Element::Tetrahedron([a, b, c, d]) => (b - a).cross(c - a).dot(d - a) < 0.0,
        };
        let along = (b - a).cross(c - a).dot(to - from);
        let side = match if is_inverted { -along } else { along } {
            along if along > 0.0 => RaySide::Back,
            along if along < 0.0 => RaySide::Front,
            _ => RaySide::Along,
        };
        Some(RayHit {
            object: ObjectId::new(object),
            element: LocalElementId::new(element),
            corners: tree.vertices(scene, own, face),
            t,
            weights,
            side,
        })
    }

    /// The closest point of an object's boundary, without the faces that have a vertex, numbered within the object.
    #[doc(hidden)]
    pub fn closest_on(
        &self,
        scene: &Scene,
        object: usize,
        point: DVec3,
        without: Option<u32>,
        scratch: &mut BoundaryScratch,
    ) -> Option<ClosestPoint> {
        let query = PointQuery::new(point).of(ObjectId::new(object));
        let without = without.map(|vertex| LeftOut { scene, vertex });
        self.closest_without(scene, &query, without, &mut scratch.point)
    }
}

fn is_on_boundary(own: &ObjectTree, point: DVec3, at: &Aabb, stack: &mut Stack) -> bool {
    let mut is_on = false;
    own.faces_in_box(at, stack, |_, corners| {
        is_on = is_on || Aabb::from_points(corners).contains(at) && point_triangle(point, &corners);
    });
    is_on
}
