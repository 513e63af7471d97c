//! What a frame counts.

/// Counters on the device, as in `wgsl/counters.wgsl`.
pub(crate) const COUNTERS: usize = 544;
/// Where pairs are counted, in bytes.
pub(crate) const PAIRS_AT: u64 = 10 * size_of::<u32>() as u64;
/// Where what is only counted begins, and how far its places are apart.
const SPREAD: usize = 32;
const SPREAD_STEP: usize = 8;

/// The counters of a frame, read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub crowd_pairs: u32,
    pub bundle_pairs: u32,
    pub near_pairs: u32,
    /// What another round would have to compare.
    pub to_compare: u32,
    pub most_deferred: u32,
    pub rounds: u32,
    pub pairs: u32,
    pub unsure: u32,
    pub left: u32,
    /// One more than the last vertex that is not finite, or zero.
    pub bad_vertex: u32,
    /// Candidates of a round, had there been room for all.
    pub most_candidates: u32,
    pub overlapping: u64,
    pub candidates: u64,
}

impl Counts {
    pub fn of(counters: &[u32; COUNTERS]) -> Counts {
        let spread = |which: usize| {
            let places = counters[SPREAD + which..].iter().step_by(SPREAD_STEP);
            places.map(|&count| u64::from(count)).sum()
        };
        Counts {
            crowd_pairs: counters[0],
            bundle_pairs: counters[1],
            near_pairs: counters[2],
            to_compare: counters[3],
            most_deferred: counters[8],
            rounds: counters[9],
            pairs: counters[10],
            unsure: counters[11],
            left: counters[12],
            bad_vertex: counters[15],
            most_candidates: counters[16],
            overlapping: spread(0),
            candidates: spread(1),
        }
    }

    /// The most that the lists of clusters had to hold.
    pub fn most_near(&self) -> u32 {
        self.crowd_pairs.max(self.bundle_pairs).max(self.near_pairs).max(self.most_deferred)
    }
}
