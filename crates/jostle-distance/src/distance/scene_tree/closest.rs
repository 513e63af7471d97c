//! The closest point of a scene.

use super::frame::FrameBox;
use super::object_tree::ObjectTree;
use super::wide_tree::{BlockVisitor, NO_ITEM, Stack};
use super::{SceneTree, SceneTreeError};
use crate::conditions::{Condition, bound};
use crate::geometry::Aabb;
use crate::geometry::distance::{NearestPoints, point_triangle_weights};
use crate::geometry::lanes::{BLOCK, Lanes, with_lanes};
use crate::mesh::{LocalElementId, ObjectId, Scene};
use glam::DVec3;
use pulp::NullaryFnOnce;

/// A point, and what of a scene it is asked about.
///
/// ```
/// use jostle::{DVec3, ObjectId};
/// use jostle::distance::PointQuery;
///
/// let query = PointQuery::new(DVec3::X).within(2.0).of(ObjectId::new(1));
/// assert_eq!(query.largest, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointQuery {
    /// The point.
    pub point: DVec3,
    /// The largest distance, itself included; infinite for any.
    pub largest: f64,
    /// The one object that is asked about; `None` for all.
    pub object: Option<ObjectId>,
}

impl PointQuery {
    /// About all objects, at any distance.
    pub const fn new(point: DVec3) -> PointQuery {
        PointQuery { point, largest: f64::INFINITY, object: None }
    }

    /// Within a distance.
    pub const fn within(self, largest: f64) -> PointQuery {
        PointQuery { largest, ..self }
    }

    /// About one object.
    pub const fn of(self, object: ObjectId) -> PointQuery {
        PointQuery { object: Some(object), ..self }
    }

    /// Whether the numbers make a query.
    pub(super) fn is_valid(&self) -> bool {
        self.point.is_finite() && self.largest >= 0.0
    }
}

/// The closest point of triangles of surfaces and faces of the boundaries of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// The object.
    pub object: ObjectId,
    /// The triangle, or the tetrahedron that the face belongs to; of several at this distance, rounding
    /// included, the first, by object, element and face.
    pub element: LocalElementId,
    /// The corners of the triangle or face, as vertices of the object.
    pub corners: [u32; 3],
    /// The closest point, rounded to `2^-48` of the coordinates of the corners.
    pub point: DVec3,
    /// Its distance: off by at most `2^-47` of the distance and the diameter of the triangle together; infinite
    /// if it is beyond the largest `f64`.
    pub distance: f64,
    /// The point as weights of the corners: at least zero, and one together but for rounding.
    pub weights: [f64; 3],
}

/// The closest face so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestFace {
    distance: f64,
    object: u32,
    element: u32,
    face: u32,
    corners: [DVec3; 3],
}

impl ClosestFace {
    fn is_closer(&self, other: &ClosestFace) -> bool {
        let key = |own: &ClosestFace| (own.object, own.element, own.face);
        (self.distance, key(self)) < (other.distance, key(other))
    }
}

/// Buffers of a search, kept from one point to the next.
#[derive(Default)]
pub(super) struct PointScratch {
    pub objects: Stack,
    pub faces: Stack,
}

/// Faces that are left out: those with a vertex of one object.
#[derive(Clone, Copy)]
pub(super) struct LeftOut<'s> {
    pub scene: &'s Scene,
    pub vertex: u32,
}

pub(super) fn check_points(scene: &Scene, queries: &[PointQuery]) -> Result<(), SceneTreeError> {
    for (index, query) in queries.iter().enumerate() {
        if let Some(object) = query.object {
            scene.object(object)?;
        }
        if !query.is_valid() {
            let PointQuery { point, largest, .. } = *query;
            return Err(SceneTreeError::BadPoint { index, point, largest });
        }
    }
    Ok(())
}

