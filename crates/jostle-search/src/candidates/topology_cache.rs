//! What the topology of each object implies, made when it is first asked for and kept until the mesh
//! is replaced.

use super::Scope;
use super::cluster_features::{ClusterFeatures, FeatureLists};
use crate::conditions::{Condition, required};
use crate::mesh::topology::{
    BodyBoundary, ClosedStars, ComponentVertices, Incidence, OwnedFeatures, OwnedVertices,
    VertexLinks, VertexNeighbours, is_closed_surface, is_oriented_surface,
};
use crate::mesh::{
    ClusterShapes, Clusters, ElementKind, KeptBlocks, Object, ObjectElements, ObjectId, Scene,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What the topologies of a scene's objects imply: clusters, incidence, features, boundaries.
///
/// Each part is made on first use and kept for as long as the object's mesh is not replaced by one with other elements;
/// vertices may move. Where most of the elements are as they were, clusters are made anew only where they are not. Clones
/// share what they hold, so that several engines that answer queries about one scene
/// make each part once.
///
/// ```
/// use jostle::Scene;
/// use jostle::candidates::TopologyCache;
/// use jostle::mesh::shapes;
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(3, 1.0))?;
/// let mut cache = TopologyCache::new();
/// cache.update(&scene);
/// let ball = cache.object(&scene, ball);
/// assert!(ball.is_closed_surface() && ball.component_count() == 1);
/// assert_eq!(ball.edge_count(), 3 * 1280 / 2);
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TopologyCache {
    objects: Vec<Arc<ObjectTopology>>,
    shared: Arc<Mutex<Vec<Arc<ObjectTopology>>>>,
}

/// What one topology implies, as far as it has been asked for.
#[derive(Debug, Default)]
struct ObjectTopology {
    /// The [`Object::topology_id`] that this is of.
    stamp: u64,
    /// Whether a search has met it.
    is_met: AtomicBool,
    incidence: OnceLock<Incidence>,
    clusters: OnceLock<ShapedClusters>,
    /// What is kept of the clusters that the object had before, until those of this topology are made.
    before: Mutex<Option<Arc<KeptBlocks>>>,
    vertex_links: OnceLock<VertexLinks>,
    body_boundary: OnceLock<BodyBoundary>,
    closed_stars: OnceLock<ClosedStars>,
    features: OnceLock<OwnedFeatures>,
    cluster_features: OnceLock<ClusterFeatures>,
    components: OnceLock<ComponentVertices>,
    vertices: OnceLock<OwnedVertices>,
    cluster_vertices: OnceLock<FeatureLists>,
    vertex_neighbours: OnceLock<VertexNeighbours>,
    is_closed_surface: OnceLock<bool>,
    is_oriented_surface: OnceLock<bool>,
}

/// Clusters, and their shapes until a search takes them.
#[derive(Debug)]
struct ShapedClusters {
    clusters: Clusters,
    shapes: Mutex<Option<ClusterShapes>>,
    /// What the next topology needs of them. Of the first one nothing: most objects have no other.
    kept: Arc<KeptBlocks>,
}

/// The part, made if nobody has asked for it. It is made outside of the cell: a thread that waits for
/// others while it makes a part may take up work that asks for the same part.
fn get_or_build<T>(part: &OnceLock<T>, build: impl FnOnce() -> T) -> &T {
    if let Some(made) = part.get() {
        return made;
    }
    let made = build();
    part.get_or_init(|| made)
}

/// Whoever panicked while holding a lock left whole entries behind.
fn lock<T>(entries: &Mutex<T>) -> MutexGuard<'_, T> {
    entries.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ShapedClusters {
    /// The clusters of an object, given what is kept of those that it had before, if it had any.
    fn build(object: &ObjectElements, before: Option<&KeptBlocks>) -> ShapedClusters {
        let (clusters, shapes, kept) = match before {
            Some(before) => Clusters::rebuild(object, before),
            None => {
                let (clusters, shapes) = Clusters::build(object);
                (clusters, Some(shapes), KeptBlocks::default())
            }
        };
        ShapedClusters { clusters, shapes: Mutex::new(shapes), kept: Arc::new(kept) }
    }

    fn bytes(&self) -> usize {
        self.clusters.bytes()
            + lock(&self.shapes).as_ref().map_or(0, ClusterShapes::bytes)
            + self.kept.bytes()
    }
}

impl ObjectTopology {
    /// The next topology of an object, of which nothing has been asked.
    fn next(&self, stamp: u64) -> ObjectTopology {
        let before = match self.clusters.get() {
            Some(own) => Some(Arc::clone(&own.kept)),
            None => lock(&self.before).clone(),
        };
        ObjectTopology { stamp, before: Mutex::new(before), ..ObjectTopology::default() }
    }

