//! Groups of elements: the grid finds groups that are near each other, and their elements are
//! compared eight at a time.
//!
//! Elements that hang together share most of their neighbours, so the search is done once for all
//! of a group, with its box. Groups that are near list those of their elements that reach into the
//! other's box, and these meet. An element is in one group, so each pair is met once. Groups with
//! the same label have nothing to look for in each other.

use super::block::{Block, LANES, compact};
use super::{BroadPhase, Grid, GridReport, LatticeBox, reserve};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The groups of a search.
pub trait Groups: Sync {
    /// Their boxes.
    fn boxes(&self) -> &[LatticeBox];

    /// Whether elements of two groups, or of one and the same, can be pairs that are looked for.
    fn may_meet(&self, a: u32, b: u32) -> bool;

    /// Whether the group has more than one element, so that it may meet itself.
    fn len(&self, group: u32) -> usize;

    /// Shows the elements of a group and their boxes.
    fn for_each(&self, group: u32, visit: impl FnMut(u32, LatticeBox));
}

/// Finds pairs of elements of groups; keeps its buffers.
#[derive(Debug, Default)]
pub struct GroupSearch {
    grid: Grid,
    desks: Vec<Desk>,
    /// Pairs of near groups.
    near: Vec<(u32, u32)>,
    /// How many of them a desk holds, if that is fixed.
    room: Option<usize>,
    /// Where the blocks of each group begin; groups that are near nothing have none.
    starts: Vec<u32>,
    blocks: Vec<Block>,
    populating: Duration,
}

/// What one worker works with.
#[derive(Debug, Default)]
struct Desk {
    /// Pairs of near groups that it found.
    found: Vec<(u32, u32)>,
    meeting: Meeting,
}

/// Pairs of near groups that a worker takes at a time.
const BATCH: usize = 16;
/// Pairs of near groups that a desk of fixed size holds, for each group. Groups of a surface are near
/// six others or so, and twice that where two surfaces cross.
const ROOM_PER_GROUP: usize = 16;

impl GroupSearch {
    /// Shows all pairs of elements with overlapping boxes, of groups that may meet, to one of the
    /// workers, once, a list at a time. Pairs with the same first element follow each other.
    pub fn search<W: Send>(
        &mut self,
        groups: &impl Groups,
        workers: &mut [W],
        visit: impl Fn(&mut W, (u32, u32), &[[u32; 2]]) + Sync,
    ) {
        let start = Instant::now();
        self.desks.resize_with(workers.len(), Desk::default);
        self.desks.iter_mut().for_each(|desk| desk.found.clear());
        match self.room {
            None => self.find_near(groups),
            Some(room) => self.find_near_within(room, groups, workers, &visit),
        }
        self.populating = start.elapsed();
        let GroupSearch { near, starts, blocks, desks, .. } = self;
        let next = AtomicUsize::new(0);
        workers.par_iter_mut().zip(desks).for_each(|(worker, Desk { meeting, .. })| {
            loop {
                let begin = next.fetch_add(BATCH, Relaxed);
                if begin >= near.len() {
                    break;
                }
                for &(a, b) in &near[begin..near.len().min(begin + BATCH)] {
                    let pairs = meeting.of(groups, starts, blocks, [a, b]);
                    if !pairs.is_empty() {
                        visit(worker, (a, b), pairs);
                    }
                }
            }
        });
    }

    /// Lists all pairs of near groups, and makes blocks of their elements.
    fn find_near(&mut self, groups: &impl Groups) {
        // Boxes of groups fill space, even round surfaces.
        self.grid.set_solid(true);
        self.grid.search(groups.boxes(), &mut self.desks, |desk, a, b| {
            if groups.may_meet(a, b) {
                desk.found.push((a, b));
            }
        });
        self.list_near(groups);
        self.mark_near(groups.boxes().len());
        self.fill_blocks(groups);
    }

    /// Makes blocks of all elements and lists the pairs of near groups that there is room for; the
    /// others are looked at where they are found.
    fn find_near_within<W: Send>(
        &mut self,
        room: usize,
        groups: &impl Groups,
        workers: &mut [W],
        visit: &(impl Fn(&mut W, (u32, u32), &[[u32; 2]]) + Sync),
    ) {
        self.starts.clear();
        self.starts.resize(groups.boxes().len() + 1, 1);
        self.fill_blocks(groups);
        self.grid.set_solid(true);
        let GroupSearch { grid, desks, starts, blocks, .. } = self;
        grid.search_beside(groups.boxes(), workers, desks, |worker, desk, a, b| {
            if !groups.may_meet(a, b) {
            } else if desk.found.len() < room {
                desk.found.push((a, b));
            } else {
                let pairs = desk.meeting.of(groups, starts, blocks, [a, b]);
                if !pairs.is_empty() {
                    visit(worker, (a, b), pairs);
                }
            }
        });
        self.list_near(groups);
    }

