//! Groups of boxes: the grid finds groups that are near each other, and their members are compared
//! eight at a time.
//!
//! Features that hang together share most of their neighbours, so the search is done once for all
//! of a group, with its box. Groups that are near list those of their members that reach into the
//! other's box, and these are compared. A member is in one group, so each pair is listed once.
//!
//! Coordinates of members are [packed](Packing), where their groups are short enough.
//!
//! Members have one side, and are compared with each other (elements, edges), or two, and those of
//! one side are compared with those of the other (vertices with faces).

mod block_writer;
mod pair_lister;
#[cfg(test)]
mod tests;

use super::block::{Block, Bounds, LANES, LaneBounds, Stored};
use super::workers::{exclusive, locked};
use super::{
    BroadPhase, Grid, GridReport, GroupPairReceiver, GroupWorkers, LatticeBox, Packing, PairBuffer,
    Workers, reserve,
};
use crate::conditions::{Condition, required};
use crate::mesh::lengthen;
pub use block_writer::{BlockWriter, FeatureCorners, Vertices};
use jostle_support::parallel;
use pair_lister::PairLister;
use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The groups of a search.
pub trait Groups: Sync {
    /// What members are bounded by.
    type Bounds: Bounds;

    /// A box around all members of each group, of both sides, wherever they are.
    fn boxes(&self) -> &[LatticeBox];

    /// What all members of a group are within.
    fn region(&self, group: u32) -> Self::Bounds;

    /// Whether members of two groups, or of one and the same, can be pairs that are looked for.
    fn admits(&self, a: u32, b: u32) -> bool;

    /// Sides that members are of: one or two.
    fn sides(&self) -> usize;

    /// Number of members of a group on a side: of those that [`write`](Self::write) writes.
    fn len(&self, group: u32, side: usize) -> usize;

    /// Whether a group has two members that can be compared.
    fn has_pairs(&self, group: u32) -> bool;

    /// Writes the members of a group on a side and what bounds them.
    fn write<S: Stored<Self::Bounds>>(
        &self,
        group: u32,
        side: usize,
        blocks: &mut BlockWriter<Self::Bounds, S>,
    );
}

/// Finds pairs of members of groups; keeps its buffers.
#[derive(Debug)]
pub struct GroupSearch<B: Bounds> {
    grid: Grid,
    /// The boxes of groups, if they are few.
    few: Vec<Block<LatticeBox>>,
    has_few: bool,
    /// One for each worker, who locks it for a whole search.
    scratch: Vec<Mutex<WorkerScratch>>,
    /// Pairs of near groups, section by section.
    near: Vec<(u32, u32)>,
    /// As they were found.
    found: Vec<(u32, u32)>,
    /// Where sections begin, and the last ends.
    sections: [usize; SECTIONS + 1],
    /// Where workers are in the parts of the list, a row of them for each worker.
    cursors: Vec<[Cursor; SECTIONS]>,
    /// How many of them a worker lists, if that is fixed.
    near_capacity: Option<usize>,
    packing: Packing,
    packed: [[SideBlocks<B::Packed>; 2]; Packing::LEVELS],
    unpacked: [SideBlocks<B>; 2],
    populating: Duration,
}

impl<B: Bounds> Default for GroupSearch<B> {
    fn default() -> GroupSearch<B> {
        GroupSearch {
            grid: Grid::default(),
            few: Vec::new(),
            has_few: false,
            scratch: Vec::new(),
            near: Vec::new(),
            found: Vec::new(),
            sections: [0; SECTIONS + 1],
            cursors: Vec::new(),
            near_capacity: None,
            packing: Packing::default(),
            packed: Default::default(),
            unpacked: Default::default(),
            populating: Duration::ZERO,
        }
    }
}

/// What one worker works with.
#[derive(Debug, Default)]
struct WorkerScratch {
    /// Pairs of near groups that it found.
    near: Vec<(u32, u32)>,
    lister: PairLister,
}

