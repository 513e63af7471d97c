//! Groups of elements that come together, and what their elements count of each other.
//!
//! An element of one group that reaches into the box of another is a guest there, and meets its elements
//! eight at a time: those whose boxes overlap its own either share a vertex, or are out of reach as an
//! axis proves, or are listed. Of these the gap is bounded, again eight at a time, and only what remains
//! unclear takes a distance with all its digits.

use super::block::{Block, Size, from_origin};
use super::count::{Nearness, by_distance, share};
use super::far::Guest;
use super::gap;
use super::machine::Machine;
use super::neighbourhoods::{MOST, Neighbourhoods};
use super::placed::Placed;
use super::suspects::Suspects;
use super::tally::{Eight, Sums, Tally};
use crate::broad::LANES;
use crate::freeness::elements::Elements;
use std::ops::Range;

/// One worker's room. A group comes in when it is first asked for, and all leave at the end. An element's
/// slot is eight times the index of its block, and its lane.
pub struct Party<'e, E, const N: usize> {
    placed: &'e Placed<'e, E>,
    groups: &'e Neighbourhoods,
    /// One more than where the blocks of each group begin; 0 of those who are not here.
    places: Vec<u32>,
    here: Vec<u32>,
    blocks: Vec<Block<N>>,
    /// What the elements of each block have counted.
    sums: Vec<Sums>,
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

/// Blocks that are let in at most, but for the last group: needles side by side are near all others. In
/// tests so few that it happens.
const CROWD: usize = if cfg!(test) { 16 } else { 8192 };

impl<'e, E: Elements, const N: usize> Party<'e, E, N> {
    pub fn new(placed: &'e Placed<'e, E>, groups: &'e Neighbourhoods) -> Party<'e, E, N> {
        Party {
            placed,
            groups,
            places: vec![0; groups.len()],
            here: Vec::new(),
            blocks: Vec::new(),
            sums: Vec::new(),
            hosts: Vec::new(),
            suspects: Suspects::default(),
            unclear: Vec::new(),
        }
    }

    /// The blocks of a group.
    #[inline(always)]
    fn blocks_of(&mut self, group: u32) -> Range<u32> {
        let count = self.groups.members(group).len().div_ceil(LANES) as u32;
        if self.places[group as usize] == 0 {
            self.let_in(group);
        }
        let begin = self.places[group as usize] - 1;
        begin..begin + count
    }

    #[inline(never)]
    fn let_in(&mut self, group: u32) {
        self.places[group as usize] = self.blocks.len() as u32 + 1;
        self.here.push(group);
        let members = self.groups.members(group);
        for part in members.chunks(LANES) {
            self.blocks.push(Block::of(self.placed, members[0], part));
            self.sums.push(Sums::default());
        }
    }

    /// Whether it is time to end.
    pub fn is_crowded(&self) -> bool {
        self.blocks.len() > CROWD
    }

    /// Counts what is left, adds up what all have counted, and lets them go.
    pub fn end(&mut self, tally: &Tally) {
        self.measure();
        for (block, sums) in self.blocks.iter().zip(&self.sums) {
            for lane in 0..block.filled.count_ones() as usize {
                tally.add(block.size(lane).element(), sums.of(lane));
            }
        }
        for group in self.here.drain(..) {
            self.places[group as usize] = 0;
        }
        self.blocks.clear();
        self.sums.clear();
    }

    /// Lets two groups meet.
    #[inline(always)]
    pub fn between<M: Machine>(&mut self, machine: M, a: u32, b: u32) {
        let boxes = &self.groups.boxes;
        let (box_a, box_b) = (&boxes[a as usize], &boxes[b as usize]);
        let (blocks_a, blocks_b) = (self.blocks_of(a), self.blocks_of(b));
        self.hosts.clear();
        for block in blocks_b.clone() {
            if self.blocks[block as usize].reaching(machine, box_a) != 0 {
                self.hosts.push(Host { block, counted: Eight::default() });
            }
        }
        if self.hosts.is_empty() {
            return;
        }
        let origin_a = &self.blocks[blocks_a.start as usize].origin;
        let way = from_origin(origin_a, &self.blocks[blocks_b.start as usize].origin);
        for at in blocks_a {
            let mut guests = self.blocks[at as usize].reaching(machine, box_b);
            while guests != 0 {
                let lane = guests.trailing_zeros();
                guests &= guests - 1;
                self.visit(machine, (at, lane), &way, (0, u32::MAX));
            }
        }
        self.add_hosts();
    }

    /// Lets the elements of a group meet.
    #[inline(always)]
    pub fn within<M: Machine>(&mut self, machine: M, group: u32) {
        let blocks = self.blocks_of(group);
        self.hosts.clear();
        for block in blocks.clone() {
            self.hosts.push(Host { block, counted: Eight::default() });
        }
        for at in blocks.clone() {
            let own = (at - blocks.start) as usize;
            for lane in 0..self.blocks[at as usize].filled.count_ones() {
                self.visit(machine, (at, lane), &[0.0; 3], (own, u32::MAX << lane << 1));
            }
        }
        self.add_hosts();
    }

    /// Lets a guest, given its block and lane and the way from the hosts' origin to its own, meet the hosts
    /// from one on, of which it meets only some lanes. Counts those that share a vertex with it, or it with
    /// them, and lists those that may be near.
    #[inline(always)]
    fn visit<M: Machine>(
        &mut self,
        machine: M,
        (at, lane): (u32, u32),
        way: &[f32; 3],
        (first, mut met): (usize, u32),
    ) {
        let slot = at * LANES as u32 + lane;
        let guest = Guest::of(&self.blocks[at as usize], lane as usize, slot, way);
        let mut larger = 0;
        for host in &mut self.hosts[first..] {
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
            let strangers = hits & !shared;
            if strangers == 0 {
                continue;
            }
            let sure = block.sure & guest.sure;
            if strangers & !sure != 0 {
                note(&mut self.unclear, guest.slot, host.block, strangers & !sure);
            }
            if N == 0 {
                continue;
            }
            let mut strangers = strangers & sure & !guest.is_far_from(machine, block);
            while strangers != 0 {
                let lane = strangers.trailing_zeros() as usize;
                strangers &= strangers - 1;
                self.suspects.push(&guest, block, host.block * LANES as u32, lane);
            }
        }
        self.sums[at as usize].add(lane as usize, Nearness::Neighbour, larger);
    }

    #[inline(always)]
    fn add_hosts(&mut self) {
        for host in &self.hosts {
            self.sums[host.block as usize].add_eight(Nearness::Neighbour, host.counted);
        }
    }

    /// Counts the suspects whose bounds are clear, and lists the others.
    #[inline(always)]
    pub fn judge<M: Machine>(&mut self, machine: M) {
        if N == 0 {
            return; // All are unclear.
        }
        for at in 0..self.suspects.octets.len() {
            let (pairs, mut open) = (&self.suspects.octets[at], self.suspects.filled(at));
            let bounds = gap::bounds(machine, pairs);
            let quarter = bounds.within_quarter & open;
            let half = bounds.within_half & bounds.over_quarter & !quarter & open;
            open &= !(quarter | half | bounds.over_half);
            let mut near = quarter | half;
            while near != 0 {
                let lane = near.trailing_zeros() as usize;
                near &= near - 1;
                let nearness =
                    if quarter >> lane & 1 != 0 { Nearness::Quarter } else { Nearness::Half };
                let (small, _) = by_size(&self.blocks, pairs.slots(lane));
                let (block, lane) = (small as usize / LANES, small as usize % LANES);
                self.sums[block].add(lane, nearness, 1);
            }
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                self.unclear.push(pairs.slots(lane));
            }
        }
        self.suspects.clear();
    }

