//! Counts over pairs of near groups: found by the grid, and counted by the workers in batches.

use super::block_cache::BlockCache;
use super::counters::SharedCounters;
use super::element_groups::ElementGroups;
use super::lattice_elements::LatticeElements;
use super::nearness::Count;
use super::simd_token::SimdToken;
use crate::broad::{BroadPhase, Grid, par_sort};
use crate::freeness::elements::Elements;
use jostle_support::parallel;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Consecutive groups that a worker takes at a time, so few that all their blocks fit into a near cache.
const BATCH: usize = 128;

/// The counts of elements of `N` corners in groups; with `N` zero, of elements with different numbers of
/// corners.
pub fn counts<E: Elements, const N: usize>(
    simd: impl SimdToken,
    elements: &LatticeElements<E>,
    groups: &ElementGroups,
) -> Vec<Count> {
    let workers = rayon::current_num_threads();
    let pairs = near_groups(groups, workers);
    let counters = SharedCounters::new(elements.elements.len(), workers);
    let next = AtomicUsize::new(0);
    parallel::for_each_range(workers, 1, |_| {
        let mut cache = BlockCache::<E, N>::new(elements, groups);
        loop {
            let begin = next.fetch_add(BATCH, Relaxed);
            if begin >= groups.len() {
                break;
            }
            let batch = begin..groups.len().min(begin + BATCH);
            let pairs = with_first(&pairs, &batch);
            let counters = &counters;
            simd.run(CountBatch { simd, cache: &mut cache, counters, batch, pairs });
        }
    });
    counters.into_counts()
}

/// Pairs of groups whose boxes overlap, as one number each with the lower group in the upper half; sorted.
fn near_groups(groups: &ElementGroups, workers: usize) -> Vec<u64> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new(); workers];
    let mut grid = Grid::default();
    // Boxes of groups fill space, even round surfaces.
    grid.set_solid(true);
    let push = |list: &mut Vec<u64>, a: u32, b: u32| {
        list.push(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
    };
    grid.search(&groups.boxes, &mut lists, push);
    let bits = u64::BITS - groups.len().leading_zeros();
    par_sort(lists.concat(), 32..32 + bits)
}

/// The pairs whose first group is one of these.
fn with_first<'p>(pairs: &'p [u64], groups: &Range<usize>) -> &'p [u64] {
    let [begin, end] = [groups.start, groups.end]
        .map(|group| pairs.partition_point(|pair| pair >> 32 < group as u64));
    &pairs[begin..end]
}

/// The task of counting some groups, and the pairs of near groups that they come first in.
///
/// The loops are compiled for several instruction sets, of which one is chosen at run time. A type with a
/// function and not a closure, because a closure that could be called twice is not inlined into the code
/// compiled for the instruction set.
struct CountBatch<'m, 'e, S, E, const N: usize> {
    simd: S,
    cache: &'m mut BlockCache<'e, E, N>,
    counters: &'m SharedCounters,
    batch: Range<usize>,
    pairs: &'m [u64],
}

impl<S: SimdToken, E: Elements, const N: usize> pulp::NullaryFnOnce
    for CountBatch<'_, '_, S, E, N>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let CountBatch { simd, cache, counters, batch, pairs } = self;
        let mut next = 0;
        for group in batch {
            cache.count_within(simd, group as u32);
            let end = pairs.partition_point(|pair| pair >> 32 <= group as u64);
            loop {
                while next < end && !cache.is_full() {
                    cache.count_between(simd, group as u32, pairs[next] as u32);
                    next += 1;
                }
                cache.count_candidates(simd);
                if cache.is_full() {
                    cache.flush(counters);
                }
                if next == end {
                    break;
                }
            }
        }
        cache.flush(counters);
    }
}
