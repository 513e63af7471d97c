//! Groups of elements that are near each other, and what their elements count of each other.
//!
//! The grid finds groups whose boxes overlap. An element of the one that reaches into the other's box
//! is a guest there, and meets the others eight at a time: those whose boxes overlap its own either
//! share a vertex, or are out of reach as an axis proves, or are listed. Of these the gap is bounded,
//! again eight at a time, and only what remains unclear takes a distance with all its digits.

use super::block::{Block, bits, from_origin, length};
use super::elements::Elements;
use super::far::Guest;
use super::gap::{self, Side};
use super::lanes::LANES;
use super::near::{Count, Nearness, Placed, by_distance, by_size, share};
use super::neighbourhoods::Neighbourhoods;
use super::tally::Tally;
use crate::broad::{BroadPhase, Grid, LatticeBox};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Elements of `N` corners in groups; without any where their number differs.
pub struct Meetings<'e, E, const N: usize> {
    placed: Placed<'e, E>,
    boxes: &'e [LatticeBox],
    /// Where the blocks of each group begin, and where the last ends.
    starts: Vec<u32>,
    blocks: Vec<Block<N>>,
    tally: Tally,
    workers: usize,
}

/// One worker's room.
#[derive(Default)]
struct Worker {
    /// Blocks with elements that reach into the other group's box.
    hosts: Vec<u32>,
    /// Pairs that may be near.
    suspects: Vec<[u32; 2]>,
}

/// Pairs of near groups that a worker takes at a time.
const BATCH: usize = 16;

