//! The depths of a scene's vertices, stage by stage.

use super::border::{DepthInput, DepthTables};
use super::colliding::{self, ObjectPairs};
use super::normals::BoundaryStars;
use super::point_depths::{DepthStage, PointDepth, PointDepths};
use super::propagation::{self, UNKNOWN};
use super::worker::{DepthWorker, share};
use super::{DepthError, DepthMethod, DepthQuery};
use crate::candidates::{
    CandidateSearch, ClusterSearch, FeaturePair, Motion, Scope, SearchInput, TopologyCache,
};
use crate::collide::{self, KeptPool, QueryError};
use crate::distance::{SceneTree, SceneTreeError};
use crate::mesh::{ElementKind, ObjectId, Scene};
use crate::volume;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DepthStatistics {
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds until all colliding points were found.
    pub colliding_seconds: f64,
    /// Pairs of a vertex and a tetrahedron with overlapping boxes, and vertices in the boxes of surfaces.
    pub candidates: u64,
    /// Points whose depth is from their own edges.
    pub border_points: u64,
    /// Edges from a colliding point to a vertex that does not collide, where they meet the surface.
    pub intersecting_edges: u64,
    /// Layers of propagation.
    pub layers: u32,
    /// Points whose depth is from the closest point of the surface.
    pub closest_points: u64,
    /// Bytes of the buffers that are kept.
    pub bytes: u64,
}

/// Finds vertices that are in other objects, or in their own, how deep, and which way is out; keeps its buffers.
///
/// All objects take part, as far as the query and their [layers](Scene::set_layers) admit: vertices of all of them,
/// those inside bodies too, in bodies and in closed surfaces. Open surfaces, and those without one side outside, are
/// refused. Bodies that are [tested against themselves](Scene::set_self_collision) hold their own vertices, except in
/// tetrahedra that have these as corners. Which points collide is exact, and the answer is the same for any number of
/// threads.
///
/// ```
/// use jostle::contact::{DepthMethod, DepthQuery, DepthSearch};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::ball_tets(6, 1.0))?;
/// let other = scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 1.5))?;
/// let mut search = DepthSearch::new();
/// // Moved by the mean of what its points say until it is out.
/// for _ in 0..100 {
///     let depths = search.find(&scene, &DepthQuery::new())?;
///     let Some(own) = depths.pairs().iter().find(|own| own.object == other) else { break };
///     let by = own.resultant / own.count as f64 + own.direction() * 1e-3;
///     scene.vertices_mut(other)?.iter_mut().for_each(|v| *v += by);
/// }
/// assert!(search.depths().between(other, jostle::ObjectId::new(0)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DepthSearch {
    pool: KeptPool,
    stages: DepthStages,
}

#[derive(Debug, Default)]
struct DepthStages {
    scope: Scope,
    search: ClusterSearch,
    pairs: ObjectPairs,
    workers: Vec<DepthWorker>,
    keys: Vec<u64>,
    tables: DepthTables,
    layers: Vec<AtomicU32>,
    /// The rows of a layer, and their depths and directions.
    layer: Vec<u32>,
    next: Vec<u32>,
    values: Vec<Option<(f64, DVec3)>>,
    depths: PointDepths,
    statistics: DepthStatistics,
}

impl Default for DepthSearch {
    fn default() -> DepthSearch {
        DepthSearch::new()
    }
}

impl DepthSearch {
    /// A search with empty buffers.
    pub fn new() -> DepthSearch {
        DepthSearch::with_topology(TopologyCache::new())
    }

    /// A search that shares what topology implies with whoever else has this cache.
    pub fn with_topology(topology: TopologyCache) -> DepthSearch {
        let tree = SceneTree::of_boundaries(topology.clone());
        let tables = DepthTables { topology, tree, ..DepthTables::default() };
        let stages = DepthStages { tables, ..DepthStages::default() };
        DepthSearch { pool: KeptPool::default(), stages }
    }

    /// Finds the colliding points of a scene as it stands.
    pub fn find(&mut self, scene: &Scene, query: &DepthQuery) -> Result<&PointDepths, DepthError> {
        collide::check(scene, query.compared())?;
        let DepthSearch { pool, stages } = self;
        stages.check(scene, query)?;
        pool.install(query.compared().thread_count(), || stages.run(scene, query.depth_method()))??;
        Ok(&self.stages.depths)
    }

