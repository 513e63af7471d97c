//! What the stages left on the device, to be compared with the CPU stage by stage.

use crate::GpuError;
use crate::collect_pairs::element_pairs;
use crate::engine::GpuEngine;
use crate::read_back::{read_buffer, read_list};

/// The lists of the last frame of an engine, in no particular order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageOutputs {
    /// The elements of each cluster.
    pub clusters: Vec<Vec<u32>>,
    /// Pairs of clusters with overlapping boxes, and clusters that are compared with themselves.
    pub cluster_pairs: Vec<[u32; 2]>,
    /// Pairs of elements for the narrow phase.
    pub candidates: Vec<[u32; 2]>,
    /// Those that the narrow phase was sure collide.
    pub sure: Vec<[u32; 2]>,
    /// Those that it left to the exact test.
    pub unsure: Vec<[u32; 2]>,
}

impl GpuEngine {
    /// Reads the lists of the last frame back, slowly. Pairs of clusters and candidates are there only
    /// after a frame of one round whose pairs were not sorted on the device.
    ///
    /// ```no_run
    /// use jostle::mesh::shapes;
    /// use jostle::{Query, Scene};
    /// use jostle_gpu::GpuEngine;
    ///
    /// let mut scene = Scene::new();
    /// scene.add("ball", shapes::icosphere(3, 1.0))?;
    /// let mut engine = GpuEngine::new()?;
    /// engine.collide(&scene, &Query::default())?;
    /// assert!(engine.read_stage_outputs()?.candidates.is_empty(), "a ball that is not tested against itself");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_stage_outputs(&self) -> Result<StageOutputs, GpuError> {
        let (device, buffers, counters) = (&self.device, &self.buffers, self.counters());
        let slots = self.topology.slot_count();
        if slots == 0 {
            return Ok(StageOutputs::default());
        }
        let bytes = (slots * size_of::<u32>()) as u64;
        let elements: Vec<u32> = read_buffer(device, buffers.elements(), bytes)?;
        let in_slots = |&[start, count, ..]: &[u32; 4]| {
            elements[start as usize..(start + count) as usize].to_vec()
        };
        let clusters = self.topology.clusters.iter().map(in_slots).collect();
        let exact = self.report().exact;
        let limit = if counters.rounds > 1 { 0 } else { u32::MAX };
        let count = limit.min(counters.candidates as u32);
        let candidates = read_list(device, buffers.candidates(), count)?;
        Ok(StageOutputs {
            clusters,
            cluster_pairs: read_list(
                device,
                buffers.cluster_pairs(),
                counters.cluster_pairs.min(limit),
            )?,
            candidates: element_pairs(&candidates, &elements),
            sure: read_list(device, buffers.pairs(), counters.pairs)?,
            unsure: read_list(device, buffers.unsure(device), exact)?,
        })
    }
}
