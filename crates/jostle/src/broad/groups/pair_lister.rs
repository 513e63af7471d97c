//! The pairs of members of two groups, or of one: boxes compared eight at a time.
//!
//! First what blocks of eight are within, eight blocks at a time; then the members of a block with what another
//! is within; then those that reach it with its members.

use super::Members;
use crate::broad::block::{Bounds, LANES};
use crate::broad::reserve;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, with_lanes};
use std::collections::TryReserveError;
use std::marker::PhantomData;

/// Lists pairs; keeps its buffers.
#[derive(Debug)]
pub(super) struct PairLister<B: Bounds> {
    pairs: Vec<[u32; 2]>,
    count: usize,
    bounds: PhantomData<B>,
}

impl<B: Bounds> Default for PairLister<B> {
    fn default() -> PairLister<B> {
        PairLister { pairs: Vec::new(), count: 0, bounds: PhantomData }
    }
}

impl<B: Bounds> PairLister<B> {
    /// The pairs of the members of two groups, block by block.
    #[inline(always)]
    pub fn between(&mut self, members: [Members<B>; 2]) -> &[[u32; 2]] {
        list_between(self, members);
        &self.pairs[..self.count]
    }

    /// The pairs of the members of one group.
    #[inline(always)]
    pub fn within(&mut self, members: Members<B>) -> &[[u32; 2]] {
        list_within(self, members);
        &self.pairs[..self.count]
    }

    /// Reserves what groups of so many members need.
    pub fn reserve(&mut self, largest: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.pairs, pairs_length(largest * largest + LANES * LANES))
    }

    /// Lists the pairs of the members of a block of one group with those of another. In the same group, those
    /// before a member are left out, and itself.
    #[inline(always)]
    fn list<L: Lanes>(
        &mut self,
        simd: L,
        own: &Members<B>,
        (b, around): (u32, &B),
        others: &Members<B>,
        same: bool,
    ) {
        let valid = mask(EVERY, b as usize, 0, own.length);
        if others.arounds.is_empty() && !others.blocks.is_empty() {
            self.list_blocks(simd, (own, b), (others, 0), valid, same);
        }
        let block = &own.blocks[b as usize];
        let first = if same { b as usize } else { 0 };
        for (a, arounds) in others.arounds.iter().enumerate().skip(first / LANES) {
            let hits = arounds.overlaps(simd, around);
            for lane in Bits(mask(hits, a, first, others.blocks.len())) {
                let reaching = block.overlaps(simd, &arounds.get(lane)) & valid;
                let other = (a * LANES + lane) as u32;
                self.list_blocks(simd, (own, b), (others, other), reaching, same);
            }
        }
    }

    /// Lists the pairs of some members of a block with those of another.
    #[inline(always)]
    fn list_blocks<L: Lanes>(
        &mut self,
        simd: L,
        (own, b): (&Members<B>, u32),
        (others, other): (&Members<B>, u32),
        reaching: u32,
        same: bool,
    ) {
        let most = pairs_length(self.count + LANES * LANES);
        if self.pairs.len() < most {
            self.pairs.resize(most, [0; 2]);
        }
        let (block, partners) = (&own.blocks[b as usize], &others.blocks[other as usize]);
        let valid = mask(EVERY, other as usize, 0, others.length);
        let mut count = self.count;
        for lane in Bits(reaching) {
            let mut hits = partners.overlaps(simd, &block.get(lane)) & valid;
            if same && other == b && required(Condition::LanesAreFilled) {
                hits &= EVERY << (lane + 1);
            }
            let places = &mut self.pairs[count..count + LANES];
            let places = places.try_into().expect("eight of them");
            simd.compact_pairs(block.elements[lane], &partners.elements, hits, places);
            count += hits.count_ones() as usize;
        }
        self.count = count;
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}

fn list_between<B: Bounds>(lister: &mut PairLister<B>, members: [Members<B>; 2]) {
    with_lanes!(simd => simd.run(PairsBetween { simd, lister, members }))
}

fn list_within<B: Bounds>(lister: &mut PairLister<B>, members: Members<B>) {
    with_lanes!(simd => simd.run(PairsWithin { simd, lister, members }))
}

/// The pairs between two groups, compiled for an instruction set. As a type with a function, because a
/// closure that could be called twice is not inlined into the code that was compiled so.
struct PairsBetween<'m, L, B: Bounds> {
    simd: L,
    lister: &'m mut PairLister<B>,
    members: [Members<'m, B>; 2],
}

impl<L: Lanes, B: Bounds> pulp::NullaryFnOnce for PairsBetween<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairsBetween { simd, lister, members: [own, others] } = self;
        lister.count = 0;
        for (a, arounds) in own.arounds.iter().enumerate() {
            let hits = arounds.overlaps(simd, &others.region);
            for lane in Bits(mask(hits, a, 0, own.blocks.len())) {
                let around = arounds.get(lane);
                lister.list(simd, &own, ((a * LANES + lane) as u32, &around), &others, false);
            }
        }
        if own.arounds.is_empty() && !own.blocks.is_empty() {
            lister.list(simd, &own, (0, &own.region), &others, false);
        }
    }
}

/// The pairs within a group; compiled as [`PairsBetween`].
struct PairsWithin<'m, L, B: Bounds> {
    simd: L,
    lister: &'m mut PairLister<B>,
    members: Members<'m, B>,
}

impl<L: Lanes, B: Bounds> pulp::NullaryFnOnce for PairsWithin<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairsWithin { simd, lister, members } = self;
        lister.count = 0;
        for b in 0..members.blocks.len() as u32 {
            let around = match members.arounds.get(b as usize / LANES) {
                Some(arounds) => arounds.get(b as usize % LANES),
                None => members.region,
            };
            lister.list(simd, &members, (b, &around), &members, true);
        }
    }
}

/// All lanes.
const EVERY: u32 = (1 << LANES) - 1;

/// The lanes whose bits are set.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        let is_set = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        is_set.then_some(lane)
    }
}

/// What so many pairs need, as eight are written at a time.
fn pairs_length(pairs: usize) -> usize {
    (pairs + LANES).next_power_of_two()
}

/// Leaves out what lies before the first or after the last member: padding lanes among it.
#[inline(always)]
fn mask(hits: u32, block: usize, first: usize, length: usize) -> u32 {
    if !required(Condition::LanesAreFilled) {
        return hits;
    }
    let begin = block * LANES;
    let before = first.saturating_sub(begin);
    let behind = (begin + LANES).saturating_sub(length);
    // No block lies more than one before that of the first member, and none behind the last.
    hits & (u32::MAX << before) & (((1 << LANES) - 1) >> behind)
}
