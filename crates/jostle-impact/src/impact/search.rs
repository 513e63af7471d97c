//! The impacts of a scene in a step.

use super::deadline::Deadline;
use super::methods::{AllPairs, Dop16, NormalCones, PairFilter, TreeSearch, Volume};
use super::receiver::ImpactWorker;
use super::step::{ClusterStage, Step};
use super::view_search::ViewSearch;
use super::{ImpactError, ImpactMethod, ImpactQuery, ImpactStatistics, Impacts, ViewStatistics};
use crate::candidates::{Motion, Scope, TopologyCache};
use crate::geometry::Aabb;
use crate::mesh::Scene;
use crate::session::{self, QueryError, Session};
use glam::DVec3;
use rayon::prelude::*;
use std::time::Instant;

/// Finds what touches in a step of a scene, and when first; keeps its buffers.
///
/// The step starts where the vertices of the scene are and ends where it is told. All objects take part, as
/// far as the query and their [layers](Scene::set_layers) admit, and those that are
/// [tested against themselves](Scene::set_self_collision) have impacts within. The surface of an object of
/// tetrahedra is its boundary. The answer is exact, or within the tolerance of a
/// [thickness](ImpactQuery::thickness), and the same for any number of threads.
///
/// Candidates are decided where they are found, so memory is linear in the scene and in the impacts.
///
/// ```
/// use jostle::impact::{ImpactQuery, ImpactSearch};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0]))?;
/// let above = DVec3::new(0.3, 0.2, 2.0);
/// let ball = scene.add("ball", shapes::icosphere(2, 0.5).translated(above))?;
///
/// // It falls through the floor in one step, and touches it neither before nor after.
/// let mut end = scene.vertices().to_vec();
/// end[scene.object(ball)?.vertices()].iter_mut().for_each(|v| v.z -= 4.0);
/// let mut search = ImpactSearch::new();
/// let impacts = search.find(&scene, &end, &ImpactQuery::all())?;
/// let first = impacts.first().expect("the lowest vertex touches the floor");
/// let contact = first.contact_point(&scene, &end);
/// assert!((contact.time - 1.5 / 4.0).abs() < 1e-12);
/// assert!(contact.normal.z > 0.99);
///
/// // As far as it can go without touching.
/// let free = impacts.free_step();
/// for (end, start) in end.iter_mut().zip(scene.vertices()) {
///     *end = start.lerp(*end, free * 0.999);
/// }
/// assert!(search.find(&scene, &end, &ImpactQuery::first())?.is_free());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ImpactSearch {
    session: Session,
    stages: ImpactStages,
}

impl Default for ImpactSearch {
    fn default() -> ImpactSearch {
        ImpactSearch::new()
    }
}

#[derive(Debug, Default)]
struct ImpactStages {
    topology: TopologyCache,
    scope: Scope,
    methods: Methods,
    workers: Vec<ImpactWorker>,
    impacts: Impacts,
}

/// The ways to find impacts, with the buffers of each.
#[derive(Debug, Default)]
struct Methods {
    clusters: ClusterStage,
    boxes: TreeSearch<Aabb>,
    polytopes: TreeSearch<Dop16>,
    cones: Vec<NormalCones>,
    view: ViewSearch,
}

impl ImpactSearch {
    /// A search with empty buffers, in a session of its own.
    pub fn new() -> ImpactSearch {
        ImpactSearch::in_session(&Session::new())
    }

    /// A search with empty buffers, in a session.
    pub fn in_session(session: &Session) -> ImpactSearch {
        let methods = Methods { view: ViewSearch::in_session(session), ..Methods::default() };
        let topology = session.topology().clone();
        let stages = ImpactStages { topology, methods, ..ImpactStages::default() };
        ImpactSearch { session: session.clone(), stages }
    }

    /// Finds the impacts of a step that ends with these positions, one for each vertex of the scene.
    pub fn find(
        &mut self,
        scene: &Scene,
        end: &[DVec3],
        query: &ImpactQuery,
    ) -> Result<&Impacts, ImpactError> {
        session::check(scene, query.chosen_filters())?;
        query.chosen_filters().refuse_elements("impacts")?;
        let thickness = query.distance();
        if !(thickness >= 0.0 && thickness.is_finite()) {
            return Err(ImpactError::BadThickness { thickness });
        }
        let method = query.chosen_method();
        if thickness > 0.0 && method != ImpactMethod::Clusters {
            return Err(ImpactError::MethodWithoutThickness { method });
        }
        let motion = Motion { end: Some(end), margin: thickness };
        motion.check(scene)?;
        let tolerance = query.time_tolerance();
        if tolerance.is_nan() || tolerance < 0.0 {
            return Err(ImpactError::BadTolerance { tolerance });
        }
        let ImpactSearch { session, stages } = self;
        stages.scope.set_cancellation(session.cancellation());
        session.install(|| stages.run(scene, end, query))?;
        if self.stages.scope.is_cancelled() {
            return Err(QueryError::Cancelled.into());
        }
        Ok(&self.stages.impacts)
    }

