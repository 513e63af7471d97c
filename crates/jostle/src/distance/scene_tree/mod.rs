//! Rays, closest points and what is in a box or ball: queries of a whole scene, on trees that are refitted as
//! vertices move.
//!
//! Each object has a tree of boxes over its boundary: the triangles of a surface, or the faces of a body that
//! an odd number of tetrahedra use. A body has another over its tetrahedra, for boxes and balls. Above them
//! is a tree over the objects. Boxes are `f32` rounded outward, eight to a node; what they leave is decided in
//! `f64`, four triangles at a time, and where that is not sure in exact arithmetic.

mod cast;
mod closest;
mod error;
mod exact_ray_triangle;
mod frame;
mod lanes;
mod object_tree;
mod ray;
mod ray_triangle;
#[cfg(test)]
mod tests;
mod triangle_blocks;
mod wide_tree;

pub use closest::{ClosestPoint, PointQuery, SignedDistance};
pub use error::SceneTreeError;
pub use ray::{Ray, RayHit, RaySide};

use crate::candidates::TopologyCache;
use crate::conditions::{Condition, required};
use crate::convex::{Sphere, SupportMap, intersects};
use crate::geometry::Aabb;
use crate::mesh::{Element, ElementId, ElementKind, ObjectId, Scene};
use cast::CastScratch;
use closest::PointScratch;
use frame::{Box32, Frame, FrameBox};
use glam::DVec3;
use object_tree::ObjectTree;
use rayon::prelude::*;
use wide_tree::{NO_ITEM, Stack, WideTree};

/// A scene made ready for rays, closest points, boxes and balls.
///
/// [`update`](Self::update) fits it to the scene, in linear time where only vertices moved, and has to be
/// called after every change: a query about a scene whose topology changed since is refused, and positions
/// are those of the last update. Answers do not depend on the number of threads, nor on what the tree was
/// before.
///
/// # What a ray meets
///
/// Triangles are closed, so a ray meets one in its inside, on an edge or in a corner; a ray through an edge of
/// a surface meets both triangles there, and never slips between them. A ray in the plane of a triangle
/// meets it where it enters it. A triangle without area is the segment or point that it is. A ray that
/// starts on a triangle meets it at `t = 0`. All of this is exact over the given `f64`, and so is the order of
/// hits: by the true `t`, and where that is equal by object, element and face.
///
/// ```
/// use jostle::distance::{PointQuery, Ray, RaySide, SceneTree};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(4, 1.0))?;
/// let mut tree = SceneTree::new();
/// tree.update(&scene)?;
///
/// let ray = Ray::new(DVec3::new(-3.0, 0.1, 0.2), DVec3::X);
/// let hit = tree.cast(&scene, &ray)?.expect("the ball is ahead");
/// assert!(hit.object == ball && hit.side == RaySide::Front);
/// assert!((ray.at(hit.t).length() - 1.0).abs() < 0.01);
///
/// let inside = tree.signed_distance(&scene, &PointQuery::new(DVec3::X * 0.5))?.expect("a distance");
/// assert!((inside.distance + 0.5).abs() < 0.01);
///
/// scene.vertices_mut(ball)?.iter_mut().for_each(|v| v.x += 10.0);
/// tree.update(&scene)?;
/// assert_eq!(tree.cast(&scene, &ray.up_to(5.0))?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SceneTree {
    topology: TopologyCache,
    objects: Vec<ObjectTree>,
    /// The objects that have elements.
    present: Vec<u32>,
    /// Over those.
    top: WideTree,
    frame: Frame,
    /// Scratch of the top tree.
    boxes: Vec<Box32>,
}

impl SceneTree {
    /// A tree of nothing.
    pub fn new() -> SceneTree {
        SceneTree::default()
    }

    /// A tree that shares what topology implies with others.
    pub fn with_topology(topology: TopologyCache) -> SceneTree {
        SceneTree { topology, ..SceneTree::default() }
    }

    /// Fits the tree to the scene as it stands.
    ///
    /// Objects whose vertices moved are refitted in linear time, and nothing is allocated. Objects with a
    /// new topology are built in time `n log n`, and so are those that deformed so much that rays would
    /// meet more than twice as many boxes as when they were built.
    pub fn update(&mut self, scene: &Scene) -> Result<(), SceneTreeError> {
        scene.check()?;
        self.topology.update(scene);
        self.objects.truncate(scene.objects().len());
        self.objects.resize_with(scene.objects().len(), ObjectTree::default);
        for (index, (tree, object)) in self.objects.iter_mut().zip(scene.objects()).enumerate() {
            tree.update(scene, object, self.topology.object_at(scene, index));
        }
        self.update_top();
        Ok(())
    }