impl<'e, E: Elements, const N: usize> Meetings<'e, E, N> {
    pub fn new(placed: Placed<'e, E>, groups: &'e Neighbourhoods) -> Meetings<'e, E, N> {
        let mut starts = vec![0];
        let mut end = 0;
        for ends in groups.starts.windows(2) {
            end += (ends[1] - ends[0]).div_ceil(LANES as u32);
            starts.push(end);
        }
        let mut blocks = vec![Block::EMPTY; end as usize];
        fill(&placed, groups, 0, &starts, &mut blocks);
        let workers = rayon::current_num_threads();
        let tally = Tally::new(placed.elements.len(), workers);
        Meetings { placed, boxes: &groups.boxes, starts, blocks, tally, workers }
    }

    /// Lets all groups meet that are near each other, and each itself.
    pub fn counts(self) -> Vec<Count> {
        let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.workers];
        let mut grid = Grid::default();
        // Boxes of groups fill space, even round surfaces.
        grid.set_solid(true);
        grid.search(self.boxes, &mut found, |found, a, b| found.push((a, b)));
        let mut near = found.concat();
        near.extend((0..self.boxes.len() as u32).map(|group| (group, group)));
        let next = AtomicUsize::new(0);
        (0..self.workers).into_par_iter().with_max_len(1).for_each(|_| {
            let mut worker = Worker::default();
            loop {
                let begin = next.fetch_add(BATCH, Relaxed);
                if begin >= near.len() {
                    break;
                }
                let near = &near[begin..near.len().min(begin + BATCH)];
                pulp::Arch::new().dispatch(Meet { meetings: &self, worker: &mut worker, near });
                self.unclear(&worker.suspects);
            }
        });
        self.tally.counts()
    }

    fn of(&self, group: u32) -> &[Block<N>] {
        let group = group as usize;
        &self.blocks[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    #[inline(always)]
    fn between(&self, a: u32, b: u32, worker: &mut Worker) {
        let (of_a, of_b) = (self.of(a), self.of(b));
        let (box_a, box_b) = (&self.boxes[a as usize], &self.boxes[b as usize]);
        worker.hosts.clear();
        for (at, block) in of_b.iter().enumerate() {
            if block.reaching(box_a) != [0; LANES] {
                worker.hosts.push(at as u32);
            }
        }
        if worker.hosts.is_empty() {
            return;
        }
        let way = from_origin(&box_a.min, &box_b.min);
        for block in of_a {
            let mut guests = bits(&block.reaching(box_b));
            while guests != 0 {
                let lane = guests.trailing_zeros() as usize;
                let guest = Guest::of(block, lane, &way);
                guests &= guests - 1;
                for &at in &worker.hosts {
                    self.meet(&guest, &of_b[at as usize], u32::MAX, &mut worker.suspects);
                }
            }
        }
    }

    #[inline(always)]
    fn within(&self, group: u32, worker: &mut Worker) {
        let (blocks, own) = (self.of(group), &self.boxes[group as usize]);
        for at in 0..blocks.len() {
            let mut guests = bits(&blocks[at].reaching(own));
            while guests != 0 {
                let lane = guests.trailing_zeros();
                guests &= guests - 1;
                let guest = Guest::of(&blocks[at], lane as usize, &[0.0; 3]);
                self.meet(&guest, &blocks[at], u32::MAX << lane << 1, &mut worker.suspects);
                for block in &blocks[at + 1..] {
                    self.meet(&guest, block, u32::MAX, &mut worker.suspects);
                }
            }
        }
    }

    /// Counts those of the block, as far as they are to be met, that share a vertex with the guest, and
    /// lists those that may be near.
    #[inline(always)]
    fn meet(&self, guest: &Guest<N>, block: &Block<N>, met: u32, suspects: &mut Vec<[u32; 2]>) {
        let hits = block.reaching(&guest.reach);
        if hits == [0; LANES] {
            return;
        }
        let hits = bits(&hits) & met;
        let shared = bits(&guest.shares(block)) & hits;
        let mut neighbours = shared;
        while neighbours != 0 {
            let other = block.elements[neighbours.trailing_zeros() as usize];
            neighbours &= neighbours - 1;
            let (small, _) = by_size(self.placed.diameters, guest.element, other);
            self.tally.add(small, Nearness::Neighbour);
        }
        let mut strangers = hits & !shared;
        if N > 0 && strangers != 0 {
            strangers &= !guest.is_far_from(block);
        }
        while strangers != 0 {
            suspects.push([guest.element, block.elements[strangers.trailing_zeros() as usize]]);
            strangers &= strangers - 1;
        }
    }

    /// Counts the suspects whose bounds are clear, and keeps the others.
    #[inline(always)]
    fn clear(&self, suspects: &mut Vec<[u32; 2]>) {
        let mut kept = 0;
        for begin in (0..suspects.len()).step_by(LANES) {
            let end = suspects.len().min(begin + LANES);
            let pairs = &suspects[begin..end];
            let bounds = gap::bounds(&self.side(pairs, 0), &self.side(pairs, 1));
            let quarter = bounds.within_quarter;
            let half = bounds.within_half & bounds.over_quarter & !quarter;
            for at in begin..end {
                let (pair, bit) = (suspects[at], 1 << (at - begin));
                let small = by_size(self.placed.diameters, pair[0], pair[1]).0;
                if quarter & bit != 0 {
                    self.tally.add(small, Nearness::Quarter);
                } else if half & bit != 0 {
                    self.tally.add(small, Nearness::Half);
                } else if bounds.over_half & bit == 0 {
                    suspects[kept] = pair;
                    kept += 1;
                }
            }
        }
        suspects.truncate(kept);
    }

    /// The first or the second elements of up to eight pairs; fewer are filled up with the last.
    #[inline(always)]
    fn side(&self, pairs: &[[u32; 2]], side: usize) -> Side<N> {
        let placed = &self.placed;
        let mut own = Side { corners: [[[0.0; LANES]; 3]; N], diameters: [0.0; LANES] };
        for lane in 0..LANES {
            let pair = pairs[lane.min(pairs.len() - 1)];
            let element = pair[side] as usize;
            let diameter = placed.lattice.units(placed.diameters[element]);
            own.diameters[lane] = length(diameter);
            let first = placed.elements.vertices(pair[0] as usize).as_ref()[0];
            let origin = &placed.points[first as usize];
            let vertices = placed.elements.vertices(element);
            for n in 0..N {
                let vertex = vertices.as_ref()[n] as usize;
                let corner = from_origin(&placed.points[vertex], origin);
                for x in 0..3 {
                    own.corners[n][x][lane] = corner[x];
                }
            }
        }
        own
    }

    /// Counts pairs by their distance.
    fn unclear(&self, pairs: &[[u32; 2]]) {
        let Placed { elements, diameters, .. } = self.placed;
        for &[a, b] in pairs {
            let (small, large) = by_size(diameters, a, b);
            let (e, f) = (small as usize, large as usize);
            // What is known by boxes only may share a vertex yet.
            let nearness =
                if N == 0 && share(elements.vertices(e).as_ref(), elements.vertices(f).as_ref()) {
                    Nearness::Neighbour
                } else {
                    by_distance(elements.least_distance(e, f), diameters[e])
                };
            if nearness != Nearness::Far {
                self.tally.add(small, nearness);
            }
        }
    }
}

/// Fills the blocks of the groups from the first on, given where each begins and the last ends.
fn fill<E: Elements, const N: usize>(
    placed: &Placed<E>,
    groups: &Neighbourhoods,
    first: usize,
    starts: &[u32],
    blocks: &mut [Block<N>],
) {
    const FEW: usize = 512;
    let count = starts.len() - 1;
    if blocks.len() > FEW && count > 1 {
        let middle = count / 2;
        let (left, right) = blocks.split_at_mut((starts[middle] - starts[0]) as usize);
        rayon::join(
            || fill(placed, groups, first, &starts[..=middle], left),
            || fill(placed, groups, first + middle, &starts[middle..], right),
        );
        return;
    }
    for (group, start) in (first..first + count).zip(starts) {
        let begin = (start - starts[0]) as usize;
        let members = groups.starts[group] as usize..groups.starts[group + 1] as usize;
        for (at, &element) in groups.order[members].iter().enumerate() {
            let e = element as usize;
            let diameter = length(placed.lattice.units(placed.diameters[e]));
            let vertices = placed.elements.vertices(e);
            let block = &mut blocks[begin + at / LANES];
            let reach = &placed.boxes[e];
            let (vertices, points) = (vertices.as_ref(), placed.points);
            let origin = &groups.boxes[group].min;
            block.set(at % LANES, element, reach, diameter, vertices, points, origin);
        }
    }
}

/// Some pairs of near groups.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs: on x86-64 AVX2 where there is, else SSE2. As a type with a function, because a closure that
/// could be called twice is not inlined into the code that was compiled so.
struct Meet<'m, 'e, E, const N: usize> {
    meetings: &'m Meetings<'e, E, N>,
    worker: &'m mut Worker,
    near: &'m [(u32, u32)],
}

impl<E: Elements, const N: usize> pulp::NullaryFnOnce for Meet<'_, '_, E, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Meet { meetings, worker, near } = self;
        worker.suspects.clear();
        for &(a, b) in near {
            if a == b {
                meetings.within(a, worker);
            } else {
                meetings.between(a, b, worker);
            }
        }
        if N > 0 {
            meetings.clear(&mut worker.suspects);
        }
    }
}
