//! The answer of a discrete query.

use super::object_distances;
use super::pair_decider::{DecisionWorker, PairDecider};
use super::{ObjectDistance, Pair, Query, QueryOutput};
use crate::broad::{reserve, sort};
use crate::mesh::{ElementId, ObjectId, Scene};
use jostle_support::parallel;
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::Arc;

/// Seconds spent in each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Boxes of all elements, and the choice of those that can be in a pair.
    pub boxes: f64,
    /// Broad and narrow phase together.
    pub search: f64,
    /// Sorting the pairs.
    pub sort: f64,
    /// Objects inside others.
    pub containment: f64,
    /// The part of the search that populated the broad phase's structure, where the query is
    /// [staged](super::baselines::Baseline::staged), as for the next two; otherwise zero.
    pub populate: f64,
    /// The part that looked for candidates.
    pub find: f64,
    /// The part that decided them.
    pub narrow: f64,
}

impl Seconds {
    /// All stages together.
    pub fn total(&self) -> f64 {
        self.boxes + self.search + self.sort + self.containment
    }
}

/// Why a query cost what it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Elements in the scene.
    pub elements: u64,
    /// Levels of the grid that elements live on; zero for other broad phases, as the next
    /// three.
    pub levels: u64,
    /// Entries of the grid: an element in a cell.
    pub entries: u64,
    /// Cells of the grid that elements live in.
    pub cells: u64,
    /// Elements that live in the fullest cell of the grid.
    pub fullest_cell: u64,
    /// Pairs with overlapping boxes that the query is about, without those that cannot collide because of the boundary of
    /// their body.
    pub candidates: u64,
    /// Those of them that needed no test, because they share a vertex whose star is known to be free
    /// of collisions: of tetrahedra, and of triangles if the broad phase is over boxes.
    pub excluded_by_stars: u64,
    /// Those of them whose test needed exact arithmetic.
    pub exact_candidates: u64,
    /// How often a candidate was met again after it had been listed, and dropped by the broad phase or
    /// found beside its like when the pairs were sorted. Zero for all that [`Broad`](super::Broad)
    /// offers: they list a candidate only where it belongs.
    pub duplicates: u64,
    /// Signs of determinants that floating point could not tell and exact arithmetic did.
    pub exact_signs: u64,
    /// Bytes of all buffers.
    pub bytes: u64,
    /// Seconds spent in each stage.
    pub seconds: Seconds,
    /// What answered.
    pub backend: Backend,
    /// Why another backend answered than the one that was to.
    pub fallback: Option<Arc<str>>,
}

/// What answers queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// All cores, or the threads of the session.
    #[default]
    Cpu,
    /// A GPU.
    Gpu,
}

impl Backend {
    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Gpu => "gpu",
        }
    }
}

impl Statistics {
    /// The share of the candidates whose test needed exact arithmetic, from 0 to 1.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("floor", shapes::cloth(4, 4, [1.0, 1.0]))?;
    /// scene.add("tilted", shapes::icosphere(2, 0.3).translated(DVec3::new(0.01, 0.02, 0.03)))?;
    /// let collisions = collide(&scene, &Query::default())?;
    /// let statistics = collisions.statistics();
    /// assert!(statistics.candidates > 0);
    /// assert!(statistics.exact_share() < 0.1, "floating point tells nearly all of them");
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn exact_share(&self) -> f64 {
        self.exact_candidates as f64 / self.candidates.max(1) as f64
    }
}

/// What collides in a scene: pairs of elements, sorted, and objects inside others.
#[derive(Clone, Debug, Default)]
pub struct Collisions {
    pairs: Vec<Pair>,
    /// One for each pair, if the query asked for pairs within a distance.
    distances: Vec<f64>,
    object_distances: Vec<ObjectDistance>,
    colliding: Vec<ElementId>,
    count: u64,
    self_count: u64,
    pub(super) inside: Vec<(ObjectId, ObjectId)>,
    pub(super) statistics: Statistics,
    /// Scratch: which elements collide.
    flags: Vec<u64>,
    /// Scratch: pairs, the lower element in the upper half, with their distances.
    near: Vec<(u64, f64)>,
}

