//! From what workers have found to an answer in order.

use super::object_distances;
use super::output_sink::OutputSink;
use super::pair_worker::PairWorker;
use super::{Collisions, Pair, Query, QueryOutput, Statistics};
use crate::broad::{reserve, sort};
use crate::mesh::{ElementId, Scene};
use jostle_support::memory::vec_bytes;
use jostle_support::parallel;
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::ops::Range;

/// Sorts what workers have found; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Gathering {
    /// Pairs that are being sorted, the lower element in the upper half.
    scratch: Vec<u64>,
    /// The same with their distances.
    near: Vec<(u64, f64)>,
    /// A bit for each element: set if it collides.
    flags: Vec<u64>,
}

impl Gathering {
    /// Gathers the shares of all workers.
    pub fn gather(
        &mut self,
        scene: &Scene,
        query: &Query,
        workers: &mut [PairWorker],
        sink: &OutputSink,
        found: &mut Collisions,
    ) {
        let elements = scene.element_count() as u64;
        found.statistics = Statistics { elements, ..Statistics::default() };
        found.inside.clear();
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
        found.statistics.candidates = first.candidates;
        found.statistics.excluded_by_stars = first.excluded_by_stars;
        found.statistics.exact_candidates = first.exact;
        found.statistics.exact_signs = first.tally.exact;
        found.pairs.clear();
        found.distances.clear();
        let bits = u64::BITS - elements.leading_zeros();
        if query.margin() > 0.0 {
            self.sort_near(first, bits, found);
        } else {
            pack(&mut first.pairs, bits);
            sort_above(&mut first.pairs, &mut self.scratch, 0..2 * bits);
            let unpacked = |&pair: &u64| unpacked(pair, bits);
            parallel::extend_from(&mut found.pairs, &first.pairs, FEW, unpacked);
            found.distances.resize(query.distance().map_or(0, |_| found.pairs.len()), 0.0);
        }
        if query.output() == QueryOutput::FirstPair {
            found.pairs.truncate(1);
            found.distances.truncate(1);
        }
        list_object_distances(scene, found);
        let repeats = found.pairs.windows(2).filter(|pair| pair[0] == pair[1]).count();
        found.statistics.duplicates = repeats as u64;
        (found.count, found.self_count) = match query.output() {
            QueryOutput::FirstPair => {
                let within = |pair: &&Pair| scene.owner(pair.a) == scene.owner(pair.b);
                (found.pairs.len() as u64, found.pairs.iter().filter(within).count() as u64)
            }
            _ => (first.count, first.self_count),
        };
        match query.output() {
            QueryOutput::AllPairs => self.list_colliding(scene.element_count(), found),
            _ => {
                found.colliding.clear();
                found.colliding.extend(sink.colliding().map(ElementId::from_u32));
            }
        }
    }

    /// Sorts pairs with their distances, given how many bits an element has.
    fn sort_near(&mut self, worker: &mut PairWorker, bits: u32, found: &mut Collisions) {
        let places = usize::BITS - worker.pairs.len().leading_zeros();
        if 2 * bits + places <= u64::BITS {
            // With their places behind them.
            pack(&mut worker.pairs, bits);
            for (place, pair) in worker.pairs.iter_mut().enumerate() {
                *pair = *pair << places | place as u64;
            }
            sort_above(&mut worker.pairs, &mut self.scratch, places..places + 2 * bits);
            let place = |pair: u64| (pair & ((1 << places) - 1)) as usize;
            let PairWorker { pairs, distances, .. } = &*worker;
            let unpacked = |&pair: &u64| unpacked(pair >> places, bits);
            parallel::extend_from(&mut found.pairs, pairs, FEW, unpacked);
            let distance = |&pair: &u64| distances[place(pair)];
            parallel::extend_from(&mut found.distances, pairs, FEW, distance);
        } else {
            self.near.clear();
            self.near.extend(worker.pairs.iter().copied().zip(worker.distances.iter().copied()));
            self.near.par_sort_unstable_by_key(|near| near.0);
            found.pairs.extend(self.near.iter().map(|near| unpacked(near.0, 32)));
            found.distances.extend(self.near.iter().map(|near| near.1));
        }
    }