    fn list_near(&mut self, groups: &impl Groups) {
        let boxes = groups.boxes();
        self.near.clear();
        for desk in &self.desks {
            self.near.extend_from_slice(&desk.found);
        }
        let own = (0..boxes.len() as u32).filter(|&g| groups.len(g) > 1 && groups.may_meet(g, g));
        self.near.extend(own.map(|group| (group, group)));
    }

    /// Marks the groups that are near another, or meet themselves.
    fn mark_near(&mut self, groups: usize) {
        self.starts.clear();
        self.starts.resize(groups + 1, 0);
        for &(a, b) in &self.near {
            (self.starts[a as usize], self.starts[b as usize]) = (1, 1);
        }
    }

    /// Makes blocks of the elements of all groups that are marked.
    fn fill_blocks(&mut self, groups: &impl Groups) {
        let GroupSearch { starts, blocks, .. } = self;
        let mut end = 0;
        for (group, start) in (0..).zip(&mut starts[..groups.boxes().len()]) {
            let is_near = std::mem::replace(start, end) == 1;
            end += if is_near { groups.len(group).div_ceil(LANES) as u32 } else { 0 };
        }
        *starts.last_mut().expect("one more than groups") = end;
        blocks.resize(end as usize, Block::EMPTY);
        fill(groups, 0, &starts[..], blocks);
    }

    /// Makes room for all searches of up to so many groups, with the blocks that they fill, the most
    /// elements that one has, and so many workers, and makes do with it: whatever is near what, the
    /// buffers grow no more.
    pub(crate) fn reserve(
        &mut self,
        groups: usize,
        blocks: usize,
        largest: usize,
        workers: usize,
    ) -> Result<(), TryReserveError> {
        let room = ROOM_PER_GROUP * groups.div_ceil(workers);
        self.room = Some(room);
        self.grid.reserve(groups, workers)?;
        self.desks.resize_with(workers, Desk::default);
        for desk in &mut self.desks {
            reserve(&mut desk.found, room)?;
            desk.meeting.reserve(largest)?;
        }
        // All that desks hold, and each group with itself.
        reserve(&mut self.near, room * workers + groups)?;
        reserve(&mut self.starts, groups + 1)?;
        reserve(&mut self.blocks, blocks)
    }

    /// Seconds that the last search spent on near groups and their blocks, before elements met.
    pub fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }

    /// What the grid of the groups looked like.
    pub fn report(&self) -> GridReport {
        self.grid.report()
    }

    /// Bytes of the buffers that are kept.
    pub fn bytes(&self) -> usize {
        let found: usize = self.desks.iter().map(|desk| desk.found.capacity()).sum();
        self.grid.bytes()
            + (found + self.near.capacity()) * size_of::<(u32, u32)>()
            + self.starts.capacity() * size_of::<u32>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.desks.iter().map(|desk| desk.meeting.bytes()).sum::<usize>()
    }
}

/// Fills the blocks of the groups from the first on, given where each begins and the last ends.
fn fill(groups: &impl Groups, first: u32, starts: &[u32], blocks: &mut [Block]) {
    const FEW: usize = 512;
    let count = starts.len() - 1;
    if blocks.len() > FEW && count > 1 {
        let middle = count / 2;
        let (left, right) = blocks.split_at_mut((starts[middle] - starts[0]) as usize);
        rayon::join(
            || fill(groups, first, &starts[..=middle], left),
            || fill(groups, first + middle as u32, &starts[middle..], right),
        );
        return;
    }
    for (group, ends) in (first..).zip(starts.windows(2)) {
        let own = &mut blocks[(ends[0] - starts[0]) as usize..(ends[1] - starts[0]) as usize];
        if !own.is_empty() {
            let mut at = 0;
            groups.for_each(group, |element, b| {
                own[at / LANES].set(at % LANES, element, &b);
                at += 1;
            });
        }
    }
}

/// One worker's room for two groups.
#[derive(Debug, Default)]
struct Meeting {
    /// The elements of the first group that reach into the second's box.
    guests: Vec<(u32, LatticeBox)>,
    /// Those of the second that reach into the first's, as blocks.
    hosts: Vec<Block>,
    listed: Vec<u32>,
    partners: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    count: usize,
}