impl PartialEq for Collisions {
    fn eq(&self, other: &Collisions) -> bool {
        let answer = |own: &Collisions| (own.count, own.self_count);
        answer(self) == answer(other)
            && self.pairs == other.pairs
            && self.distances == other.distances
            && self.object_distances == other.object_distances
            && self.colliding == other.colliding
            && self.inside == other.inside
            && self.statistics == other.statistics
    }
}

impl Collisions {
    /// Gathers the shares of all workers.
    pub(super) fn gather(
        &mut self,
        scene: &Scene,
        query: &Query,
        workers: &mut [DecisionWorker],
        decider: &PairDecider,
        scratch: &mut Vec<u64>,
    ) {
        let elements = scene.element_count() as u64;
        self.statistics = Statistics { elements, ..Statistics::default() };
        self.inside.clear();
        let (first, others) = workers.split_first_mut().expect("at least one worker");
        for worker in others {
            first.pairs.extend_from_slice(&worker.pairs);
            first.distances.extend_from_slice(&worker.distances);
            first.candidates += worker.candidates;
            first.excluded_by_stars += worker.excluded_by_stars;
            first.exact += worker.exact;
            first.count += worker.count;
            first.self_count += worker.self_count;
            first.tally.exact += worker.tally.exact;
        }
        self.statistics.candidates = first.candidates;
        self.statistics.excluded_by_stars = first.excluded_by_stars;
        self.statistics.exact_candidates = first.exact;
        self.statistics.exact_signs = first.tally.exact;
        self.pairs.clear();
        self.distances.clear();
        let bits = u64::BITS - elements.leading_zeros();
        if query.margin() > 0.0 {
            self.sort_near(first, scratch, bits);
        } else {
            pack(&mut first.pairs, bits);
            sort_above(&mut first.pairs, scratch, 0..2 * bits);
            let unpacked = |&pair: &u64| unpacked(pair, bits);
            parallel::extend_from(&mut self.pairs, &first.pairs, FEW, unpacked);
            self.distances.resize(query.distance().map_or(0, |_| self.pairs.len()), 0.0);
        }
        if query.output() == QueryOutput::FirstPair {
            self.pairs.truncate(1);
            self.distances.truncate(1);
        }
        self.list_object_distances(scene);
        let repeats = self.pairs.windows(2).filter(|pair| pair[0] == pair[1]).count();
        self.statistics.duplicates = repeats as u64;
        (self.count, self.self_count) = match query.output() {
            QueryOutput::FirstPair => {
                let within = |pair: &&Pair| scene.owner(pair.a) == scene.owner(pair.b);
                (self.pairs.len() as u64, self.pairs.iter().filter(within).count() as u64)
            }
            _ => (first.count, first.self_count),
        };
        match query.output() {
            QueryOutput::AllPairs => self.list_colliding(scene.element_count()),
            _ => {
                self.colliding.clear();
                self.colliding.extend(decider.colliding().map(ElementId::from_u32));
            }
        }
    }

    /// Sorts pairs with their distances, given how many bits an element has.
    fn sort_near(&mut self, found: &mut DecisionWorker, scratch: &mut Vec<u64>, bits: u32) {
        let places = usize::BITS - found.pairs.len().leading_zeros();
        if 2 * bits + places <= u64::BITS {
            // With their places behind them.
            pack(&mut found.pairs, bits);
            for (place, pair) in found.pairs.iter_mut().enumerate() {
                *pair = *pair << places | place as u64;
            }
            sort_above(&mut found.pairs, scratch, places..places + 2 * bits);
            let place = |pair: u64| (pair & ((1 << places) - 1)) as usize;
            let DecisionWorker { pairs, distances, .. } = &*found;
            let unpacked = |&pair: &u64| unpacked(pair >> places, bits);
            parallel::extend_from(&mut self.pairs, pairs, FEW, unpacked);
            let distance = |&pair: &u64| distances[place(pair)];
            parallel::extend_from(&mut self.distances, pairs, FEW, distance);
        } else {
            self.near.clear();
            self.near.extend(found.pairs.iter().copied().zip(found.distances.iter().copied()));
            self.near.par_sort_unstable_by_key(|near| near.0);
            self.pairs.extend(self.near.iter().map(|near| unpacked(near.0, 32)));
            self.distances.extend(self.near.iter().map(|near| near.1));
        }
    }

