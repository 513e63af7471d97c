//! Discrete collision: all exact pairs of a scene as it stands.

pub mod baselines;
mod bodies;
mod certified_reservation;
mod collisions;
mod containment;
mod engine;
mod gathering;
mod object_distances;
mod output_sink;
mod pair_decider;
mod pair_search;
mod pair_worker;
mod query;
mod reservation;
mod stages;
mod workspace;

pub use bodies::BodySurface;
pub use certified_reservation::{CertifiedReservationError, certified_reservation};
pub use collisions::{Backend, Collisions, Seconds, Statistics};
pub use engine::Engine;
pub use object_distances::ObjectDistance;
pub use query::{Broad, Query, QueryOutput};
pub use reservation::{Reservation, ReservationError};
pub use workspace::Workspace;

pub use crate::session::Pair;

use crate::mesh::Scene;
use crate::session::QueryError;

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
/// # Ok::<(), jostle::QueryError>(())
/// ```
pub fn collide(scene: &Scene, query: &Query) -> Result<Collisions, QueryError> {
    let mut workspace = Workspace::new();
    workspace.collide(scene, query)?;
    Ok(workspace.into_collisions())
}
