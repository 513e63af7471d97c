//! The near contacts of a scene.

use super::contact::{self, Mollifier, NearContact, NearEdges};
use super::float_screen::FloatPositions;
use super::receiver::{NearReceiver, NearWorker};
use super::{NearError, NearQuery};
use crate::candidates::{
    CandidateCorners, CandidateSearch, ClusterSearch, FeatureNumbering, FeaturePair, Motion,
    Receiving, Scope, SearchInput, TopologyCache,
};
use crate::mesh::Scene;
use crate::session::{self, QueryError, Session};
use glam::DVec3;
use jostle_support::parallel;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Features of a scene that are near each other: each two once, in ascending order of their vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearContacts {
    /// Two vertices, the lower first.
    pub vertex_vertex: Vec<NearContact<2>>,
    /// An edge, its lower end first, and a vertex.
    pub edge_vertex: Vec<NearContact<3>>,
    /// Two edges, the lower first.
    pub edge_edge: Vec<NearEdges>,
    /// A face and a vertex.
    pub face_vertex: Vec<NearContact<4>>,
}

impl NearContacts {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.vertex_vertex.len()
            + self.edge_vertex.len()
            + self.edge_edge.len()
            + self.face_vertex.len()
    }

    /// Whether nothing is near.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least distance of all, if there is any.
    pub fn least_distance(&self) -> Option<f64> {
        let distances = (self.vertex_vertex.iter().map(|own| own.distance))
            .chain(self.edge_vertex.iter().map(|own| own.distance))
            .chain(self.edge_edge.iter().map(|own| own.contact.distance))
            .chain(self.face_vertex.iter().map(|own| own.distance));
        distances.min_by(f64::total_cmp)
    }

    fn clear(&mut self) {
        self.vertex_vertex.clear();
        self.edge_vertex.clear();
        self.edge_edge.clear();
        self.face_vertex.clear();
    }

    fn bytes(&self) -> usize {
        self.vertex_vertex.capacity() * size_of::<NearContact<2>>()
            + self.edge_vertex.capacity() * size_of::<NearContact<3>>()
            + self.edge_edge.capacity() * size_of::<NearEdges>()
            + self.face_vertex.capacity() * size_of::<NearContact<4>>()
    }
}

/// What a search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NearStatistics {
    /// Seconds in all.
    pub seconds: f64,
    /// Candidates that share no vertex.
    pub candidates: u64,
    /// Those whose nearest points were computed.
    pub measured: u64,
    /// Bytes of the buffers that are kept.
    pub bytes: u64,
}

/// Finds features of surfaces that are near each other; keeps its buffers.
///
/// All objects take part, as far as the query and their [layers](Scene::set_layers) admit, and those that are
/// [tested against themselves](Scene::set_self_collision) have contacts within. The surface of an object of
/// tetrahedra is its boundary. The answer is the same for any number of threads.
///
/// ```
/// use jostle::contact::{NearQuery, NearSearch};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// let cloth = scene.add("cloth", shapes::cloth(20, 20, [1.0, 1.0]))?;
/// scene.add("above", shapes::cloth(20, 20, [1.0, 1.0]).translated(DVec3::new(0.01, 0.02, 0.005)))?;
/// scene.set_self_collision(cloth, true)?;
/// let mut search = NearSearch::new();
/// let contacts = search.find(&scene, &NearQuery::within(0.006))?;
/// assert!(contacts.face_vertex.iter().all(|own| (own.distance - 0.005).abs() < 1e-12));
/// assert!(!contacts.face_vertex.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NearSearch {
    session: Session,
    stages: NearStages,
}

impl Default for NearSearch {
    fn default() -> NearSearch {
        NearSearch::new()
    }
}

#[derive(Debug, Default)]
struct NearStages {
    topology: TopologyCache,
    scope: Scope,
    search: ClusterSearch,
    numbering: FeatureNumbering,
    floats: FloatPositions,
    workers: Vec<NearWorker>,
    gathered: NearWorker,
    /// How often each of the gathered occurs, of those that can more than once.
    counts: [Vec<u32>; 2],
    /// What is sorted in place of each list.
    numbers: [Vec<u64>; 4],
    contacts: NearContacts,
    statistics: NearStatistics,
}

impl NearSearch {
    /// A search with empty buffers, in a session of its own.
    pub fn new() -> NearSearch {
        NearSearch::in_session(&Session::new())
    }

    /// A search with empty buffers, in a session.
    pub fn in_session(session: &Session) -> NearSearch {
        let stages = NearStages { topology: session.topology().clone(), ..NearStages::default() };
        NearSearch { session: session.clone(), stages }
    }