    /// Counts pairs by their distance.
    fn measure(&mut self) {
        let elements = self.placed.elements;
        for pair in self.unclear.drain(..) {
            let (small, large) = by_size(&self.blocks, pair);
            let [e, f] = [small, large].map(|slot| size(&self.blocks, slot).element() as usize);
            // What is known by boxes only may share a vertex yet.
            let nearness =
                if N == 0 && share(elements.vertices(e).as_ref(), elements.vertices(f).as_ref()) {
                    Nearness::Neighbour
                } else {
                    by_distance(elements.least_distance(e, f), self.placed.diameters[e])
                };
            if nearness != Nearness::Far {
                self.sums[small as usize / LANES].add(small as usize % LANES, nearness, 1);
            }
        }
    }
}

/// Lists a guest and some lanes of a block.
#[cold]
fn note(unclear: &mut Vec<[u32; 2]>, guest: u32, block: u32, mut lanes: u32) {
    while lanes != 0 {
        unclear.push([guest, block * LANES as u32 + lanes.trailing_zeros()]);
        lanes &= lanes - 1;
    }
}

/// Of the elements in two slots the smaller first.
#[inline(always)]
fn by_size<const N: usize>(blocks: &[Block<N>], [a, b]: [u32; 2]) -> (u32, u32) {
    // Without branches: which one it is is not to be foretold.
    if size(blocks, a) < size(blocks, b) { (a, b) } else { (b, a) }
}

#[inline(always)]
fn size<const N: usize>(blocks: &[Block<N>], slot: u32) -> Size {
    blocks[slot as usize / LANES].size(slot as usize % LANES)
}