    /// The answer to the last query.
    pub fn depths(&self) -> &PointDepths {
        &self.stages.depths
    }

    /// What the last query cost.
    pub fn statistics(&self) -> &DepthStatistics {
        &self.stages.statistics
    }
}

impl DepthStages {
    /// Refuses surfaces without an inside.
    fn check(&mut self, scene: &Scene, query: &DepthQuery) -> Result<(), DepthError> {
        self.tables.topology.update(scene);
        query.compared().update_scope(scene, &mut self.scope);
        for (o, own) in scene.objects().iter().enumerate() {
            let is_surface = own.kind() == ElementKind::Triangle && !own.elements().is_empty();
            if !is_surface || !self.scope.takes_part(o) {
                continue;
            }
            let object = ObjectId::new(o);
            if self.scope.has_self_pairs(o) {
                return Err(DepthError::SelfOfSurface { object, name: own.name().to_owned() });
            }
            volume::check_surface(scene, &self.tables.topology.object_at(scene, o), object)?;
        }
        Ok(())
    }

    fn run(&mut self, scene: &Scene, method: DepthMethod) -> Result<(), DepthError> {
        let begin = Instant::now();
        self.workers.resize_with(rayon::current_num_threads(), DepthWorker::default);
        self.workers.iter_mut().for_each(DepthWorker::reset);
        self.statistics = DepthStatistics::default();
        self.find_colliding(scene)?;
        self.statistics.colliding_seconds = begin.elapsed().as_secs_f64();
        self.layers.clear();
        self.layers.resize_with(self.depths.points.len(), || AtomicU32::new(UNKNOWN));
        if !self.depths.is_empty() {
            self.prepare(scene, method)?;
            if method == DepthMethod::Consistent {
                self.tell_border(scene);
                self.propagate(scene);
            }
            self.tell_closest(scene);
        }
        self.depths.sum_up();
        let sum = |of: fn(&DepthWorker) -> u64| self.workers.iter().map(of).sum();
        let (candidates, edges) = (sum(|own| own.candidates), sum(|own| own.intersecting_edges));
        self.statistics.candidates = candidates;
        self.statistics.intersecting_edges = edges;
        self.statistics.bytes = self.bytes() as u64;
        self.statistics.seconds = begin.elapsed().as_secs_f64();
        Ok(())
    }

    /// Stage 1.
    fn find_colliding(&mut self, scene: &Scene) -> Result<(), DepthError> {
        let input = SearchInput {
            scene,
            topology: &self.tables.topology,
            scope: &self.scope,
            features: FeaturePair::VertexTetrahedron,
            motion: Motion::default(),
            leaves_out_patches: false,
        };
        self.search.update(&input);
        self.pairs.update(self.search.near_objects(), &self.scope);
        self.depths.points.clear();
        if self.pairs.is_empty() {
            return Ok(());
        }
        let has = |kind: ElementKind| {
            let objects = scene.objects().iter().enumerate();
            let mut own = objects.filter(|(o, _)| self.scope.takes_part(*o));
            own.any(|(_, own)| own.kind() == kind && !own.elements().is_empty())
        };
        if has(ElementKind::Tetrahedron) {
            colliding::find_in_bodies(&mut self.search, &input, &self.pairs, &mut self.workers);
        }
        if has(ElementKind::Triangle) {
            self.tables.tree.update(scene).map_err(refused)?;
            colliding::find_in_surfaces(&self.tables.tree, &input, &self.pairs, &mut self.workers);
        }
        self.keys.clear();
        for worker in &self.workers {
            self.keys.extend_from_slice(&worker.found);
        }
        self.keys.par_sort_unstable();
        self.keys.dedup();
        let pairs = &self.pairs;
        self.depths.points.extend(self.keys.iter().map(|&key| {
            let [object, touched] = pairs.at(key).map(|object| ObjectId::new(object as usize));
            let (depth, direction) = (0.0, DVec3::ZERO);
            let (vertex, stage) = (key as u32, DepthStage::Closest);
            PointDepth { vertex, object, touched, depth, direction, stage }
        }));
        Ok(())
    }

