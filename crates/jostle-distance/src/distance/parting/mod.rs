//! The depth of two objects: the least translation that parts them, between two bounds.
//!
//! Let `M` be the translations `t` for which `A` and `B + t` have a common point: the Minkowski difference of
//! the two. The depth is the distance of the origin from what is not in `M`.
//!
//! - *At most* (`descent.rs`): a translation that parts the objects, made shorter by projecting it onto the planes
//!   that hold the nearest elements apart, from several starts. What is returned has been tested
//!   exactly (`placement.rs`).
//! - *At least* (`cells.rs`): cubes of translations cover the ball within the upper bound, nearest first. Convex parts
//!   of the objects (`pieces.rs`) that meet at all corners of a cube meet in all of it, so it is in `M`; other cubes
//!   are halved. Convex parts are grown where cubes are not covered yet. Two convex objects have their depth from
//!   EPA instead.

mod body;
mod cells;
mod descent;
mod pieces;
mod placement;
mod polytope;
#[cfg(test)]
mod tests;

use super::depth::Overlap;
use super::{DistanceError, between, check};
use crate::collide::{Query, Workspace};
use crate::mesh::{ObjectId, Scene};
use crate::session::{QueryError, Session};
use body::{Body, Frame};
use cells::Search;
use glam::DVec3;
use placement::Placement;
use std::cmp::Ordering;

/// The least translation that parts two objects, as far as it is known.
///
/// Objects are solid if they are of tetrahedra or closed surfaces, and apart if they have no common point: touching
/// is not apart, and neither is any component of one inside the other. So the least translation is not
/// attained, and `at_most` is longer by rounding at least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectDepth {
    /// No shorter translation parts the objects, in whatever direction.
    pub at_least: f64,
    /// Some translation that is no longer does.
    pub at_most: f64,
    /// Of unit length. The second object is apart from the first where each of its vertices `p` is at
    /// `p + direction * at_most`, computed in `f64` like that; and so is the first, at `p - direction * at_most`,
    /// from the second.
    pub direction: DVec3,
    /// Along the direction, and no longer than `at_most`: moved by it, or the first object by its opposite, the
    /// objects are apart as well.
    pub translation: DVec3,
    /// Whether the bounds are as near to each other as was asked for, or as rounding of the coordinates allows. If not,
    /// the evaluations were used up, or no more convex parts were found.
    pub is_closed: bool,
    /// Placements and cubes of placements that were looked at.
    pub evaluations: usize,
}

impl ObjectDepth {
    /// The same for the two objects in the other order.
    fn reversed(self) -> ObjectDepth {
        ObjectDepth { direction: -self.direction, translation: -self.translation, ..self }
    }
}

/// How well the depth of two objects is to be known, and at what cost.
///
/// ```
/// use jostle::distance::ObjectDepthQuery;
///
/// let thorough = ObjectDepthQuery { tolerance: 1e-3, most_evaluations: 1_000_000 };
/// assert!(thorough.tolerance < ObjectDepthQuery::default().tolerance);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectDepthQuery {
    /// The bounds are to differ by no more than this share of the upper one; from 0, which asks for as much as the
    /// evaluations give, to 1, which asks for an upper bound alone.
    pub tolerance: f64,
    /// Placements and cubes of placements to look at; each costs from a few microseconds to some hundred, little of it
    /// dependent on the number of elements. What large objects take beyond that is about as much as ten to thirty
    /// [distances](super::distance()).
    pub most_evaluations: usize,
}

impl Default for ObjectDepthQuery {
    /// One percent, with 20,000 evaluations.
    fn default() -> ObjectDepthQuery {
        ObjectDepthQuery { tolerance: 0.01, most_evaluations: 20_000 }
    }
}

/// The depth of two objects of a scene: the least translation that parts them. `None` if they are apart, in the sense
/// of [`collide`](crate::collide::collide()): then they have a [distance](super::distance()).
///
/// The verdict is exact, `at_least` is proven, and the translation has been tested exactly to part the
/// objects. It is the same depth for the objects in the other order, in the opposite direction, and for
/// any number of threads. How near the bounds come depends on the objects: for convex ones, and for solids made of a
/// few convex parts, the default query closes the bounds to one percent; for open surfaces of many elements, `at_least`
/// may be no more than the depth of two elements.
///
/// ```
/// use jostle::distance::{ObjectDepthQuery, depth};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, collide};
///
/// let mut scene = Scene::new();
/// let bar = scene.add("bar", shapes::box_surface(DVec3::new(8.0, 1.0, 1.0), [1; 3]))?;
/// let across = scene.add("across", shapes::box_surface(DVec3::new(1.0, 8.0, 1.0), [1; 3]))?;
/// let depth = depth(&scene, bar, across, &ObjectDepthQuery::default())?.expect("they overlap");
/// assert!(depth.at_least > 0.99 && depth.at_least <= 1.0);
/// assert!(depth.at_most >= 1.0 && depth.at_most < 1.0 + 1e-12);
///
/// scene.vertices_mut(across)?.iter_mut().for_each(|p| *p += depth.direction * depth.at_most);
/// assert!(!collide(&scene, &Query::default())?.any());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn depth(
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
    query: &ObjectDepthQuery,
) -> Result<Option<ObjectDepth>, DistanceError> {
    depth_in(&Session::new(), scene, a, b, query)
}