    fn list_object_distances(&mut self, scene: &Scene) {
        let Collisions { pairs, distances, object_distances, .. } = self;
        object_distances::list(scene, pairs, distances, object_distances);
    }

    /// Lists the elements of all pairs.
    fn list_colliding(&mut self, elements: usize) {
        /// With fewer pairs in so many elements, their elements are sorted.
        const ELEMENTS_PER_PAIR: usize = 512;
        const BITS: usize = u64::BITS as usize;
        self.colliding.clear();
        if self.pairs.len() * ELEMENTS_PER_PAIR < elements {
            self.colliding.extend(self.pairs.iter().flat_map(|pair| [pair.a, pair.b]));
            self.colliding.sort_unstable();
            self.colliding.dedup();
            return;
        }
        self.flags.clear();
        self.flags.resize(elements.div_ceil(BITS), 0);
        let mut mark = |element: ElementId| {
            self.flags[element.index() / BITS] |= 1 << (element.index() % BITS);
        };
        // Pairs of one element follow each other, and marking it again would wait for the mark before.
        for pairs in self.pairs.chunk_by(|one, next| one.a == next.a) {
            mark(pairs[0].a);
            pairs.iter().for_each(|pair| mark(pair.b));
        }
        for (word, &flags) in self.flags.iter().enumerate() {
            let mut left = flags;
            while left != 0 {
                let element = word * BITS + left.trailing_zeros() as usize;
                self.colliding.push(ElementId::from_u32(element as u32));
                left &= left - 1;
            }
        }
    }

    /// Takes pairs that another engine has found, all of them, each once and in order, and leaves the
    /// former ones in their place.
    pub(super) fn adopt(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: &mut Vec<Pair>,
        statistics: Statistics,
    ) {
        std::mem::swap(&mut self.pairs, pairs);
        self.statistics = statistics;
        self.inside.clear();
        self.colliding.clear();
        if query.output() == QueryOutput::FirstPair {
            self.pairs.truncate(1);
        }
        // The pairs are in order, so the objects of their first elements are too.
        let mut objects = scene.objects().iter();
        let mut end = 0;
        let mut is_within = |pair: &&Pair| {
            while end <= pair.a.index() {
                end = objects.next().map_or(usize::MAX, |object| object.elements().end);
            }
            pair.b.index() < end
        };
        self.count = self.pairs.len() as u64;
        self.self_count = self.pairs.iter().filter(&mut is_within).count() as u64;
        if matches!(query.output(), QueryOutput::AllPairs | QueryOutput::CollidingElements) {
            self.list_colliding(scene.element_count());
        }
        if query.output() == QueryOutput::CollidingElements {
            (self.count, self.self_count) = (0, 0);
        }
        if matches!(query.output(), QueryOutput::CollidingElements | QueryOutput::PairCount) {
            self.pairs.clear();
        }
        // Pairs of other engines collide.
        self.distances.clear();
        self.distances.resize(query.distance().map_or(0, |_| self.pairs.len()), 0.0);
        self.list_object_distances(scene);
    }

    /// How far apart each of the [`pairs`](Self::pairs) is, in the same order, if pairs
    /// [within a distance](Query::within) were asked for; otherwise empty. Zero for pairs that collide,
    /// and for no others.
    pub fn distances(&self) -> &[f64] {
        &self.distances
    }

    /// The nearest of the [`pairs`](Self::pairs) for each two objects that have one, and for each object
    /// that has one with itself, sorted by the objects; empty where [`distances`](Self::distances) is.
    /// If only the first pair was asked for, that one.
    pub fn object_distances(&self) -> &[ObjectDistance] {
        &self.object_distances
    }

    /// Colliding pairs of elements, or all within the distance asked for, of different objects and of the
    /// same one, sorted; none if only the set or the count was asked for.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The elements of all pairs, sorted; none if only the first pair or the count was asked for.
    pub fn colliding(&self) -> &[ElementId] {
        &self.colliding
    }

    /// How many pairs were found.
    pub fn pair_count(&self) -> usize {
        self.count as usize
    }

    /// How many of the pairs are of one object.
    pub fn self_pair_count(&self) -> usize {
        self.self_count as usize
    }

    /// Objects wholly inside closed ones without touching them, as `(inner, outer)`, sorted.
    pub fn inside(&self) -> &[(ObjectId, ObjectId)] {
        &self.inside
    }