    fn update_top(&mut self) {
        let SceneTree { objects, present, top, frame, boxes, .. } = self;
        let bounds = objects.iter().filter_map(|own| own.bounds);
        let all = bounds.clone().fold(Aabb::EMPTY, Aabb::union);
        *frame = Frame::new(&all, all.min * 0.5 + all.max * 0.5);
        present.clear();
        present.reserve(objects.len());
        let with_elements = (0u32..).zip(&*objects).filter(|(_, own)| own.bounds.is_some());
        present.extend(with_elements.map(|(index, _)| index));
        boxes.clear();
        boxes.reserve(objects.len());
        boxes.extend(bounds.map(|bounds| frame.outward(&bounds)));
        top.reserve(boxes.len());
        top.build(boxes);
    }

    /// Bytes of the trees, without what topology implies.
    pub fn bytes(&self) -> usize {
        self.objects.iter().map(ObjectTree::bytes).sum::<usize>()
            + self.objects.capacity() * size_of::<ObjectTree>()
            + self.present.capacity() * size_of::<u32>()
            + self.boxes.capacity() * size_of::<Box32>()
            + self.top.bytes()
    }

    /// The first triangle that a ray meets; of several at one point, the lowest.
    pub fn cast(&self, scene: &Scene, ray: &Ray) -> Result<Option<RayHit>, SceneTreeError> {
        self.check(scene)?;
        check_ray(0, ray)?;
        Ok(self.first_hit(scene, ray, &mut CastScratch::default()))
    }

