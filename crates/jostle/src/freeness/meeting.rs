//! Groups of elements that are near each other, and what their elements count of each other.
//!
//! The grid finds groups whose boxes overlap. An element of the one that reaches into the other's box
//! is a guest there, and meets the others eight at a time: those whose boxes overlap its own either
//! share a vertex, or are out of reach as an axis proves, or are listed. Of these the gap is bounded,
//! again eight at a time, and only what remains unclear takes a distance with all its digits.

use super::block::{Block, Size, from_origin};
use super::elements::Elements;
use super::far::Guest;
use super::gap;
use super::lanes::LANES;
use super::machine::Machine;
use super::near::{Count, Nearness, Placed, by_distance, share};
use super::neighbourhoods::{MOST, Neighbourhoods};
use super::suspects::Suspects;
use super::tally::{Eight, Tally};
use crate::broad::{BroadPhase, Grid, LatticeBox};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

/// Elements of `N` corners in groups; without any where their number differs. An element's slot is
/// eight times the index of its block, and its lane.
pub struct Meetings<'e, E, const N: usize> {
    placed: Placed<'e, E>,
    /// Of the groups.
    boxes: Vec<LatticeBox>,
    /// Where the blocks of each group begin, and where the last ends.
    starts: Vec<u32>,
    blocks: Vec<Block<N>>,
    tally: Tally,
    workers: usize,
}

/// One worker's room.
#[derive(Default)]
struct Worker<const N: usize> {
    /// Blocks with elements that reach into the other group's box.
    hosts: Vec<Host>,
    /// Pairs that may be near.
    suspects: Suspects<N>,
    /// Those of which bounds do not tell.
    unclear: Vec<[u32; 2]>,
}

/// A block, and how many guests its elements have counted that share a vertex.
#[derive(Clone, Copy)]
struct Host {
    block: u32,
    counted: Eight,
}

// Guests are of one group.
const _: () = assert!(MOST < 256);

/// Pairs of near groups that a worker takes at a time.
const BATCH: usize = 16;

