//! The blocks of the groups that one worker compares, and the counts of their elements.
//!
//! An element of one group that reaches into the box of another is a query element there, and is compared
//! with that group's blocks eight elements at a time: those whose boxes overlap its own either share a
//! vertex, or are out of reach as an axis proves, or are near candidates. The distance of candidates is
//! bounded, again eight at a time, and only pairs that the bounds leave undecided take an exact distance.

use super::counters::{BlockCounters, ByteCounters, SharedCounters};
use super::distance_bounds;
use super::element_block::{ElementBlock, SizeKey, from_origin};
use super::element_groups::{ElementGroups, MAX_GROUP_SIZE};
use super::lattice_elements::LatticeElements;
use super::near_candidates::NearCandidates;
use super::nearness::{Nearness, by_distance, share_vertex};
use super::query_element::QueryElement;
use super::simd_token::SimdToken;
use crate::broad::LANES;
use crate::freeness::elements::Elements;
use std::ops::Range;

/// The blocks of one worker. A group is loaded when it is first used, and all are dropped by a flush. An
/// element's slot is eight times the index of its block, plus its lane.
pub struct BlockCache<'e, E, const N: usize> {
    elements: &'e LatticeElements<'e, E>,
    groups: &'e ElementGroups,
    /// One more than the index of each group's first block; 0 for groups that are not loaded.
    group_starts: Vec<u32>,
    loaded: Vec<u32>,
    blocks: Vec<ElementBlock<N>>,
    /// The counts of each block's elements since the last flush.
    counters: Vec<BlockCounters>,
    /// The blocks that query elements are compared with.
    targets: Vec<TargetBlock>,
    candidates: NearCandidates<N>,
    /// Pairs of slots whose distance is to be computed.
    undecided: Vec<[u32; 2]>,
}

/// A block, and how many larger query elements that share a vertex each of its elements has met.
#[derive(Clone, Copy)]
struct TargetBlock {
    block: u32,
    neighbours: ByteCounters,
}

// Query elements are of one group, so that their number fits into a byte.
const _: () = assert!(MAX_GROUP_SIZE < 256);

/// Blocks after which the cache is full, but for those of the last group: needles side by side are near all
/// others. Few in tests, so that they cover it.
const CAPACITY: usize = if cfg!(test) { 16 } else { 8192 };