    fn bytes(&self) -> usize {
        self.incidence.get().map_or(0, Incidence::bytes)
            + self.clusters.get().map_or(0, ShapedClusters::bytes)
            + lock(&self.before).as_ref().map_or(0, |own| own.bytes())
            + self.vertex_links.get().map_or(0, VertexLinks::bytes)
            + self.body_boundary.get().map_or(0, BodyBoundary::bytes)
            + self.closed_stars.get().map_or(0, ClosedStars::bytes)
            + self.features.get().map_or(0, OwnedFeatures::bytes)
            + self.cluster_features.get().map_or(0, ClusterFeatures::bytes)
            + self.components.get().map_or(0, ComponentVertices::bytes)
            + self.vertices.get().map_or(0, OwnedVertices::bytes)
            + self.cluster_vertices.get().map_or(0, FeatureLists::bytes)
            + self.vertex_neighbours.get().map_or(0, VertexNeighbours::bytes)
            + size_of::<ObjectTopology>()
    }
}

impl TopologyCache {
    /// A cache of nothing.
    pub fn new() -> TopologyCache {
        TopologyCache::default()
    }

    /// Forgets the topologies that the scene no longer has, and makes entries for new ones.
    pub fn update(&mut self, scene: &Scene) {
        let is_current = self.objects.len() == scene.objects().len()
            && self.objects.iter().zip(scene.objects()).all(|(own, o)| {
                own.stamp == o.topology_id() || !required(Condition::CacheIsCurrent)
            });
        if is_current {
            return;
        }
        let mut shared = lock(&self.shared);
        let is_shared =
            shared.iter().zip(scene.objects()).all(|(own, o)| own.stamp == o.topology_id());
        if !is_shared || shared.len() != scene.objects().len() {
            shared.resize_with(scene.objects().len(), Arc::default);
            for (own, object) in shared.iter_mut().zip(scene.objects()) {
                let stamp = object.topology_id();
                if own.stamp != stamp {
                    *own = Arc::new(own.next(stamp));
                }
            }
        }
        self.objects.clone_from(&shared);
    }

    /// Whether some object that takes part is met for the first time, and its clusters have not been made: all are
    /// met from now on.
    #[doc(hidden)]
    pub fn meets_new(&self, scope: &Scope) -> bool {
        let objects = self.objects.iter().enumerate().filter(|(o, _)| scope.takes_part(*o));
        objects.fold(false, |is_new, (_, own)| {
            let is_met = own.is_met.swap(true, Ordering::Relaxed) || own.clusters.get().is_some();
            is_new || !is_met
        })
    }

    /// What the topology of an object implies.
    ///
    /// # Panics
    ///
    /// If the scene has no such object, or if it changed since the last [`update`](Self::update).
    pub fn object<'c>(&'c self, scene: &'c Scene, object: ObjectId) -> CachedTopology<'c> {
        self.object_at(scene, object.index())
    }

    #[inline]
    #[doc(hidden)]
    pub fn object_at<'c>(&'c self, scene: &'c Scene, object: usize) -> CachedTopology<'c> {
        let (topology, object) = (&*self.objects[object], &scene.objects()[object]);
        assert_eq!(topology.stamp, object.topology_id(), "the cache is to be updated first");
        CachedTopology { scene, object, topology }
    }

    /// Bytes of all parts that have been made.
    pub fn bytes(&self) -> usize {
        self.objects.iter().map(|own| own.bytes()).sum::<usize>()
            + self.objects.capacity() * size_of::<Arc<ObjectTopology>>()
    }
}

/// One object of a scene, and what its topology implies. Vertices and elements are numbered within
/// the object.
#[derive(Clone, Copy, Debug)]
pub struct CachedTopology<'c> {
    scene: &'c Scene,
    object: &'c Object,
    topology: &'c ObjectTopology,
}

impl<'c> CachedTopology<'c> {
    #[doc(hidden)]
    pub fn kind(&self) -> ElementKind {
        self.object.kind()
    }