    /// Makes what stages 2 to 4 need.
    fn prepare(&mut self, scene: &Scene, method: DepthMethod) -> Result<(), DepthError> {
        self.tables.tree.update(scene).map_err(refused)?;
        self.tables.rows.update(scene.vertices().len(), &self.depths.points);
        self.tables.normals.begin_frame(scene.vertices().len());
        self.tables.stars.resize_with(scene.objects().len(), BoundaryStars::default);
        let points = &self.depths.points;
        let runs = points.chunk_by(|a, b| (a.object, a.touched) == (b.object, b.touched));
        for run in runs {
            let touched = run[0].touched.index();
            let topology = self.tables.topology.object_at(scene, touched);
            self.tables.stars[touched].update(scene, &scene.objects()[touched], &topology);
            if method == DepthMethod::Consistent {
                self.tables.topology.object_at(scene, run[0].object.index()).vertex_neighbours();
            }
        }
        Ok(())
    }

    /// Stages 2 and 3.
    fn tell_border(&mut self, scene: &Scene) {
        self.values.clear();
        self.values.resize(self.depths.points.len(), None);
        let (workers, values) = (&mut self.workers, &mut self.values);
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        share(workers, values, |worker, first, values| {
            for (row, value) in (first..).zip(values) {
                *value = input.border(row, worker);
            }
        });
        self.layer.clear();
        for (row, value) in self.values.iter().enumerate() {
            if let Some(value) = *value {
                self.layer.push(row as u32);
                *self.layers[row].get_mut() = 0;
                set(&mut self.depths.points[row], value, DepthStage::Border);
            }
        }
        self.statistics.border_points = self.layer.len() as u64;
    }

    /// Stage 4.
    fn propagate(&mut self, scene: &Scene) {
        for layer in 1.. {
            let DepthStages { workers, values, layers, next, .. } = self;
            let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
            propagation::next_layer(&input, layers, layer, &mut self.layer, workers, next);
            if next.is_empty() {
                self.statistics.layers = layer - 1;
                break;
            }
            values.clear();
            values.resize(next.len(), None);
            share(workers, values, |worker, first, values| {
                for (value, &row) in values.iter_mut().zip(&next[first..]) {
                    let row = row as usize;
                    *value = Some(propagation::propagated(&input, layers, layer, row, worker));
                }
            });
            for (&row, value) in next.iter().zip(values) {
                let own = &mut self.depths.points[row as usize];
                set(own, value.expect("it was told"), DepthStage::Propagated(layer));
            }
            std::mem::swap(&mut self.layer, &mut self.next);
        }
    }

    /// What no border leads to.
    fn tell_closest(&mut self, scene: &Scene) {
        let DepthStages { workers, values, layers, layer, .. } = self;
        layer.clear();
        let rows = (0..).zip(layers.iter_mut().map(|own| *own.get_mut()));
        layer.extend(rows.filter(|own: &(u32, u32)| own.1 == UNKNOWN).map(|own| own.0));
        values.clear();
        values.resize(layer.len(), None);
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        share(workers, values, |worker, first, values| {
            for (value, &row) in values.iter_mut().zip(&layer[first..]) {
                *value = Some(input.closest(row as usize, worker));
            }
        });
        for (&row, value) in layer.iter().zip(values) {
            let own = &mut self.depths.points[row as usize];
            set(own, value.expect("it was told"), DepthStage::Closest);
        }
        self.statistics.closest_points = self.layer.len() as u64;
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
            + self.scope.bytes()
            + self.pairs.bytes()
            + self.workers.iter().map(DepthWorker::bytes).sum::<usize>()
            + self.keys.capacity() * size_of::<u64>()
            + self.tables.bytes()
            + (self.layers.capacity() + self.layer.capacity() + self.next.capacity()) * 4
            + self.values.capacity() * size_of::<Option<(f64, DVec3)>>()
            + self.depths.bytes()
    }
}

fn set(own: &mut PointDepth, (depth, direction): (f64, DVec3), stage: DepthStage) {
    (own.depth, own.direction, own.stage) = (depth, direction, stage);
}

/// A tree is refused a scene only for what queries are refused it too.
fn refused(error: SceneTreeError) -> DepthError {
    match error {
        SceneTreeError::Scene(error) => DepthError::Query(QueryError::from(error)),
        other => unreachable!("a tree that is updated: {other}"),
    }
}
