//! The pairs of members of two groups, or of one: boxes compared eight at a time.
//!
//! First what blocks of eight are within, eight blocks at a time; then the members of a block with what another
//! is within; then those that reach it with its members. Each stage lists what the next one takes, without
//! branches: which of eight boxes overlap is not to be foretold, and a wrong guess costs more than a comparison.

use super::Members;
use crate::broad::block::{LANES, LaneBounds};
use crate::broad::reserve;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, with_lanes};
use std::collections::TryReserveError;

/// Lists pairs; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairLister {
    /// The blocks of the one group that reach the other.
    blocks: LaneBuffer<u32>,
    /// Blocks of both that overlap, as [`BlockPair`]s.
    near: LaneBuffer<u32>,
    /// Members that reach the other block: eight times the [`BlockPair`], and the lane.
    reaching: LaneBuffer<u32>,
    pairs: LaneBuffer<[u32; 2]>,
}

/// What is written up to eight at a time.
#[derive(Debug, Default)]
struct LaneBuffer<T> {
    /// Longer than what has been written, by eight at least.
    places: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> LaneBuffer<T> {
    /// Empties it, and makes place for so many times eight.
    #[inline(always)]
    fn clear(&mut self, times: usize) {
        self.count = 0;
        let most = places_for(times * LANES);
        if self.places.len() < most {
            self.places.resize(most.next_power_of_two(), T::default());
        }
    }

    /// Empties it, and lets a loop write up to eight at a time, so many times.
    #[inline(always)]
    fn write(&mut self, times: usize, loop_over: impl FnOnce(&mut LaneWriter<T>)) {
        self.clear(times);
        let mut writer = LaneWriter { places: &mut self.places, count: 0 };
        loop_over(&mut writer);
        self.count = writer.count;
    }

    #[inline(always)]
    fn written(&self) -> &[T] {
        &self.places[..self.count]
    }

    fn reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.places, places_for(count).next_power_of_two())
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<T>()
    }
}

/// Writes up to eight at a time. Apart from the buffer, so that where and how many stays in registers.
struct LaneWriter<'b, T> {
    places: &'b mut [T],
    count: usize,
}

impl<T> LaneWriter<'_, T> {
    /// The next eight places, and how many are written. To be taken before the comparisons that tell what
    /// goes there: what is loaded for them before the check of the length is not folded into them behind it.
    #[inline(always)]
    fn next(&mut self) -> (&mut [T; LANES], &mut usize) {
        let places = &mut self.places[self.count..self.count + LANES];
        (places.try_into().expect("eight of them"), &mut self.count)
    }
}

/// What so many need, as eight are written at a time.
fn places_for(count: usize) -> usize {
    count + LANES
}

/// A block of one group and one of another, in one number.
struct BlockPair;

impl BlockPair {
    const BITS: u32 = 16;
    /// Blocks of the one group, such that eight times a pair is a number too.
    const MOST: usize = 1 << 13;

    /// The block of the one group with the first of the other.
    #[inline(always)]
    fn first(own: usize) -> u32 {
        (own as u32) << BlockPair::BITS
    }

    #[inline(always)]
    fn blocks(pair: u32) -> [usize; 2] {
        [pair >> BlockPair::BITS, pair & ((1 << BlockPair::BITS) - 1)].map(|block| block as usize)
    }
}

impl PairLister {
    /// The pairs of the members of two groups, block by block.
    #[inline(always)]
    pub fn between<S: LaneBounds>(&mut self, members: [Members<S>; 2]) -> &[[u32; 2]] {
        list::<S, false>(self, members);
        self.pairs.written()
    }

    /// The pairs of the members of one group, those of a member with later ones.
    #[inline(always)]
    pub fn within<S: LaneBounds>(&mut self, members: Members<S>) -> &[[u32; 2]] {
        list::<S, true>(self, [members; 2]);
        self.pairs.written()
    }

    /// Reserves what groups of so many members need.
    pub fn reserve(&mut self, largest: usize) -> Result<(), TryReserveError> {
        let blocks = largest.div_ceil(LANES);
        let padded = blocks.next_multiple_of(LANES);
        self.blocks.reserve(padded)?;
        self.near.reserve(blocks * padded)?;
        self.reaching.reserve(blocks * blocks * LANES)?;
        self.pairs.reserve(blocks * blocks * LANES * LANES)
    }

    pub fn bytes(&self) -> usize {
        let PairLister { blocks, near, reaching, pairs, .. } = self;
        [blocks, near, reaching].map(LaneBuffer::bytes).iter().sum::<usize>() + pairs.bytes()
    }
}

/// Of two groups, or of the same, where pairs are listed once.
fn list<S: LaneBounds, const SAME: bool>(lister: &mut PairLister, members: [Members<S>; 2]) {
    assert!(members[0].blocks.len() <= BlockPair::MOST, "groups have hundreds of members");
    with_lanes!(simd => simd.run(PairStages::<_, _, SAME> { simd, lister, members }))
}

/// The stages, compiled for an instruction set. As a type with a function, because a closure that could be
/// called twice is not inlined into the code that was compiled so.
struct PairStages<'m, L, S: LaneBounds, const SAME: bool> {
    simd: L,
    lister: &'m mut PairLister,
    members: [Members<'m, S>; 2],
}