/// Workers with what they work with, and a function that is shown their pairs.
struct WithScratch<'w, V> {
    workers: &'w mut dyn GroupWorkers,
    scratch: &'w [Mutex<WorkerScratch>],
    visit: V,
}

impl<V> Workers for WithScratch<'_, V>
where
    V: Fn(&mut dyn GroupPairReceiver, &mut WorkerScratch, [u32; 2]) + Sync,
{
    fn count(&self) -> usize {
        self.workers.count().min(self.scratch.len())
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut PairBuffer) + Sync)) {
        let (visit, scratch) = (&self.visit, self.scratch);
        self.workers.run(&|w, receiver| {
            let Some(scratch) = scratch.get(w) else { return };
            let scratch = &mut *locked(scratch);
            PairBuffer::fill(|pairs| work(w, pairs), &mut |pairs| {
                pairs.iter().for_each(|&pair| visit(receiver, scratch, pair))
            });
        });
    }
}

/// The members of all groups on one side, in blocks.
#[derive(Debug)]
struct SideBlocks<S: LaneBounds> {
    /// Where the blocks of each group begin; groups that are near nothing have none.
    starts: Vec<u32>,
    /// Of each group what its blocks of members are within, if it has several, and those blocks.
    blocks: Vec<Block<S>>,
}

/// The members of a group on one side, eight in a block.
#[derive(Clone, Copy, Debug)]
struct Members<'m, S: LaneBounds> {
    /// What all of them are within.
    region: S,
    /// What those of each block are within, eight blocks in one; none of a single block.
    arounds: &'m [Block<S>],
    blocks: &'m [Block<S>],
    length: usize,
}

impl<'m, S: LaneBounds> Members<'m, S> {
    /// Those that a [`BlockWriter`] wrote.
    #[inline(always)]
    fn new(blocks: &'m [Block<S>], region: S, length: usize) -> Members<'m, S> {
        let (arounds, blocks) = blocks.split_at(block_counts(length)[0]);
        Members { region, arounds, blocks, length }
    }

    /// Those of one block.
    fn block(&self, block: usize) -> Members<'m, S> {
        Members {
            region: self.around(block),
            arounds: &[],
            blocks: &self.blocks[block..=block],
            length: (self.length - block * LANES).min(LANES),
        }
    }

    /// What those of a block are within.
    #[inline(always)]
    fn around(&self, block: usize) -> S {
        match self.arounds.get(block / LANES) {
            Some(arounds) => arounds.get(block % LANES),
            None => self.region,
        }
    }
}

/// Blocks that so many members of a group fill, and what these are within: blocks for that, and all.
fn block_counts(members: usize) -> [usize; 2] {
    let blocks = members.div_ceil(LANES);
    let arounds = if blocks > 1 { blocks.div_ceil(LANES) } else { 0 };
    [arounds, arounds + blocks]
}

/// Blocks that so many members of a group need.
pub fn block_count(members: usize) -> usize {
    block_counts(members)[1]
}

impl<S: LaneBounds> Default for SideBlocks<S> {
    fn default() -> SideBlocks<S> {
        SideBlocks { starts: Vec::new(), blocks: Vec::new() }
    }
}

/// So many groups are compared each with each.
const FEW_GROUPS: usize = 2048;
/// Groups that one thread compares as fast as several.
const GROUPS_PER_THREAD: usize = 256;
/// Pairs of near groups that a worker takes at a time.
const BATCH: usize = 4;
/// Sections of the list of near groups: of each level of packing those of different groups and those of one, and those
/// that are not packed.
const SECTIONS: usize = 2 * Packing::LEVELS + 1;
const UNPACKED: usize = SECTIONS - 1;

/// How far a part of the list of near groups has been taken; on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cursor {
    next: AtomicUsize,
    end: usize,
}

