//! Candidates of vertices, edges and faces, listed for those who decide by themselves.

use super::feature_numbering::FeatureNumbering;
use super::{
    CandidateReceiver, CandidateSearch, ClusterSearch, FeaturePair, Motion, MotionError, Scope,
    SearchInput, TopologyCache,
};
use crate::mesh::{Scene, SceneError};
use rayon::prelude::*;
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

/// Why candidates cannot be listed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FeatureSearchError {
    /// A scene that cannot be used as it stands.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A motion that does not fit the scene.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// Lists candidates of the surfaces of a scene's objects; keeps its buffers.
///
/// All objects take part, as far as their [layers](Scene::set_layers) admit, and those that are
/// [tested against themselves](Scene::set_self_collision) have candidates within. The surface of an object of tetrahedra is its boundary. Features that share a
/// vertex are no candidates. None is missing of those within the margin of each other somewhere in the
/// step; some are listed that are a little further apart.
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
/// assert!(!search.vertex_faces(&scene, &motion)?.is_empty());
/// assert!(!search.edge_edges(&scene, &motion)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct FeatureSearch {
    topology: TopologyCache,
    scope: Scope,
    search: ClusterSearch,
    vertex_faces: Lister<VertexFace>,
    edge_edges: Lister<EdgeEdge>,
}

/// Candidates of one kind; keeps its buffers.
#[derive(Debug)]
struct Lister<C> {
    workers: Vec<Vec<C>>,
    all: Vec<C>,
    numbering: FeatureNumbering,
}

impl<C> Default for Lister<C> {
    fn default() -> Lister<C> {
        Lister { workers: Vec::new(), all: Vec::new(), numbering: FeatureNumbering::default() }
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

    /// Vertices and faces whose boxes overlap, sorted.
    pub fn vertex_faces(
        &mut self,
        scene: &Scene,
        motion: &Motion,
    ) -> Result<&[VertexFace], FeatureSearchError> {
        self.update(scene, motion)?;
        let FeatureSearch { topology, scope, search, vertex_faces, .. } = self;
        let features = FeaturePair::VertexFace;
        let input = SearchInput { scene, topology, scope, features, motion: *motion };
        Ok(vertex_faces.list(search, &input, |numbering, objects, [vertex, face]| {
            let face = numbering.face(scene, topology, objects[1] as usize, face);
            (!face.contains(&vertex)).then_some(VertexFace { vertex, face })
        }))
    }

    /// Edges whose boxes overlap, sorted.
    pub fn edge_edges(
        &mut self,
        scene: &Scene,
        motion: &Motion,
    ) -> Result<&[EdgeEdge], FeatureSearchError> {
        self.update(scene, motion)?;
        let FeatureSearch { topology, scope, search, edge_edges, .. } = self;
        let features = FeaturePair::EdgeEdge;
        let input = SearchInput { scene, topology, scope, features, motion: *motion };
        Ok(edge_edges.list(search, &input, |numbering, objects, pair| {
            let corners = |i: usize| numbering.edge(scene, topology, objects[i] as usize, pair[i]);
            let mut edges = [corners(0), corners(1)];
            edges.sort_unstable();
            let are_apart = edges[0].iter().all(|v| !edges[1].contains(v));
            are_apart.then_some(EdgeEdge { edges })
        }))
    }

    fn update(&mut self, scene: &Scene, motion: &Motion) -> Result<(), FeatureSearchError> {
        scene.check()?;
        motion.check(scene)?;
        self.topology.update(scene);
        self.scope.update(scene.objects().iter().map(|own| (true, own.has_self_collision())));
        self.scope.filter(scene.objects().iter().map(|own| own.layers()), &[]);
        Ok(())
    }
}

/// Resolves candidates to what is listed.
struct CandidateResolver<'r, F> {
    numbering: &'r FeatureNumbering,
    resolve: F,
}

impl<C: Send, F> CandidateReceiver for CandidateResolver<'_, F>
where
    F: Fn(&FeatureNumbering, [u32; 2], [u32; 2]) -> Option<C> + Sync,
{
    type Worker = Vec<C>;

    #[inline]
    fn receive(&self, worker: &mut Vec<C>, objects: [u32; 2], pair: [u32; 2]) {
        worker.extend((self.resolve)(self.numbering, objects, pair));
    }
}

impl<C: Copy + Ord + Send> Lister<C> {
    fn list(
        &mut self,
        search: &mut ClusterSearch,
        input: &SearchInput,
        resolve: impl Fn(&FeatureNumbering, [u32; 2], [u32; 2]) -> Option<C> + Sync,
    ) -> &[C] {
        search.update(input);
        self.numbering.copy_from(search.numbering());
        self.workers.resize_with(rayon::current_num_threads(), Vec::new);
        self.workers.iter_mut().for_each(Vec::clear);
        search.search(
            input,
            &mut self.workers,
            &CandidateResolver { numbering: &self.numbering, resolve },
        );
        self.all.clear();
        self.workers.iter().for_each(|found| self.all.extend_from_slice(found));
        self.all.par_sort_unstable();
        &self.all
    }
}
