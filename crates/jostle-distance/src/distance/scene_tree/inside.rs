//! What is inside: winding numbers and signed distances.

use super::closest::{ClosestPoint, PointQuery, PointScratch, check_points};
use super::frame::FrameBox;
use super::wide_tree::{NO_ITEM, Stack};
use super::{SceneTree, SceneTreeError};
use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, ray_crossing};
use crate::mesh::{ElementKind, ObjectId, Scene};
use glam::DVec3;

/// The distance of a point, below zero inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// As [`ClosestPoint::distance`], negative inside.
    pub distance: f64,
    /// What is closest.
    pub closest: ClosestPoint,
}

impl SceneTree {
    /// The distance to the closest point, below zero inside: where the [winding
    /// number](Self::winding_number) of an object that is asked about is more than one half, or less than
    /// minus one half. Within the error of the distance from a surface it may be either sign.
    ///
    /// Inside a surface that is closed but not oriented is what a ray leaves through an odd number of its
    /// triangles. An open surface has no inside: where the number is more than one half is a guess, and it
    /// takes time linear in the triangles for each whose box holds the point.
    pub fn signed_distance(
        &self,
        scene: &Scene,
        query: &PointQuery,
    ) -> Result<Option<SignedDistance>, SceneTreeError> {
        self.check(scene)?;
        check_points(scene, &[*query])?;
        Ok(self.signed(scene, query, &mut PointScratch::default()))
    }

    /// The same for many points, in parallel; `distances` holds one answer for each.
    pub fn signed_distance_many(
        &self,
        scene: &Scene,
        queries: &[PointQuery],
        distances: &mut Vec<Option<SignedDistance>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_points(scene, queries)?;
        distances.resize(queries.len(), None);
        self.answer_many(queries, distances, |query, distance, scratch| {
            *distance = self.signed(scene, query, scratch);
        })
    }

    /// How often an object winds around a point.
    ///
    /// Of a surface that is closed and oriented (each edge as often one way as the other) it is the whole
    /// number of times that a ray leaves it less those that it enters it: exact, in about the time of a ray.
    /// A body winds once around the points of its tetrahedra, which is exact too. Of any other surface it is
    /// the sum of the signed solid angles of its triangles over `4 pi` (Jacobson, Kavan and
    /// Sorkine-Hornung 2013), as [`mesh::winding_number`](crate::mesh::winding_number), in linear time. On a
    /// surface it may be that of either side.
    ///
    /// ```
    /// use jostle::distance::SceneTree;
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let ball = scene.add("ball", shapes::icosphere(4, 1.0))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// assert_eq!(tree.winding_number(&scene, ball, DVec3::splat(0.3))?, 1.0);
    /// assert_eq!(tree.winding_number(&scene, ball, DVec3::splat(0.9))?, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winding_number(
        &self,
        scene: &Scene,
        object: ObjectId,
        point: DVec3,
    ) -> Result<f64, SceneTreeError> {
        let mut numbers = Vec::new();
        self.winding_number_many(scene, object, &[point], &mut numbers)?;
        Ok(numbers[0])
    }

    /// The same for many points, in parallel; `numbers` holds one for each.
    pub fn winding_number_many(
        &self,
        scene: &Scene,
        object: ObjectId,
        points: &[DVec3],
        numbers: &mut Vec<f64>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        scene.object(object)?;
        if let Some(index) = points.iter().position(|point| !point.is_finite()) {
            let (point, largest) = (points[index], f64::INFINITY);
            return Err(SceneTreeError::BadPoint { index, point, largest });
        }
        numbers.resize(points.len(), 0.0);
        self.answer_many(points, numbers, |&point, number, stack| {
            *number = self.winding(scene, object.index(), point, stack);
        })
    }

    fn signed(
        &self,
        scene: &Scene,
        query: &PointQuery,
        scratch: &mut PointScratch,
    ) -> Option<SignedDistance> {
        let closest = self.closest(scene, query, scratch)?;
        let is_inside = closest.distance > 0.0 && self.is_inside(scene, query, scratch);
        let distance = if is_inside { -closest.distance } else { closest.distance };
        Some(SignedDistance { distance, closest })
    }

    /// Whether a valid point is inside an object that it is asked about.
    fn is_inside(&self, scene: &Scene, query: &PointQuery, scratch: &mut PointScratch) -> bool {
        let at = Aabb::from_points([query.point]);
        let mut inside = false;
        let mut visit = |object: u32| {
            let own = &self.objects[object as usize];
            if !inside && own.bounds.is_some_and(|bounds| bounds.contains(&at)) {
                inside =
                    self.is_inside_object(scene, object as usize, query.point, &mut scratch.faces);
            }
        };
        match query.object {
            Some(object) => visit(object.index() as u32),
            None => {
                let query = FrameBox::new(&at, &self.frame);
                self.top.blocks_in_box(&query, &mut scratch.objects, |block| {
                    let items =
                        self.top.blocks()[block].into_iter().filter(|&item| item != NO_ITEM);
                    items.for_each(|item| visit(self.present[item as usize]));
                });
            }
        }
        inside
    }

    fn is_inside_object(
        &self,
        scene: &Scene,
        object: usize,
        point: DVec3,
        stack: &mut Stack,
    ) -> bool {
        let topology = self.topology.object_at(scene, object);
        let is_closed = topology.is_closed_surface() || !required(Condition::InsideIsClosed);
        match is_closed && !topology.is_oriented_surface() {
            true => self.crossings(object, point, stack).0 % 2 == 1,
            false => self.winding(scene, object, point, stack).abs() > 0.5,
        }
    }

    fn winding(&self, scene: &Scene, object: usize, point: DVec3, stack: &mut Stack) -> f64 {
        let own = &scene.objects()[object];
        let topology = self.topology.object_at(scene, object);
        if own.kind() == ElementKind::Tetrahedron {
            let holds = self.objects[object].holds(scene, own, point, stack);
            return if holds { 1.0 } else { 0.0 };
        }
        match topology.is_oriented_surface() || !required(Condition::WindingIsOriented) {
            true => self.crossings(object, point, stack).1 as f64,
            false => self.objects[object].solid_angles(scene, own, point) / std::f64::consts::TAU,
        }
    }

    /// How many triangles the ray along x from a point crosses, and how many more it leaves through than it
    /// enters through. Where every edge is used as often one way as the other, the second is the same for
    /// every ray: turned past an edge, the ray loses and gains as much.
    pub(super) fn crossings(&self, object: usize, point: DVec3, stack: &mut Stack) -> (usize, i64) {
        let ahead = Aabb { min: point, max: DVec3::new(f64::MAX, point.y, point.z) };
        let (mut count, mut balance) = (0, 0);
        self.objects[object].faces_in_box(&ahead, stack, |_, corners| {
            let crossing = ray_crossing::crossing(point, corners);
            count += usize::from(crossing != 0);
            balance += i64::from(crossing);
        });
        (count, balance)
    }
}