impl<'e, E: Elements, const N: usize> BlockCache<'e, E, N> {
    pub fn new(
        elements: &'e LatticeElements<'e, E>,
        groups: &'e ElementGroups,
    ) -> BlockCache<'e, E, N> {
        BlockCache {
            elements,
            groups,
            group_starts: vec![0; groups.len()],
            loaded: Vec::new(),
            blocks: Vec::new(),
            counters: Vec::new(),
            targets: Vec::new(),
            candidates: NearCandidates::default(),
            undecided: Vec::new(),
        }
    }

    /// The blocks of a group, loaded if they are not.
    #[inline(always)]
    fn group_blocks(&mut self, group: u32) -> Range<u32> {
        let count = self.groups.members(group).len().div_ceil(LANES) as u32;
        if self.group_starts[group as usize] == 0 {
            self.load(group);
        }
        let begin = self.group_starts[group as usize] - 1;
        begin..begin + count
    }

    #[inline(never)]
    fn load(&mut self, group: u32) {
        self.group_starts[group as usize] = self.blocks.len() as u32 + 1;
        self.loaded.push(group);
        let members = self.groups.members(group);
        for part in members.chunks(LANES) {
            self.blocks.push(ElementBlock::new(self.elements, members[0], part));
            self.counters.push(BlockCounters::default());
        }
    }

    /// Whether it should be flushed.
    pub fn is_full(&self) -> bool {
        self.blocks.len() > CAPACITY
    }

    /// Counts the undecided pairs, adds all counts to the shared counters, and drops all blocks.
    pub fn flush(&mut self, shared: &SharedCounters) {
        self.count_undecided();
        for (block, counters) in self.blocks.iter().zip(&self.counters) {
            for lane in 0..block.filled.count_ones() as usize {
                shared.add(block.size(lane).element(), counters.lane(lane));
            }
        }
        for group in self.loaded.drain(..) {
            self.group_starts[group as usize] = 0;
        }
        self.blocks.clear();
        self.counters.clear();
    }

    /// Compares the elements of one group with those of another.
    #[inline(always)]
    pub fn count_between<S: SimdToken>(&mut self, simd: S, a: u32, b: u32) {
        let boxes = &self.groups.boxes;
        let (box_a, box_b) = (&boxes[a as usize], &boxes[b as usize]);
        let (blocks_a, blocks_b) = (self.group_blocks(a), self.group_blocks(b));
        self.targets.clear();
        for block in blocks_b.clone() {
            if self.blocks[block as usize].reaching(simd, box_a) != 0 {
                self.targets.push(TargetBlock { block, neighbours: ByteCounters::default() });
            }
        }
        if self.targets.is_empty() {
            return;
        }
        let origin_a = &self.blocks[blocks_a.start as usize].origin;
        let offset = from_origin(origin_a, &self.blocks[blocks_b.start as usize].origin);
        for at in blocks_a {
            let mut queries = self.blocks[at as usize].reaching(simd, box_b);
            while queries != 0 {
                let lane = queries.trailing_zeros();
                queries &= queries - 1;
                self.query(simd, (at, lane), &offset, (0, u32::MAX));
            }
        }
        self.add_target_counts();
    }

    /// Compares the elements of a group with each other.
    #[inline(always)]
    pub fn count_within<S: SimdToken>(&mut self, simd: S, group: u32) {
        let blocks = self.group_blocks(group);
        self.targets.clear();
        for block in blocks.clone() {
            self.targets.push(TargetBlock { block, neighbours: ByteCounters::default() });
        }
        for at in blocks.clone() {
            let own = (at - blocks.start) as usize;
            for lane in 0..self.blocks[at as usize].filled.count_ones() {
                self.query(simd, (at, lane), &[0.0; 3], (own, u32::MAX << lane << 1));
            }
        }
        self.add_target_counts();
    }

    /// Compares a query element, given its block and lane and the offset from the targets' origin to its
    /// own, with the target blocks from the first given one on, of which it meets only the lanes of a mask.
    /// Counts the pairs that share a vertex, for the smaller of the two, and lists those that may be near.
    #[inline(always)]
    fn query<S: SimdToken>(
        &mut self,
        simd: S,
        (at, lane): (u32, u32),
        offset: &[f32; 3],
        (first, mut mask): (usize, u32),
    ) {
        let slot = at * LANES as u32 + lane;
        let query = QueryElement::new(&self.blocks[at as usize], lane as usize, slot, offset);
        let mut larger = 0;
        for target in &mut self.targets[first..] {
            let block = &self.blocks[target.block as usize];
            let hits = block.reaching(simd, &query.reach) & mask;
            mask = u32::MAX;
            if hits == 0 {
                continue;
            }
            let adjacent = block.sharing(simd, &query.vertices) & hits;
            let smaller = block.smaller(simd, query.size) & adjacent;
            larger += (adjacent & !smaller).count_ones();
            target.neighbours.add(smaller);
            let non_adjacent = hits & !adjacent;
            if non_adjacent == 0 {
                continue;
            }
            let on_lattice = block.on_lattice & query.on_lattice;
            if non_adjacent & !on_lattice != 0 {
                push_lanes(
                    &mut self.undecided,
                    query.slot,
                    target.block,
                    non_adjacent & !on_lattice,
                );
            }
            if N == 0 {
                continue;
            }
            let mut near = non_adjacent & on_lattice & !query.is_far_from(simd, block);
            while near != 0 {
                let lane = near.trailing_zeros() as usize;
                near &= near - 1;
                self.candidates.push(&query, block, target.block * LANES as u32, lane);
            }
        }
        self.counters[at as usize].add(lane as usize, Nearness::Neighbour, larger);
    }

    #[inline(always)]
    fn add_target_counts(&mut self) {
        for target in &self.targets {
            let counters = &mut self.counters[target.block as usize];
            counters.add_bytes(Nearness::Neighbour, target.neighbours);
        }
    }

    /// Counts the near candidates that distance bounds decide, and lists the others as undecided.
    #[inline(always)]
    pub fn count_candidates<S: SimdToken>(&mut self, simd: S) {
        if N == 0 {
            return; // All are undecided.
        }
        for at in 0..self.candidates.blocks.len() {
            let (pairs, mut open) = (&self.candidates.blocks[at], self.candidates.filled(at));
            let bounds = distance_bounds::bounds(simd, pairs);
            let quarter = bounds.within_quarter & open;
            let half = bounds.within_half & bounds.over_quarter & !quarter & open;
            open &= !(quarter | half | bounds.over_half);
            let mut near = quarter | half;
            while near != 0 {
                let lane = near.trailing_zeros() as usize;
                near &= near - 1;
                let nearness =
                    if quarter >> lane & 1 != 0 { Nearness::Quarter } else { Nearness::Half };
                let (small, _) = smaller_first(&self.blocks, pairs.slots(lane));
                let (block, lane) = (small as usize / LANES, small as usize % LANES);
                self.counters[block].add(lane, nearness, 1);
            }
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                self.undecided.push(pairs.slots(lane));
            }
        }
        self.candidates.clear();
    }

    /// Counts the undecided pairs by their computed distance.
    fn count_undecided(&mut self) {
        let elements = self.elements.elements;
        for pair in self.undecided.drain(..) {
            let (small, large) = smaller_first(&self.blocks, pair);
            let [e, f] = [small, large].map(|slot| size(&self.blocks, slot).element() as usize);
            let vertices = |e: usize| elements.vertices(e);
            // Without corners in the blocks, elements were not tested for common vertices yet.
            let nearness = if N == 0 && share_vertex(vertices(e).as_ref(), vertices(f).as_ref()) {
                Nearness::Neighbour
            } else {
                by_distance(elements.least_distance(e, f), self.elements.diameters[e])
            };
            if nearness != Nearness::Far {
                self.counters[small as usize / LANES].add(small as usize % LANES, nearness, 1);
            }
        }
    }
}

/// Lists a query element with some lanes of a block.
#[cold]
fn push_lanes(pairs: &mut Vec<[u32; 2]>, query: u32, block: u32, mut lanes: u32) {
    while lanes != 0 {
        pairs.push([query, block * LANES as u32 + lanes.trailing_zeros()]);
        lanes &= lanes - 1;
    }
}

/// The elements in two slots, the smaller first.
#[inline(always)]
fn smaller_first<const N: usize>(blocks: &[ElementBlock<N>], [a, b]: [u32; 2]) -> (u32, u32) {
    // Without branches, which could not be predicted.
    if size(blocks, a) < size(blocks, b) { (a, b) } else { (b, a) }
}

#[inline(always)]
fn size<const N: usize>(blocks: &[ElementBlock<N>], slot: u32) -> SizeKey {
    blocks[slot as usize / LANES].size(slot as usize % LANES)
}
