//! The engine on the CPU.

use super::baselines::IntersectionTest;
use super::kept_pool::KeptPool;
use super::stages::Stages;
use super::{
    Broad, Collisions, Engine, ExcludedElements, Pair, Query, QueryError, Reservation,
    ReservationError, Statistics,
};
use crate::candidates::{Cancellation, TopologyCache};
use crate::mesh::{ElementTrees, Scene};
use std::sync::Arc;

/// Answers queries on the CPU, and keeps every buffer from one to the next.
///
/// ```
/// use jostle::collide::Workspace;
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("ball", shapes::icosphere(3, 1.0))?;
/// let falling = scene.add("falling", shapes::icosphere(3, 0.5).translated(DVec3::Z * 3.0))?;
/// let mut workspace = Workspace::new();
/// let mut touched = 0;
/// for _ in 0..10 {
///     scene.vertices_mut(falling)?.iter_mut().for_each(|v| v.z -= 0.2);
///     touched += workspace.collide(&scene, &Query::default())?.any() as u32;
/// }
/// assert_eq!(touched, 3);
/// # Ok::<(), jostle::QueryError>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    pool: KeptPool,
    stages: Stages,
    /// Trees of objects whose distance was asked for.
    element_trees: ElementTrees,
    reservation: Option<Reservation>,
}

impl Engine for Workspace {
    fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        Workspace::collide(self, scene, query)
    }

    fn collisions(&self) -> &Collisions {
        Workspace::collisions(self)
    }
}

impl Workspace {
    /// A workspace with empty buffers.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// A workspace that shares what topology implies with whoever else has this cache.
    pub fn with_topology(topology: TopologyCache) -> Workspace {
        let mut workspace = Workspace::new();
        workspace.stages.topology = topology;
        workspace
    }

    /// Finds what touches what; see [`collide`](super::collide()).
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        check(scene, query)?;
        self.on_threads(query, |stages| stages.run(scene, query))??;
        Ok(self.stages.collisions())
    }

    /// Makes the answer to a query of pairs that another engine has found, all of them, each once and
    /// in order; finds what is inside what if the query asks. Pairs that layers or the query leave out may
    /// be among them. That engine has [checked](Scene::check) the scene. What comes back in `pairs` is a buffer to be used again.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene, Workspace, collide};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("one", shapes::icosphere(2, 1.0))?;
    /// scene.add("other", shapes::icosphere(2, 1.0).translated(DVec3::X))?;
    /// let mut pairs = collide(&scene, &Query::default())?.pairs().to_vec();
    /// let query = Query::colliding_elements();
    /// let mut workspace = Workspace::new();
    /// let set = workspace.answer_with_pairs(&scene, &query, &mut pairs, Default::default())?;
    /// assert_eq!(set.colliding(), collide(&scene, &query)?.colliding());
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn answer_with_pairs(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: &mut Vec<Pair>,
        statistics: Statistics,
    ) -> Result<&Collisions, QueryError> {
        check_query(scene, query)?;
        if query.margin() > 0.0 {
            return Err(QueryError::PairsWithoutDistance);
        }
        self.on_threads(query, |stages| stages.adopt(scene, query, pairs, statistics))?;
        Ok(self.stages.collisions())
    }

    pub(super) fn candidates(
        &mut self,
        scene: &Scene,
        query: &Query,
    ) -> Result<Vec<Pair>, QueryError> {
        check(scene, query)?;
        self.on_threads(query, |stages| stages.candidates(scene, query))
    }

    /// Works on the threads that a query asks for.
    fn on_threads<R: Send>(
        &mut self,
        query: &Query,
        work: impl FnOnce(&mut Stages) -> R + Send,
    ) -> Result<R, QueryError> {
        let Workspace { pool, stages, .. } = self;
        pool.install(query.thread_count(), || work(stages))
    }

    /// A workspace with the capacity that a reservation says.
    pub(super) fn reserve(
        scene: &Scene,
        query: &Query,
        pairs: usize,
    ) -> Result<Workspace, ReservationError> {
        let mut workspace = Workspace::new();
        // One frame as it stands, for all that depends on topology alone.
        workspace.collide(scene, &query.clone().broad(Broad::Clusters))?;
        workspace
            .on_threads(query, |stages| stages.reserve(scene, query, pairs))?
            .map_err(|_| ReservationError::TooLarge { pairs })?;
        let bytes = workspace.bytes();
        workspace.reservation = Some(Reservation { pairs, bytes });
        Ok(workspace)
    }

    /// The answer to the last query.
    pub fn collisions(&self) -> &Collisions {
        self.stages.collisions()
    }

    /// What topology implies, kept from one query to the next; a clone shares it.
    pub fn topology(&self) -> &TopologyCache {
        &self.stages.topology
    }

    /// Brings what topology implies up to date with a scene.
    pub fn update_topology(&mut self, scene: &Scene) {
        self.stages.topology.update(scene);
    }

    /// Says in the statistics of the last answer why another engine did not give it.
    pub fn set_fallback(&mut self, reason: Option<Arc<str>>) {
        self.stages.set_fallback(reason);
    }

    /// Lets somebody else end queries of this workspace, and those of distances, depths and volumes that use it.
    pub fn set_cancellation(&mut self, cancellation: Cancellation) {
        self.stages.set_cancellation(cancellation);
    }

    /// Who may end queries of this workspace.
    pub fn cancellation(&self) -> &Cancellation {
        self.stages.cancellation()
    }

    /// Refuses to go on if somebody asked to give up.
    #[doc(hidden)]
    pub fn check_cancellation(&self) -> Result<(), QueryError> {
        self.stages.check_cancellation()
    }

    /// Bytes of all buffers.
    pub fn bytes(&self) -> usize {
        self.stages.bytes() + self.element_trees.bytes()
    }

    /// Trees of boxes over the elements of objects.
    #[doc(hidden)]
    pub fn element_trees(&mut self) -> &mut ElementTrees {
        &mut self.element_trees
    }

    /// What was reserved, if anything was.
    pub fn reservation(&self) -> Option<Reservation> {
        self.reservation
    }

    /// The last answer, by itself.
    pub fn into_collisions(self) -> Collisions {
        self.stages.into_collisions()
    }
}

/// Refuses what no engine can answer: positions that are not finite, objects and elements that do not
/// exist, distances that are none.
pub fn check(scene: &Scene, query: &Query) -> Result<(), QueryError> {
    scene.check()?;
    check_query(scene, query)
}

fn check_query(scene: &Scene, query: &Query) -> Result<(), QueryError> {
    let among = query.objects().unwrap_or_default();
    among.iter().try_for_each(|&object| scene.present(object).map(|_| ()))?;
    let excluded = query.excluded_objects().iter().flat_map(|&(a, b)| [a, b]);
    excluded.into_iter().try_for_each(|object| scene.object(object).map(|_| ()))?;
    let elements = scene.element_count();
    if let Some(element) = query.excluded_elements().and_then(ExcludedElements::highest)
        && element.index() >= elements
    {
        return Err(QueryError::NoSuchElement { element, elements });
    }
    let Some(distance) = query.distance() else { return Ok(()) };
    if !(distance >= 0.0 && distance.is_finite()) {
        return Err(QueryError::BadDistance { distance });
    }
    match query.baseline_settings().test {
        IntersectionTest::Exact => Ok(()),
        _ if distance == 0.0 => Ok(()),
        test => Err(QueryError::TestWithoutDistance { test: test.name() }),
    }
}
