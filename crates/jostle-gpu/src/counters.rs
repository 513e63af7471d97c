//! The counters of a frame, read back.

use crate::shader_constants::*;

/// The counters as they are on the device.
pub(crate) type RawCounters = [u32; COUNTERS as usize];
/// Where pairs are counted, in bytes.
pub(crate) const PAIR_COUNTER_OFFSET: u64 = COUNT_PAIRS as u64 * size_of::<u32>() as u64;

/// What a frame counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub level2_pairs: u32,
    pub level1_pairs: u32,
    pub cluster_pairs: u32,
    /// What another round would have to compare.
    pub to_compare: u32,
    pub rounds: u32,
    pub pairs: u32,
    /// Pairs that the first narrow phase was unsure of.
    pub unsure: u32,
    /// Those that the `f64` narrow phase after it was unsure of.
    pub unsure_f64: u32,
    /// A bit for each body, by its object, that has a tetrahedron whose sign is not certain.
    pub body_doubts: u32,
    /// One more than the last vertex that is not finite, or zero.
    pub bad_vertex: u32,
    /// The most candidates of a round, had their list held them all.
    pub max_candidates: u32,
    pub overlapping: u64,
    pub candidates: u64,
}

impl Counters {
    pub fn from_raw(raw: &RawCounters) -> Counters {
        let counter = |index: u32| raw[index as usize];
        let shard_sum = |index: u32| {
            let shards = raw[(SHARDS_START + index) as usize..].iter();
            shards.step_by(SHARD_STRIDE as usize).map(|&count| u64::from(count)).sum()
        };
        Counters {
            level2_pairs: counter(COUNT_LEVEL2_PAIRS),
            level1_pairs: counter(COUNT_LEVEL1_PAIRS),
            cluster_pairs: counter(COUNT_CLUSTER_PAIRS),
            to_compare: counter(COUNT_TO_COMPARE),
            rounds: counter(COUNT_ROUNDS),
            pairs: counter(COUNT_PAIRS),
            unsure: counter(COUNT_UNSURE),
            unsure_f64: counter(COUNT_UNSURE_F64),
            body_doubts: counter(COUNT_BODY_DOUBTS),
            bad_vertex: counter(COUNT_BAD_VERTEX),
            max_candidates: counter(COUNT_MAX_CANDIDATES),
            overlapping: shard_sum(SHARD_OVERLAPPING),
            candidates: shard_sum(SHARD_CANDIDATES),
        }
    }

    /// The most that a list of pairs of nodes had to hold.
    pub fn max_node_pairs(&self) -> u32 {
        self.level2_pairs.max(self.level1_pairs).max(self.cluster_pairs)
    }
}