impl Cursor {
    /// Takes the next few.
    #[inline]
    fn take(&self) -> Option<Range<usize>> {
        let begin = self.next.fetch_add(BATCH, Relaxed);
        (begin < self.end).then(|| begin..self.end.min(begin + BATCH))
    }
}
/// Pairs of near groups that a worker of fixed capacity lists, for each group. Groups of a surface are
/// near six others or so, and twice that where two surfaces cross.
const NEAR_PER_GROUP: usize = 16;

impl<B: Bounds> GroupSearch<B> {
    /// Lists pairs of near groups, before [searches](Self::search) by so many workers. If the search lists only
    /// some of those pairs, it does so when it searches.
    pub fn find_near(&mut self, groups: &impl Groups<Bounds = B>, workers: usize) {
        let start = Instant::now();
        self.scratch.resize_with(workers, Mutex::default);
        self.scratch.iter_mut().for_each(|scratch| exclusive(scratch).near.clear());
        self.sections = [0; SECTIONS + 1];
        if self.near_capacity.is_none() {
            self.has_few = groups.boxes().len() <= FEW_GROUPS;
            match self.has_few {
                true => self.compare_few(groups),
                false => self.search_grid(groups),
            }
            self.gather_near(groups);
            self.pack(groups);
        }
        self.populating = start.elapsed();
    }

    /// Chooses the groups whose members a search needs, once near ones have been found. Returns how many
    /// members they have.
    pub fn choose(&mut self, groups: &impl Groups<Bounds = B>) -> usize {
        let start = Instant::now();
        let count = groups.boxes().len();
        let starts = &self.sections;
        let near =
            |sections: Range<usize>| &self.near[starts[sections.start]..starts[sections.end]];
        let mut members = 0;
        for side in 0..groups.sides() {
            for (level, packed) in self.packed.iter_mut().enumerate() {
                packed[side].mark_near(count, near(2 * level..2 * level + 2));
                members += packed[side].marked_members(groups, side);
            }
            match self.near_capacity {
                None => self.unpacked[side].mark_near(count, near(UNPACKED..SECTIONS)),
                Some(_) => self.unpacked[side].mark_all(count),
            }
            members += self.unpacked[side].marked_members(groups, side);
        }
        self.populating += start.elapsed();
        members
    }

    /// Shows all pairs of members with overlapping boxes, of groups that are admitted, to one of the
    /// workers, once, a list at a time, with the groups that the first and the second of each pair are
    /// of. Pairs with the same first member mostly follow each other. Near groups have been found and chosen.
    /// A worker stops where its receiver is done; some pairs may be shown after that.
    pub fn search(&mut self, groups: &impl Groups<Bounds = B>, workers: &mut dyn GroupWorkers) {
        let start = Instant::now();
        let packing = self.packing;
        for side in 0..groups.sides() {
            for (level, packed) in self.packed.iter_mut().enumerate() {
                packed[side].fill(groups, side, packing.at_level(level));
            }
            self.unpacked[side].fill(groups, side, packing);
        }
        if let Some(capacity) = self.near_capacity {
            self.find_near_within(capacity, groups, workers);
        }
        self.populating += start.elapsed();
        self.divide(workers.count());
        let GroupSearch { near, packed, unpacked, scratch, cursors, .. } = self;
        workers.run(&|w, receiver| {
            let Some(scratch) = scratch.get(w) else { return };
            let WorkerScratch { lister, .. } = &mut *locked(scratch);
            // Its own part first, most of which it has filled itself, and then what others have not taken.
            let (others, own) = cursors.split_at(w);
            let sections = own.iter().chain(others).flat_map(|own| own.iter().enumerate());
            for (section, cursor) in sections {
                let level = section / 2;
                while let Some(taken) = cursor.take() {
                    if receiver.is_done() {
                        return;
                    }
                    for at in taken {
                        let show = |of: [u32; 2], pairs: &[[u32; 2]]| receiver.receive(of, pairs);
                        match packed.get(level) {
                            Some(packed) => {
                                let packing = packing.at_level(level);
                                compare(groups, packed, packing, lister, near[at], show);
                            }
                            None => compare(groups, unpacked, packing, lister, near[at], show),
                        }
                    }
                }
            }
        });
    }

