//! Candidates of vertices, edges and faces, listed for those who decide by themselves.

use super::candidate_corners::in_order;
use super::feature_numbering::FeatureNumbering;
use super::place_buffer::PlaceBuffer;
use super::{
    Cancellation, CandidateList, CandidateReceiver, CandidateSearch, ClusterSearch, FeaturePair,
    Motion, MotionError, Receiving, Scope, SearchInput, TopologyCache,
};
use crate::mesh::{Scene, SceneError};
use jostle_support::parallel;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;
use thiserror::Error;

/// A vertex and a face that may touch, by their vertices in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexFace {
    /// The vertex.
    pub vertex: u32,
    /// The corners of the face.
    pub face: [u32; 3],
}

/// Two edges that may touch, by their vertices in the scene, the lower edge first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeEdge {
    /// The ends of both edges.
    pub edges: [[u32; 2]; 2],
}

/// Candidates of both kinds.
#[derive(Clone, Copy, Debug)]
pub struct FeatureCandidates<'c> {
    /// Vertices and faces.
    pub vertex_faces: &'c [VertexFace],
    /// Edges and edges.
    pub edge_edges: &'c [EdgeEdge],
}

/// Why candidates cannot be listed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FeatureSearchError {
    /// A scene that cannot be used as it stands.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A motion that does not fit the scene.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// Somebody asked to give up.
    #[error("the search was cancelled before it was done; ask again")]
    Cancelled,
}

/// Lists candidates of the surfaces of a scene's objects; keeps its buffers.
///
/// All objects take part, as far as their [layers](Scene::set_layers) admit, and those that are
/// [tested against themselves](Scene::set_self_collision) have candidates within. The surface of an object of tetrahedra is its boundary. Features that share a
/// vertex are no candidates. None is missing of those within the margin of each other somewhere in the
/// step; others are listed too, whose boxes no axis separates throughout. Without a margin, candidates within
/// patches of a surface are left out that are certified to touch nowhere in themselves.
///
/// ```
/// use jostle::candidates::{FeatureSearch, Motion};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0]))?;
/// let ball = scene.add("ball", shapes::icosphere(2, 0.5).translated(DVec3::Z * 2.0))?;
/// let mut search = FeatureSearch::new();
/// assert!(search.vertex_faces(&scene, &Motion::default())?.is_empty());
///
/// // It falls through the floor in one step.
/// let mut end = scene.vertices().to_vec();
/// end[scene.object(ball)?.vertices()].iter_mut().for_each(|v| v.z -= 4.0);
/// let motion = Motion { end: Some(&end), margin: 0.0 };
/// let candidates = search.find(&scene, &motion)?;
/// assert!(!candidates.vertex_faces.is_empty() && !candidates.edge_edges.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct FeatureSearch {
    topology: TopologyCache,
    scope: Scope,
    search: ClusterSearch,
    numbering: FeatureNumbering,
    vertex_faces: Lister<VertexFace>,
    edge_edges: Lister<EdgeEdge>,
}

/// Candidates of one kind; keeps its buffers.
#[derive(Debug)]
struct Lister<C> {
    workers: Vec<ListWorker<C>>,
    runs: Vec<Run>,
    all: Vec<C>,
}

/// Where the candidates of two groups are: these, the worker, and its range.
type Run = ([u32; 2], u32, Range<u32>);

/// What one worker found.
#[derive(Debug)]
struct ListWorker<C> {
    found: PlaceBuffer<C>,
    /// The groups of candidates, and where these end.
    runs: Vec<([u32; 2], u32)>,
}

impl<C> Default for Lister<C> {
    fn default() -> Lister<C> {
        Lister { workers: Vec::new(), runs: Vec::new(), all: Vec::new() }
    }
}

impl FeatureSearch {
    /// A search with empty buffers.
    pub fn new() -> FeatureSearch {
        FeatureSearch::default()
    }