impl SceneTree {
    /// The point closest to a point, of the triangles of surfaces and the boundaries of bodies; `None` if
    /// there is none within the largest distance, as distances are computed.
    ///
    /// ```
    /// use jostle::distance::{PointQuery, SceneTree};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [4, 4, 4]))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let query = PointQuery::new(DVec3::new(4.0, 5.0, 0.0));
    /// let closest = tree.closest_point(&scene, &query)?.expect("there is one");
    /// assert_eq!((closest.point, closest.distance), (DVec3::new(1.0, 1.0, 0.0), 5.0));
    /// assert_eq!(tree.closest_point(&scene, &query.within(4.9))?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closest_point(
        &self,
        scene: &Scene,
        query: &PointQuery,
    ) -> Result<Option<ClosestPoint>, SceneTreeError> {
        self.check(scene)?;
        check_points(scene, &[*query])?;
        Ok(self.closest(scene, query, &mut PointScratch::default()))
    }

    /// The same for many points, in parallel; `closest` holds one answer for each.
    pub fn closest_point_many(
        &self,
        scene: &Scene,
        queries: &[PointQuery],
        closest: &mut Vec<Option<ClosestPoint>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_points(scene, queries)?;
        closest.resize(queries.len(), None);
        self.answer_many(queries, closest, |query, closest, scratch| {
            *closest = self.closest(scene, query, scratch);
        })
    }

    /// What is closest in a valid query.
    pub(super) fn closest(
        &self,
        scene: &Scene,
        query: &PointQuery,
        scratch: &mut PointScratch,
    ) -> Option<ClosestPoint> {
        self.closest_without(scene, query, None, scratch)
    }

    /// The same without some faces.
    pub(super) fn closest_without(
        &self,
        scene: &Scene,
        query: &PointQuery,
        without: Option<LeftOut>,
        scratch: &mut PointScratch,
    ) -> Option<ClosestPoint> {
        let mut best = None;
        self.search_closest(query, without, scratch, &mut best);
        let found: ClosestFace = best?;
        let (object, own) =
            (&scene.objects()[found.object as usize], &self.objects[found.object as usize]);
        let (nearest, weights) = nearest(query.point, &found.corners);
        Some(ClosestPoint {
            object: ObjectId::new(found.object as usize),
            element: LocalElementId::new(found.element as usize),
            corners: own.vertices(scene, object, found.face),
            point: nearest.points[1],
            distance: found.distance,
            weights,
        })
    }

    fn search_closest(
        &self,
        query: &PointQuery,
        without: Option<LeftOut>,
        scratch: &mut PointScratch,
        best: &mut Option<ClosestFace>,
    ) {
        with_lanes!(simd => simd.run(Search { simd, tree: self, query, without, scratch, best }))
    }
}

/// The search with one instruction set.
struct Search<'a, S> {
    simd: S,
    tree: &'a SceneTree,
    query: &'a PointQuery,
    without: Option<LeftOut<'a>>,
    scratch: &'a mut PointScratch,
    best: &'a mut Option<ClosestFace>,
}

impl<S: Lanes> NullaryFnOnce for Search<'_, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Search { simd, tree, query, without, scratch, best } = self;
        let PointScratch { objects, faces } = scratch;
        let mut visitor = ObjectVisitor { tree, query, without, stack: faces, best };
        match (query.object, &*tree.present) {
            (Some(object), _) => visitor.look(simd, object.index() as u32),
            (None, &[only]) => visitor.look(simd, only),
            (None, _) => {
                let point = FrameBox::new(&Aabb::from_points([query.point]), &tree.frame);
                tree.top.near_point(simd, &point, objects, &mut visitor);
            }
        }
    }
}

/// The nearest point of a triangle, and the weights of its corners.
fn nearest(point: DVec3, corners: &[DVec3; 3]) -> (NearestPoints, [f64; 3]) {
    let largest = corners.iter().fold(point.abs(), |most, p| most.max(p.abs())).max_element();
    if largest <= f64::MAX / 4.0 {
        return point_triangle_weights(point, corners);
    }
    // A quarter of it, so that no difference overflows; what is lost is less than the error.
    let (nearest, weights) = point_triangle_weights(point * 0.25, &corners.map(|p| p * 0.25));
    let (distance, points) = (nearest.distance * 4.0, nearest.points.map(|p| p * 4.0));
    (NearestPoints { distance, points }, weights)
}

