//! What a frame counts.

/// Counters on the device, as in `wgsl/counters.wgsl`.
pub(crate) const COUNTERS: usize = 20;

/// Where pairs are counted, in bytes.
pub(crate) const PAIRS_AT: u64 = 10 * size_of::<u32>() as u64;

/// The counters of a frame, read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub crowd_pairs: u32,
    pub bundle_pairs: u32,
    pub near_pairs: u32,
    /// What another round would have to compare.
    pub to_compare: u32,
    pub candidates: u64,
    pub most_deferred: u32,
    pub rounds: u32,
    pub pairs: u32,
    pub unsure: u32,
    pub left: u32,
    pub overlapping: u64,
    /// One more than the last vertex that is not finite, or zero.
    pub bad_vertex: u32,
    /// Candidates of a round, had there been room for all.
    pub most_candidates: u32,
}

impl Counts {
    pub fn of(counters: &[u32; COUNTERS]) -> Counts {
        let [
            crowd_pairs,
            bundle_pairs,
            near_pairs,
            to_compare,
            _,
            _,
            candidates,
            candidates_high,
            most_deferred,
            rounds,
            pairs,
            unsure,
            left,
            overlapping,
            overlapping_high,
            bad_vertex,
            most_candidates,
            ..,
        ] = *counters;
        let wide = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        Counts {
            crowd_pairs,
            bundle_pairs,
            near_pairs,
            to_compare,
            candidates: wide(candidates, candidates_high),
            most_deferred,
            rounds,
            pairs,
            unsure,
            left,
            overlapping: wide(overlapping, overlapping_high),
            bad_vertex,
            most_candidates,
        }
    }

    /// The most that the lists of clusters had to hold.
    pub fn most_near(&self) -> u32 {
        self.crowd_pairs.max(self.bundle_pairs).max(self.near_pairs).max(self.most_deferred)
    }
}
