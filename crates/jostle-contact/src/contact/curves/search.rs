//! The search for intersection curves.

use super::CurveQuery;
use super::curve::IntersectionCurves;
use super::face_pairs::FacePairs;
use super::links::Links;
use super::patch;
use super::segments::Segments;
use crate::candidates::TopologyCache;
use crate::collide::{Query, Workspace};
use crate::mesh::Scene;
use crate::session::{Filters, Pair, QueryError, Session};
use jostle_support::parallel;
use std::ops::Range;
use std::time::Instant;

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurveStatistics {
    /// Seconds in all.
    pub seconds: f64,
    /// Pairs of elements that collide.
    pub pairs: u64,
    /// Bytes of the buffers that are kept.
    pub bytes: u64,
}

/// Finds the curves along which surfaces cross; keeps its buffers.
///
/// All objects take part, as far as the query and their [layers](Scene::set_layers) admit, and those that are
/// [tested against themselves](Scene::set_self_collision) have curves within. What a curve is, and what becomes of
/// surfaces that touch, is told [above](crate::contact#intersection-curves). The answer is the same for any number of
/// threads.
///
/// ```
/// use jostle::contact::{CurveQuery, CurveSearch};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("floor", shapes::box_surface(DVec3::new(4.0, 4.0, 1.0), [2, 2, 1]))?;
/// let ball = scene.add("ball", shapes::icosphere(4, 1.0).translated(DVec3::Z * 1.4))?;
/// let mut search = CurveSearch::new();
/// let curves = search.find(&scene, &CurveQuery::new())?;
/// let patch = &curves.patches()[0];
/// assert!(curves.len() == 1 && curves.curve(0).is_closed);
/// // A circle in which a ball and a plane meet, and up from the floor.
/// let radius = (1.0f64 - 0.9 * 0.9).sqrt();
/// assert!((patch.area / (std::f64::consts::PI * radius * radius) - 1.0).abs() < 0.02);
/// assert!(patch.normal.unwrap().distance(DVec3::Z) < 1e-12);
/// // The next frame reuses what this one has allocated.
/// scene.vertices_mut(ball)?.iter_mut().for_each(|v| v.z += 0.2);
/// assert!(search.find(&scene, &CurveQuery::new())?.is_empty());
/// # Ok::<(), jostle::QueryError>(())
/// ```
#[derive(Debug, Default)]
pub struct CurveSearch {
    workspace: Workspace,
    /// Asks for the pairs that collide.
    pairs: PairQuery,
    stages: CurveStages,
    statistics: CurveStatistics,
}

/// The query for pairs that collide, with the filters of the last query for curves: a query that is asked again
/// allocates nothing.
#[derive(Debug)]
struct PairQuery(Query);

impl Default for PairQuery {
    fn default() -> PairQuery {
        PairQuery(Query::all_pairs().containment(false))
    }
}

impl PairQuery {
    fn with_filters(&mut self, filters: &Filters) -> &Query {
        if self.0.chosen_filters() != filters {
            self.0 = Query::all_pairs().containment(false).filters(filters.clone());
        }
        &self.0
    }
}

#[derive(Debug, Default)]
struct CurveStages {
    faces: FacePairs,
    segments: Segments,
    links: Links,
    /// The curves of each patch.
    ranges: Vec<Range<usize>>,
    curves: IntersectionCurves,
}

impl CurveSearch {
    /// A search with empty buffers, in a session of its own.
    pub fn new() -> CurveSearch {
        CurveSearch::default()
    }

    /// A search with empty buffers, in a session.
    pub fn in_session(session: &Session) -> CurveSearch {
        CurveSearch { workspace: Workspace::in_session(session), ..CurveSearch::default() }
    }

    /// Finds the curves of a scene as it stands.
    pub fn find(
        &mut self,
        scene: &Scene,
        query: &CurveQuery,
    ) -> Result<&IntersectionCurves, QueryError> {
        let begin = Instant::now();
        let CurveSearch { workspace, pairs, stages, statistics } = self;
        workspace.collide(scene, pairs.with_filters(query.chosen_filters()))?;
        let pairs = workspace.collisions().pairs();
        let topology = workspace.topology();
        workspace.session().install(|| stages.run(scene, topology, pairs))?;
        workspace.check_cancellation()?;
        *statistics = CurveStatistics {
            seconds: begin.elapsed().as_secs_f64(),
            pairs: pairs.len() as u64,
            bytes: (workspace.bytes() + stages.bytes()) as u64,
        };
        Ok(&self.stages.curves)
    }

    /// The answer to the last query.
    pub fn curves(&self) -> &IntersectionCurves {
        &self.stages.curves
    }

    /// The pairs of elements that collide, as the last query found them on the way.
    pub fn colliding_pairs(&self) -> &[Pair] {
        self.workspace.collisions().pairs()
    }

    /// What the last query cost.
    pub fn statistics(&self) -> &CurveStatistics {
        &self.statistics
    }
}

impl CurveStages {
    fn run(&mut self, scene: &Scene, topology: &TopologyCache, pairs: &[Pair]) {
        let CurveStages { faces, segments, links, curves, .. } = self;
        faces.update(scene, topology, pairs);
        segments.update(scene.vertices(), &faces.pairs, &mut curves.touching);
        links.update(scene, &faces.pairs, &segments.segments, curves);
        self.measure(scene);
    }

    fn measure(&mut self, scene: &Scene) {
        let CurveStages { ranges, curves, .. } = self;
        ranges.clear();
        let mut first = 0;
        for own in curves.spans.chunk_by(|a, b| a.patch == b.patch) {
            ranges.push(first..first + own.len());
            first += own.len();
        }
        let mut patches = std::mem::take(&mut curves.patches);
        patches.clear();
        parallel::extend(&mut patches, ranges.len(), 1, |patch| {
            let range = ranges[patch].clone();
            let own = range.clone().map(|curve| curves.curve(curve));
            patch::measure(scene.vertices(), range, own)
        });
        curves.patches = patches;
    }

    fn bytes(&self) -> usize {
        self.faces.bytes()
            + self.segments.bytes()
            + self.links.bytes()
            + self.ranges.capacity() * size_of::<Range<usize>>()
            + self.curves.bytes()
    }
}
