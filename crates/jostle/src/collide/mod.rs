//! Discrete collision: all exact pairs of a scene as it stands.

mod clustered;
mod collisions;
mod containment;
mod decide;
mod query;
mod reservation;
mod rooms;
mod selection;
mod staged;
mod workspace;

pub use collisions::{Collisions, Pair, Seconds, Statistics};
pub use query::{Broad, Mode, Query, Test};
pub use reservation::{Reservation, ReservationError};
pub use workspace::Workspace;

use crate::mesh::{Scene, SceneError};

/// Finds what touches what: pairs of elements of different objects, pairs within the objects that
/// are tested against themselves, and objects wholly inside closed ones.
///
/// The pairs are exact and complete, sorted, and the same for every broad phase and any number of
/// threads. To ask every frame, keep a [`Workspace`]: it reuses its buffers.
///
/// ```
/// use jostle::{DVec3, Query, Scene, TriangleMesh, collide};
///
/// let triangle = TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]);
/// let mut scene = Scene::new();
/// scene.add("one", triangle.clone())?;
/// let other = scene.add("other", triangle)?;
/// scene.vertices_mut(other)?[0] = DVec3::ZERO;
/// let collisions = collide(&scene, &Query::default())?;
/// assert_eq!(collisions.pairs().len(), 1);
/// # Ok::<(), jostle::SceneError>(())
/// ```
pub fn collide(scene: &Scene, query: &Query) -> Result<Collisions, SceneError> {
    let mut workspace = Workspace::new();
    workspace.collide(scene, query)?;
    Ok(workspace.into_collisions())
}