    /// The same for many rays, in parallel; `hits` holds one answer for each.
    ///
    /// ```
    /// use jostle::distance::{Ray, SceneTree};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("torus", shapes::torus(2.0, 0.5, 48, 24))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let rays: Vec<Ray> =
    ///     (0..100).map(|i| Ray::new(DVec3::new(0.05 * i as f64, 0.0, 9.0), -DVec3::Z)).collect();
    /// let mut hits = Vec::new();
    /// tree.cast_many(&scene, &rays, &mut hits)?;
    /// assert!(hits[0].is_none() && hits[40].is_some(), "a hole in the middle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_many(
        &self,
        scene: &Scene,
        rays: &[Ray],
        hits: &mut Vec<Option<RayHit>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_rays(rays)?;
        hits.clear();
        hits.resize(rays.len(), None);
        let pairs = hits.par_chunks_mut(CHUNK).zip(rays.par_chunks(CHUNK));
        pairs.for_each_init(CastScratch::default, |scratch, (hits, rays)| {
            for (hit, ray) in hits.iter_mut().zip(rays) {
                *hit = self.first_hit(scene, ray, scratch);
            }
        });
        Ok(())
    }

    /// All triangles that a ray meets, in order. A tetrahedron is listed for each of its faces on the
    /// boundary that the ray meets.
    ///
    /// ```
    /// use jostle::distance::{Ray, RaySide, SceneTree};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("torus", shapes::torus(2.0, 0.5, 48, 24))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let mut hits = Vec::new();
    /// tree.cast_all(&scene, &Ray::new(DVec3::new(-9.0, 0.1, 0.01), DVec3::X), &mut hits)?;
    /// let sides: Vec<RaySide> = hits.iter().map(|hit| hit.side).collect();
    /// assert_eq!(sides, [RaySide::Front, RaySide::Back, RaySide::Front, RaySide::Back]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_all(
        &self,
        scene: &Scene,
        ray: &Ray,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_ray(0, ray)?;
        self.all_hits(scene, ray, &mut CastScratch::default(), hits);
        Ok(())
    }

    /// The same for many rays, in parallel; `hits` holds one list for each.
    pub fn cast_all_many(
        &self,
        scene: &Scene,
        rays: &[Ray],
        hits: &mut Vec<Vec<RayHit>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_rays(rays)?;
        hits.resize_with(rays.len(), Vec::new);
        let pairs = hits.par_chunks_mut(CHUNK).zip(rays.par_chunks(CHUNK));
        pairs.for_each_init(CastScratch::default, |scratch, (hits, rays)| {
            for (hits, ray) in hits.iter_mut().zip(rays) {
                self.all_hits(scene, ray, scratch, hits);
            }
        });
        Ok(())
    }

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
        check_point(scene, 0, query)?;
        Ok(self.closest(scene, query, &mut PointScratch::default()))
    }

    /// The same for many points, in parallel; `closest` holds one answer for each.
    pub fn closest_point_many(
        &self,
        scene: &Scene,
        queries: &[PointQuery],
        closest: &mut Vec<Option<ClosestPoint>>,
    ) -> Result<(), SceneTreeError> {
        self.point_queries(scene, queries, closest, |query, scratch| {
            self.closest(scene, query, scratch)
        })
    }

    /// The distance to the closest point, below zero inside: where the point is inside an object that is
    /// asked about.
    ///
    /// Inside a closed surface (each edge of an even number of triangles) or the boundary of a body is what
    /// a ray leaves through an odd number of triangles; that is exact. Inside an open surface is where it
    /// winds around the point by more than one half, see [`winding_number`](Self::winding_number), and only
    /// within its box: a guess, since it has no inside. On a surface, but for the error of the distance, it
    /// may be either sign.
    ///
    /// Takes time linear in the triangles for each open surface whose box holds the point.
    pub fn signed_distance(
        &self,
        scene: &Scene,
        query: &PointQuery,
    ) -> Result<Option<SignedDistance>, SceneTreeError> {
        self.check(scene)?;
        check_point(scene, 0, query)?;
        Ok(self.signed(scene, query, &mut PointScratch::default()))
    }

    /// The same for many points, in parallel; `distances` holds one answer for each.
    pub fn signed_distance_many(
        &self,
        scene: &Scene,
        queries: &[PointQuery],
        distances: &mut Vec<Option<SignedDistance>>,
    ) -> Result<(), SceneTreeError> {
        self.point_queries(scene, queries, distances, |query, scratch| {
            self.signed(scene, query, scratch)
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

    fn point_queries<T: Clone + Send>(
        &self,
        scene: &Scene,
        queries: &[PointQuery],
        answers: &mut Vec<Option<T>>,
        answer: impl Fn(&PointQuery, &mut PointScratch) -> Option<T> + Sync,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        for (index, query) in queries.iter().enumerate() {
            check_point(scene, index, query)?;
        }
        answers.clear();
        answers.resize(queries.len(), None);
        let pairs = answers.par_chunks_mut(CHUNK).zip(queries.par_chunks(CHUNK));
        pairs.for_each_init(PointScratch::default, |scratch, (answers, queries)| {
            for (own, query) in answers.iter_mut().zip(queries) {
                *own = answer(query, scratch);
            }
        });
        Ok(())
    }

    /// How often a surface, or the boundary of a body, winds around a point: the sum of the signed solid
    /// angles of its triangles over `4 pi` (Jacobson, Kavan and Sorkine-Hornung 2013), as
    /// [`mesh::winding_number`](crate::mesh::winding_number). Linear in the triangles.
    pub fn winding_number(
        &self,
        scene: &Scene,
        object: ObjectId,
        point: DVec3,
    ) -> Result<f64, SceneTreeError> {
        self.check(scene)?;
        check_point(scene, 0, &PointQuery::new(point).of(object))?;
        Ok(self.winding(scene, object.index(), point))
    }

    /// All elements that have a point in common with a box, ascending; tetrahedra are solid. Touching
    /// counts, and it is exact.
    ///
    /// ```
    /// use jostle::distance::SceneTree;
    /// use jostle::geometry::Aabb;
    /// use jostle::{DVec3, Scene, TriangleMesh};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("one", TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let mut elements = Vec::new();
    /// let corner = |size: f64| Aabb { min: DVec3::ZERO, max: DVec3::splat(size) };
    /// tree.elements_in_box(&scene, &corner(0.33), &mut elements)?;
    /// assert!(elements.is_empty(), "in the box of the triangle, but not on it");
    /// tree.elements_in_box(&scene, &corner(0.34), &mut elements)?;
    /// assert_eq!(elements.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elements_in_box(
        &self,
        scene: &Scene,
        bounds: &Aabb,
        elements: &mut Vec<ElementId>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        if bounds.is_empty() || !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return Err(SceneTreeError::BadBox { bounds: *bounds });
        }
        let corners: [DVec3; 8] = std::array::from_fn(|i| {
            let at = |x: usize| if i >> x & 1 == 0 { bounds.min[x] } else { bounds.max[x] };
            DVec3::new(at(0), at(1), at(2))
        });
        self.elements_near(scene, bounds, elements, |element, own| {
            bounds.contains(own) || meets(element, &corners)
        });
        Ok(())
    }

    /// All elements that have a point in common with a ball, ascending; tetrahedra are solid. Touching
    /// counts, and it is exact.
    pub fn elements_in_ball(
        &self,
        scene: &Scene,
        centre: DVec3,
        radius: f64,
        elements: &mut Vec<ElementId>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        if !(centre.is_finite() && radius.is_finite() && radius >= 0.0) {
            return Err(SceneTreeError::BadBall { centre, radius });
        }
        let bounds = Aabb::from_points([centre]).inflated(radius);
        let ball = Sphere::new(centre, radius);
        self.elements_near(scene, &bounds, elements, |element, _| meets(element, &ball));
        Ok(())
    }

    /// The elements whose boxes overlap a box and that pass a test.
    fn elements_near(
        &self,
        scene: &Scene,
        bounds: &Aabb,
        elements: &mut Vec<ElementId>,
        test: impl Fn(&Element, &Aabb) -> bool,
    ) {
        elements.clear();
        let (mut objects, mut stack) = (Stack::default(), Stack::default());
        self.top.blocks_in_box(&FrameBox::new(bounds, &self.frame), &mut objects, |block| {
            for item in self.top.blocks()[block].into_iter().filter(|&item| item != NO_ITEM) {
                let object = self.present[item as usize] as usize;
                let first = scene.objects()[object].elements().start;
                self.objects[object].elements_in_box(bounds, &mut stack, |e| {
                    let element = scene.element_at(first + e as usize);
                    let own = element.bounds();
                    if bounds.overlaps(&own) && test(&element, &own) {
                        elements.push(ElementId::new(first + e as usize));
                    }
                });
            }
        });
        elements.sort_unstable();
    }

    fn winding(&self, scene: &Scene, object: usize, point: DVec3) -> f64 {
        self.objects[object].winding_number(scene, &scene.objects()[object], point)
    }

    /// Whether parity tells what is inside.
    fn has_inside(&self, scene: &Scene, object: usize) -> bool {
        scene.objects()[object].kind() == ElementKind::Tetrahedron
            || self.topology.object_at(scene, object).is_closed_surface()
            || !required(Condition::InsideIsClosed)
    }

    /// Refuses a scene that is not the one of the last update.
    fn check(&self, scene: &Scene) -> Result<(), SceneTreeError> {
        let is_current = self.objects.len() == scene.objects().len()
            && self.objects.iter().zip(scene.objects()).all(|(own, object)| {
                own.topology() == object.topology_id() || !required(Condition::TreeIsCurrent)
            });
        match is_current {
            true => Ok(()),
            false => Err(SceneTreeError::Stale {
                tree: self.objects.len(),
                scene: scene.objects().len(),
            }),
        }
    }
}

/// Rays or points that a worker takes at a time.
const CHUNK: usize = 64;

/// Whether an element and a shape of finite numbers have a common point.
fn meets(element: &Element, shape: &impl SupportMap) -> bool {
    let meet = match element {
        Element::Triangle(corners) => intersects(corners, shape),
        Element::Tetrahedron(corners) => intersects(corners, shape),
    };
    meet.expect("finite, as has been checked")
}

fn check_ray(index: usize, ray: &Ray) -> Result<(), SceneTreeError> {
    if ray.is_valid() { Ok(()) } else { Err(SceneTreeError::BadRay { index, ray: *ray }) }
}

fn check_rays(rays: &[Ray]) -> Result<(), SceneTreeError> {
    rays.iter().enumerate().try_for_each(|(index, ray)| check_ray(index, ray))
}

fn check_point(scene: &Scene, index: usize, query: &PointQuery) -> Result<(), SceneTreeError> {
    if let Some(object) = query.object {
        scene.object(object)?;
    }
    let PointQuery { point, largest, .. } = *query;
    if query.is_valid() { Ok(()) } else { Err(SceneTreeError::BadPoint { index, point, largest }) }
}
