//! What a query cost.

use crate::counts::Counts;
use crate::frame::Found;
use crate::pipelines::Stage;

/// What the last query of an engine cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuReport {
    /// Seconds of each stage on the device, in the order of [`Stage::ALL`]: where it tells, and the
    /// query was [staged](jostle::Query::staged).
    pub stages: Option<[f64; Stage::ALL.len()]>,
    /// Seconds from the first stage's beginning to the last one's end, where the device tells.
    pub device_seconds: Option<f64>,
    /// Seconds of taking positions, and topology if it changed, to the device.
    pub upload_seconds: f64,
    /// Seconds of recording commands and handing them over, in the last run.
    pub record_seconds: f64,
    /// Seconds from the submission until all was read back, all runs together.
    pub frame_seconds: f64,
    /// Seconds of the exact tests.
    pub exact_seconds: f64,
    /// Seconds of sorting the pairs here, and of making the answer of them.
    pub sort_seconds: f64,
    /// Times that the stages ran: more than once where a list had too little room.
    pub runs: u32,
    /// Rounds in which candidates were found and tested: more than one where they are many, so that
    /// memory does not grow with them.
    pub rounds: u32,
    /// Pairs of bundles with overlapping boxes.
    pub bundle_pairs: u32,
    /// Pairs of near clusters.
    pub cluster_pairs: u32,
    /// Pairs of elements with overlapping boxes.
    pub overlapping: u64,
    /// Those of them that no star settles.
    pub candidates: u64,
    /// Those of these that the first test could not tell.
    pub unsure: u32,
    /// Those that only the exact test could.
    pub exact: u32,
    /// Bytes on the device.
    pub bytes: u64,
}

impl GpuReport {
    /// The share of the candidates that only the exact test could tell, from 0 to 1.
    pub fn exact_share(&self) -> f64 {
        f64::from(self.exact) / self.candidates.max(1) as f64
    }

    /// The share of the candidates that the first test on the device could not tell, from 0 to 1.
    pub fn unsure_share(&self) -> f64 {
        f64::from(self.unsure) / self.candidates.max(1) as f64
    }

    pub(crate) fn note(&mut self, found: &Found, bytes: u64) {
        let Counts { bundle_pairs, near_pairs, rounds, candidates, unsure, overlapping, .. } =
            found.counts;
        *self = GpuReport {
            stages: found.seconds,
            device_seconds: found.span,
            record_seconds: found.record_seconds,
            rounds,
            bundle_pairs,
            cluster_pairs: near_pairs,
            overlapping,
            candidates,
            unsure,
            exact: found.unsure.len() as u32,
            bytes,
            ..self.clone()
        };
    }
}