    /// Whether anything collides, or is within the distance asked for, at all.
    pub fn any(&self) -> bool {
        self.count > 0 || !self.colliding.is_empty() || !self.inside.is_empty()
    }

    /// Why the query cost what it did.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// For each element of the scene, the number of pairs it is in.
    pub fn pair_counts_per_element(&self, scene: &Scene) -> Vec<u32> {
        let mut counts = vec![0; scene.element_count()];
        for pair in &self.pairs {
            counts[pair.a.index()] += 1;
            counts[pair.b.index()] += 1;
        }
        counts
    }

    /// A hash of the sorted pairs, the same wherever the answer is the same: 64-bit FNV-1a over
    /// object and element of both sides, as little-endian 32-bit numbers.
    pub fn hash(&self, scene: &Scene) -> u64 {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let words = self.pairs.iter().flat_map(|pair| [pair.a, pair.b]).flat_map(|element| {
            let (object, element) = scene.locate(element);
            [object.index() as u32, element.index() as u32]
        });
        words
            .flat_map(u32::to_le_bytes)
            .fold(OFFSET, |hash, byte| (hash ^ byte as u64).wrapping_mul(PRIME))
    }

    /// Reserves capacity for so many pairs and colliding elements.
    pub(super) fn reserve(
        &mut self,
        scene: &Scene,
        output: QueryOutput,
        pairs: usize,
        colliding: usize,
    ) -> Result<(), TryReserveError> {
        reserve(&mut self.pairs, pairs)?;
        if output == QueryOutput::AllPairs {
            reserve(&mut self.flags, scene.element_count().div_ceil(u64::BITS as usize))?;
        }
        reserve(&mut self.colliding, colliding)
    }

    /// Reserves capacity for the distances of so many pairs of so many objects.
    pub(super) fn reserve_distances(
        &mut self,
        elements: usize,
        distances: usize,
        objects: usize,
    ) -> Result<(), TryReserveError> {
        reserve(&mut self.distances, distances)?;
        // A scratch for pairs that do not fit into a number with their places.
        let bits = u64::BITS - (elements as u64).leading_zeros();
        if 2 * bits + usize::BITS - distances.leading_zeros() > u64::BITS {
            reserve(&mut self.near, distances)?;
        }
        let pairs_of_objects = objects.saturating_mul(objects + 1) / 2;
        reserve(&mut self.object_distances, pairs_of_objects.min(distances))
    }

    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<Pair>()
            + self.distances.capacity() * size_of::<f64>()
            + self.object_distances.capacity() * size_of::<ObjectDistance>()
            + self.near.capacity() * size_of::<(u64, f64)>()
            + self.colliding.capacity() * size_of::<ElementId>()
            + self.inside.capacity() * size_of::<(ObjectId, ObjectId)>()
            + self.flags.capacity() * size_of::<u64>()
    }
}

/// Sorts numbers by a range of their bits, above which they have none; those below may come in any
/// order. `scratch` keeps its capacity.
fn sort_above(values: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: Range<u32>) {
    const SMALL: usize = 2048;
    /// Comparisons by all of so many threads take less time than digits by one.
    const MANY: usize = 1 << 14;
    const THREADS: usize = 4;
    match values.len() {
        ..SMALL => values.sort_unstable(),
        MANY.. if rayon::current_num_threads() >= THREADS => {
            // For frames with fewer, which are not to allocate after this.
            scratch.reserve(MANY.saturating_sub(scratch.len()));
            values.par_sort_unstable();
        }
        _ => sort(values, scratch, bits),
    }
}

/// Pairs that a thread takes at least.
const FEW: usize = 4096;

/// A pair with the lower element above so many bits.
fn unpacked(pair: u64, bits: u32) -> Pair {
    Pair {
        a: ElementId::from_u32((pair >> bits) as u32),
        b: ElementId::from_u32((pair & ((1 << bits) - 1)) as u32),
    }
}

/// Moves the two halves together, so that sorting passes over fewer digits.
fn pack(pairs: &mut [u64], bits: u32) {
    parallel::for_each_mut(pairs, FEW, |_, pair| {
        *pair = (*pair >> 32) << bits | (*pair & u64::from(u32::MAX));
    });
}
