//! How many pairs the lists on the device can hold, and when they grow.

use crate::counters::Counters;
use crate::shader_constants::MAX_CLUSTER_ELEMENTS;
use bytemuck::{Pod, Zeroable};

/// Pairs that a list holds at first.
const INITIAL_CAPACITY: u32 = 1 << 12;
/// Candidates that a list holds at least: all of two clusters, which go into one round together.
pub(crate) const LEAST_CANDIDATES: u32 = MAX_CLUSTER_ELEMENTS * MAX_CLUSTER_ELEMENTS;
/// Candidates an element that the list of a round holds; where there are more there are more rounds, so
/// that memory does not grow with them.
const CANDIDATES_PER_ELEMENT: u32 = 12;
const MIN_CANDIDATES: u32 = 1 << 17;
/// What there is room for from the beginning: pairs of overlapping clusters to a cluster, of which there are five to
/// ten, a candidate an element, and one pair and one unsure pair to so many elements.
const PAIRS_PER_CLUSTER: u32 = 16;
const ELEMENTS_PER_PAIR: u32 = 8;
const ELEMENTS_PER_UNSURE_PAIR: u32 = 16;

/// Pairs that the lists can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ListCapacity {
    /// Of each list of pairs of nodes or clusters.
    pub node_pairs: u32,
    pub candidates: u32,
    pub pairs: u32,
    pub unsure: u32,
}

/// How far the lists may grow.
#[derive(Clone, Copy, Debug)]
pub(super) struct CapacityLimits {
    /// Pairs of the largest buffer.
    pub buffer: u32,
    /// Candidates of a round.
    pub candidates: u32,
}

impl CapacityLimits {
    /// For scenes of so many elements. Brute force has one round for all candidates; else a round has
    /// so many as are asked for, or as usual.
    pub fn new(
        buffer: u32,
        slots: u32,
        is_brute_force: bool,
        asked: Option<u32>,
    ) -> CapacityLimits {
        let candidates = match is_brute_force {
            true => u32::MAX,
            false => asked.unwrap_or(usual_candidates(slots)).min(buffer).max(LEAST_CANDIDATES),
        };
        CapacityLimits { buffer, candidates }
    }
}

impl ListCapacity {
    pub fn initial() -> ListCapacity {
        ListCapacity {
            node_pairs: INITIAL_CAPACITY,
            candidates: LEAST_CANDIDATES,
            pairs: INITIAL_CAPACITY,
            unsure: INITIAL_CAPACITY,
        }
    }

    /// Gives back what a scene larger than one of so many elements and clusters needed, and makes room for what one
    /// of that size often needs, because a list that is too short costs another run. A round lists no more
    /// candidates than are asked for.
    pub fn fit_scene(&mut self, slots: u32, clusters: u32, asked: Option<u32>) {
        let most = slots.max(INITIAL_CAPACITY).saturating_mul(4);
        let fit = |capacity: u32, often: u32, most: u32| capacity.max(often).min(most);
        self.node_pairs = fit(self.node_pairs, clusters.saturating_mul(PAIRS_PER_CLUSTER), most);
        self.pairs = fit(self.pairs, slots / ELEMENTS_PER_PAIR, most);
        self.unsure = fit(self.unsure, slots / ELEMENTS_PER_UNSURE_PAIR, most);
        let often = if asked.is_none() { slots } else { 0 };
        self.candidates = fit(self.candidates, often, usual_candidates(slots));
    }

    /// Makes each list large enough for what was counted, and tells whether one was too short.
    pub(super) fn grow(&mut self, counters: &Counters, limits: CapacityLimits) -> bool {
        let mut has_grown = false;
        let mut grow = |capacity: &mut u32, needed: u32, share: u32| {
            if needed > *capacity {
                // Some more if a buffer can be so large, because the next frame may need it.
                *capacity = needed.saturating_add(needed / share).min(limits.buffer).max(needed);
                has_grown = true;
            }
        };
        grow(&mut self.node_pairs, counters.max_node_pairs(), 4);
        grow(&mut self.candidates, counters.max_candidates.min(limits.candidates), 8);
        grow(&mut self.pairs, counters.pairs, 8);
        grow(&mut self.unsure, counters.unsure.max(counters.unsure_f64), 4);
        self.candidates = self.candidates.min(limits.candidates);
        has_grown
    }

    /// Makes the list of pairs large enough for so many, and tells whether it was too short.
    pub fn reserve_pairs(&mut self, count: u32) -> bool {
        let has_grown = count > self.pairs;
        self.pairs = self.pairs.max(count);
        has_grown
    }
}

fn usual_candidates(slots: u32) -> u32 {
    slots.saturating_mul(CANDIDATES_PER_ELEMENT).max(MIN_CANDIDATES)
}
