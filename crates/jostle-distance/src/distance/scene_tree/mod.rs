//! Rays, closest points and what is in a box or ball: queries of a whole scene, on trees that are refitted as
//! vertices move.
//!
//! Each object has a tree of boxes over its boundary: the triangles of a surface, or the faces of a body that
//! an odd number of tetrahedra use. A body has another over its tetrahedra, for boxes and balls. Above them
//! is a tree over the objects. Boxes are `f32` rounded outward, eight to a node; what they leave is decided in
//! `f64`, four triangles at a time, and where that is not sure in exact arithmetic.

mod boundary;
mod cast;
mod closest;
mod error;
mod exact_ray_triangle;
mod frame;
mod inside;
mod object_tree;
mod overlap;
mod ray;
mod ray_triangle;
#[cfg(test)]
mod tests;
mod triangle_blocks;
mod wide_tree;

pub use boundary::BoundaryScratch;
pub use closest::{ClosestPoint, PointQuery};
pub use error::SceneTreeError;
pub use inside::SignedDistance;
pub use ray::{Ray, RayHit, RaySide};

use crate::candidates::TopologyCache;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{ObjectId, Scene};
use crate::session::{QueryError, Session};
use frame::{Box32, Frame};
use jostle_support::parallel;
use object_tree::ObjectTree;
use wide_tree::WideTree;

/// A scene made ready for rays, closest points, boxes and balls.
///
/// [`update`](Self::update) fits it to the scene, in linear time where only vertices moved. It has to be called
/// after every change: queries about a scene that changed since are refused. Answers do not depend on the
/// number of threads, nor on what the tree was before.
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
#[derive(Clone, Debug)]
pub struct SceneTree {
    session: Session,
    topology: TopologyCache,
    objects: Vec<ObjectTree>,
    /// The objects that have elements.
    present: Vec<u32>,
    /// Over those.
    top: WideTree,
    frame: Frame,
    /// The scene's [`changes_id`](Scene::changes_id) that all this is of.
    changes: u64,
    /// Scratch of the top tree.
    boxes: Vec<Box32>,
    /// Whether bodies have no trees over their tetrahedra.
    is_boundary_only: bool,
}

impl Default for SceneTree {
    fn default() -> SceneTree {
        SceneTree::new()
    }
}

impl SceneTree {
    /// A tree of nothing, in a session of its own.
    pub fn new() -> SceneTree {
        SceneTree::in_session(&Session::new())
    }

    /// A tree of nothing, in a session, which cancels queries of many rays, points, boxes or balls.
    pub fn in_session(session: &Session) -> SceneTree {
        SceneTree {
            session: session.clone(),
            topology: session.topology().clone(),
            objects: Vec::new(),
            present: Vec::new(),
            top: WideTree::default(),
            frame: Frame::default(),
            changes: 0,
            boxes: Vec::new(),
            is_boundary_only: false,
        }
    }

    /// Fits the tree to the scene as it stands.
    ///
    /// Objects whose vertices moved are refitted in linear time, and nothing is allocated. Objects with a
    /// new topology are built in time `n log n`, and so are those that deformed so much that rays would
    /// meet more than twice as many boxes as when they were built.
    pub fn update(&mut self, scene: &Scene) -> Result<(), SceneTreeError> {
        scene.check()?;
        let session = self.session.clone();
        on_threads(&session, || self.fit(scene))?;
        Ok(())
    }

    fn fit(&mut self, scene: &Scene) {
        self.topology.update(scene);
        self.objects.resize_with(scene.objects().len(), ObjectTree::default);
        for (index, (tree, object)) in self.objects.iter_mut().zip(scene.objects()).enumerate() {
            if tree.positions() != object.positions_id() {
                tree.is_boundary_only = self.is_boundary_only;
                tree.update(scene, object, self.topology.object_at(scene, index));
            }
        }
        self.update_top();
        self.changes = scene.changes_id();
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

    /// Refuses a scene that is not as it was at the last update.
    fn check(&self, scene: &Scene) -> Result<(), SceneTreeError> {
        if self.changes == scene.changes_id() || !required(Condition::TreeIsCurrent) {
            return Ok(());
        }
        let pairs = self.objects.iter().zip(scene.objects());
        let mut changed = pairs.map(|(own, object)| own.positions() != object.positions_id());
        match changed.position(|is_changed| is_changed) {
            Some(object) => Err(SceneTreeError::Stale {
                object: ObjectId::new(object),
                name: scene.objects()[object].name().to_owned(),
            }),
            None => Err(SceneTreeError::WrongObjectCount {
                tree: self.objects.len(),
                scene: scene.objects().len(),
            }),
        }
    }
}

/// Works on the threads of a session. Without a number of threads, work that uses one thread wakes no other.
fn on_threads<R: Send>(
    session: &Session,
    work: impl FnOnce() -> R + Send,
) -> Result<R, QueryError> {
    match session.thread_count() {
        Some(_) => session.install(work),
        None => Ok(work()),
    }
}

/// Queries that a worker takes at a time.
const CHUNK: usize = 64;

impl SceneTree {
    /// Answers queries in parallel, each worker with buffers of its own. Answers are as many as queries.
    fn answer_many<Q: Sync, A: Send, W: Default>(
        &self,
        queries: &[Q],
        answers: &mut [A],
        answer: impl Fn(&Q, &mut A, &mut W) + Sync + Send,
    ) -> Result<(), SceneTreeError> {
        let cancellation = self.session.cancellation();
        let answer_all = || {
            parallel::for_each_part_mut(answers, CHUNK, |first, answers| {
                let mut scratch = W::default();
                let queries = queries[first..].chunks(CHUNK);
                for (answers, queries) in answers.chunks_mut(CHUNK).zip(queries) {
                    if cancellation.is_cancelled() {
                        return;
                    }
                    for (own, query) in answers.iter_mut().zip(queries) {
                        answer(query, own, &mut scratch);
                    }
                }
            });
        };
        on_threads(&self.session, answer_all)?;
        match cancellation.is_cancelled() {
            true => Err(QueryError::Cancelled.into()),
            false => Ok(()),
        }
    }
}