    /// A search that shares what topology implies with whoever else has this cache.
    pub fn with_topology(topology: TopologyCache) -> FeatureSearch {
        FeatureSearch { topology, ..FeatureSearch::default() }
    }

    /// Lets somebody else end searches.
    pub fn set_cancellation(&mut self, cancellation: Cancellation) {
        self.scope.set_cancellation(cancellation);
    }

    fn check_cancellation(&self) -> Result<(), FeatureSearchError> {
        match self.scope.is_cancelled() {
            true => Err(FeatureSearchError::Cancelled),
            false => Ok(()),
        }
    }

    /// All candidates, in order, whatever the number of threads. What is certified not to touch is left out, which
    /// depends on where vertices were when this search first met the topology.
    pub fn find(
        &mut self,
        scene: &Scene,
        motion: &Motion,
    ) -> Result<FeatureCandidates<'_>, FeatureSearchError> {
        self.update(scene, motion)?;
        self.list_vertex_faces(scene, motion);
        self.list_edge_edges(scene, motion);
        self.check_cancellation()?;
        let (vertex_faces, edge_edges) = (&self.vertex_faces.all, &self.edge_edges.all);
        Ok(FeatureCandidates { vertex_faces, edge_edges })
    }

    /// Vertices and faces only.
    pub fn vertex_faces(
        &mut self,
        scene: &Scene,
        motion: &Motion,
    ) -> Result<&[VertexFace], FeatureSearchError> {
        self.update(scene, motion)?;
        self.list_vertex_faces(scene, motion);
        self.check_cancellation()?;
        Ok(&self.vertex_faces.all)
    }

    /// Edges only.
    pub fn edge_edges(
        &mut self,
        scene: &Scene,
        motion: &Motion,
    ) -> Result<&[EdgeEdge], FeatureSearchError> {
        self.update(scene, motion)?;
        self.list_edge_edges(scene, motion);
        self.check_cancellation()?;
        Ok(&self.edge_edges.all)
    }

    fn list_vertex_faces(&mut self, scene: &Scene, motion: &Motion) {
        let FeatureSearch { topology, scope, search, numbering, vertex_faces, .. } = self;
        let input = search_input(scene, topology, scope, motion, FeaturePair::VertexFace);
        vertex_faces.list(search, &input, |list, found| {
            let faces = numbering.faces(scene, topology, list.objects[1] as usize);
            extend_with(found, list.pairs, |[vertex, face]| {
                let face = faces.corners(face);
                let is_apart = face.iter().fold(true, |apart, &v| apart & (v != vertex));
                (VertexFace { vertex, face }, is_apart)
            });
        });
    }

    fn list_edge_edges(&mut self, scene: &Scene, motion: &Motion) {
        let FeatureSearch { topology, scope, search, numbering, edge_edges, .. } = self;
        let input = search_input(scene, topology, scope, motion, FeaturePair::EdgeEdge);
        edge_edges.list(search, &input, |list, found| {
            let own = list.objects.map(|object| numbering.edges(scene, topology, object as usize));
            extend_with(found, list.pairs, |[one, other]| {
                let ([a, b, c, d], are_apart) =
                    in_order(own[0].joined_ends(one), own[1].joined_ends(other));
                let edges = [[a, b], [c, d]];
                (EdgeEdge { edges }, are_apart)
            });
        });
    }

    fn update(&mut self, scene: &Scene, motion: &Motion) -> Result<(), FeatureSearchError> {
        scene.check()?;
        motion.check(scene)?;
        self.topology.update(scene);
        self.scope.update(scene.objects().iter().map(|own| (true, own.has_self_collision())));
        self.scope.filter(scene.objects().iter().map(|own| own.layers()), &[]);
        let FeatureSearch { topology, scope, search, numbering, .. } = self;
        search.update(&search_input(scene, topology, scope, motion, FeaturePair::VertexFace));
        numbering.copy_from(search.numbering());
        Ok(())
    }
}