    /// Divides the list of near groups among workers: each has its part of every section, so that it has groups that
    /// follow each other.
    fn divide(&mut self, workers: usize) {
        let sections = &self.sections;
        self.cursors.clear();
        self.cursors.extend((0..workers).map(|worker| {
            std::array::from_fn(|section| {
                let (begin, length) =
                    (sections[section], sections[section + 1] - sections[section]);
                let [next, end] =
                    [worker, worker + 1].map(|worker| begin + length * worker / workers);
                Cursor { next: next.into(), end }
            })
        }));
    }

    /// Lists the pairs of near groups up to a capacity; the others are compared where they are found.
    fn find_near_within(
        &mut self,
        capacity: usize,
        groups: &impl Groups<Bounds = B>,
        workers: &mut dyn GroupWorkers,
    ) {
        self.grid.set_solid(true);
        let GroupSearch { grid, scratch, unpacked, packing, .. } = self;
        let visit = |receiver: &mut dyn GroupPairReceiver,
                     scratch: &mut WorkerScratch,
                     [a, b]: [u32; 2]| {
            if !groups.admits(a, b) {
            } else if scratch.near.len() < capacity {
                scratch.near.push((a, b));
            } else {
                let show = |of: [u32; 2], pairs: &[[u32; 2]]| receiver.receive(of, pairs);
                compare(groups, unpacked, *packing, &mut scratch.lister, (a, b), show);
            }
        };
        grid.search_by(groups.boxes(), &mut WithScratch { workers, scratch, visit });
        self.gather_near(groups);
    }

    fn search_grid(&mut self, groups: &impl Groups<Bounds = B>) {
        // Boxes of groups fill space, even round surfaces.
        self.grid.set_solid(true);
        self.grid.search(groups.boxes(), &mut self.scratch, |scratch, a, b| {
            if groups.admits(a, b) {
                exclusive(scratch).near.push((a, b));
            }
        });
    }

    /// Lists pairs of near groups without a grid: to fill one takes longer than to compare a few, eight at a time.
    fn compare_few(&mut self, groups: &impl Groups<Bounds = B>) {
        let GroupSearch { scratch, few, .. } = self;
        let (boxes, length) = (groups.boxes(), groups.boxes().len());
        let Some(&first) = boxes.first() else { return };
        few.resize(block_count(length), Block::EMPTY);
        let mut blocks = BlockWriter::<_, LatticeBox>::new(few, length, 0, Packing::default());
        (0..).zip(boxes).for_each(|(group, own)| blocks.push(group, *own));
        let region = boxes.iter().fold(first, |all, own| all.union(own));
        let all = Members::new(few, region, length);
        let workers = if length < GROUPS_PER_THREAD { 1 } else { scratch.len() };
        // Block by block: the lists of a lister are as long as all pairs that it might find.
        let compare = |worker: usize, scratch: &mut Mutex<WorkerScratch>| {
            let WorkerScratch { near, lister } = exclusive(scratch);
            for block in (worker..all.blocks.len()).step_by(workers) {
                let pairs = lister.between([all.block(block), all]).iter();
                let pairs = pairs.filter(|&&[a, b]| a < b && groups.admits(a, b));
                near.extend(pairs.map(|&[a, b]| (a, b)));
            }
        };
        parallel::for_each_mut(&mut scratch[..workers], 1, compare);
    }

    fn gather_near(&mut self, groups: &impl Groups<Bounds = B>) {
        self.near.clear();
        for scratch in &mut self.scratch {
            self.near.extend_from_slice(&exclusive(scratch).near);
        }
        let all = 0..groups.boxes().len() as u32;
        let with_itself = all.filter(|&g| groups.admits(g, g) && groups.has_pairs(g));
        self.near.extend(with_itself.map(|group| (group, group)));
        // Until some are packed.
        self.sections = [0; SECTIONS + 1];
        self.sections[SECTIONS] = self.near.len();
    }

