//! How many workgroups go through lists whose lengths only the device knows.
//!
//! A workgroup goes on until nothing of a list is left (`wgsl/work_list.wgsl`), so any number is right. The best is one
//! for each entry, or for as many entries as it has threads: those of the last frame and some more are expected, because
//! what is found changes little from one frame to the next, and a workgroup without work costs next to nothing. Before
//! there is a frame, lists are expected to be as long as they often are for scenes of that size.

use crate::buffers::params::Params;
use crate::counters::Counters;
use crate::shader_constants::{NARROW_THREADS, SORT_TILE};

/// Enough to occupy a large GPU, where more is found than was expected ...
const LEAST: u32 = 1024;
/// ... and some threads.
const LEAST_IN_SOFTWARE: u32 = 8;
/// Pairs of overlapping clusters to a cluster, of which there are five to ten, and of nodes to a node.
const PAIRS_PER_CLUSTER: u32 = 8;

/// Workgroups of the kernels that go through each list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Workgroups {
    least: u32,
    pub level2_pairs: u32,
    pub level1_pairs: u32,
    all_cluster_pairs: u32,
    pub candidates: u32,
    pub unsure: u32,
    pub sort_tiles: u32,
}

/// Some more than a count, and the same for counts that differ little, so that frames are alike.
pub(crate) fn rounded_up(count: u32) -> u32 {
    let step = (count.checked_next_power_of_two().unwrap_or(1 << 31) / 8).max(1);
    count.checked_next_multiple_of(step).unwrap_or(count)
}

impl Workgroups {
    /// For a frame after one that counted this, if there was one.
    pub fn new(params: &Params, before: Option<&Counters>, is_software: bool) -> Workgroups {
        let least = if is_software { LEAST_IN_SOFTWARE } else { LEAST };
        let expected = |count: fn(&Counters) -> u32, often: u32, per_workgroup: u32| {
            let entries =
                before.map_or(often, |before| count(before).saturating_add(count(before) / 8));
            rounded_up(entries.div_ceil(per_workgroup)).max(least)
        };
        let pairs = |nodes: u32| nodes.saturating_mul(PAIRS_PER_CLUSTER);
        Workgroups {
            least,
            level2_pairs: expected(|counters| counters.level2_pairs, pairs(params.level2_nodes), 1),
            level1_pairs: expected(|counters| counters.level1_pairs, pairs(params.level1_nodes), 1),
            all_cluster_pairs: expected(
                |counters| counters.cluster_pairs,
                pairs(params.clusters),
                1,
            ),
            candidates: expected(|counters| counters.max_candidates, params.slots, NARROW_THREADS)
                .min(params.capacity.candidates.div_ceil(NARROW_THREADS)),
            unsure: expected(|counters| counters.unsure, 0, NARROW_THREADS),
            sort_tiles: expected(|counters| counters.pairs, params.capacity.pairs, SORT_TILE),
        }
    }

    /// For the pairs of clusters of a round: all in the first, and few or none in others.
    pub fn cluster_pairs(&self, round: u32) -> u32 {
        if round == 0 { self.all_cluster_pairs } else { self.least }
    }
}