/// The square of a distance in a frame that no box of anything as close is beyond.
///
/// The distance of two points as it is computed is off by at most `2^-47` of itself and the size of a
/// triangle, which is at most six in the frame; and differences, squares and sums in `f32` by less than
/// `2^-20` of the square.
#[inline(always)]
pub(super) fn square_limit(distance: f64) -> f32 {
    let margin = bound(Condition::ClosestMargin, 1.0);
    let reach = distance * (1.0 + margin * 1e-6) + margin * 1e-13;
    (reach * reach) as f32
}

/// Looks for what is closest in objects.
struct ObjectVisitor<'a> {
    tree: &'a SceneTree,
    query: &'a PointQuery,
    without: Option<LeftOut<'a>>,
    stack: &'a mut Stack,
    best: &'a mut Option<ClosestFace>,
}

impl ObjectVisitor<'_> {
    #[inline(always)]
    fn look<S: Lanes>(&mut self, simd: S, object: u32) {
        let own = &self.tree.objects[object as usize];
        let point = FrameBox::new(&Aabb::from_points([self.query.point]), &own.frame);
        let (query, without) = (self.query, self.without);
        let mut visitor = FaceVisitor { own, object, query, without, best: &mut *self.best };
        own.faces.near_point(simd, &point, self.stack, &mut visitor);
    }
}

/// No face that is further away matters.
#[inline(always)]
fn furthest(query: &PointQuery, best: &Option<ClosestFace>) -> f64 {
    best.as_ref().map_or(query.largest, |best| best.distance)
}

impl<S: Lanes> BlockVisitor<S> for ObjectVisitor<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        square_limit(self.tree.frame.length(furthest(self.query, self.best)))
    }

    #[inline(always)]
    fn visit(&mut self, simd: S, block: usize) {
        for item in self.tree.top.blocks()[block] {
            if item != NO_ITEM {
                self.look(simd, self.tree.present[item as usize]);
            }
        }
    }
}

/// Looks for what is closest in the faces of an object.
struct FaceVisitor<'a> {
    own: &'a ObjectTree,
    object: u32,
    query: &'a PointQuery,
    without: Option<LeftOut<'a>>,
    best: &'a mut Option<ClosestFace>,
}

impl<S: Lanes> BlockVisitor<S> for FaceVisitor<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        square_limit(self.own.frame.length(furthest(self.query, self.best)))
    }

    #[inline(always)]
    fn visit(&mut self, simd: S, block: usize) {
        let DVec3 { x, y, z } = self.query.point;
        let point = [simd.doubles(x), simd.doubles(y), simd.doubles(z)];
        let lower = self.own.triangles.lower_bounds(simd, block, &point);
        let items = self.own.faces.blocks()[block];
        let mut left = items.map(|item| item != NO_ITEM);
        // The nearest first: it spares others.
        for _ in 0..BLOCK {
            let waiting = (0..BLOCK).filter(|&lane| left[lane]);
            let Some(lane) = waiting.min_by(|&i, &j| lower[i].total_cmp(&lower[j])) else { break };
            if lower[lane] > furthest(self.query, self.best) {
                break;
            }
            left[lane] = false;
            self.measure(block, lane, items[lane]);
        }
    }
}

impl FaceVisitor<'_> {
    fn measure(&mut self, block: usize, lane: usize, face: u32) {
        if let Some(LeftOut { scene, vertex }) = self.without {
            let object = &scene.objects()[self.object as usize];
            if self.own.vertices(scene, object, face).contains(&vertex) {
                return;
            }
        }
        let corners = self.own.triangles.corners(block, lane);
        let distance = nearest(self.query.point, &corners).0.distance;
        let (object, element) = (self.object, self.own.element(face));
        let found = ClosestFace { distance, object, element, face, corners };
        let is_closer = match &*self.best {
            Some(best) => found.is_closer(best),
            None => distance <= self.query.largest,
        };
        if is_closer {
            *self.best = Some(found);
        }
    }
}
