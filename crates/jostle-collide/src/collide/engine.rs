//! What all engines have in common.

use super::{Collisions, Query};
use crate::mesh::Scene;
use crate::session::QueryError;

/// Answers queries, on whatever computes: the same pairs, in the same order.
///
/// ```
/// use jostle::collide::{Engine, Workspace};
/// use jostle::mesh::shapes;
/// use jostle::{Query, QueryError, Scene};
///
/// fn touches(engine: &mut dyn Engine, scene: &Scene) -> Result<bool, QueryError> {
///     Ok(engine.collide(scene, &Query::first_pair())?.any())
/// }
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::icosphere(2, 1.0))?;
/// scene.add("other", shapes::icosphere(2, 1.5))?;
/// assert!(touches(&mut Workspace::new(), &scene)?, "one is inside the other");
/// # Ok::<(), QueryError>(())
/// ```
pub trait Engine {
    /// Finds what touches what; see [`collide`](super::collide()). The answer is kept until the next
    /// query.
    fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError>;

    /// The answer to the last query.
    fn collisions(&self) -> &Collisions;
}