impl Meeting {
    /// The pairs of two groups, or of one with itself.
    fn of(
        &mut self,
        groups: &impl Groups,
        starts: &[u32],
        blocks: &[Block],
        [a, b]: [u32; 2],
    ) -> &[[u32; 2]] {
        let of = |group: u32| {
            let group = group as usize;
            &blocks[starts[group] as usize..starts[group + 1] as usize]
        };
        let lengths = [a, b].map(|group| groups.len(group));
        if a == b {
            self.within(of(a), lengths[0]);
        } else {
            let boxes = [a, b].map(|group| &groups.boxes()[group as usize]);
            self.between([of(a), of(b)], lengths, boxes);
        }
        &self.pairs[..self.count]
    }

    /// Makes room for groups of so many elements.
    fn reserve(&mut self, largest: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.guests, largest)?;
        reserve(&mut self.hosts, largest.div_ceil(LANES))?;
        reserve(&mut self.listed, largest + LANES)?;
        reserve(&mut self.partners, largest + LANES)?;
        reserve(&mut self.pairs, (largest * largest).next_power_of_two())
    }

    /// Lists the pairs between two groups.
    fn between(&mut self, groups: [&[Block]; 2], lengths: [usize; 2], boxes: [&LatticeBox; 2]) {
        pulp::Arch::new().dispatch(Between { meeting: self, groups, lengths, boxes });
    }

    /// Lists the pairs within a group.
    fn within(&mut self, blocks: &[Block], length: usize) {
        pulp::Arch::new().dispatch(Within { meeting: self, blocks, length });
    }

    #[inline(always)]
    fn invite(&mut self, blocks: &[Block], length: usize, region: &LatticeBox) {
        self.guests.clear();
        let reaching = reaching(blocks, length, region, &mut self.listed);
        for &at in &self.listed[..reaching] {
            let (block, lane) = (&blocks[at as usize / LANES], at as usize % LANES);
            self.guests.push((block.elements[lane], block.get(lane)));
        }
    }

    #[inline(always)]
    fn receive(&mut self, blocks: &[Block], length: usize, region: &LatticeBox) {
        let reaching = reaching(blocks, length, region, &mut self.listed);
        self.hosts.clear();
        self.hosts.resize(reaching.div_ceil(LANES), Block::EMPTY);
        for (n, &at) in self.listed[..reaching].iter().enumerate() {
            let (block, lane) = (&blocks[at as usize / LANES], at as usize % LANES);
            self.hosts[n / LANES].set(n % LANES, block.elements[lane], &block.get(lane));
        }
        self.listed.truncate(reaching);
    }

    #[inline(always)]
    fn meet(&mut self) {
        let (guests, hosts) = (std::mem::take(&mut self.guests), std::mem::take(&mut self.hosts));
        let length = self.listed.len();
        for (element, own) in &guests {
            self.list(*element, own, &hosts, 0, length);
        }
        (self.guests, self.hosts) = (guests, hosts);
    }

    /// Lists the pairs of an element with those of the blocks from the first to the last.
    #[inline(always)]
    fn list(
        &mut self,
        element: u32,
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
            *pair = [element, partner];
        }
        self.count += found;
    }

    fn bytes(&self) -> usize {
        self.guests.capacity() * size_of::<(u32, LatticeBox)>()
            + self.hosts.capacity() * size_of::<Block>()
            + (self.listed.capacity() + self.partners.capacity()) * size_of::<u32>()
            + self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}

/// The pairs between two groups.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs: on x86-64 AVX2 where there is, else SSE2. As a type with a function, because a closure that
/// could be called twice is not inlined into the code that was compiled so.
struct Between<'m> {
    meeting: &'m mut Meeting,
    groups: [&'m [Block]; 2],
    lengths: [usize; 2],
    boxes: [&'m LatticeBox; 2],
}

impl pulp::NullaryFnOnce for Between<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Between { meeting, groups, lengths, boxes } = self;
        let (a, b) = if lengths[0] <= lengths[1] { (0, 1) } else { (1, 0) };
        meeting.count = 0;
        meeting.invite(groups[a], lengths[a], boxes[b]);
        if !meeting.guests.is_empty() {
            meeting.receive(groups[b], lengths[b], boxes[a]);
            meeting.meet();
        }
    }
}

/// The pairs within a group; compiled as [`Between`].
struct Within<'m> {
    meeting: &'m mut Meeting,
    blocks: &'m [Block],
    length: usize,
}