impl<L: Lanes, S: LaneBounds, const SAME: bool> pulp::NullaryFnOnce for PairStages<'_, L, S, SAME> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairStages { simd, lister, members: [own, others] } = self;
        lister.pairs.clear(0);
        if own.blocks.is_empty() || others.blocks.is_empty() {
            return;
        }
        // All for one instruction set and one caller, or their loops are not inlined into what is compiled so.
        lister.list_blocks::<L, S, SAME>(simd, &own, &others);
        lister.list_near::<L, S, SAME>(simd, &own, &others);
        lister.list_reaching::<L, S, SAME>(simd, &own, &others);
        lister.list_pairs::<L, S, SAME>(simd, &own, &others);
    }
}

impl PairLister {
    /// Lists the blocks of the one that reach what all of the other are within.
    #[inline(always)]
    fn list_blocks<L: Lanes, S: LaneBounds, const SAME: bool>(
        &mut self,
        simd: L,
        own: &Members<S>,
        others: &Members<S>,
    ) {
        self.blocks.write(own.blocks.len().div_ceil(LANES), |blocks| {
            if own.arounds.is_empty() {
                let (places, count) = blocks.next();
                (places[0], *count) = (0, 1);
            }
            for (a, arounds) in own.arounds.iter().enumerate() {
                let (places, count) = blocks.next();
                let apart = arounds.apart_from(simd, &others.region) | behind(a, own.blocks.len());
                *count += simd.compact_row((a * LANES) as u32, apart, places);
            }
        });
    }

    /// Lists the blocks of both that overlap. In the same group, from the block itself on.
    #[inline(always)]
    fn list_near<L: Lanes, S: LaneBounds, const SAME: bool>(
        &mut self,
        simd: L,
        own: &Members<S>,
        others: &Members<S>,
    ) {
        let PairLister { blocks, near, .. } = self;
        near.write(blocks.count * others.blocks.len().div_ceil(LANES), |near| {
            for &b in blocks.written() {
                let b = b as usize;
                let around = own.around(b);
                let first = if SAME { b } else { 0 };
                if others.arounds.is_empty() {
                    let (places, count) = near.next();
                    places[0] = BlockPair::first(b);
                    *count += 1;
                }
                for (a, arounds) in others.arounds.iter().enumerate().skip(first / LANES) {
                    let (places, count) = near.next();
                    let outside =
                        behind(a, others.blocks.len()) | before(first - (a * LANES).min(first));
                    let pair = BlockPair::first(b) + (a * LANES) as u32;
                    let apart = arounds.apart_from(simd, &around) | outside;
                    *count += simd.compact_row(pair, apart, places);
                }
            }
        });
    }

    /// Lists the members of those blocks that reach the other block.
    #[inline(always)]
    fn list_reaching<L: Lanes, S: LaneBounds, const SAME: bool>(
        &mut self,
        simd: L,
        own: &Members<S>,
        others: &Members<S>,
    ) {
        let PairLister { near, reaching, .. } = self;
        reaching.write(near.count, |reaching| {
            for &pair in near.written() {
                let [b, other] = BlockPair::blocks(pair);
                let block = &own.blocks[b];
                let (places, count) = reaching.next();
                let around = others.around(other);
                let apart = block.apart_from(simd, &around) | padding::<S>(b, own.length);
                *count += simd.compact_row(pair * LANES as u32, apart, places);
            }
        });
    }

    /// Lists the pairs of these with the members of the other block. In the same group, those before a member
    /// are left out, and itself.
    #[inline(always)]
    fn list_pairs<L: Lanes, S: LaneBounds, const SAME: bool>(
        &mut self,
        simd: L,
        own: &Members<S>,
        others: &Members<S>,
    ) {
        let PairLister { reaching, pairs, .. } = self;
        pairs.write(reaching.count, |pairs| {
            for &member in reaching.written() {
                let lane = member as usize % LANES;
                let [b, other] = BlockPair::blocks(member / LANES as u32);
                let (block, partners) = (&own.blocks[b], &others.blocks[other]);
                let (places, count) = pairs.next();
                let is_itself = SAME && (b == other) & required(Condition::LanesAreFilled);
                let outside = padding::<S>(other, others.length)
                    | before(if is_itself { lane + 1 } else { 0 });
                let apart = partners.apart_from(simd, &block.get(lane)) | outside;
                let (own, others) = (block.elements[lane], &partners.elements);
                *count += simd.compact_pairs(own, others, apart, places);
            }
        });
    }
}

/// All lanes.
const EVERY: u32 = (1 << LANES) - 1;

/// The lanes of a block that lie behind the last member: padding.
#[inline(always)]
fn behind(block: usize, length: usize) -> u32 {
    if !required(Condition::LanesAreFilled) {
        return 0;
    }
    let filled = length.saturating_sub(block * LANES).min(LANES);
    EVERY & (EVERY << filled)
}

/// The same of members, unless comparisons leave it out.
#[inline(always)]
fn padding<S: LaneBounds>(block: usize, length: usize) -> u32 {
    if S::PADDING_IS_APART { 0 } else { behind(block, length) }
}

/// The first lanes.
#[inline(always)]
fn before(lanes: usize) -> u32 {
    !(u32::MAX << lanes)
}