    /// Chooses a packing, and puts pairs in sections by the levels that their groups are packed in.
    fn pack(&mut self, groups: &impl Groups<Bounds = B>) {
        let GroupSearch { near, found, sections, .. } = self;
        let boxes = groups.boxes();
        let packing = Packing::of(boxes);
        let section = |(a, b): (u32, u32)| {
            let level = packing.level_of([a, b].map(|group| &boxes[group as usize]));
            level.map_or(UNPACKED, |level| 2 * level + usize::from(a == b))
        };
        std::mem::swap(near, found);
        *sections = [0; SECTIONS + 1];
        found.iter().for_each(|&pair| sections[section(pair) + 1] += 1);
        for at in 1..sections.len() {
            sections[at] += sections[at - 1];
        }
        let mut next = *sections;
        near.clear();
        near.resize(found.len(), (0, 0));
        for &pair in found.iter() {
            let next = &mut next[section(pair)];
            near[*next] = pair;
            *next += 1;
        }
        self.packing = packing;
    }

    /// Reserves what all searches need of up to so many groups of one side, with the blocks that they
    /// fill, the most members that one has, and so many workers; from then on no buffer grows, whatever
    /// is near what.
    pub fn reserve(
        &mut self,
        groups: usize,
        blocks: usize,
        largest: usize,
        workers: usize,
    ) -> Result<(), TryReserveError> {
        let capacity = NEAR_PER_GROUP * groups.div_ceil(workers);
        self.near_capacity = Some(capacity);
        self.grid.reserve(groups, workers)?;
        self.scratch.resize_with(workers, Mutex::default);
        for scratch in self.scratch.iter_mut().map(exclusive) {
            reserve(&mut scratch.near, capacity)?;
            scratch.lister.reserve(largest)?;
        }
        reserve(&mut self.cursors, workers)?;
        // All that workers list, and each group with itself.
        reserve(&mut self.near, capacity * workers + groups)?;
        reserve(&mut self.unpacked[0].starts, groups + 1)?;
        reserve(&mut self.unpacked[0].blocks, blocks)
    }

    /// Seconds that the last search spent on near groups and their blocks, before members were compared.
    pub fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }

    /// What the grid of the groups looked like, if there was one.
    pub fn report(&self) -> GridReport {
        if self.has_few { GridReport::default() } else { self.grid.report() }
    }

    /// Bytes of the buffers that are kept.
    pub fn bytes(&self) -> usize {
        let near: usize = self.scratch.iter().map(|own| locked(own).near.capacity()).sum();
        self.grid.bytes()
            + self.few.capacity() * size_of::<Block<LatticeBox>>()
            + (near + self.near.capacity() + self.found.capacity()) * size_of::<(u32, u32)>()
            + self.cursors.capacity() * size_of::<[Cursor; SECTIONS]>()
            + self.packed.iter().flatten().map(SideBlocks::bytes).sum::<usize>()
            + self.unpacked.iter().map(SideBlocks::bytes).sum::<usize>()
            + self.scratch.iter().map(|own| locked(own).lister.bytes()).sum::<usize>()
    }
}

/// Shows the pairs of two groups, or of one with itself, and of which group the first and the second
/// of each are.
#[inline(always)]
fn compare<B: Bounds, S: Stored<B>>(
    groups: &impl Groups<Bounds = B>,
    sides: &[SideBlocks<S>; 2],
    packing: Packing,
    lister: &mut PairLister,
    (a, b): (u32, u32),
    mut visit: impl FnMut([u32; 2], &[[u32; 2]]),
) {
    let members = |group: u32, side: usize| {
        let region = S::from_bounds(&groups.region(group), packing);
        sides[side].members(group, region, groups.len(group, side))
    };
    let mut show = |of: [u32; 2], pairs: &[[u32; 2]]| {
        if !pairs.is_empty() {
            visit(of, pairs);
        }
    };
    if groups.sides() == 2 {
        let mut across = |of: [u32; 2]| {
            show(of, lister.between([members(of[0], 0), members(of[1], 1)]));
        };
        across([a, b]);
        if a != b && required(Condition::BothSides) {
            across([b, a]);
        }
    } else if a == b {
        show([a, a], lister.within(members(a, 0)));
    } else {
        // The fewer members are looked up in the blocks of the others.
        let of = if groups.len(a, 0) <= groups.len(b, 0) { [a, b] } else { [b, a] };
        show(of, lister.between(of.map(|group| members(group, 0))));
    }
}

