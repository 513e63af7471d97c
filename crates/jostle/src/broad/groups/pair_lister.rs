//! The pairs of members of two groups, or of one: boxes compared eight at a time.

use crate::broad::block::{Block, LANES, compact};
use crate::broad::{LatticeBox, reserve};
use crate::conditions::{Condition, required};
use std::collections::TryReserveError;

/// Members in blocks, and how many they are.
type Members<'m> = (&'m [Block], usize);

/// Lists pairs; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairLister {
    /// The members of the first group that reach into the second's box.
    queries: Vec<(u32, LatticeBox)>,
    /// Those of the second that reach into the first's, as blocks.
    targets: Vec<Block>,
    /// Where members that reach into a box are in their blocks.
    slots: Vec<u32>,
    partners: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    count: usize,
}

impl PairLister {
    /// The pairs of the members of two groups, given the groups' boxes.
    #[inline(always)]
    pub fn between(&mut self, members: [Members; 2], boxes: [&LatticeBox; 2]) -> &[[u32; 2]] {
        pulp::Arch::new().dispatch(PairsBetween { lister: self, members, boxes });
        &self.pairs[..self.count]
    }

    /// The pairs of the members of one group.
    #[inline(always)]
    pub fn within(&mut self, members: Members) -> &[[u32; 2]] {
        pulp::Arch::new().dispatch(PairsWithin { lister: self, members });
        &self.pairs[..self.count]
    }

    /// Reserves what groups of so many members need.
    pub fn reserve(&mut self, largest: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.queries, largest)?;
        reserve(&mut self.targets, largest.div_ceil(LANES))?;
        reserve(&mut self.slots, largest + LANES)?;
        reserve(&mut self.partners, largest + LANES)?;
        reserve(&mut self.pairs, (largest * largest).next_power_of_two())
    }

    #[inline(always)]
    fn filter_queries(&mut self, (blocks, length): Members, region: &LatticeBox) {
        self.queries.clear();
        let count = list_reaching(blocks, length, region, &mut self.slots);
        for &slot in &self.slots[..count] {
            let (block, lane) = (&blocks[slot as usize / LANES], slot as usize % LANES);
            self.queries.push((block.elements[lane], block.get(lane)));
        }
    }

    #[inline(always)]
    fn filter_targets(&mut self, (blocks, length): Members, region: &LatticeBox) {
        let count = list_reaching(blocks, length, region, &mut self.slots);
        self.targets.clear();
        self.targets.resize(count.div_ceil(LANES), Block::EMPTY);
        for (n, &slot) in self.slots[..count].iter().enumerate() {
            let (block, lane) = (&blocks[slot as usize / LANES], slot as usize % LANES);
            self.targets[n / LANES].set(n % LANES, block.elements[lane], &block.get(lane));
        }
        self.slots.truncate(count);
    }

    /// Lists the pairs of all queries with all targets.
    #[inline(always)]
    fn list_queries(&mut self) {
        let queries = std::mem::take(&mut self.queries);
        let targets = std::mem::take(&mut self.targets);
        let length = self.slots.len();
        for (member, own) in &queries {
            self.list(*member, own, &targets, 0, length);
        }
        (self.queries, self.targets) = (queries, targets);
    }

    /// Lists the pairs of a member with those of the blocks from the first to the last.
    #[inline(always)]
    fn list(
        &mut self,
        member: u32,
        own: &LatticeBox,
        blocks: &[Block],
        first: usize,
        length: usize,
    ) {
        if self.partners.len() < length + LANES {
            self.partners.resize(length + LANES, 0);
        }
        let mut found = 0;
        for (b, block) in blocks.iter().enumerate().skip(first / LANES) {
            let mut hits = block.overlaps(own);
            mask(&mut hits, b, first, length);
            if hits != [0; LANES] {
                found += compact(&block.elements, &hits, &mut self.partners[found..]);
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

    pub fn bytes(&self) -> usize {
        self.queries.capacity() * size_of::<(u32, LatticeBox)>()
            + self.targets.capacity() * size_of::<Block>()
            + (self.slots.capacity() + self.partners.capacity()) * size_of::<u32>()
            + self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}

/// The pairs between two groups.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs: on x86-64 AVX2 where there is, else SSE2. As a type with a function, because a closure that
/// could be called twice is not inlined into the code that was compiled so.
struct PairsBetween<'m> {
    lister: &'m mut PairLister,
    members: [Members<'m>; 2],
    boxes: [&'m LatticeBox; 2],
}

impl pulp::NullaryFnOnce for PairsBetween<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairsBetween { lister, members, boxes } = self;
        lister.count = 0;
        lister.filter_queries(members[0], boxes[1]);
        if !lister.queries.is_empty() {
            lister.filter_targets(members[1], boxes[0]);
            lister.list_queries();
        }
    }
}

/// The pairs within a group; compiled as [`PairsBetween`].
struct PairsWithin<'m> {
    lister: &'m mut PairLister,
    members: Members<'m>,
}

impl pulp::NullaryFnOnce for PairsWithin<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PairsWithin { lister, members: (blocks, length) } = self;
        lister.count = 0;
        for i in 0..length {
            let own = blocks[i / LANES].get(i % LANES);
            let member = blocks[i / LANES].elements[i % LANES];
            lister.list(member, &own, blocks, i + 1, length);
        }
    }
}

/// Lists the slots of members whose boxes overlap the region, and tells how many they are.
#[inline(always)]
fn list_reaching(
    blocks: &[Block],
    length: usize,
    region: &LatticeBox,
    slots: &mut Vec<u32>,
) -> usize {
    if slots.len() < length + LANES {
        slots.resize(length + LANES, 0);
    }
    let mut found = 0;
    for (b, block) in blocks.iter().enumerate() {
        let mut hits = block.overlaps(region);
        mask(&mut hits, b, 0, length);
        if hits != [0; LANES] {
            let own = std::array::from_fn(|lane| (b * LANES + lane) as u32);
            found += compact(&own, &hits, &mut slots[found..]);
        }
    }
    found
}

/// Leaves out what lies before the first or after the last member: padding lanes among it. On all
/// lanes, because filling a part of them is slower.
#[inline(always)]
fn mask(hits: &mut [u32; LANES], block: usize, first: usize, length: usize) {
    let begin = (block * LANES) as i32;
    let (first, length) = (first as i32 - begin, length as i32 - begin);
    if first <= 0 && length >= LANES as i32 || !required(Condition::LanesAreFilled) {
        return;
    }
    for lane in 0..LANES {
        hits[lane] &= ((lane as i32 >= first) & ((lane as i32) < length)) as u32;
    }
}