    /// Finds the near contacts of a scene as it stands; edges are as long at rest as they are now.
    pub fn find(&mut self, scene: &Scene, query: &NearQuery) -> Result<&NearContacts, NearError> {
        self.run(scene, None, query)
    }

    /// The same with the positions at rest, one for each vertex of the scene: what is parallel is told by the
    /// lengths of edges there.
    pub fn find_from_rest(
        &mut self,
        scene: &Scene,
        rest: &[DVec3],
        query: &NearQuery,
    ) -> Result<&NearContacts, NearError> {
        Motion { end: Some(rest), margin: 0.0 }.check(scene)?;
        self.run(scene, Some(rest), query)
    }

    fn run(
        &mut self,
        scene: &Scene,
        rest: Option<&[DVec3]>,
        query: &NearQuery,
    ) -> Result<&NearContacts, NearError> {
        session::check(scene, query.chosen_filters())?;
        query.chosen_filters().refuse_elements("near contacts")?;
        let distance = query.distance();
        if !(distance > 0.0 && distance.is_finite()) {
            return Err(NearError::BadDistance { distance });
        }
        let rest = query.is_mollified().then(|| rest.unwrap_or(scene.vertices()));
        let NearSearch { session, stages } = self;
        stages.scope.set_cancellation(session.cancellation());
        session.install(|| stages.run(scene, rest, query))??;
        Ok(&self.stages.contacts)
    }

    /// The answer to the last query.
    pub fn contacts(&self) -> &NearContacts {
        &self.stages.contacts
    }

    /// What the last query cost.
    pub fn statistics(&self) -> &NearStatistics {
        &self.stages.statistics
    }
}

impl NearStages {
    fn run(
        &mut self,
        scene: &Scene,
        rest: Option<&[DVec3]>,
        query: &NearQuery,
    ) -> Result<(), NearError> {
        let begin = Instant::now();
        self.contacts.clear();
        self.topology.update(scene);
        query.chosen_filters().update_scope(scene, &mut self.scope);
        let (limit, distance) = (query.pair_limit().unwrap_or(u64::MAX), query.distance());
        let too_many = NearError::TooMany { limit, distance };
        // Nothing is further apart than the ends of the scene, so every pair is near, and those of edges are enough.
        if query.pair_limit().is_some()
            && scene.element_bounds().size().length() < distance
            && self.edge_pairs(scene) > limit
        {
            return Err(too_many);
        }
        let found = AtomicU64::new(0);
        self.workers.resize_with(rayon::current_num_threads(), NearWorker::default);
        self.workers.iter_mut().for_each(NearWorker::reset);
        let motion = Motion { end: None, margin: query.distance() };
        let mut input = SearchInput {
            scene,
            topology: &self.topology,
            scope: &self.scope,
            features: FeaturePair::VertexFace,
            motion,
            leaves_out_patches: false,
        };
        self.search.update(&input);
        self.numbering.copy_from(self.search.numbering());
        self.floats.update(scene.vertices());
        for features in [FeaturePair::VertexFace, FeaturePair::EdgeEdge] {
            input.features = features;
            let corners = CandidateCorners { input, numbering: &self.numbering };
            let floats = &self.floats;
            let receiver = NearReceiver { corners, floats, distance, rest, limit, found: &found };
            let mut receiving = Receiving { workers: &mut self.workers, receiver: &receiver };
            self.search.search(&input, &mut receiving);
            parallel::for_each_mut(&mut self.workers, 1, |_, worker| receiver.finish(worker));
        }
        if self.scope.is_cancelled() {
            return Err(QueryError::Cancelled.into());
        }
        if found.load(Ordering::Relaxed) > limit {
            return Err(too_many);
        }
        self.gather(scene.vertices().len());
        self.measure(scene.vertices(), rest);
        let sum = |of: fn(&NearWorker) -> u64| self.workers.iter().map(of).sum();
        self.statistics = NearStatistics {
            seconds: begin.elapsed().as_secs_f64(),
            candidates: sum(|worker| worker.candidates),
            measured: sum(|worker| worker.measured),
            bytes: self.bytes() as u64,
        };
        Ok(())
    }

    /// How many pairs of edges of different objects are compared.
    fn edge_pairs(&self, scene: &Scene) -> u64 {
        let edges = |o: usize| self.topology.object_at(scene, o).edges().len() as u64;
        let with_lower = |a: usize| {
            let is_compared =
                |&b: &usize| self.scope.takes_part(b) && self.scope.admits([a as u32, b as u32]);
            let lower = (0..a).filter(is_compared);
            lower.map(|b| edges(a) * edges(b)).fold(0, u64::saturating_add)
        };
        let taking_part = (0..self.scope.len()).filter(|&a| self.scope.takes_part(a));
        taking_part.map(with_lower).fold(0, u64::saturating_add)
    }