/// The same in a session, which keeps buffers, and what topology implies, from one question to the next.
pub fn depth_in(
    session: &Session,
    scene: &Scene,
    a: ObjectId,
    b: ObjectId,
    query: &ObjectDepthQuery,
) -> Result<Option<ObjectDepth>, DistanceError> {
    check(scene, a, b)?;
    if !(0.0..=1.0).contains(&query.tolerance) {
        return Err(DistanceError::BadTolerance { tolerance: query.tolerance });
    }
    session.install(|| Workspace::lend(session, |own| measure(own, scene, [a, b], query)))?
}

fn measure(
    workspace: &mut Workspace,
    scene: &Scene,
    [a, b]: [ObjectId; 2],
    query: &ObjectDepthQuery,
) -> Result<Option<ObjectDepth>, DistanceError> {
    // The answer is that of one order, whichever was asked for.
    let is_swapped = order(scene, a, b).is_gt();
    let objects = if is_swapped { [b, a] } else { [a, b] };
    let pairs = Query::all_pairs().filters(between(objects));
    if !workspace.collide(scene, &pairs)?.any() {
        return Ok(None);
    }
    let cancellation = workspace.cancellation();
    let (topology, collisions) = (workspace.topology(), workspace.collisions());
    let overlap = Overlap::measure(scene, topology, objects, collisions, cancellation);
    workspace.check_cancellation()?;
    let frame = Frame::new(scene, objects);
    let bodies = objects.map(|object| Body::build(scene, topology, object, &frame));
    workspace.check_cancellation()?;
    let mut search = Search::new(&bodies, query, &frame);
    workspace.check_cancellation()?;
    search.begin(&overlap, cancellation);
    workspace.check_cancellation()?;
    search.close(cancellation);
    workspace.check_cancellation()?;
    let found = finish(workspace, scene, objects, &search)?;
    Ok(Some(if is_swapped { found.reversed() } else { found }))
}

/// An order of two objects that does not depend on which was added first, unless they are the same.
fn order(scene: &Scene, a: ObjectId, b: ObjectId) -> Ordering {
    let of = |object: ObjectId| &scene.objects()[object.index()];
    let vertices = |object: ObjectId| {
        scene.vertices()[of(object).vertices()].iter().flat_map(|p| p.to_array())
    };
    let (p, q) = (of(a), of(b));
    let counts = p.elements().len().cmp(&q.elements().len());
    counts
        .then(p.vertices().len().cmp(&q.vertices().len()))
        .then_with(|| {
            let differ = vertices(a).zip(vertices(b)).map(|(x, y)| x.total_cmp(&y));
            differ.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        })
        .then(a.cmp(&b))
}

/// What the search found, in the units of the scene: moved out until the exact tests say that the objects are apart,
/// whichever of them is moved and however the translation is computed.
fn finish(
    workspace: &mut Workspace,
    scene: &Scene,
    objects: [ObjectId; 2],
    search: &Search,
) -> Result<ObjectDepth, DistanceError> {
    let frame = search.frame();
    let best = search.best();
    let direction = best.normalize();
    let mut moved = scene.clone();
    let mut length = best.length();
    let mut step = frame.rounding(length);
    // Twice as far each time: by the last, the boxes are apart.
    for _ in 0..MOST_STEPS_OUT {
        // A unit vector and its products are off by less than 2^-51 of the length.
        let at_most = (length / frame.scale()) * (1.0 + 2.0 * f64::EPSILON);
        let translation = direction * (length / frame.scale());
        let scaled = direction * length;
        // So much between the objects that they are apart in exact arithmetic too.
        let is_far = at_most.is_finite()
            && !Placement::new(search.bodies(), [DVec3::ZERO, scaled])
                .is_within(frame.rounding(length));
        if is_far {
            let mut is_apart = true;
            for by in [translation, direction * at_most] {
                for (object, by) in [(objects[1], by), (objects[0], -by)] {
                    let own = scene.object(object).map_err(QueryError::from)?.vertices();
                    let there: Vec<DVec3> =
                        scene.vertices()[own.clone()].iter().map(|p| *p + by).collect();
                    is_apart &= there.iter().all(|p| p.is_finite());
                    if !is_apart {
                        break;
                    }
                    moved.set_vertices(object, &there).map_err(QueryError::from)?;
                    let query = Query::pair_count().filters(between(objects));
                    is_apart &= !workspace.collide(&moved, &query)?.any();
                    let back = &scene.vertices()[own];
                    moved.set_vertices(object, back).map_err(QueryError::from)?;
                }
            }
            if is_apart {
                let at_least = (search.at_least() / frame.scale()).min(at_most);
                return Ok(ObjectDepth {
                    at_least,
                    at_most,
                    direction,
                    translation,
                    is_closed: search.is_closed_at(length),
                    evaluations: search.evaluations(),
                });
            }
        }
        length += step;
        step *= 2.0;
    }
    Err(DistanceError::OutOfRange)
}

/// From rounding to the size of the objects, and on.
const MOST_STEPS_OUT: usize = 64;