fn search_input<'i>(
    scene: &'i Scene,
    topology: &'i TopologyCache,
    scope: &'i Scope,
    motion: &Motion<'i>,
    features: FeaturePair,
) -> SearchInput<'i> {
    SearchInput { scene, topology, scope, features, motion: *motion, leaves_out_patches: true }
}

/// Adds what pairs come to, if it is to be listed. Without branches: most that are next to each other share a
/// vertex, and which do is not to be foretold.
#[inline(always)]
fn extend_with<C: Copy>(
    found: &mut PlaceBuffer<C>,
    pairs: &[[u32; 2]],
    resolve: impl Fn([u32; 2]) -> (C, bool),
) {
    let Some(&first) = pairs.first() else { return };
    let places = found.next(pairs.len(), resolve(first).0);
    let mut count = 0;
    for &pair in pairs {
        let (candidate, is_listed) = resolve(pair);
        places[count] = candidate;
        count += is_listed as usize;
    }
    found.keep(count);
}

/// Resolves candidates to what is listed.
struct CandidateResolver<C, F> {
    resolve: F,
    listed: PhantomData<fn() -> C>,
}

impl<C: Copy + Send, F> CandidateReceiver for CandidateResolver<C, F>
where
    F: Fn(&CandidateList, &mut PlaceBuffer<C>) + Sync,
{
    type Worker = ListWorker<C>;

    fn receive(&self, _: &mut ListWorker<C>, _: [u32; 2], _: [u32; 2]) {
        unreachable!("candidates of clusters come in lists");
    }

    fn receive_list(&self, worker: &mut ListWorker<C>, list: &CandidateList) {
        (self.resolve)(list, &mut worker.found);
        worker.runs.push((list.groups, worker.found.len() as u32));
    }
}

impl<C: Copy + Send + Sync> Lister<C> {
    fn list(
        &mut self,
        search: &mut ClusterSearch,
        input: &SearchInput,
        resolve: impl Fn(&CandidateList, &mut PlaceBuffer<C>) + Sync,
    ) {
        let Lister { workers, runs, all } = self;
        workers.resize_with(rayon::current_num_threads(), || ListWorker {
            found: PlaceBuffer::default(),
            runs: Vec::new(),
        });
        for worker in workers.iter_mut() {
            worker.found.clear();
            worker.runs.clear();
        }
        let receiver = &CandidateResolver { resolve, listed: PhantomData };
        search.search(input, &mut Receiving { workers, receiver });
        // Which worker found what depends on the threads; what two groups have does not.
        runs.clear();
        for (w, worker) in workers.iter().enumerate() {
            let mut start = 0;
            for &(groups, end) in &worker.runs {
                runs.push((groups, w as u32, start..end));
                start = end;
            }
        }
        runs.par_sort_unstable_by_key(|(groups, ..)| *groups);
        let found = workers.iter().map(|worker| worker.found.written());
        let Some(&blank) = found.clone().flatten().next() else { return all.clear() };
        all.resize(found.map(<[C]>::len).sum(), blank);
        copy_runs(workers, runs, all);
    }
}

/// Copies runs, one behind the other.
fn copy_runs<C: Copy + Send + Sync>(workers: &[ListWorker<C>], runs: &[Run], all: &mut [C]) {
    const FEW: usize = 4096;
    if all.len() > FEW && runs.len() > 1 {
        let (left, right) = runs.split_at(runs.len() / 2);
        let (own, others) = all.split_at_mut(left.iter().map(|(.., run)| run.len()).sum());
        parallel::join(|| copy_runs(workers, left, own), || copy_runs(workers, right, others));
        return;
    }
    let mut at = 0;
    for (_, worker, run) in runs {
        let found =
            &workers[*worker as usize].found.written()[run.start as usize..run.end as usize];
        all[at..at + found.len()].copy_from_slice(found);
        at += found.len();
    }
}
