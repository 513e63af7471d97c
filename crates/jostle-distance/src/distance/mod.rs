//! How far apart two objects are, or how deep in each other; rays and closest points.
//!
//! [`SceneTree`] has the queries of a whole scene: what rays hit, closest points, signed distances, and
//! what is in a box or ball. [`distance()`] has those of two objects, and [`depth()`] the least move that parts two that overlap.
//!
//! What touches is found by [`collide`](mod@crate::collide); what does not is measured with GJK
//! ([`convex`](crate::convex)), and trees of boxes leave out all pairs but the few that can be
//! nearest. The answer is the same for any number of threads.

mod apart;
mod depth;
mod parting;
mod scene_tree;
mod solid;

pub use apart::Apart;
pub use depth::{DeepestPair, DeepestVertex, Overlap};
pub use parting::{ObjectDepth, ObjectDepthQuery, depth, depth_in};
pub use scene_tree::BoundaryScratch;
pub use scene_tree::{
    ClosestPoint, PointQuery, Ray, RayHit, RaySide, SceneTree, SceneTreeError, SignedDistance,
};

use crate::collide::{Query, Workspace};
use crate::geometry::Aabb;
use crate::mesh::{ElementTrees, ObjectId, Scene};
use crate::session::{Filters, QueryError, SelfPairs, Session};
use thiserror::Error;

/// Where two objects are to each other.
///
/// An object is inside another if all of its connected components are, as [`collide`](crate::collide::collide()) has it: where only
/// some are, and nothing touches, this says apart, with the distance of what is nearest. [`depth()`] is stricter: it
/// looks for a move after which no component of one is inside the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Distance {
    /// They have no point in common, and neither is wholly inside the other.
    Apart(Apart),
    /// Elements of one meet elements of the other, or one object is wholly inside a closed one.
    Overlap(Overlap),
}

/// Why a distance or a depth cannot be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DistanceError {
    /// A scene that cannot be used.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// An object without elements is nowhere.
    #[error("object {object} ('{name}') has no element, so it is nowhere; leave it out")]
    Empty {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// A tolerance that is no share.
    #[error("a tolerance of {tolerance} is asked for, but it is a share from 0 to 1 of the depth")]
    BadTolerance {
        /// As it was given.
        tolerance: f64,
    },
    /// Objects so large that what parts them is beyond the number range.
    #[error(
        "the objects are so large that no translation of finite numbers parts them; scale the scene down"
    )]
    OutOfRange,
    /// One object given twice.
    #[error("object {object} ('{name}') is given twice; give two objects")]
    Same {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
}

/// The distance of two objects of a scene and their nearest points; or, if they collide in the sense
/// of [`collide`](crate::collide::collide()), how deep they are in each other.
///
/// The verdict is exact, the numbers carry a proven error, and the elements named are numbered
/// within their objects. Takes time `n log n` and a little for each pair of elements that is about
/// as near as the nearest.
///
/// ```
/// use jostle::distance::{Distance, distance};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// let cube = scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [4, 4, 4]))?;
/// let other = scene.add("other", shapes::box_tets([2; 3], DVec3::ONE, shapes::Split::Six, 0.0, 0))?;
/// scene.vertices_mut(other)?.iter_mut().for_each(|v| *v += DVec3::X * 3.0);
/// let Distance::Apart(apart) = distance(&scene, cube, other)? else { panic!("they are apart") };
/// assert!((apart.distance - 1.5).abs() <= apart.error && apart.error < 1e-12);
///
/// scene.vertices_mut(other)?.iter_mut().for_each(|v| *v -= DVec3::X * 1.75);
/// let Distance::Overlap(overlap) = distance(&scene, cube, other)? else { panic!("they overlap") };
/// assert!((overlap.depth_at_least() - 0.25).abs() < 1e-12, "no shorter move parts them");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance(scene: &Scene, a: ObjectId, b: ObjectId) -> Result<Distance, DistanceError> {
    distance_in(&Session::new(), scene, a, b)
}

/// The same in a session, which keeps buffers, what topology implies, and trees over the elements of the
/// objects, from one question to the next. Trees of objects that moved are fitted to where they are, in linear
/// time; those of objects that did not are used as they are.
///
/// ```
/// use jostle::distance::{Distance, distance_in};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, Session};
///
/// let mut scene = Scene::new();
/// let still = scene.add("still", shapes::icosphere(4, 1.0))?;
/// let moving = scene.add("moving", shapes::icosphere(4, 1.0).translated(DVec3::X * 5.0))?;
/// let session = Session::new();
/// while let Distance::Apart(apart) = distance_in(&session, &scene, still, moving)? {
///     let step = (apart.points[0] - apart.points[1]) * 0.75;
///     if apart.distance < 1e-3 {
///         break;
///     }
///     scene.vertices_mut(moving)?.iter_mut().for_each(|v| *v += step);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance_in(
    session: &Session,
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
) -> Result<Distance, DistanceError> {
    check(scene, a, b)?;
    session.install(|| Workspace::lend(session, |workspace| measure(workspace, scene, a, b)))?
}

fn measure(
    workspace: &mut Workspace,
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
) -> Result<Distance, DistanceError> {
    let query = Query::all_pairs().filters(between([a, b]));
    if !workspace.collide(scene, &query)?.any() {
        let search = |trees: &mut ElementTrees| Apart::search(scene, [a, b], trees);
        let apart = workspace.session().lend(search);
        workspace.check_cancellation()?;
        return Ok(Distance::Apart(apart));
    }
    let collisions = workspace.collisions();
    let overlap =
        Overlap::measure(scene, workspace.topology(), [a, b], collisions, workspace.cancellation());
    workspace.check_cancellation()?;
    Ok(Distance::Overlap(overlap))
}

/// Compares two objects with each other, as far as layers admit.
fn between(objects: [ObjectId; 2]) -> Filters {
    Filters::new().among(objects).self_pairs(SelfPairs::None)
}

/// Refuses objects that do not exist, are empty or the same.
fn check(scene: &Scene, a: ObjectId, b: ObjectId) -> Result<(), DistanceError> {
    for object in [a, b] {
        let own = scene.object(object).map_err(QueryError::from)?;
        let name = own.name().to_owned();
        if own.elements().is_empty() {
            return Err(DistanceError::Empty { object, name });
        }
        if object == b && a == b {
            return Err(DistanceError::Same { object, name });
        }
    }
    Ok(())
}

/// `2^-47`, the promise of GJK and of the closed forms over the distance and the extents together.
const ERROR: f64 = 64.0 * f64::EPSILON / 2.0;

/// What a distance may be off by, given the largest extents of any elements.
fn error(distance: f64, extents: f64) -> f64 {
    (ERROR * (distance + extents)).min(f64::MAX)
}

/// The edges of the box of the largest element, summed: at least its diameter.
fn largest_extent(boxes: impl Iterator<Item = Aabb>) -> f64 {
    boxes.map(|b| b.size().element_sum()).fold(0.0, f64::max)
}