    /// Brings what the workers found together, in order, each once.
    fn gather(&mut self, vertices: usize) {
        let NearStages { workers, gathered, counts, numbers, .. } = self;
        gathered.reset();
        let NearWorker { vertex_vertex, edge_vertex, edge_edge, face_vertex, .. } = gathered;
        let [vertex_counts, edge_counts] = counts;
        let [of_vertices, of_ends, of_edges, of_faces] = numbers;
        let workers = &*workers;
        // Most are of edges, or of edges and vertices: each goes with the fewer.
        parallel::join(
            || {
                gather_in_order(workers, |own| &own.edge_edge, edge_edge, vertices, of_edges);
                gather_in_order(
                    workers,
                    |own| &own.vertex_vertex,
                    vertex_vertex,
                    vertices,
                    of_vertices,
                );
                count_runs(vertex_vertex, vertex_counts);
            },
            || {
                gather_in_order(workers, |own| &own.edge_vertex, edge_vertex, vertices, of_ends);
                count_runs(edge_vertex, edge_counts);
                gather_in_order(workers, |own| &own.face_vertex, face_vertex, vertices, of_faces);
            },
        );
    }

    /// The nearest points of all that were gathered.
    fn measure(&mut self, positions: &[DVec3], rest: Option<&[DVec3]>) {
        let NearStages { gathered, counts, contacts, .. } = self;
        let NearWorker { vertex_vertex, edge_vertex, edge_edge, face_vertex, .. } = gathered;
        contacts.clear();
        parallel::extend(&mut contacts.vertex_vertex, vertex_vertex.len(), 1, |i| {
            contact::vertex_vertex(positions, vertex_vertex[i], counts[0][i])
        });
        parallel::extend(&mut contacts.edge_vertex, edge_vertex.len(), 1, |i| {
            contact::edge_vertex(positions, edge_vertex[i], counts[1][i])
        });
        parallel::extend(&mut contacts.edge_edge, edge_edge.len(), 1, |i| {
            let own = edge_edge[i];
            NearEdges {
                contact: contact::edge_edge(positions, own),
                mollifier: Mollifier::new(
                    own.map(|v| positions[v as usize]),
                    rest.map(|rest| own.map(|v| rest[v as usize])),
                ),
            }
        });
        parallel::extend(&mut contacts.face_vertex, face_vertex.len(), 1, |i| {
            contact::face_vertex(positions, face_vertex[i])
        });
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
            + self.numbering.bytes()
            + self.scope.bytes()
            + self.floats.bytes()
            + self.workers.iter().map(NearWorker::bytes).sum::<usize>()
            + self.gathered.bytes()
            + self.counts.iter().map(|own| own.capacity() * size_of::<u32>()).sum::<usize>()
            + self.numbers.iter().map(|own| own.capacity() * size_of::<u64>()).sum::<usize>()
            + self.contacts.bytes()
    }
}

/// Fewer numbers are sorted on one thread as fast as on several.
const MANY: usize = 1 << 16;

/// Brings one list of all workers together, in order.
fn gather_in_order<const N: usize>(
    workers: &[NearWorker],
    of: impl Fn(&NearWorker) -> &Vec<[u32; N]>,
    list: &mut Vec<[u32; N]>,
    vertices: usize,
    numbers: &mut Vec<u64>,
) {
    workers.iter().for_each(|worker| list.extend_from_slice(of(worker)));
    sort(list, vertices, numbers);
}

/// Sorts features by their vertices, given how many there are in all.
fn sort<const N: usize>(list: &mut [[u32; N]], vertices: usize, numbers: &mut Vec<u64>) {
    let bits = usize::BITS - vertices.leading_zeros();
    if bits * N as u32 > u64::BITS {
        list.par_sort_unstable();
        return;
    }
    // All vertices as one number, in their order: it is compared at once.
    let joined = |own: &[u32; N]| own.iter().fold(0, |all, &v| all << bits | u64::from(v));
    numbers.clear();
    numbers.extend(list.iter().map(joined));
    match rayon::current_num_threads() > 1 && numbers.len() > MANY {
        true => numbers.par_sort_unstable(),
        false => numbers.sort_unstable(),
    }
    for (own, number) in list.iter_mut().zip(numbers) {
        *own = std::array::from_fn(|at| {
            let above = (N - 1 - at) as u32 * bits;
            (*number >> above & ((1 << bits) - 1)) as u32
        });
    }
}

/// Keeps each of a sorted list once, and tells how often it was there.
fn count_runs<const N: usize>(list: &mut Vec<[u32; N]>, counts: &mut Vec<u32>) {
    counts.clear();
    counts.extend(list.chunk_by(|a, b| a == b).map(|run| run.len() as u32));
    list.dedup();
}
