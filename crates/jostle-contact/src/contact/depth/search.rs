//! The depths of a scene's vertices, stage by stage.

use super::border::{DepthInput, DepthTables, ToldByEdge};
use super::colliding::{self, ObjectPairs};
use super::crossed_edges::CrossedEdges;
use super::normals::BoundaryStars;
use super::point_depths::{DepthStage, PointDepth, PointDepths};
use super::propagation::{self, UNKNOWN};
use super::surface_parts::{self, SurfaceParts};
use super::weighted_mean::{Influence, weighted_mean};
use super::worker::{DepthWorker, share};
use super::{DepthError, DepthMethod, DepthQuery};
use crate::candidates::{CandidateSearch, ClusterSearch, FeaturePair, Motion, Scope, SearchInput};
use crate::distance::{SceneTree, SceneTreeError};
use crate::mesh::{ElementKind, ObjectId, Scene};
use crate::session::{self, QueryError, Session};
use crate::volume;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DepthStatistics {
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds until all colliding points were found.
    pub colliding_seconds: f64,
    /// Pairs of a vertex and a tetrahedron, and of an edge and a face, with overlapping boxes, and vertices of bodies in
    /// the boxes of surfaces.
    pub candidates: u64,
    /// Points whose depth is from their own edges.
    pub border_points: u64,
    /// Edges from a colliding point to a vertex that does not collide, where they meet the surface.
    pub intersecting_edges: u64,
    /// Edges that pass through an object with both ends outside.
    pub through_edges: u64,
    /// Parts of surfaces of which one vertex was tested, to know of all whether they are inside.
    pub surface_parts: u64,
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
    session: Session,
    stages: DepthStages,
}

#[derive(Debug, Default)]
struct DepthStages {
    scope: Scope,
    search: ClusterSearch,
    pairs: ObjectPairs,
    workers: Vec<DepthWorker>,
    keys: Vec<u64>,
    crossed: CrossedEdges,
    parts: SurfaceParts,
    /// What edges that meet surfaces tell, and of these what border points learn: the row, the vertex at the other end.
    told: Vec<ToldByEdge>,
    learned: Vec<(u32, u32, Influence)>,
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
    /// A search with empty buffers, in a session of its own.
    pub fn new() -> DepthSearch {
        DepthSearch::in_session(&Session::new())
    }

    /// A search with empty buffers, in a session.
    pub fn in_session(session: &Session) -> DepthSearch {
        let topology = session.topology().clone();
        let tree = SceneTree::of_boundaries(session);
        let tables = DepthTables { topology, tree, ..DepthTables::default() };
        let stages = DepthStages { tables, ..DepthStages::default() };
        DepthSearch { session: session.clone(), stages }
    }

