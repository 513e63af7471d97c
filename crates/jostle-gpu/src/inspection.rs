//! What the stages left on the device, to be compared with the CPU stage by stage.

use crate::GpuError;
use crate::engine::GpuEngine;
use crate::frame::read_list;
use crate::settle::elements_of;

/// The lists of the last frame of an engine, in no particular order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The elements of each cluster.
    pub clusters: Vec<Vec<u32>>,
    /// Pairs of near clusters, and clusters that are compared with themselves.
    pub near: Vec<[u32; 2]>,
    /// Pairs of elements for the narrow phase.
    pub candidates: Vec<[u32; 2]>,
    /// Those that the narrow phase was sure collide.
    pub sure: Vec<[u32; 2]>,
    /// Those that it left to the exact test.
    pub unsure: Vec<[u32; 2]>,
}

impl GpuEngine {
    /// Reads the lists of the last frame back; it takes its time. Near clusters and candidates are
    /// there only after a frame of one round whose pairs were not sorted on the device.
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
    /// assert!(engine.inspect()?.candidates.is_empty(), "a ball that is not tested against itself");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inspect(&self) -> Result<Inspection, GpuError> {
        let (device, buffers, counts) = (&self.device, &self.buffers, self.counts());
        let elements = &self.topology.elements;
        let clusters = self.topology.members().map(<[u32]>::to_vec).collect();
        if elements.is_empty() {
            return Ok(Inspection { clusters, ..Inspection::default() });
        }
        let exact = self.report().exact;
        let in_one = if counts.rounds > 1 { 0 } else { u32::MAX };
        let listed = in_one.min(counts.candidates as u32);
        let candidates = read_list(device, buffers.candidates(), listed)?;
        Ok(Inspection {
            clusters,
            near: read_list(device, buffers.near(), counts.near_pairs.min(in_one))?,
            candidates: elements_of(&candidates, elements),
            sure: read_list(device, buffers.pairs(), counts.pairs)?,
            unsure: elements_of(&read_list(device, buffers.unsure(device), exact)?, elements),
        })
    }
}