    #[doc(hidden)]
    pub fn elements(&self) -> ObjectElements<'c> {
        ObjectElements::new(self.scene, self.object)
    }

    /// The elements at each vertex.
    #[doc(hidden)]
    pub fn incidence(&self) -> &'c Incidence {
        get_or_build(&self.topology.incidence, || Incidence::build(&self.elements()))
    }

    /// The elements at each vertex, if somebody has asked for them.
    #[doc(hidden)]
    pub fn known_incidence(&self) -> Option<&'c Incidence> {
        self.topology.incidence.get()
    }

    /// The elements at a vertex, ascending.
    pub fn elements_at(&self, vertex: u32) -> &'c [u32] {
        self.incidence().elements_at(vertex)
    }

    /// Neighbouring elements in clusters.
    pub fn clusters(&self) -> &'c Clusters {
        &self.shaped_clusters().clusters
    }

    /// The shapes of the clusters, if no search has taken them before, and vertices are where they were.
    pub(super) fn take_shapes(&self) -> Option<ClusterShapes> {
        let shapes = lock(&self.shaped_clusters().shapes).take();
        shapes.and_then(|shapes| shapes.if_current(self.object))
    }

    fn shaped_clusters(&self) -> &'c ShapedClusters {
        get_or_build(&self.topology.clusters, || {
            let before = lock(&self.topology.before).take();
            ShapedClusters::build(&self.elements(), before.as_deref())
        })
    }

    /// The links of all vertices, of an object of triangles.
    fn vertex_links(&self) -> Option<&'c VertexLinks> {
        let is_surface = self.object.kind() == ElementKind::Triangle;
        let build = || VertexLinks::build(&self.elements(), self.incidence());
        is_surface.then(|| get_or_build(&self.topology.vertex_links, build))
    }

    /// The neighbours of a vertex of a surface in order round it, if its triangles form one fan, or
    /// one ring; a ring ends with its first neighbour again. For other vertices nothing.
    pub fn vertex_link(&self, vertex: usize) -> &'c [u32] {
        self.vertex_links().map_or(&[], |links| links.neighbours(vertex))
    }

    /// The boundary of an object of tetrahedra.
    #[doc(hidden)]
    pub fn body_boundary(&self) -> Option<&'c BodyBoundary> {
        let build = || BodyBoundary::build(&self.elements(), self.incidence());
        let is_volume = self.object.kind() == ElementKind::Tetrahedron;
        is_volume.then(|| get_or_build(&self.topology.body_boundary, build))
    }

    /// The stars that close all round, of an object of tetrahedra.
    #[doc(hidden)]
    pub fn closed_stars(&self) -> Option<&'c ClosedStars> {
        let boundary = self.body_boundary()?;
        let build = || ClosedStars::build(&self.elements(), boundary);
        Some(get_or_build(&self.topology.closed_stars, build))
    }

    /// Whether the object is of tetrahedra, and every face at the vertex has two of them, one on each
    /// side as their corners are listed.
    pub fn has_closed_star(&self, vertex: usize) -> bool {
        self.closed_stars().is_some_and(|stars| stars.is_closed(vertex))
    }

    /// Vertices, edges and faces of the surface, each with the element that owns it.
    #[doc(hidden)]
    pub fn features(&self) -> &'c OwnedFeatures {
        get_or_build(&self.topology.features, || OwnedFeatures::build(&self.elements()))
    }

    /// The features of the surface, by the clusters that own them.
    pub(super) fn cluster_features(&self) -> &'c ClusterFeatures {
        let build = || {
            let positions = self.elements().positions();
            ClusterFeatures::build(self.clusters(), self.features(), positions)
        };
        get_or_build(&self.topology.cluster_features, build)
    }

    /// All vertices that elements have, inside too, each with the element that owns it.
    #[doc(hidden)]
    pub fn vertices(&self) -> &'c OwnedVertices {
        get_or_build(&self.topology.vertices, || OwnedVertices::build(&self.elements()))
    }

    /// All vertices that elements have, by the clusters that own them.
    pub(super) fn cluster_vertices(&self) -> &'c FeatureLists {
        let build = || {
            let positions = self.elements().positions();
            FeatureLists::of_vertices(self.clusters(), self.vertices(), positions)
        };
        get_or_build(&self.topology.cluster_vertices, build)
    }

    /// The vertices that each vertex shares an edge with.
    #[doc(hidden)]
    pub fn vertex_neighbours(&self) -> &'c VertexNeighbours {
        let build = || VertexNeighbours::build(&self.elements(), self.incidence());
        get_or_build(&self.topology.vertex_neighbours, build)
    }

    /// Number of edges of the surface: of an object of tetrahedra, of its boundary.
    pub fn edge_count(&self) -> usize {
        self.features().edges().len()
    }

    /// The edges of the surface, lower vertex first.
    pub fn edges(&self) -> &'c [[u32; 2]] {
        self.features().edges()
    }

    /// The faces of the surface: the triangles, or the boundary of the tetrahedra.
    pub fn faces(&self) -> &'c [[u32; 3]] {
        self.features().faces()
    }

    fn components(&self) -> &'c ComponentVertices {
        get_or_build(&self.topology.components, || ComponentVertices::build(&self.elements()))
    }

    /// Number of connected components.
    pub fn component_count(&self) -> usize {
        self.components().vertices().len()
    }

    /// One vertex of each connected component.
    pub fn component_vertices(&self) -> &'c [u32] {
        self.components().vertices()
    }

    /// Whether the object is of triangles, and an even number of them use each edge.
    pub fn is_closed_surface(&self) -> bool {
        let build = || is_closed_surface(&self.elements(), self.incidence());
        self.object.kind() == ElementKind::Triangle
            && *get_or_build(&self.topology.is_closed_surface, build)
    }

    /// Whether the object is of triangles, and they use each edge as often one way as the other: closed, and
    /// with one side outside.
    pub fn is_oriented_surface(&self) -> bool {
        let build = || is_oriented_surface(&self.elements(), self.incidence());
        self.object.kind() == ElementKind::Triangle
            && *get_or_build(&self.topology.is_oriented_surface, build)
    }
}