    /// Finds the colliding points of a scene as it stands.
    pub fn find(&mut self, scene: &Scene, query: &DepthQuery) -> Result<&PointDepths, DepthError> {
        session::check(scene, query.chosen_filters())?;
        query.chosen_filters().refuse_elements("depths of vertices")?;
        let DepthSearch { session, stages } = self;
        stages.check(scene, query)?;
        stages.scope.set_cancellation(session.cancellation());
        session.install(|| stages.run(scene, query))??;
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
        query.chosen_filters().update_scope(scene, &mut self.scope);
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

    fn run(&mut self, scene: &Scene, query: &DepthQuery) -> Result<(), DepthError> {
        let method = query.depth_method();
        let begin = Instant::now();
        self.workers.resize_with(rayon::current_num_threads(), DepthWorker::default);
        self.workers.iter_mut().for_each(DepthWorker::reset);
        self.statistics = DepthStatistics::default();
        self.find_colliding(scene, query)?;
        self.check_cancellation()?;
        self.statistics.colliding_seconds = begin.elapsed().as_secs_f64();
        self.layers.clear();
        self.layers.resize_with(self.depths.points.len(), || AtomicU32::new(UNKNOWN));
        self.depths.edges.clear();
        if !self.depths.points.is_empty() || !self.crossed.edges.is_empty() {
            self.prepare(scene, method);
            self.tell_by_edges(scene, query)?;
            self.check_cancellation()?;
            if method != DepthMethod::Closest {
                self.tell_border(scene)?;
                self.check_cancellation()?;
                self.propagate(scene);
            }
            if method == DepthMethod::Refined {
                self.refine(scene)?;
            }
            self.check_cancellation()?;
            self.tell_closest(scene)?;
            self.check_cancellation()?;
        }
        self.depths.sum_up();
        let sum = |of: fn(&DepthWorker) -> u64| self.workers.iter().map(of).sum();
        let (candidates, edges) = (sum(|own| own.candidates), sum(|own| own.intersecting_edges));
        self.statistics.candidates = candidates;
        self.statistics.intersecting_edges = edges + self.learned.len() as u64;
        self.statistics.through_edges = self.depths.edges.len() as u64;
        self.statistics.bytes = self.bytes() as u64;
        self.statistics.seconds = begin.elapsed().as_secs_f64();
        Ok(())
    }

    fn check_cancellation(&self) -> Result<(), DepthError> {
        match self.scope.is_cancelled() {
            true => Err(QueryError::Cancelled.into()),
            false => Ok(()),
        }
    }

    /// Stage 1.
    fn find_colliding(&mut self, scene: &Scene, query: &DepthQuery) -> Result<(), DepthError> {
        let DepthStages { scope, search, pairs, workers, crossed, parts, tables, keys, .. } = self;
        let DepthTables { topology, tree, .. } = tables;
        let input = SearchInput {
            scene,
            topology,
            scope,
            features: FeaturePair::EdgeFace,
            motion: Motion::default(),
            leaves_out_patches: false,
        };
        search.update(&input);
        pairs.update(search.near_objects(), scope);
        self.depths.points.clear();
        crossed.clear();
        keys.clear();
        if pairs.is_empty() {
            return Ok(());
        }
        let kind = |object: u32| scene.objects()[object as usize].kind();
        let has = |kinds: [ElementKind; 2]| pairs.all().iter().any(|pair| pair.map(kind) == kinds);
        use ElementKind::{Tetrahedron, Triangle};
        let is_in_bodies = has([Tetrahedron; 2]) || has([Triangle, Tetrahedron]);
        let (is_of_bodies, is_of_surfaces) = (has([Tetrahedron, Triangle]), has([Triangle; 2]));
        if is_in_bodies {
            let features = FeaturePair::VertexTetrahedron;
            colliding::find_in_bodies(search, &SearchInput { features, ..input }, pairs, workers);
        }
        if is_of_bodies {
            tree.update(scene).map_err(refused)?;
            colliding::find_of_bodies(tree, &input, pairs, workers);
        }
        // Border points of surfaces are told by their edges too.
        if query.has_edges() || is_of_surfaces || has([Triangle, Tetrahedron]) {
            crossed.find(search, &input, pairs, workers);
        }
        if is_of_surfaces {
            let near = search.near_objects();
            parts.find(&input, pairs, crossed, |object| near.bounds(object));
            self.statistics.surface_parts = parts.len() as u64;
            if parts.are_many(scene, pairs) {
                let scratch = &mut workers[0].scratch;
                tree.update(scene).map_err(refused)?;
                let holds = |object, point| tree.surface_holds(object, point, scratch);
                parts.list(scene, pairs, keys, holds);
            } else {
                let holds = |object, point| surface_parts::holds(scene, object, point);
                parts.list(scene, pairs, keys, holds);
            }
        }
        for worker in &*workers {
            keys.extend_from_slice(&worker.found);
        }
        keys.par_sort_unstable();
        keys.dedup();
        self.depths.points.extend(keys.iter().map(|&key| {
            let [object, touched] = pairs.at(key).map(|object| ObjectId::new(object as usize));
            let (depth, direction) = (0.0, DVec3::ZERO);
            let (vertex, stage) = (key as u32, DepthStage::Closest);
            PointDepth { vertex, object, touched, depth, direction, stage }
        }));
        Ok(())
    }

    /// Makes what stages 2 to 4 need.
    fn prepare(&mut self, scene: &Scene, method: DepthMethod) {
        self.tables.rows.update(scene.vertices().len(), &self.depths.points);
        self.tables.normals.begin_frame(scene.vertices().len());
        self.tables.stars.resize_with(scene.objects().len(), BoundaryStars::default);
        let points = &self.depths.points;
        let runs = points.chunk_by(|a, b| (a.object, a.touched) == (b.object, b.touched));
        for run in runs {
            let touched = run[0].touched.index();
            let topology = self.tables.topology.object_at(scene, touched);
            self.tables.stars[touched].update(scene, &scene.objects()[touched], &topology);
            if method != DepthMethod::Closest {
                self.tables.topology.object_at(scene, run[0].object.index()).vertex_neighbours();
            }
        }
        for run in self.crossed.edges.chunk_by(|a, b| a.pair == b.pair) {
            let touched = self.pairs.all()[run[0].pair as usize][1] as usize;
            let topology = self.tables.topology.object_at(scene, touched);
            self.tables.stars[touched].update(scene, &scene.objects()[touched], &topology);
        }
    }

    /// What edges of surfaces tell: of border points of surfaces, and of themselves where they pass through.
    fn tell_by_edges(&mut self, scene: &Scene, query: &DepthQuery) -> Result<(), DepthError> {
        self.told.clear();
        self.learned.clear();
        let is_consistent = query.depth_method() != DepthMethod::Closest;
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        let (crossed, pairs) = (&self.crossed, &self.pairs);
        let passes = |edge: &_| query.has_edges() && input.passes_through(pairs, edge);
        // A tree is made only for who needs it.
        if crossed.edges.iter().any(passes) {
            self.tables.tree.update(scene).map_err(refused)?;
        }
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        let passes = |edge: &_| input.passes_through(pairs, edge);
        self.told.resize(crossed.edges.len(), ToldByEdge::Nothing);
        share(&mut self.workers, &mut self.told, |worker, first, told| {
            for (edge, told) in crossed.edges[first..].iter().zip(told) {
                let is_asked = if passes(edge) { query.has_edges() } else { is_consistent };
                if is_asked {
                    *told = input.told_by_edge((crossed, pairs), edge, worker);
                }
            }
        });
        for told in &self.told {
            match *told {
                ToldByEdge::Nothing => {}
                ToldByEdge::Border { row, other, influence } => {
                    self.learned.push((row, other, influence));
                }
                ToldByEdge::Through(edge) => self.depths.edges.push(edge),
            }
        }
        self.learned.par_sort_unstable_by_key(|&(row, other, _)| (row, other));
        Ok(())
    }

    /// Stages 2 and 3.
    fn tell_border(&mut self, scene: &Scene) -> Result<(), DepthError> {
        let is_of_body = |own: &PointDepth| {
            scene.objects()[own.object.index()].kind() == ElementKind::Tetrahedron
        };
        if self.depths.points.iter().any(is_of_body) {
            self.tables.tree.update(scene).map_err(refused)?;
        }
        self.values.clear();
        self.values.resize(self.depths.points.len(), None);
        let (workers, values) = (&mut self.workers, &mut self.values);
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        share(workers, values, |worker, first, values| {
            for (row, value) in (first..).zip(values) {
                if is_of_body(&input.points[row]) {
                    *value = input.border(row, worker);
                }
            }
        });
        for run in self.learned.chunk_by(|a, b| a.0 == b.0) {
            self.values[run[0].0 as usize] = Some(weighted_mean(run.iter().map(|own| own.2)));
        }
        self.layer.clear();
        for (row, value) in self.values.iter().enumerate() {
            if let Some(value) = *value {
                self.layer.push(row as u32);
                *self.layers[row].get_mut() = 0;
                set(&mut self.depths.points[row], value, DepthStage::Border);
            }
        }
        self.statistics.border_points = self.layer.len() as u64;
        Ok(())
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

    /// Corrects what is told.
    fn refine(&mut self, scene: &Scene) -> Result<(), DepthError> {
        self.tables.tree.update(scene).map_err(refused)?;
        self.values.clear();
        self.values.resize(self.depths.points.len(), None);
        let (workers, values, layers) = (&mut self.workers, &mut self.values, &self.layers);
        let input = DepthInput { scene, tables: &self.tables, points: &self.depths.points };
        share(workers, values, |worker, first, values| {
            for (row, value) in (first..).zip(values) {
                if layers[row].load(Relaxed) != UNKNOWN {
                    *value = Some(input.refined(row, worker));
                }
            }
        });
        for (own, value) in self.depths.points.iter_mut().zip(values) {
            if let Some(value) = *value {
                (own.depth, own.direction) = value;
            }
        }
        Ok(())
    }

    /// What no border leads to.
    fn tell_closest(&mut self, scene: &Scene) -> Result<(), DepthError> {
        let DepthStages { workers, values, layers, layer, .. } = self;
        layer.clear();
        let rows = (0..).zip(layers.iter_mut().map(|own| *own.get_mut()));
        layer.extend(rows.filter(|own: &(u32, u32)| own.1 == UNKNOWN).map(|own| own.0));
        values.clear();
        values.resize(layer.len(), None);
        if !layer.is_empty() {
            self.tables.tree.update(scene).map_err(refused)?;
        }
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
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
            + self.scope.bytes()
            + self.pairs.bytes()
            + self.workers.iter().map(DepthWorker::bytes).sum::<usize>()
            + self.keys.capacity() * size_of::<u64>()
            + self.crossed.bytes()
            + self.parts.bytes()
            + self.told.capacity() * size_of::<ToldByEdge>()
            + self.learned.capacity() * size_of::<(u32, u32, Influence)>()
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
        SceneTreeError::Query(error) => DepthError::Query(error),
        other => unreachable!("a tree that is updated: {other}"),
    }
}
