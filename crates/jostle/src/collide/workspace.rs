//! The stages of a query, and the buffers they keep.

use super::clustered::Clustered;
use super::decide::{Owners, Worker};
use super::rooms::Rooms;
use super::selection::Selection;
use super::staged::{self, Listed};
use super::{Broad, Collisions, Mode, Query, Reservation, ReservationError, Seconds, containment};
use crate::broad::{GridReport, GroupSearch, LatticeBoxes, reserve};
use crate::freeness::Certificate;
use crate::mesh::{Scene, SceneError};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::TryReserveError;
use std::time::Instant;

/// Answers queries, and keeps every buffer from one to the next.
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
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    pool: Option<ThreadPool>,
    stages: Stages,
    reservation: Option<Reservation>,
}

#[derive(Debug, Default)]
struct Stages {
    boxes: LatticeBoxes,
    selection: Selection,
    owners: Owners,
    clustered: Clustered,
    group_search: GroupSearch,
    rooms: Rooms,
    listed: Listed,
    workers: Vec<Worker>,
    scratch: Vec<u64>,
    collisions: Collisions,
}

impl Workspace {
    /// A workspace with empty buffers.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Finds what touches what; see [`collide`](super::collide()).
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, SceneError> {
        scene.check()?;
        if let Some(objects) = query.objects() {
            let count = scene.objects().len();
            if let Some(&object) = objects.iter().find(|&&object| object >= count) {
                return Err(SceneError::NoSuchObject { object, objects: count });
            }
        }
        self.on_threads(query, |stages| stages.run(scene, query))?;
        Ok(&self.stages.collisions)
    }

    /// Works on the threads that a query asks for.
    fn on_threads<R: Send>(
        &mut self,
        query: &Query,
        work: impl FnOnce(&mut Stages) -> R + Send,
    ) -> Result<R, SceneError> {
        let stages = &mut self.stages;
        let Some(threads) = query.thread_count() else { return Ok(work(stages)) };
        if self.pool.as_ref().is_none_or(|pool| pool.current_num_threads() != threads) {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            self.pool = Some(pool.map_err(|_| SceneError::NoThreads { threads })?);
        }
        match &self.pool {
            Some(pool) => Ok(pool.install(|| work(stages))),
            None => unreachable!("built above"),
        }
    }

    /// A workspace that is as large as it will ever be: for any frames of this scene in which objects
    /// move, but keep the shape that their certificates are of, and for this query. The first frame
    /// allocates as little as the last, which is nothing.
    ///
    /// There is a certificate for each object, in their order; copies of a mesh share one. Buffers hold
    /// what the certificates allow at most, which for [`Mode::AllPairs`] is
    /// [`Certificate::pairs_bound_as_sized`] for each two objects and
    /// [`Certificate::self_pairs_bound`] for those tested against themselves. A pair takes
    /// `8 (threads + 2)` bytes, so that this is much for large meshes: 12 million pairs for a model
    /// of 100,000 triangles against its like, or 300 megabytes with one thread.
    /// [`Reservation::of`] tells before anything is allocated, and takes a smaller number of pairs.
    /// The other modes keep no pairs; without them it is some hundred bytes an element.
    ///
    /// Not allocated beforehand: what exact arithmetic takes for coordinates beyond `2^±250` and for
    /// degenerate elements that share corners, and what rayon takes to hand work to threads that are
    /// not its own, a block every few dozen frames.
    ///
    /// ```
    /// use jostle::collide::Workspace;
    /// use jostle::freeness::Certificate;
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene};
    ///
    /// let ball = shapes::icosphere(3, 1.0);
    /// let certificate = Certificate::from_mesh(&ball.clone().into())?;
    /// let mut scene = Scene::new();
    /// scene.add("one", ball.clone())?;
    /// let other = scene.add("other", ball.translated(DVec3::X * 3.0))?;
    /// let query = Query::default().containment(false).threads(1);
    /// let mut workspace =
    ///     Workspace::for_certificates(&scene, &query, &[&certificate, &certificate])?;
    /// let bytes = workspace.bytes();
    /// for _ in 0..10 {
    ///     scene.vertices_mut(other)?.iter_mut().for_each(|v| v.x -= 0.3);
    ///     workspace.collide(&scene, &query)?;
    /// }
    /// assert_eq!(workspace.bytes(), bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_certificates(
        scene: &Scene,
        query: &Query,
        certificates: &[&Certificate],
    ) -> Result<Workspace, ReservationError> {
        Reservation::of(scene, query, certificates)?.workspace(scene, query)
    }

    /// The same for what a reservation says.
    pub(super) fn reserve(
        scene: &Scene,
        query: &Query,
        pairs: usize,
    ) -> Result<Workspace, ReservationError> {
        let mut workspace = Workspace::new();
        // One frame as it stands, for all that depends on topology alone.
        workspace.collide(scene, query)?;
        workspace
            .on_threads(query, |stages| stages.reserve(scene, query, pairs))?
            .map_err(|_| ReservationError::TooLarge { pairs })?;
        let bytes = workspace.bytes();
        workspace.reservation = Some(Reservation { pairs, bytes });
        Ok(workspace)
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
        self.stages.collisions
    }
}