    /// The answer to the last query.
    pub fn impacts(&self) -> &Impacts {
        &self.stages.impacts
    }

    /// Bytes of the buffers that are kept.
    pub fn bytes(&self) -> usize {
        self.stages.bytes()
    }
}

impl ImpactStages {
    fn run(&mut self, scene: &Scene, end: &[DVec3], query: &ImpactQuery) {
        let start = Instant::now();
        self.topology.update(scene);
        query.chosen_filters().update_scope(scene, &mut self.scope);
        self.workers.resize_with(rayon::current_num_threads(), ImpactWorker::default);
        self.workers.iter_mut().for_each(ImpactWorker::reset);
        let mut seen = ViewStatistics::default();
        let deadline = &Deadline::new(query.time_tolerance());
        let step = Step { scene, topology: &self.topology, end, query, deadline };
        let populate_seconds = self.methods.find(&step, &self.scope, &mut self.workers, &mut seen);
        if self.scope.is_cancelled() {
            self.workers.iter_mut().for_each(ImpactWorker::reset);
        }
        self.gather();
        let bytes = self.bytes() as u64;
        let statistics = &mut self.impacts.statistics;
        statistics.seconds = start.elapsed().as_secs_f64();
        (statistics.populate_seconds, statistics.view) = (populate_seconds, seen);
        statistics.bytes = bytes;
    }

    fn gather(&mut self) {
        let Impacts { all, first, statistics } = &mut self.impacts;
        all.clear();
        (*first, *statistics) = (None, ImpactStatistics::default());
        for worker in &self.workers {
            all.extend_from_slice(&worker.impacts);
            if let Some(own) = worker.first
                && first.is_none_or(|first| own.is_before(&first))
            {
                *first = Some(own);
            }
            statistics.vertex_faces += worker.vertex_faces;
            statistics.edge_edges += worker.edge_edges;
            statistics.tally += worker.tally;
            statistics.elementary_seconds += worker.elementary_seconds;
        }
        // Without the query's all impacts this is the only one.
        if all.is_empty() {
            all.extend(*first);
        }
        all.par_sort_unstable_by_key(|impact| impact.features);
    }

    fn bytes(&self) -> usize {
        self.methods.bytes()
            + self.scope.bytes()
            + self.workers.iter().map(ImpactWorker::bytes).sum::<usize>()
            + self.impacts.all.capacity() * size_of::<super::Impact>()
    }
}

impl Methods {
    /// Finds impacts, and returns the seconds spent before features were compared.
    fn find(
        &mut self,
        step: &Step,
        scope: &Scope,
        workers: &mut [ImpactWorker],
        seen: &mut ViewStatistics,
    ) -> f64 {
        let Methods { clusters, boxes, polytopes, cones, view } = self;
        let begin = Instant::now();
        match step.query.chosen_method() {
            ImpactMethod::Clusters => {
                let is_first_only = step.query.is_first_only();
                clusters.find(step, scope, step.motion(), is_first_only, workers)
            }
            ImpactMethod::AabbBvh => {
                boxes.update(step, scope);
                find_by_trees(boxes, step, scope, begin, |_| AllPairs, workers)
            }
            ImpactMethod::Dop16Bvh => {
                polytopes.update(step, scope);
                find_by_trees(polytopes, step, scope, begin, |_| AllPairs, workers)
            }
            ImpactMethod::NormalCones => {
                boxes.update(step, scope);
                cones.resize_with(scope.len(), NormalCones::default);
                for (object, own) in cones.iter_mut().enumerate() {
                    if scope.has_self_pairs(object) {
                        own.update(step, object, boxes.object(object));
                    }
                }
                let cones = &*cones;
                find_by_trees(boxes, step, scope, begin, |object| &cones[object], workers)
            }
            ImpactMethod::View => view.find(step, scope, clusters, workers, seen),
        }
    }

    fn bytes(&self) -> usize {
        self.clusters.bytes()
            + self.boxes.bytes()
            + self.polytopes.bytes()
            + self.cones.iter().map(NormalCones::bytes).sum::<usize>()
            + self.view.bytes()
    }
}

/// Finds impacts by trees that are bounded, and returns the seconds that this took since it began.
fn find_by_trees<V: Volume, F: PairFilter>(
    trees: &mut TreeSearch<V>,
    step: &Step,
    scope: &Scope,
    begin: Instant,
    filters: impl Fn(usize) -> F + Sync,
    workers: &mut [ImpactWorker],
) -> f64 {
    let update_seconds = begin.elapsed().as_secs_f64();
    trees.search(step, scope, step.query.is_first_only(), filters, workers);
    update_seconds
}