impl<S: LaneBounds> SideBlocks<S> {
    /// Marks the groups that are near another, or are compared with themselves; where none are, nothing is kept.
    fn mark_near(&mut self, groups: usize, near: &[(u32, u32)]) {
        self.starts.clear();
        if near.is_empty() {
            return;
        }
        self.starts.resize(groups + 1, 0);
        for &(a, b) in near {
            (self.starts[a as usize], self.starts[b as usize]) = (1, 1);
        }
    }

    fn mark_all(&mut self, groups: usize) {
        self.starts.clear();
        self.starts.resize(groups + 1, 1);
    }

    /// How many members the groups have that are marked.
    fn marked_members(&self, groups: &impl Groups, side: usize) -> usize {
        let marked = (0..groups.boxes().len() as u32).zip(&self.starts).filter(|own| *own.1 == 1);
        marked.map(|(group, _)| groups.len(group, side)).sum()
    }

    /// Makes blocks of the members of all groups that are marked.
    fn fill<G: Groups>(&mut self, groups: &G, side: usize, packing: Packing)
    where
        S: Stored<G::Bounds>,
    {
        let SideBlocks { starts, blocks } = self;
        if starts.is_empty() {
            return;
        }
        let mut end = 0;
        for (group, start) in (0..).zip(&mut starts[..groups.boxes().len()]) {
            let is_marked = std::mem::replace(start, end) == 1;
            end += if is_marked { block_count(groups.len(group, side)) as u32 } else { 0 };
        }
        *starts.last_mut().expect("one more than groups") = end;
        // Those of other searches are left to be written over.
        lengthen(blocks, end as usize, Block::EMPTY);
        fill(groups, [side, 0], &starts[..], &mut blocks[..end as usize], packing);
    }

    #[inline(always)]
    fn members(&self, group: u32, region: S, length: usize) -> Members<'_, S> {
        let group = group as usize;
        let own = &self.blocks[self.starts[group] as usize..self.starts[group + 1] as usize];
        Members::new(own, region, length)
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.blocks.capacity() * size_of::<Block<S>>()
    }
}

/// Fills the blocks of the groups on a side from the first on, given where each begins and the last ends.
fn fill<G: Groups, S: Stored<G::Bounds>>(
    groups: &G,
    [side, first]: [usize; 2],
    starts: &[u32],
    blocks: &mut [Block<S>],
    packing: Packing,
) {
    const FEW: usize = 512;
    let count = starts.len() - 1;
    if blocks.len() > FEW && count > 1 {
        let middle = count / 2;
        let (left, right) = blocks.split_at_mut((starts[middle] - starts[0]) as usize);
        parallel::join(
            || fill(groups, [side, first], &starts[..=middle], left, packing),
            || fill(groups, [side, first + middle], &starts[middle..], right, packing),
        );
        return;
    }
    for (group, ends) in (first as u32..).zip(starts.windows(2)) {
        let own = &mut blocks[(ends[0] - starts[0]) as usize..(ends[1] - starts[0]) as usize];
        if !own.is_empty() {
            let lowest = groups.boxes()[group as usize].min[0];
            let mut blocks = BlockWriter::new(own, groups.len(group, side), lowest, packing);
            groups.write(group, side, &mut blocks);
        }
    }
}
