//! How many workgroups go through lists whose lengths only the device knows.
//!
//! A workgroup goes on until nothing of a list is left (`wgsl/work_list.wgsl`), so any number is right. The best is one
//! for each entry, or for as many entries as it has threads: those of the last frame and some more are expected, because
//! what is found changes little from one frame to the next, and a workgroup without work costs next to nothing. Before
//! there is a frame, lists are expected to be as long as they often are for scenes of that size. The narrow phase alone
//! has a workgroup for whatever its lists can hold; so a round holds no more than is expected by far
//! ([`round_candidates`]), and if there are more, there is another round.

use crate::buffers::list_capacity::{LEAST_CANDIDATES, ListCapacity};
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

/// How many of the candidates that a list can hold a round may list, after a frame that counted this.
pub(crate) fn round_candidates(capacity: &ListCapacity, before: Option<&Counters>) -> u32 {
    /// Of what the list can hold, at least.
    const SHARE: u32 = 8;
    let expected = before.map_or(u32::MAX, |before| before.max_candidates);
    let more = rounded_up(expected.saturating_add(expected / 2));
    more.max(capacity.candidates / SHARE).max(LEAST_CANDIDATES).min(capacity.candidates)
}

impl Workgroups {
    /// For a frame whose rounds hold so many candidates, after one that counted this, if there was one.
    pub fn new(
        params: &Params,
        round_candidates: u32,
        before: Option<&Counters>,
        is_software: bool,
    ) -> Workgroups {
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
            candidates: round_candidates.div_ceil(NARROW_THREADS),
            unsure: params.capacity.unsure.div_ceil(NARROW_THREADS),
            sort_tiles: expected(|counters| counters.pairs, params.capacity.pairs, SORT_TILE),
        }
    }

    /// For the pairs of clusters of a round: all in the first, and few or none in others.
    pub fn cluster_pairs(&self, round: u32) -> u32 {
        if round == 0 { self.all_cluster_pairs } else { self.least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_rounded_up_by_less_than_a_quarter_and_seldom_differ() {
        for count in [0, 1, 7, 8, 100, 1000, 123_456, u32::MAX / 3, u32::MAX] {
            let rounded = rounded_up(count);
            assert!(rounded >= count && rounded - count <= count / 4, "{count} {rounded}");
        }
        assert_eq!(rounded_up(4097), rounded_up(4100));
    }

    #[test]
    fn a_round_holds_what_is_expected_and_what_its_list_can_hold_at_most() {
        let capacity = |candidates| ListCapacity { candidates, ..ListCapacity::initial() };
        let after = |max_candidates| Counters { max_candidates, ..Counters::default() };
        assert_eq!(round_candidates(&capacity(1 << 20), None), 1 << 20);
        assert_eq!(round_candidates(&capacity(1 << 20), Some(&after(0))), 1 << 17);
        assert_eq!(round_candidates(&capacity(1 << 20), Some(&after(u32::MAX))), 1 << 20);
        let some = round_candidates(&capacity(1 << 20), Some(&after(400_000)));
        assert!((600_000..800_000).contains(&some), "{some}");
        // Two clusters always fit.
        assert_eq!(
            round_candidates(&capacity(LEAST_CANDIDATES), Some(&after(0))),
            LEAST_CANDIDATES
        );
    }
}
