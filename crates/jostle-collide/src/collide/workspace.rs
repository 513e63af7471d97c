//! The engine on the CPU.

use super::baselines::IntersectionTest;
use super::stages::Stages;
use super::{Broad, Collisions, Engine, Pair, Query, Reservation, ReservationError, Statistics};
use crate::candidates::{Cancellation, TopologyCache};
use crate::mesh::Scene;
use crate::session::{QueryError, Scratch, Session, check};
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
#[derive(Debug)]
pub struct Workspace {
    session: Session,
    stages: Stages,
    reservation: Option<Reservation>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

/// The buffers of a workspace that is lent; none before the first.
#[derive(Default)]
struct KeptStages(Option<Stages>);

impl Scratch for KeptStages {
    fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, Stages::bytes)
    }
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
    /// A workspace with empty buffers, in a session of its own.
    pub fn new() -> Workspace {
        Workspace::in_session(&Session::new())
    }

    /// A workspace with empty buffers, in a session.
    pub fn in_session(session: &Session) -> Workspace {
        let stages = Stages::new(session.topology().clone());
        Workspace { session: session.clone(), stages, reservation: None }
    }

    /// Lends a workspace in a session, with the buffers that the last such workspace of the session left.
    #[doc(hidden)]
    pub fn lend<R>(session: &Session, work: impl FnOnce(&mut Workspace) -> R) -> R {
        session.lend(|kept: &mut KeptStages| {
            let mut workspace = match kept.0.take() {
                Some(stages) => Workspace { session: session.clone(), stages, reservation: None },
                None => Workspace::in_session(session),
            };
            let answer = work(&mut workspace);
            kept.0 = Some(workspace.stages);
            answer
        })
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Finds what touches what; see [`collide`](super::collide()).
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        check_query(scene, query)?;
        self.on_threads(|stages| stages.run(scene, query))??;
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
        query.chosen_filters().check(scene)?;
        check_distance(query)?;
        if query.margin() > 0.0 {
            return Err(QueryError::PairsWithoutDistance);
        }
        self.on_threads(|stages| stages.adopt(scene, query, pairs, statistics))?;
        self.check_cancellation()?;
        Ok(self.stages.collisions())
    }

    pub(super) fn candidates(
        &mut self,
        scene: &Scene,
        query: &Query,
    ) -> Result<Vec<Pair>, QueryError> {
        check_query(scene, query)?;
        self.on_threads(|stages| stages.candidates(scene, query))
    }

    /// Works on the threads of the session, until it is cancelled.
    fn on_threads<R: Send>(
        &mut self,
        work: impl FnOnce(&mut Stages) -> R + Send,
    ) -> Result<R, QueryError> {
        let Workspace { session, stages, .. } = self;
        stages.set_cancellation(session.cancellation());
        session.install(|| work(stages))
    }

    /// A workspace with the capacity that a reservation says.
    pub(super) fn reserve(
        session: &Session,
        scene: &Scene,
        query: &Query,
        pairs: usize,
    ) -> Result<Workspace, ReservationError> {
        let mut workspace = Workspace::in_session(session);
        // One frame as it stands, for all that depends on topology alone.
        workspace.collide(scene, &query.clone().broad(Broad::Clusters))?;
        workspace
            .on_threads(|stages| stages.reserve(scene, query, pairs))?
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

    /// The token that the last query began with.
    #[doc(hidden)]
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
        self.stages.bytes()
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
fn check_query(scene: &Scene, query: &Query) -> Result<(), QueryError> {
    check(scene, query.chosen_filters())?;
    check_distance(query)
}

fn check_distance(query: &Query) -> Result<(), QueryError> {
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

#[cfg(test)]
mod tests {
    use crate::collide::{Query, Workspace};
    use crate::mesh::{Scene, shapes};
    use glam::DVec3;

    /// A thread of the pool that waits for others may take up whole queries of other callers meanwhile, one within
    /// the other.
    #[test]
    fn many_callers_at_once_are_answered() {
        let mut scene = Scene::new();
        for (name, by) in [("one", 0.0), ("other", 0.7)] {
            let ball = shapes::bumpy_sphere(24, 0.2, 1).translated(DVec3::X * by);
            let ball = scene.add(name, ball).unwrap();
            scene.set_self_collision(ball, true).unwrap();
        }
        let mut alone = Workspace::new();
        let expected = alone.collide(&scene, &Query::all_pairs()).unwrap().pairs().len();
        assert!(expected > 0);
        std::thread::scope(|threads| {
            for _ in 0..96 {
                threads.spawn(|| {
                    for _ in 0..6 {
                        let mut workspace = Workspace::new();
                        for _ in 0..3 {
                            let found = workspace.collide(&scene, &Query::all_pairs()).unwrap();
                            assert_eq!(found.pairs().len(), expected);
                        }
                    }
                });
            }
        });
    }
}
