//! The pairs of members of two groups, or of one: boxes compared eight at a time.

use super::MemberBlock;
use crate::broad::block::{Bounds, LANES};
use crate::broad::reserve;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, with_lanes};
use std::collections::TryReserveError;
use std::marker::PhantomData;
use std::mem::take;

/// Members in blocks, and how many they are.
type Members<'m, B> = (&'m [MemberBlock<B>], usize);

/// Lists pairs; keeps its buffers.
#[derive(Debug)]
pub(super) struct PairLister<B: Bounds> {
    /// Where the members of the first group that reach into the second's box are in their blocks.
    slots: Vec<u32>,
    /// The blocks of the second with members that reach into the first's.
    targets: Vec<u32>,
    /// Those of them with members that reach a block of the first.
    near_targets: Vec<u32>,
    partners: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    count: usize,
    bounds: PhantomData<B>,
}

impl<B: Bounds> Default for PairLister<B> {
    fn default() -> PairLister<B> {
        PairLister {
            slots: Vec::new(),
            targets: Vec::new(),
            near_targets: Vec::new(),
            partners: Vec::new(),
            pairs: Vec::new(),
            count: 0,
            bounds: PhantomData,
        }
    }
}

impl<B: Bounds> PairLister<B> {
    /// The pairs of the members of two groups, given what all of each are within.
    #[inline(always)]
    pub fn between(&mut self, members: [Members<B>; 2], regions: [B; 2]) -> &[[u32; 2]] {
        list_between(self, members, regions);
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
        reserve(&mut self.targets, largest.div_ceil(LANES))?;
        reserve(&mut self.near_targets, largest.div_ceil(LANES))?;
        reserve(&mut self.slots, largest + LANES)?;
        reserve(&mut self.partners, largest + LANES)?;
        reserve(&mut self.pairs, (largest * largest).next_power_of_two())
    }

    /// Lists the pairs of a member with those of some blocks, from a first one on.
    #[inline(always)]
    fn list<L: Lanes>(
        &mut self,
        simd: L,
        (member, own): (u32, &B),
        (blocks, length): Members<B>,
        targets: &[u32],
        first: usize,
    ) {
        if self.partners.len() < length + LANES {
            self.partners.resize(length + LANES, 0);
        }
        let mut found = 0;
        for &b in targets {
            let (b, block) = (b as usize, &blocks[b as usize].0);
            let hits = mask(block.overlaps(simd, own), b, first, length);
            if hits != 0 {
                simd.compact(&block.elements, hits, places(&mut self.partners, found));
                found += hits.count_ones() as usize;
            }
        }
        if self.pairs.len() < self.count + found {
            self.pairs.resize((self.count + found).next_power_of_two(), [0; 2]);
        }
        let pairs = &mut self.pairs[self.count..self.count + found];
        for (pair, &partner) in pairs.iter_mut().zip(&self.partners) {
            *pair = [member, partner];
        }
        self.count += found;
    }

    /// The lists of slots and blocks, to be kept again.
    #[inline(always)]
    fn take_lists(&mut self) -> [Vec<u32>; 3] {
        [take(&mut self.slots), take(&mut self.targets), take(&mut self.near_targets)]
    }

    #[inline(always)]
    fn keep_lists(&mut self, [slots, targets, near_targets]: [Vec<u32>; 3]) {
        (self.slots, self.targets, self.near_targets) = (slots, targets, near_targets);
    }

    pub fn bytes(&self) -> usize {
        let numbers = [&self.slots, &self.targets, &self.near_targets, &self.partners];
        numbers.iter().map(|list| list.capacity() * size_of::<u32>()).sum::<usize>()
            + self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}

fn list_between<B: Bounds>(lister: &mut PairLister<B>, members: [Members<B>; 2], regions: [B; 2]) {
    with_lanes!(simd => simd.run(PairsBetween { simd, lister, members, regions }))
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
    regions: [B; 2],
}

impl<L: Lanes, B: Bounds> pulp::NullaryFnOnce for PairsBetween<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairsBetween { simd, lister, members, regions } = self;
        lister.count = 0;
        let [(blocks, length), (others, other_length)] = members;
        let count = list_reaching(simd, blocks, length, &regions[1], &mut lister.slots);
        if count == 0 {
            return;
        }
        let [slots, mut targets, mut near] = lister.take_lists();
        targets.clear();
        let all = 0..others.len() as u32;
        list_targets(simd, (others, other_length), all, &regions[0], &mut targets);
        for slots in slots[..count].chunk_by(|a, b| *a as usize / LANES == *b as usize / LANES) {
            let (block, around) = &blocks[slots[0] as usize / LANES];
            near.clear();
            list_targets(simd, members[1], targets.iter().copied(), around, &mut near);
            for &slot in slots {
                let lane = slot as usize % LANES;
                let query = (block.elements[lane], &block.get(lane));
                lister.list(simd, query, members[1], &near, 0);
            }
        }
        lister.keep_lists([slots, targets, near]);
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
        let (blocks, length) = members;
        lister.count = 0;
        let [slots, targets, mut near] = lister.take_lists();
        for (b, (block, around)) in blocks.iter().enumerate() {
            near.clear();
            list_targets(simd, members, b as u32..blocks.len() as u32, around, &mut near);
            for lane in 0..LANES.min(length - b * LANES) {
                let query = (block.elements[lane], &block.get(lane));
                lister.list(simd, query, members, &near, b * LANES + lane + 1);
            }
        }
        lister.keep_lists([slots, targets, near]);
    }
}

/// Lists those of some blocks with members that reach into a region.
#[inline(always)]
fn list_targets<L: Lanes, B: Bounds>(
    simd: L,
    (blocks, length): Members<B>,
    some: impl Iterator<Item = u32>,
    region: &B,
    targets: &mut Vec<u32>,
) {
    for b in some {
        let hits = blocks[b as usize].0.overlaps(simd, region);
        if mask(hits, b as usize, 0, length) != 0 {
            targets.push(b);
        }
    }
}

/// Lists the slots of members whose boxes overlap the region, and tells how many they are.
#[inline(always)]
fn list_reaching<L: Lanes, B: Bounds>(
    simd: L,
    blocks: &[MemberBlock<B>],
    length: usize,
    region: &B,
    slots: &mut Vec<u32>,
) -> usize {
    if slots.len() < length + LANES {
        slots.resize(length + LANES, 0);
    }
    let mut found = 0;
    for (b, (block, _)) in blocks.iter().enumerate() {
        let hits = mask(block.overlaps(simd, region), b, 0, length);
        if hits != 0 {
            let own = std::array::from_fn(|lane| (b * LANES + lane) as u32);
            simd.compact(&own, hits, places(slots, found));
            found += hits.count_ones() as usize;
        }
    }
    found
}

/// Eight places from one on.
#[inline(always)]
fn places(all: &mut [u32], first: usize) -> &mut [u32; LANES] {
    (&mut all[first..first + LANES]).try_into().expect("eight of them")
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