impl<'e, E: Elements, const N: usize> Meetings<'e, E, N> {
    pub fn new(placed: Placed<'e, E>, groups: &Neighbourhoods) -> Meetings<'e, E, N> {
        let mut starts = vec![0];
        let mut parts = Vec::new();
        for (group, ends) in groups.starts.windows(2).enumerate() {
            for begin in (ends[0]..ends[1]).step_by(LANES) {
                parts.push((group as u32, begin));
            }
            starts.push(parts.len() as u32);
        }
        let (mut blocks, mut block_boxes) = (Vec::new(), Vec::new());
        let fill = |&(group, begin): &(u32, u32)| {
            let [first, end] = [0, 1].map(|next| groups.starts[group as usize + next]);
            let members = begin as usize..end.min(begin + LANES as u32) as usize;
            Block::of(&placed, groups.order[first as usize], &groups.order[members])
        };
        parts.par_iter().map(fill).unzip_into_vecs(&mut blocks, &mut block_boxes);
        let union = |ends: &[u32]| {
            let own = block_boxes[ends[0] as usize..ends[1] as usize].iter();
            own.copied().reduce(|a, b| a.union(&b)).expect("not empty")
        };
        let boxes = starts.par_windows(2).with_min_len(256).map(union).collect();
        let workers = rayon::current_num_threads();
        let tally = Tally::new(blocks.len() * LANES, workers);
        Meetings { placed, boxes, starts, blocks, tally, workers }
    }

    /// Lets all groups meet that are near each other, and each itself.
    pub fn counts(self, machine: impl Machine) -> Vec<Count> {
        let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.workers];
        let mut grid = Grid::default();
        // Boxes of groups fill space, even round surfaces.
        grid.set_solid(true);
        grid.search(&self.boxes, &mut found, |found, a, b| found.push((a, b)));
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
                machine.run(Meet { machine, meetings: &self, worker: &mut worker, near });
                self.measure(&mut worker.unclear);
            }
        });
        self.counted()
    }

    fn counted(&self) -> Vec<Count> {
        let mut slots = Vec::new();
        slots.resize_with(self.placed.elements.len(), AtomicU32::default);
        self.blocks.par_iter().enumerate().for_each(|(at, block)| {
            for lane in 0..block.filled.count_ones() as usize {
                slots[block.elements[lane] as usize].store((at * LANES + lane) as u32, Relaxed);
            }
        });
        let count = |slot: AtomicU32| self.tally.count(slot.into_inner() as usize);
        slots.into_par_iter().map(count).collect()
    }

    /// Where the coordinates of a group's corners begin.
    #[inline(always)]
    fn origin(&self, group: u32) -> &[i32; 3] {
        &self.blocks[self.starts[group as usize] as usize].origin
    }

    #[inline(always)]
    fn blocks_of(&self, group: u32) -> std::ops::Range<u32> {
        self.starts[group as usize]..self.starts[group as usize + 1]
    }

    #[inline(always)]
    fn between<M: Machine>(&self, machine: M, a: u32, b: u32, worker: &mut Worker<N>) {
        let (box_a, box_b) = (&self.boxes[a as usize], &self.boxes[b as usize]);
        worker.hosts.clear();
        for block in self.blocks_of(b) {
            if self.blocks[block as usize].reaching(machine, box_a) != 0 {
                worker.hosts.push(Host { block, counted: Eight::default() });
            }
        }
        if worker.hosts.is_empty() {
            return;
        }
        let way = from_origin(self.origin(a), self.origin(b));
        for at in self.blocks_of(a) {
            let block = &self.blocks[at as usize];
            let mut guests = block.reaching(machine, box_b);
            while guests != 0 {
                let lane = guests.trailing_zeros();
                guests &= guests - 1;
                let slot = at * LANES as u32 + lane;
                let guest = Guest::of(block, lane as usize, slot, &way);
                self.visit(machine, &guest, &mut worker.hosts, u32::MAX, &mut worker.suspects);
            }
        }
        self.tally(&worker.hosts);
    }

    #[inline(always)]
    fn within<M: Machine>(&self, machine: M, group: u32, worker: &mut Worker<N>) {
        let blocks = self.blocks_of(group);
        worker.hosts.clear();
        for block in blocks.clone() {
            worker.hosts.push(Host { block, counted: Eight::default() });
        }
        for at in blocks.clone() {
            let block = &self.blocks[at as usize];
            let hosts = &mut worker.hosts[(at - blocks.start) as usize..];
            for lane in 0..block.filled.count_ones() {
                let slot = at * LANES as u32 + lane;
                let guest = Guest::of(block, lane as usize, slot, &[0.0; 3]);
                self.visit(machine, &guest, hosts, u32::MAX << lane << 1, &mut worker.suspects);
            }
        }
        self.tally(&worker.hosts);
    }

    /// Counts those of the hosts that share a vertex with the guest, or the guest with them, and lists
    /// those that may be near. Of the first host only some lanes are met.
    #[inline(always)]
    fn visit<M: Machine>(
        &self,
        machine: M,
        guest: &Guest<N>,
        hosts: &mut [Host],
        first: u32,
        suspects: &mut Suspects<N>,
    ) {
        let mut met = first;
        let mut larger = 0;
        for host in hosts {
            let block = &self.blocks[host.block as usize];
            let hits = block.reaching(machine, &guest.reach) & met;
            met = u32::MAX;
            if hits == 0 {
                continue;
            }
            let shared = block.sharing(machine, &guest.vertices) & hits;
            let smaller = block.smaller(machine, guest.size) & shared;
            larger += (shared & !smaller).count_ones();
            host.counted.add(smaller);
            let mut strangers = hits & !shared;
            if N > 0 && strangers != 0 {
                strangers &= !guest.is_far_from(machine, block);
            }
            while strangers != 0 {
                let lane = strangers.trailing_zeros() as usize;
                strangers &= strangers - 1;
                suspects.push(guest, block, host.block * LANES as u32, lane);
            }
        }
        self.tally.add(guest.slot, Nearness::Neighbour, larger);
    }

    #[inline(always)]
    fn tally(&self, hosts: &[Host]) {
        for host in hosts {
            self.tally.add_eight(host.block * LANES as u32, Nearness::Neighbour, host.counted);
        }
    }

    /// Counts the suspects whose bounds are clear, and lists the others.
    #[inline(always)]
    fn judge<M: Machine>(&self, machine: M, worker: &mut Worker<N>) {
        for at in 0..worker.suspects.octets.len() {
            let (pairs, mut open) = (&worker.suspects.octets[at], worker.suspects.filled(at));
            if N > 0 {
                let bounds = gap::bounds(machine, pairs);
                let quarter = bounds.within_quarter & open;
                let half = bounds.within_half & bounds.over_quarter & !quarter & open;
                open &= !(quarter | half | bounds.over_half);
                for (mut clear, nearness) in [(quarter, Nearness::Quarter), (half, Nearness::Half)]
                {
                    while clear != 0 {
                        let lane = clear.trailing_zeros() as usize;
                        clear &= clear - 1;
                        let (small, _) = self.by_size(pairs.slots(lane));
                        self.tally.add(small, nearness, 1);
                    }
                }
            }
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                worker.unclear.push(pairs.slots(lane));
            }
        }
        worker.suspects.clear();
    }

    /// Of the elements in two slots the smaller first.
    #[inline(always)]
    fn by_size(&self, [a, b]: [u32; 2]) -> (u32, u32) {
        // Without branches: which one it is is not to be foretold.
        if self.size(a) < self.size(b) { (a, b) } else { (b, a) }
    }

    #[inline(always)]
    fn size(&self, slot: u32) -> Size {
        self.blocks[slot as usize / LANES].size(slot as usize % LANES)
    }

    /// Counts pairs by their distance.
    fn measure(&self, pairs: &mut Vec<[u32; 2]>) {
        let elements = self.placed.elements;
        for pair in pairs.drain(..) {
            let (small, large) = self.by_size(pair);
            let [e, f] = [small, large].map(|slot| self.size(slot).element as usize);
            // What is known by boxes only may share a vertex yet.
            let nearness =
                if N == 0 && share(elements.vertices(e).as_ref(), elements.vertices(f).as_ref()) {
                    Nearness::Neighbour
                } else {
                    by_distance(elements.least_distance(e, f), self.placed.diameters[e])
                };
            if nearness != Nearness::Far {
                self.tally.add(small, nearness, 1);
            }
        }
    }
}

/// Some pairs of near groups.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs. As a type with a function, because a closure that could be called twice is not inlined into the
/// code that was compiled so.
struct Meet<'m, 'e, M, E, const N: usize> {
    machine: M,
    meetings: &'m Meetings<'e, E, N>,
    worker: &'m mut Worker<N>,
    near: &'m [(u32, u32)],
}

impl<M: Machine, E: Elements, const N: usize> pulp::NullaryFnOnce for Meet<'_, '_, M, E, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Meet { machine, meetings, worker, near } = self;
        for &(a, b) in near {
            if a == b {
                meetings.within(machine, a, worker);
            } else {
                meetings.between(machine, a, b, worker);
            }
        }
        meetings.judge(machine, worker);
    }
}