    /// Lists the elements of all pairs.
    fn list_colliding(&mut self, elements: usize, found: &mut Collisions) {
        /// A scene with more elements than this for each pair: the elements of the pairs are sorted.
        const ELEMENTS_PER_PAIR: usize = 512;
        const BITS: usize = u64::BITS as usize;
        found.colliding.clear();
        if found.pairs.len() * ELEMENTS_PER_PAIR < elements {
            found.colliding.extend(found.pairs.iter().flat_map(|pair| [pair.a, pair.b]));
            found.colliding.sort_unstable();
            found.colliding.dedup();
            return;
        }
        self.flags.clear();
        self.flags.resize(elements.div_ceil(BITS), 0);
        let mut mark = |element: ElementId| {
            self.flags[element.index() / BITS] |= 1 << (element.index() % BITS);
        };
        // Pairs of one element follow each other, and marking it again would wait for the mark before.
        for pairs in found.pairs.chunk_by(|one, next| one.a == next.a) {
            mark(pairs[0].a);
            pairs.iter().for_each(|pair| mark(pair.b));
        }
        for (word, &flags) in self.flags.iter().enumerate() {
            let mut left = flags;
            while left != 0 {
                let element = word * BITS + left.trailing_zeros() as usize;
                found.colliding.push(ElementId::from_u32(element as u32));
                left &= left - 1;
            }
        }
    }

    /// Takes pairs that another engine has found, all of them, each once and in order, and leaves the
    /// former ones in their place.
    pub fn adopt(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: &mut Vec<Pair>,
        statistics: Statistics,
        found: &mut Collisions,
    ) {
        std::mem::swap(&mut found.pairs, pairs);
        found.statistics = statistics;
        found.inside.clear();
        found.colliding.clear();
        if query.output() == QueryOutput::FirstPair {
            found.pairs.truncate(1);
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
        found.count = found.pairs.len() as u64;
        found.self_count = found.pairs.iter().filter(&mut is_within).count() as u64;
        if matches!(query.output(), QueryOutput::AllPairs | QueryOutput::CollidingElements) {
            self.list_colliding(scene.element_count(), found);
        }
        if query.output() == QueryOutput::CollidingElements {
            (found.count, found.self_count) = (0, 0);
        }
        if matches!(query.output(), QueryOutput::CollidingElements | QueryOutput::PairCount) {
            found.pairs.clear();
        }
        // Pairs of other engines collide.
        found.distances.clear();
        found.distances.resize(query.distance().map_or(0, |_| found.pairs.len()), 0.0);
        list_object_distances(scene, found);
    }

    /// Reserves capacity for numbers of pairs and of colliding elements.
    pub fn reserve(
        &mut self,
        scene: &Scene,
        output: QueryOutput,
        pairs: usize,
        colliding: usize,
        found: &mut Collisions,
    ) -> Result<(), TryReserveError> {
        reserve(&mut self.scratch, pairs)?;
        reserve(&mut found.pairs, pairs)?;
        if output == QueryOutput::AllPairs {
            reserve(&mut self.flags, scene.element_count().div_ceil(u64::BITS as usize))?;
        }
        reserve(&mut found.colliding, colliding)
    }

    /// Reserves capacity for a number of distances between the elements of a number of objects.
    pub fn reserve_distances(
        &mut self,
        elements: usize,
        distances: usize,
        objects: usize,
        found: &mut Collisions,
    ) -> Result<(), TryReserveError> {
        reserve(&mut found.distances, distances)?;
        // A scratch for pairs that do not fit into a number with their places.
        let bits = u64::BITS - (elements as u64).leading_zeros();
        if 2 * bits + usize::BITS - distances.leading_zeros() > u64::BITS {
            reserve(&mut self.near, distances)?;
        }
        let pairs_of_objects = objects.saturating_mul(objects + 1) / 2;
        reserve(&mut found.object_distances, pairs_of_objects.min(distances))
    }

    pub fn bytes(&self) -> usize {
        let Gathering { scratch, near, flags } = self;
        vec_bytes(scratch) + vec_bytes(near) + vec_bytes(flags)
    }
}

fn list_object_distances(scene: &Scene, found: &mut Collisions) {
    let Collisions { pairs, distances, object_distances, .. } = found;
    object_distances::list(scene, pairs, distances, object_distances);
}

/// Sorts numbers by a range of their bits, above which they have none; those below may come in any
/// order. `scratch` keeps its capacity.
fn sort_above(values: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: Range<u32>) {
    const SMALL: usize = 2048;
    /// From this many pairs on, `THREADS` threads that compare are faster than one that sorts by digits.
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

/// The pair of a number that has the higher element in its lowest `bits`, and the lower one above.
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
