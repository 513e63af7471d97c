//! How far apart two objects are, or how deep in each other.
//!
//! What touches is found by [`collide`](mod@crate::collide); what does not is measured with GJK
//! ([`convex`](crate::convex)), and trees of boxes leave out all pairs but the few that can be
//! nearest. The answer is the same for any number of threads; they are rayon's, of the pool that
//! this is called in.

mod apart;
mod depth;
mod solid;

pub use apart::Apart;
pub use depth::{DeepestPair, DeepestVertex, Overlap};

use crate::collide::{Query, collide};
use crate::geometry::Aabb;
use crate::mesh::{Scene, SceneError};
use thiserror::Error;

/// Where two objects are to each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Distance {
    /// They have no point in common, and neither is wholly inside the other.
    Apart(Apart),
    /// Elements of one meet elements of the other, or one object is wholly inside a closed one.
    Overlap(Overlap),
}

/// Why a distance cannot be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DistanceError {
    /// A scene or mesh that cannot be used.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An object without elements is nowhere.
    #[error("object {object} ('{name}') has no element, so it is nowhere; leave it out")]
    Empty {
        /// Index of the object.
        object: usize,
        /// Its name.
        name: String,
    },
    /// One object given twice.
    #[error("object {object} ('{name}') is given twice; give two objects")]
    Same {
        /// Index of the object.
        object: usize,
        /// Its name.
        name: String,
    },
}

/// The distance of two objects of a scene and their nearest points; or, if they collide in the sense
/// of [`collide`](crate::collide()), how deep they are in each other.
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
/// assert!((overlap.depth() - 0.25).abs() < 1e-12, "no shorter move parts them");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance(scene: &Scene, a: usize, b: usize) -> Result<Distance, DistanceError> {
    let both = alone(scene, a, b)?;
    let collisions = collide(&both, &Query::all_pairs())?;
    Ok(match collisions.any() {
        true => Distance::Overlap(Overlap::of(&both, &collisions)),
        false => Distance::Apart(Apart::of(&both)),
    })
}

/// The two objects and nothing else, as objects 0 and 1 that are not tested against themselves.
fn alone(scene: &Scene, a: usize, b: usize) -> Result<Scene, DistanceError> {
    let mut both = Scene::new();
    for object in [a, b] {
        let mesh = scene.mesh(object)?;
        let name = scene.objects()[object].name().to_owned();
        if mesh.element_count() == 0 {
            return Err(DistanceError::Empty { object, name });
        }
        if object == b && a == b {
            return Err(DistanceError::Same { object, name });
        }
        both.add(name.clone(), mesh).map_err(|error| match error {
            // By the index that the caller knows it by.
            SceneError::Mesh { source, .. } => SceneError::Mesh { object, name, source },
            other => other,
        })?;
    }
    Ok(both)
}

/// `2^-47`, the promise of GJK and of the closed forms over the distance and the extents together.
const ERROR: f64 = 64.0 * f64::EPSILON / 2.0;

/// What a distance may be off by, given the largest extents of any elements.
fn error(distance: f64, extents: f64) -> f64 {
    (ERROR * (distance + extents)).min(f64::MAX)
}

/// The edges of the box of the largest element, summed: at least its diameter.
fn largest_extent(boxes: &[Aabb]) -> f64 {
    boxes.iter().map(|b| b.size().element_sum()).fold(0.0, f64::max)
}