impl Stages {
    fn run(&mut self, scene: &Scene, query: &Query) {
        let start = Instant::now();
        self.owners.update(scene, query);
        match query.broad_phase() {
            Broad::Auto | Broad::Clusters => self.clustered.update(scene, query),
            _ => {
                self.selection.update(scene, query);
                self.boxes.update(scene, self.selection.elements());
            }
        }
        let boxed = Instant::now();
        let (populate, find) = self.search(scene, query);
        let searched = Instant::now();
        self.gather(scene, query);
        let gathered = Instant::now();
        let settled = query.mode() == Mode::FirstPair && self.collisions.any();
        if query.tests_containment() && !settled {
            containment::inside(scene, query, &mut self.collisions);
        }
        self.collisions.statistics.seconds = Seconds {
            boxes: (boxed - start).as_secs_f64(),
            search: (searched - boxed).as_secs_f64(),
            sort: (gathered - searched).as_secs_f64(),
            containment: gathered.elapsed().as_secs_f64(),
            populate,
            find,
            narrow: match query.is_staged() {
                true => (searched - boxed).as_secs_f64() - populate - find,
                false => 0.0,
            },
        };
    }

    /// Makes room for whatever the query can need, once it has run on these threads.
    fn reserve(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: usize,
    ) -> Result<(), TryReserveError> {
        // All threads are to have started.
        rayon::broadcast(|_| ());
        let most = self.clustered.most(scene);
        let threads = self.workers.len();
        self.clustered.reserve(scene, query, &most, threads)?;
        self.group_search.reserve(most.groups, most.blocks, most.largest, threads)?;
        let (listed, colliding) = match query.mode() {
            Mode::AllPairs => (pairs, 0),
            Mode::FirstPair => (threads, 0),
            Mode::PairCount => (0, 0),
            Mode::CollidingElements => (0, scene.element_count()),
        };
        let list = most.largest * most.largest;
        self.workers.iter_mut().try_for_each(|worker| worker.reserve(listed, list))?;
        reserve(&mut self.scratch, listed)?;
        self.collisions.reserve(listed, colliding)
    }

    /// Broad and narrow phase in one: each candidate is decided where it is found, unless the query
    /// is staged. Returns the seconds of populating and finding if it is.
    fn search(&mut self, scene: &Scene, query: &Query) -> (f64, f64) {
        self.workers.resize_with(rayon::current_num_threads(), Worker::default);
        self.workers.iter_mut().for_each(Worker::reset);
        let Stages { boxes, selection, owners, workers, rooms, listed, group_search, .. } = self;
        let (clustered, mode) = (&self.clustered, query.mode());
        let grouped = matches!(query.broad_phase(), Broad::Auto | Broad::Clusters);
        rooms.set_up(scene, query);
        if query.is_staged() {
            let count = workers.len();
            let seconds = match grouped {
                true => listed.list_groups(group_search, &clustered.of(scene), count),
                false => listed.list(query, rooms, boxes.as_slice(), selection, owners, count),
            };
            staged::decide(scene, query, listed, owners, workers);
            return seconds;
        }
        if grouped {
            let groups = clustered.of(scene);
            group_search.search(&groups, workers, |worker, (a, b), pairs| {
                let owners_of_pair = (clustered.owner(a), clustered.owner(b));
                let within = clustered.bounds(scene, a).union(clustered.bounds(scene, b));
                owners.decide_list(scene, mode, worker, owners_of_pair, &within, pairs);
            });
        } else {
            let decide = |worker: &mut Worker, a: u32, b: u32| {
                let [a, b] = [a, b].map(|n| selection.element(n));
                if let Some(owners_of_pair) = owners.of_pair(a, b) {
                    owners.decide(scene, mode, worker, owners_of_pair, [a, b]);
                }
            };
            rooms.search(query.broad_phase(), boxes.as_slice(), workers, decide);
        }
        (0.0, 0.0)
    }

    /// One sorted answer from the shares of the workers.
    fn gather(&mut self, scene: &Scene, query: &Query) {
        self.collisions.gather(scene, query, &mut self.workers, &self.owners, &mut self.scratch);
        let grid = match query.broad_phase() {
            Broad::Auto | Broad::Clusters => self.group_search.report(),
            Broad::Grid => self.rooms.grid_report(),
            _ => GridReport::default(),
        };
        let (bytes, duplicates) = (self.bytes() as u64, self.rooms.duplicates(query.broad_phase()));
        let statistics = &mut self.collisions.statistics;
        (statistics.levels, statistics.entries, statistics.cells) =
            (grid.levels, grid.entries, grid.cells);
        statistics.bytes = bytes;
        statistics.duplicates += duplicates;
    }

    fn bytes(&self) -> usize {
        self.boxes.bytes()
            + self.selection.bytes()
            + self.owners.bytes()
            + self.clustered.bytes()
            + self.group_search.bytes()
            + self.rooms.bytes()
            + self.listed.bytes()
            + self.workers.iter().map(Worker::bytes).sum::<usize>()
            + self.scratch.capacity() * size_of::<u64>()
            + self.collisions.bytes()
    }
}
