//! What a query cost.

use crate::counters::Counters;
use crate::frame::FrameResult;
use crate::frame_stage::FrameStage;

/// What the last query of an engine cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuReport {
    /// Seconds of each stage on the device, in the order of [`FrameStage::ALL`]: where it tells, and the
    /// query was [staged](jostle::collide::baselines::Baseline::staged).
    pub stages: Option<[f64; FrameStage::ALL.len()]>,
    /// Seconds from the first stage's beginning to the last one's end, where the device tells.
    pub device_seconds: Option<f64>,
    /// Seconds until positions can be copied: of topology if it changed, and of memory that the device reads.
    pub upload_seconds: f64,
    /// Those of them that topology took before it was copied: whether it changed, and what is listed or prepared.
    pub topology_seconds: f64,
    /// Seconds of recording commands, in the last run, and of copying positions beside that. Where the frames before were
    /// alike, commands are recorded while the last one runs, and this is what copying takes.
    pub record_seconds: f64,
    /// Seconds from then until all was read back, all runs together, with those of recording.
    pub frame_seconds: f64,
    /// Seconds of the exact tests, and of sorting the device's pairs on the host beside them.
    pub exact_seconds: f64,
    /// Seconds of listing all pairs in order, and of making the answer of them.
    pub sort_seconds: f64,
    /// Times that the stages ran: more than once where a list was too short.
    pub runs: u32,
    /// Rounds in which candidates were found and tested: more than one where they are many, so that
    /// memory does not grow with them.
    pub rounds: u32,
    /// Pairs of level 1 nodes with overlapping boxes.
    pub level1_pairs: u32,
    /// Pairs of clusters with overlapping boxes.
    pub cluster_pairs: u32,
    /// Pairs of elements with overlapping boxes.
    pub overlapping: u64,
    /// Those of them that no star excludes.
    pub candidates: u64,
    /// Those of these that the first narrow phase was unsure of.
    pub unsure: u32,
    /// Those that only the exact test could decide.
    pub exact: u32,
    /// Bytes on the device.
    pub bytes: u64,
}

impl GpuReport {
    /// The share of the candidates that only the exact test could decide, from 0 to 1.
    pub fn exact_share(&self) -> f64 {
        f64::from(self.exact) / self.candidates.max(1) as f64
    }

    /// The share of the candidates that the first narrow phase was unsure of, from 0 to 1.
    pub fn unsure_share(&self) -> f64 {
        f64::from(self.unsure) / self.candidates.max(1) as f64
    }

    pub(crate) fn set_frame(&mut self, result: &FrameResult, bytes: u64) {
        let Counters {
            level1_pairs, cluster_pairs, rounds, candidates, unsure, overlapping, ..
        } = result.counters;
        *self = GpuReport {
            stages: result.stage_seconds,
            device_seconds: result.device_seconds,
            rounds,
            level1_pairs,
            cluster_pairs,
            overlapping,
            candidates,
            unsure,
            exact: result.unsure.len() as u32,
            bytes,
            ..self.clone()
        };
    }
}