impl pulp::NullaryFnOnce for Within<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Within { meeting, blocks, length } = self;
        meeting.count = 0;
        for i in 0..length {
            let own = blocks[i / LANES].get(i % LANES);
            let element = blocks[i / LANES].elements[i % LANES];
            meeting.list(element, &own, blocks, i + 1, length);
        }
    }
}

/// Lists the places of elements whose boxes overlap the region, and tells how many they are.
#[inline(always)]
fn reaching(blocks: &[Block], length: usize, region: &LatticeBox, listed: &mut Vec<u32>) -> usize {
    if listed.len() < length + LANES {
        listed.resize(length + LANES, 0);
    }
    let mut found = 0;
    for (b, block) in blocks.iter().enumerate() {
        let mut hits = block.overlaps(region);
        mask(&mut hits, b, 0, length);
        if hits != [0; LANES] {
            let places = std::array::from_fn(|lane| (b * LANES + lane) as u32);
            found += compact(&places, &hits, &mut listed[found..]);
        }
    }
    found
}

/// Leaves out what lies before the first or after the last element. On all lanes, because filling a
/// part of them is slower.
#[inline(always)]
fn mask(hits: &mut [u32; LANES], block: usize, first: usize, length: usize) {
    let begin = (block * LANES) as i32;
    let (first, length) = (first as i32 - begin, length as i32 - begin);
    if first <= 0 && length >= LANES as i32 {
        return;
    }
    for lane in 0..LANES {
        hits[lane] &= ((lane as i32 >= first) & ((lane as i32) < length)) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug)]
    struct Listed {
        boxes: Vec<LatticeBox>,
        members: Vec<Vec<u32>>,
        labels: Vec<u32>,
        element_boxes: Vec<LatticeBox>,
    }

    impl Groups for Listed {
        fn boxes(&self) -> &[LatticeBox] {
            &self.boxes
        }

        fn may_meet(&self, a: u32, b: u32) -> bool {
            self.labels[a as usize] != self.labels[b as usize] || self.labels[a as usize] == 0
        }

        fn len(&self, group: u32) -> usize {
            self.members[group as usize].len()
        }

        fn for_each(&self, group: u32, mut visit: impl FnMut(u32, LatticeBox)) {
            for &e in &self.members[group as usize] {
                visit(e, self.element_boxes[e as usize]);
            }
        }
    }

    fn element_box() -> impl Strategy<Value = LatticeBox> {
        let axis = (prop_oneof![-40i32..40, Just(i32::MIN), Just(i32::MAX - 9)], 0i32..9);
        prop::array::uniform3(axis).prop_map(|axes| LatticeBox {
            min: axes.map(|axis| axis.0),
            max: axes.map(|axis| axis.0 + axis.1),
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn each_pair_of_groups_that_may_meet_is_found_once(
            elements in prop::collection::vec((element_box(), 0usize..12), 1..200),
            labels in prop::collection::vec(0u32..4, 12),
            workers in 1usize..4,
        ) {
            let mut members = vec![Vec::new(); 12];
            for (e, (_, group)) in (0..).zip(&elements) {
                members[*group].push(e);
            }
            let kept = |g: &usize| !members[*g].is_empty();
            let labels = (0..12).filter(kept).map(|g| labels[g]).collect();
            let element_boxes: Vec<LatticeBox> = elements.iter().map(|(b, _)| *b).collect();
            members.retain(|members| !members.is_empty());
            let around = |members: &Vec<u32>| {
                let boxes = members.iter().map(|&e| element_boxes[e as usize]);
                boxes.reduce(|a, b| a.union(&b)).unwrap()
            };
            let boxes = members.iter().map(around).collect();
            let groups = Listed { boxes, members, labels, element_boxes };
            let mut workers = vec![Vec::new(); workers];
            let mut search = GroupSearch::default();
            for room in [None, None, Some(0), Some(3)] {
                // What does not fit on a desk is looked at where it is found.
                search.room = room;
                workers.iter_mut().for_each(Vec::clear);
                search.search(&groups, &mut workers, |found, _, pairs| {
                    found.extend(pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
                });
                let mut found = workers.concat();
                found.sort_unstable();
                let group_of = |e: usize| {
                    groups.members.iter().position(|own| own.contains(&(e as u32))).unwrap() as u32
                };
                let mut expected = Vec::new();
                for a in 0..elements.len() {
                    for b in a + 1..elements.len() {
                        let overlap = groups.element_boxes[a].overlaps(&groups.element_boxes[b]);
                        if overlap && groups.may_meet(group_of(a), group_of(b)) {
                            expected.push([a as u32, b as u32]);
                        }
                    }
                }
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
